"""The biggest burger that some cards can build, exactly, with CP-SAT.

The view. Take the heroes and the four colours as places. A filling joins its
hero and its colour; mushrooms join any two of three places: the hero and their
two colours. Two fillings fit exactly if they have a place in common. A burger
f1 … fn on a bun of colour a, under a bun of colour b, is therefore a walk from
place a to place b that uses each card at most once: between two neighbours
choose a common place; a card whose two chosen places differ carries the walk
from one to the other, and one whose places are the same just lies there.
Conversely, let a walk from a to b be given, no card used twice. Every other
card that has a place on the walk can be slipped in where the walk passes that
place, and fits both its neighbours there. So the biggest burger is the walk
whose places touch the most fillings, and the order of the cards falls away.

The model. A set of cards, each laid between two places, is such a walk exactly
if every place has an even number of them, but an odd one at a and at b where a
and b differ, and if all of it hangs together with a (Euler). Cards alike are
one class with a number. That it hangs together is a flow: a sends one unit to
each place visited, only along cards in use. No loose cycle can pass for part
of a burger, for it would get no unit.

Doubles never raise the maximum: the second filling of a double has the first
one's hero, so it fits on it as a single card, and whatever comes next fits on
it alike. A burger with doubles, read card by card, is a burger without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from solver.answer import Status
from solver.errors import LimitReached
from solver.superburger.cards import COLOURS, Card, colours, hero, in_order, is_bun, is_filling
from solver.watch import Watch

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

#: A hero's two letters or a colour's letter.
Place = str

#: The places that a card touches, sorted: cards with the same ones are interchangeable.
Places = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Biggest:
    """The biggest burger, bottom to top; empty if the cards make none.

    fillings: of the burger; bound: no burger has more (the same where proved).
    """

    status: Status
    burger: tuple[Card, ...]
    fillings: int | None
    bound: int | None
    branches: int


def places(card: Card) -> Places:
    """Return the places that a filling touches.

    >>> places("rTO"), places("gMU+r")
    (('TO', 'r'), ('MU', 'g', 'r'))
    """
    return (hero(card), *sorted(colours(card)))


def biggest(cards: Sequence[Card], open_colour: str | None, watch: Watch) -> Biggest:
    """Return the biggest burger that the cards make; flies and boxes among them stay out.

    open_colour: the bottom bun lies on the table already, and is of this colour; it is the
    first card of the burger returned.
    """
    import networkx  # noqa: F401 - loaded here, so that the search alone is timed

    from solver.cpsat import run_model

    classes: dict[Places, list[Card]] = {}
    for card in in_order([card for card in cards if is_filling(card)]):
        classes.setdefault(places(card), []).append(card)
    buns = Counter(card[0] for card in cards if is_bun(card))
    if sum(buns.values()) < (2 if open_colour is None else 1):
        return Biggest(Status.INFEASIBLE, (), None, None, 0)
    shortest = _shortest(list(classes), buns, open_colour)
    if shortest is None:
        return Biggest(Status.INFEASIBLE, (), None, None, 0)
    model = _Model({key: len(same) for key, same in classes.items()}, buns, open_colour)
    watch.restart()
    try:
        outcome = run_model(model.model, watch)
        walk, bound, branches = model.walk(outcome.solver), outcome.bound or 0, outcome.branches
    except LimitReached:
        walk, bound, branches = shortest, sum(map(len, classes.values())), 0
    burger = _laid(walk, classes)
    size = len(burger) - 2
    status = Status.OPTIMAL if size == bound else Status.FEASIBLE
    return Biggest(status, burger, size, bound, branches)


@dataclass(slots=True)
class Walk:
    """A walk without its order: from ``start`` to ``end`` over cards between places.

    links: how many cards of a class are laid between which two places.
    """

    start: Place
    end: Place
    links: Counter[tuple[Places, Place, Place]] = field(default_factory=Counter)


def _shortest(classes: list[Places], buns: Counter[str], open_colour: str | None) -> Walk | None:
    """Return a walk over as few cards as possible, None if there is no burger at all.

    Breadth first over the places: it uses no class twice, since one card of a class joins any
    two of its places.
    """
    best: Walk | None = None
    for start in COLOURS if open_colour is None else open_colour:
        came: dict[Place, tuple[Places, Place] | None] = {start: None}
        queue = [start]
        for place in queue:
            for key in classes:
                for other in key if place in key else ():
                    if other not in came:
                        came[other] = (key, place)
                        queue.append(other)
        for end in queue:
            needed = Counter([end] if open_colour else [start, end])
            if end in COLOURS and needed <= buns:
                walk = _traced(came, start, end)
                if best is None or walk.links.total() < best.links.total():
                    best = walk
    return best


def _traced(came: dict[Place, tuple[Places, Place] | None], start: Place, end: Place) -> Walk:
    walk = Walk(start, end)
    place = end
    while (step := came[place]) is not None:
        key, before = step
        one, other = sorted((before, place), key=key.index)
        walk.links[key, one, other] += 1
        place = before
    return walk


class _Model:
    """The model: which cards are laid between which places, from which bun to which."""

    def __init__(
        self, classes: dict[Places, int], buns: Counter[str], open_colour: str | None
    ) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.classes = classes
        self.all_places = sorted({place for key in classes for place in key} | set(COLOURS))
        new = self.model
        self.visited = {place: new.new_bool_var(f"visited {place}") for place in self.all_places}
        self.start = {c: new.new_bool_var(f"bottom bun {c}") for c in COLOURS}
        self.end = {c: new.new_bool_var(f"top bun {c}") for c in COLOURS}
        self.laid = {
            (key, one, other): new.new_int_var(0, count, f"{key} between {one} and {other}")
            for key, count in classes.items()
            for one, other in combinations(key, 2)
        }
        self._choose_buns(buns, open_colour)
        self._make_a_walk()
        self._hang_together()
        self._count_fillings()

    def _choose_buns(self, buns: Counter[str], open_colour: str | None) -> None:
        """One bun below, one on top, no more of a colour than there are."""
        self.model.add_exactly_one(self.start.values())
        self.model.add_exactly_one(self.end.values())
        for colour in COLOURS:
            if open_colour is None:
                self.model.add(self.start[colour] + self.end[colour] <= buns[colour])
            else:
                self.model.add(self.start[colour] == int(colour == open_colour))
                self.model.add(self.end[colour] <= buns[colour])
            self.model.add_implication(self.start[colour], self.visited[colour])
            self.model.add_implication(self.end[colour], self.visited[colour])
        if open_colour is None:
            # Upside down a burger is a burger: the bottom bun may come first in the ring.
            ring = list(COLOURS)
            self.model.add(
                sum(i * self.start[c] for i, c in enumerate(ring))
                <= sum(i * self.end[c] for i, c in enumerate(ring))
            )

    def _make_a_walk(self) -> None:
        """Every place is left as often as it is entered, but for the two ends."""
        for place in self.all_places:
            around = [laid for (_, *ends), laid in self.laid.items() if place in ends]
            half = self.model.new_int_var(0, sum(self.classes.values()) + 2, f"visits {place}")
            ends_here = self.start[place] + self.end[place] if place in COLOURS else 0
            self.model.add(sum(around) + ends_here == 2 * half)
        for key, count in self.classes.items():
            links = [laid for (of, *_), laid in self.laid.items() if of == key]
            self.model.add(sum(links) <= count)
        for (key, one, other), laid in self.laid.items():
            self.model.add(laid <= self.classes[key] * self.visited[one])
            self.model.add(laid <= self.classes[key] * self.visited[other])

    def _hang_together(self) -> None:
        """The bottom bun's colour sends a unit to each visited place, along laid cards only."""
        most = len(self.all_places)
        between: dict[tuple[Place, Place], list[cp_model.IntVar]] = {}
        for (_, one, other), laid in self.laid.items():
            between.setdefault((min(one, other), max(one, other)), []).append(laid)
        inflow: dict[Place, list[Any]] = {place: [] for place in self.all_places}
        for (one, other), laid_here in between.items():
            used = self.model.new_bool_var(f"{one} to {other} in use")
            self.model.add(used <= sum(laid_here))
            for source, target in ((one, other), (other, one)):
                flow = self.model.new_int_var(0, most, f"units {source} to {target}")
                self.model.add(flow <= most * used)
                inflow[target].append(flow)
                inflow[source].append(-flow)
        for place in self.all_places:
            sent: Any = 0
            if place in COLOURS:
                sent = self.model.new_int_var(0, most, f"units from {place}")
                self.model.add(sent <= most * self.start[place])
            self.model.add(sum(inflow[place]) + sent == self.visited[place])

    def _count_fillings(self) -> None:
        """A filling is in the burger if one of its places is visited."""
        points = []
        for key, count in self.classes.items():
            touched = self.model.new_bool_var(f"touched {key}")
            self.model.add_bool_or([touched.Not(), *(self.visited[place] for place in key)])
            points.append(count * touched)
        self.model.maximize(sum(points))

    def walk(self, solver: Any) -> Walk:
        """Return what a solution lays."""
        walk = Walk(
            next(c for c in COLOURS if solver.value(self.start[c])),
            next(c for c in COLOURS if solver.value(self.end[c])),
        )
        for link, laid in self.laid.items():
            walk.links[link] = solver.value(laid)
        return walk


