"""Chains of ingredients in canonical form, on packed integers: what the joint bound looks at.

A *chain* is what is stuck together, up to reversal, loose or *grounded* on a plate. Two sets of
plates with the same chains before the same orders take the same number of cuts, so what is
found out about one is kept for all. The constants name the places of the joint search's array
behind the frames of ``frames``; the bound is in ``joint_bound``, the search in ``solo_kernel``.
"""

from __future__ import annotations

from solver.master.frames import (
    BURGER,
    FRAME,
    FRAMES,
    LEVELS,
    ONES,
    PACKED,
    PACKED_REVERSED,
    SIZE,
    TOTAL,
)
from solver.native import Array, bit_length, kernel, trailing_zeros

#: In a frame: the number of orders done (the slot is ``frames.TOTAL``, which only counting uses).
DONE = TOTAL

#: Most orders of a game, and most steps that are searched for.
MOST_ORDERS = 5
MOST_STEPS = 60

# -- the array behind the frames --------------------------------------------
ORDERS = FRAMES + (MOST_STEPS + 2) * FRAME
"""The orders: ORDER numbers each."""
ORDER_SIZE = 0
ORDER_PACKED = 1
ORDER_REVERSED = 2
ORDER_NEEDED = 3
"""The letters that this order or a later one needs, bit ``letter``."""
ORDER_REST = 4
"""Cuts that the orders from this one on take at least, once the one before it stands."""
ORDER_LETTERS = 5
ORDER_STANDING = 25
"""The chains of the burger before, when it stands: how many, then each (see ``add_chain``)."""
ORDER = ORDER_STANDING + 1 + 20
GAME = ORDERS + (MOST_ORDERS + 1) * ORDER
NUMBER = GAME
"""Number of orders."""
CURRENT = GAME + 1
"""The order that is loaded into the fields of ``kernel``."""
MEMO_MASK = GAME + 2
"""Number of entries in the memo, less 1."""
CHAINS = GAME + 4
"""Work space of ``canonical``: up to 24 chains, then row, links and grounds of the result."""
OUT_ROW = CHAINS + 24
OUT_LINKS = OUT_ROW + 1
OUT_GROUNDS = OUT_ROW + 2
STAGES = OUT_ROW + 4
"""The joint bound's stack: one stage an order."""

# -- a stage of the joint bound ----------------------------------------------
STAGE_ROW = 0
STAGE_LINKS = 1
STAGE_GROUNDS = 2
STAGE_ORDER = 3
STAGE_MOST = 4
"""Cuts that this order and the later ones may take."""
STAGE_LEVEL = 5
STAGE_GROUND = 6
"""Places whose ground may still be given up for the burger, after a full choice."""
STAGE_CHOSEN = 7
STAGE_COST = 8
STAGE_MASKS = 9
"""STAGE_MASKS + letter: the places of that letter; 1 to 7."""
STAGE_NEXT_ROW = 17
"""The row as the next order sees it: what is not needed any more is ``ANY``."""
STAGE_NEXT_REVERSED = 18
STAGE_NEXT_LINKS = 19
STAGE_PLACES = 20
"""All places of the row."""
STAGE_LEFT = 21
STAGE_CHOSEN_ROW = STAGE_LEFT + LEVELS
STAGE_KEPT_ROW = STAGE_LEFT + 2 * LEVELS
STAGE_LAST_ROW = STAGE_LEFT + 3 * LEVELS
STAGE = STAGE_LEFT + 4 * LEVELS
LISTING = STAGES + MOST_ORDERS * STAGE
"""One more stage, on which shortlists are made."""

# -- a heap: numbered ingredients with the edges between them (see ``outlines``) ----
HEAP_NUMBERS = 0
"""The number of the ingredient at each place."""
HEAP_PLACES = 20
"""The place of each numbered ingredient: how far to shift."""
HEAP_ROW = 40
HEAP_LINKS = 41
HEAP_GROUNDS = 42
HEAP_CHOSEN = 43
"""The places of the choice that is made on this heap."""
HEAP_MOST = 44
"""Cuts that are left after that choice."""
HEAP_WAYS = 45
"""The grounds that may still be given up for its burger, or FREE."""
HEAP = 46
HEAPS = LISTING + STAGE
"""One heap a level of an outline; that of level 0 belongs to the node."""

# -- the shortlists (see ``shortlist``), one a depth of the search -------------
SHORTS = HEAPS + (MOST_ORDERS + 1) * HEAP
"""A node's description begins with its plates as a heap."""
SHORT_FIRST = HEAP
"""Where its shortlist begins, or -1 if there is none."""
SHORT_END = HEAP + 1
"""Where it ends, and that of the lift now tried begins."""
SHORT_LIFTED = HEAP + 2
"""Where the lift's shortlist ends."""
SHORT_ORDER = HEAP + 3
"""The order that its outlines begin with."""
SHORT_LENGTH = HEAP + 4
"""Orders that an outline is about; so many numbers it has."""
SHORT_TRY = HEAP + 5
"""With at most so many numbers, it is tried again to make its outlines longer."""
SHORT = HEAP + 6
STOP = SHORTS + (MOST_STEPS + 2) * SHORT
"""EFFORT at which a shortlist that grows is given up."""
TAKEN = STOP + 1
"""Work space of ``list_alike``: the places taken, then those not tried yet."""
SHORTLISTS = TAKEN + 2 * LEVELS
LISTED = 1 << 15
"""Most numbers on a shortlist; two lists a depth, and room for one that grows."""
ARRAY = SHORTLISTS + (2 * (MOST_STEPS + 2) + 1) * LISTED

