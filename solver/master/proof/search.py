"""The fewest steps to an order, proved: one function over three searches.

:func:`solve` asks the kernel ``fewest``, or one of the plain searches. It also
says what is known where a limit ends the search: a plan that works (by
:func:`plan`, which always finds one) and the bound proved so far. All shortest
solutions are left to ``optimal``, texts and documents to ``answers``.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import StrEnum

from solver.gears import Gear
from solver.master.proof import reference
from solver.master.proof.fewest import KERNEL, MOST_STEPS, Search
from solver.master.proof.memory import new_table
from solver.master.proof.plates import order_of, stacks_of, step_of
from solver.master.rules import PLATES, Kind, Plates, Step, Variant, apply, complete
from solver.watch import Watch

#: Numbers that tell one search's entries in a table from those of another.
STAMPS = itertools.count(1)


class Method(StrEnum):
    """Which search answers."""

    KERNEL = "kernel"
    ASTAR = "astar"
    BFS = "bfs"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found.

    steps: a solution, or None if none was looked for beyond a given number of steps.
    bound: no solution has fewer steps; proved. ``len(steps) == bound`` means shortest.
    nodes: states entered.
    seconds: computation alone.
    """

    steps: list[Step] | None
    bound: int
    nodes: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether ``steps`` is a shortest solution."""
        return self.steps is not None and len(self.steps) == self.bound


def solve(
    plates: Plates,
    burger: str,
    variant: Variant = Variant.STANDARD,
    *,
    method: Method = Method.KERNEL,
    watch: Watch | None = None,
    gear: Gear = Gear.BOTH,
) -> Solution:
    """Return a shortest solution, or where the watch's limit ends the search, the best plan and bound.

    The plates must hold what the burger needs (see ``rules.missing``); then an
    order can always be completed, in at most 2 steps an ingredient and one more.

    >>> from solver.master.notation import parse_plates
    >>> solution = solve(parse_plates("BPCL/BTT/B/BOO"), "BPCB")
    >>> solution.bound, solution.proved
    (2, True)
    """
    watch = watch or Watch()
    if method is Method.KERNEL:
        if gear is Gear.COMPILED:
            KERNEL.load()
        search = OrderSearch(burger, variant, gear)
        watch.restart()
        steps = search.run(plates, watch)
        bound, nodes = search.bound, search.nodes
    else:
        plain = reference.a_star if method is Method.ASTAR else reference.breadth_first
        watch.restart()
        steps, bound, nodes = plain(plates, burger, variant, watch.expired)
    if steps is None:
        steps = plan(plates, burger, variant)
    return Solution(steps, bound, nodes, watch.seconds())


class OrderSearch:
    """Searches for one order, from one plates after the other; each has its own memory.

    bound: no solution from the last plates has fewer steps; proved so far. nodes: states entered.
    """

    def __init__(
        self, burger: str, variant: Variant = Variant.STANDARD, gear: Gear = Gear.BOTH
    ) -> None:
        """Prepare for an order; what the transposition table learns serves all plates of it."""
        self._order = order_of(burger, variant)
        self._gear = gear
        self._stamp = next(STAMPS)
        self._table = new_table()
        self.bound = self.nodes = 0

    def run(self, plates: Plates, watch: Watch, *, most: int = MOST_STEPS) -> list[Step] | None:
        """Return a shortest solution of at most ``most`` steps.

        None if there is none, which the bound then says, or if the watch expired.
        """
        game = Search.of(self._order, [stacks_of(plates)], self._stamp, self._table)
        game.most = most

        def tick(game: Search) -> bool:
            watch.tell(f"at least {game.bound} steps, {game.nodes:,} states searched")
            return watch.expired()

        KERNEL.run(game, watch, tick, self._gear)
        self.bound, self.nodes = game.bound, game.nodes
        if game.done == 0 or game.fewest[0] < 0:
            return None
        return [step_of(game.steps[left]) for left in range(game.bound, 0, -1)]


def most_steps(burger: str) -> int:
    """Return a number of steps that suffices from any plates; :func:`plan` proves it."""
    return 2 * len(burger) + 1


def plan(plates: Plates, burger: str, variant: Variant = Variant.STANDARD) -> list[Step]:
    """Return steps that complete the order, not the fewest: an upper bound that is always there.

    Clear a plate down to what the burger begins with (1 step at most), then bring the burger's
    ingredients there one after the other: lift off what lies on the next one, if anything, onto
    a third plate, then the ingredient itself (2 steps at most each). Where a run of several, as
    it lies or upside down, is on top, it is brought as one. The best of the four plates is taken.
    This proves that every order whose ingredients are on the plates can be completed in
    :func:`most_steps`.
    """
    if complete(plates, burger, variant):
        return []
    return min((_plan_on(site, plates, burger) for site in range(1, PLATES + 1)), key=len)


def _plan_on(site: int, plates: Plates, burger: str) -> list[Step]:
    """Return such steps for a burger on a plate."""
    steps: list[Step] = []

    def do(step: Step) -> None:
        nonlocal plates
        plates = apply(plates, step)
        steps.append(step)

    stands = 0
    while plates.stacks[site - 1][: stands + 1] == burger[: stands + 1] and stands < len(burger):
        stands += 1
    if above := len(plates.stacks[site - 1]) - stands:
        do(Step(Kind.MOVE, above, site, site % PLATES + 1))
    while (built := len(plates.stacks[site - 1])) < len(burger):
        source, height = _shallowest(plates, burger[built], site)
        if above := len(plates.stacks[source - 1]) - height - 1:
            aside = next(number for number in range(1, PLATES + 1) if number not in (site, source))
            do(Step(Kind.MOVE, above, source, aside))
        do(_longest_run(plates.stacks[source - 1], burger[built:], source, site))
    return steps


def _shallowest(plates: Plates, letter: str, site: int) -> tuple[int, int]:
    """Return plate and height of the ingredient of that letter with the least on top, off the site."""
    found = [
        (len(stack) - stack.rindex(letter), number, stack.rindex(letter))
        for number, stack in enumerate(plates.stacks, start=1)
        if number != site and letter in stack
    ]
    _, number, height = min(found)
    return number, height


def _longest_run(stack: str, wanted: str, source: int, site: int) -> Step:
    """Return the step that brings most of what is wanted next from the top of a stack."""
    for count in range(min(len(stack), len(wanted)), 0, -1):
        if stack[-count:] == wanted[:count]:
            return Step(Kind.MOVE, count, source, site)
        if stack[-count:][::-1] == wanted[:count]:
            return Step(Kind.FLIP, count, source, site)
    raise AssertionError("the wanted ingredient lies on top")
