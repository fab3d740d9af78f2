"""Documents that a request gives: as a file, as the JSON itself, on standard input, or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Command, assert_bad_input

REFEREES = {
    "master": "verify-log",
    "slam": "referee",
    "draft": "hindsight",
    "super": "referee",
    "battle": "check",
}


@pytest.mark.parametrize("game", REFEREES)
def test_a_log_may_come_through_a_pipe_from_a_file_or_as_itself(
    burger: Command, tmp_path: Path, game: str
) -> None:
    log = burger(game, "play", "--players", "2", "--seed", "1", "-o", "-").out
    (tmp_path / "game.json").write_text(log)
    ways = [
        burger(game, REFEREES[game], "-", "--json", stdin=log),
        burger(game, REFEREES[game], "game.json", "--json"),
        burger(game, REFEREES[game], json.dumps(json.loads(log)), "--json"),
    ]
    assert {way.code for way in ways} == {0}
    assert len({json.dumps(way.document["value"]) for way in ways}) == 1


@pytest.mark.parametrize("stdin", ["", "game.json", "42", "\x00"])
@pytest.mark.parametrize("game", REFEREES)
def test_what_comes_through_a_pipe_and_is_no_log_is_told(
    burger: Command, game: str, stdin: str
) -> None:
    assert_bad_input(burger(game, REFEREES[game], "-", stdin=stdin))


def test_a_deck_may_come_through_a_pipe(burger: Command) -> None:
    deck = burger("data", "show", "slam/deck").out
    piped = burger("slam", "longest", "--deck", "-", "--json", stdin=deck)
    assert piped.document["value"] == burger("slam", "longest", "--json").document["value"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 100_000, "nested too deep"),
        ('{"seed": ' + "9" * 5000 + "}", "too many digits"),
        ("{", "no JSON"),
    ],
)
def test_json_that_cannot_be_read_is_told_without_python(
    here: Command, tmp_path: Path, text: str, says: str
) -> None:
    (tmp_path / "log.json").write_text(text)
    run = here("master", "verify-log", "log.json")
    assert_bad_input(run, says)
    assert "set_int_max" not in run.err
    assert "recursion" not in run.err


def test_an_option_of_a_log_that_is_not_known_is_told(burger: Command) -> None:
    log = {"game": "master", "players": 2, "seed": 1, "actions": [], "scores": [0, 0]}
    run = burger("master", "verify-log", "-", stdin=json.dumps({**log, "options": {"foo": 1}}))
    assert_bad_input(run, "foo", "log, options", "hourglass")
