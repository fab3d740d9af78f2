"""Cards, notation, deck and plays."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import InvalidInput
from solver.superburger.cards import fits, hero, in_words, is_filling
from solver.superburger.deck import BUILT_IN, DeckFile, built_in
from solver.superburger.notation import format_cards, parse_card, parse_cards, parse_colour
from solver.superburger.rules import plays
from tests.conftest import Command, assert_bad_input
from tests.superburger.oracles import lies_on, shares_colour

DECK = built_in()
FACES = sorted(DECK.counts)


def test_counts_are_the_rulebooks() -> None:
    """16 heroes × 4 colours × 2, and 16 buns, 4 a colour: 144."""
    assert sum(DECK.counts.values()) == 144
    by_hero = Counter(hero(card) for card in DECK.cards())
    assert by_hero.pop("BN") == 16
    assert len(by_hero) == 16
    assert set(by_hero.values()) == {8}
    colours = Counter((card[0], hero(card)) for card in DECK.cards())
    assert all(count == (4 if kind == "BN" else 2) for (_, kind), count in colours.items())


def test_mushrooms_second_colours_are_the_rulings() -> None:
    ring = "rygb"
    wanted = {
        f"{colour}MU+{ring[(i + step) % 4]}" for i, colour in enumerate(ring) for step in (1, 2)
    }
    assert {card for card in FACES if hero(card) == "MU"} == wanted


def test_points() -> None:
    """Fillings give points; flies, boxes and buns none: 14 heroes of 8."""
    assert sum(is_filling(card) for card in DECK.cards()) == 112


@given(st.sampled_from(FACES), st.sampled_from(FACES))
def test_fits_as_the_oracle_says(card: str, top: str) -> None:
    if card[1:3] in ("FL", "BX"):
        assert not fits(card, top)
    elif card[1:3] == "BN":
        assert fits(card, top) == shares_colour(card, top)
    elif top[1:3] not in ("FL", "BX"):
        assert fits(card, top) == lies_on(card, top)


@given(st.lists(st.sampled_from(FACES), max_size=30))
def test_cards_round_trip(cards: list[str]) -> None:
    text = format_cards(cards)
    assert parse_cards(text, "cards") == cards
    assert parse_cards(text.lower().replace(" ", " , "), "cards") == cards
    assert parse_cards(text.upper(), "cards") == cards


@given(st.lists(st.sampled_from([card for card in FACES if hero(card) != "MU"]), max_size=10))
def test_names_are_read(cards: list[str]) -> None:
    assert parse_cards(", ".join(map(in_words, cards)), "cards") == cards
    turned = " ".join(f"{in_words(c).partition(' ')[2]} {in_words(c).split()[0]}" for c in cards)
    assert parse_cards(turned, "cards") == cards


@given(st.text(max_size=20))
def test_any_text_is_cards_or_bad_input(text: str) -> None:
    try:
        cards = parse_cards(text, "cards")
    except InvalidInput:
        return
    assert parse_cards(format_cards(cards), "cards") == cards


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("rto", "rTO"),
        ("RED TOMATO", "rTO"),
        ("tomato-red", "rTO"),
        ("r:tomato", "rTO"),
        ("red_tomato", "rTO"),
        ("blue double patty", "bDP"),
        ("double patty blue", "bDP"),
        ("gBun", "gBN"),
        ("hungry fly red", "rFL"),
        ("green hot pepper", "gPE"),
        ("fried egg yellow", "yEG"),
        ("rMU+y", "rMU+y"),
        ("ryMU", "rMU+y"),
        ("r/y mushrooms".replace(" ", "-"), "rMU+y"),
        ("mushrooms red/yellow", "rMU+y"),
        ("red mushroom+yellow", "rMU+y"),
        ("red yellow mushrooms", "rMU+y"),
        ("red/yellow mushrooms", "rMU+y"),
        ("Mushrooms red yellow", "rMU+y"),
        ("tomato/red", "rTO"),
        ("red/tomato", "rTO"),
    ],
)
def test_kind_reading(text: str, card: str) -> None:
    assert parse_card(text, "card") == card


def test_words_of_many_cards_are_told_apart() -> None:
    text = "mushrooms red yellow onion blue; green tomato 2 red buns, 2x gBN yellow blue mushrooms"
    wanted = "rMU+y bON gTO rBN rBN gBN gBN yMU+b"
    assert parse_cards(text, "cards") == wanted.split()


def test_mushrooms_turned_round_are_those_of_the_deck() -> None:
    assert DECK.read("bMU+g", "cards") == ["gMU+b"]
    assert DECK.read("gMU+r rMU+g", "cards") == ["gMU+r", "rMU+g"]


def test_colours() -> None:
    assert [parse_colour(text, "") for text in ("r", "RED", "red bun".replace(" ", "-"))] == [
        "r"
    ] * 3
    with pytest.raises(InvalidInput):
        parse_colour("rTO", "")


def test_schema_is_the_class() -> None:
    schema = json.loads(data.read("superburger/deck.schema.json"))
    assert schema == msgspec.json.schema(DeckFile)


def test_deck_says_that_it_is_a_reconstruction() -> None:
    assert json.loads(data.read(BUILT_IN))["provenance"] == "reconstruction"


def test_own_deck_is_checked(inside: Command, tmp_path: Path) -> None:
    deck = json.loads(data.read(BUILT_IN))
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(deck))
    run = inside("data", "check", "deck.json")
    assert run.code == 0
    assert "144 cards" in run.out
    deck["cards"][0]["count"] = 1
    path.write_text(json.dumps(deck))
    assert_bad_input(inside("data", "check", "deck.json"), "1 of red cucumber")
    assert_bad_input(inside("super", "biggest", "--deck", "deck.json"), "1 of red cucumber")


def test_own_deck_with_other_mushrooms(inside: Command, tmp_path: Path) -> None:
    text = data.read(BUILT_IN).decode().replace("rMU+y", "rMU+b")
    (tmp_path / "deck.json").write_text(text)
    run = inside("super", "biggest", "rBN bBN rMU+b bMU+r", "--deck", "deck.json", "--json")
    assert run.document["value"] == 2
    assert_bad_input(inside("super", "biggest", "rBN bBN rMU+b bMU+r"), "2 of bMU+r")
    assert inside("super", "biggest", "--deck", "deck.json", "--json").document["value"] == 112


# Plays.


def literal_plays(hand: list[str], top: str) -> set[tuple[str, ...]]:
    """Every way to lay one card, or two of one filling, or a bun, by trying all."""
    found: set[tuple[str, ...]] = set()
    for i, card in enumerate(hand):
        if card[1:3] in ("FL", "BX"):
            continue
        if card[1:3] == "BN":
            if shares_colour(card, top):
                found.add((card,))
        elif lies_on(card, top):
            found.add((card,))
            for j, second in enumerate(hand):
                if i != j and second[1:3] == card[1:3]:
                    found.add((card, second))
    return found


@given(
    st.lists(st.sampled_from(list(DECK.cards())), max_size=9),
    st.sampled_from([card for card in FACES if card[1:3] not in ("FL", "BX")]),
)
def test_plays_are_all_there_are(hand: list[str], top: str) -> None:
    found = [play.cards for play in plays(hand, top)]
    assert len(found) == len(set(found))
    assert set(found) == literal_plays(hand, top)


def test_plays_command(burger: Command) -> None:
    run = burger("super", "plays", "rTO bTO gON", "gBN rFL", "--top", "gTO", "--json")
    assert run.code == 0
    cards = [tuple(play["cards"]) for play in run.document["plays"]]
    assert cards == [
        ("rTO",), ("bTO",), ("gON",), ("rTO", "bTO"), ("bTO", "rTO"), ("gBN",)
    ]  # fmt: skip
    assert run.document["value"] == 6
    assert [held["card"] for held in run.document["elsewhere"]] == ["rFL"]


def test_simple_questions_load_neither_solver_nor_graphs() -> None:
    code = (
        "import sys; from cli.main import run; "
        "run(['super', 'plays', 'rTO', '--top', 'rON']); run(['super', 'flies', 'rBN rTO rBN']); "
        "sys.exit(any(name in sys.modules for name in ('numba', 'ortools', 'networkx')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0


def test_plays_onto_an_empty_table(inside: Command) -> None:
    run = inside("super", "plays", "rTO rBN", "--top", "-", "--json")
    assert [play["cards"] for play in run.document["plays"]] == [["rBN"]]


def test_plays_where_nothing_fits(inside: Command) -> None:
    run = inside("super", "plays", "rTO", "--top", "gON")
    assert run.code == 0
    assert "take a card" in run.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "missing HAND"),
        (["rTO"], "missing --top"),
        (["rTO", "--top", "rFL"], "rFL on top"),
        (["rTO", "--top", "rTO rON"], "2 cards"),
        (["rTO rTO", "--top", "rTO"], "3 of rTO"),
        (["9on", "--top", "rTO"], "9on"),
        (["2rON 2gON 2bON 2yON", "--top", "rON"], "9 cards of ON"),
        (["tomato", "--top", "rTO"], "colour"),
        (["rtomatto", "--top", "rTO"], "tomato"),
        (["rMU", "--top", "rTO"], "second colour"),
        (["rgTO", "--top", "rTO"], "two colours"),
        (["0rTO", "--top", "rTO"], "none"),
    ],
)
def test_bad_input(inside: Command, arguments: list[str], says: str) -> None:
    assert_bad_input(inside("super", "plays", *arguments), says)
