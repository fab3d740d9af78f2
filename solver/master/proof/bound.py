"""How many steps an order needs at least: the bound that makes the search short.

The plates as paths
-------------------
See every plate as a path: its own surface, then its ingredients, an *edge*
between each two that touch. An empty plate is a surface without an edge. A
step lifts a stack, which removes exactly one edge (the one under the stack),
and lays it down, which makes exactly one (between one of its ends and what it
is laid on). That holds for MOVE and FLIP, to another plate or in place.

The bound
---------
Choose which physical ingredients x1 … xm become the burger b1 … bm. In the
finished burger (standard variant: alone on its plate, so nothing lies on xm)
the edges at x1 … xm are exactly: plate-x1, x1-x2, …, x(m-1)-xm. Against the
plates as they are now:

- an edge is *kept* if it exists and the finished burger has it; x1 keeps its
  plate if it lies at the bottom of one;
- a *cut* is an existing edge that touches a chosen ingredient and is not kept;
- a *join* is an edge of the finished burger that does not exist yet.

If x1 does not lie on a plate's surface, some surface must be free in the end
to take it. Where no plate is empty and no cut frees a surface, one more cut is
counted for it.

    bound(plates) = min over all choices of max(cuts, joins)

Proof. *Goal:* at a completed order the choice that is the burger has no cuts
and no joins. *Consistency:* fix a choice. One step removes one edge and makes
one. Removing an edge lowers the number of cuts by at most 1: it is one cut
itself, or it is the surface that the extra cut was counted for (then no cut
freed a surface, so it was not counted as a cut as well). It never lowers the
joins. Making an edge lowers the joins by at most 1 and never the cuts (a
surface that gets covered can only add the extra cut). So max(cuts, joins)
falls by at most 1 in a step, and so does its minimum over the choices. A
function that is 0 at the goal and falls by at most 1 in a step is a lower
bound (admissible), and consistent. ∎

Beginner variant
----------------
Other ingredients may lie below and above, so no surface need be free. A burger
of one ingredient is complete. Otherwise, in the finished burger, x1-x2 …
x(m-1)-xm exist, the lower one of each first; no chosen ingredient lies between
x1 and its surface; xm may have an edge to what lies on it; and the chosen ones
have no edges else. Against the plates as they are now:

- *joins*: the edges x1-x2 … x(m-1)-xm that do not exist yet, and one more
  unless x1 has its *ground*: nothing chosen below it down to the surface;
- *cuts*: the fewest existing edges that can be removed so that
  (a) none is left at x2 … x(m-1) that is not the burger's, nor x1-xm if m > 2;
  (b) x1 has at most one edge left if x1-x2 does not exist, and xm likewise if
  x(m-1)-xm does not;
  (c) if xm does not lie on x(m-1), one is removed below xm: the edge under it,
  or under what it lies on, and so on down to the surface.

The edges of (a) are one set. Where it has none of what (b) or (c) asks for, one
edge more is needed for x1 and one for xm; the edge under xm serves (b) and (c).
Where only (c) asks for one at xm, the one for x1 serves if it is below xm.

Proof. *Goal:* no cuts and no joins means that the burger is complete, the right
way up by (c), and the other way round. *Consistency:* let a step remove the
edge e and make the edge f, for a fixed choice.

Joins: removing e never lowers them. If f gives x1 its ground, it is one of the
edges below x1, and so not one of the burger's: making f lowers them by at most 1.

Cuts: let R be a smallest set as asked for after the step. Then R without f,
with e, is as asked for before it, so the cuts fall by at most 1. For (a) is a
matter of each edge on its own. In (b), if x1 has two edges and e is neither, it
has no room for f: they are its edges after the step too, R has one of them, and
it is not f. Likewise for xm. In (c), if e is none of the edges below xm, then
xm is not lifted, the edges below it are the same after the step, and R has one
of them.

The same holds for the first half of a step, the stack in the air, where an
ingredient of that stack has no surface: no ground, and (c) asks for nothing.
Lifting lowers the cuts by at most 1 and never the joins, laying down lowers the
joins by at most 1 and never the cuts. ∎

This module is the plain version for the reference search, by recursive
assignment with early exit; ``kernel`` does the same on packed integers, and the
tests hold both against the formula above over every choice. The idea is akin to
the gap heuristic for pancake sorting (Helmert 2010), extended to several stacks
and to pieces that are alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.master.rules import Plates, Variant


def lower_bound(plates: Plates, burger: str, variant: Variant = Variant.STANDARD) -> int:
    """Return a proved lower bound on the steps to complete the burger.

    The plates must hold what the burger needs (see ``rules.missing``).

    >>> lower_bound(Plates(("BPB", "C", "", "")), "BPB")
    0
    >>> lower_bound(Plates(("BPBC", "", "", "")), "BPB")
    1
    """
    paths = Paths.of(plates)
    steps = 0
    while not has_choice(paths, burger, steps, variant):
        steps += 1
    return steps


@dataclass(frozen=True, slots=True)
class Paths:
    """The plates as paths.

    letters: all ingredients, numbered along the plates, plate 1 first, bottom to top.
    bottoms: those that lie on a plate's surface.
    empty_plate: whether some plate is empty.

    An edge is named by the ingredient above it, so every ingredient names one.
    """

    letters: str
    bottoms: frozenset[int]
    empty_plate: bool

    @classmethod
    def of(cls, plates: Plates) -> Paths:
        """Return the paths of some plates."""
        bottoms = []
        height = 0
        for stack in plates.stacks:
            if stack:
                bottoms.append(height)
            height += len(stack)
        return cls("".join(plates.stacks), frozenset(bottoms), "" in plates.stacks)

    def edges_at(self, ingredient: int) -> set[int]:
        """Return the edges at an ingredient: the one under it, and the one above it if there is one."""
        above = ingredient + 1
        return {ingredient, above} if self.above(ingredient) is not None else {ingredient}

    def above(self, ingredient: int) -> int | None:
        """Return the ingredient that lies on this one."""
        above = ingredient + 1
        return above if above < len(self.letters) and above not in self.bottoms else None

    def edges_below(self, ingredient: int) -> set[int]:
        """Return the edges from an ingredient down to the surface of its plate."""
        bottom = max(place for place in self.bottoms if place <= ingredient)
        return set(range(bottom, ingredient + 1))

    def edge_between(self, one: int, other: int) -> int | None:
        """Return the edge between two ingredients, if they touch."""
        if self.above(one) == other:
            return other
        return one if self.above(other) == one else None


def has_choice(paths: Paths, burger: str, most: int, variant: Variant = Variant.STANDARD) -> bool:
    """Return whether some choice of ingredients has at most ``most`` cuts and ``most`` joins."""
    beginner = variant is Variant.BEGINNER
    cuts_of = _beginner_cuts if beginner else _standard_cuts

    def extend(choice: tuple[int, ...], kept: frozenset[int]) -> bool:
        joins = len(choice) - beginner - len(kept)
        # Only the edge from the last one chosen to the next may still turn from cut to kept.
        still_open = len(choice) < len(burger)
        if choice and (
            joins > most or cuts_of(paths, choice, kept, len(burger)) - still_open > most
        ):
            return False
        if not still_open:
            return not beginner or joins + _lacks_ground(paths, choice) <= most
        for ingredient, letter in enumerate(paths.letters):
            if letter != burger[len(choice)] or ingredient in choice:
                continue
            if choice:
                edge = paths.edge_between(choice[-1], ingredient)
            else:
                edge = ingredient if ingredient in paths.bottoms and not beginner else None
            if extend((*choice, ingredient), kept if edge is None else kept | {edge}):
                return True
        return False

    return extend((), frozenset())


def _standard_cuts(paths: Paths, choice: tuple[int, ...], kept: frozenset[int], size: int) -> int:
    """Return the cuts of a choice, or of the first ingredients of one."""
    cuts = set().union(*map(paths.edges_at, choice)) - kept
    whole = len(choice) == size
    has_surface = choice[0] in paths.bottoms or paths.empty_plate or bool(cuts & paths.bottoms)
    return len(cuts) + (whole and not has_surface)


def _beginner_cuts(paths: Paths, choice: tuple[int, ...], kept: frozenset[int], size: int) -> int:
    """Return the cuts of a choice in the beginner variant, or of the first ingredients of one."""
    whole = len(choice) == size
    first, last = choice[0], choice[-1]
    cuts = set().union(*map(paths.edges_at, choice[1:-1] if whole else choice[1:])) - kept
    if not whole or size == 1:
        return len(cuts)
    if size > 2 and (edge := paths.edge_between(first, last)) is not None:
        cuts.add(edge)
    at_first = _one_too_many(paths, first, choice[1], cuts)
    at_last = _one_too_many(paths, last, choice[-2], cuts)
    below = paths.edges_below(last)
    turned = paths.edge_between(choice[-2], last) != last and not below & (cuts | at_first)
    return len(cuts) + bool(at_first) + bool(at_last or turned)


def _one_too_many(paths: Paths, end: int, neighbour: int, cuts: set[int]) -> set[int]:
    """Return the two edges at an end of the burger if one of them must go, and is no cut already."""
    edges = paths.edges_at(end)
    joined = paths.edge_between(end, neighbour) is not None
    return set() if joined or len(edges) < 2 or edges & cuts else edges


def _lacks_ground(paths: Paths, choice: tuple[int, ...]) -> bool:
    """Return whether another one of the choice lies below its first one."""
    return not paths.edges_below(choice[0]).isdisjoint(choice[1:])
