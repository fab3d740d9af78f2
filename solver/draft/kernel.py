"""The search for the best board: depth first over the counts of the ingredients.

Plain functions over numbers and one record, :class:`Board`, in the two gears of ``solver.gears``.
For a *split* of the cards to place into ingredients and scoring cards it tries, for one ingredient
after the other, every count that the pool allows. ``search`` lays out the record and reads it.

*Worth.* A scoring card scores as often as the smallest of ``covered // demand`` over its limits
(see ``rules``), where covered counts the chosen cards among the limit's ingredients.

*Bound.* With ``free`` cards not decided, no limit can come to cover more than what it does now and
the smaller of ``free`` and what the pool still has for it. That gives each scoring card its most;
the largest of these, for as many as are placed, with the points printed so far and the best that
the free cards can print, are never less than what a completion scores.

*End.* Each scoring card needs a physical card of its own whose ingredient side is not used. What
can be placed together are the independent sets of a transversal matroid, so taking them by
falling points, each if an augmenting path still finds a card for it, gives the most.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.draft.deck import MOST_FACES
from solver.draft.rules import MOST_NEEDS, MOST_SCORING
from solver.gears import Kernel, Row, Stop, Table, scratch, table

# Room in a compiled record: faces and an end; limits, one a set of needs; numbers of cards.
ENDS = MOST_FACES + 1
LIMITS = MOST_FACES * (2**MOST_NEEDS - 1)
NUMBERS = 4 * MOST_FACES + 1


@dataclass(kw_only=True)
class Board:
    """A pool, how far its search is, and the best board: kinds of ingredients, scoring cards, limits.

    A table of the state has a row for each kind, as it is before that is decided, and for the end.
    """

    kinds: int
    cards: int
    limits: int
    number: int  # cards to place on either side
    none: int = 0  # 0, where a call may have no literal (see ``gears``)
    copies: Row = table(ENDS)  # [kind]: cards of it in the pool
    copies_left: Row = table(ENDS)  # [kind]: of this and later kinds
    printed: Row = table(ENDS)  # [kind]: printed points
    prints_left: Table = table(ENDS, NUMBERS)  # [kind][free]: most printed by so many from here on
    points: Row = table(ENDS)  # [card]: points each time
    most_times: Row = table(ENDS)  # [card]: it never scores more often
    wanted: Row = table(ENDS)  # [card]: different values asked for, 0 if it has needs
    first_limit: Row = table(ENDS)  # [card]: its first limit; one more entry, the end
    demand: Row = table(LIMITS)  # [limit]: cards that it takes each time
    serves: Table = table(ENDS, LIMITS)  # [kind][limit]: 1 if the kind counts for it
    serve_left: Table = table(ENDS, LIMITS)  # [kind][limit]: cards from here on that count for it
    shows: Table = table(ENDS, ENDS)  # [kind][card]: bits of the values the kind shows it
    show_left: Table = table(ENDS, ENDS)  # [kind][card]: of this and later kinds
    backs: Table = table(ENDS, ENDS)  # [card][kind]: 1 if the pool has a card with these sides
    # The state.
    chosen: Row = scratch(ENDS)  # [kind]: the count tried
    covered: Table = scratch(ENDS, LIMITS)  # [kind][limit]: cards chosen before that count for it
    shown: Table = scratch(ENDS, ENDS)  # [kind][card]: bits of the values shown before
    worth: Row = scratch(ENDS)  # [card]: the most it may come to; its points at the end
    top: Row = scratch(MOST_SCORING + 1)  # the largest of those, falling
    holder: Row = scratch(ENDS)  # [card]: the kind whose physical card it takes, -1 if none
    held: Row = scratch(ENDS)  # [kind]: physical cards that scoring cards take
    tried: Row = scratch(ENDS)  # [kind]: 1 once the augmenting path has come by
    # What is known.
    ceilings: Row = table(MOST_SCORING + 1)  # [scoring cards]: bound of the split; -1 if searched
    best: int  # only boards worth more are looked for; the best one's points once there is one
    placed: int = -1  # scoring cards on the best board; -1 before there is one
    best_counts: Row = table(ENDS)  # [kind]
    best_scoring: Row = table(MOST_SCORING)
    nodes: int = 0  # states looked at
    stop: Stop = 0


def run(board: Board) -> int:
    """Search all splits, the one with the highest ceiling first; return 1 at the end, 0 if stopped."""
    if board.nodes == 0:
        for placed in range(min(MOST_SCORING, board.number) + 1):
            board.ceilings[placed] = ceiling(board, 0, board.number - placed, 0, placed)
    while True:
        split = 0
        for placed in range(MOST_SCORING + 1):
            if board.ceilings[placed] >= board.ceilings[split]:
                split = placed
        if board.ceilings[split] < 0:
            return 1
        search(board, board.none, board.number - split, board.none, split)
        if board.stop:
            return 0
        board.ceilings[split] = -1


def search(board: Board, depth: int, free: int, printed: int, placed: int) -> None:
    """Try every count of the kinds from one on, with so many cards free and points printed so far."""
    for count in range(min(board.copies[depth], free), -1, -1):
        if board.stop or free - count > board.copies_left[depth + 1]:
            return
        enter(board, depth, count)
        board.nodes += 1
        then = printed + count * board.printed[depth]
        if ceiling(board, depth + 1, free - count, then, placed) <= board.best:
            continue
        if depth + 1 == board.kinds or free == count:
            finish(board, depth + 1, then, placed)
        else:
            search(board, depth + 1, free - count, then, placed)


def enter(board: Board, depth: int, count: int) -> None:
    """Decide the count of the kind at a depth: fill in the state of the next one."""
    board.chosen[depth] = count
    before, after, serves = board.covered[depth], board.covered[depth + 1], board.serves[depth]
    for limit in range(board.limits):
        after[limit] = before[limit] + count * serves[limit]
    before, after, shows = board.shown[depth], board.shown[depth + 1], board.shows[depth]
    for card in range(board.cards):
        after[card] = before[card] | (shows[card] if count else 0)


def ceiling(board: Board, depth: int, free: int, printed: int, placed: int) -> int:
    """Return what no completion of a state exceeds; leave each scoring card's most in ``worth``."""
    top, covered, left = board.top, board.covered[depth], board.serve_left[depth]
    for place in range(placed + 1):
        top[place] = 0
    for card in range(board.cards):
        if board.wanted[card]:
            times = shows_enough(board, depth, free, card)
        else:
            times = board.most_times[card]
            for limit in range(board.first_limit[card], board.first_limit[card + 1]):
                most = covered[limit] + min(left[limit], free)
                if most < times * board.demand[limit]:
                    times = most // board.demand[limit]
                    if times == 0:
                        break
        worth = board.points[card] * times
        board.worth[card] = worth
        place = placed
        while place > 0 and top[place - 1] < worth:
            top[place] = top[place - 1]
            place -= 1
        top[place] = worth
    total = printed + board.prints_left[depth][free]
    for place in range(placed):
        total += top[place]
    return total


