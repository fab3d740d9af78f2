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


class Outlook:
    """Values boards of one deck, quickly: what they are worth, and what they may come to."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self._limits = [
            (face, limit) for face, one in enumerate(cards.conditions) for limit in one.limits
        ]
        self._of_face: list[list[int]] = [[] for _ in cards.conditions]
        for index, (face, _) in enumerate(self._limits):
            self._of_face[face].append(index)
        self._counted_by: list[list[int]] = [
            [index for index, (_, limit) in enumerate(self._limits) if kind in limit.members]
            for kind in range(len(cards.ingredients))
        ]
        copies = cards.counts(kind for kind, _ in cards.pairs)
        self._chance = [
            sum(copies[kind] for kind in limit.members) / len(cards.pairs)
            for _, limit in self._limits
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
        covered = [0.0] * len(self._limits)
        scoring, total = [], 0.0
        kinds = set()
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

    def _still_to_place(self, scoring: list[int], covered: list[float], later: int) -> float:
        """Return what scoring cards that may still be placed would earn now, at a discount."""
        free = min(MOST_SCORING - len(scoring), later)
        if not free:
            return 0.0
        worths = [
            condition.points * self._times(place, covered, 0.0)
            for place, condition in enumerate(self._cards.conditions)
            if not condition.wanted and place not in scoring
        ]
        return HOPE * free * sum(worths) / len(worths)

    def _times(self, face: int, covered: list[float], more: float) -> float:
        """Return how often a scoring card's needs may be met; exact, and whole, if nothing more comes."""
        times = 1e9
        for index in self._of_face[face]:
            demand = self._limits[index][1].demand
            met = (
                (covered[index] + more * self._chance[index]) / demand
                if more
                else covered[index] // demand
            )
            times = min(times, met)
        return min(times, 1.0) if self._cards.conditions[face].single else times

    def _different(self, face: int, kinds: set[int], more: float) -> float:
        condition = self._cards.conditions[face]
        bits = 0
        for kind in kinds:
            bits |= condition.values[kind]
        missing = condition.wanted - bits.bit_count()
        if missing <= 0:
            return 1.0
        return min(1.0, more / missing / 2) if more else 0.0
