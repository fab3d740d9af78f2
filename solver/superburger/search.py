"""The best result that a player can force where every card is known: alpha-beta, proved.

The value of a state for a player is their points at the end of the game less
the best of the others', when they play as well as possible and all the others
play against them. With two players that is the game's exact value; with more
it is what the player can force against anything.

Alpha-beta with a transposition table. States that differ only in what can no
longer matter are one there: which fillings lie in a burger (but for its top
card under construction, its peppers and its buns), and which flies or boxes on
it. The line of play follows actions that keep the value, found by searches that
only ask whether an action does. The rules keep a game finite: no depth is set.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

from solver.errors import LimitReached
from solver.superburger.actions import Action, Kind, apply, legal_actions
from solver.superburger.cards import BUN, FLY, PEPPER, SALT, Card, hero, is_bun, is_filling
from solver.superburger.state import Phase, State
from solver.watch import Watch

#: Positions kept in the table; beyond these the search goes on without keeping more.
MOST_KEPT = 2_000_000

#: States between two looks at the watch.
LOOK_EVERY = 256

#: In which order actions are tried: those that change the points most come first.
_ORDER = {
    Kind.CAPTURE: 0,
    Kind.CLOSE: 1,
    Kind.BOX: 3,
    Kind.FLY: 5,
    Kind.COVER: 3,
    Kind.PLAY: 4,
    Kind.START: 4,
    Kind.DRAW: 6,
    Kind.PASS: 7,
    Kind.LET: 7,
}


def margin(state: State, player: int) -> int:
    """Return a player's points less the best of the others'."""
    scores = state.scores()
    return scores[player] - max(scores[:player] + scores[player + 1 :])


def widest(state: State) -> int:
    """Return a margin that no end of the game exceeds: every filling that is not discarded."""
    discard = sum(map(is_filling, state.discard))
    return sum(map(is_filling, state.everything())) - discard


@cache
def shape(cards: tuple[Card, ...]) -> str:
    """Return what flies will find in a burger: B a bun, P a pepper, F any other filling.

    >>> shape(("rBN", "rTO", "rPE", "rBN"))
    'BFPB'
    """
    return "".join("B" if is_bun(card) else "P" if hero(card) == PEPPER else "F" for card in cards)


def key(state: State) -> Hashable:
    """Return all that matters of a state for what follows, within one table."""
    return (
        state.hands,
        tuple(
            tuple((shape(one.cards), len(one.flies), len(one.boxes)) for one in own)
            for own in state.burgers
        ),
        shape(state.table),
        state.table[-1:],
        len(state.deck),
        state.turn,
        state.phase.value,
        state.direction,
        state.extra,
        state.passed,
        state.asked,
    )


#: Frames that a search may nest: more than twice the actions of the longest game.
DEEPEST = 20_000


def allow_long_games() -> None:
    """Let a search go as deep as a game is long."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))


def settled(state: State) -> bool:
    """Return whether nothing can change the points any more.

    They change only by closing a burger, by flies and by swaps: with no bun, fly and salt in
    the hands and the deck, no fly on a burger and no burger just closed, they stand.
    """
    if state.phase is Phase.OVER:
        return True
    if state.phase is Phase.CAPTURE or any(one.flies for own in state.burgers for one in own):
        return False
    cards = (*state.deck, *(card for hand in state.hands for card in hand))
    return not any(card[1:3] in (BUN, FLY, SALT) for card in cards)


@dataclass(slots=True)
class Entry:
    """What is proved of a state: its value is from ``low`` to ``high``; ``best`` did best last."""

    low: int
    high: int
    best: Action | None


@dataclass(frozen=True, slots=True)
class Forced:
    """What is proved of what a player can force: from ``low`` to ``high``; ``best`` forces ``low``."""

    low: int
    high: int
    best: Action | None = None


