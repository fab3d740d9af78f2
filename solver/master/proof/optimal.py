"""All shortest solutions: how many, which, and the graph they form.

A solution is a sequence of steps on *numbered* plates: two that end alike, or
differ only in which of two like plates they use, or in MOVE against FLIP of a
stack that reads the same both ways, are two. Counting is left to
``counting``; that it misses none is tested against plain enumeration.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from solver.errors import LimitReached, plural
from solver.gears import Gear
from solver.master.proof.counting import KERNEL, MOST, Counting
from solver.master.proof.memory import new_table
from solver.master.proof.plates import order_of, stacks_of, step_of
from solver.master.proof.search import STAMPS
from solver.master.rules import Plates, Step, Variant, apply
from solver.watch import Watch

if TYPE_CHECKING:
    import networkx


class OptimalSolutions:
    """All shortest solutions of an order.

    ``count`` is their number.
    """

    def __init__(
        self,
        plates: Plates,
        burger: str,
        variant: Variant,
        steps: int,
        watch: Watch,
        gear: Gear = Gear.BOTH,
    ) -> None:
        """Count them, given the proved fewest steps.

        Raises LimitReached when the watch expires first.
        """
        self.plates = plates
        self.steps = steps
        self._watch = watch
        self._gear = gear
        self._order = order_of(burger, variant)
        self._stamp, self._table = next(STAMPS), new_table(3)
        self._ways: dict[tuple[Plates, int], int] = {}
        self.count = self.ways(plates, steps)

    def ways(self, state: Plates, left: int) -> int:
        """Return the number of ways to complete the order from a state in ``left`` steps, its fewest."""
        key = (state.canonical(), left)
        if key not in self._ways:
            self._ways[key] = self._counted(key[0], left).total
        return self._ways[key]

    def _counted(self, state: Plates, left: int) -> Counting:
        game = Counting.of(self._order, stacks_of(state), left, self._stamp, self._table)
        watch = self._watch

        def tick(game: Counting) -> bool:
            watch.tell(f"counting the solutions of {plural(self.steps, 'step')}")
            return watch.expired()

        if not KERNEL.run(game, watch, tick, self._gear):
            raise LimitReached("the limit was reached before all shortest solutions were counted")
        if game.total > MOST:
            raise LimitReached(f"there are more than {MOST:,} shortest solutions")
        return game

    def onward(self, state: Plates, left: int) -> list[tuple[Step, Plates]]:
        """Return the steps from a state on a shortest solution that stay on one.

        Each comes with the plates after it. left: the fewest steps from the state.
        """
        if left == 0:
            return []
        game = self._counted(state, left)
        steps = [step_of(code) for code in game.steps[: game.found]]
        return [(step, apply(state, step)) for step in steps]

    def first(self, number: int) -> list[list[Step]]:
        """Return the first so many solutions, in the order of ``rules.legal_steps``.

        Raises LimitReached when the watch expires first.
        """
        return list(islice(self._from(self.plates, self.steps), number))

    def _from(self, state: Plates, left: int) -> Iterator[list[Step]]:
        """Yield the solutions from a state in so many steps, its fewest."""
        if left == 0:
            yield []
        self._watch.tell(f"listing the solutions of {plural(self.steps, 'step')}")
        if self._watch.expired():
            raise LimitReached("the limit was reached before the solutions were listed")
        for step, after in self.onward(state, left):
            for rest in self._from(after, left - 1):
                yield [step, *rest]

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
