"""The fewest steps from many set-ups to one order: ``search`` for numbers alone, and in bulk.

No steps, no report: only how many steps, each proved. Threads of one
process may solve at once, each on its own memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.errors import LimitReached
from solver.master import batch_kernel, frames
from solver.master.rules import Plates, Variant
from solver.master.search import BUDGET, CODES, packed
from solver.native import Native, array, per_thread
from solver.watch import Watch

#: Entries in the transposition table, 16 bytes each: it stays in the processor's cache.
TABLE_ENTRIES = 1 << 13


@cache
def native_batch() -> Any:
    """Return the compiled kernel, loaded or compiled on first use."""
    parameters = ("array", "array", "array", "array", "int", "int", "int")
    return Native(batch_kernel, {"solve_all": parameters}, "kernel for many set-ups")


@per_thread
def _memory() -> tuple[Any, Any]:
    """Return this thread's search array and transposition table."""
    return array(frames.ARRAY), array(2 * TABLE_ENTRIES)


class Batch:
    """Some set-ups, packed once, to be asked about one order after the other."""

    def __init__(self, set_ups: Sequence[Plates]) -> None:
        self._solve_all = native_batch().solve_all
        self._number = len(set_ups)
        self._setups = array(max(1, batch_kernel.SETUP * self._number))
        words = [_packed(stack) for plates in set_ups for stack in plates.stacks]
        self._setups[: len(words)] = words

    def fewest(
        self, burger: str, variant: Variant = Variant.STANDARD, watch: Watch | None = None
    ) -> npt.NDArray[np.uint8]:
        """Return the fewest steps to the burger from each set-up, in order.

        The set-ups must hold what the burger needs (see ``rules.missing``). Raises LimitReached
        when the watch expires before all are solved.

        >>> Batch([Plates(("BPCL", "BTT", "B", "BOO"))]).fewest("BPCB")
        array([2], dtype=uint8)
        """
        memory, table = _memory()
        memory[frames.SIZE] = len(burger)
        memory[frames.BEGINNER] = variant is Variant.BEGINNER
        memory[frames.STAMP] += 1
        memory[frames.TABLE_MASK] = TABLE_ENTRIES - 1
        memory[frames.LAST_TARGET] = frames.MOST_STEPS
        memory[frames.PACKED] = packed(burger)
        memory[frames.PACKED_REVERSED] = packed(burger[::-1])
        for index, letter in enumerate(burger):
            memory[frames.BURGER + index] = CODES[letter]
        steps = array(self._number + 1)
        done = 0
        while done < self._number:
            done = self._solve_all(memory, table, self._setups, steps, self._number, done, BUDGET)
            if done < self._number and watch is not None and watch.expired():
                raise LimitReached(f"the limit was reached after {done:,} of {self._number:,}")
        found = np.frombuffer(steps, dtype=np.int64)[: self._number]
        if (found < 0).any():
            raise ValueError(f"no set-up may lack what {burger} needs")
        return found.astype(np.uint8)


_packed = cache(packed)
