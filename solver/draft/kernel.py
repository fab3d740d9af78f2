"""The fast search for the best board: depth first over the counts of the ingredients.

Plain Python over 64-bit integers, run interpreted (slow, for tests) or compiled
by ``solver.native``. For a fixed number of ingredient cards and of scoring
cards it goes through the ingredients one after the other, trying every count
that the pool allows, the largest first. ``search`` wraps it; ``rules`` says
what it must agree with.

What is worth what
------------------
Every scoring card's needs are *limits* (see ``rules``): it scores as often as
the smallest of ``covered // demand`` over its limits, where covered counts the
chosen cards among the limit's ingredients. So the state is one number for each
limit, and, for scoring cards that ask for different values, the values shown.

The bound
---------
With some ingredients decided and ``r`` cards still free, no limit can come to
cover more than what it does now plus the smaller of ``r`` and what the pool
still has for it. That gives each scoring card its most, on its own; the sum of
the largest of these, for as many scoring cards as are placed, with the printed
points so far and the best that ``r`` cards can still print, is never less than
what any completion scores. A state whose bound does not exceed the best board
so far is left.

The end
-------
Which scoring cards can lie beside the chosen ingredients is a question of
which physical cards are left: each needs a card of its own whose ingredient
side is not used. Such sets are the independent sets of a transversal matroid,
so taking scoring cards by falling points, each if an augmenting path still
finds a card for it, gives the most.

Everything lives in one flat array, so that the search can stop after a budget
of work and go on later. Places in it depend on the size of the deck, which the
first entries give.
"""

from __future__ import annotations

from solver.native import Array, kernel

# -- settings and results ----------------------------------------------------
INGREDIENTS = 0
"""Number of kinds of ingredients."""
SCORING = 1
"""Number of kinds of scoring cards."""
LIMITS = 2
"""Number of limits of all scoring cards together."""
PLACED = 3
"""Scoring cards to place."""
BEST = 4
"""Only boards worth more than this are looked for; the best board's points once there is one."""
FOUND = 5
"""1 once a board has been found."""
DEPTH = 6
"""Ingredients decided in the current state; -1 when the search is over."""
NODES = 7
"""States looked at."""
FOUND_PLACED = 8
"""Scoring cards on the best board."""
MOST_CARDS = 9
"""Width of the table of printed points: one more than the most ingredient cards."""

# -- where each table starts; ``search`` lays them out -------------------------
AT_CAPACITY = 10
"""[ingredient]: cards of it in the pool."""
AT_PRINT = 11
"""[ingredient]: printed points."""
AT_PRINT_BEST = 12
"""[ingredient][r]: the most that r cards of this and later ingredients print."""
AT_CAPACITY_LEFT = 13
"""[ingredient]: cards in the pool of this and later ingredients; one more entry, 0."""
AT_POINTS = 14
"""[scoring card]: points each time, 0 if the pool has no such card."""
AT_SINGLE = 15
"""[scoring card]: 1 if it scores once."""
AT_WANTED = 16
"""[scoring card]: different values asked for, 0 if it has needs."""
AT_FIRST_LIMIT = 17
"""[scoring card]: its first limit; one more entry, the number of limits."""
AT_DEMAND = 18
"""[limit]: its demand."""
AT_MEMBER = 19
"""[ingredient][limit]: 1 if the ingredient counts for the limit."""
AT_LEFT = 20
"""[ingredient][limit]: cards in the pool, of this and later ingredients, that count for it."""
AT_VALUES = 21
"""[ingredient][scoring card]: bits of the values it shows."""
AT_VALUES_LEFT = 22
"""[ingredient][scoring card]: bits of the values that this and later ingredients show."""
AT_BACKS = 23
"""[scoring card][ingredient]: 1 if the pool has a card with these two sides."""
AT_CHOSEN = 24
"""[ingredient]: the count tried; -1 before the first."""
AT_FREE = 25
"""[ingredient]: ingredient cards not decided when this ingredient's turn comes; one more entry."""
AT_PRINTED = 26
"""[ingredient]: printed points so far; one more entry."""
AT_COVERED = 27
"""[ingredient][limit]: what the limits cover so far; one more row."""
AT_SHOWN = 28
"""[ingredient][scoring card]: values shown so far; one more row."""
AT_WORTH = 29
"""[scoring card]: points, or the most it may still come to."""
AT_HOLDER = 30
"""[scoring card]: the ingredient whose card it takes, -1 if none."""
AT_VISITED = 31
"""[ingredient]: marks of the augmenting path."""
AT_LOAD = 32
"""[ingredient]: scoring cards that take a card of it."""
AT_QUEUE = 33
"""[ingredient]: the augmenting path's queue."""
AT_FROM = 34
"""[ingredient]: the scoring card that reached it on the augmenting path."""
AT_BEST_COUNTS = 35
"""[ingredient]: the best board's counts."""
AT_BEST_SCORING = 36
"""[0 ... 5]: the best board's scoring cards."""
AT_RANKED = 37
"""[scoring card]: 1 once it has been ranked."""
TABLES = 38
"""Where the tables may start."""

