"""Five orders at once, on packed integers: the joint search of ``solo``.

The companion of ``kernel``, with its packing, for orders that follow each other
on the same plates. A node is the plates (up to their numbering) and the number
of orders done; an order counts as done as soon as its burger stands alone on a
plate, which is never worse than later. Depth-first with a fixed number of steps
that grows until a solution is found, as in ``kernel``; a transposition table
with full keys says which nodes have failed with how many steps left.

Three questions, cheap ones first, keep it small. Each may only say "no" where
it is proved that the steps left do not suffice:

- the bound of the next order alone (``kernel.has_choice``), with a constant for
  the orders after it;
- *lift first*: the joint bound without the edge under a lifted stack;
- the joint bound of a child.

The joint bound and its proof are in ``solo``. It is computed by trying, for one
order after the other, every choice of its ingredients, on *chains*: what is
stuck together, up to reversal, each loose or *grounded* on a plate. What was
found out about chains and the next order is kept in a memo for the whole game,
keys in full.
"""

from __future__ import annotations

from solver.master.kernel import (
    BURGER,
    COUNTS,
    DEPTH,
    EFFORT,
    FRAME,
    FRAMES,
    LAST_TARGET,
    LEVELS,
    LINKS,
    NEXT_COUNT,
    NEXT_PLACE,
    NEXT_PLATE,
    NODES,
    ONES,
    PACKED,
    PACKED_REVERSED,
    PATH,
    PLACES,
    ROW,
    SCRATCH,
    SIZE,
    STAMP,
    STARTED,
    SURFACES,
    TARGET,
    TOTAL,
    enter,
    has_choice,
    has_empty_plate,
    is_complete,
    lay,
    like_an_earlier_plate,
    row_of,
    sorted_plates,
    step_code,
    table_slot,
    worth_laying,
)
from solver.native import Array, kernel, popcount

#: In a frame: the number of orders done (the slot is ``kernel.TOTAL``, which only counting uses).
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
ORDER = ORDER_LETTERS + 20
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
STAGE_LEFT = 20
STAGE_CHOSEN_ROW = STAGE_LEFT + LEVELS
STAGE_KEPT_ROW = STAGE_LEFT + 2 * LEVELS
STAGE_LAST_ROW = STAGE_LEFT + 3 * LEVELS
STAGE = STAGE_LEFT + 4 * LEVELS
ARRAY = STAGES + (MOST_ORDERS + 1) * STAGE

#: An ingredient that no order needs any more.
ANY = 7

#: Numbers an entry of the memo: the row with the order, links with grounds, what is known.
MEMO_ENTRY = 3

# -- results of search() -----------------------------------------------------
RUNNING = 0
SOLVED = 1
IMPOSSIBLE = 2


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
    value = (word | 1 << 3 * length) << 1 | grounded
    position = CHAINS + count
    while position > CHAINS and array[position - 1] > value:
        array[position] = array[position - 1]
        position -= 1
    array[position] = value
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
        word = value >> 1
        length = 0
        while word >> 3 * (length + 1) != 0:
            length += 1
        row |= (word ^ 1 << 3 * length) << offset
        if value & 1:
            grounds |= 1 << offset
        links |= (ONES & ((1 << 3 * length) - 1) & ~1) << offset
        offset += 3 * length
    array[OUT_ROW] = row
    array[OUT_LINKS] = links
    array[OUT_GROUNDS] = grounds


@kernel
def canonical(
    array: Array, row: int, links: int, grounds: int, gone: int, order: int, standing: int
) -> None:
    """Write the canonical form of chains before an order.

    gone: places that are left out, with their edges. standing: 1 if the burger of the
    order before stands grounded and is added. Ingredients that no order needs any more
    are all the same, edges between two of them do not matter, and loose ones do not exist.
    """
    needed = array[ORDERS + order * ORDER + ORDER_NEEDED]
    count = 0
    word = 0
    length = 0
    grounded = 0
    before = 0
    place = 1
    rest = row
    while rest != 0:
        letter = rest & 7
        rest >>= 3
        if gone & place:
            letter = 0
        elif needed >> letter & 1 == 0:
            letter = ANY
        linked = (
            letter != 0 and before != 0 and links & place != 0 and (letter != ANY or before != ANY)
        )
        if not linked:
            if length > 1 or grounded or (length == 1 and word != ANY):
                count = add_chain(array, count, word, length, grounded)
            word = 0
            length = 0
            grounded = 0
        if letter != 0:
            word |= letter << 3 * length
            length += 1
            if grounds & place:
                grounded = 1
        before = letter
        place <<= 3
    if length > 1 or grounded or (length == 1 and word != ANY):
        count = add_chain(array, count, word, length, grounded)
    if standing:
        count = add_standing(array, count, order - 1, needed)
    write_chains(array, count)


