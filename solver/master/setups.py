"""All set-ups that the rules allow, numbered: an index to plates, and back.

A set-up (rulebook, Setup 4) lays a Bun on each plate and the other ingredients
on three of them: a *tall* stack, and two *low* stacks with one ingredient less
(Base 5, 4 and 4; Gourmet 6, 5 and 5). The order of the plates makes no
difference to the fewest steps, so set-ups are numbered up to that order, each
exactly once, from 0: by the tall stack, then the first and the second low
stack, in alphabetical order, the first low stack never after the second.

How many there are below a tall stack has a closed form; what lies below a
first low stack is kept in a table for each heap of ingredients that is left.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from solver.errors import InvalidInput
from solver.master.rules import PLATES, Plates, box, check_setup, setup_shares

#: What every plate of a set-up has at its bottom.
BUN = "B"


class Setups:
    """The set-ups of a menu up to the order of the plates, numbered from 0.

    onions: whether onions are in play (not with the Base menu).

    >>> base = Setups(onions=False)
    >>> len(base)
    2403840
    >>> print(base.unrank(0))
    BBCCCL/BLLPP/BPTTT/B
    >>> base.rank(base.unrank(1234567))
    1234567
    """

    def __init__(self, *, onions: bool) -> None:
        self._heap = _text(box(onions=onions) - Counter({BUN: PLATES}))
        self._tall, self._low, *_ = setup_shares(len(self._heap))
        self._talls = words(self._heap, self._tall)
        sizes = (pair_number(_without(self._heap, tall)) for tall in self._talls)
        self._starts = [0, *accumulate(sizes)]

    def __len__(self) -> int:
        """Return how many set-ups there are."""
        return self._starts[-1]

    def unrank(self, index: int) -> Plates:
        """Return the set-up with that number: tall stack, low stacks, lone Bun.

        Raises IndexError where there is none.
        """
        return next(self.between(index, index + 1))

    def between(self, start: int, stop: int) -> Iterator[Plates]:
        """Yield the set-ups with the numbers from ``start`` to before ``stop``, in order."""
        if not 0 <= start <= stop <= len(self):
            raise IndexError(f"set-ups {start} to {stop} of {len(self)}")
        while start < stop:
            number = bisect_right(self._starts, start) - 1
            tall = self._talls[number]
            pairs = Pairs.of(_without(self._heap, tall))
            first = self._starts[number]
            end = min(stop, self._starts[number + 1])
            for low, high in pairs.between(start - first, end - first):
                yield Plates((BUN + tall, BUN + low, BUN + high, BUN))
            start = end

    def rank(self, plates: Plates) -> int:
        """Return the number of a set-up, in whatever order its plates are.

        Raises InvalidInput for plates that are no set-up of this menu.
        """
        check_setup(plates)
        if _text(plates.ingredients()) != _text(Counter(self._heap + BUN * PLATES)):
            onions = "O" in self._heap
            raise InvalidInput(
                f"a set-up with{'out' if onions else ''} onions",
                "plates",
                f"one with{'' if onions else 'out'} onions",
            )
        stacks = sorted((stack[1:] for stack in plates.stacks), key=lambda s: (-len(s), s))
        tall, low, high, _ = stacks
        number = bisect_left(self._talls, tall)
        return self._starts[number] + Pairs.of(_without(self._heap, tall)).rank(low, high)


@cache
def all_setups(*, onions: bool) -> Setups:
    """Return the set-ups of a menu with or without onions, numbered once a process."""
    return Setups(onions=onions)


class Pairs:
    """All ways to lay a heap on two stacks of one height, the first not after the second."""

    def __init__(self, heap: str) -> None:
        self._heap = heap
        self._lows: list[str] = []
        sizes = []
        for low in words(heap, len(heap) // 2):
            highs = arrangements(_without(heap, low))
            size = len(highs) - bisect_left(highs, low)
            if size:
                self._lows.append(low)
                sizes.append(size)
        self._starts = [0, *accumulate(sizes)]

    @staticmethod
    @cache
    def of(heap: str) -> Pairs:
        """Return the pairs of a heap, made once."""
        return Pairs(heap)

    def __len__(self) -> int:
        """Return how many pairs there are."""
        return self._starts[-1]

    def between(self, start: int, stop: int) -> Iterator[tuple[str, str]]:
        """Yield the pairs with the numbers from ``start`` to before ``stop``, in order."""
        number = bisect_right(self._starts, start) - 1
        while start < stop:
            low = self._lows[number]
            highs = arrangements(_without(self._heap, low))
            first = self._starts[number] - bisect_left(highs, low)
            end = min(stop, self._starts[number + 1])
            for high in highs[start - first : end - first]:
                yield low, high
            start = end
            number += 1

    def rank(self, low: str, high: str) -> int:
        """Return the number of a pair."""
        highs = arrangements(_without(self._heap, low))
        return (
            self._starts[bisect_left(self._lows, low)]
            + bisect_left(highs, high)
            - bisect_left(highs, low)
        )


def deals(low: str, high: str) -> int:
    """Return how often a set-up with these low stacks is dealt, compared with others.

    Two that differ can be dealt in two orders, two alike in one.

    >>> deals("BLLPP", "BPTTT"), deals("BLPTC", "BLPTC")
    (2, 1)
    """
    return 1 if low == high else 2


def pair_number(heap: str) -> int:
    """Return how many pairs of stacks of one height a heap makes, without making them.

    Half of its arrangements, where the pairs of two like stacks count double.

    >>> pair_number("CLLP"), len(Pairs("CLLP"))
    (6, 6)
    """
    counts = Counter(heap).values()
    like = 0 if any(count % 2 for count in counts) else _multinomial([n // 2 for n in counts])
    return (_multinomial(list(counts)) + like) // 2


def _multinomial(counts: list[int]) -> int:
    number = math.factorial(sum(counts))
    for count in counts:
        number //= math.factorial(count)
    return number


def words(heap: str, length: int) -> list[str]:
    """Return all stacks of that height that a heap makes, in alphabetical order.

    >>> words("LLP", 2)
    ['LL', 'LP', 'PL']
    """
    found = [("", heap)]
    for _ in range(length):
        found = [
            (word + letter, _without(rest, letter))
            for word, rest in found
            for letter in sorted(set(rest))
        ]
    return [word for word, _ in found]


@cache
def arrangements(heap: str) -> list[str]:
    """Return all orders of a heap's letters, in alphabetical order; it is the caller's to leave alone."""
    return words(heap, len(heap))


@cache
def _without(heap: str, letters: str) -> str:
    """Return what is left of a heap, its letters sorted."""
    return _text(Counter(heap) - Counter(letters))


def _text(heap: Counter[str]) -> str:
    return "".join(sorted(heap.elements()))
