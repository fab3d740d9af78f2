"""The best board from a pool of cards, proved: the compiled search behind one function.

:func:`best_board` splits the cards to place into ingredients and scoring cards
in every way, and lets the ``kernel`` search each split for a board that beats
the best so far. The same question as a CP-SAT model is in ``questions``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from solver.draft import kernel
from solver.draft.rules import MOST_SCORING, Cards, matched
from solver.native import Array, Native, array
from solver.watch import Watch

#: States between two looks at the clock: some 30 ms compiled.
BUDGET = 50_000

#: States that are looked at for some board where the limit has passed already.
LAST_BUDGET = 1_000

#: A physical card as (ingredient, scoring card), by their places in the deck.
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Best:
    """The best board found.

    points: its score; bound: no board scores more, proved (equal to points: it is the best).
    ingredients, scoring: the physical cards used on each side.
    nodes: states looked at; seconds: computation alone.
    """

    points: int
    bound: int
    ingredients: tuple[Pair, ...]
    scoring: tuple[Pair, ...]
    nodes: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether no board scores more."""
        return self.points == self.bound


class Engine(Protocol):
    """What runs the kernel: compiled, or the kernel's module itself, interpreted."""

    def search(self, array: Array, budget: int, /) -> int:
        """Go on with the search; see ``kernel.search``."""

    def bound(self, array: Array, depth: int, /) -> int:
        """Return a state's bound; see ``kernel.bound``."""


@cache
def native_kernel() -> Any:
    """Return the compiled kernel, loaded or compiled on first use."""
    entries: dict[str, tuple[str, ...]] = {"search": ("array", "int"), "bound": ("array", "int")}
    return Native(kernel, entries, "search for the best board")


def best_board(
    cards: Cards,
    pool: Sequence[Pair],
    number: int,
    watch: Watch | None = None,
    *,
    at_least: int = 0,
    engine: Engine | None = None,
) -> Best:
    """Return the best board of at most ``number`` physical cards of the pool, each used on one side.

    More ingredients never score less, so the board found has exactly so many cards, or the pool.
    at_least: points that some board is known to have; it only makes the search faster.
    """
    watch = watch or Watch()
    engine = engine or native_kernel()
    number = min(number, len(pool))
    problem = Problem(cards, pool, number)
    watch.restart()
    memory = problem.memory
    memory[kernel.BEST] = at_least - 1
    ceilings = {}
    for placed in range(min(MOST_SCORING, number) + 1):
        problem.start(placed, number - placed)
        ceilings[placed] = engine.bound(memory, 0)
    for placed in sorted(ceilings, key=lambda split: (-ceilings[split], -split)):
        problem.start(placed, number - placed)
        while engine.search(memory, _budget(watch)) == kernel.RUNNING and not watch.expired():
            watch.tell(
                f"best {memory[kernel.BEST]}, at most {max(ceilings.values())}, "
                f"{memory[kernel.NODES]:,} states"
            )
        if memory[kernel.DEPTH] >= 0:
            break
        ceilings[placed] = 0
    points = memory[kernel.BEST]
    seconds = watch.seconds()
    bound = max(points, *ceilings.values())
    ingredients, scoring = problem.board() if memory[kernel.FOUND] else ((), ())
    if not memory[kernel.FOUND]:
        points = 0
    return Best(points, bound, ingredients, scoring, memory[kernel.NODES], seconds)


def _budget(watch: Watch) -> int:
    return LAST_BUDGET if watch.expired() else BUDGET