@kernel
def add_standing(array: Array, count: int, order: int, needed: int) -> int:
    """Add the burger of an order, grounded, to the chains; return how many there are then."""
    base = ORDERS + order * ORDER
    word = 0
    length = 0
    grounded = 1
    before = 0
    for index in range(array[base + ORDER_SIZE]):
        letter = array[base + ORDER_LETTERS + index]
        if needed >> letter & 1 == 0:
            letter = ANY
        if letter == ANY and before == ANY:
            if length > 1 or grounded:
                count = add_chain(array, count, word, length, grounded)
            word = 0
            length = 0
            grounded = 0
        word |= letter << 3 * length
        length += 1
        before = letter
    if length > 1 or grounded or word != ANY:
        count = add_chain(array, count, word, length, grounded)
    return count


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
    """Return what the memo says of at most so many cuts: 1 yes, 0 no, -1 nothing."""
    slot = memo_slot(array, order)
    if memo[slot] != (array[OUT_ROW] | order << 60) or memo[slot + 1] != (
        array[OUT_LINKS] | array[OUT_GROUNDS] << 1
    ):
        return -1
    fewest = memo[slot + 2] & 63
    enough = memo[slot + 2] >> 6
    if enough <= most:
        return 1
    return 0 if most < fewest else -1


@kernel
def note(array: Array, memo: Array, stage: int, answer: int) -> None:
    """Keep the answer of a stage: its chains take at most so many cuts, or more."""
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
            array[stage + STAGE_LAST_ROW + level] = place
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
    """Return 1 if the orders from ``order`` on may take at most so many cuts, 0 if they take more."""
    if most < 0:
        return 0
    number = array[NUMBER]
    canonical(array, row, links, grounds, 0, order, 0)
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
            canonical(
                array,
                array[stage + STAGE_ROW],
                array[stage + STAGE_LINKS],
                array[stage + STAGE_GROUNDS] & ~give_up,
                array[stage + STAGE_CHOSEN],
                order + 1,
                1,
            )
            answer = known(array, memo, order + 1, left)
            if answer < 0:
                stage += STAGE
                push_stage(array, stage, order + 1, left)
                continue
            if answer == 0:
                continue
        # Every order has its ingredients: the answer is yes, here and for every stage above.
        while stage >= STAGES:
            note(array, memo, stage, 1)
            stage -= STAGE
        return 1
    return 0


@kernel
def rest_of(array: Array, memo: Array, row: int, order: int) -> int:
    """Return the fewest cuts from ``order`` on when the burger before it stands, all else loose.

    row: all ingredients that are not in that burger. Nothing on the plates makes it fewer,
    since more edges never take fewer cuts.
    """
    canonical(array, row, 0, 0, 0, order, 1)
    row = array[OUT_ROW]
    links = array[OUT_LINKS]
    grounds = array[OUT_GROUNDS]
    most = 0
    while joint(array, memo, row, links, grounds, order, most) == 0:
        most += 1
    return most


@kernel
def advance(array: Array, frame: int) -> None:
    """Count the orders of a frame that are done."""
    while array[frame + DONE] < array[NUMBER]:
        load_order(array, array[frame + DONE])
        if is_complete(array, frame) == 0:
            return
        array[frame + DONE] += 1


@kernel
def may_finish(array: Array, memo: Array, frame: int, left: int) -> int:
    """Return 0 if the steps left are proved not to suffice from a frame."""
    order = array[frame + DONE]
    load_order(array, order)
    spare = left - array[ORDERS + (order + 1) * ORDER + ORDER_REST]
    if spare < 0:
        return 0
    links = array[frame + LINKS]
    surfaces = array[frame + SURFACES]
    if has_choice(array, frame, links, surfaces, has_empty_plate(array, frame), spare, spare) == 0:
        return 0
    return joint(array, memo, array[frame + ROW], links, surfaces, order, left)


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
        if depth == 0 and fresh and may_finish(array, memo, frame, left) == 0:
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
        array[PATH + depth] = step_code(source, count, target, flip)
        if array[child + DONE] == number:
            return SOLVED
        if left == 1 or has_failed(array, table, child, left - 1):
            continue
        if may_finish(array, memo, child, left - 1) == 0:
            continue
        enter(array, child)
        array[DEPTH] = depth + 1
    return RUNNING
