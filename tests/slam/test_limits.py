"""At the limit an answer is still one: the best so far, what is proved, and exit code 3."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from solver.errors import LimitReached
from solver.slam import questions
from solver.slam.rules import Call
from solver.watch import Watch
from tests.conftest import Command
from tests.slam.test_commands import asked

__all__ = ["asked"]


@pytest.fixture
def no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let CP-SAT find nothing within any limit, however quick the machine."""

    def nothing(*_: Any, **__: Any) -> Any:
        raise LimitReached("nothing")

    monkeypatch.setattr(questions, "run_model", nothing)
    monkeypatch.setattr("solver.slam.longest.run_model", nothing)


def limited(asked: Command, *arguments: str) -> dict[str, Any]:
    """Return the document of an answer at the limit; its drawing has the same exit code."""
    run = asked("slam", *arguments, "--limit", "0", "--json")
    assert (run.code, run.err) == (3, "")
    assert run.document["status"] == "feasible"
    shown = asked("slam", *arguments, "--limit", "0")
    assert (shown.code, shown.err) == (3, "")
    assert "imit reached" in shown.out
    document: dict[str, Any] = run.document
    return document


@pytest.mark.usefixtures("no_solution")
def test_longest_at_the_limit_is_at_most_the_deck(asked: Command) -> None:
    found = limited(asked, "longest", "--seen", "PPP")
    assert (found["value"], found["pile"], found["bound"]) == (0, "-", 59)
    assert found["missed_from"] is None


@pytest.mark.usefixtures("no_solution")
def test_fewest_and_finish_at_the_limit_take_a_card_at_least(asked: Command) -> None:
    for question in (["fewest"], ["finish", "PPP"]):
        found = limited(asked, *question, "--call", "big")
        assert (found["value"], found["pile"], found["bound"]) == (None, None, 1)


@pytest.mark.usefixtures("no_solution")
def test_a_pile_that_is_right_now_needs_no_search(asked: Command) -> None:
    pile = ("slam", "finish", "PPP", "PP", "P", "CC", "--limit", "0", "--json")
    found = asked(*pile, "--call", "big", "--silver", "wild")
    assert (found.code, found.document["value"], found.document["wild"]) == (0, 0, "P")
    other = asked(*pile, "--call", "big", "--silver", "wild", "--wild", "C")
    assert (other.code, other.document["bound"]) == (3, 1)


@pytest.mark.usefixtures("no_solution")
@pytest.mark.parametrize(
    ("cards", "bound", "witness"),
    [("PPP C+r PPP PP", ["none", "some"], "wrong"), ("C+r PPP PPP PP", ["every", "some"], "right")],
)
def test_order_at_the_limit_keeps_what_the_cards_as_given_say(
    asked: Command, cards: str, bound: list[str], witness: str
) -> None:
    found = limited(asked, "order", cards, "--call", "big", "--gold", "chili")
    assert (found["value"], found["bound"], found[witness]) == (None, bound, cards)
    assert [found["right"], found["wrong"]].count(None) == 1


def test_odds_at_the_limit_are_from_0_to_1(asked: Command) -> None:
    found = limited(asked, "odds", "? ? ? ?", "--call", "big", "--gold", "chili")
    assert (found["value"], found["decimal"], found["favourable"]) == (None, None, None)
    assert found["bound"] == ["0", "1"]
    assert found["drawings"] == str(60 * 59 * 58 * 57)


def test_advice_at_the_limit_is_none_but_its_cards_are_bounded(asked: Command) -> None:
    doubt = limited(asked, "advise", "? ? ? ?", "--call", "big", "--mine", "1")
    assert (doubt["value"], doubt["advice"], doubt["chance"]) == (None, None, None)
    assert doubt["bound"] == ["-1", "6"]
    call = limited(asked, "advise", "? ? ? ?")
    assert (call["call"], call["choices"], call["bound"]) == (None, [], ["-2", "6"])


def test_advice_at_the_limit_takes_the_calls_that_were_worked_out(
    asked: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solver.slam import odds_answers

    whole = odds_answers.chances

    def only_standard(pile: Any, left: Any, call: Call, *rest: Any) -> Any:
        if call is not Call.STANDARD:
            raise LimitReached("nothing")
        return whole(pile, left, call, *rest[:-1], Watch())

    monkeypatch.setattr(odds_answers, "chances", only_standard)
    for pile, advice in (("CC CTL PT PL ?", "call"), ("CC ?", None)):
        found = limited(asked, "advise", pile)
        assert [choice["call"] for choice in found["choices"]] == ["standard"]
        assert found["advice"] == advice
        low, high = map(Fraction, found["bound"])
        assert low <= Fraction(found["value"]) <= high


def test_play_at_the_limit_has_the_games_that_were_finished(
    asked: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    none = limited(asked, "play", "--games", "3", "-o", "log.json")
    assert (none["value"], none["games"], none["bound"], none["asked"]) == (None, [], 0, 3)
    assert not (tmp_path / "log.json").exists()
    looks = iter([False, False, True])
    monkeypatch.setattr(Watch, "expired", lambda _: next(looks))
    run = asked("slam", "play", "--games", "3", "--limit", "9", "-o", "log.json", "--json")
    assert (run.code, run.document["bound"], len(run.document["games"])) == (3, 2, 2)
    assert run.document["totals"] == [
        sum(game["scores"][player] for game in run.document["games"]) for player in range(3)
    ]
    assert asked("slam", "referee", "log.json").code == 0
