"""Orders that follow each other on the same plates: the fewest steps for all of them together.

The plates stay as they are from one order to the next, so planning ahead can
take fewer steps than completing each order in its own fewest (rulebook,
Independent Chef). :func:`solve_game` proves the joint fewest.

The joint bound
---------------
See the plates as paths, as in ``bound``: a step removes one edge and makes one.
Choose, for every order still to be done, which physical ingredients become its
burger, and on which plate. Let E be the edges there are now. Order after order,
*cut* the edges of E that touch the order's ingredients (or its plate's surface)
and are not the burger's; then add the burger's edges to E; edges among the
others stay. The sum of the cuts over all orders, at its minimum over all
choices, is a lower bound on the steps.

Proof. Take any solution, and choose what it uses. Let E_j be the relaxed edges
after order j and R_j the real ones at the moment when order j is complete; let
k_j be the steps from order j-1 to order j, and C_j the cuts of order j. At that
moment the real edges at the order's ingredients are just the burger's, so no
edge of C_j is in R_j, and the burger's edges are in R_j. Let D_j = |E_j \\ R_j|,
with D_0 = 0. Then

    |C_j| + D_j = |E_(j-1) \\ R_j| <= |E_(j-1) \\ R_(j-1)| + |R_(j-1) \\ R_j| <= D_(j-1) + k_j,

since a step removes one edge. Summed over the orders: sum |C_j| <= sum k_j. ∎

An edge more never makes it smaller, so it may be asked of the plates without
the edge under a lifted stack. Joins are of no use here: an edge that an order
makes may be the very one that another order has cut.

Two more facts are used. The next order alone takes at least its bound of
``bound``, and the orders after it take at least what they take when its burger
stands and everything else is loose (a constant of the game); the sum of the two
is a lower bound as well. And what only the chains decide may be remembered by
the chains: *which* plates or ingredients of a kind they are does not matter.

Outlines
--------
An *outline* fixes which ingredients become the burgers of the next orders, not the plates, and
nothing of the later orders; it takes the fewest cuts of all choices that agree with it. While its
first order is not done,

- what it takes falls by at most one a step. So all outlines that take at most the steps left at
  a node are among those that did, with one step more, at the node before: a *shortlist* only
  narrows, and where none is left, the joint bound is more than the steps left;
- more exactly, an edge that is removed makes it take one less if it is cut in every choice that
  agrees, and no less if it is cut in none; an edge that is made makes it take one more, or none,
  in the same way.

Proof. Fix a choice for all orders, with plates, and an edge e that is not in E. Until an order
touches e, the relaxed edges from E + e are those from E, and e. If the first order that touches
it does not want it, it is cut: one more; if it does, the burger has it in both cases; from then
on the relaxed edges are equal. So e costs one or nothing, whatever E is. A step makes an edge,
which costs at least 0, and removes one, which saves at most 1; and so it is for the fewest of any
fixed set of choices, such as those that agree with an outline. ∎

A link between two ingredients meets the same fate in all choices that agree, once the outline
touches one of the two: kept where they are neighbours in the burger, else cut. A ground is cut
where its ingredient is not a burger's lowest. Where it is the first order's lowest, that burger
may keep the plate p that it is on. Any other plate q takes no fewer cuts in all: if q is empty
or freed, it may change names with p; if another ingredient holds it, that takes one cut more,
and the later orders, with that one edge less, at most one less. With its ground there, leaving
it is one more cut, so that only p takes the fewest: the fate is "kept". A link that an outline
of all orders touches nowhere is kept, too. In all other cases the outline is weighed anew.

When the first order is done, its burger stands. Then the choice that is this burger takes no
cuts and leaves the edges as they are, so the outlines that begin with it, without it, are the
shortlist for the orders that follow.

The search is in ``solo_kernel``; the plain one, breadth-first over all orders,
in ``reference``.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from solver.errors import InvalidInput
from solver.master import chains, frames, solo_kernel
from solver.master.declare import SOLO_ORDERS
from solver.master.proof.plates import CODES, step_of
from solver.master.proof.plates import word_of as packed
from solver.master.proof.search import solve
from solver.master.rules import Plates, Step, apply, missing
from solver.native import Native, array, per_thread
from solver.watch import Watch

#: Effort (see ``frames.EFFORT``) between two looks at the clock: some 50 ms compiled.
BUDGET = 2_000_000

#: Entries of the transposition table (16 bytes each) and of the memo (24 bytes each).
TABLE_ENTRIES = 1 << 23
MEMO_ENTRIES = 1 << 21


@dataclass(frozen=True, slots=True)
class GamePlan:
    """Steps for all orders of a game.

    steps: the steps, all orders in sequence. one_by_one: for each order its steps, when each is
    completed in its own fewest. done_at: for each order, the number of steps after
    which it is complete. bound: no plan has fewer steps, proved. nodes: states entered.
    seconds: computation alone.
    """

    steps: list[Step]
    one_by_one: list[list[Step]]
    done_at: list[int]
    bound: int
    nodes: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether no plan has fewer steps."""
        return len(self.steps) == self.bound


def one_by_one(plates: Plates, burgers: list[str], watch: Watch | None = None) -> list[list[Step]]:
    """Return each order's steps when it is completed in its own fewest, the plates kept."""
    parts = []
    for burger in burgers:
        found = solve(plates, burger, watch=watch).steps or []
        for step in found:
            plates = apply(plates, step)
        parts.append(found)
    return parts