def _laid(walk: Walk, classes: dict[Places, list[Card]]) -> tuple[Card, ...]:
    """Return the burger of a walk: its cards in order, every other card slipped in."""
    import networkx

    left = {key: list(same) for key, same in classes.items()}
    graph = networkx.MultiGraph()
    graph.add_node(walk.start)
    for (key, one, other), count in sorted(walk.links.items()):
        for _ in range(count):
            graph.add_edge(one, other, card=left[key].pop(0))
    burger = [f"{walk.start}BN"]
    visited: set[Place] = set()

    def visit(place: Place) -> None:
        """Slip in what touches a place that the walk comes to for the first time."""
        if place in visited:
            return
        visited.add(place)
        for key, same in left.items():
            if place in key:
                burger.extend(same)
                same.clear()

    visit(walk.start)
    if graph.number_of_edges():
        for _, place, number in _steps(graph, walk.start):
            burger.append(number)
            visit(place)
    return (*burger, f"{walk.end}BN")


def _steps(graph: Any, start: Place) -> list[tuple[Place, Place, Card]]:
    """Return the edges of an Eulerian path in order, each with its card."""
    import networkx

    return [
        (source, target, graph.edges[source, target, key]["card"])
        for source, target, key in networkx.eulerian_path(graph, source=start, keys=True)
    ]
