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
Other ingredients may lie below and above. The edges asked for are only x1-x2 …
x(m-1)-xm. The inner ingredients x2 … x(m-1) have both their edges in the
burger, so any other existing edge at them is a cut. An end (x1 or xm) may have
one edge to something else; only where its burger edge is not there yet and it
already has two edges must one of these go: an extra cut, if none of the two is
a cut already; if both ends need one and share an edge, one serves both. The
proof is the same: with the cuts of a fixed choice, removing an edge lowers
them by at most 1 (an end's extra cut is counted only where none of its edges
is a cut, so no edge counts for both), and making an edge never does: it
cannot touch an end that has two edges, and an edge at an inner ingredient
that is not the burger's is a new cut. A burger upside down has bound 0
without being complete; that is allowed of a bound. ∎

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

    def edge_between(self, one: int, other: int) -> int | None:
        """Return the edge between two ingredients, if they touch."""
        if self.above(one) == other:
            return other
        return one if self.above(other) == one else None


def has_choice(paths: Paths, burger: str, most: int, variant: Variant = Variant.STANDARD) -> bool:
    """Return whether some choice of ingredients has at most ``most`` cuts and ``most`` joins."""
    cuts_of = _beginner_cuts if variant is Variant.BEGINNER else _standard_cuts
    plate_counts = variant is not Variant.BEGINNER

    def extend(choice: tuple[int, ...], kept: frozenset[int]) -> bool:
        joins = len(choice) - (0 if plate_counts else 1) - len(kept)
        # Only the edge from the last one chosen to the next may still turn from cut to kept.
        still_open = len(choice) < len(burger)
        if choice and (
            joins > most or cuts_of(paths, choice, kept, len(burger)) - still_open > most
        ):
            return False
        if not still_open:
            return True
        for ingredient, letter in enumerate(paths.letters):
            if letter != burger[len(choice)] or ingredient in choice:
                continue
            if choice:
                edge = paths.edge_between(choice[-1], ingredient)
            else:
                edge = ingredient if plate_counts and ingredient in paths.bottoms else None
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
    inner = choice[1:-1] if whole else choice[1:]
    cuts = set().union(*map(paths.edges_at, inner)) - kept
    if not whole or size == 1:
        return len(cuts)
    crowded = []
    for end, neighbour in ((choice[0], choice[1]), (choice[-1], choice[-2])):
        edges = paths.edges_at(end)
        if paths.edge_between(end, neighbour) is None and len(edges) == 2 and not edges & cuts:
            crowded.append(edges)
    one_serves_both = len(crowded) == 2 and bool(crowded[0] & crowded[1])
    return len(cuts) + len(crowded) - one_serves_both