#: No scoring card scores more often: no deck has so many cards.
MOST_TIMES = 1 << 20

# -- results of search() -------------------------------------------------------
RUNNING = 0
OVER = 1


@kernel
def most_worth(array: Array, depth: int, card: int) -> int:
    """Return the most that a scoring card can come to be worth, whatever else is chosen."""
    points = array[array[AT_POINTS] + card]
    if points == 0:
        return 0
    free = array[array[AT_FREE] + depth]
    wanted = array[array[AT_WANTED] + card]
    if wanted > 0:
        row = depth * array[SCORING] + card
        bits = array[array[AT_SHOWN] + row]
        missing = wanted - count_bits(bits)
        new = count_bits(array[array[AT_VALUES_LEFT] + row] & ~bits)
        if missing <= 0 or (free > 0 and new >= missing):
            return points
        return 0
    covered = array[AT_COVERED] + depth * array[LIMITS]
    left = array[AT_LEFT] + depth * array[LIMITS]
    times = MOST_TIMES
    if array[array[AT_SINGLE] + card]:
        times = 1
    for limit in range(
        array[array[AT_FIRST_LIMIT] + card], array[array[AT_FIRST_LIMIT] + card + 1]
    ):
        more = array[left + limit]
        if more > free:
            more = free
        met = (array[covered + limit] + more) // array[array[AT_DEMAND] + limit]
        if met == 0:
            return 0
        if met < times:
            times = met
    return points * times


@kernel
def bound(array: Array, depth: int) -> int:
    """Return what no completion of the current state exceeds; leave each scoring card's most in WORTH."""
    first, second, third, fourth, fifth, sixth = 0, 0, 0, 0, 0, 0
    for card in range(array[SCORING]):
        worth = most_worth(array, depth, card)
        array[array[AT_WORTH] + card] = worth
        if worth > sixth:
            sixth = worth
            if sixth > fifth:
                fifth, sixth = sixth, fifth
            if fifth > fourth:
                fourth, fifth = fifth, fourth
            if fourth > third:
                third, fourth = fourth, third
            if third > second:
                second, third = third, second
            if second > first:
                first, second = second, first
    placed = array[PLACED]
    total = array[array[AT_PRINTED] + depth]
    total += array[array[AT_PRINT_BEST] + depth * array[MOST_CARDS] + array[array[AT_FREE] + depth]]
    total += first * (placed > 0) + second * (placed > 1) + third * (placed > 2)
    total += fourth * (placed > 3) + fifth * (placed > 4) + sixth * (placed > 5)
    return total


