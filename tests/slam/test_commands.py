"""The commands for Burger Slam, run as a person runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli import main
from solver.slam.notation import parse_gold, parse_pile, parse_silver
from solver.slam.rules import Call, by_letter, count_pile, right_calls
from tests.conftest import Command, Run, assert_bad_input


@pytest.fixture
def asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Command:
    """Run ``burger ARGUMENTS`` like the fixture ``burger``, but in this process: quicker."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Run:
        capsys.readouterr()
        code = main.run(list(arguments))
        written = capsys.readouterr()
        return Run(code, written.out, written.err)

    return run


STANDARD = ("CC", "CTL", "PT", "PL")


def test_check_says_right_with_exit_code_0(burger: Command) -> None:
    run = burger("slam", "check", *STANDARD, "--call", "standard", "--json")
    assert run.code == 0
    answer = run.document
    assert answer["question"] == "slam.check"
    assert (answer["status"], answer["value"]) == ("optimal", True)
    assert answer["totals"] == {"C": 3, "L": 2, "P": 2, "T": 2}
    assert set(answer["work"]) == {"nodes", "seconds"}
    assert list(answer) == sorted(answer)
    assert run.out.count("\n") == 1


def test_check_says_wrong_with_exit_code_1_and_what_is_missing(burger: Command) -> None:
    run = burger("slam", "check", "CC CTL", "--call", "standard")
    assert run.code == 1
    assert "Standard Burger: wrong" in run.out
    assert "Missing: 2 P (patty), 1 T (tomato), 1 L (lettuce)" in run.out


def test_check_draws_the_pile_card_by_card(asked: Command) -> None:
    pile = "PPP ctl+R p+y PPP"
    run = asked("slam", "check", pile, "--call", "big", "--gold", "chili,sauce")
    assert run.code == 0
    assert "covered by card 2" in run.out
    assert "counts double" in run.out
    assert "C 1   L 1   P 7   T 1" in run.out


def test_totals_are_after_sauces_and_before_the_silver_card(asked: Command) -> None:
    run = asked(
        "slam", "check", "C+y PP PPP+r", "--call", "big", "--gold", "sauce", "--silver", "extra:P",
        "--json",
    )  # fmt: skip
    assert run.document["totals"] == {"C": 1, "L": 0, "P": 7, "T": 0}
    assert run.document["with_silver"] == {"C": 1, "L": 0, "P": 8, "T": 0}
    both = asked(
        "slam", "check", "C+y PP PPP+r", "--call", "big", "--gold", "chili,sauce", "--json"
    )
    assert both.document["totals"] == {"C": 1, "L": 0, "P": 3, "T": 0}
    assert both.code == 1


def test_an_empty_pile(asked: Command) -> None:
    for empty in ("-", ""):
        answer = asked("slam", "check", empty, "--call", "kids", "--silver", "kids", "--json")
        assert answer.code == 1
        assert answer.document["totals"] == {"C": 0, "L": 0, "P": 0, "T": 0}
        assert answer.document["pile"] == "-"


def test_a_wild_is_named_with_the_call(asked: Command) -> None:
    pile = ("CC", "TT", "LL", "P")
    wild = ("--silver", "wild")
    assert asked("slam", "check", *pile, "--call", "standard", *wild, "--wild", "p").code == 0
    unnamed = asked("slam", "check", *pile, "--call", "standard", *wild)
    assert unnamed.code == 1
    assert "no topping is named" in unnamed.out
    assert asked("slam", "calls", *pile, *wild, "--json").document["calls"] == {"standard": ["P"]}


