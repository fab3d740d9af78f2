"""The fast search for Burger Master: iterative deepening on packed integers.

Plain Python over 64-bit integers, run interpreted (slow) or compiled by
``solver.native`` (fast). It answers one question: the fewest steps from some
plates to an order, with one shortest solution. ``search`` wraps it; the rules
it must agree with are in ``rules``, the bound and its proof in ``bound``.

Packing
-------
An ingredient is 3 bits (1 to 6, 0 is nothing), a plate a word with its bottom
in the low bits; the same plate is kept reversed as well, its top in the low
bits, so that lifting and flipping are shifts. All four plates one after the
other fit 60 bits: the *row*. A set of places in the row is a mask with one bit
for each ingredient, 3 apart. The edge under an ingredient is named by its
ingredient: ``LINKS`` are the places that lie on another ingredient,
``SURFACES`` those that lie on a plate; a lifted stack's lowest is in neither.

The search
----------
Depth-first with a fixed number of steps, which grows by 1 from the bound until
a solution is found: the first one found is shortest, and every smaller number
is proved impossible. Three things keep it small:

- the bound, asked as "is there a choice with at most so many cuts and joins?";
- *lift first*: before trying where to lay a lifted stack, the question is asked
  of the plates without the edge under it. Laying it down makes one edge, which
  lowers the joins by at most 1 and never the cuts, so a "no" (cuts <= left - 1,
  joins <= left) rejects all places at once;
- a transposition table on the plates sorted, with full keys: a state that had
  no solution with so many steps left is not searched again.

Plates that are alike are interchangeable, so only one of them is tried. The
search finds one shortest solution; counting all of them is left to ``count_kernel``.

Everything lives in one flat array, so that the search can stop after a budget
of work and go on later: see the constants.
"""

from __future__ import annotations

from solver.native import Array, kernel, popcount

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

# -- results of search() ---------------------------------------------------
RUNNING = 0
SOLVED = 1
IMPOSSIBLE = 2

#: Ways to lay a lifted stack: 4 plates, MOVE or FLIP.
PLACES = 8

#: States with fewer steps left are not worth a place in the table.
TABLE_FROM = 3


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
        inner = chosen
        if beginner:
            inner = chosen & ~array[chosen_row + 1] if level > 0 else 0
            if level == size - 1:
                inner &= ~place
        touched = (inner & edges) | (inner << 3 & links)
        cut = touched & ~kept
        number = popcount(cut)
        if level < size - 1:
            # The edge to the next ingredient may still be kept.
            near = ((place << 3 & links) | (place & links) >> 3) & ~chosen
            if number - (1 if near & array[masks + array[BURGER + level + 1]] else 0) > cuts:
                continue
            level += 1
            array[left + level] = array[masks + array[BURGER + level]] & ~chosen
            array[chosen_row + level] = chosen
            array[kept_row + level] = kept
            array[joins_row + level] = made
            array[last_row + level] = place
            continue
        if beginner:
            number += crowded_ends(array, place, cut, kept, links, edges)
        elif (
            free == 0
            and (array[last_row + 1] if size > 1 else place) & surfaces == 0
            and cut & surfaces == 0
        ):
            number += 1
        if number <= cuts:
            array[EFFORT] += effort
            return 1
    array[EFFORT] += effort
    return 0


