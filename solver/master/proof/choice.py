"""The bound of ``bound`` on values, asked as a yes/no question.

Is there a choice of ingredients with at most so many cuts and joins? By recursive assignment
along the burger, an ingredient that keeps an edge first, with early exit. Places and edges are
masks (see ``plates``).
"""

from __future__ import annotations

from typing import NamedTuple

from solver.master.proof.plates import ONES, Order, Paths, places_of


class Choice(NamedTuple):
    """The ingredients chosen for the lowest part of the burger, as places; 0 where there is none.

    all of them, the first and the last one, and the edges that they keep.
    """

    chosen: int
    first: int
    last: int
    kept: int


def has_choice(order: Order, there: Paths, cuts: int, joins: int) -> int:
    """Return 1 if some choice of ingredients has at most so many cuts and joins, else 0."""
    # Where the next ingredient nowhere lies beside the one before it, a join cannot be avoided.
    spare, apart, level = joins, 0, 1
    below, rest = places_of(order.burger & 7, there.row), order.burger >> 3
    while rest:
        here = places_of(rest & 7, there.row)
        if (below << 3 & here | here << 3 & below) & there.links == 0:
            spare -= 1
            if spare < 0:
                return 0
            apart |= 1 << level
        below, rest, level = here, rest >> 3, level + 1
    return extends(order, there, cuts, spare, order.burger, apart, Choice(0, 0, 0, 0))


def extends(
    order: Order, there: Paths, cuts: int, spare: int, rest: int, apart: int, choice: Choice
) -> int:
    """Return 1 if ingredients for the rest of the burger can be chosen too, else 0.

    spare: joins that are not needed for certain; apart: a bit for each ingredient of the rest whose
    join is.
    """
    chosen, first, last, kept = choice
    links, surfaces = there.links, there.surfaces
    candidates = places_of(rest & 7, there.row) & ~chosen
    while candidates:
        left, keeps = spare, 0
        if last == 0:
            place = candidates & surfaces
            if place == 0:
                place = candidates
                left -= 1 - order.beginner
            place &= -place
            if order.beginner == 0:
                keeps = place & surfaces
        else:
            place = keeps = last << 3 & links & candidates
            if place == 0:
                place = (last & links) >> 3 & candidates
                keeps = last
                if place == 0:
                    place = candidates & -candidates
                    keeps = 0
                    left -= 1 - (apart & 1)
        if left < 0:
            # Those that keep an edge came first.
            return 0
        candidates ^= place
        now = Choice(chosen | place, first if first else place, place, kept | keeps)
        number = cuts_of(order, there, now, rest)
        if number > cuts or (order.beginner and left == 0 and lacks_ground(now, there)):
            continue
        if rest <= 7 or extends(order, there, cuts, left, rest >> 3, apart >> 1, now):
            return 1
    return 0


def cuts_of(order: Order, there: Paths, now: Choice, rest: int) -> int:
    """Return the cuts of a choice; where it is not whole, those that it has for certain."""
    chosen, first, last, kept = now
    links, surfaces = there.links, there.surfaces
    inner = chosen
    if order.beginner:
        inner &= ~first if rest > 7 else ~(first | last)
    cut = (inner & (links | surfaces) | inner << 3 & links) & ~kept
    if rest > 7:
        # The edge to the next ingredient may still be kept.
        near = (last << 3 & links | (last & links) >> 3) & ~chosen
        open_edge = 1 if near & places_of(rest >> 3 & 7, there.row) else 0
        return cut.bit_count() - open_edge
    if order.beginner:
        return beginner_cuts(now, cut, there)
    no_surface = there.free == 0 and (first | cut) & surfaces == 0
    return cut.bit_count() + (1 if no_surface else 0)


def beginner_cuts(now: Choice, cut: int, there: Paths) -> int:
    """Return the cuts of a whole choice in the beginner variant; ``cut``: those at inner ingredients."""
    first, top, kept, links = now.first, now.last, now.kept, there.links
    if first == top:
        return 0
    cut |= (first << 3 & top | top << 3 & first) & links & ~kept
    at_first = one_too_many(first, cut, kept, there)
    more = one_too_many(top, cut, kept, there) != 0
    if not more and top & kept == 0:
        below = edges_below(top, links)
        more = below & there.surfaces != 0 and below & (cut | at_first) == 0
    return cut.bit_count() + (1 if at_first else 0) + (1 if more else 0)


def one_too_many(end: int, cut: int, kept: int, there: Paths) -> int:
    """Return the two edges at an end of the burger if one of them must go, and is no cut already."""
    at_end = end & (there.links | there.surfaces) | end << 3 & there.links
    return 0 if at_end.bit_count() < 2 or at_end & (cut | kept) else at_end


def edges_below(place: int, links: int) -> int:
    """Return the edges from an ingredient down to its plate's surface, or to the lowest lifted one."""
    bottom = 1 << (~links & ONES & (2 * place - 1)).bit_length() - 1
    return (2 * place - bottom) & ONES


def lacks_ground(now: Choice, there: Paths) -> bool:
    """Return whether not only ingredients that are not chosen lie between the first and a surface."""
    below = edges_below(now.first, there.links)
    return below & there.surfaces == 0 or below & now.chosen != now.first
