"""Many set-ups and one order, on packed integers: the loop around ``kernel.search``.

With the loop compiled too, an answer costs little more than its search. What
one set-up teaches the transposition table serves the next ones. ``many`` wraps
it; the search itself is in ``kernel``.
"""

from __future__ import annotations

from solver.master.frames import COUNTS, FRAMES, REVERSED, STARTED, TARGET, WORDS
from solver.master.kernel import RUNNING, SOLVED, search
from solver.native import Array, kernel

#: Numbers that name a set-up: a word for each plate.
SETUP = 4

#: Effort of one call of the search; it is called until it is done.
BUDGET = 1 << 40


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
def solve_all(array: Array, table: Array, setups: Array, steps: Array, number: int) -> int:
    """Write the fewest steps from each of ``number`` set-ups to the order into ``steps``.

    Returns how many have a solution; the others (beyond ``LAST_TARGET``) get -1.
    """
    solved = 0
    for index in range(number):
        lay_out(array, setups, index)
        result = search(array, table, BUDGET)
        while result == RUNNING:
            result = search(array, table, BUDGET)
        if result == SOLVED:
            steps[index] = array[TARGET]
            solved += 1
        else:
            steps[index] = -1
    return solved