@kernel
def crowded_ends(array: Array, top: int, cut: int, kept: int, links: int, edges: int) -> int:
    """Return the extra cuts at the ends of the burger in the beginner variant (see ``bound``)."""
    size = array[SIZE]
    if size == 1:
        return 0
    first = array[SCRATCH + 4 * LEVELS + 1]
    second = array[SCRATCH + 4 * LEVELS + 2] if size > 2 else top
    before_top = array[SCRATCH + 4 * LEVELS + size - 1]
    at_first = (first & edges) | (first << 3 & links)
    at_top = (top & edges) | (top << 3 & links)
    first_kept = (first << 3 & second & kept) | (second << 3 & first & kept)
    top_kept = (top << 3 & before_top & kept) | (before_top << 3 & top & kept)
    first_crowded = first_kept == 0 and popcount(at_first) == 2 and at_first & cut == 0
    top_crowded = top_kept == 0 and popcount(at_top) == 2 and at_top & cut == 0
    if first_crowded and top_crowded:
        return 1 if at_first & at_top else 2
    return 1 if first_crowded or top_crowded else 0


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
def last_step(array: Array, frame: int) -> int:
    """Return the code of a step that completes the order in the standard variant, or -1.

    Closed form: lift off what lies on the burger; or a stack's top part, or its
    reverse, is what a beginning of the burger on another plate still needs; or
    the top part of a plate of the right height only lies the wrong way up.
    """
    size = array[SIZE]
    packed = array[PACKED]
    backwards = array[PACKED_REVERSED]
    for plate in range(4):
        count = array[frame + COUNTS + plate]
        word = array[frame + WORDS + plate]
        if count > size and word & ((1 << 3 * size) - 1) == packed:
            return step_code(plate, count - size, 1 if plate == 0 else 0, 0)
        if count > size or word != packed & ((1 << 3 * count) - 1):
            if count == size:
                for lifted in range(2, size + 1):
                    rest = (1 << 3 * (size - lifted)) - 1
                    if word & rest != packed & rest:
                        continue
                    if array[frame + REVERSED + plate] & ((1 << 3 * lifted) - 1) == packed >> 3 * (
                        size - lifted
                    ):
                        return step_code(plate, lifted, plate, 1)
            continue
        lifted = size - count
        if lifted == 0:
            continue
        mask = (1 << 3 * lifted) - 1
        for source in range(4):
            if source == plate or array[frame + COUNTS + source] < lifted:
                continue
            top_down = array[frame + REVERSED + source] & mask
            if top_down == backwards & mask:
                return step_code(source, lifted, plate, 0)
            if top_down == packed >> 3 * count:
                return step_code(source, lifted, plate, 1)
    return -1


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
def known_to_fail(array: Array, table: Array, frame: int, left: int) -> int:
    """Return 1 if the table says that ``left`` steps are not enough from a frame."""
    sorted_plates(array, frame, SCRATCH)
    row = array[SCRATCH]
    slot = table_slot(array, row, array[SCRATCH + 1])
    entry = table[slot + 1]
    return (
        1
        if table[slot] == row
        and entry >> 6 == (array[STAMP] << 20 | array[SCRATCH + 1])
        and entry & 63 >= left
        else 0
    )


@kernel
def note_failure(array: Array, table: Array, frame: int, left: int) -> None:
    """Write into the table that ``left`` steps are not enough from a frame."""
    sorted_plates(array, frame, SCRATCH)
    row = array[SCRATCH]
    slot = table_slot(array, row, array[SCRATCH + 1])
    table[slot] = row
    table[slot + 1] = (array[STAMP] << 20 | array[SCRATCH + 1]) << 6 | left


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


@kernel
def lift_can_help(array: Array, frame: int, plate: int, count: int, left: int) -> int:
    """Return 0 if no place to lay this lifted stack can lead to the order in ``left`` steps in all."""
    below = -count
    for lower in range(plate + 1):
        below += array[frame + COUNTS + lower]
    edge = 1 << 3 * below
    emptied = array[frame + COUNTS + plate] == count
    free = 1 if emptied else has_empty_plate(array, frame)
    return has_choice(
        array,
        frame,
        array[frame + LINKS] & ~edge,
        array[frame + SURFACES] & ~edge,
        free,
        left - 1,
        left,
    )


@kernel
def next_lift(array: Array, frame: int, left: int) -> int:
    """Advance a frame to the next lift that can help; return 0 if there is none."""
    plate = array[frame + NEXT_PLATE]
    count = array[frame + NEXT_COUNT]
    while plate < 4:
        if count > array[frame + COUNTS + plate] or like_an_earlier_plate(array, frame, plate, -1):
            plate += 1
            count = 1
        elif lift_can_help(array, frame, plate, count, left):
            array[frame + NEXT_PLATE] = plate
            array[frame + NEXT_COUNT] = count
            array[frame + NEXT_PLACE] = 0
            return 1
        else:
            count += 1
    array[frame + NEXT_PLATE] = 4
    return 0


