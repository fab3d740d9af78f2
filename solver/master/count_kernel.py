"""Count all shortest solutions, on packed integers.

The companion of ``kernel``, with its packing and bound, for another question:
how many sequences of steps on numbered plates complete the order in exactly
the fewest steps? Every legal step is looked at, also where another one has the
same effect; plates up to their numbering only serve as keys of the table in
which the counts are kept. That is exact: renumbering the plates turns the
solutions from one state into those from the other, one to one.

Compiled apart from ``kernel``, so that who only wants the fewest steps does
not wait for it. Which solutions there are is left to ``optimal``.
"""

from __future__ import annotations

from solver.master.frames import (
    COUNTS,
    DEPTH,
    EFFORT,
    FOUND,
    FRAME,
    FRAMES,
    NEXT_COUNT,
    NEXT_PLACE,
    NEXT_PLATE,
    PATH,
    PLACES,
    REVERSED,
    SCRATCH,
    STAMP,
    STARTED,
    TARGET,
    TOTAL,
    enter,
    is_complete,
    lay,
    row_of,
    sorted_plates,
    step_code,
    table_slot,
)
from solver.master.kernel import last_step, lift_can_help
from solver.master.kernel_bound import can_finish
from solver.native import Array, kernel

#: Numbers an entry of the table: the row, its heights with stamp and steps left, the count.
ENTRY = 3

#: A count beyond this is not kept exactly.
MOST = 1 << 62

# -- results of count() ----------------------------------------------------
RUNNING = 0
DONE = 1
TOO_MANY = 2


@kernel
def entry_of(array: Array, table: Array, frame: int, left: int) -> int:
    """Return where a state's entry is if the table has it, else ``-1 - place`` for where it would go."""
    sorted_plates(array, frame, SCRATCH)
    row = array[SCRATCH]
    place = table_slot(array, row, array[SCRATCH + 1]) // 2 * ENTRY
    mark = (array[STAMP] << 20 | array[SCRATCH + 1]) << 6 | left
    if table[place] == row and table[place + 1] == mark:
        return place
    return -1 - place


@kernel
def keep(array: Array, table: Array, frame: int, left: int, total: int) -> None:
    """Keep a state's count; a count of 0 does not push out another one."""
    place = entry_of(array, table, frame, left)
    if place < 0:
        place = -1 - place
        if total == 0 and table[place + 2] > 0 and table[place + 1] >> 26 == array[STAMP]:
            return
        table[place] = array[SCRATCH]
        table[place + 1] = (array[STAMP] << 20 | array[SCRATCH + 1]) << 6 | left
    table[place + 2] = total


@kernel
def changes_plates(
    array: Array, frame: int, source: int, count: int, target: int, flip: int
) -> int:
    """Return 1 if the step is legal: it leaves the plates other than they were."""
    if source != target:
        return 1
    if flip == 0:
        return 0
    downward = array[frame + REVERSED + source] & ((1 << 3 * count) - 1)
    for index in range(count):
        if downward >> 3 * index & 7 != downward >> 3 * (count - 1 - index) & 7:
            return 1
    return 0


@kernel
def following_lift(array: Array, frame: int, left: int) -> int:
    """Advance a frame to the next lift that can help, of like plates too; return 0 if there is none."""
    plate = array[frame + NEXT_PLATE]
    count = array[frame + NEXT_COUNT]
    while plate < 4:
        if count > array[frame + COUNTS + plate]:
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
def next_step(array: Array, frame: int, left: int) -> int:
    """Advance a frame to its next legal step that the bound allows; return its code, or -1 at the end."""
    while True:
        if array[frame + NEXT_PLACE] < 0 and (
            array[frame + NEXT_PLATE] > 3 or following_lift(array, frame, left) == 0
        ):
            return -1
        place = array[frame + NEXT_PLACE]
        source = array[frame + NEXT_PLATE]
        count = array[frame + NEXT_COUNT]
        if place + 1 < PLACES:
            array[frame + NEXT_PLACE] = place + 1
        else:
            array[frame + NEXT_PLACE] = -1
            array[frame + NEXT_COUNT] = count + 1
        if changes_plates(array, frame, source, count, place >> 1, place & 1):
            return step_code(source, count, place >> 1, place & 1)


@kernel
def lay_step(array: Array, frame: int, code: int) -> None:
    """Write the plates after a step into the frame below."""
    lay(array, frame, frame + FRAME, code >> 5 & 3, code & 31, code >> 7 & 3, code >> 9 & 1)


