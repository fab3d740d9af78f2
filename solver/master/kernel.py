"""The fast search for Burger Master: iterative deepening on packed integers.

Plain Python over 64-bit integers, run interpreted (slow) or compiled by
``solver.native`` (fast). It answers one question: the fewest steps from some
plates to an order, with one shortest solution. ``search`` wraps it; the rules
it must agree with are in ``rules``, the bound and its proof in ``bound``; how
plates are packed is in ``frames``, the bound on packed plates in ``kernel_bound``.

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
"""

from __future__ import annotations

from solver.master.frames import (
    BEGINNER,
    COUNTS,
    DEPTH,
    EFFORT,
    FRAME,
    FRAMES,
    LAST_TARGET,
    LINKS,
    NEXT_COUNT,
    NEXT_PLACE,
    NEXT_PLATE,
    NODES,
    PACKED,
    PACKED_REVERSED,
    PATH,
    PLACES,
    REVERSED,
    SCRATCH,
    SIZE,
    STAMP,
    STARTED,
    SURFACES,
    TARGET,
    WORDS,
    enter,
    has_empty_plate,
    is_complete,
    lay,
    like_an_earlier_plate,
    row_of,
    sorted_plates,
    step_code,
    table_slot,
)
from solver.master.kernel_bound import can_finish, has_choice
from solver.native import Array, kernel

# -- results of search() ---------------------------------------------------
RUNNING = 0
SOLVED = 1
IMPOSSIBLE = 2

#: States with fewer steps left are not worth a place in the table.
TABLE_FROM = 3


@kernel
def last_step(array: Array, frame: int) -> int:
    """Return the code of a step that completes the order, or -1 if there is none; it is not complete.

    Closed form, in the standard variant: lift off what lies on the burger; or a stack's top
    part, or its reverse, is what a beginning of the burger on another plate still needs; or
    the top part of a plate of the right height only lies the wrong way up.
    """
    if array[BEGINNER]:
        return last_beginner_step(array, frame)
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
def last_beginner_step(array: Array, frame: int) -> int:
    """Return the code of a step that completes the order in the beginner variant, or -1.

    The burger lies upside down somewhere: FLIP from there up. Or a stack's upper part is laid on
    a beginning of the burger, and begins, or upside down ends, with what it still needs.
    """
    size = array[SIZE]
    for source in range(4):
        height = height_of(array[frame + WORDS + source], array[PACKED_REVERSED], size)
        if height >= 0:
            return step_code(source, array[frame + COUNTS + source] - height, source, 1)
    for lifted in range(1, size):
        for source in range(4):
            code = last_lay(array, frame, source, lifted)
            if code >= 0:
                return code
    return -1


@kernel
def last_lay(array: Array, frame: int, source: int, lifted: int) -> int:
    """Return the code of a step by which a plate gives the burger its last so many, or -1."""
    built = array[SIZE] - lifted
    rest = array[PACKED] >> 3 * built
    begun = array[PACKED] & ((1 << 3 * built) - 1)
    count = array[frame + COUNTS + source]
    height = height_of(array[frame + WORDS + source], rest, lifted)
    flips = array[frame + REVERSED + source] & ((1 << 3 * lifted) - 1) == rest
    if height < 0 and not flips:
        return -1
    for target in range(4):
        under = array[frame + COUNTS + target] - built
        if target == source or under < 0 or array[frame + WORDS + target] >> 3 * under != begun:
            continue
        if height >= 0:
            return step_code(source, count - height, target, 0)
        return step_code(source, lifted, target, 1)
    if flips:
        under = array[frame + WORDS + source] & ((1 << 3 * (count - lifted)) - 1)
        height = height_of(under, begun, built)
        if height >= 0:
            return step_code(source, count - height - built, source, 1)
    return -1


@kernel
def height_of(word: int, part: int, size: int) -> int:
    """Return the height from which a part, of so many ingredients, lies in a stack, or -1."""
    height = 0
    while word >= part:
        if word & ((1 << 3 * size) - 1) == part:
            return height
        word >>= 3
        height += 1
    return -1


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
    stop = array[EFFORT] + budget
    while array[EFFORT] < stop:
        array[EFFORT] += 1
        if array[TARGET] > array[LAST_TARGET]:
            return IMPOSSIBLE
        depth = array[DEPTH]
        left = array[TARGET] - depth
        frame = FRAMES + depth * FRAME
        if left == 1:
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
        row_of(array, child)
        if not can_finish(array, child, left - 1):
            continue
        if left == 2:
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
