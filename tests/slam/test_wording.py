"""What the commands say to a person: helps, errors and drawings in plain words."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import Command, assert_bad_input
from tests.slam.test_commands import asked

__all__ = ["asked"]


def test_helps_say_what_is_taken(asked: Command) -> None:
    assert "--level NUMBER" in asked("slam", "play", "--help").out
    assert "--limit SECONDS" in asked("slam", "play", "--help").out
    assert "--hourglass SECONDS" in asked("master", "play", "--help").out
    assert "any but kids" in " ".join(asked("slam", "longest", "--help").out.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "PP"], ["missing --call", "standard, big or kids"]),
        (["longest", "--silver", "kids"], ["Kid's Menu", "another silver card"]),
    ],
)
def test_an_error_names_what_would_be_right(
    asked: Command, arguments: list[str], says: list[str]
) -> None:
    assert_bad_input(asked("slam", *arguments), *says)


def test_forgotten_cards_are_recommended_only_where_they_are_taken(asked: Command) -> None:
    seen = asked("slam", "odds", "? P", "--call", "big", "--seen", "?")
    assert_bad_input(seen, "seen, card 1", "known cards only")
    assert "odds and advise" not in seen.err
    assert "odds and advise" in asked("slam", "check", "?", "--call", "big").err


def test_a_batch_reads_names_in_any_case_and_speaks_of_no_types(burger: Command) -> None:
    check = {"question": "slam.check", "pile": "PPP PPP P", "call": "BIG"}
    bad = [
        {**check, "call": "large"},
        {**check, "call": 3},
        {**check, "gold": ["chili"]},
        {"question": "slam.finish", "pile": "P", "call": "big", "within": "x"},
    ]
    run = burger("batch", "-", "-o", "-", stdin="\n".join(map(json.dumps, [check, *bad])))
    right, *errors = map(json.loads, run.out.splitlines())
    assert (right["value"], right["call"]) == (True, "big")
    expected = ["one of standard, big, kids"] * 2 + ["text", "a whole number"]
    assert [each["error"].rpartition("expected ")[2] for each in errors] == expected


def test_a_log_of_wrong_types_is_told_in_words(asked: Command, tmp_path: Path) -> None:
    for log, says in (
        ('{"game": "slam", "players": "x"}', ["players", "a whole number"]),
        ('{"game": "slam"}', ["players"]),
        ("5", ["an object"]),
    ):
        (tmp_path / "log.json").write_text(log)
        run = asked("slam", "referee", "log.json")
        assert_bad_input(run, "no log", *says)
        assert "int" not in run.err


def test_a_kids_menu_names_one_choice_out_of_several(asked: Command) -> None:
    kids = ("--call", "kids", "--silver", "kids")
    several = asked("slam", "check", "CC", *kids).out
    assert "Missing: 2 T (tomato), 2 L (lettuce)" in several
    assert "any three toppings will do, the fourth absent: here P, or else T or L" in several
    one = asked("slam", "check", "CC PP T", *kids).out
    assert "the fourth absent: here L\n" in one
    none = asked("slam", "check", "C P T L", *kids).out
    assert "no topping is missing" in none
    assert "here" not in none


def test_a_big_burger_is_missing_one_topping_or_another(asked: Command) -> None:
    shown = asked("slam", "check", "CT", "--call", "big").out
    assert "Missing: 6 C (cheese) or 6 T (tomato)" in " ".join(shown.split())


def test_an_empty_pile_has_no_orders(asked: Command) -> None:
    run = asked("slam", "order", "-", "--call", "big")
    assert run.code == 1
    assert run.out.startswith("Big Burger: wrong on a pile without cards")
    assert "Wrong:" not in run.out


@pytest.mark.parametrize("columns", ["80", "60", "40"])
def test_a_narrow_terminal_cuts_nothing(
    asked: Command, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    shown = asked("slam", "play", "--pro", "--seed", "1").out
    assert "…" not in shown
    assert "..." not in shown


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_names_of_cards_stay_whole_at_80_columns(
    asked: Command, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    game = ("slam", "play", "--pro", "--players", "5", "--seed", seed)
    shown = asked(*game).out.split()
    burgers = asked(*game, "--json").document["games"][0]["burgers"]
    names = Counter(burger[key] for burger in burgers for key in ("gold", "silver", "call"))
    del names["none"]
    assert {name: shown.count(name) for name in names} == names