@kernel
def count_bits(bits: int) -> int:
    """Return the number of one bits, which are few."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


@kernel
def seat(array: Array, card: int) -> int:
    """Find a physical card for one more scoring card, moving others if need be; return 1 if there is one."""
    kinds = array[INGREDIENTS]
    scoring = array[SCORING]
    visited, queue, came = array[AT_VISITED], array[AT_QUEUE], array[AT_FROM]
    load, holder = array[AT_LOAD], array[AT_HOLDER]
    for kind in range(kinds):
        array[visited + kind] = 0
    head, tail = 0, 0
    reached = card
    while True:
        for kind in range(kinds):
            if not array[visited + kind] and array[array[AT_BACKS] + reached * kinds + kind]:
                array[visited + kind] = 1
                array[came + kind] = reached
                if (
                    array[load + kind]
                    < array[array[AT_CAPACITY] + kind] - array[array[AT_CHOSEN] + kind]
                ):
                    array[load + kind] += 1
                    moved = array[came + kind]
                    while True:
                        before = array[holder + moved]
                        array[holder + moved] = kind
                        if before < 0:
                            return 1
                        kind = before
                        moved = array[came + kind]
                array[queue + tail] = kind
                tail += 1
        # Next: a scoring card that holds a card of a kind reached.
        reached = -1
        while head < tail and reached < 0:
            kind = array[queue + head]
            for other in range(scoring):
                if array[holder + other] == kind and array[array[AT_RANKED] + other] != 2:
                    array[array[AT_RANKED] + other] = 2
                    reached = other
                    break
            if reached < 0:
                head += 1
        if reached < 0:
            return 0


@kernel
def finish(array: Array, depth: int) -> None:
    """Place the best scoring cards beside the chosen ingredients; keep the board if it is the best so far."""
    kinds = array[INGREDIENTS]
    scoring = array[SCORING]
    ranked, worth, holder = array[AT_RANKED], array[AT_WORTH], array[AT_HOLDER]
    for kind in range(depth, kinds):
        array[array[AT_CHOSEN] + kind] = 0
    for kind in range(kinds):
        array[array[AT_LOAD] + kind] = 0
    for card in range(scoring):
        array[ranked + card] = 0
        array[holder + card] = -1
    total = array[array[AT_PRINTED] + depth]
    placed = 0
    while placed < array[PLACED]:
        top = -1
        for card in range(scoring):
            if array[ranked + card] == 2:
                array[ranked + card] = 1
            if not array[ranked + card] and (top < 0 or array[worth + card] > array[worth + top]):
                top = card
        if top < 0 or array[worth + top] == 0:
            break
        array[ranked + top] = 1
        if seat(array, top):
            placed += 1
            total += array[worth + top]
    if total > array[BEST]:
        array[BEST] = total
        array[FOUND] = 1
        for kind in range(kinds):
            array[array[AT_BEST_COUNTS] + kind] = array[array[AT_CHOSEN] + kind]
        number = 0
        for card in range(scoring):
            if array[holder + card] >= 0:
                array[array[AT_BEST_SCORING] + number] = card
                number += 1
        array[FOUND_PLACED] = number


@kernel
def enter(array: Array, depth: int, count: int) -> None:
    """Decide the count of the ingredient at ``depth``: fill in the next depth's state."""
    limits = array[LIMITS]
    scoring = array[SCORING]
    array[array[AT_CHOSEN] + depth] = count
    array[array[AT_FREE] + depth + 1] = array[array[AT_FREE] + depth] - count
    array[array[AT_PRINTED] + depth + 1] = (
        array[array[AT_PRINTED] + depth] + count * array[array[AT_PRINT] + depth]
    )
    row = array[AT_COVERED] + depth * limits
    member = array[AT_MEMBER] + depth * limits
    for limit in range(limits):
        array[row + limits + limit] = array[row + limit] + count * array[member + limit]
    row = array[AT_SHOWN] + depth * scoring
    values = array[AT_VALUES] + depth * scoring
    for card in range(scoring):
        bits = array[row + card]
        if count > 0:
            bits |= array[values + card]
        array[row + scoring + card] = bits


@kernel
def search(array: Array, budget: int) -> int:
    """Go on with the search until so many more states were looked at; return RUNNING or OVER."""
    kinds = array[INGREDIENTS]
    depth = array[DEPTH]
    stop = array[NODES] + budget
    while depth >= 0:
        if array[NODES] >= stop:
            array[DEPTH] = depth
            return RUNNING
        free = array[array[AT_FREE] + depth]
        chosen = array[array[AT_CHOSEN] + depth]
        if chosen < 0:
            count = array[array[AT_CAPACITY] + depth]
            if count > free:
                count = free
        else:
            count = chosen - 1
        if count < 0 or free - count > array[array[AT_CAPACITY_LEFT] + depth + 1]:
            depth -= 1
            continue
        enter(array, depth, count)
        array[NODES] += 1
        if bound(array, depth + 1) <= array[BEST]:
            continue
        if depth + 1 == kinds or free == count:
            finish(array, depth + 1)
            continue
        depth += 1
        array[array[AT_CHOSEN] + depth] = -1
    array[DEPTH] = -1
    return OVER
