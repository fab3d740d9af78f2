"""Text of cards: it round-trips, is read kindly, and its faults are named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.draft.deck import Deck, built_in, check_deck, deck_schema, read_deck
from solver.draft.notation import (
    as_seen,
    format_cards,
    format_pool,
    parse_board,
    parse_cards,
    parse_pool,
)
from solver.draft.rules import DOTS
from solver.errors import InvalidInput

DECK, CARDS = built_in()

cards_in_any_order = st.permutations(sorted(CARDS.pairs))


@given(cards_in_any_order, st.integers(0, 30), st.lists(st.booleans(), min_size=30, max_size=30))
def test_what_is_printed_reads_the_same(
    pairs: list[tuple[int, int]], size: int, sides: list[bool]
) -> None:
    seen = [as_seen(pair, scoring_up=side) for pair, side in zip(pairs[:size], sides, strict=False)]
    seen = [
        one if side else replace(one, back=None) for one, side in zip(seen, sides, strict=False)
    ]
    text = format_cards(seen, CARDS)
    again = parse_cards(text, CARDS, "hand")
    assert sorted(map(repr, again)) == sorted(map(repr, seen))
    assert format_cards(again, CARDS) == text
    pool = format_pool(pairs[:size], CARDS)
    assert parse_pool(pool, CARDS) == sorted(pairs[:size])


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        board = parse_board(text, CARDS)
    except InvalidInput:
        return
    assert parse_board(format_cards(board.seen, CARDS), CARDS).scoring == board.scoring


@pytest.mark.parametrize(
    "text",
    [
        "beef:2 bun s01 s14",
        "BEEF*2, Bun; s1, s14",
        "2 beef bun s01 s14",
        "2beef, bun, S001, s14",
        "2xbeef bun s01 s14",
        "s14 beef s1 bun beef",
        ' ["beef:2", "bun", "s01", "s14"] ',
        '{"beef": 2, "bun": 1, "s01": 1, "s14": 1}',
        '{"board": "bun beef:2 s01 s14", "value": 3}',
        "bun\nbeef : 2\ns01\ns14\n",
    ],
)
def test_kind_readers(text: str) -> None:
    assert format_cards(parse_board(text, CARDS).seen, CARDS) == "bun beef:2 s01 s14"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("s01 s01", "the scoring card s01 is there 2 times"),
        ("s01 s02 s03 s04 s05 s06 s07", "7 scoring cards"),
        ("beef/s19 s19/beef", "beef/s19 is used on both sides"),
        ("s19/beef beef/s19", "used on both sides"),
        # All four beef cards, and both cards of s29: one is beef/s29.
        ("beef:4 egg s29", "no card is left for s29"),
        ("beef:5", "more than 4 of beef"),
        ("beef:0", "'beef:0' is no number of cards"),
        ("beef:-1", "unreadable card"),
        ("beef:1.5", "unreadable card"),
        ("beff", "unknown face 'beff' (board, card 1); expected beef"),
        ("bun beff", "card 2"),
        ("s99", "unknown face"),
        ("beef/s01", "no card 'beef/s01' in the deck"),
        ("beef/bun", "no card 'beef/bun'"),
        ("beef:99999999", "1 to 240"),
        ("{", "no JSON"),
        ("[1]", "'1' instead of a card's text"),
        ('{"beef": "x"}', "expected a whole number"),
        ("x" * 20000, "20,000 characters"),
    ],
)
def test_faults_of_boards_are_named(text: str, says: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_board(text, CARDS)
    assert says in str(caught.value)


def test_pools() -> None:
    assert parse_pool("all", CARDS) == sorted(CARDS.pairs)
    assert format_pool(parse_pool("s19/beef egg chili", CARDS), CARDS) == (
        "beef/s19 chili/s07 egg/s29"
    )
    for text, says in (
        ("beef", "several cards have beef"),
        ("s01", "several cards have s01"),
        ("egg egg", "more than 1 of egg"),
    ):
        with pytest.raises(InvalidInput, match=says):
            parse_pool(text, CARDS)


# The deck.


def test_the_deck_keeps_the_counts_of_the_rulebook() -> None:
    assert DECK.provenance.value == "reconstruction"
    assert len(CARDS.pairs) == sum(DOTS[one.frequency] for one in CARDS.ingredients) == 60
    assert all(
        sum(face == place for _, face in CARDS.pairs) == 2 for place in range(len(CARDS.scoring))
    )
    assert any(len(one.categories) > 1 for one in CARDS.ingredients)
    assert any(one.points for one in CARDS.ingredients)
    assert {one.colour for one in CARDS.ingredients if one.hot} == {"red", "yellow", "green"}


def test_the_schema_is_that_of_the_class() -> None:
    assert json.loads(data.read("draft/deck.schema.json")) == json.loads(json.dumps(deck_schema()))


def changed(change: Any, tmp_path: Path) -> str:
    document = msgspec.to_builtins(DECK)
    change(document)
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(document))
    return str(path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d["scoring"][0]["needs"][0].update(count=0), "scoring[0].needs[0].count"),
        (
            lambda d: d["scoring"][0]["needs"][0].update(of=["blue"]),
            "scoring[0].needs[0].of[0]",
        ),
        (lambda d: d["scoring"][0]["needs"][0].update(of=["blue"]), "expected green, red, yellow"),
        (lambda d: d["scoring"][0]["needs"][0].update(of=[]), "scoring[0].needs[0].of"),
        (lambda d: d["scoring"][0]["needs"][0].update(of=["red", "green"]), "two of a colour"),
        (lambda d: d["scoring"][0].update(needs=[]), "neither needs nor distinct"),
        (lambda d: d["scoring"][0].update(points=0), "scoring[0].points"),
        (lambda d: d["scoring"][23].update(scoring="multiple"), "different values each time"),
        (lambda d: d["scoring"][23]["distinct"].update(count=9), "at most 8"),
        (lambda d: d["ingredients"][0].update(colour="blue"), "blue"),
        (lambda d: d["ingredients"][0].update(name="beef"), "a second face called beef"),
        (lambda d: d["ingredients"][0].update(frequency="rare"), "4 cards with bun"),
        (lambda d: d["cards"].pop(), "0 cards with wasabi"),
        (lambda d: d["cards"].__setitem__(0, "bun"), "ingredient/scoring card"),
        (lambda d: d["cards"].__setitem__(0, "bnu/s13"), "unknown face 'bnu'"),
        (lambda d: d.update(extra=1), "extra"),
        (lambda d: d.pop("cards"), "cards"),
    ],
)
def test_faults_of_decks_are_named(change: Any, says: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_deck(changed(change, tmp_path))
    assert says in str(caught.value)


def test_an_own_deck_is_read(tmp_path: Path) -> None:
    path = changed(lambda d: d.update(provenance="own copy", name="mine"), tmp_path)
    deck, cards = read_deck(path)
    assert deck.name == cards.name == "mine"
    assert check_deck(msgspec.convert(msgspec.to_builtins(DECK), Deck), "x") == CARDS
