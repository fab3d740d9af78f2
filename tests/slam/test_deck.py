"""The cards: the counts of the box, the schema, an owner's own deck."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import data
from solver.decks import deck_names
from solver.errors import InvalidInput
from solver.slam.deck import Deck, built_in, check_deck, check_in_deck, deck_schema
from solver.slam.notation import parse_pile, parse_silver
from solver.slam.rules import SILVERS, TOPPINGS
from tests.conftest import Command, assert_bad_input


def written(**changes: Any) -> dict[str, Any]:
    return {**msgspec.to_builtins(built_in()), **changes}


def checked(document: object) -> Deck:
    return check_deck(msgspec.convert(document, Deck), "mine.json")


def test_the_counts_of_the_box() -> None:
    deck = built_in()
    assert deck.provenance == "reconstruction"
    assert deck.cards().total() == 60
    assert len(deck.special) == 16
    silver = Counter(name for name in deck.special if name not in ("chili", "sauce"))
    assert silver.total() == 14
    assert set(silver) == {str(card) for card in SILVERS if card is not None}
    assert silver["wild"] == 2
    assert max(count for name, count in silver.items() if name != "wild") == 1


def test_faces_of_the_reconstruction() -> None:
    cards = built_in().cards()
    assert len({card.toppings for card in cards}) == 34  # every face that 1 to 3 toppings make
    assert not any(card.red and card.yellow for card in cards)
    assert sum(n for card, n in cards.items() if card.red) == 12
    assert sum(n for card, n in cards.items() if card.yellow) == 12
    for place in range(len(TOPPINGS)):
        assert sum(n * card.counts[place] for card, n in cards.items()) == 36


def test_the_rulebooks_examples_can_be_dealt() -> None:
    check_in_deck(parse_pile("CC CTL PT PL"), built_in(), "pile")
    check_in_deck(parse_pile("PPP C+r P+r CTL+y"), built_in(), "pile")


def test_the_schema_is_that_of_the_class() -> None:
    assert json.loads(data.read("slam/deck.schema.json")) == deck_schema()
    assert "slam/deck.json" in deck_names()
    assert "slam/deck.schema.json" not in deck_names()


def test_an_invented_deck_may_be_of_any_size() -> None:
    deck = checked(
        written(provenance="invented", toppings=[{"card": "P+r+y", "copies": 2}], special=[])
    )
    assert deck.cards().total() == 2


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"toppings": [{"card": "P", "copies": 60}], "special": []}, "0 special cards"),
        ({"toppings": [{"card": "P", "copies": 59}]}, "59 topping cards"),
        ({"toppings": [{"card": "TP", "copies": 30}, {"card": "pt", "copies": 30}]}, "PT again"),
        ({"toppings": [{"card": "PPPP", "copies": 60}]}, "4 toppings"),
        ({"toppings": [{"card": "P", "copies": 30}, {"card": "P", "copies": 30}]}, "P again"),
        ({"special": ["chili"] * 16}, "special cards"),
        ({"special": ["chili", "sauce", *["wild"] * 14]}, "special cards"),
        ({"special": [*msgspec.to_builtins(built_in()).get("special")[:-1], "Wild"]}, "written"),
        ({"special": ["mustard"] * 16}, "special[0]"),
        ({"toppings": [{"card": "P", "copies": 400}, {"card": "T"}]}, "401 topping cards"),
    ],
)
def test_decks_that_are_none(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked(written(**changes))
    assert says in str(caught.value)


def test_more_copies_than_the_deck_has() -> None:
    with pytest.raises(InvalidInput, match="2 of PPP"):
        check_in_deck(parse_pile("PPP PPP"), built_in(), "pile")
    with pytest.raises(InvalidInput, match="a face of the deck"):
        check_in_deck(parse_pile("PPP+r+y"), built_in(), "pile")


def test_every_silver_card_of_the_deck_is_read() -> None:
    for name in built_in().special:
        if name not in ("chili", "sauce"):
            assert str(parse_silver(name)) == name


def test_an_owners_deck_through_the_command(burger: Command, tmp_path: Path) -> None:
    own = written(
        name="tiny", provenance="invented", toppings=[{"card": "PPP", "copies": 3}], special=[]
    )
    (tmp_path / "own.json").write_text(json.dumps(own))
    assert "tiny deck of Burger Slam, 3 topping cards" in burger("data", "check", "own.json").out
    found = burger("slam", "fewest", "--call", "big", "--deck", "own.json", "--json").document
    assert (found["value"], found["pile"]) == (3, "PPP PPP PPP")
    own["toppings"] = [{"card": "PXP"}]
    (tmp_path / "own.json").write_text(json.dumps(own))
    run = burger("slam", "fewest", "--call", "big", "--deck", "own.json")
    assert_bad_input(run, "own.json", "toppings[0]", "unknown topping 'X'")
    assert_bad_input(burger("data", "check", "missing.json"), "missing.json")
