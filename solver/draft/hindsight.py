"""Hindsight: the best that one player could have scored in a finished game, the others' choices kept.

Everybody else places exactly what the log says. The player may choose
otherwise, from the same shuffled stack: cards that were left in a hand go
round with it, and may be taken when they come by again; a card that another
player places later may not be taken, or that choice could not be kept. So what
is found is a game that can be played, and its log says so.

A hand and what is drawn into it goes round the table whatever is chosen, and
is turned over once a turn; so which cards come by, and which side up, is known
beforehand. What is left is a choice of one card a placement, a model of the
same parts as in ``questions``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.answer import Status
from solver.cpsat import run_model
from solver.draft.game import DRAWN, Draft, Held
from solver.draft.notation import Face
from solver.draft.questions import BoardModel, ceiling
from solver.draft.rules import MOST_SCORING
from solver.errors import LimitReached
from solver.watch import Watch

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

#: Nothing was placed: no card could be.
NONE = -1


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the state before each placement, the places chosen, and the end."""

    states: tuple[Draft, ...]
    choices: tuple[tuple[int, ...], ...]
    end: Draft

    def card(self, slot: int, player: int) -> Held | None:
        """Return what a player placed, None for nothing."""
        place = self.choices[slot][player]
        return None if place == NONE else self.states[slot].hands[player][place]


def play_again(start: Draft, actions: Sequence[str]) -> Played:
    """Return the finished game that a log describes; raise InvalidInput as ``Draft.apply`` does."""
    state = start
    states: list[Draft] = [start]
    choices: list[tuple[int, ...]] = []
    pending: dict[int, int] = {}
    for action in actions:
        player, place = state.read(action)
        state = state.apply(action)
        pending[player] = place
        if len(pending) == len(start.hands):
            choices.append(tuple(pending[one] for one in sorted(pending)))
            states.append(state)
            pending = {}
    return Played(tuple(states[: len(choices)]), tuple(choices), state)


@dataclass(frozen=True, slots=True)
class Better:
    """A player's best game in hindsight.

    points: its score; bound: no choices score more, proved where equal.
    plan: the card placed at each placement, None for nothing; shorter than the log if the
    player ends the game early.
    """

    points: int
    bound: int
    plan: tuple[Held | None, ...]
    branches: int


def best_in_hindsight(played: Played, player: int, watch: Watch) -> Better:
    """Return the best that a player could have scored, the others' choices kept.

    If the limit passes, the plan is the best so far, at worst what was played.
    """
    scored = played.end.score(player)
    actual = tuple(played.card(slot, player) for slot in range(len(played.choices)))
    try:
        if watch.expired():
            raise LimitReached("the limit was reached before the search")
        model = _Model(played, player)
        # One thread, so that of equally good plans it is the same each time.
        outcome = run_model(model.ready(scored), watch, workers=1, linearization=2)
    except LimitReached:
        return Better(scored, max(scored, _ceiling(played, player)), actual, 0)
    assert outcome.objective is not None, "what was played is a solution"
    assert outcome.bound is not None
    bound = outcome.objective if outcome.status is Status.OPTIMAL else outcome.bound
    return Better(outcome.objective, bound, model.plan(outcome.solver), outcome.branches)


def replayed(played: Played, player: int, plan: Sequence[Held | None]) -> tuple[list[str], Draft]:
    """Return the actions and the end of the game with a player's plan and the others' choices.

    Raises InvalidInput where the rules do not allow it.
    """
    state = played.states[0]
    actions = []
    for slot, own in enumerate(plan):
        hands = state.hands
        for other in range(len(hands)):
            card = own if other == player else played.card(slot, other)
            place = NONE if card is None else hands[other].index(card)
            action = state.action(other, place)
            actions.append(action)
            state = state.apply(action)
    return actions, state


def possible_hands(played: Played, player: int) -> list[list[Held]]:
    """Return for each placement what may be in the player's hand: what was, and what was taken from it."""
    return [
        [*state.hands[player], *_taken_from(played, player, player, slot)]
        for slot, state in enumerate(played.states)
    ]


def _taken_from(played: Played, player: int, holder: int, slot: int) -> list[Held]:
    """Return what a player took before from the hand that ``holder`` now has, as it would lie."""
    players = len(played.end.hands)
    found = []
    for before in range(slot):
        card = played.card(before, player)
        passed_on = slot // 2 - before // 2
        if card is not None and (player + passed_on - holder) % players == 0:
            found.append(card.flipped() if flips(before, slot) % 2 else card)
    return found


def _ceiling(played: Played, player: int) -> int:
    """Return what no choices exceed, without a search."""
    end, slots = played.end, len(played.choices)
    seen = {held for hand in possible_hands(played, player) for held in hand}
    faces = [end.face(held) for held in seen]
    counts = Counter(face.place for face in faces if not face.is_scoring)
    most = [min(counts[kind], slots) for kind in range(len(end.cards.ingredients))]
    placed = {face.place for face in faces if face.is_scoring}
    return ceiling(end.cards, most, placed, slots, MOST_SCORING)


