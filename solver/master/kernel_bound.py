"""The bound of ``bound`` on packed integers, asked as a yes/no question.

Is there a choice of ingredients with at most so many cuts and joins? By depth-first
assignment along the burger, an ingredient that keeps an edge first, with early exit.
"""

from __future__ import annotations

from solver.master.frames import (
    BEGINNER,
    BURGER,
    EFFORT,
    LEVELS,
    LINKS,
    MASKS,
    ONES,
    SCRATCH,
    SIZE,
    SURFACES,
    has_empty_plate,
)
from solver.native import Array, bit_length, kernel, popcount


@kernel
def has_choice(
    array: Array, frame: int, links: int, surfaces: int, free: int, cuts: int, joins: int
) -> int:
    """Return 1 if some choice of ingredients has at most so many cuts and joins, else 0.

    links, surfaces: the edges that exist; free: 1 if a plate is empty. See ``bound``.
    """
    size = array[SIZE]
    beginner = array[BEGINNER]
    masks = frame + MASKS
    # Rows of the work space, one entry a level of the assignment.
    left = SCRATCH  # candidates not tried yet
    chosen_row = SCRATCH + LEVELS  # places chosen below this level
    kept_row = SCRATCH + 2 * LEVELS  # edges kept below this level
    joins_row = SCRATCH + 3 * LEVELS  # joins made below this level
    last_row = SCRATCH + 4 * LEVELS  # the place chosen at the level before
    needed = SCRATCH + 5 * LEVELS  # joins that cannot be avoided from this level on

    edges = links | surfaces
    needed_joins = 0
    array[needed + size] = 0
    for level in range(size - 1, 0, -1):
        below = array[masks + array[BURGER + level - 1]]
        here = array[masks + array[BURGER + level]]
        if (below << 3 & here & links) == 0 and (here << 3 & below & links) == 0:
            needed_joins += 1
            if needed_joins > joins:
                return 0
        array[needed + level] = needed_joins

    level = 0
    effort = 1
    array[left] = array[masks + array[BURGER]]
    array[chosen_row] = 0
    array[kept_row] = 0
    array[joins_row] = 0
    array[last_row] = 0
    while level >= 0:
        effort += 1
        candidates = array[left + level]
        if candidates == 0:
            level -= 1
            continue
        chosen = array[chosen_row + level]
        kept = array[kept_row + level]
        made = array[joins_row + level]
        last = array[last_row + level]
        # The candidate, one that keeps an edge first.
        if level == 0:
            place = candidates & surfaces
            if place != 0 or beginner:
                place = place if place != 0 else candidates
                place = place & -place
                if not beginner:
                    kept |= place
            else:
                place = candidates & -candidates
                made += 1
        else:
            place = last << 3 & links & candidates
            if place != 0:
                kept |= place
            else:
                place = (last & links) >> 3 & candidates
                if place != 0:
                    kept |= last
                else:
                    place = candidates & -candidates
                    made += 1
        array[left + level] = candidates & ~place
        # Level 0 has no burger edge below it; the edges above are counted from level 1.
        if made + (array[needed + level + 1] if level + 1 < size else 0) > joins:
            continue
        chosen |= place
        first = array[last_row + 1] if level > 0 else place
        inner = chosen
        if beginner:
            inner = chosen & ~(first | place) if level == size - 1 else chosen & ~first
        touched = (inner & edges) | (inner << 3 & links)
        cut = touched & ~kept
        number = popcount(cut)
        if (
            beginner
            and made + (array[needed + level + 1] if level + 1 < size else 0) == joins
            and lacks_ground(first, chosen, links, surfaces)
        ):
            continue
        if level < size - 1:
            # The edge to the next ingredient may still be kept.
            near = ((place << 3 & links) | (place & links) >> 3) & ~chosen
            number -= 1 if near & array[masks + array[BURGER + level + 1]] else 0
            if number > cuts:
                continue
            level += 1
            array[left + level] = array[masks + array[BURGER + level]] & ~chosen
            array[chosen_row + level] = chosen
            array[kept_row + level] = kept
            array[joins_row + level] = made
            array[last_row + level] = place
            continue
        if beginner:
            number = beginner_cuts(first, place, cut, kept, links, surfaces)
        elif free == 0 and first & surfaces == 0 and cut & surfaces == 0:
            number += 1
        if number <= cuts:
            array[EFFORT] += effort
            return 1
    array[EFFORT] += effort
    return 0


@kernel
def beginner_cuts(first: int, top: int, cut: int, kept: int, links: int, surfaces: int) -> int:
    """Return the cuts of a whole choice in the beginner variant; ``cut``: those at inner ingredients."""
    if first == top:
        return 0
    cut |= (first << 3 & top | top << 3 & first) & links & ~kept
    at_first = one_too_many(first, cut, kept, links, surfaces)
    more = one_too_many(top, cut, kept, links, surfaces)
    if more == 0 and top & kept == 0:
        below = edges_below(top, links)
        more = below & surfaces != 0 and below & (cut | at_first) == 0
    return popcount(cut) + (at_first != 0) + (more != 0)


@kernel
def one_too_many(end: int, cut: int, kept: int, links: int, surfaces: int) -> int:
    """Return the two edges at an end of the burger if one of them must go, and is no cut already."""
    at_end = end & (links | surfaces) | end << 3 & links
    return 0 if popcount(at_end) < 2 or at_end & (cut | kept) else at_end


@kernel
def edges_below(place: int, links: int) -> int:
    """Return the places from an ingredient down to its plate's bottom one, or to the lowest lifted one."""
    bottom = 1 << (bit_length(~links & ONES & (2 * place - 1)) - 1)
    return (2 * place - bottom) & ONES


@kernel
def lacks_ground(first: int, chosen: int, links: int, surfaces: int) -> int:
    """Return 1 unless only ingredients that are not chosen lie between the first one and a surface."""
    below = edges_below(first, links)
    return 0 if below & surfaces and below & chosen == first else 1


@kernel
def can_finish(array: Array, frame: int, left: int) -> int:
    """Ask the bound for a frame's own plates."""
    return has_choice(
        array,
        frame,
        array[frame + LINKS],
        array[frame + SURFACES],
        has_empty_plate(array, frame),
        left,
        left,
    )
