"""From a request about a whole table to its answer: close, endgame, play, referee.

One function a question, one documented class an answer. What is computed is in
``search``, ``odds`` and ``game``.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from solver.answer import Answer, Status, Work
from solver.carried import carried
from solver.documents import given_document, typed_document
from solver.errors import InvalidInput, plural
from solver.game import Log, winners
from solver.game import referee as judge
from solver.superburger import requests
from solver.superburger.actions import apply, legal_actions
from solver.superburger.deck import deck_named
from solver.superburger.game import game_of_log, new_game
from solver.superburger.odds import Valued, can_be_expected, estimate, exact, expected
from solver.superburger.policy import PolicyName, at_random, steady
from solver.superburger.search import Search, widest
from solver.superburger.state import FEWEST_PLAYERS, Phase
from solver.superburger.table import Table, format_table, parse_table
from solver.watch import Watch


class CloseAnswer(Answer, kw_only=True):
    """``super.close``: value is the best option's: points at the end less the best of the others'.

    decimal: the same, where an expectation is a fraction such as "7/3". best: that option.
    options: each with its value, or mean and 95% interval. player: who decides, from 1.
    samples, policy: of an estimate. With more than two players an exact value is what the
    player can force, all the others playing against them.
    """

    question: str = "super.close"
    value: float | str
    decimal: float
    best: str
    options: list[Valued]
    player: int
    samples: int | None = None
    policy: PolicyName | None = None


def close(request: requests.Close, watch: Watch) -> CloseAnswer:
    """Return whether to close, pass or go on: exact on an open table, else an estimate."""
    table = parse_table(request.state, deck_named(request.deck))
    if table.is_open:
        return _close_exactly(table, watch)
    if can_be_expected(table):
        return _close_expected(table, watch)
    valued, played = estimate(table, request.samples, request.seed, request.policy, watch)
    best = max(valued, key=lambda option: option.value)
    return CloseAnswer(
        status=Status.ESTIMATE,
        value=best.value,
        decimal=best.value,
        best=best.option,
        options=valued,
        player=table.seen.actor + 1,
        samples=played,
        policy=request.policy,
        work=Work(played * len(valued), watch.seconds()),
    )


def _close_exactly(table: Table, watch: Watch) -> CloseAnswer:
    state = table.state()
    valued, nodes = exact(state, watch)
    best = max(valued, key=lambda option: option.value)
    proved = all(option.bound is None for option in valued)
    return CloseAnswer(
        status=Status.OPTIMAL if proved else Status.FEASIBLE,
        value=best.value,
        decimal=best.value,
        bound=None if proved else widest(state),
        best=best.option,
        options=valued,
        player=state.actor + 1,
        work=Work(nodes, watch.seconds()),
    )


def _close_expected(table: Table, watch: Watch) -> CloseAnswer:
    valued, nodes = expected(table, watch)
    best = max(valued, key=lambda option: option.value)
    return CloseAnswer(
        status=Status.OPTIMAL,
        value=best.exact or best.value,
        decimal=best.value,
        best=best.option,
        options=valued,
        player=table.seen_ready().actor + 1,
        work=Work(nodes, watch.seconds()),
    )


class Step(msgspec.Struct, frozen=True):
    """One action of a line of play: whose, from 1, what, and the table after it."""

    player: int
    action: str
    state: str


class EndgameAnswer(Answer, kw_only=True):
    """``super.endgame``: value is the points of the player to move less the other's, best play by both.

    player: who moves, from 1. line: play that leads there; scores: at its end. Where the limit
    came first, value is proved to be forced by the first action of ``line``, if there is one.
    """

    question: str = "super.endgame"
    value: int
    player: int
    state: str
    line: list[Step] = []
    scores: list[int] = []


def endgame(request: requests.Endgame, watch: Watch) -> EndgameAnswer:
    """Return the best result that the player to move can force, proved, with the line of play."""
    table = parse_table(request.state, deck_named(request.deck))
    if len(table.seen.hands) != FEWEST_PLAYERS:
        raise InvalidInput(
            plural(len(table.seen.hands), "player"), "state", "two; close takes more"
        )
    if not table.is_open:
        raise InvalidInput("unseen cards", "state", "open hands and the deck's order; or ask close")
    state = table.state()
    search = Search(state.actor, watch)
    found = search.forced(state)
    proved = found.low == found.high
    answer = EndgameAnswer(
        status=Status.OPTIMAL if proved else Status.FEASIBLE,
        value=found.low,
        bound=None if proved else found.high,
        player=state.actor + 1,
        state=format_table(state),
        work=Work(search.nodes, watch.seconds()),
    )
    if proved:
        search.watch = Watch()  # the proof stands; only its line is still to be read off
        before = state
        for action, after in search.line(state, found.low):
            answer.line.append(Step(before.actor + 1, str(action), format_table(after)))
            before = after
        answer.scores = before.scores()
    elif found.best is not None:
        after = apply(state, found.best)
        answer.line.append(Step(state.actor + 1, str(found.best), format_table(after)))
    answer.work = Work(search.nodes, watch.seconds())
    return answer


class PlayAnswer(Answer, kw_only=True):
    """``super.play``: value is the winning score.

    scores: of each player; winners: from 1, several share the victory. log: everything needed
    to play the game again.
    """

    question: str = "super.play"
    status: Status = Status.OPTIMAL
    value: int
    scores: list[int]
    winners: list[int]
    burgers: list[list[str]]
    log: Log


def play(request: requests.Play, watch: Watch) -> PlayAnswer:
    """Play a whole game by a policy; the same seed gives the same game."""
    game = new_game(deck_named(request.deck), request.players, request.seed, request.variant)
    state = game.state
    rng = random.Random(request.seed)
    choose = at_random(rng) if request.policy is PolicyName.RANDOM else steady
    actions = []
    while state.phase is not Phase.OVER:
        action = choose(state, legal_actions(state))
        actions.append(str(action))
        state = apply(state, action)
    scores = state.scores()
    options: dict[str, Any] = {"variant": request.variant.value}
    return PlayAnswer(
        value=max(scores),
        scores=scores,
        winners=[player + 1 for player in winners(dict(enumerate(scores)))],
        burgers=[[" ".join(one.everything()) for one in own] for own in state.burgers],
        log=Log(
            game="super",
            players=request.players,
            seed=request.seed,
            deck=carried("super", request.deck),
            options=options,
            actions=actions,
            scores=scores,
        ),
        work=Work(len(actions), watch.seconds()),
    )


class RefereeAnswer(Answer, kw_only=True):
    """``super.referee``: value is whether the log keeps the rules.

    action: the number of the first that does not, from 1; why: which rule it breaks.
    """

    question: str = "super.referee"
    status: Status = Status.OPTIMAL
    value: bool
    action: int | None = None
    why: str = ""


def referee(request: requests.Referee, watch: Watch) -> RefereeAnswer:
    """Play a log again and return whether it keeps the rules."""
    log = _log_in(request.log)
    verdict = judge(log, game_of_log)
    return RefereeAnswer(
        value=verdict.right,
        action=verdict.action,
        why=verdict.why,
        work=Work(len(log.actions), watch.seconds()),
    )


def _log_in(text: str) -> Log:
    """Return the log in a file, or in a text that is its JSON."""
    content, where = given_document(text, "log")
    return typed_document(content, Log, where)
