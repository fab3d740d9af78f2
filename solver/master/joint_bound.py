"""The joint bound of ``solo`` on packed integers, asked as a yes/no question.

May the orders from one on take at most so many cuts? By trying, for one order after the other,
every choice of its ingredients, on chains (``chains``). What was found out about chains and the
next order is kept in a memo for the whole game, keys in full.
"""

from __future__ import annotations

from solver.master.chains import (
    ANY,
    MEMO_ENTRY,
    MEMO_MASK,
    NUMBER,
    ORDER,
    ORDER_LETTERS,
    ORDER_NEEDED,
    ORDER_REST,
    ORDER_SIZE,
    ORDER_STANDING,
    ORDERS,
    OUT_GROUNDS,
    OUT_LINKS,
    OUT_ROW,
    STAGE,
    STAGE_CHOSEN,
    STAGE_CHOSEN_ROW,
    STAGE_COST,
    STAGE_GROUND,
    STAGE_GROUNDS,
    STAGE_KEPT_ROW,
    STAGE_LAST_ROW,
    STAGE_LEFT,
    STAGE_LEVEL,
    STAGE_LINKS,
    STAGE_MASKS,
    STAGE_MOST,
    STAGE_NEXT_LINKS,
    STAGE_NEXT_REVERSED,
    STAGE_NEXT_ROW,
    STAGE_ORDER,
    STAGE_PLACES,
    STAGE_ROW,
    STAGES,
    after_choice,
    canonical,
    insert,
    write_chains,
)
from solver.master.frames import EFFORT, ONES
from solver.native import Array, kernel, popcount


@kernel
def memo_slot(array: Array, order: int) -> int:
    """Return where in the memo the entry for the canonical chains and an order is."""
    row = array[OUT_ROW]
    edges = array[OUT_LINKS] | array[OUT_GROUNDS] << 1
    mixed = (row & 0x3FFFFFFF) * 0x2545F491 & 0x3FFFFFFFFFFFFFFF
    mixed = (mixed >> 29 ^ (row >> 30)) & 0x3FFFFFFF
    mixed = mixed * 0x1B873593 + (edges & 0x3FFFFFFF) * 0x19D699A5 & 0x3FFFFFFFFFFFFFFF
    mixed = (mixed >> 29 ^ edges >> 30 ^ order * 0x9E3779) & 0x3FFFFFFF
    mixed = mixed * 0x2C1B3C6D & 0x3FFFFFFFFFFFFFFF
    return MEMO_ENTRY * ((mixed >> 25 ^ mixed) & array[MEMO_MASK])


@kernel
def known(array: Array, memo: Array, order: int, most: int) -> int:
    """Return what the memo says of at most so many cuts: 0 no, 1 yes, 2 yes and no fewer, -1 nothing."""
    slot = memo_slot(array, order)
    if memo[slot] != (array[OUT_ROW] | order << 60) or memo[slot + 1] != (
        array[OUT_LINKS] | array[OUT_GROUNDS] << 1
    ):
        return -1
    fewest = memo[slot + 2] & 63
    enough = memo[slot + 2] >> 6
    if enough <= most:
        return 2 if fewest == most else 1
    return 0 if most < fewest else -1


@kernel
def note(array: Array, memo: Array, stage: int, answer: int) -> int:
    """Keep the answer of a stage: its chains take at most so many cuts, or more.

    Returns the answer as ``known`` does.
    """
    array[OUT_ROW] = array[stage + STAGE_ROW]
    array[OUT_LINKS] = array[stage + STAGE_LINKS]
    array[OUT_GROUNDS] = array[stage + STAGE_GROUNDS]
    order = array[stage + STAGE_ORDER]
    most = array[stage + STAGE_MOST]
    slot = memo_slot(array, order)
    row = array[OUT_ROW] | order << 60
    edges = array[OUT_LINKS] | array[OUT_GROUNDS] << 1
    fewest = 0
    enough = 63
    if memo[slot] == row and memo[slot + 1] == edges:
        fewest = memo[slot + 2] & 63
        enough = memo[slot + 2] >> 6
    if answer:
        enough = min(enough, most)
    else:
        fewest = max(fewest, most + 1)
    memo[slot] = row
    memo[slot + 1] = edges
    memo[slot + 2] = enough << 6 | fewest
    if answer == 0:
        return 0
    return 2 if fewest == most else 1


