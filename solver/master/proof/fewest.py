"""The fewest steps to an order: iterative deepening on values, in two gears (``solver.gears``).

It answers one question: the fewest steps from some plates to an order, with one shortest
solution; from many plates one after the other. ``search`` lays out the record and reads it; the
rules it must agree with are in ``rules``, the bound and its proof in ``bound``.

The search
----------
Depth-first with a fixed number of steps, which grows by 1 from the bound until
a solution is found: the first one found is shortest, and every smaller number
is proved impossible. Three things keep it small:

- the bound, asked as "is there a choice with at most so many cuts and joins?";
- *lift first*: before trying where to lay a lifted stack, the question is asked
  of the plates without the edge under it. Laying it down makes one edge, which
  lowers the joins by at most 1 and never the cuts, so a "no" (cuts <= left - 1,
  joins <= left) rejects all places at once;
- a transposition table on the plates sorted, with full keys: a state that had
  no solution with so many steps left is not searched again.

Plates that are alike are interchangeable, so only one of them is tried. Counting
all shortest solutions is left to ``counting``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.gears import Kernel, Row, Stop, Table, scratch, table
from solver.master.proof.choice import has_choice
from solver.master.proof.last import last_step
from solver.master.proof.memory import ENTRIES, has_failed, is_stopped, note_failure
from solver.master.proof.plates import (
    Order,
    Stacks,
    in_the_air,
    is_complete,
    is_new_lay,
    is_new_lift,
    lay,
    lifts,
    paths,
    step_code,
)

#: States with fewer steps left are not worth a place in the table.
TABLE_FROM = 3

#: An order takes at most 2 steps an ingredient and one more (see ``search``).
MOST_STEPS = 41

#: Plates that one record holds.
PIECE = 128


@dataclass(kw_only=True)
class Search:
    """An order, some plates, and what is known of the fewest steps from each."""

    burger: int  # see ``Order``
    backwards: int
    size: int
    beginner: int
    number: int  # of plates
    rows: Row = table(PIECE)  # [plates]: see ``Stacks``
    heights: Row = table(PIECE)
    fewest: Row = table(
        PIECE
    )  # [plates]: the fewest steps, -1 where there is no solution in ``most``
    done: int = 0  # plates that are
    most: int = MOST_STEPS  # longer solutions are not looked for
    bound: int = 0  # no solution from the plates in hand has fewer steps, proved
    steps: Row = table(MOST_STEPS + 1)  # [steps left]: the step taken then, see ``step_code``
    nodes: int = 0  # states entered
    enough: int = 1 << 60  # states after which to stop
    stamp: int = 0  # marks this search's entries in the table
    mask: int = ENTRIES - 1  # entries in use, less 1
    table: Table = scratch(ENTRIES, 2)  # see ``memory``
    stop: Stop = 0

    @classmethod
    def of(cls, order: Order, plates: list[Stacks], stamp: int, memory: Any) -> Search:
        """Return a search for the fewest steps to an order from each of some plates."""
        return cls(
            **order._asdict(),
            number=len(plates),
            rows=[stacks.row for stacks in plates],
            heights=[stacks.heights for stacks in plates],
            fewest=[0] * len(plates),
            steps=[0] * (MOST_STEPS + 1),
            stamp=stamp,
            table=memory,
        )


def run(game: Search) -> int:
    """Find the fewest steps from each of the plates; return 1 at the end, 0 if stopped."""
    order = Order(game.burger, game.backwards, game.size, game.beginner)
    while game.done < game.number:
        stacks = Stacks(game.rows[game.done], game.heights[game.done])
        solved = deepen(game, order, stacks)
        if is_stopped(game):
            return 0
        game.fewest[game.done] = game.bound if solved else -1
        game.done += 1
        game.bound = 0 if game.done < game.number else game.bound
    return 1


def deepen(game: Search, order: Order, stacks: Stacks) -> int:
    """Try ever more steps; return 1 when ``bound`` of them suffice, 0 if not or stopped."""
    if is_complete(stacks, order):
        return 1
    game.bound = max(game.bound, 1)
    while game.bound <= game.most:
        if search(game, order, stacks, game.bound):
            return 1
        if is_stopped(game):
            return 0
        game.bound += 1
    return 0


def search(game: Search, order: Order, stacks: Stacks, left: int) -> int:
    """Return 1 if the order can be completed in so many steps, 1 at least."""
    there = paths(stacks)
    if is_stopped(game) or not has_choice(order, there, left, left):
        return 0
    in_table = TABLE_FROM <= left < game.bound
    if in_table and has_failed(game, stacks, 0, left):
        return 0
    game.nodes += 1
    if left == 1:
        game.steps[left] = last_step(stacks, order)
        return 1 if game.steps[left] >= 0 else 0
    for lift in lifts(stacks):
        if not is_new_lift(stacks, lift) or not has_choice(
            order, in_the_air(there, stacks, lift), left - 1, left
        ):
            continue
        for target in range(4):
            for flip in range(2):
                if is_new_lay(stacks, lift, target, flip):
                    game.steps[left] = step_code(lift, target, flip)
                    if search(game, order, lay(stacks, lift, target, flip), left - 1):
                        return 1
    if in_table and not is_stopped(game):
        note_failure(game, stacks, 0, left)
    return 0


KERNEL = Kernel(run, Search, "search for the fewest steps", reused=True)
