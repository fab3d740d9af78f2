"""Players of several strengths: each chooses a card from what a player knows, and no more.

``random`` places any card it may. ``greedy`` places what is worth most at
once. ``farsighted`` also counts what its scoring cards may still come to, by a
rule of thumb about the cards to come; with the last card it places what is
worth most, exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from enum import StrEnum

from solver.draft.game import View
from solver.draft.notation import Face
from solver.draft.rules import MOST_SCORING, Cards

#: Chooses a place in the hand from a view; -1 where no card may be placed.
Player = Callable[[View], int]

# The rule of thumb of ``farsighted``, tuned by games against ``greedy`` with the deck that comes
# along (``benchmarks/bench_draft.py`` shows what it gains).

#: Of the cards still to be placed, how many will be ingredients.
INGREDIENT_SHARE = 0.45

#: How much of what a scoring card may still come to is counted: it needs luck, and others choose too.
TRUST = 0.1

#: How much of what the average scoring card would earn is counted for each that may still be placed.
HOPE = 0.6


class Strength(StrEnum):
    """How well a player plays."""

    RANDOM = "random"
    GREEDY = "greedy"
    FARSIGHTED = "farsighted"


def player_of(strength: Strength, cards: Cards, seed: int) -> Player:
    """Return a player; the seed is for the one that chooses at random."""
    if strength is Strength.RANDOM:
        rng = random.Random(seed)
        return lambda view: rng.choice(view.placeable() or [-1])
    outlook = Outlook(cards)
    return outlook.greedy if strength is Strength.GREEDY else outlook.farsighted


def _whole_times(single: bool, limits: list[tuple[int, int]], covered: list[int]) -> int:
    """Return how often needs are met: the smallest over their limits, each as (index, demand)."""
    times = 1 if single else MOST_TIMES
    for index, demand in limits:
        met = covered[index] // demand
        if met < times:
            if not met:
                return 0
            times = met
    return times


#: No scoring card scores more often: a deck has no more cards.
MOST_TIMES = 240


class Outlook:
    """Values boards of one deck, quickly: what they are worth, and what they may come to."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        copies = cards.counts(kind for kind, _ in cards.pairs)
        self._of_face: list[list[tuple[int, int]]] = []
        self._chance: list[float] = []
        self._counted_by: list[list[int]] = [[] for _ in cards.ingredients]
        for condition in cards.conditions:
            limits = []
            # The limit that fewest cards count for comes first: it is the likeliest to decide.
            for limit in sorted(condition.limits, key=lambda one: len(one.members)):
                index = len(self._chance)
                limits.append((index, limit.demand))
                there = sum(copies[kind] for kind in limit.members)
                self._chance.append(there / len(cards.pairs))
                for kind in limit.members:
                    self._counted_by[kind].append(index)
            self._of_face.append(limits)
        self._with_needs = [
            (place, one.points, one.single, self._of_face[place])
            for place, one in enumerate(cards.conditions)
            if not one.wanted
        ]

    def greedy(self, view: View) -> int:
        """Return the place of the card that is worth most at once; the first of equals, -1 for none."""
        return self._best(view, 0)

    def farsighted(self, view: View) -> int:
        """Return the place of the card after which the board may be expected to be worth most."""
        return self._best(view, view.placements_left - 1)

    def _best(self, view: View, later: int) -> int:
        board = view.boards[view.player]
        best, best_value = -1, -1.0
        for place in view.placeable():
            value = self.value((*board, view.hand[place]), later)
            if value > best_value:
                best, best_value = place, value
        return best

    def value(self, board: Sequence[Face], later: int) -> float:
        """Return what a board is worth when so many cards are still to be placed on it."""
        covered = [0] * len(self._chance)
        scoring, kinds, total = [], set(), 0.0
        for face in board:
            if face.is_scoring:
                scoring.append(face.place)
                continue
            kinds.add(face.place)
            total += self._cards.printed[face.place]
            for index in self._counted_by[face.place]:
                covered[index] += 1
        more = 0.0 if len(scoring) >= MOST_SCORING else INGREDIENT_SHARE * later
        for place in scoring:
            condition = self._cards.conditions[place]
            now, then = (
                self._different(place, kinds, free)
                if condition.wanted
                else self._times(place, covered, free)
                for free in (0.0, more)
            )
            times = now + TRUST * (then - now)
            total += condition.points * times
        return total + self._still_to_place(scoring, covered, later)

    def _still_to_place(self, scoring: list[int], covered: list[int], later: int) -> float:
        """Return what scoring cards that may still be placed would earn now, at a discount."""
        free = min(MOST_SCORING - len(scoring), later)
        if not free:
            return 0.0
        total, number = 0, 0
        for place, points, single, limits in self._with_needs:
            if place not in scoring:
                number += 1
                total += points * _whole_times(single, limits, covered)
        return HOPE * free * total / number if number else 0.0

    def _times(self, face: int, covered: list[int], more: float) -> float:
        """Return how often a scoring card's needs may be met; exact, and whole, if nothing more comes."""
        condition = self._cards.conditions[face]
        if not more:
            return _whole_times(condition.single, self._of_face[face], covered)
        times = min(
            (covered[index] + more * self._chance[index]) / demand
            for index, demand in self._of_face[face]
        )
        return min(times, 1.0) if condition.single else times

    def _different(self, face: int, kinds: set[int], more: float) -> float:
        condition = self._cards.conditions[face]
        bits = 0
        for kind in kinds:
            bits |= condition.values[kind]
        missing = condition.wanted - bits.bit_count()
        if missing <= 0:
            return 1.0
        return min(1.0, more / missing / 2) if more else 0.0
