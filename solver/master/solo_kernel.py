"""Five orders at once, on packed integers: the joint search of ``solo``.

The companion of ``kernel``, with its packing, for orders that follow each other
on the same plates. A node is the plates (up to their numbering) and the number
of orders done; an order counts as done as soon as its burger stands alone on a
plate, which is never worse than later. Depth-first with a fixed number of steps
that grows until a solution is found, as in ``kernel``; a transposition table
with full keys says which nodes have failed with how many steps left.

Three questions, cheap ones first, keep it small. Each may only say "no" where
it is proved that the steps left do not suffice:

- the bound of the next order alone (``kernel_bound``), with a constant for
  the orders after it;
- *lift first*: the joint bound without the edge under a lifted stack;
- the joint bound of a child.

The joint bound is rarely computed anew: what can still bring it down to the steps left is on a
node's ``shortlist``, which narrows from node to lift to child, and where that is empty, the
answer is "no". The bounds and their proofs are in ``solo``, how the joint bound is computed in
``joint_bound``, the layout of the array in ``frames`` and ``chains``.
"""

from __future__ import annotations

from solver.master.chains import (
    CURRENT,
    DONE,
    NUMBER,
    ORDER,
    ORDER_REST,
    ORDERS,
    SHORT,
    SHORT_FIRST,
    SHORT_LENGTH,
    SHORT_LIFTED,
    SHORTLISTS,
    SHORTS,
    list_standing,
    load_order,
)
from solver.master.frames import (
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
    PATH,
    PLACES,
    ROW,
    SCRATCH,
    STAMP,
    STARTED,
    SURFACES,
    TARGET,
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
from solver.master.joint_bound import joint, rest_of
from solver.master.kernel_bound import has_choice
from solver.master.listing import begin_list, grow
from solver.master.shortlist import narrow_for_child, narrow_for_lift
from solver.native import Array, kernel

# -- results of search() -----------------------------------------------------
RUNNING = 0
SOLVED = 1
IMPOSSIBLE = 2


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
def advance(array: Array, frame: int) -> None:
    """Count the orders of a frame that are done."""
    while array[frame + DONE] < array[NUMBER]:
        load_order(array, array[frame + DONE])
        if is_complete(array, frame) == 0:
            return
        array[frame + DONE] += 1


@kernel
def next_may_finish(array: Array, frame: int, left: int) -> int:
    """Return 0 if the next order alone, and the constant for the others, take more steps."""
    order = array[frame + DONE]
    load_order(array, order)
    spare = left - array[ORDERS + (order + 1) * ORDER + ORDER_REST]
    if spare < 0:
        return 0
    links = array[frame + LINKS]
    surfaces = array[frame + SURFACES]
    return has_choice(array, frame, links, surfaces, has_empty_plate(array, frame), spare, spare)


@kernel
def begins(array: Array, memo: Array, frame: int, first: int, left: int) -> int:
    """Return 0 if the steps left are proved not to suffice; else begin a shortlist at ``first``."""
    if next_may_finish(array, frame, left) == 0:
        return 0
    links = array[frame + LINKS]
    surfaces = array[frame + SURFACES]
    if joint(array, memo, array[frame + ROW], links, surfaces, array[frame + DONE], left) == 0:
        return 0
    begin_list(array, memo, frame, short_of(frame), first, left)
    grow(array, memo, short_of(frame), left)
    return 1


@kernel
def child_may_finish(array: Array, memo: Array, frame: int, step: int, left: int) -> int:
    """Return 0 if the steps left are proved not to suffice after a step; else shortlist the child."""
    child = frame + FRAME
    short = short_of(frame)
    done = array[child + DONE] - array[frame + DONE]
    lifted = array[short + SHORT_LIFTED]
    if (
        array[short + SHORT_FIRST] < 0
        or done > 1
        or (done == 1 and array[short + SHORT_LENGTH] == 1)
    ):
        return begins(array, memo, child, lifted, left)
    if next_may_finish(array, child, left) == 0:
        return 0
    if narrow_for_child(array, memo, frame, child, short, step, left) == 0:
        return 0
    grow(array, memo, short + SHORT, left)
    return 1


@kernel
def short_of(frame: int) -> int:
    """Return where the shortlist of a frame is described."""
    return SHORTS + (frame - FRAMES) // FRAME * SHORT


@kernel
def lift_may_help(array: Array, memo: Array, frame: int, plate: int, count: int, left: int) -> int:
    """Return 0 if no place to lay this lifted stack can lead to the end in ``left`` steps in all."""
    order = array[frame + DONE]
    load_order(array, order)
    below = -count
    for lower in range(plate + 1):
        below += array[frame + COUNTS + lower]
    edge = 1 << 3 * below
    links = array[frame + LINKS] & ~edge
    surfaces = array[frame + SURFACES] & ~edge
    free = 1 if array[frame + COUNTS + plate] == count else has_empty_plate(array, frame)
    spare = left - array[ORDERS + (order + 1) * ORDER + ORDER_REST]
    if spare < 1 or has_choice(array, frame, links, surfaces, free, spare - 1, spare) == 0:
        return 0
    if array[short_of(frame) + SHORT_FIRST] >= 0:
        return narrow_for_lift(array, memo, short_of(frame), below, left)
    return joint(array, memo, array[frame + ROW], links, surfaces, order, left - 1)


@kernel
def lift_on(array: Array, memo: Array, frame: int, left: int) -> int:
    """Advance a frame to the next lift that may help; return 0 if there is none."""
    plate = array[frame + NEXT_PLATE]
    count = array[frame + NEXT_COUNT]
    while plate < 4:
        if count > array[frame + COUNTS + plate] or like_an_earlier_plate(array, frame, plate, -1):
            plate += 1
            count = 1
        elif lift_may_help(array, memo, frame, plate, count, left):
            array[frame + NEXT_PLATE] = plate
            array[frame + NEXT_COUNT] = count
            array[frame + NEXT_PLACE] = 0
            return 1
        else:
            count += 1
    array[frame + NEXT_PLATE] = 4
    return 0


@kernel
def mark_of(array: Array, frame: int) -> int:
    """Return the second part of a node's key; its first is then in ``array[SCRATCH]``."""
    sorted_plates(array, frame, SCRATCH)
    return (array[STAMP] << 3 | array[frame + DONE]) << 20 | array[SCRATCH + 1]


@kernel
def has_failed(array: Array, table: Array, frame: int, left: int) -> int:
    """Return 1 if the table says that ``left`` steps are not enough from a frame."""
    mark = mark_of(array, frame)
    slot = table_slot(array, array[SCRATCH] ^ array[frame + DONE] << 40, array[SCRATCH + 1])
    entry = table[slot + 1]
    return 1 if table[slot] == array[SCRATCH] and entry >> 6 == mark and entry & 63 >= left else 0


@kernel
def fails(array: Array, table: Array, frame: int, left: int) -> None:
    """Write into the table that ``left`` steps are not enough from a frame."""
    mark = mark_of(array, frame)
    slot = table_slot(array, array[SCRATCH] ^ array[frame + DONE] << 40, array[SCRATCH + 1])
    table[slot] = array[SCRATCH]
    table[slot + 1] = mark << 6 | left


@kernel
def prepare(array: Array, memo: Array, rows: Array) -> int:
    """Compute the constants, then enter the root, whose plates are filled in.

    rows[order]: the ingredients outside the burger of the order before, packed.
    Returns SOLVED if nothing is to be done.
    """
    number = array[NUMBER]
    array[CURRENT] = -1
    array[ORDERS + number * ORDER + ORDER_REST] = 0
    for order in range(1, number):
        list_standing(array, order)
    for order in range(number - 1, 0, -1):
        array[ORDERS + order * ORDER + ORDER_REST] = rest_of(array, memo, rows[order], order)
    array[STARTED] = 1
    array[NODES] = 0
    array[DEPTH] = 0
    row_of(array, FRAMES)
    array[FRAMES + DONE] = 0
    advance(array, FRAMES)
    array[TARGET] = 0
    if array[FRAMES + DONE] == number:
        return SOLVED
    array[TARGET] = 1
    enter(array, FRAMES)
    return RUNNING


@kernel
def root_bound(array: Array, memo: Array) -> int:
    """Return the joint bound for all orders from the root's plates, after ``prepare``."""
    links = array[FRAMES + LINKS]
    surfaces = array[FRAMES + SURFACES]
    most = 0
    while joint(array, memo, array[FRAMES + ROW], links, surfaces, 0, most) == 0:
        most += 1
    return most


@kernel
def search(array: Array, table: Array, memo: Array, budget: int) -> int:
    """Search on for about ``budget`` of EFFORT, after ``prepare``.

    SOLVED: ``TARGET`` is the fewest steps, ``PATH`` holds them. IMPOSSIBLE: more than
    ``LAST_TARGET`` steps are needed. RUNNING: at least ``TARGET`` are; call again.
    """
    number = array[NUMBER]
    stop = array[EFFORT] + budget
    while array[EFFORT] < stop:
        array[EFFORT] += 1
        if array[TARGET] > array[LAST_TARGET]:
            return IMPOSSIBLE
        depth = array[DEPTH]
        left = array[TARGET] - depth
        frame = FRAMES + depth * FRAME
        fresh = array[frame + NEXT_PLATE] == 0 and array[frame + NEXT_COUNT] == 1
        fresh = fresh and array[frame + NEXT_PLACE] < 0
        if depth == 0 and fresh and begins(array, memo, frame, SHORTLISTS, left) == 0:
            array[TARGET] += 1
            continue
        if array[frame + NEXT_PLACE] < 0 and (
            array[frame + NEXT_PLATE] > 3 or lift_on(array, memo, frame, left) == 0
        ):
            if depth > 0:
                fails(array, table, frame, left)
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
        if worth_laying(array, frame, source, count, target, flip) == 0:
            continue
        child = frame + FRAME
        lay(array, frame, child, source, count, target, flip)
        row_of(array, child)
        array[child + DONE] = array[frame + DONE]
        advance(array, child)
        step = step_code(source, count, target, flip)
        array[PATH + depth] = step
        if array[child + DONE] == number:
            return SOLVED
        if left == 1 or has_failed(array, table, child, left - 1):
            continue
        if child_may_finish(array, memo, frame, step, left - 1) == 0:
            continue
        enter(array, child)
        array[DEPTH] = depth + 1
    return RUNNING
