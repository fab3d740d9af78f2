"""All shortest solutions: how many, which, and the graph they form.

A solution is a sequence of steps on *numbered* plates: two that end alike, or
differ only in which of two like plates they use, or in MOVE against FLIP of a
stack that reads the same both ways, are two. Counting is left to
``count_kernel``; that it misses none is tested against plain enumeration.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from solver.errors import LimitReached, plural
from solver.master import count_kernel, frames
from solver.master.rules import Plates, Step, Variant, apply
from solver.master.search import BUDGET, TABLE_ENTRIES, KernelSearch, step_of
from solver.native import Native, array, per_thread
from solver.watch import Watch

if TYPE_CHECKING:
    import networkx


@cache
def _native_count() -> Any:
    return Native(
        count_kernel,
        {
            "count": ("array", "array", "int"),
            "write_solutions": ("array", "array", "array", "int", "int"),
            "onward": ("array", "array", "array"),
        },
        "counting kernel",
    )


def prepare() -> None:
    """Load or compile what counting needs, so that the time of that is not taken for work."""
    _native_count()


@per_thread
def _memory() -> tuple[Any, Any]:
    """Return this thread's table of counts, and room for the steps from one state."""
    return array(count_kernel.ENTRY * TABLE_ENTRIES), array(MOST_LEGAL_STEPS)


#: More than there are from any state: 20 lifts, each to 4 plates, MOVE or FLIP.
MOST_LEGAL_STEPS = 20 * 4 * 2


class OptimalSolutions:
    """All shortest solutions of an order.

    ``count`` is their number.
    """

    def __init__(
        self, plates: Plates, burger: str, variant: Variant, steps: int, watch: Watch
    ) -> None:
        """Count them, given the proved fewest steps.

        Raises LimitReached when the watch expires first.
        """
        self.plates = plates
        self.steps = steps
        self._watch = watch
        self._order = KernelSearch(burger, variant)
        self._ways: dict[tuple[Plates, int], int] = {}
        self.count = self.ways(plates, steps)

    def ways(self, state: Plates, left: int) -> int:
        """Return the number of ways to complete the order from a state in ``left`` steps, its fewest."""
        key = (state.canonical(), left)
        if key not in self._ways:
            self._ways[key] = self._counted(key[0], left)
        return self._ways[key]

    def _counted(self, state: Plates, left: int) -> int:
        memory = self._fill(state, left)
        count, table = _native_count().count, _memory()[0]
        while (result := count(memory, table, BUDGET)) == count_kernel.RUNNING:
            self._watch.tell(f"counting the solutions of {plural(self.steps, 'step')}")
            if self._watch.expired():
                raise LimitReached(
                    "the limit was reached before all shortest solutions were counted"
                )
        if result == count_kernel.TOO_MANY:
            raise LimitReached(f"there are more than {count_kernel.MOST:,} shortest solutions")
        return int(memory[frames.FRAMES + frames.TOTAL])

    def _fill(self, state: Plates, left: int) -> Any:
        memory = self._order.fill(state)
        memory[frames.TARGET] = left
        return memory

    def onward(self, state: Plates, left: int) -> list[tuple[Step, Plates]]:
        """Return the steps from a state on a shortest solution that stay on one.

        Each comes with the plates after it. left: the fewest steps from the state.
        """
        if left == 0:
            return []
        table, out = _memory()
        found = _native_count().onward(self._fill(state, left), table, out)
        steps = []
        for code in out[:found]:
            step = step_of(code >> 1)
            after = apply(state, step)
            if code & 1 == 0 or self.ways(after, left - 1):
                steps.append((step, after))
        return steps

    def first(self, number: int) -> list[list[Step]]:
        """Return the first so many solutions, in the order of ``rules.legal_steps``.

        Raises LimitReached when the watch expires first.
        """
        steps = self.steps
        if steps == 0:
            return [[]]
        table = _memory()[0]
        out = array(number * steps)
        memory = self._fill(self.plates, steps)
        write = _native_count().write_solutions
        while write(memory, table, out, number, BUDGET) == count_kernel.RUNNING:
            self._watch.tell(f"listing the solutions of {plural(steps, 'step')}")
            if self._watch.expired():
                raise LimitReached("the limit was reached before the solutions were listed")
        found = memory[frames.FOUND]
        return [
            [step_of(code) for code in out[index * steps : (index + 1) * steps]]
            for index in range(found)
        ]

    def graph(self, most: int) -> networkx.MultiDiGraph[str]:
        """Return the graph of all shortest solutions.

        A node is plates as text, with ``left``: the steps to the end; an edge has ``step``.

        Raises LimitReached beyond ``most`` nodes.
        """
        import networkx

        graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
        graph.add_node(str(self.plates), left=self.steps)
        layer = {self.plates: None}
        for left in range(self.steps, 0, -1):
            following: dict[Plates, None] = {}
            for state in layer:
                self._watch.tell(f"{plural(len(graph), 'state')} of the graph")
                for step, after in self.onward(state, left):
                    graph.add_node(str(after), left=left - 1)
                    graph.add_edge(str(state), str(after), step=str(step))
                    following[after] = None
                if len(graph) > most:
                    raise LimitReached(f"it has more than {plural(most, 'state')} (--most)")
                if self._watch.expired():
                    raise LimitReached("the limit was reached before the graph was complete")
            layer = following
        return graph