@pytest.mark.parametrize("question", ["check", "calls", "first", "matrix"])
def test_known_piles_load_neither_numba_nor_ortools(question: str, tmp_path: Path) -> None:
    call = ["--call", "big"] if question == "check" else []
    program = (
        "import sys\nfrom cli.main import run\n"
        f"code = run(['slam', {question!r}, 'PPP', 'CTL+r', *{call!r}])\n"
        "heavy = {'numba', 'ortools', 'numpy', 'networkx', 'llvmlite'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr


def test_first_and_the_prefixes_at_which_a_call_stopped(asked: Command) -> None:
    # 7 patties with card 3; red sauce covers card 3, and card 5 makes up for it.
    pile = "PP PP PPP C+r PPP"
    answer = asked("slam", "first", pile, "--gold", "chili", "--json").document
    assert answer["value"] == 3
    assert answer["calls"]["big"] == {"became": [3, 5], "first": 3, "now": True, "stopped": [4]}
    assert answer["calls"]["standard"]["first"] is None
    assert asked("slam", "first", "P").code == 1
    assert "card 3" in asked("slam", "first", pile, "--gold", "chili").out


def test_matrix_holds_all_situations_and_agrees_with_calls(asked: Command) -> None:
    pile = "C+y PPP T+r PP LL T CC"
    answer = asked("slam", "matrix", pile, "--json").document
    assert len(answer["situations"]) == 4 * 14
    for cell in answer["situations"]:
        totals = count_pile(parse_pile(pile), parse_gold(cell["gold"])).totals
        assert cell["totals"] == by_letter(totals)
        assert cell["calls"] == right_calls(totals, parse_silver(cell["silver"]))
    assert answer["value"] == sum(bool(cell["calls"]) for cell in answer["situations"])
    shown = asked("slam", "matrix", pile).out
    assert "standard-combo" in shown
    assert "chili,sauce" in shown


def test_odds_are_an_exact_fraction(asked: Command) -> None:
    run = asked("slam", "odds", "CTL ? PP+r ?", "--call", "big", "--json")
    answer = run.document
    assert Fraction(answer["value"]) == Fraction(int(answer["favourable"]), int(answer["drawings"]))
    assert answer["decimal"] == pytest.approx(float(Fraction(answer["value"])))
    assert answer["drawings"] == str(58 * 57)
    # 5 patties are missing: PPP with a card of two: PP (PP+r lies there), CPP, PPT or PPL+y.
    assert answer["value"] == str(Fraction(2 * 4, 58 * 57))
    assert "exactly" in asked("slam", "odds", "CTL ? PP+r ?", "--call", "big").out


def test_cards_seen_elsewhere_cannot_come(asked: Command) -> None:
    run = asked("slam", "odds", "CTL ? PP+r ?", "--call", "big", "--seen", "PPP", "--json")
    assert run.document["value"] == "0"
    assert run.document["unseen"] == 57


def test_advise_to_doubt_and_to_call(asked: Command) -> None:
    doubt = asked("slam", "advise", "CC TT", "--call", "standard", "--json").document
    assert (doubt["value"], doubt["advice"], doubt["chance"]) == ("4", "doubt", "0")
    call = asked("slam", "advise", *STANDARD)
    assert "Advice: call" in call.out


def test_order(asked: Command) -> None:
    some = asked("slam", "order", "PPP C+r PPP PP", "--call", "big", "--gold", "chili", "--json")
    assert (some.code, some.document["value"]) == (0, "some")
    for key, right in (("right", 0), ("wrong", 1)):
        order = some.document[key]
        assert sorted(order.split()) == ["C+r", "PP", "PPP", "PPP"]
        assert asked("slam", "check", order, "--call", "big", "--gold", "chili").code == right
    every = asked("slam", "order", "PPP PPP PPP", "--call", "big", "--json")
    assert (every.code, every.document["value"]) == (0, "every")
    none = asked("slam", "order", "PPP PPP", "--call", "big", "--json")
    assert (none.code, none.document["value"], none.document["status"]) == (1, "none", "infeasible")


def test_finish(asked: Command) -> None:
    pile = ("slam", "finish", "PPP CTL+r", "--call", "big", "--gold", "chili")
    found = asked(*pile, "--within", "3", "--json").document
    assert (found["value"], found["status"]) == (3, "optimal")
    assert asked("slam", "check", found["pile"], "--call", "big", "--gold", "chili").code == 0
    not_so = asked(*pile, "--within", "2", "--json")
    assert (not_so.code, not_so.document["status"], not_so.document["value"]) == (
        1,
        "infeasible",
        None,
    )
    now = asked("slam", "finish", *STANDARD, "--call", "standard", "--json").document
    assert now["value"] == 0


def test_fewest_with_any_special_cards(asked: Command) -> None:
    run = asked(
        "slam", "fewest", "--call", "standard", "--gold", "any", "--silver", "any", "--json"
    )
    found = run.document
    assert (found["value"], found["status"]) == (2, "optimal")
    wild = ["--wild", found["wild"]] if found["wild"] else []
    situation = ["--gold", found["gold"], "--silver", found["silver"], *wild]
    assert asked("slam", "check", found["pile"], "--call", "standard", *situation).code == 0
    assert asked("slam", "fewest", "--call", "kids").code == 1


def test_longest_is_proved_and_tells_the_table(asked: Command) -> None:
    run = asked("slam", "longest", "--gold", "chili,sauce", "--json")
    found = run.document
    assert (found["value"], found["status"], found["missed_from"]) == (25, "optimal", 26)
    history = asked("slam", "first", found["pile"], "--gold", "chili,sauce", "--json")
    assert (history.code, history.document["value"]) == (1, None)
    shown = asked("slam", "longest")
    assert "Once 14 cards lie there, somebody has missed a burger." in shown.out


def test_play_writes_a_log_that_the_referee_accepts(burger: Command, tmp_path: Path) -> None:
    game = ("slam", "play", "--players", "3", "--seed", "1", "--level", "0.8")
    answer = burger(*game, "-o", "log.json", "--json").document
    assert burger("slam", "referee", "log.json").code == 0
    again = burger(*game, "--json").document
    answer.pop("work")
    again.pop("work")
    assert again == answer
    assert sum(answer["totals"]) + answer["games"][0]["unclaimed"] == 60
    assert answer["value"] == [
        player for player, cards in enumerate(answer["totals"], 1) if cards == max(answer["totals"])
    ]
    log = json.loads((tmp_path / "log.json").read_text())
    log["scores"][0] += 1
    (tmp_path / "false.json").write_text(json.dumps(log))
    run = burger("slam", "referee", "false.json")
    assert run.code == 1
    assert "the scores are" in run.out
    (tmp_path / "answer.json").write_text(json.dumps({**answer, "work": {}}))
    assert burger("slam", "referee", "answer.json", "--json").document["value"] is True


def test_several_games_are_added_up(asked: Command) -> None:
    run = asked("slam", "play", "--games", "3", "--counters", "--json")
    answer = run.document
    for player, total in enumerate(answer["totals"]):
        assert total == sum(game["scores"][player] for game in answer["games"])
    assert all(len(game["burgers"]) <= 16 for game in answer["games"])
    assert "Game 3" in asked("slam", "play", "--games", "3", "--pro").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check"], ["missing PILE"]),
        (["check", "PPP"], ["missing --call"]),
        (["check", "PPP", "--call", "large"], ["'large'", "standard"]),
        (["check", "PXP", "--call", "big"], ["unknown topping 'X'", "card 1", "position 2"]),
        (["check", "PPPP", "--call", "big"], ["4 toppings on one card"]),
        (["check", "PP+g", "--call", "big"], ["unknown sauce 'g'", "+r (red)"]),
        (["check", "PP ?", "--call", "big"], ["not known, ?", "card 2"]),
        (["check", "PPP PPP", "--call", "big", "--strict"], ["2 of PPP", "at most 1"]),
        (
            ["check", "P", "--call", "big", "--wild", "P"],
            ["wild topping named", "wild card active"],
        ),
        (["check", "P", "--call", "big", "--silver", "wild", "--wild", "X"], ["unknown topping"]),
        (["check", "P", "--call", "big", "--silver", "wild", "--silver", "kids"], ["2 values"]),
        (["check", "P", "--call", "big", "--silver", "wild,kids"], ["one silver card"]),
        (["check", "P", "--call", "big", "--silver", "extra"], ["extra:P"]),
        (["check", "P", "--call", "big", "--gold", "ketchup"], ["unknown gold card 'ketchup'"]),
        (["check", "P", "--call", "big", "--gold", "chili", "--gold", "sauce"], ["2 values"]),
        (["odds", "PPP PPP ?", "--call", "big"], ["2 of PPP", "at most 1"]),
        (["odds", "? " * 61, "--call", "big"], ["61 forgotten cards", "at most 60"]),
        (["order", "P ?", "--call", "big"], ["not known, ?"]),
        (["finish", "P", "--call", "big", "--within", "-1"], ["--within"]),
        (["finish", "P", "--call", "big", "--within", "two"], ["--within"]),
        (["longest", "--silver", "kids"], ["Kid's Menu"]),
        (["longest", "--deck", "none.json"], ["none.json", "no such file"]),
        (["play", "--players", "6"], ["--players"]),
        (["play", "--level", "2"], ["--level"]),
        (["play", "--level", "nan"], ["nan", "--level"]),
        (["play", "--seed", "9" * 30], ["999", "--seed"]),
        (["play", "--pro", "--counters"], ["one of pro and counters"]),
        (["referee"], ["missing LOG"]),
        (["referee", "none.json"], ["none.json"]),
    ],
)
def test_bad_input_is_one_line_with_exit_code_2(
    asked: Command, arguments: list[str], says: list[str]
) -> None:
    assert_bad_input(asked("slam", *arguments), *says)


