"""Steps by card over a uniform sample of set-ups: what is too much to tabulate is estimated.

Each of the set-ups is drawn independently and uniformly from all of them, up
to the order of the plates, by its number (``setups``). Every answer is proved;
only what they say of all set-ups together is an estimate, with 95% intervals.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from concurrent.futures import Executor

import msgspec
import numpy as np
import numpy.typing as npt

from solver.errors import LimitReached
from solver.intervals import mean_interval, share_interval
from solver.master.database import Contents
from solver.master.setups import all_setups
from solver.watch import Watch
from solver.workers import in_order

#: Set-ups that a worker takes at a time.
PIECE = 64


class Estimate(msgspec.Struct, frozen=True):
    """A number estimated, and its 95% interval."""

    value: float
    interval: tuple[float, float]


class CardSample(msgspec.Struct, frozen=True):
    """Steps for one card over the sample.

    mean: estimated mean. shares: steps (as text) to the estimated share of set-ups that take so many.
    most: the greatest number of steps seen, and hardest, the first set-up with it: at least so
    many are needed in the worst case.
    """

    burger: str
    mean: Estimate
    shares: dict[str, Estimate]
    most: int
    hardest: str


class Sample(msgspec.Struct, frozen=True):
    """A sample: the mean over all cards, and each card's numbers."""

    mean: Estimate
    cards: dict[str, CardSample]


def sample(
    contents: Contents,
    number: int,
    seed: int,
    watch: Watch,
    executor: Executor | None = None,
    jobs: int = 1,
) -> Sample:
    """Draw so many set-ups and solve every card from each; the same seed gives the same sample.

    Raises LimitReached when the watch expires: what is done by then is no uniform sample, for
    set-ups that take long are missing from it.
    """
    setups = all_setups(onions=contents.onions)
    randomness = random.Random(seed)
    drawn = [randomness.randrange(len(setups)) for _ in range(number)]
    plates: list[str] = []
    parts: list[npt.NDArray[np.uint8]] = []
    with contextlib.suppress(LimitReached):
        for texts, steps in in_order(_solve, _pieces(contents, drawn, watch), executor, jobs):
            plates += texts
            parts.append(steps)
            watch.tell(f"{len(plates):,} of {number:,} set-ups", len(plates) / number)
            if watch.expired():
                break
    if len(plates) < number:
        raise LimitReached(
            f"the limit was reached after {len(plates):,} of {number:,} set-ups; a part would "
            "favour those that take little, so there is no estimate: draw fewer"
        )
    table = np.concatenate(parts)
    return Sample(
        _mean(table.mean(axis=1)),
        {
            card: _card(burger, table[:, column], plates)
            for column, (card, burger) in enumerate(contents.cards.items())
        },
    )


#: What is asked, the numbers of some set-ups, and the seconds left.
_Piece = tuple[Contents, list[int], float | None]


def _pieces(contents: Contents, drawn: list[int], watch: Watch) -> Iterator[_Piece]:
    for start in range(0, len(drawn), PIECE):
        yield contents, drawn[start : start + PIECE], watch.left()


def _solve(piece: _Piece) -> tuple[list[str], npt.NDArray[np.uint8]]:
    """Return the plates of some set-ups, and their steps: a row each, a column a card."""
    from solver.master.proof.many import (
        Batch,  # loads the kernel, which the answers' classes do not need
    )

    contents, numbers, limit = piece
    watch = Watch(limit)
    setups = all_setups(onions=contents.onions)
    set_ups = [setups.unrank(number) for number in numbers]
    batch = Batch(set_ups)
    columns = [batch.fewest(burger, contents.variant, watch) for burger in contents.cards.values()]
    return [str(plates) for plates in set_ups], np.stack(columns, axis=1)


def _mean(values: npt.NDArray[np.float64]) -> Estimate:
    return Estimate(float(values.mean()), mean_interval([float(value) for value in values]))


def _card(burger: str, steps: npt.NDArray[np.uint8], plates: list[str]) -> CardSample:
    counts = np.bincount(steps)
    row = int(np.argmax(steps))
    return CardSample(
        burger=burger,
        mean=_mean(steps.astype(np.float64)),
        shares={
            str(number): Estimate(int(count) / len(steps), share_interval(int(count), len(steps)))
            for number, count in enumerate(counts)
            if count
        },
        most=int(steps[row]),
        hardest=plates[row],
    )
