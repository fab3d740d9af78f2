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
    HEAP_MOST,
    HEAP_NUMBERS,
    HEAP_PLACES,
    HEAP_ROW,
    HEAP_WAYS,
    LISTED,
    LISTING,
    NUMBER,
    ORDER,
    ORDER_LETTERS,
    ORDER_PACKED,
    ORDER_SIZE,
    ORDERS,
    OUT_GROUNDS,
    OUT_LINKS,
    OUT_ROW,
    SHORT,
    SHORT_END,
    SHORT_FIRST,
    SHORT_LENGTH,
    SHORT_LIFTED,
    SHORT_ORDER,
    SHORT_TRY,
    STAGE_LAST_ROW,
    STAGE_MASKS,
    STOP,
    TAKEN,
)
from solver.master.frames import COUNTS, EFFORT, LEVELS, LINKS, ROW, SURFACES, WORDS
from solver.master.joint_bound import next_choice, push_stage
from solver.master.outlines import (
    CUT,
    EXACT,
    FREE,
    GROUND,
    KEPT,
    MOST_CHOSEN,
    build,
    choose,
    fate,
    heap_of,
    weigh,
)
from solver.native import Array, kernel, trailing_zeros

#: A shortlist is made longer by an order where the new one has at most so many numbers.
WORTH_LENGTHENING = 300
WORTH_TRYING = 128
WORTH_EFFORT = 2_000_000


@kernel
def begin_list(array: Array, memo: Array, frame: int, short: int, first: int, left: int) -> None:
    """Begin a shortlist for a frame at ``first``: number its ingredients, try every choice."""
    for number in range(20):
        array[short + HEAP_NUMBERS + number] = number
        array[short + HEAP_PLACES + number] = 3 * number
    array[short + HEAP_ROW] = array[frame + ROW]
    array[short + HEAP_LINKS] = array[frame + LINKS]
    array[short + HEAP_GROUNDS] = array[frame + SURFACES]
    array[short + SHORT_FIRST] = first
    array[short + SHORT_END] = first
    array[short + SHORT_LIFTED] = first
    array[short + SHORT_ORDER] = array[frame + DONE]
    array[short + SHORT_LENGTH] = 0
    array[short + SHORT_TRY] = WORTH_TRYING
    if lengthen(array, memo, short, left, LISTED, 1 << 60) == 0:
        array[short + SHORT_FIRST] = -1


