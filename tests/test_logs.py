"""A log is judged by the cards it was played with, wherever it is read; a game without end says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import data
from solver.carried import BUILT_IN, checksum
from tests.conftest import Command, assert_bad_input

#: Game -> its referee, the option that names a deck, and the deck that comes along.
GAMES = {
    "master": ("verify-log", "--menu", "master/menu-base.json"),
    "slam": ("referee", "--deck", "slam/deck.json"),
    "draft": ("hindsight", "--deck", "draft/deck.json"),
    "super": ("referee", "--deck", "superburger/deck.json"),
    "battle": ("check", "--deck", "battle/deck.json"),
}

#: Two burgers that need every card of the deck: whoever discards helps the other.
ENDLESS = {
    "game": "battle", "kind": "deck", "name": "mini", "provenance": "invented",
    "ingredients": [
        {"letter": "T", "name": "Tomato", "copies": 1},
        {"letter": "C", "name": "Cheese", "copies": 3},
        {"letter": "M", "name": "Meat", "copies": 2},
        {"letter": "B", "name": "Bun", "copies": 1},
        {"letter": "L", "name": "Lettuce", "copies": 3},
    ],
    "battle": {"+apocalypse": 1, "+swap": 2},
    "burgers": [{"name": "one", "needs": "TCMBC"}, {"name": "two", "needs": "CMLLL"}],
}  # fmt: skip


def own(game: str) -> dict[str, Any]:
    """Return the deck that comes along as an owner's, under another name."""
    document: dict[str, Any] = json.loads(data.read(GAMES[game][2]))
    return {**document, "name": "mine", "provenance": "own copy"}


@pytest.mark.parametrize("game", GAMES)
def test_a_log_carries_its_own_deck(here: Command, tmp_path: Path, game: str) -> None:
    referee, option, _ = GAMES[game]
    (tmp_path / "my.json").write_text(json.dumps(own(game)))
    (tmp_path / "sub").mkdir()
    asked = (game, "play", "--players", "2", "--seed", "1", "-o", "sub/g.json", option, "my.json")
    assert here(*asked).code == 0
    (tmp_path / "my.json").write_text("another file by now")
    assert json.loads((tmp_path / "sub/g.json").read_text())["deck"] == own(game)
    assert here(game, referee, "sub/g.json").code == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_that_comes_along_is_named_with_its_checksum(
    here: Command, tmp_path: Path, game: str
) -> None:
    referee = GAMES[game][0]
    assert here(game, "play", "--players", "2", "--seed", "1", "-o", "g.json").code == 0
    log = json.loads((tmp_path / "g.json").read_text())
    name = next(iter(BUILT_IN[game]))
    assert log["deck"] == {"name": name, "sha256": checksum(game, name)}
    assert here(game, referee, "g.json").code == 0
    for deck, says in (
        ({"name": name, "sha256": "0" * 64}, "another version"),
        ({"name": "elsewhere", "sha256": "0" * 64}, "unknown deck"),
        ("my.json", "a deck by a name"),
    ):
        (tmp_path / "other.json").write_text(json.dumps({**log, "deck": deck}))
        assert_bad_input(here(game, referee, "other.json"), says, "deck")


@pytest.mark.parametrize("game", ["battle", "draft"])
def test_another_deck_than_the_logs_is_refused(here: Command, tmp_path: Path, game: str) -> None:
    referee = GAMES[game][0]
    assert here(game, "play", "--players", "2", "--seed", "1", "-o", "g.json").code == 0
    (tmp_path / "my.json").write_text(json.dumps(own(game)))
    run = here(game, referee, "g.json", "--deck", "my.json")
    assert_bad_input(run, "another deck than that of the log")


def test_a_game_without_end_is_given_up_and_its_log_says_so(here: Command, tmp_path: Path) -> None:
    (tmp_path / "mini.json").write_text(json.dumps(ENDLESS))
    asked = ("battle", "play", "--players", "2", "--seed", "1", "--deck", "mini.json")
    run = here(*asked, "--json", "-o", "g.json")
    answer = run.document
    assert (run.code, answer["status"], answer["value"], answer["ended"]) == (
        3, "feasible", None, False,
    )  # fmt: skip
    assert answer["bound"] == answer["turns"]
    assert "without end" in here(*asked).out
    checked = here("battle", "check", "g.json")
    assert checked.code == 0
    assert "given up without a winner" in checked.out
    log = json.loads((tmp_path / "g.json").read_text())
    (tmp_path / "claims.json").write_text(json.dumps({**log, "ended": True}))
    assert here("battle", "check", "claims.json").code == 1
