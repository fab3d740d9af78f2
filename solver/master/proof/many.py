"""The fewest steps from many set-ups to one order: ``search`` for numbers alone, and in bulk.

No steps, no report: only how many steps, each proved. What one set-up teaches the transposition
table serves the next ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from solver.errors import LimitReached
from solver.gears import Gear
from solver.master.proof.fewest import KERNEL, PIECE, Search
from solver.master.proof.memory import new_table
from solver.master.proof.plates import order_of, stacks_of
from solver.master.proof.search import STAMPS
from solver.master.rules import Plates, Variant
from solver.watch import Watch

#: Entries of the transposition table that are used: they stay in the processor's cache.
ENTRIES_IN_USE = 1 << 13


class Batch:
    """Some set-ups, packed once, to be asked about one order after the other."""

    def __init__(self, set_ups: Sequence[Plates], gear: Gear = Gear.COMPILED) -> None:
        """Compile first: this is for much work."""
        if gear is Gear.COMPILED:
            KERNEL.load()
        self._gear = gear
        self._set_ups = [stacks_of(plates) for plates in set_ups]

    def fewest(
        self, burger: str, variant: Variant = Variant.STANDARD, watch: Watch | None = None
    ) -> npt.NDArray[np.uint8]:
        """Return the fewest steps to the burger from each set-up, in order.

        The set-ups must hold what the burger needs (see ``rules.missing``). Raises LimitReached
        when the watch expires before all are solved.

        >>> Batch([Plates(("BPCL", "BTT", "B", "BOO"))], Gear.PLAIN).fewest("BPCB")
        array([2], dtype=uint8)
        """
        watch = watch or Watch()
        order, stamp, table = order_of(burger, variant), next(STAMPS), new_table()
        found: list[int] = []
        waiting = iter(self._set_ups)
        while piece := list(islice(waiting, PIECE)):
            game = Search.of(order, piece, stamp, table)
            game.mask = ENTRIES_IN_USE - 1
            KERNEL.run(game, watch, lambda _: watch.expired(), self._gear)
            found += game.fewest[: game.done]
            if len(found) < len(self._set_ups) and watch.expired():
                number = len(self._set_ups)
                raise LimitReached(f"the limit was reached after {len(found):,} of {number:,}")
        if any(steps < 0 for steps in found):
            raise ValueError(f"no set-up may lack what {burger} needs")
        return np.array(found, np.uint8)