class _Model:
    """The choices of one player as a CP-SAT model."""

    def __init__(self, played: Played, player: int) -> None:
        from ortools.sat.python import cp_model

        self._played = played
        self._player = player
        self._others = [one for one in range(len(played.end.hands)) if one != player]
        self._slots = len(played.choices)
        self.model: cp_model.CpModel = cp_model.CpModel()
        self._hands = possible_hands(played, player)
        self._later = self._placed_by_others()
        self._take: dict[tuple[int, int], Any] = {
            (slot, held.number): self.model.new_bool_var(f"take {held.number} at {slot}")
            for slot in range(self._slots)
            for held in self._hands[slot]
        }
        self._none = [self.model.new_bool_var(f"none at {slot}") for slot in range(self._slots)]
        self._alive = [self.model.new_bool_var(f"alive at {s}") for s in range(self._slots)]
        self._add_choices()
        self._add_end()
        self._add_kept()
        self._board = self._laid()

    def _placed_by_others(self) -> dict[int, int]:
        """Return the placement at which each card is placed by another player."""
        return {
            card.number: slot
            for slot in range(self._slots)
            for other in self._others
            if (card := self._played.card(slot, other)) is not None
        }

    def _taken_before(self, slot: int, number: int) -> list[Any]:
        """Return the variables of taking a card before a placement."""
        keys = ((before, number) for before in range(slot))
        return [self._take[key] for key in keys if key in self._take]

    def _scoring_before(self, slot: int, face: Face | None = None) -> list[Any]:
        """Return the variables of placing a scoring card, or this one, before a placement."""
        return [
            self._take[before, held.number]
            for before in range(slot)
            for held in self._hands[before]
            if held.is_scoring and face in (None, self._played.end.face(held))
        ]

    def _add_choices(self) -> None:
        """One card a placement while the game goes on, each card once, each scoring card once."""
        model = self.model
        for slot, hand in enumerate(self._hands):
            taken = [self._take[slot, held.number] for held in hand]
            model.add(sum(taken) + self._none[slot] == self._alive[slot])
            for held in hand:
                reasons = self._taken_before(slot, held.number)
                if held.is_scoring:
                    reasons += self._scoring_before(slot, self._played.end.face(held))
                # Nothing may be placed only where no card in the hand can be.
                model.add(self._none[slot] <= sum(reasons))
        for number in {number for _, number in self._take}:
            model.add(sum(self._taken_before(self._slots, number)) <= 1)

    def _add_end(self) -> None:
        """The game goes on until the sixth scoring card, and no further than the log."""
        model, alive = self.model, self._alive
        model.add(alive[0] == 1)
        for slot in range(1, self._slots):
            scoring = sum(self._scoring_before(slot))
            model.add(alive[slot] <= alive[slot - 1])
            model.add(scoring + alive[slot] <= MOST_SCORING)
            model.add(scoring >= MOST_SCORING * (alive[slot - 1] - alive[slot]))
        model.add(sum(self._scoring_before(self._slots)) <= MOST_SCORING)
        if not self._ends_without_player():
            model.add(sum(self._scoring_before(self._slots)) == MOST_SCORING)

    def _ends_without_player(self) -> bool:
        """Return whether the game ends with the log's last placement whatever the player does."""
        end = self._played.end
        full = any(
            sum(held.is_scoring for held in end.boards[other]) >= MOST_SCORING
            for other in self._others
        )
        empty = self._slots % 2 == 0 and len(end.stack) < DRAWN * len(end.hands)
        return full or empty

    def _add_kept(self) -> None:
        """What the others place is theirs; where they placed nothing, nothing could be placed."""
        for (slot, number), take in self._take.items():
            later = self._later.get(number)
            if later is not None and later > slot:
                self.model.add(take + self._alive[later] <= 1)
        for slot in range(self._slots):
            for other in self._others:
                if self._played.choices[slot][other] == NONE:
                    self._add_nothing_to_place(slot, other)

    def _add_nothing_to_place(self, slot: int, other: int) -> None:
        end = self._played.end
        board = end.faces(self._played.states[slot].boards[other])
        for held in _taken_from(self._played, self._player, other, slot):
            if not (held.is_scoring and end.face(held) in board):
                gone = sum(self._taken_before(slot, held.number))
                self.model.add(gone >= self._alive[slot])

    def _laid(self) -> BoardModel:
        """Return the board that the choices lay."""
        end = self._played.end
        counts: list[Any] = [0] * len(end.cards.ingredients)
        placed: list[Any] = [0] * len(end.cards.scoring)
        numbers: list[set[int]] = [set() for _ in counts]
        for slot, hand in enumerate(self._hands):
            for held in hand:
                face = end.face(held)
                side = placed if face.is_scoring else counts
                side[face.place] = side[face.place] + self._take[slot, held.number]
                if not face.is_scoring:
                    numbers[face.place].add(held.number)
        for one in placed:
            if not isinstance(one, int):
                self.model.add(one <= 1)
        most = [min(len(one), self._slots) for one in numbers]
        return BoardModel(self.model, end.cards, counts, most, placed, self._slots, MOST_SCORING)

    def ready(self, scored: int) -> cp_model.CpModel:
        """Return the model, asking for the most points, started from what was played."""
        score = self._board.score()
        self.model.add(score >= scored)
        self.model.maximize(score)
        for (slot, number), take in self._take.items():
            card = self._played.card(slot, self._player)
            self.model.add_hint(take, int(card is not None and card.number == number))
        return self.model

    def plan(self, solver: Any) -> tuple[Held | None, ...]:
        """Return the solution as the card placed at each placement until the end."""
        plan = []
        for slot, hand in enumerate(self._hands):
            if solver.value(self._alive[slot]):
                plan.append(
                    next(
                        (held for held in hand if solver.value(self._take[slot, held.number])),
                        None,
                    )
                )
        return tuple(plan)


def flips(before: int, after: int) -> int:
    """Return how often a hand is turned over from one placement to another.

    >>> flips(0, 1), flips(1, 2), flips(0, 4)
    (1, 0, 2)
    """
    return (after + 1) // 2 - (before + 1) // 2
