"""The fewest steps to an order, proved: one function over three searches.

:func:`solve` asks the compiled kernel, or one of the plain searches. It also
says what is known where a limit ends the search: a plan that works (by
:func:`plan`, which always finds one) and the bound proved so far. All shortest
solutions are left to ``optimal``, texts and documents to ``answers``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from solver.master import frames, kernel, reference
from solver.master.rules import INGREDIENTS, PLATES, Kind, Plates, Step, Variant, apply, complete
from solver.native import Native, array, per_thread
from solver.watch import Watch

#: An ingredient's number in the kernel, 1 to 6.
CODES = {letter: code for code, letter in enumerate(INGREDIENTS, start=1)}

#: Effort (see ``frames.EFFORT``) between two looks at the clock: some 50 ms compiled.
BUDGET = 2_000_000

#: Entries in the transposition table, 16 bytes each; memory is taken as it is used.
TABLE_ENTRIES = 1 << 20


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
        search = KernelSearch(burger, variant)
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


@cache
def native_kernel() -> Any:
    """Return the compiled kernel, loaded or compiled on first use."""
    return Native(kernel, {"search": ("array", "array", "int")}, "search kernel")


@per_thread
def _memory() -> tuple[Any, Any]:
    """Return this thread's search array and transposition table."""
    return array(frames.ARRAY), array(2 * TABLE_ENTRIES)


class KernelSearch:
    """Searches of the kernel for one order; only the newest one of a thread may be run."""

    def __init__(self, burger: str, variant: Variant) -> None:
        """Prepare for an order; what the transposition table learns serves all plates of it."""
        self._search = native_kernel().search
        self._array, self._table = _memory()
        memory = self._array
        memory[frames.SIZE] = len(burger)
        memory[frames.BEGINNER] = variant is Variant.BEGINNER
        memory[frames.STAMP] += 1
        memory[frames.TABLE_MASK] = TABLE_ENTRIES - 1
        memory[frames.PACKED] = packed(burger)
        memory[frames.PACKED_REVERSED] = packed(burger[::-1])
        for index, letter in enumerate(burger):
            memory[frames.BURGER + index] = CODES[letter]
        self._stamp = memory[frames.STAMP]

    @property
    def bound(self) -> int:
        """No solution from the last plates has fewer steps; proved so far."""
        return int(self._array[frames.TARGET])

    @property
    def nodes(self) -> int:
        """States entered for the last plates."""
        return int(self._array[frames.NODES])

    def fill(self, plates: Plates) -> Any:
        """Write the plates into the root frame; return the kernel's array."""
        memory = self._array
        if memory[frames.STAMP] != self._stamp:
            raise RuntimeError("another search has taken the kernel's memory")
        fill_root(memory, plates)
        return memory

    def settings(self) -> list[int]:
        """Return the part of the kernel's array that says what is searched for."""
        return list(self._array[: frames.SCRATCH])

    def run(
        self, plates: Plates, watch: Watch, *, most: int = frames.MOST_STEPS
    ) -> list[Step] | None:
        """Return a shortest solution of at most ``most`` steps.

        None if there is none, which the bound then says, or if the watch expired.
        """
        memory = self.fill(plates)
        memory[frames.LAST_TARGET] = most
        while (result := self._search(memory, self._table, BUDGET)) == kernel.RUNNING:
            watch.tell(f"at least {self.bound} steps, {self.nodes:,} states searched")
            if watch.expired():
                return None
        if result == kernel.IMPOSSIBLE:
            return None
        return [step_of(memory[frames.PATH + index]) for index in range(self.bound)]


def most_steps(burger: str) -> int:
    """Return a number of steps that suffices from any plates; :func:`plan` proves it."""
    return 2 * len(burger) + 1


def fill_root(memory: Any, plates: Plates) -> None:
    """Write plates into the root frame of a kernel's array."""
    memory[frames.STARTED] = 0
    for plate, stack in enumerate(plates.stacks):
        memory[frames.FRAMES + frames.WORDS + plate] = packed(stack)
        memory[frames.FRAMES + frames.REVERSED + plate] = packed(stack[::-1])
        memory[frames.FRAMES + frames.COUNTS + plate] = len(stack)


def packed(stack: str) -> int:
    """Return a stack as the kernel's word: 3 bits an ingredient, the bottom lowest."""
    word = 0
    for letter in reversed(stack):
        word = word << 3 | CODES[letter]
    return word


def step_of(code: int) -> Step:
    """Return the step that the kernel's code stands for."""
    flip = code >> 9 & 1
    return Step(
        Kind.FLIP if flip else Kind.MOVE, code & 31, (code >> 5 & 3) + 1, (code >> 7 & 3) + 1
    )


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
