"""Exact expectation where every hand is open but the deck's order is not known.

Everybody sees the same, so a state's value is the best (or worst) over the
actions of the mean over what may be drawn. Cards are drawn from a pool, each
left in it equally likely; which of them is revealed only when it is drawn.
Values are fractions: nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from math import factorial

from solver.errors import LimitReached
from solver.superburger.actions import Action, apply, legal_actions
from solver.superburger.cards import Card, in_order
from solver.superburger.search import LOOK_EVERY, allow_long_games, key, margin, settled
from solver.superburger.state import State
from solver.watch import Watch

#: Stands for a card of the deck that is not known before it is drawn.
UNSEEN = "?"

#: A pool in canonical order.
Pool = tuple[Card, ...]

#: Orders of the unseen cards up to which an exact answer is tried.
MOST_ORDERS = 5040


def orders(pool: Pool, unseen: int) -> int:
    """Return in how many orders so many cards of a pool may come; equal cards are not told apart.

    It is a number not below that where the pool is larger than the deck.

    >>> orders(("rTO", "rTO", "gON"), 3)
    3
    """
    counts = Counter(pool)
    if unseen == len(pool):
        total = factorial(len(pool))
        for count in counts.values():
            total //= factorial(count)
        return total
    total = 1
    for _ in range(unseen):
        total *= len(counts)
    return total


class Expectation:
    """Values for one player; nodes: states looked at."""

    def __init__(self, player: int, watch: Watch) -> None:
        self.player = player
        self.watch = watch
        self.nodes = 0
        allow_long_games()
        self.known: dict[Hashable, Fraction] = {}

    def value(self, state: State, pool: Pool) -> Fraction:
        """Return the expected margin of the player, all others playing against them.

        Raises LimitReached when the watch's limit passes.
        """
        if settled(state._replace(deck=state.deck + pool) if UNSEEN in state.deck else state):
            return Fraction(margin(state, self.player))
        place = (key(state), pool)
        if place not in self.known:
            self._look()
            values = [self.of_action(state, action, pool) for action in legal_actions(state)]
            self.known[place] = max(values) if state.actor == self.player else min(values)
        return self.known[place]

    def of_action(self, state: State, action: Action, pool: Pool) -> Fraction:
        """Return the expected value after an action."""
        return sum(
            (
                share * self.value(after, left)
                for share, after, left in outcomes(state, action, pool)
            ),
            Fraction(0),
        )

    def _look(self) -> None:
        self.nodes += 1
        if self.nodes % LOOK_EVERY == 0:
            if self.watch.expired():
                raise LimitReached("the limit was reached before the expectation was known")
            self.watch.tell(f"{self.nodes:,} states")


def outcomes(
    state: State, action: Action, pool: Pool, revealed: tuple[Card, ...] = ()
) -> Iterator[tuple[Fraction, State, Pool]]:
    """Yield what an action may lead to: the probability, the state, and the pool left.

    The action is done with some cards revealed; if it draws more, each card that may be next
    is revealed in turn. Whether it draws the next does not depend on what comes after.
    """
    seen = tuple(card for card in state.deck if card != UNSEEN)
    hidden = len(state.deck) - len(seen) - len(revealed)
    after = apply(state._replace(deck=seen + revealed + pool[:hidden]), action)
    drawn = len(state.deck) - len(after.deck) - len(seen)
    if drawn <= len(revealed):
        known_left = seen[len(state.deck) - len(after.deck) :]
        covered = (UNSEEN,) * (len(after.deck) - len(known_left))
        yield Fraction(1), after._replace(deck=known_left + covered), pool
        return
    for card, count in Counter(pool).items():
        left = list(pool)
        left.remove(card)
        for share, then, rest in outcomes(state, action, tuple(left), (*revealed, card)):
            yield share * Fraction(count, len(pool)), then, rest


def covered(state: State, unseen: int) -> State:
    """Return a state with so many unseen cards below those of its deck that are known."""
    return state._replace(deck=state.deck + (UNSEEN,) * unseen)


def canonical(pool: tuple[Card, ...]) -> Pool:
    """Return a pool in canonical order."""
    return in_order(pool)
