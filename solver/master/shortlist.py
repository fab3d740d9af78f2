"""The choices for the next order that may still lead to the end: what narrows from node to node.

A *choice* says which ingredient of the plates becomes which of the burger. What all orders take
at least with a given choice falls by at most one a step (see ``solo``), so a choice that takes
too many cuts at a node takes too many at all nodes below it, until the order is done. A node's
*shortlist* holds the others; a lift's is looked for in its node's, a child's in its lift's.

Ingredients are numbered at the node where a shortlist is begun, and keep their numbers. A choice
on the list is its numbers, 5 bits each, and over them 1 bit (EXACT) where it is proved that it
takes no fewer cuts than the steps left.
"""

from __future__ import annotations

from solver.master.chains import (
    DONE,
    LISTED,
    LISTING,
    NUMBER,
    ORDER,
    ORDER_REST,
    ORDER_SIZE,
    ORDERS,
    OUT_GROUNDS,
    OUT_LINKS,
    OUT_ROW,
    SHORT,
    SHORT_END,
    SHORT_FIRST,
    SHORT_LIFTED,
    SHORT_NUMBERS,
    SHORT_PLACES,
    STAGE_CHOSEN,
    STAGE_GROUNDS,
    STAGE_LAST_ROW,
    STAGE_LINKS,
    STAGE_ORDER,
    STAGE_ROW,
    after_choice,
)
from solver.master.frames import COUNTS, EFFORT, LINKS, ROW, SURFACES
from solver.master.joint_bound import ask, next_choice, push_stage, see_ahead
from solver.native import Array, kernel, popcount, trailing_zeros

#: Longest burger whose choices fit a number.
MOST_CHOSEN = 12
EXACT = 1 << 60

#: What it takes to weigh a choice, in units of EFFORT.
WEIGHING = 10

# -- a choice spelt out, in slots of the stage LISTING that a listing leaves free -----------
CHOSEN = LISTING + STAGE_CHOSEN
"""The places of its ingredients."""
KEPT = LISTING + STAGE_LAST_ROW - 1
"""The edges that it keeps."""
FIRST = LISTING + STAGE_LAST_ROW - 2
"""The place of the burger's lowest ingredient."""


@kernel
def spell(array: Array, short: int, choice: int, links: int, grounds: int) -> None:
    """Write CHOSEN, KEPT and FIRST of a choice, for a node's plates with these edges."""
    size = array[ORDERS + array[LISTING + STAGE_ORDER] * ORDER + ORDER_SIZE]
    places = short + SHORT_PLACES
    last = 1 << array[places + (choice & 31)]
    array[FIRST] = last
    chosen = last
    kept = last & grounds
    for _ in range(1, size):
        choice >>= 5
        place = 1 << array[places + (choice & 31)]
        chosen |= place
        kept |= last << 3 & links & place
        kept |= place << 3 & links & last
        last = place
    array[CHOSEN] = chosen
    array[KEPT] = kept


@kernel
def weigh(array: Array, memo: Array, links: int, grounds: int, most: int) -> int:
    """Return 0 if the choice spelt takes more than so many cuts in all; else as ``known``."""
    order = array[LISTING + STAGE_ORDER]
    chosen = array[CHOSEN]
    array[EFFORT] += WEIGHING
    cuts = ((chosen & (links | grounds)) | (chosen << 3 & links)) & ~array[KEPT]
    others = grounds & ~chosen
    if array[FIRST] & grounds != 0 or popcount(others) < 4:
        others = 0
    left = most - popcount(cuts) - (1 if others else 0)
    if left < array[ORDERS + (order + 1) * ORDER + ORDER_REST]:
        return 0
    if order + 1 == array[NUMBER]:
        return 2 if left == 0 else 1
    if others == 0:
        after_choice(array, LISTING, 0)
        return ask(array, memo, order + 1, left)
    while others != 0:
        after_choice(array, LISTING, others & -others)
        if ask(array, memo, order + 1, left):
            return 1
        others &= others - 1
    return 0


@kernel
def begin_list(array: Array, memo: Array, frame: int, short: int, first: int, left: int) -> None:
    """Begin a shortlist for a frame at ``first``: number its ingredients, try every choice."""
    order = array[frame + DONE]
    size = array[ORDERS + order * ORDER + ORDER_SIZE]
    array[short + SHORT_FIRST] = -1
    array[short + SHORT_END] = first
    array[short + SHORT_LIFTED] = first
    if size > MOST_CHOSEN:
        return
    for number in range(20):
        array[short + SHORT_NUMBERS + number] = number
        array[short + SHORT_PLACES + number] = 3 * number
    links = array[frame + LINKS]
    grounds = array[frame + SURFACES]
    array[OUT_ROW] = array[frame + ROW]
    array[OUT_LINKS] = links
    array[OUT_GROUNDS] = grounds
    push_stage(array, LISTING, order, left)
    end = first
    while next_choice(array, LISTING):
        choice = 0
        for level in range(size):
            place = array[LISTING + STAGE_LAST_ROW + level + 1]
            choice |= trailing_zeros(place) // 3 << 5 * level
        spell(array, short, choice, links, grounds)
        verdict = weigh(array, memo, links, grounds, left)
        if verdict == 0:
            continue
        if end == first + LISTED:
            return
        array[end] = choice | (EXACT if verdict == 2 else 0)
        end += 1
    array[short + SHORT_FIRST] = first
    array[short + SHORT_END] = end