@kernel
def begin(array: Array) -> None:
    """Enter the root frame, whose plates are filled in."""
    array[STARTED] = 1
    array[DEPTH] = 0
    array[FOUND] = 0
    row_of(array, FRAMES)
    enter(array, FRAMES)


@kernel
def count(array: Array, table: Array, budget: int) -> int:
    """Count on for about ``budget`` of EFFORT; return RUNNING, DONE or TOO_MANY.

    The root's plates and ``TARGET``, its proved fewest steps, are filled in.
    DONE: the root's ``TOTAL`` is the number of solutions.
    """
    if array[STARTED] == 0:
        begin(array)
        array[FRAMES + TOTAL] = 0
        if array[TARGET] == 0:
            array[FRAMES + TOTAL] = is_complete(array, FRAMES)
            return DONE
    stop = array[EFFORT] + budget
    while array[EFFORT] < stop:
        array[EFFORT] += 1
        depth = array[DEPTH]
        left = array[TARGET] - depth
        frame = FRAMES + depth * FRAME
        child = frame + FRAME
        code = next_step(array, frame, left)
        if code < 0:
            total = array[frame + TOTAL]
            if left > 1:
                keep(array, table, frame, left, total)
            if depth == 0:
                return DONE
            array[DEPTH] = depth - 1
            array[frame - FRAME + TOTAL] += total
            if array[frame - FRAME + TOTAL] > MOST:
                return TOO_MANY
            continue
        lay_step(array, frame, code)
        if left == 1:
            array[frame + TOTAL] += is_complete(array, child)
            continue
        row_of(array, child)
        if can_finish(array, child, left - 1) == 0:
            continue
        if left > 2:
            place = entry_of(array, table, child, left - 1)
            if place >= 0:
                array[frame + TOTAL] += table[place + 2]
                if array[frame + TOTAL] > MOST:
                    return TOO_MANY
                continue
        enter(array, child)
        array[child + TOTAL] = 0
        array[DEPTH] = depth + 1
    return RUNNING


@kernel
def write_solutions(array: Array, table: Array, out: Array, most: int, budget: int) -> int:
    """Write solutions on for about ``budget`` of EFFORT; return RUNNING or DONE.

    A solution is ``TARGET`` step codes in ``out``, one solution after the other, ``FOUND`` in
    all, at most ``most``; in the order of ``rules.legal_steps``. The table is that of
    ``count``: it only spares looking where it knows that there is none.
    """
    if array[STARTED] == 0:
        begin(array)
    target = array[TARGET]
    stop = array[EFFORT] + budget
    while array[EFFORT] < stop:
        array[EFFORT] += 1
        depth = array[DEPTH]
        left = target - depth
        frame = FRAMES + depth * FRAME
        child = frame + FRAME
        code = next_step(array, frame, left) if array[FOUND] < most else -1
        if code < 0:
            if depth == 0 or array[FOUND] >= most:
                return DONE
            array[DEPTH] = depth - 1
            continue
        lay_step(array, frame, code)
        array[PATH + depth] = code
        if left == 1:
            if is_complete(array, child):
                for index in range(target):
                    out[array[FOUND] * target + index] = array[PATH + index]
                array[FOUND] += 1
            continue
        row_of(array, child)
        if can_finish(array, child, left - 1) == 0:
            continue
        if left > 2:
            place = entry_of(array, table, child, left - 1)
            if place >= 0 and table[place + 2] == 0:
                continue
        enter(array, child)
        array[DEPTH] = depth + 1
    return RUNNING


@kernel
def onward(array: Array, table: Array, out: Array) -> int:
    """Write the root's steps that may lie on a solution to ``out``; return how many.

    Each is its code, doubled, and 1 more where the table does not know whether it does.
    """
    begin(array)
    left = array[TARGET]
    child = FRAMES + FRAME
    found = 0
    code = next_step(array, FRAMES, left)
    while code >= 0:
        lay_step(array, FRAMES, code)
        known = 1
        if left == 1:
            good = is_complete(array, child)
        else:
            row_of(array, child)
            good = can_finish(array, child, left - 1)
            if good and left == 2:
                good = 1 if last_step(array, child) >= 0 else 0
            elif good:
                place = entry_of(array, table, child, left - 1)
                known = 1 if place >= 0 else 0
                if place >= 0 and table[place + 2] == 0:
                    good = 0
        if good:
            out[found] = 2 * code + 1 - known
            found += 1
        code = next_step(array, FRAMES, left)
    return found
