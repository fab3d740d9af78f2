"""Many set-ups and one order, on packed integers: the loop around ``kernel.search``.

With the loop compiled too, an answer costs little more than its search. What
one set-up teaches the transposition table serves the next ones. It comes back
now and then, so that a limit or an interrupt is seen. ``many`` wraps it; the
search itself is in ``kernel``.
"""

from __future__ import annotations

from solver.master.frames import COUNTS, EFFORT, FRAMES, REVERSED, STARTED, TARGET, WORDS
from solver.master.kernel import RUNNING, SOLVED, search
from solver.native import Array, kernel

#: Numbers that name a set-up: a word for each plate.
SETUP = 4


@kernel
def lay_out(array: Array, setups: Array, index: int) -> int:
    """Write a set-up into the root frame, and have the search begin anew."""
    array[STARTED] = 0
    for plate in range(4):
        word = setups[SETUP * index + plate]
        array[FRAMES + WORDS + plate] = word
        count = 0
        backwards = 0
        while word != 0:
            backwards = backwards << 3 | word & 7
            word >>= 3
            count += 1
        array[FRAMES + REVERSED + plate] = backwards
        array[FRAMES + COUNTS + plate] = count
    return 0


@kernel
def solve_all(
    array: Array, table: Array, setups: Array, steps: Array, number: int, first: int, budget: int
) -> int:
    """Solve on for about ``budget`` of EFFORT, from set-up ``first`` of ``number`` on.

    Writes the fewest steps from each to the order into ``steps``, -1 where there is no solution
    (within ``LAST_TARGET``). Returns the first set-up that is not done: call again with it.
    ``steps[number]`` keeps whether that one is begun; it is 0 in the first call.
    """
    stop = array[EFFORT] + budget
    index = first
    while index < number and array[EFFORT] < stop:
        if steps[number] == 0:
            lay_out(array, setups, index)
            steps[number] = 1
        result = search(array, table, stop - array[EFFORT])
        if result != RUNNING:
            steps[number] = 0
            steps[index] = array[TARGET] if result == SOLVED else -1
            index += 1
    return index
