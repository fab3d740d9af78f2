"""The commands for Burger Master, run as a person runs them."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.rules import apply, check_setup
from tests.conftest import Command, assert_bad_input

PLATES = "BPCL/BTT/B/BOO"
ORDER = ("--plates", PLATES, "--card", "base-07")
BASE_07 = cards_of("base")["base-07"]


def test_deal_is_a_set_up_and_the_same_for_a_seed(burger: Command) -> None:
    answer = burger("master", "deal", "--menu", "base", "--seed", "7", "--json").document
    check_setup(parse_plates(answer["value"]))
    shown = burger("master", "deal", "--menu", "base", "--seed", "7")
    assert answer["value"] in shown.out
    assert "(   bun   )" in shown.out
    assert "O" not in answer["value"]
    assert (
        "O" in burger("master", "deal", "--menu", "all", "--seed", "7", "--json").document["value"]
    )


def test_deal_draws_a_seed_and_tells_it(burger: Command) -> None:
    answer = burger("master", "deal", "--json").document
    again = burger("master", "deal", "--seed", str(answer["seed"]), "--json").document
    assert again["value"] == answer["value"]


def test_menu_draws_all_cards(burger: Command) -> None:
    shown = burger("master", "menu", "--menu", "base").out
    for name, face in cards_of("base").items():
        assert name in shown
        assert face in shown
    assert burger("master", "menu", "--json").document["value"] == 40


def test_solve_shows_the_steps_and_the_plates_after_each(burger: Command) -> None:
    answer = burger("master", "solve", *ORDER, "--json").document
    assert answer["question"] == "master.solve"
    assert answer["status"] == "optimal"
    assert answer["value"] == len(answer["steps"]) == 2
    assert set(answer["work"]) == {"nodes", "seconds"}
    state = parse_plates(PLATES)
    for step, plates in zip(parse_steps(" ".join(answer["steps"])), answer["states"], strict=True):
        state = apply(state, step)
        assert str(state) == plates
    assert BASE_07 in answer["states"][-1].split("/")

    shown = burger("master", "solve", *ORDER)
    assert shown.code == 0
    assert "Fewest steps: 2, proved" in shown.out
    for number, step in enumerate(answer["steps"], start=1):
        assert f"{number}. {step}" in shown.out


def test_json_is_one_document_with_sorted_keys(burger: Command) -> None:
    out = burger("master", "solve", *ORDER, "--json").out
    assert out.count("\n") == 1
    document = json.loads(out)
    assert list(document) == sorted(document)


@pytest.mark.parametrize("method", ["kernel", "astar", "bfs"])
def test_every_method_gives_the_same(burger: Command, method: str) -> None:
    assert burger("master", "solve", *ORDER, "--method", method, "--json").document["value"] == 2


def test_solve_all(burger: Command) -> None:
    order = ("master", "solve", "--plates", PLATES, "--burger", "BTOCB", "--all")
    answer = burger(*order, "--cap", "7", "--json").document
    assert answer["count"] == 1482
    assert len(answer["solutions"]) == answer["cap"] == 7
    shown = burger(*order, "--cap", "7").out
    assert "Shortest solutions: 1,482" in shown
    assert "1,475 more" in shown
    whole = burger(*order, "--cap", "2000", "--json").document
    assert len(set(map(tuple, whole["solutions"]))) == 1482


def test_infeasible_is_no_search_and_names_what_is_short(burger: Command) -> None:
    run = burger("master", "solve", "--plates", "B/B/-/-", "--burger", "BPB")
    assert run.code == 1
    assert "1 patty (P)" in run.out
    answer = burger("master", "solve", "--plates", "B/B/-/-", "--burger", "BPPB", "--json").document
    assert (answer["status"], answer["value"], answer["missing"]) == ("infeasible", None, {"P": 2})
    verdict = burger("master", "verify", "--plates", "B/B/-/-", "--burger", "BPB", "--declare", "9")
    assert verdict.code == 1
    assert burger("master", "graph", "--plates", "B/B/-/-", "--burger", "BPB").code == 1


def test_variants(burger: Command) -> None:
    order = ("master", "solve", "--plates", "LBPCBL/-/-/-", "--burger", "bpcb", "--json")
    assert burger(*order, "--variant", "beginner").document["value"] == 0
    assert burger(*order, "--variant", "standard").document["value"] == 2
    assert burger(*order, "--variant", "competent").document["value"] == 2


@pytest.mark.parametrize(("declare", "code"), [(1, 1), (2, 0), (3, 0)])
def test_verify_a_declaration(burger: Command, declare: int, code: int) -> None:
    run = burger("master", "verify", *ORDER, "--declare", str(declare), "--json")
    assert run.code == code
    assert run.document["value"] is run.document["right"] is (declare >= 2)
    assert run.document["fewest"] == 2
    assert run.document["lower"] is (declare > 2)


@pytest.mark.parametrize(
    ("steps", "declare", "code", "says"),
    [
        ("m2:1-3 f3:2-1", 2, 0, "complete after 2 steps"),
        ("m2:1-3,f3:2-1", 5, 0, "complete after 2 steps"),
        ("m2:1-3 f3:2-1 m1:4-3", 2, 0, "complete after 2 steps"),
        ("m1:1-3 m1:1-3 f3:2-1", 2, 1, "complete after 3 steps"),
        ("m1:1-3 m1:1-3 f3:2-1", 3, 0, "complete after 3 steps"),
        ("m2:1-3", 2, 1, "not complete after 1 step"),
        ("m2:1-3 m9:2-1", 4, 1, "Step 2 breaks a rule: 9 ingredients cannot be lifted"),
        ("f1:1", 4, 1, "Step 1 breaks a rule: the step changes nothing"),
        ("", 4, 1, "not complete after 0 steps"),
    ],
)
def test_verify_steps(burger: Command, steps: str, declare: int, code: int, says: str) -> None:
    run = burger("master", "verify", *ORDER, "--declare", str(declare), "--steps", steps)
    assert run.code == code, run
    assert says in run.out


@pytest.mark.parametrize(
    ("steps", "grade"),
    [
        (0, "Hamburger Specialist"),
        (19, "Hamburger Specialist"),
        (20, "ready for a starred restaurant"),
        (21, "ready for a starred restaurant"),
        (22, "a future line chef"),
        (24, "a future line chef"),
        (25, "not bad for a beginner"),
        (26, "not bad for a beginner"),
        (27, "completely burnt"),
        (99, "completely burnt"),
    ],
)
def test_grades_of_the_rulebook(burger: Command, steps: int, grade: str) -> None:
    assert burger("master", "grade", str(steps), "--json").document["value"] == grade


def test_graph_files(burger: Command, tmp_path: Path) -> None:
    answer = burger("master", "graph", *ORDER, "-o", "g.dot", "--json").document
    assert answer["value"] == burger("master", "solve", *ORDER, "--all", "--json").document["count"]
    assert (tmp_path / "g.dot").read_text().count("->") == len(answer["edges"])
    assert burger("master", "graph", *ORDER, "-o", "g.graphml").code == 0
    root = ElementTree.parse(tmp_path / "g.graphml").getroot()
    space = "{http://graphml.graphdrawing.org/xmlns}"
    assert len(root.findall(f".//{space}node")) == len(answer["nodes"])
    assert_bad_input(burger("master", "graph", *ORDER, "-o", "g.png"), ".dot or .graphml")
    assert_bad_input(burger("master", "graph", *ORDER, "-o", "nowhere/g.dot"), "cannot write")
    too_many = burger("master", "graph", *ORDER, "--most", "3")
    assert too_many.code == 3
    assert "more than 3 states" in too_many.err


HARD = ("--plates", "COTLPCCBBPLOOTBLBTBP/-/-/-", "--burger", "POTTTBBBBBOCLCLPPCLO")


def test_a_limit_gives_the_bound_and_exit_code_3(burger: Command) -> None:
    run = burger("master", "solve", *HARD, "--limit", "0", "--json")
    assert run.code == 3
    answer = run.document
    assert answer["status"] == "feasible"
    assert 0 < answer["bound"] < answer["value"] == len(answer["steps"])
    shown = burger("master", "solve", *HARD, "--limit", "0")
    assert f"at least {answer['bound']}, proved (limit reached)" in shown.out
    verdict = burger("master", "verify", *HARD, "--declare", "3", "--limit", "0", "--json")
    assert (verdict.code, verdict.document["value"]) == (1, False)
    verdict = burger("master", "verify", *HARD, "--declare", "99", "--limit", "0", "--json")
    assert (verdict.code, verdict.document["value"]) == (0, True)
    open_verdict = burger("master", "verify", *HARD, "--declare", "18", "--limit", "0", "--json")
    assert (open_verdict.code, open_verdict.document["status"]) == (3, "feasible")


BAD = [
    (["master", "solve"], ["missing --plates"]),
    (
        ["master", "solve", "--plates", "BPXL/B/B/B", "--card", "base-07"],
        ["'X'", "plate 1, position 3"],
    ),
    (["master", "solve", "--plates", "B/B/B", "--card", "base-07"], ["3 plates", "expected 4"]),
    (["master", "solve", "--plates", "B/B/B/-/-", "--card", "base-07"], ["5 plates"]),
    (["master", "solve", "--plates", "PPPP/B/B/-", "--card", "base-07"], ["4 of P", "at most 3"]),
    (
        ["master", "solve", "--plates", "BP//B/-", "--card", "base-07"],
        ["plate 2", "- for an empty"],
    ),
    (["master", "solve", "--plates", PLATES], ["no order"]),
    (["master", "solve", *ORDER, "--burger", "BPB"], ["two orders"]),
    (
        ["master", "solve", "--plates", PLATES, "--card", "bsae-07"],
        ["unknown card 'bsae-07'", "base-07"],
    ),
    (["master", "solve", "--plates", PLATES, "--card", "base-21"], ["unknown card"]),
    (["master", "solve", "--plates", PLATES, "--burger", "BQB"], ["'Q'", "position 2"]),
    (["master", "solve", "--plates", PLATES, "--burger", ""], ["empty burger"]),
    (["master", "solve", *ORDER, "--variant", "expert"], ["expert", "beginner"]),
    (["master", "solve", *ORDER, "--menu", "nowhere.json"], ["no such file", "nowhere.json"]),
    (["master", "solve", *ORDER, "--menu", "nothing"], ["unknown menu 'nothing'"]),
    (["master", "solve", *ORDER, "--limit", "-1"], ["limit", "0 or more"]),
    (["master", "solve", *ORDER, "--limit", "nan"], ["limit", "0 or more"]),
    (["master", "solve", *ORDER, "--cap", "0"], ["--cap", "at least 1"]),
    (["master", "solve", *ORDER, "--strict"], ["strict"]),
    (["master", "solve", *ORDER, "--card", "base-08"], ["--card is given 2 times"]),
    (["master", "solve", "--plates", "BPCL", "/", "BTT", "--card", "base-07"], ["quotes"]),
    (["master", "verify", *ORDER], ["missing --declare"]),
    (["master", "verify", *ORDER, "--declare", "-1"], ["-1", "--declare", "at least 0"]),
    (["master", "verify", *ORDER, "--declare", "two"], ["'two'", "--declare"]),
    (
        ["master", "verify", *ORDER, "--declare", "2", "--steps", "m1:1-3 g2:2"],
        ["'g2:2'", "number 2"],
    ),
    (["master", "verify", *ORDER, "--declare", "2", "--steps", "m1 1-3"], ["'m1'", "number 1"]),
    (["master", "deal", "--menu", "lunch"], ["lunch", "base"]),
    (["master", "deal", "--seed", "-4"], ["-4", "--seed"]),
    (["master", "grade"], ["STEPS"]),
    (["master", "grade", "many"], ["'many'"]),
    (["master", "cook"], ["'cook'"]),
    (["mastr"], ["'mastr'"]),
    (["master", "solve", "--plate", PLATES], ["--plate", "--plates"]),
]


@pytest.mark.parametrize(("arguments", "says"), BAD)
def test_bad_input_is_one_clear_line(
    burger: Command, arguments: list[str], says: list[str]
) -> None:
    assert_bad_input(burger(*arguments), *says)


def test_no_arguments_and_help(burger: Command) -> None:
    for arguments in ([], ["--help"], ["master"], ["master", "solve", "--help"]):
        run = burger(*arguments)
        assert run.code == 0
        assert run.out.startswith("Usage: burger")
        assert run.err == ""
    assert "burger" in burger("--version").out


def test_a_pasted_line_with_spaces(burger: Command) -> None:
    run = burger(
        "master", "solve", "--plates", "  bpcl / btt/ b/ boo\n", "--card", " Base 7 ", "--json"
    )
    assert run.document["plates"] == PLATES
    assert run.document["card"] == "base-07"


def test_a_pipe_that_closes_is_quiet(tmp_path: Path) -> None:
    command = f"{sys.executable} -m cli.main master solve --plates {PLATES} --burger BTOCB --all --cap 9999"
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -2"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.count("\n") == 2
    assert done.stderr == ""


def test_help_and_small_questions_load_neither_numba_nor_ortools() -> None:
    code = (
        "import sys; from cli.main import run; run(sys.argv[1:]); "
        "assert not {'numba', 'ortools', 'numpy', 'networkx'} & set(sys.modules), sys.modules.keys()"
    )
    for arguments in (
        ["--help"],
        ["master", "--help"],
        ["master", "deal"],
        ["master", "solve", *ORDER],
    ):
        subprocess.run(
            [sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL
        )