#: An ingredient that no order needs any more.
ANY = 7

#: Numbers an entry of the memo: the row with the order, links with grounds, what is known.
MEMO_ENTRY = 3


@kernel
def load_order(array: Array, number: int) -> None:
    """Make an order the one that the functions of ``kernel`` ask about."""
    if array[CURRENT] == number:
        return
    array[CURRENT] = number
    order = ORDERS + number * ORDER
    array[SIZE] = array[order + ORDER_SIZE]
    array[PACKED] = array[order + ORDER_PACKED]
    array[PACKED_REVERSED] = array[order + ORDER_REVERSED]
    for index in range(array[SIZE]):
        array[BURGER + index] = array[order + ORDER_LETTERS + index]


@kernel
def add_chain(array: Array, count: int, word: int, length: int, grounded: int) -> int:
    """Put a chain among the sorted ones; return how many there are then.

    As a number: the word under a leading 1, then 1 bit for grounded. Loose chains are
    turned to the smaller of their two readings.
    """
    if grounded == 0:
        turned = 0
        rest = word
        for _ in range(length):
            turned = turned << 3 | rest & 7
            rest >>= 3
        word = min(word, turned)
    insert(array, count, (word | 1 << 3 * length) << 1 | grounded)
    return count + 1


@kernel
def write_chains(array: Array, count: int) -> None:
    """Write the sorted chains one after the other: OUT_ROW, OUT_LINKS, OUT_GROUNDS."""
    row = 0
    links = 0
    grounds = 0
    offset = 0
    for index in range(count):
        value = array[CHAINS + index]
        bits = bit_length(value) - 2
        row |= (value >> 1 ^ 1 << bits) << offset
        grounds |= (value & 1) << offset
        links |= (ONES & ((1 << bits) - 1) & ~1) << offset
        offset += bits
    array[OUT_ROW] = row
    array[OUT_LINKS] = links
    array[OUT_GROUNDS] = grounds


@kernel
def canonical(array: Array, row: int, links: int, grounds: int, order: int) -> int:
    """List the chains before an order, sorted; return how many there are.

    Ingredients that no order needs any more are all the same, edges between two of them do
    not matter, and loose ones do not exist.
    """
    needed = array[ORDERS + order * ORDER + ORDER_NEEDED]
    count = 0
    word = 0
    length = 0
    grounded = 0
    before = 0
    place = 1
    while row != 0:
        letter = row & 7
        row >>= 3
        if needed >> letter & 1 == 0:
            letter = ANY
        if before == 0 or links & place == 0 or (letter == ANY and before == ANY):
            if length > 1 or grounded or (length == 1 and word != ANY):
                count = add_chain(array, count, word, length, grounded)
            word = 0
            length = 0
            grounded = 0
        word |= letter << 3 * length
        length += 1
        if grounds & place:
            grounded = 1
        before = letter
        place <<= 3
    if length > 1 or grounded or (length == 1 and word != ANY):
        count = add_chain(array, count, word, length, grounded)
    return count


@kernel
def insert(array: Array, count: int, value: int) -> None:
    """Put a chain among the sorted ones."""
    position = CHAINS + count
    while position > CHAINS and array[position - 1] > value:
        array[position] = array[position - 1]
        position -= 1
    array[position] = value


@kernel
def after_choice(array: Array, stage: int, give_up: int) -> None:
    """Write the canonical chains after the choice of a stage, its burger standing.

    give_up: the place that gives up its ground for the burger, if any. The same as
    ``canonical`` of what is left, but without looking at every ingredient.
    """
    left = array[stage + STAGE_PLACES] & ~array[stage + STAGE_CHOSEN]
    links = array[stage + STAGE_NEXT_LINKS] & left & left << 3
    grounds = array[stage + STAGE_GROUNDS] & left & ~give_up
    row = array[stage + STAGE_NEXT_ROW]
    turned_row = array[stage + STAGE_NEXT_REVERSED]
    end = bit_length(row)
    end += (3 - end % 3) % 3
    standing = ORDERS + (array[stage + STAGE_ORDER] + 1) * ORDER + ORDER_STANDING
    count = array[standing]
    for index in range(count):
        array[CHAINS + index] = array[standing + 1 + index]
    starts = left & ~links
    while starts != 0:
        place = starts & -starts
        starts ^= place
        position = trailing_zeros(place)
        bits = 3 + trailing_zeros(ONES & ~(links >> (position + 3)) | 1 << 60)
        mask = (1 << bits) - 1
        word = row >> position & mask
        grounded = 1 if grounds & place else 0
        if grounded == 0:
            if word == ANY:
                continue
            word = min(word, turned_row >> (end - position - bits) & mask)
        insert(array, count, (word | 1 << bits) << 1 | grounded)
        count += 1
    write_chains(array, count)


@kernel
def list_standing(array: Array, order: int) -> None:
    """Keep, for an order, the chains of the burger before it when that stands on a plate."""
    base = ORDERS + (order - 1) * ORDER
    row = 0
    links = 0
    for index in range(array[base + ORDER_SIZE]):
        row |= array[base + ORDER_LETTERS + index] << 3 * index
        if index > 0:
            links |= 1 << 3 * index
    count = canonical(array, row, links, 1, order)
    standing = ORDERS + order * ORDER + ORDER_STANDING
    array[standing] = count
    for index in range(count):
        array[standing + 1 + index] = array[CHAINS + index]
