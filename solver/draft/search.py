"""The best board from a pool of cards, proved: the search behind one function.

:func:`best_board` lays a pool out for the ``kernel``, which splits the cards to
place into ingredients and scoring cards in every way, and reads the best board.
The same question as a CP-SAT model is in ``questions``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import add, or_

from solver.draft.kernel import KERNEL, Board
from solver.draft.rules import MOST_SCORING, Cards, matched
from solver.gears import Gear
from solver.watch import Watch

#: States that are looked at for some board where the limit has passed already.
FEWEST_STATES = 1_000

#: A pool with no more states is searched, compiled, in some 20 ms.
FEW_STATES = 50_000

#: A physical card as (ingredient, scoring card), by their places in the deck.
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Best:
    """The best board found.

    points: its score; bound: no board scores more, proved (equal to points: it is the best).
    ingredients, scoring: the physical cards used on each side.
    nodes: states looked at; seconds: computation alone.
    """

    points: int
    bound: int
    ingredients: tuple[Pair, ...]
    scoring: tuple[Pair, ...]
    nodes: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether no board scores more."""
        return self.points == self.bound


def best_board(
    cards: Cards,
    pool: Sequence[Pair],
    number: int,
    watch: Watch | None = None,
    *,
    at_least: int = 0,
    gear: Gear = Gear.BOTH,
) -> Best:
    """Return the best board of at most ``number`` physical cards of the pool, each used on one side.

    More ingredients never score less, so the board found has exactly so many cards, or the pool.
    at_least: points that some board is known to have; it only makes the search faster.
    """
    watch = watch or Watch()
    number = min(number, len(pool))
    if number == 0:
        return Best(0, 0, (), (), 0, 0.0)
    board = laid_out(cards, pool, number, at_least - 1)
    if gear is Gear.COMPILED:
        KERNEL.load()
    most_states = len(board.ceilings) * prod(
        count + 1 for count in Counter(kind for kind, _ in pool).values()
    )
    watch.restart()

    def tick(board: Board) -> bool:
        most = max(board.ceilings)
        watch.tell(f"best {board.best}, at most {most}, {board.nodes:,} states")
        return watch.expired() and board.nodes >= FEWEST_STATES

    KERNEL.run(board, watch, tick, gear, brief=most_states <= FEW_STATES)
    seconds = watch.seconds()
    points = board.best
    bound = max(0, points, *board.ceilings)
    if board.placed < 0:
        return Best(0, bound, (), (), board.nodes, seconds)
    ingredients, scoring = physical_cards(board, pool)
    return Best(points, bound, ingredients, scoring, board.nodes, seconds)


def laid_out(cards: Cards, pool: Sequence[Pair], number: int, best: int) -> Board:
    """Return a pool laid out for the kernel, before anything is decided."""
    kinds, faces = sorted({kind for kind, _ in pool}), sorted({face for _, face in pool})
    there, pairs = Counter(kind for kind, _ in pool), set(pool)
    copies = [there[kind] for kind in kinds]
    conditions = [cards.conditions[face] for face in faces]
    limits = [limit for one in conditions for limit in one.limits]
    serves = [[int(kind in limit.members) for limit in limits] for kind in kinds]
    stock = [[there[kind] * one for one in row] for kind, row in zip(kinds, serves, strict=True)]
    shows = [[one.values[kind] if one.wanted else 0 for one in conditions] for kind in kinds]
    ends = len(kinds) + 1
    return Board(
        kinds=len(kinds),
        cards=len(conditions),
        limits=len(limits),
        number=number,
        copies=copies,
        copies_left=[sum(copies[row:]) for row in range(ends)],
        printed=[cards.printed[kind] for kind in kinds],
        prints_left=[_prints(cards, kinds[row:], copies[row:], number) for row in range(ends)],
        points=[one.points for one in conditions],
        most_times=[1 if one.single else number for one in conditions],
        wanted=[one.wanted for one in conditions],
        first_limit=[0, *accumulate(len(one.limits) for one in conditions)],
        demand=[limit.demand for limit in limits],
        serves=serves,
        serve_left=_from_here_on(stock, len(limits), add),
        shows=shows,
        show_left=_from_here_on(shows, len(conditions), or_),
        backs=[[int((kind, face) in pairs) for kind in kinds] for face in faces],
        chosen=[0] * len(kinds),
        covered=_zeros(ends, len(limits)),
        shown=_zeros(ends, len(conditions)),
        worth=[0] * len(conditions),
        top=[0] * (MOST_SCORING + 1),
        holder=[0] * len(conditions),
        held=[0] * len(kinds),
        tried=[0] * len(kinds),
        ceilings=[-1] * (MOST_SCORING + 1),
        best=best,
        best_counts=[0] * len(kinds),
        best_scoring=[0] * MOST_SCORING,
    )


def _from_here_on(
    rows: list[list[int]], width: int, joined: Callable[[int, int], int]
) -> list[list[int]]:
    """Return for each row what it and all later ones come to; one more, of zeros."""
    found = [[0] * width]
    for row in reversed(rows):
        found.append([joined(a, b) for a, b in zip(row, found[-1], strict=True)])
    return found[::-1]


def _prints(cards: Cards, kinds: list[int], copies: list[int], number: int) -> list[int]:
    """Return the most that 0, 1 … ``number`` cards of some kinds print."""
    prints = sorted(
        (cards.printed[kind] for kind, n in zip(kinds, copies, strict=True) for _ in range(n)),
        reverse=True,
    )
    return [sum(prints[:free]) for free in range(number + 1)]


def _zeros(rows: int, width: int) -> list[list[int]]:
    return [[0] * width for _ in range(rows)]


def physical_cards(board: Board, pool: Sequence[Pair]) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the physical cards of the best board, ingredients and scoring cards.

    Where fewer scoring cards than could be placed are worth something, other cards
    of the pool fill the board up as ingredients.
    """
    pool = sorted(pool)
    all_kinds, all_faces = sorted({kind for kind, _ in pool}), sorted({face for _, face in pool})
    faces = [all_faces[card] for card in board.best_scoring[: board.placed]]
    kinds = [kind for row, kind in enumerate(all_kinds) for _ in range(board.best_counts[row])]
    choices = [[card for card, pair in enumerate(pool) if pair[1] == face] for face in faces]
    choices += [[card for card, pair in enumerate(pool) if pair[0] == kind] for kind in kinds]
    taken = matched(choices)
    assert taken is not None, "the kernel's board can be laid with the pool's cards"
    spare = [card for card in range(len(pool)) if card not in set(taken)]
    used = taken[len(faces) :] + spare[: board.number - len(taken)]
    return (
        tuple(pool[card] for card in sorted(used)),
        tuple(pool[card] for card in taken[: len(faces)]),
    )