def test_bad_input_in_a_process_of_its_own(burger: Command) -> None:
    assert_bad_input(burger("slam", "check", "PXP", "--call", "big"), "unknown topping 'X'")


def test_logs_that_are_none(asked: Command, tmp_path: Path) -> None:
    for content in ("[]", "{}", "[1]", '{"games": [3]}', "no json", '{"game": "slam"}'):
        (tmp_path / "log.json").write_text(content)
        assert_bad_input(asked("slam", "referee", "log.json"), "log.json")


def test_request_documents_ask_the_same(burger: Command) -> None:
    requests: list[dict[str, Any]] = [
        {"question": "slam.check", "pile": "CC CTL PT PL", "call": "standard"},
        {"question": "slam.check", "pile": "PPP", "call": "big", "silver": ["wild", "kids"]},
        {"question": "slam.calls", "pile": "CC TT LL P", "silver": "wild"},
        {"question": "slam.longest", "gold": "chili"},
    ]
    lines = "\n".join(map(json.dumps, requests))
    run = burger("batch", "-", "-o", "-", stdin=lines)
    answers = [json.loads(line) for line in run.out.splitlines()]
    assert answers[0]["value"] is True
    assert "error" in answers[1]
    assert answers[2]["calls"] == {Call.STANDARD: ["P"]}
    assert answers[3]["value"] == 25


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"{sys.executable} -m cli.main slam matrix PPP | true; echo ${{PIPESTATUS[0]}}",
        ],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ},
        check=False,
    )
    assert done.stderr == b""
    assert done.stdout.strip() in (b"141", b"0")  # 0 where all was written before the pipe closed


def test_help_of_every_command_names_its_options(asked: Command) -> None:
    shown = asked("slam", "--help").out
    for question in ("check", "calls", "first", "matrix", "odds", "advise", "order", "finish"):
        assert question in shown
    assert "--silver" in asked("slam", "check", "--help").out
    assert asked("slam").code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        ["odds", "? " * 24, "--call", "big", "--gold", "chili,sauce"],
        ["longest", "--gold", "sauce", "--silver", "standard-combo"],
    ],
    ids=lambda question: question[0],
)
def test_ctrl_c_is_one_line_and_exit_code_130(question: list[str], tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "slam", *question],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    time.sleep(5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"interrupted\n")
