"""Two ways to play a whole game: at random, and steadily, by a few plain rules.

They choose from what the actor can see: their own hand, and what lies open.
They claim nothing; estimates say whose play they assume.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import StrEnum

from solver.superburger.actions import Action, Kind
from solver.superburger.cards import Card, colours, hero, is_filling
from solver.superburger.flies import Finished
from solver.superburger.rules import fillings
from solver.superburger.state import State

#: Chooses one of the legal actions of a state.
Choose = Callable[[State, list[Action]], Action]

#: The steady player closes a burger of so many fillings if they have none yet.
WORTH_CLOSING = 6


class PolicyName(StrEnum):
    """How the players of a simulated game choose."""

    STEADY = "steady"
    RANDOM = "random"


def at_random(rng: random.Random) -> Choose:
    """Return the policy that takes any legal action."""
    return lambda state, actions: rng.choice(actions)


def steady(state: State, actions: list[Action]) -> Action:
    """Lay doubles, send flies to the best other burger, close what is worth it, capture gains."""
    return max(actions, key=lambda action: _liking(state, action))


def _liking(state: State, action: Action) -> float:
    """Return how much the steady player likes an action; ties go to the first."""
    rate = {
        Kind.START: _liking_start,
        Kind.PLAY: _liking_play,
        Kind.CLOSE: _liking_close,
        Kind.CAPTURE: _liking_close,
        Kind.FLY: _liking_fly,
    }.get(action.kind)
    if rate is not None:
        return rate(state, action)
    return {Kind.BOX: 90.0, Kind.COVER: 20.0, Kind.DRAW: 1.0, Kind.LET: 0.0}.get(action.kind, 0.0)


def _liking_start(state: State, action: Action) -> float:
    return 1.0 + _follow_ups(state, action.cards[-1], ())


def _liking_play(state: State, action: Action) -> float:
    liking = (
        30.0 + 5.0 * len(action.cards) + 0.1 * _follow_ups(state, action.cards[-1], action.cards)
    )
    for own, other in action.swaps:
        liking += _worth(state.burgers[other.player][other.index])
        liking -= _worth(state.burgers[own.player][own.index])
    return liking


def _liking_close(state: State, action: Action) -> float:
    """Return a high liking for a burger that is worth having, more than what is given away."""
    own = state.burgers[state.actor]
    laid = fillings(state.table)
    if len(own) < state.most_burgers:
        wanted = action.kind is Kind.CAPTURE or laid >= WORTH_CLOSING
    else:
        wanted = laid > _worth(own[0])
    return 60.0 if wanted else -1.0


def _liking_fly(state: State, action: Action) -> float:
    """Return a high liking for the best burger of the others, none for one's own."""
    assert action.spot is not None
    if action.spot.player == state.actor:
        return -1.0
    target = state.burgers[action.spot.player][action.spot.index]
    return 70.0 + _worth(target) - 100.0 * bool(target.boxes)


def _worth(burger: Finished) -> int:
    return fillings(burger.cards) - 2 * len(burger.flies)


def _follow_ups(state: State, top: Card, laid: tuple[Card, ...]) -> int:
    """Return how many fillings of the actor's hand would fit next."""
    hand = list(state.hands[state.actor])
    for card in laid:
        hand.remove(card)
    return sum(
        is_filling(card)
        and (hero(card) == hero(top) or any(colour in colours(top) for colour in colours(card)))
        for card in hand
    )