@kernel
def lengthen(array: Array, memo: Array, short: int, left: int, most: int, effort: int) -> int:
    """Make the outlines of a shortlist longer by one order; return 0 if they stay as they are.

    most: numbers that the new list may have. They stay as they are as well where a burger has no
    plate without giving up another's ground, which is open in an outline.
    """
    length = array[short + SHORT_LENGTH]
    order = array[short + SHORT_ORDER]
    last = order + length
    if last == array[NUMBER] or array[ORDERS + last * ORDER + ORDER_SIZE] > MOST_CHOSEN:
        return 0
    at = array[short + SHORT_FIRST]
    end = array[short + SHORT_END]
    to = end
    array[STOP] = array[EFFORT] + effort
    for _ in range((end - at) // length if length else 1):
        left_after = follow(array, short, at, length, order, left)
        if left_after < 0:
            return 0
        to = list_choices(array, memo, short, at, to, left_after, end + most)
        if to < 0:
            return 0
        at += length
    at = array[short + SHORT_FIRST]
    for index in range(to - end):
        array[at + index] = array[end + index]
    array[short + SHORT_END] = at + to - end
    array[short + SHORT_LIFTED] = at + to - end
    array[short + SHORT_LENGTH] = length + 1
    return 1


@kernel
def follow(array: Array, short: int, at: int, length: int, order: int, left: int) -> int:
    """Write the heaps along an outline; return the cuts left after it, -1 if its plates are open."""
    for level in range(length):
        heap = heap_of(short, level)
        choice = array[at + level] & ~EXACT
        choose(array, heap, choice, order + level, left)
        if array[heap + HEAP_WAYS] != FREE:
            return -1
        left = array[heap + HEAP_MOST]
        build(array, heap, heap_of(short, level + 1), choice, order + level, 0)
    return left


@kernel
def list_choices(
    array: Array, memo: Array, short: int, at: int, to: int, left: int, stop: int
) -> int:
    """Write an outline with every choice for the order after it that may lead to the end.

    left: the cuts left after the outline; the heaps along it are there. Returns where the list
    ends then, -1 if behind ``stop`` or after too much EFFORT.
    """
    length = array[short + SHORT_LENGTH]
    order = array[short + SHORT_ORDER]
    heap = heap_of(short, length)
    array[OUT_ROW] = array[heap + HEAP_ROW]
    array[OUT_LINKS] = array[heap + HEAP_LINKS]
    array[OUT_GROUNDS] = array[heap + HEAP_GROUNDS]
    push_stage(array, LISTING, order + length, left)
    while next_choice(array, LISTING):
        if to + length >= stop or array[EFFORT] > array[STOP]:
            return -1
        choice = 0
        for index in range(array[ORDERS + (order + length) * ORDER + ORDER_SIZE]):
            place = trailing_zeros(array[LISTING + STAGE_LAST_ROW + index + 1]) // 3
            choice |= array[heap + HEAP_NUMBERS + place] << 5 * index
        array[to + length] = choice
        verdict = weigh(array, memo, short, to, length + 1, order, length, left)
        if verdict:
            to = list_alike(array, short, at, to, EXACT if verdict == 2 else 0, stop)
            if to < 0:
                return -1
    return to


@kernel
def list_alike(array: Array, short: int, at: int, to: int, exact: int, stop: int) -> int:
    """Write an outline with the choice of the stage LISTING and all that differ in loose ones.

    One loose ingredient is as good as another of its letter. Returns the new end of the list,
    -1 if behind ``stop``.
    """
    length = array[short + SHORT_LENGTH]
    order = ORDERS + (array[short + SHORT_ORDER] + length) * ORDER
    heap = heap_of(short, length)
    links = array[heap + HEAP_LINKS]
    stuck = links | links >> 3 | array[heap + HEAP_GROUNDS]
    untried = TAKEN + LEVELS
    level = 0
    used = 0
    going_down = 1
    while level >= 0:
        if going_down:
            place = array[LISTING + STAGE_LAST_ROW + level + 1]
            if place & stuck == 0:
                letter = array[order + ORDER_LETTERS + level]
                place = array[LISTING + STAGE_MASKS + letter] & ~stuck & ~used
            array[untried + level] = place
            going_down = 0
        candidates = array[untried + level]
        if candidates == 0:
            level -= 1
            if level >= 0:
                used ^= array[TAKEN + level]
            continue
        place = candidates & -candidates
        array[untried + level] = candidates ^ place
        array[TAKEN + level] = place
        if level + 1 < array[order + ORDER_SIZE]:
            used |= place
            level += 1
            going_down = 1
            continue
        if to + length >= stop:
            return -1
        choice = 0
        for index in range(level + 1):
            place = trailing_zeros(array[TAKEN + index]) // 3
            choice |= array[heap + HEAP_NUMBERS + place] << 5 * index
        for index in range(length):
            array[to + index] = array[at + index] & ~EXACT
        array[to + length] = choice
        array[to] |= exact
        to += length + 1
    return to


@kernel
def narrow_for_lift(
    array: Array, memo: Array, short: int, place: int, left: int
) -> int:
    """Shortlist a lift: the node's outlines that take ``left - 1`` cuts without the edge under it.

    place: of the lowest lifted ingredient. Returns 0 if there is none.
    """
    links = array[short + HEAP_LINKS]
    grounds = array[short + HEAP_GROUNDS]
    edge = 1 << 3 * place
    upper = array[short + HEAP_NUMBERS + place]
    lower = array[short + HEAP_NUMBERS + place - 1] if links & edge else GROUND
    array[short + HEAP_LINKS] = links & ~edge
    array[short + HEAP_GROUNDS] = grounds & ~edge
    at = array[short + SHORT_FIRST]
    end = array[short + SHORT_END]
    length = array[short + SHORT_LENGTH]
    order = array[short + SHORT_ORDER]
    to = end
    while at < end:
        exact = array[at] & EXACT
        fated = fate(array, at, length, order, lower, upper)
        if fated == CUT:
            verdict = 2 if exact else 1
        elif fated == KEPT and exact:
            verdict = 0
        else:
            verdict = weigh(array, memo, short, at, length, order, 0, left - 1)
        to = keep(array, at, to, length, verdict)
        at += length
    array[short + HEAP_LINKS] = links
    array[short + HEAP_GROUNDS] = grounds
    array[short + SHORT_LIFTED] = to
    return to - end


@kernel
def keep(array: Array, at: int, to: int, length: int, verdict: int) -> int:
    """Copy an outline to the end of a list if the verdict is for it; return the new end."""
    if verdict == 0:
        return to
    array[to] = (array[at] & ~EXACT) | (EXACT if verdict == 2 else 0)
    for level in range(1, length):
        array[to + level] = array[at + level]
    return to + length


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
    upper = array[after + HEAP_NUMBERS + place]
    lower = GROUND
    if array[child + LINKS] >> 3 * place & 1:
        lower = array[after + HEAP_NUMBERS + place - 1]
    at = array[short + SHORT_END]
    end = array[short + SHORT_LIFTED]
    length = array[short + SHORT_LENGTH]
    order = array[short + SHORT_ORDER]
    standing = -1
    if array[child + DONE] > order:
        standing = standing_choice(array, child, after, order)
    to = end
    while at < end:
        exact = array[at] & EXACT
        if standing >= 0 and array[at] ^ exact != standing:
            at += length
            continue
        fated = fate(array, at, length, order, lower, upper)
        if fated == KEPT:
            verdict = 2 if exact else 1
        elif fated == CUT and exact:
            verdict = 0
        else:
            verdict = weigh(array, memo, after, at, length, order, 0, left)
        to = keep(array, at, to, length, verdict)
        at += length
    array[after + SHORT_FIRST] = end
    array[after + SHORT_END] = to
    array[after + SHORT_LIFTED] = to
    array[after + SHORT_ORDER] = order
    array[after + SHORT_LENGTH] = length
    array[after + SHORT_TRY] = array[short + SHORT_TRY]
    if standing >= 0:
        drop_first(array, after)
    return to - end


@kernel
def standing_choice(array: Array, frame: int, short: int, order: int) -> int:
    """Return the choice of the burger that stands on a plate of a frame."""
    base = ORDERS + order * ORDER
    size = array[base + ORDER_SIZE]
    begin = 0
    for plate in range(4):
        count = array[frame + COUNTS + plate]
        if count == size and array[frame + WORDS + plate] == array[base + ORDER_PACKED]:
            choice = 0
            for index in range(size):
                choice |= array[short + HEAP_NUMBERS + begin + index] << 5 * index
            return choice
        begin += count
    return 0


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