@kernel
def see_ahead(array: Array, stage: int, order: int) -> None:
    """Write a stage's row and links as the order after it sees them."""
    row = array[stage + STAGE_ROW]
    needed = array[ORDERS + order * ORDER + ORDER_NEEDED]
    places = 0
    anything = 0
    turned = 0
    place = 1
    while row != 0:
        letter = row & 7
        row >>= 3
        places |= place
        if needed >> letter & 1 == 0:
            letter = ANY
            anything |= place
        turned = turned << 3 | letter
        place <<= 3
    array[stage + STAGE_PLACES] = places
    array[stage + STAGE_NEXT_ROW] = array[stage + STAGE_ROW] | anything * ANY
    array[stage + STAGE_NEXT_REVERSED] = turned
    array[stage + STAGE_NEXT_LINKS] = array[stage + STAGE_LINKS] & ~(anything & anything << 3)


@kernel
def push_stage(array: Array, stage: int, order: int, most: int) -> None:
    """Begin to choose for an order from the canonical chains just written."""
    row = array[OUT_ROW]
    array[stage + STAGE_ROW] = row
    array[stage + STAGE_LINKS] = array[OUT_LINKS]
    array[stage + STAGE_GROUNDS] = array[OUT_GROUNDS]
    array[stage + STAGE_ORDER] = order
    array[stage + STAGE_MOST] = most
    array[stage + STAGE_LEVEL] = 0
    array[stage + STAGE_GROUND] = 0
    for letter in range(1, 7):
        different = row ^ (ONES * letter)
        different = different | different >> 1 | different >> 2
        array[stage + STAGE_MASKS + letter] = ~different & ONES
    if order + 1 < array[NUMBER]:
        see_ahead(array, stage, order + 1)
    first = array[ORDERS + order * ORDER + ORDER_LETTERS]
    array[stage + STAGE_LEFT] = array[stage + STAGE_MASKS + first]
    array[stage + STAGE_CHOSEN_ROW] = 0
    array[stage + STAGE_KEPT_ROW] = 0
    array[stage + STAGE_LAST_ROW] = 0


@kernel
def next_choice(array: Array, stage: int) -> int:
    """Advance a stage to its next full choice that is not too dear; return 0 if there is none.

    STAGE_CHOSEN and STAGE_COST say what it is. Where the burger must be given a plate whose
    ground another chain holds, STAGE_GROUND holds the grounds that may be given up, one
    after the other, each for one cut more (counted in STAGE_COST).
    """
    order = ORDERS + array[stage + STAGE_ORDER] * ORDER
    size = array[order + ORDER_SIZE]
    spare = array[stage + STAGE_MOST] - array[order + ORDER + ORDER_REST]
    links = array[stage + STAGE_LINKS]
    grounds = array[stage + STAGE_GROUNDS]
    edges = links | grounds
    level = array[stage + STAGE_LEVEL]
    effort = 0
    while level >= 0:
        effort += 1
        candidates = array[stage + STAGE_LEFT + level]
        if candidates == 0:
            level -= 1
            continue
        chosen = array[stage + STAGE_CHOSEN_ROW + level]
        kept = array[stage + STAGE_KEPT_ROW + level]
        last = array[stage + STAGE_LAST_ROW + level]
        place = 0
        if level == 0:
            place = candidates & grounds
            if place != 0:
                place &= -place
                kept |= place
        else:
            place = last << 3 & links & candidates
            if place != 0:
                kept |= place
            else:
                place = (last & links) >> 3 & candidates
                if place != 0:
                    kept |= last
        if place == 0:
            place = candidates & -candidates
        candidates &= ~place
        if place & edges == 0 and place << 3 & links == 0:
            # One loose ingredient is as good as another of its letter.
            candidates &= edges | (links >> 3)
        array[stage + STAGE_LEFT + level] = candidates
        chosen |= place
        cost = popcount(((chosen & edges) | (chosen << 3 & links)) & ~kept)
        array[stage + STAGE_LAST_ROW + level + 1] = place
        if level < size - 1:
            near = ((place << 3 & links) | (place & links) >> 3) & ~chosen
            letter = array[order + ORDER_LETTERS + level + 1]
            following = array[stage + STAGE_MASKS + letter]
            if cost - (1 if near & following else 0) > spare:
                continue
            level += 1
            array[stage + STAGE_LEFT + level] = following & ~chosen
            array[stage + STAGE_CHOSEN_ROW + level] = chosen
            array[stage + STAGE_KEPT_ROW + level] = kept
            continue
        if cost > spare:
            continue
        first = array[stage + STAGE_CHOSEN_ROW + 1] if size > 1 else place
        others = grounds & ~chosen
        array[stage + STAGE_GROUND] = 0
        if first & grounds == 0 and popcount(others) == 4:
            cost += 1
            if cost > spare:
                continue
            array[stage + STAGE_GROUND] = others
        array[stage + STAGE_LEVEL] = level
        array[stage + STAGE_CHOSEN] = chosen
        array[stage + STAGE_COST] = cost
        array[EFFORT] += effort
        return 1
    array[EFFORT] += effort
    return 0