def done_at(plates: Plates, burgers: list[str], steps: list[Step]) -> list[int]:
    """Return after how many steps each order is complete, as soon as it can be counted.

    Raises InvalidInput if the steps do not complete all orders.
    """
    done: list[int] = []
    for number in range(len(steps) + 1):
        while len(done) < len(burgers) and burgers[len(done)] in plates.stacks:
            done.append(number)
        if number < len(steps):
            plates = apply(plates, steps[number])
    if len(done) < len(burgers):
        raise InvalidInput(f"the steps complete only {len(done)} of {len(burgers)} orders", "steps")
    return done


@cache
def _native() -> Any:
    return Native(
        solo_kernel,
        {
            "prepare": ("array", "array", "array"),
            "search": ("array", "array", "array", "int"),
            "root_bound": ("array", "array"),
        },
        "joint search kernel",
    )


@per_thread
def _memory() -> tuple[Any, Any, Any]:
    """Return this thread's search array, transposition table and memo."""
    memo = array(chains.MEMO_ENTRY * MEMO_ENTRIES)
    return array(chains.ARRAY), array(2 * TABLE_ENTRIES), memo


def solve_game(plates: Plates, burgers: list[str], watch: Watch | None = None) -> GamePlan:
    """Return the fewest steps for all orders in sequence, or the best plan and bound at the limit.

    Raises InvalidInput for no orders, more than five, or one that the plates cannot make.
    """
    watch = watch or Watch()
    if not 1 <= len(burgers) <= SOLO_ORDERS:
        raise InvalidInput(f"{len(burgers)} orders", "cards", f"1 to {SOLO_ORDERS}")
    for number, burger in enumerate(burgers, start=1):
        if missing(plates, burger):
            raise InvalidInput(f"the plates cannot make order {number}, {burger}", "cards")
    native = _native()
    memory, table, memo = _memory()
    watch.restart()
    parts = one_by_one(plates, burgers, watch)
    greedy = [step for part in parts for step in part]
    rows = fill(memory, plates, burgers, len(greedy) - 1)
    ctypes.memset(memo, 0, ctypes.sizeof(memo))
    result = native.prepare(memory, memo, rows)
    while result == solo_kernel.RUNNING:
        result = native.search(memory, table, memo, BUDGET)
        watch.tell(f"at least {memory[frames.TARGET]} steps, {memory[frames.NODES]:,} states")
        if watch.expired():
            break
    bound = int(memory[frames.TARGET])
    steps = greedy
    if result == solo_kernel.SOLVED:
        steps = [step_of(memory[frames.PATH + index]) for index in range(bound)]
    elif result == solo_kernel.IMPOSSIBLE:
        bound = min(len(greedy), chains.MOST_STEPS + 1)
    return GamePlan(
        steps,
        parts,
        done_at(plates, burgers, steps),
        bound,
        memory[frames.NODES],
        watch.seconds(),
    )


def joint_bound(plates: Plates, burgers: list[str]) -> int:
    """Return the joint bound for the orders from these plates: no plan has fewer steps."""
    native = _native()
    memory, _, memo = _memory()
    rows = fill(memory, plates, burgers, 0)
    ctypes.memset(memo, 0, ctypes.sizeof(memo))
    native.prepare(memory, memo, rows)
    return int(native.root_bound(memory, memo))


def fill_root(memory: Any, plates: Plates) -> None:
    """Write plates into the root frame of a kernel's array."""
    memory[frames.STARTED] = 0
    for plate, stack in enumerate(plates.stacks):
        memory[frames.FRAMES + frames.WORDS + plate] = packed(stack)
        memory[frames.FRAMES + frames.REVERSED + plate] = packed(stack[::-1])
        memory[frames.FRAMES + frames.COUNTS + plate] = len(stack)


def fill(memory: Any, plates: Plates, burgers: list[str], most: int) -> Any:
    """Write a game into the joint kernel's array; return the rows that ``prepare`` needs.

    most: look for plans of at most so many steps.
    """
    memory[frames.BEGINNER] = 0
    memory[frames.STAMP] += 1
    memory[frames.TABLE_MASK] = TABLE_ENTRIES - 1
    memory[chains.MEMO_MASK] = MEMO_ENTRIES - 1
    memory[frames.LAST_TARGET] = min(most, chains.MOST_STEPS)
    memory[chains.NUMBER] = len(burgers)
    rows = array(SOLO_ORDERS)
    for number, burger in enumerate(burgers):
        order = chains.ORDERS + number * chains.ORDER
        memory[order + chains.ORDER_SIZE] = len(burger)
        memory[order + chains.ORDER_PACKED] = packed(burger)
        memory[order + chains.ORDER_REVERSED] = packed(burger[::-1])
        memory[order + chains.ORDER_NEEDED] = sum(
            1 << CODES[letter] for letter in set("".join(burgers[number:]))
        )
        for index, letter in enumerate(burger):
            memory[order + chains.ORDER_LETTERS + index] = CODES[letter]
        if number:
            others = plates.ingredients() - Counter(burgers[number - 1])
            rows[number] = packed("".join(sorted(others.elements())))
    fill_root(memory, plates)
    return rows
