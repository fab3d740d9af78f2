"""The reconstruction keeps every count of the rulings; a deck that does not is refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import data
from solver.battle.deck import Battle, deck_from, deck_schema, standard_deck
from solver.decks import check_deck
from solver.errors import InvalidInput


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data.read("battle/deck.json"))
    return found


def test_counts() -> None:
    deck = standard_deck()
    assert deck.provenance == "reconstruction"
    assert sum(found.copies for found in deck.ingredients) == 110
    assert sum(deck.battle.values()) == 32
    assert set(deck.battle) == set(Battle)
    assert len(deck.burgers) == len({*deck.needs.values()}) == 8
    assert all(5 <= len(needs) <= 7 for needs in deck.needs.values())
    needed = Counter(letter for needs in deck.needs.values() for letter in needs)
    assert needed <= deck.counts


def test_schema() -> None:
    assert json.loads(data.read("battle/deck.schema.json")) == deck_schema()
    assert data.names().count("battle/deck.json") == 1
    assert not [name for name in data.names() if "schema" in name]


def write(path: Path, change: dict[str, Any]) -> str:
    path.write_text(json.dumps({**document(), **change}))
    return str(path)


def test_own_copy(tmp_path: Path) -> None:
    path = write(tmp_path / "deck.json", {"provenance": "own copy", "name": "mine"})
    assert "the mine deck" in check_deck(path)
    assert deck_from(path).counts == standard_deck().counts


BURGERS = document()["burgers"]
INGREDIENTS = document()["ingredients"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"burgers": [*BURGERS[:7], {"name": "odd", "needs": "BMCLX"}]},
            "needs 'X', which the deck",
        ),
        ({"burgers": BURGERS[:7]}, "7 burgers"),
        ({"burgers": [*BURGERS[:7], {"name": "odd", "needs": "BMTC"}]}, "4 ingredients"),
        ({"burgers": [*BURGERS[:7], {"name": "odd", "needs": "JJJJJJ"}]}, "burgers need 6 of J"),
        ({"burgers": [*BURGERS[:7], {"name": "odd", "needs": "OTLMB"}]}, "what another does"),
        ({"burgers": [*BURGERS[:7], BURGERS[0]]}, "a second burger classic"),
        ({"ingredients": INGREDIENTS[:-1]}, "which the deck lacks"),
        ({"ingredients": [*INGREDIENTS, INGREDIENTS[0]]}, "a second ingredient B"),
        ({"ingredients": [{**INGREDIENTS[0], "copies": 14}, *INGREDIENTS[1:]]}, "111 ingredient"),
        ({"ingredients": [{**INGREDIENTS[0], "copies": 0}, *INGREDIENTS[1:]]}, "copies"),
        ({"battle": {"+bomb": 32, "+bmob": 1}}, "+bmob"),
        ({"battle": {"+bomb": 31}}, "31 battle cards"),
        ({"provenance": "published"}, "published"),
        ({"colour": "red"}, "colour"),
        ({"ingredients": [{"letter": "M", "name": "Mango", "copies": 9}]}, "M called 'Mango'"),
        ({"ingredients": [{"letter": "X", "name": "Meat", "copies": 9}]}, "Meat written X"),
    ],
)
def test_faults(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    path = write(tmp_path / "deck.json", change)
    with pytest.raises(InvalidInput) as error:
        deck_from(path)
    assert says in str(error.value)
    assert path in str(error.value)
