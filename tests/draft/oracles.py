"""Slow and obvious versions of what solver.draft computes, and strategies for small decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from hypothesis import strategies as st

from solver.draft.game import Draft
from solver.draft.hindsight import Played
from solver.draft.rules import (
    CATEGORIES,
    COLOURS,
    DOTS,
    MOST_SCORING,
    VALUES,
    Cards,
    Distinct,
    Ingredient,
    Need,
    ScoringCard,
)

Pair = tuple[int, int]


def times(card: ScoringCard, held: Sequence[Ingredient]) -> int:
    """Return how often a scoring card scores, by trying every assignment of cards to needs."""
    if card.distinct is not None:
        shown = {
            value
            for value in VALUES[card.distinct.of]
            for one in held
            if value in one.characteristics()
        }
        return int(len(shown) >= card.distinct.count)
    most = 0
    while can_be_met(list(card.needs) * (most + 1), list(held)):
        most += 1
    return min(most, 1) if card.scoring == "single" else most


def can_be_met(needs: list[Need], held: list[Ingredient]) -> bool:
    """Return whether different cards can meet all needs: every way to meet the first, then the rest."""
    if not needs:
        return True
    first, rest = needs[0], needs[1:]
    serving = [n for n, one in enumerate(held) if set(first.of) <= one.characteristics()]
    return any(
        can_be_met(rest, [one for n, one in enumerate(held) if n not in chosen])
        for chosen in combinations(serving, first.count)
    )


def total(cards: Cards, ingredients: Sequence[int], scoring: Sequence[int]) -> int:
    """Return a board's score."""
    held = [cards.ingredients[place] for place in ingredients]
    return sum(one.points for one in held) + sum(
        cards.scoring[place].points * times(cards.scoring[place], held) for place in scoring
    )


def best(cards: Cards, pool: Sequence[Pair], number: int) -> int:
    """Return the best board's score, by trying every use of every physical card."""
    most = 0
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    for sides in product((None, 0, 1), repeat=len(pool)):
        up = [pair[0] for pair, side in zip(pool, sides, strict=True) if side == 0]
        down = [pair[1] for pair, side in zip(pool, sides, strict=True) if side == 1]
        if len(up) + len(down) > number or len(down) > MOST_SCORING:
            continue
        if len(set(down)) < len(down):
            continue
        key = tuple(sorted(up)), tuple(sorted(down))
        if key not in known:
            known[key] = total(cards, *key)
        most = max(most, known[key])
    return most


def hindsight(played: Played, player: int) -> int:
    """Return the best score in hindsight, by playing every alternative out by the rules."""
    return max(_alternatives(played, player, played.states[0], 0))


def _alternatives(played: Played, player: int, state: Draft, slot: int) -> Iterator[int]:
    if state.over:
        yield state.score(player)
        return
    if slot == len(played.choices):
        return
    fixed = []
    for other in range(len(state.hands)):
        card = played.card(slot, other)
        if other == player:
            fixed.append(-2)
        elif card is None:
            if state.placeable(other):
                return
            fixed.append(-1)
        elif card in state.hands[other]:
            fixed.append(state.hands[other].index(card))
        else:
            return
    for place in state.placeable(player) or [-1]:
        choices = [place if choice == -2 else choice for choice in fixed]
        yield from _alternatives(played, player, state.placed(choices), slot + 1)


# -- small decks ----------------------------------------------------------------

CHARACTERISTICS = [*COLOURS[:2], "common", "rare", "hot", *CATEGORIES[:3]]


@st.composite
def ingredients(draw: st.DrawFn, name: str) -> Ingredient:
    return Ingredient(
        name=name,
        colour=draw(st.sampled_from(COLOURS[:2])),  # type: ignore[arg-type]
        frequency=draw(st.sampled_from(["common", "rare"])),  # type: ignore[arg-type]
        hot=draw(st.booleans()),
        categories=tuple(draw(st.sets(st.sampled_from(CATEGORIES[:3]), min_size=1, max_size=2))),  # type: ignore[arg-type]
        points=draw(st.integers(0, 3)),
    )


@st.composite
def scoring_cards(draw: st.DrawFn, name: str) -> ScoringCard:
    points = draw(st.integers(1, 16))
    if draw(st.integers(0, 4)) == 0:
        of = draw(st.sampled_from(sorted(VALUES)))
        count = draw(st.integers(1, 3))
        return ScoringCard(
            name=name,
            points=points,
            scoring="single",
            distinct=Distinct(count, of),  # type: ignore[arg-type]
        )
    needs = draw(
        st.lists(
            st.builds(
                Need,
                st.integers(1, 2),
                st.sets(st.sampled_from(CHARACTERISTICS), min_size=1, max_size=2).map(tuple),  # type: ignore[arg-type]
            ),
            min_size=1,
            max_size=3,
        )
    )
    mode = draw(st.sampled_from(["multiple", "single"]))
    return ScoringCard(name=name, points=points, scoring=mode, needs=tuple(needs))  # type: ignore[arg-type]


@st.composite
def decks(draw: st.DrawFn, most_cards: int = 5) -> Cards:
    """Return a small deck; its pairs are few, its scoring cards often there twice."""
    kinds = draw(st.integers(1, 4))
    faces = draw(st.integers(1, 4))
    pair = st.tuples(st.integers(0, kinds - 1), st.integers(0, faces - 1))
    return Cards(
        "small",
        tuple(draw(ingredients(f"i{n}")) for n in range(kinds)),
        tuple(draw(scoring_cards(f"s{n}")) for n in range(faces)),
        tuple(draw(st.lists(pair, min_size=1, max_size=most_cards))),
    )


assert set(DOTS) >= {"common", "rare"}