class Problem:
    """A pool laid out for the kernel."""

    def __init__(self, cards: Cards, pool: Sequence[Pair], number: int) -> None:
        """Lay out the tables; number: the most cards that will be placed."""
        self._cards = cards
        self._pool = sorted(pool)
        self._number = number
        copies = Counter(ingredient for ingredient, _ in pool)
        self._kinds = sorted(copies)
        self._copies = [copies[kind] for kind in self._kinds]
        self._limits = [limit for one in cards.conditions for limit in one.limits]
        self.memory = self._laid_out()
        self._fill_ingredients()
        self._fill_scoring()

    def _laid_out(self) -> Any:
        kinds, scoring, limits = len(self._kinds), len(self._cards.scoring), len(self._limits)
        width = self._number + 1
        sizes = {
            kernel.AT_CAPACITY: kinds,
            kernel.AT_PRINT: kinds,
            kernel.AT_PRINT_BEST: (kinds + 1) * width,
            kernel.AT_CAPACITY_LEFT: kinds + 1,
            kernel.AT_POINTS: scoring,
            kernel.AT_SINGLE: scoring,
            kernel.AT_WANTED: scoring,
            kernel.AT_FIRST_LIMIT: scoring + 1,
            kernel.AT_DEMAND: limits,
            kernel.AT_MEMBER: kinds * limits,
            kernel.AT_LEFT: (kinds + 1) * limits,
            kernel.AT_VALUES: kinds * scoring,
            kernel.AT_VALUES_LEFT: (kinds + 1) * scoring,
            kernel.AT_BACKS: scoring * kinds,
            kernel.AT_CHOSEN: kinds,
            kernel.AT_FREE: kinds + 1,
            kernel.AT_PRINTED: kinds + 1,
            kernel.AT_COVERED: (kinds + 1) * limits,
            kernel.AT_SHOWN: (kinds + 1) * scoring,
            kernel.AT_WORTH: scoring,
            kernel.AT_HOLDER: scoring,
            kernel.AT_VISITED: kinds,
            kernel.AT_LOAD: kinds,
            kernel.AT_QUEUE: kinds,
            kernel.AT_FROM: kinds,
            kernel.AT_BEST_COUNTS: kinds,
            kernel.AT_BEST_SCORING: MOST_SCORING,
            kernel.AT_RANKED: scoring,
        }
        memory = array(kernel.TABLES + sum(sizes.values()))
        place = kernel.TABLES
        for table, size in sizes.items():
            memory[table] = place
            place += size
        memory[kernel.INGREDIENTS] = kinds
        memory[kernel.SCORING] = scoring
        memory[kernel.LIMITS] = limits
        memory[kernel.MOST_CARDS] = width
        return memory

    def _write(self, table: int, values: Sequence[int], row: int = 0) -> None:
        start = self.memory[table] + row * len(values)
        for index, value in enumerate(values):
            self.memory[start + index] = value

    def _fill_ingredients(self) -> None:
        cards, copies = self._cards, self._copies
        conditions = cards.conditions
        left, values_left = [0] * len(self._limits), [0] * len(conditions)
        for row in range(len(self._kinds), -1, -1):
            if row < len(self._kinds):
                kind = self._kinds[row]
                member = [int(kind in limit.members) for limit in self._limits]
                values = [one.values[kind] if one.wanted else 0 for one in conditions]
                self._write(kernel.AT_MEMBER, member, row)
                self._write(kernel.AT_VALUES, values, row)
                left = [a + copies[row] * b for a, b in zip(left, member, strict=True)]
                values_left = [a | b for a, b in zip(values_left, values, strict=True)]
            self._write(kernel.AT_LEFT, left, row)
            self._write(kernel.AT_VALUES_LEFT, values_left, row)
            prints = sorted(
                (
                    cards.printed[kind]
                    for kind, there in zip(self._kinds[row:], copies[row:], strict=True)
                    for _ in range(there)
                ),
                reverse=True,
            )
            most = [sum(prints[:free]) for free in range(self._number + 1)]
            self._write(kernel.AT_PRINT_BEST, most, row)
        self._write(kernel.AT_CAPACITY, copies)
        self._write(kernel.AT_PRINT, [cards.printed[kind] for kind in self._kinds])
        self._write(kernel.AT_CAPACITY_LEFT, [sum(copies[row:]) for row in range(len(copies) + 1)])

    def _fill_scoring(self) -> None:
        conditions = self._cards.conditions
        there = {scoring for _, scoring in self._pool}
        self._write(
            kernel.AT_POINTS,
            [one.points if place in there else 0 for place, one in enumerate(conditions)],
        )
        self._write(kernel.AT_SINGLE, [int(one.single) for one in conditions])
        self._write(kernel.AT_WANTED, [one.wanted for one in conditions])
        first = [0]
        for one in conditions:
            first.append(first[-1] + len(one.limits))
        self._write(kernel.AT_FIRST_LIMIT, first)
        self._write(kernel.AT_DEMAND, [limit.demand for limit in self._limits])
        pairs = set(self._pool)
        for place in range(len(conditions)):
            backs = [int((kind, place) in pairs) for kind in self._kinds]
            self._write(kernel.AT_BACKS, backs, place)

    def start(self, placed: int, ingredients: int) -> None:
        """Begin a search for so many scoring cards and ingredients; the best so far stays."""
        memory = self.memory
        memory[kernel.PLACED] = placed
        memory[memory[kernel.AT_FREE]] = ingredients
        memory[kernel.DEPTH] = 0 if self._kinds else -1
        if self._kinds:
            memory[memory[kernel.AT_CHOSEN]] = -1

    def board(self) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
        """Return the physical cards of the best board, ingredients and scoring cards.

        Where fewer scoring cards than could be placed are worth something, other cards
        of the pool fill the board up as ingredients.
        """
        memory = self.memory
        counts, scoring = memory[kernel.AT_BEST_COUNTS], memory[kernel.AT_BEST_SCORING]
        faces = [memory[scoring + index] for index in range(memory[kernel.FOUND_PLACED])]
        kinds = [kind for row, kind in enumerate(self._kinds) for _ in range(memory[counts + row])]
        pool = self._pool
        choices = [[card for card, pair in enumerate(pool) if pair[1] == face] for face in faces]
        choices += [[card for card, pair in enumerate(pool) if pair[0] == kind] for kind in kinds]
        taken = matched(choices)
        assert taken is not None, "the kernel's board can be laid with the pool's cards"
        spare = [card for card in range(len(pool)) if card not in set(taken)]
        used = taken[len(faces) :] + spare[: self._number - len(taken)]
        return (
            tuple(pool[card] for card in sorted(used)),
            tuple(pool[card] for card in taken[: len(faces)]),
        )
