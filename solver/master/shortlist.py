"""The outlines that may still lead to the end: what narrows from node to node.

What an outline (``outlines``) takes falls by at most one a step (see ``solo``). So one that takes
more cuts at a node than there are steps left does so at all nodes below it, until its first order
is done. A node's *shortlist* holds all the others of the same length; that of a lift is looked
for in its node's, that of a child in its lift's. Once the first order is done, the rest of the
outlines that have chosen what became its burger is the shortlist for the orders after it.
"""

from __future__ import annotations

from solver.master.chains import (
    DONE,
    HEAP_GROUNDS,
    HEAP_LINKS,
    HEAP_NUMBERS,
    HEAP_PLACES,
    HEAP_ROW,
    ORDER,
    ORDER_PACKED,
    ORDER_SIZE,
    ORDERS,
    SHORT,
    SHORT_END,
    SHORT_FIRST,
    SHORT_LENGTH,
    SHORT_LIFTED,
    SHORT_ORDER,
    SHORT_TRY,
)
from solver.master.frames import (
    COUNTS,
    LINKS,
    ROW,
    SURFACES,
    WORDS,
)
from solver.master.outlines import (
    CUT,
    EXACT,
    GROUND,
    KEPT,
    fate,
    weigh,
)
from solver.native import Array, kernel


@kernel
def narrow_for_lift(array: Array, memo: Array, short: int, place: int, left: int) -> int:
    """Shortlist a lift: the node's outlines that take ``left - 1`` cuts without the edge under it.

    place: of the lowest lifted ingredient. Returns 0 if there is none.
    """
    links = array[short + HEAP_LINKS]
    grounds = array[short + HEAP_GROUNDS]
    edge = 1 << 3 * place
    at = array[short + SHORT_FIRST]
    end = array[short + SHORT_END]
    lower = below(array, short, place)
    array[short + HEAP_LINKS] = links & ~edge
    array[short + HEAP_GROUNDS] = grounds & ~edge
    to = narrow(array, memo, short, at, end, end, lower, place, CUT, left - 1)
    array[short + HEAP_LINKS] = links
    array[short + HEAP_GROUNDS] = grounds
    array[short + SHORT_LIFTED] = to
    return to - end


@kernel
def below(array: Array, heap: int, place: int) -> int:
    """Return the number of the ingredient that a place's lies on, or GROUND."""
    if array[heap + HEAP_LINKS] >> 3 * place & 1:
        return array[heap + HEAP_NUMBERS + place - 1]
    return GROUND


@kernel
def narrow(
    array: Array,
    memo: Array,
    short: int,
    at: int,
    end: int,
    to: int,
    lower: int,
    place: int,
    good: int,
    most: int,
) -> int:
    """Copy the outlines that take at most so many cuts; return where the copies end.

    Before, they took one cut less for an edge that was made (good: KEPT), or one more for an
    edge that is gone (good: CUT): from ``lower``, a number or GROUND, to what is at ``place``.
    """
    length = array[short + SHORT_LENGTH]
    order = array[short + SHORT_ORDER]
    upper = array[short + HEAP_NUMBERS + place]
    while at < end:
        exact = array[at] & EXACT
        fated = fate(array, at, length, order, lower, upper)
        if fated == good:
            verdict = 2 if exact else 1
        elif exact and fated in (CUT, KEPT):
            verdict = 0
        else:
            verdict = weigh(array, memo, short, at, length, order, 0, most)
        if verdict:
            array[to] = (array[at] & ~EXACT) | (EXACT if verdict == 2 else 0)
            for level in range(1, length):
                array[to + level] = array[at + level]
            to += length
        at += length
    return to


@kernel
def follow_numbers(array: Array, frame: int, child: int, short: int, step: int) -> int:
    """Write a child's plates as a heap, one depth on.

    Returns the place of the lowest ingredient of those lifted, under which the new edge is.
    """
    count = step & 31
    source = step >> 5 & 3
    target = step >> 7 & 3
    flip = step >> 9
    after = short + SHORT
    array[after + HEAP_ROW] = array[child + ROW]
    array[after + HEAP_LINKS] = array[child + LINKS]
    array[after + HEAP_GROUNDS] = array[child + SURFACES]
    floor = array[child + COUNTS + target] - count
    for plate in range(target):
        floor += array[child + COUNTS + plate]
    begin = 0
    index = 0
    for plate in range(4):
        height = array[frame + COUNTS + plate]
        still = height - count if plate == source else height
        for level in range(height):
            place = begin + level
            if level >= still:
                lifted = level - still
                place = floor + (count - 1 - lifted if flip else lifted)
            number = array[short + HEAP_NUMBERS + index]
            array[after + HEAP_NUMBERS + place] = number
            array[after + HEAP_PLACES + number] = 3 * place
            index += 1
        begin += array[child + COUNTS + plate]
    return floor


@kernel
def narrow_for_child(
    array: Array, memo: Array, frame: int, child: int, short: int, step: int, left: int
) -> int:
    """Shortlist a child: its lift's outlines that take ``left`` cuts with the edge that was made.

    Returns 0 if there is none.
    """
    place = follow_numbers(array, frame, child, short, step)
    after = short + SHORT
    at = array[short + SHORT_END]
    first = array[short + SHORT_LIFTED]
    end = first
    array[after + SHORT_FIRST] = first
    array[after + SHORT_ORDER] = array[short + SHORT_ORDER]
    array[after + SHORT_LENGTH] = array[short + SHORT_LENGTH]
    array[after + SHORT_TRY] = array[short + SHORT_TRY]
    done = array[child + DONE] > array[frame + DONE]
    if done:
        end = copy_standing(array, child, after, at, first)
        at = first
    lower = below(array, after, place)
    to = narrow(array, memo, after, at, end, first, lower, place, KEPT, left)
    array[after + SHORT_END] = to
    array[after + SHORT_LIFTED] = to
    if done:
        drop_first(array, after)
    return to - first


@kernel
def copy_standing(array: Array, frame: int, short: int, at: int, end: int) -> int:
    """Copy to ``end`` the outlines that begin with the burger that stands; return the new end."""
    length = array[short + SHORT_LENGTH]
    standing = standing_choice(array, frame, short, array[short + SHORT_ORDER])
    to = end
    while at < end:
        if array[at] & ~EXACT == standing:
            for level in range(length):
                array[to + level] = array[at + level]
            to += length
        at += length
    return to


@kernel
def standing_choice(array: Array, frame: int, short: int, order: int) -> int:
    """Return the choice of the burger that stands on a plate of a frame."""
    base = ORDERS + order * ORDER
    size = array[base + ORDER_SIZE]
    begin = 0
    choice = 0
    for plate in range(4):
        count = array[frame + COUNTS + plate]
        if count == size and array[frame + WORDS + plate] == array[base + ORDER_PACKED]:
            choice = 0
            for index in range(size):
                choice |= array[short + HEAP_NUMBERS + begin + index] << 5 * index
        begin += count
    return choice


@kernel
def drop_first(array: Array, short: int) -> None:
    """Take the first order, which is done, out of the outlines of a shortlist."""
    length = array[short + SHORT_LENGTH]
    at = array[short + SHORT_FIRST]
    to = at
    while at < array[short + SHORT_END]:
        exact = array[at] & EXACT
        for level in range(1, length):
            array[to + level - 1] = array[at + level]
        array[to] |= exact
        to += length - 1
        at += length
    array[short + SHORT_END] = to
    array[short + SHORT_LIFTED] = to
    array[short + SHORT_ORDER] += 1
    array[short + SHORT_LENGTH] = length - 1
