"""The biggest burger: against dynamic programming over subsets, every answer replayed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.answer import Status
from solver.errors import InvalidInput
from solver.superburger.biggest import biggest
from solver.superburger.cards import Card, is_filling
from solver.superburger.deck import built_in
from solver.superburger.rules import check_burger, fillings
from solver.watch import Watch
from tests.conftest import Command, assert_bad_input
from tests.superburger.oracles import biggest_by_subsets, lies_on, shares_colour

DECK = list(built_in().cards())
FILLING_CARDS = [card for card in DECK if is_filling(card)]
BUN_CARDS = [card for card in DECK if card[1:3] == "BN"]


def replay(burger: tuple[Card, ...], cards: list[Card], open_colour: str | None = None) -> None:
    """Check a burger by the rules and, once more, by the oracle's own reading of them."""
    check_burger(burger, "burger", closed=True)
    held = Counter(cards)
    if open_colour is not None:
        assert burger[0] == f"{open_colour}BN"
        held[burger[0]] += 1
    assert not Counter(burger) - held
    assert burger[0][1:] == burger[-1][1:] == "BN"
    assert shares_colour(burger[0], burger[1])
    assert shares_colour(burger[-2], burger[-1])
    for below, card in pairwise(burger[1:-1]):
        assert card[1:3] not in ("BN", "FL", "BX")
        assert lies_on(card, below)


def check(cards: list[Card], open_colour: str | None = None) -> int | None:
    found = biggest(cards, open_colour, Watch())
    assert found.fillings == biggest_by_subsets(cards, open_colour), cards
    if found.fillings is None:
        assert found.status is Status.INFEASIBLE
    else:
        assert found.status is Status.OPTIMAL
        assert fillings(found.burger) == found.fillings
        replay(found.burger, cards, open_colour)
    return found.fillings


def sparse_hand(rng: random.Random, most: int) -> list[Card]:
    """Few cards of many heroes: hands whose cards do not all fit in."""
    size = rng.randint(0, most)
    heroes = rng.sample(sorted({card[1:3] for card in FILLING_CARDS}), rng.randint(2, 14))
    pool = [card for card in FILLING_CARDS if card[1:3] in heroes]
    return rng.sample(pool, min(size, len(pool))) + rng.sample(BUN_CARDS, rng.choice([2, 2, 3]))


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_subsets(seed: int) -> None:
    rng = random.Random(seed)
    check(sparse_hand(rng, 10))


@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_subsets_up_to_14(seed: int) -> None:
    rng = random.Random(1000 + seed)
    pool = rng.sample(FILLING_CARDS, 14)
    check(pool + rng.sample(BUN_CARDS, 2))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(400))
def test_agrees_with_subsets_on_many(seed: int) -> None:
    rng = random.Random(10_000 + seed)
    check(sparse_hand(rng, 14), rng.choice([None, None, "r", "b"]))


@settings(max_examples=40)
@given(st.data())
def test_open_bun_agrees_with_subsets(data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(FILLING_CARDS), max_size=8))
    buns = data.draw(st.lists(st.sampled_from(BUN_CARDS), min_size=0, max_size=2))
    check(cards + buns, data.draw(st.sampled_from("rygb")))


def test_cards_do_not_always_all_fit() -> None:
    """The comparison would test nothing if every hand could be laid whole."""
    values = []
    for seed in range(40):
        cards = sparse_hand(random.Random(seed), 10)
        found = biggest_by_subsets(cards)
        values.append((found, sum(map(is_filling, cards))))
    assert any(found is None for found, _ in values)
    assert sum(found is not None and 0 < found < size for found, size in values) >= 8


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("rBN rBN", 0),
        ("rBN bBN", None),
        ("rBN", None),
        ("rBN rTO rTO", None),
        ("rBN rBN rTO bTO", 1),  # the blue tomato leads away and nothing leads back
        ("rBN rBN rTO bTO bTO rTO", 4),
        ("rBN bBN rTO bTO", 2),
        ("rBN gBN rMU+g", 1),
        ("rBN gBN rMU+y", None),
        ("rBN gBN rMU+y yMU+g", 2),  # by the hero or by yellow
        ("rBN bBN rMU+y gMU+b", 2),  # two mushrooms lie on each other whatever their colours
        ("rBN rBN bFL rFL rBX rTO", 1),
        ("rBN rBN gTO gTO bON yON", 0),  # loose cycles far from both buns count nothing
        ("rBN rBN rCU gTO bTO gON bON", 1),  # a loose cycle beside a burger
    ],
)
def test_by_hand(cards: str, value: int | None) -> None:
    assert check(built_in().read(cards, "cards")) == value