def shows_enough(board: Board, depth: int, free: int, card: int) -> int:
    """Return 1 if a scoring card may still be shown as many different values as it asks for."""
    shown = board.shown[depth][card]
    more = count_bits(board.show_left[depth][card] & ~shown) if free else 0
    return 1 if count_bits(shown) + more >= board.wanted[card] else 0


def count_bits(bits: int) -> int:
    """Return the number of one bits, which are few."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


def finish(board: Board, depth: int, printed: int, placed: int) -> None:
    """Place the best scoring cards beside the chosen kinds; keep the board if it is the best so far."""
    for kind in range(board.kinds):
        board.held[kind] = 0
        if kind >= depth:
            board.chosen[kind] = 0
    for card in range(board.cards):
        board.holder[card] = -1
    total, seated, worth = printed, 0, board.worth
    while seated < placed:
        first = 0
        for card in range(board.cards):
            if worth[card] > worth[first]:
                first = card
        if worth[first] == 0:
            break
        for kind in range(board.kinds):
            board.tried[kind] = 0
        if seat(board, first):
            seated += 1
            total += worth[first]
        worth[first] = 0
    if total > board.best:
        board.best, board.placed = total, 0
        for kind in range(board.kinds):
            board.best_counts[kind] = board.chosen[kind]
        for card in range(board.cards):
            if board.holder[card] >= 0:
                board.best_scoring[board.placed] = card
                board.placed += 1


def seat(board: Board, card: int) -> int:
    """Find a physical card for one more scoring card, moving others if need be; return 1 if there is one."""
    for kind in range(board.kinds):
        if board.backs[card][kind] and not board.tried[kind]:
            board.tried[kind] = 1
            if board.held[kind] < board.copies[kind] - board.chosen[kind]:
                board.held[kind] += 1
                board.holder[card] = kind
                return 1
            for other in range(board.cards):
                if board.holder[other] == kind and seat(board, other):
                    board.holder[card] = kind
                    return 1
    return 0


KERNEL = Kernel(run, Board, "search for the best board")
