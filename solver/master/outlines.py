"""Outlines: choices of ingredients for the next orders, and the cuts that all orders then take.

A *choice* says which ingredients of the plates become an order's burger, from the bottom up. An
*outline* gives choices for the next orders, one after the other; the later orders are open, and
so are the plates. What it takes is the fewest cuts (see ``solo``) of all ways to go on with it.

Ingredients are numbered at the node where a shortlist is begun, and keep their numbers. An
outline is one number a choice: the ingredients' numbers, 5 bits each. In the first of them the
bit EXACT is set where it is proved that the outline takes no fewer cuts than there are steps.
"""

from __future__ import annotations

from solver.master.chains import (
    HEAP,
    HEAP_CHOSEN,
    HEAP_GROUNDS,
    HEAP_LINKS,
    HEAP_MOST,
    HEAP_NUMBERS,
    HEAP_PLACES,
    HEAP_ROW,
    HEAP_WAYS,
    HEAPS,
    NUMBER,
    ORDER,
    ORDER_PACKED,
    ORDER_REST,
    ORDER_SIZE,
    ORDERS,
    canonical,
    write_chains,
)
from solver.master.frames import EFFORT, ONES
from solver.master.joint_bound import ask
from solver.native import Array, bit_length, kernel, popcount, trailing_zeros

#: Longest burger whose choices fit a number.
MOST_CHOSEN = 12
EXACT = 1 << 60

#: In HEAP_WAYS: the burger has a plate without giving up another's ground.
FREE = 1 << 60

#: What it takes to weigh a choice, in units of EFFORT.
WEIGHING = 10

# -- what becomes of an edge under an outline ----------------------------------
UNTOUCHED = 0
CUT = 1
KEPT = 2
UNSURE = 3

#: In place of the lower ingredient of an edge: a plate.
GROUND = 31


@kernel
def heap_of(short: int, level: int) -> int:
    """Return the heap on which an outline's choice of a level is made."""
    return short if level == 0 else HEAPS + level * HEAP


@kernel
def choose(array: Array, heap: int, choice: int, order: int, most: int) -> int:
    """Make an order's choice on a heap; return 0 if it takes more than so many cuts by the constants."""
    links = array[heap + HEAP_LINKS]
    grounds = array[heap + HEAP_GROUNDS]
    places = heap + HEAP_PLACES
    first = 1 << array[places + (choice & 31)]
    last = first
    chosen = first
    kept = first & grounds
    for _ in range(1, array[ORDERS + order * ORDER + ORDER_SIZE]):
        choice >>= 5
        place = 1 << array[places + (choice & 31)]
        chosen |= place
        kept |= (last << 3 & links & place) | (place << 3 & links & last)
        last = place
    most -= popcount(((chosen & (links | grounds)) | (chosen << 3 & links)) & ~kept)
    others = grounds & ~chosen
    ways = FREE
    if first & grounds == 0 and popcount(others) == 4:
        ways = others
        most -= 1
    array[heap + HEAP_CHOSEN] = chosen
    array[heap + HEAP_MOST] = most
    array[heap + HEAP_WAYS] = ways
    return 1 if most >= array[ORDERS + (order + 1) * ORDER + ORDER_REST] else 0


@kernel
def build(array: Array, heap: int, after: int, choice: int, order: int, give_up: int) -> None:
    """Write the heap after a choice: its burger first, then the rest in the same order."""
    size = array[ORDERS + order * ORDER + ORDER_SIZE]
    old_row = array[heap + HEAP_ROW]
    row = array[ORDERS + order * ORDER + ORDER_PACKED]
    links = ONES & ((1 << 3 * size) - 1) & ~1
    grounds = 1
    place = 0
    for _ in range(size):
        number = choice & 31
        choice >>= 5
        array[after + HEAP_NUMBERS + place] = number
        array[after + HEAP_PLACES + number] = 3 * place
        place += 1
    everywhere = ONES & ((1 << 3 * ((bit_length(old_row) + 2) // 3)) - 1)
    left = everywhere & ~array[heap + HEAP_CHOSEN]
    old_links = array[heap + HEAP_LINKS] & left & left << 3
    old_grounds = array[heap + HEAP_GROUNDS] & left & ~give_up
    while left != 0:
        position = trailing_zeros(left)
        left &= left - 1
        number = array[heap + HEAP_NUMBERS + position // 3]
        array[after + HEAP_NUMBERS + place] = number
        array[after + HEAP_PLACES + number] = 3 * place
        row |= (old_row >> position & 7) << 3 * place
        links |= (old_links >> position & 1) << 3 * place
        grounds |= (old_grounds >> position & 1) << 3 * place
        place += 1
    array[after + HEAP_ROW] = row
    array[after + HEAP_LINKS] = links
    array[after + HEAP_GROUNDS] = grounds


@kernel
def weigh(
    array: Array, memo: Array, short: int, at: int, length: int, order: int, begin: int, most: int
) -> int:
    """Return 0 if an outline takes more than so many cuts; else as ``joint_bound.known``.

    short: the heap of the plates; at: where the outline is; order: its first. begin: the level
    to begin with, to which ``most`` refers; the heaps up to there are written.
    """
    level = begin
    array[EFFORT] += WEIGHING * (length - level)
    heap = heap_of(short, level)
    if choose(array, heap, array[at + level] & ~EXACT, order + level, most) == 0:
        return 0
    several = 0
    while level >= begin:
        heap = heap_of(short, level)
        ways = array[heap + HEAP_WAYS]
        if ways == 0:
            level -= 1
            continue
        way = ways & -ways
        array[heap + HEAP_WAYS] = ways ^ way
        if way != FREE:
            several = 1
        left = array[heap + HEAP_MOST]
        following = order + level + 1
        if following == array[NUMBER]:
            return 2 if left == 0 and several == 0 else 1
        after = heap_of(short, level + 1)
        build(array, heap, after, array[at + level] & ~EXACT, following - 1, way & ONES)
        if level + 1 < length:
            if choose(array, after, array[at + level + 1], following, left):
                level += 1
            continue
        row = array[after + HEAP_ROW]
        links = array[after + HEAP_LINKS]
        grounds = array[after + HEAP_GROUNDS]
        write_chains(array, canonical(array, row, links, grounds, following))
        verdict = ask(array, memo, following, left)
        if verdict:
            return 1 if several else verdict
    return 0


@kernel
def fate(array: Array, at: int, length: int, order: int, lower: int, upper: int) -> int:
    """Return what an outline does to the edge between two ingredients, or a plate and one.

    UNSURE: that depends on the plates.
    """
    for level in range(length):
        choice = array[at + level] & ~EXACT
        one = -9
        other = -5
        for index in range(array[ORDERS + (order + level) * ORDER + ORDER_SIZE]):
            number = choice & 31
            choice >>= 5
            if number == upper:
                one = index
            elif number == lower:
                other = index
        if one < 0 and other < 0:
            continue
        if lower == GROUND:
            if one > 0:
                return CUT
            return KEPT if level == 0 else UNSURE
        return KEPT if one - other == 1 or other - one == 1 else CUT
    if lower != GROUND and order + length == array[NUMBER]:
        return KEPT
    return UNSURE if lower == GROUND else UNTOUCHED
