"""All shortest solutions: how many, which, and the graph they form.

A solution is a sequence of steps on *numbered* plates: two that end alike, or
differ only in which of two like plates they use, or in MOVE against FLIP of a
stack that reads the same both ways, are two. Counting is left to
``count_kernel``; that it misses none is tested against plain enumeration.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from solver.errors import LimitReached
from solver.master import count_kernel, kernel
from solver.master.reference import successors
from solver.master.rules import Plates, Step, Variant
from solver.master.search import BUDGET, TABLE_ENTRIES, KernelSearch
from solver.native import Native, array
from solver.watch import Watch

if TYPE_CHECKING:
    import networkx


@cache
def _native_count() -> Any:
    return Native(count_kernel, {"count": ("array", "array", "int")})


def prepare() -> None:
    """Load or compile what counting needs, so that the time of that is not taken for work."""
    _native_count()


@cache
def _count_table() -> Any:
    return array(count_kernel.ENTRY * TABLE_ENTRIES)


class OptimalSolutions:
    """All shortest solutions of an order.

    ``count`` is their number; iterating yields them in the order of ``rules.legal_steps``.
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
        memory = self._order.fill(state)
        memory[kernel.TARGET] = left
        count, table = _native_count().count, _count_table()
        while (result := count(memory, table, BUDGET)) == count_kernel.RUNNING:
            self._watch.tell(f"counting the solutions of {self.steps} steps")
            if self._watch.expired():
                raise LimitReached(
                    "the limit was reached before all shortest solutions were counted"
                )
        if result == count_kernel.TOO_MANY:
            raise LimitReached(f"there are more than {count_kernel.MOST:,} shortest solutions")
        return int(memory[kernel.FRAMES + kernel.TOTAL])

    def onward(self, state: Plates, left: int) -> list[tuple[Step, Plates]]:
        """Return the steps from a state on a shortest solution that stay on one, and the plates after each."""
        if left == 0:
            return []
        return [(step, after) for step, after in successors(state) if self.ways(after, left - 1)]

    def __iter__(self) -> Iterator[list[Step]]:
        """Yield the solutions."""

        def extend(state: Plates, left: int) -> Iterator[list[Step]]:
            if left == 0:
                yield []
            for step, after in self.onward(state, left):
                for rest in extend(after, left - 1):
                    yield [step, *rest]

        return extend(self.plates, self.steps)

    def first(self, number: int) -> list[list[Step]]:
        """Return the first so many solutions."""
        return list(islice(self, number))

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
                self._watch.tell(f"{len(graph):,} states of the graph")
                for step, after in self.onward(state, left):
                    graph.add_node(str(after), left=left - 1)
                    graph.add_edge(str(state), str(after), step=str(step))
                    following[after] = None
                if len(graph) > most:
                    raise LimitReached(f"the graph has more than {most:,} states")
                if self._watch.expired():
                    raise LimitReached("the limit was reached before the graph was complete")
            layer = following
        return graph
