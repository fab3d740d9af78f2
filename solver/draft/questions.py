"""BurgerDraft's questions as CP-SAT models, built up from named parts.

The parts are the sides of the cards, the scoring cards that are placed, and
what each is worth. Cards that are alike are counted, not separate variables;
needs within one scoring card are exact without assignment variables, by the
limits of ``rules``. :func:`best_board` asks for the best board of a pool, as
``search`` does by other means; ``hindsight`` uses the same parts for the
choices of a game.

What makes the model strong is that a scoring card counts cards of its own:
*used* ones, no more than there are, and none unless it is placed. Then every
ingredient card is used by at most as many scoring cards as are placed, and
every placed one uses at most as many cards as there are ingredients. Both say
nothing new about whole boards, but much about the fractional ones by which
the solver bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.cpsat import run_model
from solver.draft.rules import MOST_SCORING, Cards, Condition
from solver.draft.search import Best, Pair
from solver.errors import LimitReached
from solver.watch import Watch

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


@dataclass(frozen=True)
class BoardModel:
    """The part that every model shares: what lies on a board, and its score.

    counts: for each ingredient the number of its cards, an expression; most: its upper end.
    placed: for each scoring card a 0-1 expression, or 0 if it cannot be placed.
    ingredients, scoring: the most cards of each side on the board.
    """

    model: cp_model.CpModel
    cards: Cards
    counts: Sequence[Any]
    most: Sequence[int]
    placed: Sequence[Any]
    ingredients: int
    scoring: int

    def score(self) -> Any:
        """Add what each scoring card is worth; return the board's score."""
        terms = [
            points * count
            for points, count in zip(self.cards.printed, self.counts, strict=True)
            if points
        ]
        users: dict[int, list[Any]] = {}
        for place, condition in enumerate(self.cards.conditions):
            most = most_times(condition, self.most, self.ingredients)
            if most and self.can_be_placed(place):
                used = self._used(place, condition)
                for kind, number in used.items():
                    users.setdefault(kind, []).append(number)
                terms.append(condition.points * self._times(place, condition, used, most))
        for kind, numbers in users.items():
            self.model.add(sum(numbers) <= self.scoring * self.counts[kind])
        return sum(terms)

    def can_be_placed(self, place: int) -> bool:
        """Return whether a scoring card may be on the board at all."""
        placed = self.placed[place]
        return not (isinstance(placed, int) and placed == 0)

    def _used(self, place: int, condition: Condition) -> dict[int, Any]:
        """Add how many cards of each ingredient a scoring card uses: none unless it is placed."""
        name = self.cards.scoring[place].name
        used = {
            kind: self.model.new_int_var(0, self.most[kind], f"used by {name}: {kind}")
            for kind in _serving(condition)
            if self.most[kind]
        }
        for kind, number in used.items():
            self.model.add(number <= self.counts[kind])
            self.model.add(number <= self.most[kind] * self.placed[place])
        self.model.add(sum(used.values()) <= self.ingredients * self.placed[place])
        return used

    def _times(self, place: int, condition: Condition, used: dict[int, Any], most: int) -> Any:
        """Add how often a scoring card scores with the cards it uses, at most what each limit allows."""
        name = self.cards.scoring[place].name
        times = self.model.new_int_var(0, most, f"times {name}")
        self.model.add(times <= most * self.placed[place])
        for limit in condition.limits:
            covered = [used[kind] for kind in limit.members if kind in used]
            self.model.add(limit.demand * times <= sum(covered))
        if condition.wanted:
            shown = []
            for bit in range(max(condition.values).bit_length()):
                value = self.model.new_bool_var(f"value {bit} seen by {name}")
                showing = [used[kind] for kind in used if condition.values[kind] >> bit & 1]
                self.model.add(value <= sum(showing))
                shown.append(value)
            self.model.add(condition.wanted * times <= sum(shown))
        return times


def _serving(condition: Condition) -> list[int]:
    """Return the ingredients that count for a scoring card."""
    if condition.wanted:
        return [kind for kind, bits in enumerate(condition.values) if bits]
    return sorted({kind for limit in condition.limits for kind in limit.members})


def most_times(condition: Condition, most: Sequence[int], ingredients: int) -> int:
    """Return a ceiling on how often a card scores with so many ingredients, ``most`` of each kind.

    >>> from solver.draft.rules import Limit
    >>> most_times(Condition(4, False, (Limit((0, 1), 2),)), [4, 4], 5)
    2
    """
    if condition.wanted:
        kinds = [bits for bits, there in zip(condition.values, most, strict=True) if there]
        return (
            condition.times([1 if there else 0 for there in most]) if ingredients and kinds else 0
        )
    times = min(
        min(sum(most[kind] for kind in limit.members), ingredients) // limit.demand
        for limit in condition.limits
    )
    return min(times, 1) if condition.single else times


