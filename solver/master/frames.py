"""How a search in machine code lies in its one flat array: packed plates, frames, the problem.

The constants name the places of the array; a *frame* is one depth of a search with its
plates. Everything the compiled searches need is in that array, so that they can stop after a
budget of work and go on later. The searches are in ``kernel``, ``count_kernel`` and ``solo_kernel``.

Packing
-------
An ingredient is 3 bits (1 to 6, 0 is nothing), a plate a word with its bottom
in the low bits; the same plate is kept reversed as well, its top in the low
bits, so that lifting and flipping are shifts. All four plates one after the
other fit 60 bits: the *row*. A set of places in the row is a mask with one bit
for each ingredient, 3 apart. The edge under an ingredient is named by its
ingredient: ``LINKS`` are the places that lie on another ingredient,
``SURFACES`` those that lie on a plate; a lifted stack's lowest is in neither.
"""

from __future__ import annotations

from solver.native import Array, kernel

#: One bit for each place in the row.
ONES = 0o1111_1111_1111_1111_1111

# -- the array: settings and results --------------------------------------
SIZE = 0
"""Number of ingredients in the burger."""
BEGINNER = 1
"""1 in the beginner variant."""
TARGET = 2
"""Steps now tried; every smaller number is proved impossible."""
LAST_TARGET = 3
"""Give up (proved impossible) beyond this many steps."""
DEPTH = 4
"""Depth of the current frame."""
NODES = 5
"""States entered so far."""
STAMP = 6
"""Marks this problem's entries in the transposition table."""
TABLE_MASK = 7
"""Number of entries in the transposition table, less 1."""
PACKED = 8
"""The burger as a word."""
PACKED_REVERSED = 9
"""The burger reversed."""
STARTED = 10
"""1 once the search has entered the root."""
FOUND = 11
"""Solutions written so far (``count_kernel`` only)."""
BURGER = 12
"""The burger's letters, up to 20."""
EFFORT = 32
"""Candidates that the bound has looked at so far: the unit of a budget of work."""
PATH = 36
"""The solution: one code a step, see ``step_code``; also the steps to the current frame."""
SCRATCH = 100
"""Work space of the bound: rows of LEVELS entries."""
LEVELS = 24
FRAMES = SCRATCH + 6 * LEVELS
"""The frames, one a depth."""

# -- a frame ---------------------------------------------------------------
WORDS = 0
REVERSED = 4
COUNTS = 8
MASKS = 12
"""MASKS + letter: the places of that letter in the row; 1 to 6."""
LINKS = 20
SURFACES = 21
ROW = 22
NEXT_PLATE = 23
NEXT_COUNT = 24
NEXT_PLACE = 25
TOTAL = 26
"""Solutions found below this frame (``count_kernel`` only)."""
FRAME = 27

#: Deepest search: an order takes at most 2 steps an ingredient and one more (see ``search``).
MOST_STEPS = 41
ARRAY = FRAMES + (MOST_STEPS + 2) * FRAME

#: Ways to lay a lifted stack: 4 plates, MOVE or FLIP.
PLACES = 8


@kernel
def step_code(source: int, count: int, target: int, flip: int) -> int:
    """Return a step as one number: 5 bits count, then 2 + 2 bits plates, 1 bit flip."""
    return count | source << 5 | target << 7 | flip << 9


@kernel
def row_of(array: Array, frame: int) -> None:
    """Fill in a frame's row and masks from its plates."""
    row = 0
    offset = 0
    surfaces = 0
    for plate in range(4):
        count = array[frame + COUNTS + plate]
        if count > 0:
            surfaces |= 1 << offset
            row |= array[frame + WORDS + plate] << offset
            offset += 3 * count
    array[frame + ROW] = row
    array[frame + SURFACES] = surfaces
    array[frame + LINKS] = (ONES & ((1 << offset) - 1)) & ~surfaces
    for letter in range(1, 7):
        different = row ^ (ONES * letter)
        different = different | different >> 1 | different >> 2
        array[frame + MASKS + letter] = ~different & ONES & ((1 << offset) - 1)


