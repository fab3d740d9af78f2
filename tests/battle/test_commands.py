"""The real commands: their answers, documents, exit codes, and what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.main import run
from solver.batch import answer_line
from solver.battle.deck import standard_deck
from tests.conftest import Command, Run, assert_bad_input

STATE = "burger:classic have:BM hand:CT+dig grave:LO"


def ask(question: str, **fields: Any) -> dict[str, Any]:
    """Answer a request document as batch and service do, without a new process."""
    document = {"question": f"battle.{question}", **fields}
    return answer_line(1, json.dumps(document).encode())


def test_deck(burger: Command) -> None:
    done = burger("battle", "deck")
    assert done.code == 0
    assert "8 burgers, 110 ingredients, 32 battle cards" in done.out
    assert "reconstruction" in done.out
    found = ask("deck")
    assert found["value"] == 150
    assert found["totals"] == {"burgers": 8, "ingredients": 110, "battle": 32}


def test_win_now(burger: Command) -> None:
    done = burger("battle", "win-now", *STATE.split(), "--json")
    assert done.code == 0
    assert done.document["question"] == "battle.win-now"
    assert done.document["status"] == "optimal"
    assert done.document["state"] == STATE
    assert done.document["plays"] == "T"
    assert done.document["first"] == "grave"
    # Draw the Onion from the Graveyard; then the Lettuce is dug up for sure.
    assert done.document["value"] == "1"
    shown = burger("battle", "win-now", STATE.lower())
    assert "100.00% = 1, exact" in shown.out


def test_probabilities_are_fractions() -> None:
    found = ask("win-now", state="need:B")
    assert (found["value"], found["decimal"]) == ("13/142", 13 / 142)
    found = ask("win-now", state="need:B hand:TT drawn")
    assert (found["value"], found["decimal"], found["first"]) == ("0", 0.0, None)


def test_turns() -> None:
    found = ask("turns", state="need:B")
    assert (found["value"], found["status"]) == ("143/14", "optimal")
    assert found["distribution"][0]["value"] == "13/142"
    assert found["distribution"][-1]["by"] == 1.0
    # Within 7 cards no Bun has come with C(135, 13) / C(142, 13) = 0.5028, within 8 with less.
    assert found["median"] == 8
    assert ask("turns", state="need:B", most=2)["value"] is None
    assert ask("turns", state="need:B seen:" + "B" * 13)["status"] == "infeasible"
    limited = ask("turns", state="burger:spicy deck:70", limit=0)
    assert limited["status"] == "feasible"
    assert limited["bound"] is not None


def test_turns_shown(burger: Command) -> None:
    done = burger("battle", "turns", "need:JV", "have:V", "grave:J")
    assert done.code == 0
    assert "mean 1.000" in done.out
    done = burger("battle", "turns", "need:J", "seen:JJJJJ")
    assert done.code == 1
    assert "Cannot be done: no card is left for 1 J" in done.out
    assert burger("battle", "turns", "burger:spicy deck:70", "--limit", "0").code == 3


def test_best(burger: Command) -> None:
    state = "burger:classic have:BM hand:CC+bomb+eat vs burger:spicy have:BMCLTO"
    found = ask("best", state=state)
    assert found["method"] == "race"
    assert found["status"] == "estimate"
    assert found["value"] == found["ends"][0]["move"]
    assert found["interval"] is None
    assert "+eat" in found["choices"]
    done = burger("battle", "best", state, "--rollouts", "3", "--seed", "5")
    assert "rollouts, an estimate" in done.out
    sampled = ask("best", state=state, rollouts=3, seed=5)
    assert sampled["method"] == "rollouts"
    low, high = sampled["interval"]
    assert low <= sampled["chance"] <= high
    won = ask("best", state="need:BC have:B hand:T+dig grave:C vs burger:spicy")
    assert (won["status"], won["value"], won["chance"]) == ("optimal", "+dig C", 1.0)


def test_play_and_check(burger: Command, tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    played = burger("battle", "play", "--players", "3", "--seed", "4", "-o", str(log))
    assert played.code == 0
    assert "wins in turn" in played.out
    assert burger("battle", "play", "--players", "3", "--seed", "4").out == played.out
    right = burger("battle", "check", str(log))
    assert (right.code, right.out[:6]) == (0, "Right:")
    document = json.loads(log.read_text())
    place = next(at for at, action in enumerate(document["actions"]) if "discard" in action)
    del document["actions"][place]
    wrong = burger("battle", "check", "-", stdin=json.dumps(document))
    assert wrong.code == 1
    assert f"action {place + 1}" in wrong.out
    assert "6 cards in hand" in wrong.out


def log_of(seed: int, **change: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask("play", players=2, seed=seed)["log"]
    return {**found, **change}


def test_check_documents() -> None:
    assert ask("check", log=json.dumps(log_of(1)))["value"] is True
    assert ask("check", log=json.dumps(ask("play", players=2, seed=1)))["value"] is True
    assert ask("check", log=json.dumps(log_of(1, scores=[1, 1])))["value"] is False
    short = log_of(1)
    short["actions"].pop()
    assert "ends before the game" in ask("check", log=json.dumps(short))["why"]
    long = log_of(1)
    long["actions"].append("1 draw")
    assert "over" in ask("check", log=json.dumps(long))["why"]
    mild = ask("play", players=4, seed=2, mild=True)["log"]
    assert mild["options"] == {"mild": True}
    assert ask("check", log=json.dumps(mild))["value"] is True
    assert ask("check", log=json.dumps({**mild, "options": {}}))["value"] is False


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "slam"}, "a log of 'slam'"),
        ({"players": 9}, "9 players"),
        ({"actions": "1 draw"}, "actions"),
        ({"options": {"wild": True}}, "unknown option 'wild'"),
        ({"options": {"mild": 3}}, "no yes or no"),
        ({"deck": "/no/such/deck.json"}, "a deck by a name"),
        ({"colour": 1}, "colour"),
    ],
)
def test_bad_logs(change: dict[str, Any], says: str) -> None:
    assert says in ask("check", log=json.dumps(log_of(1, **change)))["error"]


def test_tournament(burger: Command) -> None:
    done = burger("battle", "tournament", "--policies", "greedy,random", "--games", "5", "--json")
    assert done.code == 0
    assert done.document["games"] == 6
    assert done.document["status"] == "estimate"
    assert done.document["value"] == "greedy"
    assert sum(row["wins"] for row in done.document["table"]) == 6
    two = burger(
        "battle", "tournament", "--policies", "greedy,random", "--games", "5", "--jobs", "2"
    )
    assert two.code == 0
    assert f"{done.document['table'][0]['wins']}" in two.out


def test_own_deck(burger: Command, tmp_path: Path) -> None:
    document = msgspec.to_builtins(standard_deck())
    document["provenance"] = "invented"
    document["burgers"].append({"name": "huge", "needs": "BMMCCLTOPAVJ"})
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(document))
    done = burger("battle", "win-now", "burger:huge", "--deck", str(path), "--json")
    assert done.code == 0
    assert done.document["needs"] == "BMMCCLTOPAVJ"
    assert "9 burgers" in burger("data", "check", str(path)).out
    document["burgers"].append({"name": "odd", "needs": "BXM"})
    path.write_text(json.dumps(document))
    assert_bad_input(burger("battle", "deck", "--deck", str(path)), "needs 'X'", "position 2")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["win-now"], "missing STATE"),
        (["win-now", "burger:classic", "hand:CLTX"], "position 4"),
        (["win-now", "need:BX"], "unknown ingredient 'X'"),
        (["win-now", "need:B", "hand:TTTTTT"], "6 cards in hand"),
        (["turns", "need:B", "--most", "0"], "most"),
        (["best", "need:B hand:T"], "no other player"),
        (["best", "need:B vs need:C"], "no card in hand"),
        (["best", "need:B hand:TTTTTTT vs need:C"], "7 cards in hand"),
        (["check"], "missing LOG"),
        (["check", "/no/such/log.json"], "cannot read the file"),
        (["check", "{"], "no JSON"),
        (["play", "--players", "1"], "players"),
        (["play", "--seed", "9" * 30], "seed"),
        (["play", "--policy", "greedi"], "expected greedy"),
        (["play", "--policy", "greedy,random"], "2 policies for 4 players"),
        (["tournament"], "missing --policies"),
        (["tournament", "--policies", "greedy"], "1 policies"),
        (["tournament", "--policies", "greedy,random", "--games", "0"], "games"),
        (["win"], "No such command"),
        (["deck", "--deck", "/no/such/deck.json"], "cannot read the file"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    code = run(["battle", *arguments])
    assert_bad_input(Run(code, *capsys.readouterr()), says)


def test_limit(burger: Command) -> None:
    done = burger("battle", "win-now", "burger:spicy", "--limit", "0")
    assert done.code == 3
    assert done.err == "error: the limit was reached before the chance was worked out\n"


def test_closed_input(burger: Command) -> None:
    assert_bad_input(burger("battle", "check", "-", stdin=""), "nothing on standard input")


def test_help_loads_no_solver(burger: Command) -> None:
    done = burger("battle", "--help")
    assert done.code == 0
    assert "win-now" in done.out


def test_simple_questions_load_nothing_heavy() -> None:
    program = (
        "import sys; from cli.main import run; "
        "run(['battle', 'win-now', 'need:B']); run(['battle', 'turns', 'need:B']); "
        "print([name for name in ('numba', 'numpy', 'ortools', 'networkx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stdout