@dataclass(frozen=True)
class Split:
    """A pool's cards, so many as scoring cards and so many as ingredients, as a model.

    up: cards of each ingredient that are used as such; down: whether a card of a pair is
    used as its scoring card.
    """

    board: BoardModel
    up: dict[int, Any]
    down: dict[Pair, Any]


def split_model(cards: Cards, pool: Sequence[Pair], ingredients: int, scoring: int) -> Split:
    """Return the model of the boards with so many cards on either side; each card is used once."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    copies = Counter(kind for kind, _ in pool)
    most = [min(copies[kind], ingredients) for kind in range(len(cards.ingredients))]
    up = {
        kind: model.new_int_var(0, most[kind], cards.ingredients[kind].name)
        for kind in sorted(copies)
    }
    down = {pair: model.new_bool_var(f"down {pair}") for pair in sorted(set(pool))}
    for kind, there in copies.items():
        taken = sum(one for pair, one in down.items() if pair[0] == kind)
        model.add(up[kind] + taken <= there)
    placed: list[Any] = [0] * len(cards.scoring)
    for face in sorted({face for _, face in pool}):
        placed[face] = model.new_bool_var(cards.scoring[face].name)
        model.add(sum(one for pair, one in down.items() if pair[1] == face) == placed[face])
    model.add(sum(up.values()) == ingredients)
    model.add(sum(placed) == scoring)
    counts = [up.get(kind, 0) for kind in range(len(cards.ingredients))]
    return Split(BoardModel(model, cards, counts, most, placed, ingredients, scoring), up, down)


def best_board(
    cards: Cards, pool: Sequence[Pair], number: int, watch: Watch, hint: Best | None = None
) -> Best:
    """Return the best board of ``number`` cards of the pool, by CP-SAT; see ``search.best_board``.

    Each number of scoring cards is a model of its own, which only looks for boards that beat
    the best so far. hint: a board that is known; what is proved about it is proved here.

    Raises LimitReached if the limit passes before there is any board.
    """
    number = min(number, len(pool))
    best = hint
    points = hint.points if hint else -1
    branches, at_most = 0, 0
    for scoring in range(min(MOST_SCORING, number), -1, -1):
        if best is not None and watch.expired():
            at_most = max(at_most, pool_ceiling(cards, pool, number - scoring, scoring))
            continue
        split = split_model(cards, pool, number - scoring, scoring)
        score = split.board.score()
        split.board.model.maximize(score)
        if hint is not None and scoring == len(hint.scoring):
            _add_hint(split, hint)
            split.board.model.add(score >= points)
        else:
            split.board.model.add(score >= points + 1)
        try:
            outcome = run_model(split.board.model, watch, linearization=2)
        except LimitReached:
            at_most = max(at_most, pool_ceiling(cards, pool, number - scoring, scoring))
            continue
        branches += outcome.branches
        if outcome.objective is not None and outcome.bound is not None:
            at_most = max(at_most, outcome.bound)
            if best is None or outcome.objective > points:
                points = outcome.objective
                ingredients, down = _read(split, pool, outcome.solver)
                best = Best(points, points, ingredients, down, 0, 0.0)
    if best is None:
        raise LimitReached("the limit was reached before any board was found")
    bound = max(points, at_most)
    return Best(points, bound, best.ingredients, best.scoring, branches, watch.seconds())


def pool_ceiling(cards: Cards, pool: Sequence[Pair], ingredients: int, scoring: int) -> int:
    """Return what no board of a pool exceeds, with so many cards on either side; see ``ceiling``."""
    copies = Counter(kind for kind, _ in pool)
    most = [min(copies[kind], ingredients) for kind in range(len(cards.ingredients))]
    return ceiling(cards, most, {face for _, face in pool}, ingredients, scoring)


def ceiling(
    cards: Cards, most: Sequence[int], placed: Collection[int], ingredients: int, scoring: int
) -> int:
    """Return what no board exceeds, by each scoring card's most on its own, without a search.

    most: of each ingredient; placed: the scoring cards that may be; ingredients, scoring:
    the most cards of each side on the board.
    """
    worth = sorted(
        (
            cards.conditions[place].points * most_times(cards.conditions[place], most, ingredients)
            for place in placed
        ),
        reverse=True,
    )
    return sum(worth[:scoring]) + max(cards.printed) * ingredients


def _add_hint(split: Split, hint: Best) -> None:
    counts = Counter(kind for kind, _ in hint.ingredients)
    for kind, number in split.up.items():
        split.board.model.add_hint(number, counts[kind])
    for pair, one in split.down.items():
        split.board.model.add_hint(one, int(pair in hint.scoring))


def _read(
    split: Split, pool: Sequence[Pair], solver: Any
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the physical cards of a solution, ingredients and scoring cards."""
    down = tuple(pair for pair, one in split.down.items() if solver.value(one))
    left = Counter(pool) - Counter(down)
    up: list[Pair] = []
    for kind, number in split.up.items():
        cards = sorted(pair for pair in left.elements() if pair[0] == kind)
        up += cards[: solver.value(number)]
    return tuple(up), down
