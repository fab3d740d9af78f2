"""Scoring: every example of the rulebook, and brute force over all assignments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.draft.deck import built_in
from solver.draft.rules import (
    CATEGORIES,
    Cards,
    Distinct,
    Ingredient,
    Need,
    ScoringCard,
    compiled,
    earners,
    matched,
)
from tests.draft import oracles


def card(points: int, scoring: str, *needs: Need, distinct: Distinct | None = None) -> ScoringCard:
    return ScoringCard(
        name="s",
        points=points,
        scoring=scoring,
        needs=needs,
        distinct=distinct,  # type: ignore[arg-type]
    )


def ingredient(text: str, points: int = 0) -> Ingredient:
    """Read ``red rare hot meat sauce``."""
    colour, frequency, *rest = text.split()
    categories: Any = tuple(word for word in rest if word != "hot")
    return Ingredient(
        name="x",
        colour=colour,  # type: ignore[arg-type]
        frequency=frequency,  # type: ignore[arg-type]
        hot="hot" in rest,
        categories=categories,
        points=points,
    )


def worth(one: ScoringCard, *texts: str) -> int:
    held = [ingredient(text) for text in texts]
    return compiled(one, held).worth([1] * len(held))


# The examples of the rulebook, Scoring Cards.


@pytest.mark.parametrize(("greens", "points"), [(0, 0), (1, 0), (2, 4), (3, 4), (4, 8), (7, 12)])
def test_four_points_for_every_two_green(greens: int, points: int) -> None:
    every_two = card(4, "multiple", Need(2, ("green",)))
    assert worth(every_two, *["green common salad"] * greens, "red common meat") == points


@pytest.mark.parametrize(("reds", "points"), [(3, 0), (4, 12), (8, 12)])
def test_twelve_points_once_for_at_least_four_red(reds: int, points: int) -> None:
    assert worth(card(12, "single", Need(4, ("red",))), *["red rare meat"] * reds) == points


def test_fourteen_points_for_seven_different_categories() -> None:
    seven = card(14, "single", distinct=Distinct(7, "category"))
    six = [f"green rare {name}" for name in CATEGORIES[:6]]
    assert worth(seven, *six) == 0
    assert worth(seven, *six, f"red rare {CATEGORIES[0]}") == 0
    assert worth(seven, *six, f"red rare {CATEGORIES[6]}") == 14
    # A card of two categories gives both (rulings).
    assert worth(seven, *six[:5], f"red rare {CATEGORIES[5]} {CATEGORIES[6]}") == 14


def test_six_points_for_each_card_that_is_hot_and_yellow() -> None:
    each = card(6, "multiple", Need(1, ("hot", "yellow")))
    assert worth(each, "yellow rare hot sauce", "yellow rare sauce", "red rare hot sauce") == 6
    assert worth(each, "yellow rare hot sauce", "yellow common hot meat") == 12


def test_sixteen_points_for_hot_red_hot_yellow_and_hot_green() -> None:
    three = card(
        16, "single", Need(1, ("hot", "red")), Need(1, ("hot", "yellow")), Need(1, ("hot", "green"))
    )
    hot = [f"{colour} rare hot sauce" for colour in ("red", "yellow", "green")]
    assert worth(three, *hot) == 16
    assert worth(three, *hot[:2], "green rare sauce") == 0
    assert worth(three, *hot, *hot) == 16


def test_the_examples_are_on_cards_of_the_deck() -> None:
    says = [str(one) for one in built_in()[1].scoring]
    assert "4 each time: 2 green" in says
    assert "12 once, at least: 4 red" in says
    assert "14 once, at least: 7 different categories" in says
    assert "6 each time: 1 hot+yellow" in says
    assert "16 once, at least: 1 hot+red, 1 hot+yellow, 1 hot+green" in says


# What takes care: the best assignment, disjoint cards, shared cards.


def test_the_best_assignment_counts() -> None:
    # The hot red card must go to "hot", for the other red one is not hot.
    both = card(5, "multiple", Need(1, ("red",)), Need(1, ("hot",)))
    assert worth(both, "red rare hot meat", "red rare meat") == 5
    assert worth(both, "red rare hot meat") == 0
    assert worth(both, "red rare hot meat", "green rare hot meat", "red rare meat") == 5


def test_a_card_fills_one_need_of_a_scoring_card_but_serves_every_scoring_card() -> None:
    cards = Cards(
        "x",
        (ingredient("red rare hot meat", points=2),),
        (card(3, "multiple", Need(1, ("red",))), card(4, "multiple", Need(1, ("hot",)))),
        ((0, 0),),
    )
    assert cards.total([1], [0, 1]) == 3 + 4 + 2


def test_alike_needs_need_different_cards() -> None:
    twice = card(5, "multiple", Need(1, ("red",)), Need(1, ("red",)))
    assert worth(twice, *["red rare meat"] * 3) == 5


@settings(max_examples=120)
@given(st.data())
def test_scoring_is_brute_force_over_all_assignments(data: st.DataObject) -> None:
    kinds = tuple(data.draw(oracles.ingredients(f"i{n}")) for n in range(3))
    one = data.draw(oracles.scoring_cards("s"))
    counts = data.draw(st.lists(st.integers(0, 3), min_size=3, max_size=3))
    held = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
    assert compiled(one, kinds).times(counts) == oracles.times(one, held)


@settings(max_examples=60)
@given(st.data())
def test_earners_are_cards_that_earn(data: st.DataObject) -> None:
    kinds = tuple(data.draw(oracles.ingredients(f"i{n}")) for n in range(3))
    one = data.draw(oracles.scoring_cards("s"))
    counts = data.draw(st.lists(st.integers(0, 3), min_size=3, max_size=3))
    found = earners(one, kinds, counts)
    times = compiled(one, kinds).times(counts)
    assert bool(found) == bool(times)
    if not times:
        return
    used = [place for earner in found for place in earner.ingredients]
    if one.distinct:
        assert len(found) >= one.distinct.count
        assert all(e.what in kinds[e.ingredients[0]].characteristics() for e in found)
    else:
        assert all(used.count(place) <= counts[place] for place in set(used))
        for earner, need in zip(found, one.needs, strict=True):
            assert len(earner.ingredients) == need.count * times
            assert all(set(need.of) <= kinds[n].characteristics() for n in earner.ingredients)


@given(st.lists(st.sets(st.integers(0, 5), max_size=4), max_size=6))
def test_matched_is_halls_condition(choices: list[set[int]]) -> None:
    found = matched(choices)
    subsets = range(1 << len(choices))
    possible = all(
        len(set().union(*(c for n, c in enumerate(choices) if s >> n & 1))) >= s.bit_count()
        for s in subsets
    )
    assert (found is not None) == possible
    if found is not None:
        assert len(set(found)) == len(found)
        assert all(thing in c for thing, c in zip(found, choices, strict=True))