@kernel
def is_complete(array: Array, frame: int) -> int:
    """Return 1 if the order is complete in a frame."""
    size = array[SIZE]
    for plate in range(4):
        count = array[frame + COUNTS + plate]
        word = array[frame + WORDS + plate]
        if array[BEGINNER]:
            for height in range(count - size + 1):
                if (word >> 3 * height) & ((1 << 3 * size) - 1) == array[PACKED]:
                    return 1
        elif count == size and word == array[PACKED]:
            return 1
    return 0


@kernel
def lay(
    array: Array, frame: int, child: int, source: int, count: int, target: int, flip: int
) -> None:
    """Write the plates after a step into the frame ``child``."""
    for index in range(12):
        array[child + index] = array[frame + index]
    words = child + WORDS
    reverse = child + REVERSED
    counts = child + COUNTS
    mask = (1 << 3 * count) - 1
    left = array[counts + source] - count
    upward = array[words + source] >> 3 * left
    downward = array[reverse + source] & mask
    array[words + source] &= (1 << 3 * left) - 1
    array[reverse + source] >>= 3 * count
    array[counts + source] = left
    if flip:
        upward, downward = downward, upward
    array[words + target] |= upward << 3 * array[counts + target]
    array[reverse + target] = array[reverse + target] << 3 * count | downward
    array[counts + target] += count


@kernel
def like_an_earlier_plate(array: Array, frame: int, plate: int, other: int) -> int:
    """Return 1 if a plate before ``plate``, other than ``other``, holds the same."""
    for earlier in range(plate):
        if (
            earlier != other
            and array[frame + WORDS + earlier] == array[frame + WORDS + plate]
            and array[frame + COUNTS + earlier] == array[frame + COUNTS + plate]
        ):
            return 1
    return 0


@kernel
def sorted_plates(array: Array, frame: int, at: int) -> None:
    """Write the plates sorted, as two numbers that name them fully, to ``array[at]`` and the next."""
    for plate in range(4):
        # A leading 1 bit makes words of different heights different; 61 bits at most.
        value = array[frame + WORDS + plate] | 1 << 3 * array[frame + COUNTS + plate]
        position = at + plate
        while position > at and array[position - 1] > value:
            array[position] = array[position - 1]
            position -= 1
        array[position] = value
    row = 0
    heights = 0
    offset = 0
    for plate in range(4):
        value = array[at + plate]
        count = 0
        while value >> 3 * (count + 1) != 0:
            count += 1
        row |= (value ^ 1 << 3 * count) << offset
        offset += 3 * count
        heights |= count << 5 * plate
    array[at] = row
    array[at + 1] = heights


@kernel
def table_slot(array: Array, row: int, heights: int) -> int:
    """Return where in the table a state's entry is: two numbers an entry."""
    mixed = (row ^ row >> 29) & 0x3FFFFFFF
    mixed = (
        mixed * 0x2545F491 + (row >> 30) * 0x1B873593 + heights * 0x9E3779B1
    ) & 0x3FFFFFFFFFFFFFFF
    mixed ^= mixed >> 31
    mixed = (mixed & 0x7FFFFFFF) * 0x5851F42D & 0x3FFFFFFFFFFFFFFF
    return 2 * (mixed >> 20 & array[TABLE_MASK])


@kernel
def enter(array: Array, frame: int) -> None:
    """Begin to search a frame: its first lift comes next."""
    array[NODES] += 1
    array[frame + NEXT_PLATE] = 0
    array[frame + NEXT_COUNT] = 1
    array[frame + NEXT_PLACE] = -1


@kernel
def has_empty_plate(array: Array, frame: int) -> int:
    """Return 1 if a plate is empty in a frame."""
    for plate in range(4):
        if array[frame + COUNTS + plate] == 0:
            return 1
    return 0