@kernel
def joint(
    array: Array, memo: Array, row: int, links: int, grounds: int, order: int, most: int
) -> int:
    """Return 0 if the orders from ``order`` on take more than so many cuts; else as ``known``."""
    if most < 0:
        return 0
    write_chains(array, canonical(array, row, links, grounds, order))
    return ask(array, memo, order, most)


@kernel
def ask(array: Array, memo: Array, order: int, most: int) -> int:
    """Answer ``joint`` for the canonical chains just written."""
    number = array[NUMBER]
    answer = known(array, memo, order, most)
    if answer >= 0:
        return answer
    stage = STAGES
    push_stage(array, stage, order, most)
    while stage >= STAGES:
        give_up = 0
        ground = array[stage + STAGE_GROUND]
        if ground != 0:
            give_up = ground & -ground
            array[stage + STAGE_GROUND] = ground & ~give_up
        else:
            if next_choice(array, stage) == 0:
                note(array, memo, stage, 0)
                stage -= STAGE
                continue
            ground = array[stage + STAGE_GROUND]
            if ground != 0:
                give_up = ground & -ground
                array[stage + STAGE_GROUND] = ground & ~give_up
        order = array[stage + STAGE_ORDER]
        left = array[stage + STAGE_MOST] - array[stage + STAGE_COST]
        if order + 1 < number:
            after_choice(array, stage, give_up)
            answer = known(array, memo, order + 1, left)
            if answer < 0:
                stage += STAGE
                push_stage(array, stage, order + 1, left)
                continue
            if answer == 0:
                continue
        # Every order has its ingredients: the answer is yes, here and for every stage above.
        while stage >= STAGES:
            answer = note(array, memo, stage, 1)
            stage -= STAGE
        return answer
    return 0


@kernel
def rest_of(array: Array, memo: Array, row: int, order: int) -> int:
    """Return the fewest cuts from ``order`` on when the burger before it stands, all else loose.

    row: all ingredients that are not in that burger. Nothing on the plates makes it fewer,
    since more edges never take fewer cuts.
    """
    count = canonical(array, row, 0, 0, order)
    standing = ORDERS + order * ORDER + ORDER_STANDING
    for index in range(array[standing]):
        insert(array, count, array[standing + 1 + index])
        count += 1
    write_chains(array, count)
    row = array[OUT_ROW]
    links = array[OUT_LINKS]
    grounds = array[OUT_GROUNDS]
    most = 0
    while joint(array, memo, row, links, grounds, order, most) == 0:
        most += 1
    return most
