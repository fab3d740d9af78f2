"""Count all shortest solutions, on values, in two gears (``solver.gears``).

The companion of ``fewest``, with its bound, for another question: how many sequences of steps on
numbered plates complete the order in exactly the fewest steps? Every legal step is looked at, also
where another one has the same effect; plates up to their numbering only serve as keys of the table
in which the counts are kept. That is exact: renumbering the plates turns the solutions from one
state into those from the other, one to one.

Which solutions there are is left to ``optimal``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.gears import Kernel, Row, Stop, Table, scratch, table
from solver.master.proof.choice import has_choice
from solver.master.proof.memory import ENTRIES, is_stopped, slot_of
from solver.master.proof.plates import (
    Order,
    Stacks,
    in_the_air,
    is_complete,
    is_legal_lay,
    lay,
    lifts,
    ordered,
    paths,
    step_code,
)

#: A count beyond this is not kept exactly.
MOST = 1 << 61

#: States with fewer steps left are not worth a place in the table.
KEPT_FROM = 2

#: Legal steps that there can be: 20 lifts, each to 4 plates, MOVE or FLIP.
MOST_LEGAL_STEPS = 20 * 4 * 2


@dataclass(kw_only=True)
class Counting:
    """An order and plates, the fewest steps between them, and what is known of the ways."""

    burger: int  # see ``Order``
    backwards: int
    size: int
    beginner: int
    row: int  # see ``Stacks``
    heights: int
    left: int  # the fewest steps
    total: int = 0  # solutions, MOST + 1 if there are more than MOST
    found: int = 0  # steps in ``steps``
    steps: Row = table(MOST_LEGAL_STEPS)  # those that begin a solution, in the order of ``rules``
    nodes: int = 0
    enough: int = 1 << 60
    stamp: int = 0
    mask: int = ENTRIES - 1
    table: Table = scratch(ENTRIES, 3)  # see ``memory``; with how many ways as third number
    stop: Stop = 0

    @classmethod
    def of(cls, order: Order, stacks: Stacks, left: int, stamp: int, memory: Any) -> Counting:
        """Return the question how many ways there are from some plates in so many steps."""
        return cls(
            **order._asdict(),
            **stacks._asdict(),
            left=left,
            steps=[0] * MOST_LEGAL_STEPS,
            stamp=stamp,
            table=memory,
        )


def run(game: Counting) -> int:
    """Count the ways; return 1 at the end, 0 if stopped."""
    order = Order(game.burger, game.backwards, game.size, game.beginner)
    stacks = Stacks(game.row, game.heights)
    game.found = 0
    game.total = ways(game, order, stacks, game.left)
    return 0 if is_stopped(game) else 1


def ways(game: Counting, order: Order, stacks: Stacks, left: int) -> int:
    """Return how many ways complete the order in so many steps.

    From the plates that are asked about, note the steps that begin one.
    """
    if left == 0:
        return is_complete(stacks, order)
    there = paths(stacks)
    if is_stopped(game) or not has_choice(order, there, left, left):
        return 0
    key = ordered(stacks)
    entry = game.table[slot_of(game, key, 0)]
    mark = (game.stamp << 20 | key.heights) << 6 | left
    if KEPT_FROM <= left < game.left and entry[0] == key.row and entry[1] == mark:
        return entry[2]
    game.nodes += 1
    total = 0
    for lift in lifts(stacks):
        if not has_choice(order, in_the_air(there, stacks, lift), left - 1, left):
            continue
        for target in range(4):
            for flip in range(2):
                if not is_legal_lay(stacks, lift, target, flip):
                    continue
                more = ways(game, order, lay(stacks, lift, target, flip), left - 1)
                if left == game.left and more:
                    game.steps[game.found] = step_code(lift, target, flip)
                    game.found += 1
                if more > MOST - total:
                    return MOST + 1
                total += more
    # A count of 0 does not push out another one.
    is_free = entry[1] >> 26 != game.stamp or entry[2] == 0
    if left >= KEPT_FROM and not is_stopped(game) and (total or is_free):
        entry[0], entry[1], entry[2] = key.row, mark, total
    return total


KERNEL = Kernel(run, Counting, "count of shortest solutions", reused=True)
