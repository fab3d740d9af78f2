"""Close now, pass or go on: every option valued, exactly with open hands, else by sampled games.

An option is closing with a certain bun (or capturing with a certain box),
passing or letting go, or going on: the best of all other actions. Its value for
a player is that of ``search``: their points at the end less the best of the
others'. Where all hands are open it is exact; an unknown order of the deck makes it
an expectation. On a table with more unseen cards every option is played out in the same
sampled worlds, everybody playing by one policy; the mean is an estimate of how
that play ends, not of perfect play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from solver.errors import InvalidInput, LimitReached
from solver.intervals import mean_interval
from solver.superburger.actions import Action, Kind, apply, legal_actions
from solver.superburger.cards import is_bun
from solver.superburger.chance import MOST_ORDERS, Expectation, canonical, covered, orders
from solver.superburger.policy import Choose, PolicyName, at_random, steady
from solver.superburger.search import Search, margin, widest
from solver.superburger.state import Phase, State
from solver.superburger.table import Table
from solver.watch import Watch

#: Kinds of actions that are options of their own.
OWN_OPTIONS = (Kind.CLOSE, Kind.CAPTURE, Kind.LET, Kind.PASS)

#: What all other actions together are called.
GO_ON = "go on"

#: Samples that an interval needs.
FEWEST_SAMPLES = 2


@dataclass(frozen=True, slots=True)
class Valued:
    """An option and its value; ``exact`` writes it as a fraction where it is no whole number.

    An estimate is a mean, with its 95% interval.

    action: for going on, the best way to, where it is known. bound: where the limit came
    before a proof, the value is at least ``value`` and at most this.
    """

    option: str
    value: float
    exact: str | None = None
    action: str | None = None
    interval: tuple[float, float] | None = None
    bound: int | None = None


def options(state: State) -> dict[str, list[Action]]:
    """Return the options of the player to act, each with its actions.

    Raises InvalidInput where there is nothing to decide, since the game is over.
    """
    if state.phase is Phase.OVER:
        raise InvalidInput("the game is over", "state", "a game that goes on")
    found: dict[str, list[Action]] = {}
    for action in legal_actions(state):
        name = str(action) if action.kind in OWN_OPTIONS else GO_ON
        found.setdefault(name, []).append(action)
    return found


def exact(state: State, watch: Watch) -> tuple[list[Valued], int]:
    """Return every option with its exact value, and the states looked at.

    At the limit the options that are not proved carry a bound.
    """
    search = Search(state.actor, watch)
    most = widest(state)
    valued = []
    for name, actions in options(state).items():
        low, best, proved = -most - 1, actions[0], True
        for action in actions:
            try:
                value = search.value(apply(state, action), low, most + 1)
            except LimitReached:
                proved = False
                break
            if value > low:
                low, best = value, action
        bound = None if proved else most
        valued.append(Valued(name, max(low, -most), str(best), bound=bound))
    return valued, search.nodes


def expected(table: Table, watch: Watch) -> tuple[list[Valued], int]:
    """Return every option with its exact expectation, and the states looked at.

    For a table with open hands whose deck has unseen cards.

    Raises LimitReached if the limit passes before all are known.
    """
    state = covered(table.seen_ready(), table.unseen_deck)
    expectation = Expectation(state.actor, watch)
    pool = canonical(table.pool)
    valued = []
    for name, actions in options(state).items():
        values = [(expectation.of_action(state, action, pool), action) for action in actions]
        value, best = max(values, key=lambda pair: pair[0])
        fraction = None if value.denominator == 1 else str(value)
        valued.append(Valued(name, float(value), exact=fraction, action=str(best)))
    return valued, expectation.nodes


def can_be_expected(table: Table) -> bool:
    """Return whether the unseen cards can come in few enough orders for an exact expectation."""
    ready = bool(table.seen.table) or any(is_bun(c) for hand in table.seen.hands for c in hand)
    return (
        ready
        and not any(table.unseen_hands)
        and orders(table.pool, table.unseen_deck) <= MOST_ORDERS
    )


def estimate(
    table: Table, samples: int, seed: int, policy: PolicyName, watch: Watch
) -> tuple[list[Valued], int]:
    """Return every option with its mean and interval over sampled games, and how many were played.

    Raises InvalidInput if the player to act has unseen cards, LimitReached if the limit passes
    before there are two samples.
    """
    player = table.seen.actor
    if table.unseen_hands[player]:
        raise InvalidInput(
            f"unseen cards in hand {player + 1}", "state", "the hand of the player to act"
        )
    rng = random.Random(seed)
    choose = at_random(rng) if policy is PolicyName.RANDOM else steady
    results: dict[str, list[int]] = {}
    for number in range(samples):
        if watch.expired():
            break
        watch.tell(f"{number} of {samples} worlds", number / samples)
        state = table.drawn(rng)
        if state.actor != player:
            raise InvalidInput(
                f"nothing for player {player + 1} to decide", "state", "a hand that holds a bun"
            )
        for name, actions in options(state).items():
            end = _played_out(apply(state, choose(state, actions)), choose)
            results.setdefault(name, []).append(margin(end, player))
    played = min((len(margins) for margins in results.values()), default=0)
    if played < FEWEST_SAMPLES:
        raise LimitReached("the limit was reached before two games were played")
    return [_valued(name, margins) for name, margins in results.items()], played


def _valued(name: str, margins: Sequence[int]) -> Valued:
    return Valued(
        name, sum(margins) / len(margins), interval=mean_interval([float(m) for m in margins])
    )


def _played_out(state: State, choose: Choose) -> State:
    while state.phase is not Phase.OVER:
        state = apply(state, choose(state, legal_actions(state)))
    return state
