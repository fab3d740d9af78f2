"""How a shortlist is begun, and how its outlines are made longer by an order.

The longer the outlines, the less is left to the joint bound when they are weighed; the more of
them there are, too. Outlines about all orders need no joint bound at all. What shortlists are
for, and how they narrow, is in ``shortlist``.
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
    ORDER_SIZE,
    ORDERS,
    OUT_GROUNDS,
    OUT_LINKS,
    OUT_ROW,
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
from solver.master.frames import (
    EFFORT,
    LEVELS,
    LINKS,
    ROW,
    SURFACES,
)
from solver.master.joint_bound import (
    next_choice,
    push_stage,
)
from solver.master.outlines import (
    EXACT,
    FREE,
    MOST_CHOSEN,
    build,
    choose,
    heap_of,
    weigh,
)
from solver.native import Array, kernel, trailing_zeros

#: Outlines are made longer where they have at most so many numbers on the list, and then have at
#: most so many, for at most so much EFFORT. Measured on random games; of no other consequence.
WORTH_TRYING = 128
WORTH_LENGTHENING = 300
WORTH_EFFORT = 2_000_000

#: More EFFORT than there is.
ANY_EFFORT = 1 << 60


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
    # Without any choice there is one outline, of length 0.
    if lengthen(array, memo, short, left, LISTED, ANY_EFFORT) == 0:
        array[short + SHORT_FIRST] = -1


@kernel
def grow(array: Array, memo: Array, short: int, left: int) -> None:
    """Make the outlines of a shortlist as long as is worth it.

    Where that fails, it is tried again, here or below, once the list is half as long.
    """
    if array[short + SHORT_FIRST] < 0:
        return
    numbers = array[short + SHORT_END] - array[short + SHORT_FIRST]
    while 0 < numbers <= array[short + SHORT_TRY]:
        if lengthen(array, memo, short, left, WORTH_LENGTHENING, WORTH_EFFORT) == 0:
            array[short + SHORT_TRY] = numbers >> 1
        numbers = array[short + SHORT_END] - array[short + SHORT_FIRST]


@kernel
def lengthen(array: Array, memo: Array, short: int, left: int, most: int, effort: int) -> int:
    """Make the outlines of a shortlist longer by one order; return 0 if they stay as they are.

    most: numbers that the new list may have; effort: what it may take. They stay as they are as
    well where a burger has no plate without giving up another's ground: outlines leave that open.
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