class Search:
    """Searches for one player; what it proves is kept from one question to the next.

    All states asked of one search come from one table: they have the same cards in the same
    order in the deck, some of them drawn. nodes: states looked at.
    """

    def __init__(self, player: int, watch: Watch) -> None:
        self.player = player
        self.watch = watch
        self.nodes = 0
        allow_long_games()
        self.table: dict[Hashable, Entry] = {}

    def value(self, state: State, low: int | None = None, high: int | None = None) -> int:
        """Return the value of a state, exact if it is between ``low`` and ``high``, else a bound.

        Raises LimitReached when the watch's limit passes.
        """
        most = widest(state)
        return self._value(
            state, -most - 1 if low is None else low, most + 1 if high is None else high
        )

    def _value(self, state: State, low: int, high: int) -> int:
        if settled(state):
            return margin(state, self.player)
        known = key(state)
        entry = self.table.get(known)
        if entry is not None:
            if entry.low >= high or entry.low == entry.high:
                return entry.low
            if entry.high <= low:
                return entry.high
            low, high = max(low, entry.low), min(high, entry.high)
        self._look(state)
        found, best = self._over_actions(state, low, high, entry.best if entry else None)
        self._keep(known, entry, found, low, high, best)
        return found

    def _over_actions(
        self, state: State, low: int, high: int, first: Action | None
    ) -> tuple[int, Action | None]:
        """Return the best value over the actions, and the action; stop once outside the window."""
        ours = state.actor == self.player
        found: int | None = None
        best = None
        for action in ordered(state, first):
            value = self._value(apply(state, action), low, high)
            if found is None or (value > found if ours else value < found):
                found, best = value, action
            if ours:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        assert found is not None
        return found, best

    def _keep(
        self,
        known: Hashable,
        entry: Entry | None,
        found: int,
        low: int,
        high: int,
        best: Action | None,
    ) -> None:
        if entry is None:
            if len(self.table) >= MOST_KEPT:
                return
            entry = self.table[known] = Entry(-_INFINITE, _INFINITE, best)
        entry.best = best
        if found > low:
            entry.low = max(entry.low, found)
        if found < high:
            entry.high = min(entry.high, found)

    def _look(self, state: State) -> None:
        self.nodes += 1
        if self.nodes % LOOK_EVERY == 0:
            if self.watch.expired():
                raise LimitReached("the limit was reached before a proof")
            self.watch.tell(f"{self.nodes:,} states")

    def forced(self, state: State) -> Forced:
        """Return what the player can force from a state; at the limit, what is proved by then."""
        most = widest(state)
        if state.phase is Phase.OVER:
            value = margin(state, self.player)
            return Forced(value, value)
        if state.actor != self.player:
            try:
                value = self.value(state)
            except LimitReached:
                return Forced(-most, most)
            return Forced(value, value)
        low = -most - 1
        best = None
        for action in ordered(state, None):
            try:
                value = self._value(apply(state, action), low, most + 1)
            except LimitReached:
                return Forced(max(low, -most), most, best)
            if value > low:
                low, best = value, action
        return Forced(low, low, best)

    def line(self, state: State, value: int) -> list[tuple[Action, State]]:
        """Return play on both sides that leads to the value, and the states after each action."""
        steps = []
        while state.phase is not Phase.OVER:
            action, state = self._keeping(state, value)
            steps.append((action, state))
        return steps

    def _keeping(self, state: State, value: int) -> tuple[Action, State]:
        entry = self.table.get(key(state))
        for action in ordered(state, entry.best if entry else None):
            child = apply(state, action)
            if state.actor == self.player:
                if self.value(child, value - 1, value) >= value:
                    return action, child
            elif self.value(child, value, value + 1) <= value:
                return action, child
        raise AssertionError(f"no action keeps the value {value}")


#: Beyond every margin.
_INFINITE = 1_000_000


def ordered(state: State, first: Action | None) -> list[Action]:
    """Return the legal actions, the likely best first; doubles before singles."""
    actions = legal_actions(state)
    if len(actions) > 1:
        actions.sort(key=lambda action: (action != first, _ORDER[action.kind], -len(action.cards)))
    return actions
