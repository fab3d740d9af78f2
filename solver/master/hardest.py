"""The hardest set-up for a card that can be found, where there are too many to try them all.

A local search: from a random set-up, exchange two ingredients so that the
order takes most steps, on and on, until nothing around is as hard, or it has
gone sideways for long; then from another random set-up. Every number it
compares is proved, so what it finds is a lower bound on the worst case, and no
more than that: another set-up may be harder.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from solver.errors import LimitReached, plural
from solver.master.proof.many import Batch
from solver.master.rules import Plates, Variant
from solver.master.setups import Setups
from solver.watch import Watch

#: Exchanges in a row that make nothing harder before another start.
SIDEWAYS = 12


@dataclass(slots=True)
class Hardest:
    """What was found: a set-up and its fewest steps, after how many set-ups and starts."""

    plates: Plates
    steps: int
    solved: int = 0
    starts: int = 0


def find_hardest(
    setups: Setups, burger: str, variant: Variant, *, most: int, seed: int, watch: Watch
) -> Hardest:
    """Return the hardest set-up found before about ``most`` are solved or the watch expires.

    The same seed finds the same, unless the watch expires. Raises LimitReached if it does before
    a single set-up is solved.
    """
    randomness = random.Random(seed)
    found: Hardest | None = None
    while found is None or (found.solved < most and not watch.expired()):
        plates = setups.unrank(randomness.randrange(len(setups)))
        try:
            steps = int(Batch([plates]).fewest(burger, variant, watch)[0])
            found = found or Hardest(plates, steps)
            found.starts += 1
            found.solved += 1
            _climb(found, plates, steps, burger, variant, most, randomness, watch)
        except LimitReached:
            if found is None:
                raise LimitReached(
                    "the limit was reached before a single set-up was solved"
                ) from None
    return found


def _climb(
    found: Hardest,
    plates: Plates,
    steps: int,
    burger: str,
    variant: Variant,
    most: int,
    randomness: random.Random,
    watch: Watch,
) -> None:
    """Exchange ingredients from one start on; what is harder than before goes into ``found``."""
    seen = {plates.canonical()}
    sideways = 0
    while True:
        if steps > found.steps:
            found.plates, found.steps = plates, steps
        watch.tell(
            f"{plural(found.steps, 'step')}; {plural(found.solved, 'set-up')} solved, "
            f"{plural(found.starts, 'start')}",
            min(1.0, found.solved / most),
        )
        around = [near for near in exchanges(plates) if near.canonical() not in seen]
        if not around or sideways == SIDEWAYS or found.solved >= most or watch.expired():
            return
        numbers = Batch(around).fewest(burger, variant, watch)
        found.solved += len(around)
        seen.update(near.canonical() for near in around)
        top = int(numbers.max())
        if top < steps:
            return
        sideways = sideways + 1 if top == steps else 0
        plates = around[int(randomness.choice(np.flatnonzero(numbers == top)))]
        steps = top


def exchanges(plates: Plates) -> Iterator[Plates]:
    """Yield the set-ups in which two ingredients above the Buns have changed places, each once.

    >>> [str(near) for near in exchanges(Plates(("BPC", "BL", "B", "B")))]
    ['BCP/BL/B/B', 'BLC/BP/B/B', 'BPL/BC/B/B']
    """
    places = [
        (plate, height)
        for plate, stack in enumerate(plates.stacks)
        for height in range(1, len(stack))
    ]
    yielded = set()
    for (plate, height), (other, above) in combinations(places, 2):
        stacks = [list(stack) for stack in plates.stacks]
        first, second = stacks[plate][height], stacks[other][above]
        if first == second:
            continue
        stacks[plate][height], stacks[other][above] = second, first
        a, b, c, d = ("".join(stack) for stack in stacks)
        near = Plates((a, b, c, d))
        if near.canonical() not in yielded:
            yielded.add(near.canonical())
            yield near