def test_whole_deck_takes_every_filling() -> None:
    found = biggest(DECK, None, Watch())
    assert (found.status, found.fillings) == (Status.OPTIMAL, 112)
    replay(found.burger, DECK)


def _with_doubles(cards: list[Card]) -> int:
    """The most fillings if each move lays one card, or two of one filling at once."""
    best = -1

    def lay(top: Card, left: list[Card], laid: int) -> None:
        nonlocal best
        for i, card in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            if card[1:3] == "BN":
                if shares_colour(card, top):
                    best = max(best, laid)
                continue
            if not (shares_colour(card, top) or card[1:3] == top[1:3]):
                continue
            lay(card, rest, laid + 1)
            for j, second in enumerate(rest):
                if second[1:3] == card[1:3]:
                    lay(second, rest[:j] + rest[j + 1 :], laid + 2)

    for i, card in enumerate(cards):
        if card[1:3] == "BN":
            lay(card, cards[:i] + cards[i + 1 :], 0)
    return best


@pytest.mark.parametrize("seed", range(20))
def test_doubles_never_raise_the_maximum(seed: int) -> None:
    rng = random.Random(seed)
    heroes = rng.sample(["TO", "ON", "PA", "MU"], 3)
    pool = [card for card in FILLING_CARDS if card[1:3] in heroes]
    cards = rng.sample(pool, 5) + rng.sample(BUN_CARDS, 2)
    found = biggest(cards, None, Watch()).fillings
    assert (-1 if found is None else found) == _with_doubles(cards)


def test_command(burger: Command) -> None:
    run = burger("super", "biggest", "rBN", "rTO bTO", "bON", "bBN", "gCU", "rFL", "--json")
    assert run.code == 0
    assert run.document["question"] == "super.biggest"
    assert (run.document["status"], run.document["value"]) == ("optimal", 3)
    assert {left["card"] for left in run.document["out"]} == {"gCU", "rFL"}


def test_command_counts_buns_and_opens(inside: Command) -> None:
    run = inside("super", "biggest", "gTO bTO bBN", "--open", "GREEN", "--count-buns", "--json")
    assert (run.document["value"], run.document["fillings"]) == (4, 2)
    assert run.document["burger"][0] == "gBN"


def test_command_without_a_burger(inside: Command) -> None:
    run = inside("super", "biggest", "rBN", "rTO", "--json")
    assert (run.code, run.document["status"], run.document["value"]) == (1, "infeasible", None)
    assert "1 bun" in run.document["why"]


def test_whole_deck_command(burger: Command) -> None:
    run = burger("super", "biggest", "--deck", "--json")
    assert (run.document["status"], run.document["value"]) == ("optimal", 112)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "no cards"),
        (["rBN rBN 9 bON"], "9 cards of ON"),
        (["rBN rBN 3 bTO"], "3 of bTO"),
        (["rBN rXX"], "card 2"),
        (["rBN MU"], "card 2"),
        (["4rBN bBN", "--open", "r"], "5"),
        (["rBN", "--open", "pink"], "pink"),
        (["rBN", "--deck"], "whole deck"),
        (["--deck", "missing.json"], "missing.json"),
    ],
)
def test_bad_input(inside: Command, arguments: list[str], says: str) -> None:
    assert_bad_input(inside("super", "biggest", *arguments), says)


def test_fly_breaks_no_hand_but_a_burger() -> None:
    with pytest.raises(InvalidInput, match=r"fly is no filling \(burger, position 2\)"):
        check_burger(["rBN", "rFL", "rBN"], "burger", closed=True)