@kernel
def look_at(array: Array, frame: int, links: int, grounds: int, order: int) -> None:
    """Prepare the stage LISTING for weighing choices on a frame's plates with these edges."""
    stage = LISTING
    array[stage + STAGE_ROW] = array[frame + ROW]
    array[stage + STAGE_LINKS] = links
    array[stage + STAGE_GROUNDS] = grounds
    array[stage + STAGE_ORDER] = order
    if order + 1 < array[NUMBER]:
        see_ahead(array, stage, order + 1)


@kernel
def narrow_for_lift(
    array: Array, memo: Array, frame: int, short: int, edge: int, left: int
) -> int:
    """Shortlist a lift: the node's choices that take ``left - 1`` cuts without this edge.

    Returns 0 if there is none.
    """
    links = array[frame + LINKS]
    grounds = array[frame + SURFACES]
    look_at(array, frame, links & ~edge, grounds & ~edge, array[frame + DONE])
    end = array[short + SHORT_END]
    for at in range(array[short + SHORT_FIRST], array[short + SHORT_END]):
        entry = array[at]
        choice = entry & ~EXACT
        spell(array, short, choice, links, grounds)
        if array[KEPT] & edge:
            if entry != choice:
                continue
            array[KEPT] &= ~edge
        elif (array[CHOSEN] | (array[CHOSEN] << 3 & links)) & edge:
            # It cuts this edge: one cut less.
            array[end] = entry
            end += 1
            continue
        verdict = weigh(array, memo, links & ~edge, grounds & ~edge, left - 1)
        if verdict:
            array[end] = choice | (EXACT if verdict == 2 else 0)
            end += 1
    array[short + SHORT_LIFTED] = end
    return end - array[short + SHORT_END]


@kernel
def follow_numbers(array: Array, frame: int, child: int, short: int, step: int) -> int:
    """Write where the numbered ingredients are after a step (see ``step_code``), one depth on.

    Returns the place of the lowest one that was lifted, under which the new edge is, or of the
    one that was lowest in place.
    """
    count = step & 31
    source = step >> 5 & 3
    target = step >> 7 & 3
    flip = step >> 9
    after = short + SHORT
    floor = 0
    for plate in range(target):
        floor += array[child + COUNTS + plate]
    floor += array[child + COUNTS + target] - count
    begin = 0
    index = 0
    for plate in range(4):
        height = array[frame + COUNTS + plate]
        still = height - count if plate == source else height
        for level in range(height):
            if level < still:
                place = begin + level
            else:
                lifted = level - still
                place = floor + (count - 1 - lifted if flip else lifted)
            number = array[short + SHORT_NUMBERS + index]
            array[after + SHORT_NUMBERS + place] = number
            array[after + SHORT_PLACES + number] = 3 * place
            index += 1
        begin += array[child + COUNTS + plate]
    return 1 << 3 * floor


@kernel
def narrow_for_child(
    array: Array, memo: Array, frame: int, child: int, short: int, step: int, left: int
) -> int:
    """Shortlist a child: its lift's choices that take ``left`` cuts with the edge that was made.

    Returns 0 if there is none.
    """
    edge = follow_numbers(array, frame, child, short, step)
    after = short + SHORT
    links = array[child + LINKS]
    grounds = array[child + SURFACES]
    look_at(array, child, links, grounds, array[child + DONE])
    first = array[short + SHORT_LIFTED]
    end = first
    for at in range(array[short + SHORT_END], first):
        entry = array[at]
        choice = entry & ~EXACT
        spell(array, after, choice, links, grounds)
        if array[KEPT] & edge == 0:
            if entry != choice and (array[CHOSEN] | (array[CHOSEN] << 3 & links)) & edge:
                # It cuts the new edge: one cut more.
                continue
            verdict = weigh(array, memo, links, grounds, left)
            if verdict == 0:
                continue
            entry = choice | (EXACT if verdict == 2 else 0)
        array[end] = entry
        end += 1
    array[after + SHORT_FIRST] = first
    array[after + SHORT_END] = end
    array[after + SHORT_LIFTED] = end
    return end - first