@kernel
def worth_laying(array: Array, frame: int, source: int, count: int, target: int, flip: int) -> int:
    """Return 0 for a step that changes nothing or does what another one does."""
    if source == target:
        return 1 if flip and count > 1 else 0
    if flip and count == 1:
        return 0
    if like_an_earlier_plate(array, frame, target, source):
        return 0
    if (
        flip == 0
        and array[frame + COUNTS + target] == 0
        and array[frame + COUNTS + source] == count
    ):
        return 0
    return 1


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


@kernel
def start(array: Array) -> int:
    """Prepare the root frame, whose plates are filled in; return SOLVED if nothing is to be done."""
    row_of(array, FRAMES)
    array[STARTED] = 1
    array[NODES] = 0
    array[DEPTH] = 0
    array[TARGET] = 0
    if is_complete(array, FRAMES):
        return SOLVED
    array[TARGET] = 1
    while array[TARGET] <= array[LAST_TARGET] and not can_finish(array, FRAMES, array[TARGET]):
        array[TARGET] += 1
    enter(array, FRAMES)
    return RUNNING


@kernel
def search(array: Array, table: Array, budget: int) -> int:
    """Search on for about ``budget`` of EFFORT; return RUNNING, SOLVED or IMPOSSIBLE.

    SOLVED: ``TARGET`` is the fewest steps, ``PATH`` holds them. IMPOSSIBLE: more than
    ``LAST_TARGET`` steps are needed. RUNNING: at least ``TARGET`` are; call again.
    """
    if array[STARTED] == 0 and start(array) == SOLVED:
        return SOLVED
    beginner = array[BEGINNER]
    stop = array[EFFORT] + budget
    while array[EFFORT] < stop:
        array[EFFORT] += 1
        if array[TARGET] > array[LAST_TARGET]:
            return IMPOSSIBLE
        depth = array[DEPTH]
        left = array[TARGET] - depth
        frame = FRAMES + depth * FRAME
        if left == 1 and not beginner:
            # Only the root comes here: deeper frames are finished before they are entered.
            array[PATH] = last_step(array, frame)
            if array[PATH] >= 0:
                return SOLVED
            array[frame + NEXT_PLATE] = 4
            array[frame + NEXT_PLACE] = -1
        if array[frame + NEXT_PLACE] < 0 and (
            array[frame + NEXT_PLATE] > 3 or not next_lift(array, frame, left)
        ):
            if depth > 0:
                if left >= TABLE_FROM:
                    note_failure(array, table, frame, left)
                array[DEPTH] = depth - 1
            else:
                array[TARGET] += 1
                enter(array, frame)
            continue
        place = array[frame + NEXT_PLACE]
        source = array[frame + NEXT_PLATE]
        count = array[frame + NEXT_COUNT]
        if place + 1 < PLACES:
            array[frame + NEXT_PLACE] = place + 1
        else:
            array[frame + NEXT_PLACE] = -1
            array[frame + NEXT_COUNT] = count + 1
        target = place >> 1
        flip = place & 1
        if not worth_laying(array, frame, source, count, target, flip):
            continue
        child = frame + FRAME
        lay(array, frame, child, source, count, target, flip)
        array[PATH + depth] = step_code(source, count, target, flip)
        if left == 1:
            if is_complete(array, child):
                return SOLVED
            continue
        row_of(array, child)
        if not can_finish(array, child, left - 1):
            continue
        if left == 2 and not beginner:
            array[NODES] += 1
            array[PATH + depth + 1] = last_step(array, child)
            if array[PATH + depth + 1] >= 0:
                return SOLVED
            continue
        if left - 1 >= TABLE_FROM and known_to_fail(array, table, child, left - 1):
            continue
        enter(array, child)
        array[DEPTH] = depth + 1
    return RUNNING
