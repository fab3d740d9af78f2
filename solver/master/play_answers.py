"""From a request to its answer, for whole games: play one, and referee the log of one.

The rules are in ``game``, how the challengers decide in ``players``.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from solver.answer import Answer, Status, Work
from solver.documents import explained, given_document, untyped_document
from solver.errors import InvalidInput, LimitReached
from solver.game import MOST_ACTIONS, Log, Verdict, referee
from solver.master import requests
from solver.master.game import MasterGame, Outcome, Round
from solver.master.logs import Options, SetUp, log_of, set_up, set_up_of
from solver.master.players import Challengers, Sight, parse_skills
from solver.watch import Watch

#: Seeds are drawn below this where none is given.
DRAWN_SEEDS = 2**31


class RoundPlayed(msgspec.Struct, frozen=True):
    """A round of a game.

    fewest: the fewest steps to the order, proved. declared: player (from 1), number, and seconds
    on the hourglass. challenger: from 1. fries: each player's, afterwards.
    """

    number: int
    card: str
    burger: str
    plates: str
    fewest: int
    declared: list[tuple[int, int, float]]
    challenger: int | None
    steps: list[str]
    outcome: Outcome
    sudden_death: bool
    fries: list[int]


class PlayAnswer(Answer, kw_only=True):
    """``master.play``: value is the winner, from 1.

    plates: the set-up. fries: each player's at the end (in a sudden death only ``value`` tells who
    won). log: everything needed to play the game again.
    """

    question: str = "master.play"
    status: Status = Status.OPTIMAL
    value: int
    menu: str
    seed: int
    skills: list[int]
    plates: str
    fries: list[int]
    rounds: list[RoundPlayed]
    log: Log


def play(request: requests.Play, watch: Watch) -> PlayAnswer:
    """Play a whole game between simulated challengers; the same seed gives the same game.

    Raises LimitReached if it is not over within the limit.
    """
    seed = secrets.randbelow(DRAWN_SEEDS) if request.seed is None else request.seed
    options = Options(variant=request.variant, hourglass=request.hourglass)
    start = set_up(request.menu, request.players, seed, options)
    state = start.begin()
    skills = parse_skills(request.skill, request.players)
    sight = Sight(watch)
    choose = Challengers(skills, seed, sight)
    actions: list[str] = []
    rounds: list[RoundPlayed] = []
    while not state.is_over():
        if watch.expired() or len(actions) >= MOST_ACTIONS:
            raise LimitReached(f"the game was not over after {len(rounds)} rounds")
        actions.append(choose(state, state.legal_actions()))
        before, state = state, state.apply(actions[-1])
        if state.last is not None and state.last is not before.last:
            rounds.append(_played(state.last, start, sight))
            watch.tell(f"round {state.round}")
    assert state.winner is not None
    return PlayAnswer(
        value=state.winner + 1,
        menu=start.menu,
        seed=seed,
        skills=skills,
        plates=rounds[0].plates,
        fries=state.scores(),
        rounds=rounds,
        log=log_of(start, options, actions, state.scores()),
        work=Work(sight.nodes, watch.seconds()),
    )


def _played(one: Round, start: SetUp, sight: Sight) -> RoundPlayed:
    burger = start.setting.cards[one.card]
    return RoundPlayed(
        number=one.number,
        card=one.card,
        burger=burger,
        plates=str(one.plates),
        fewest=len(sight.shortest(one.plates, burger, start.setting.variant)),
        declared=[(said.player, said.steps, (said.at or 0) / 1000) for said in one.declared],
        challenger=None if one.challenger is None else one.challenger + 1,
        steps=[str(step) for step in one.steps],
        outcome=one.outcome,
        sudden_death=one.sudden_death,
        fries=list(one.fries),
    )


class VerifyLogAnswer(Answer, kw_only=True):
    """``master.verify-log``: value is whether the game keeps the rules and ends as the log says.

    action: the number of the first action that breaks a rule, counted from 1, and ``text``, what it
    is; null where the set-up or the end is wrong. why: which rule. rounds: that ended before.
    winner: from 1, if the game came to its end.
    """

    question: str = "master.verify-log"
    status: Status = Status.OPTIMAL
    value: bool
    action: int | None = None
    text: str | None = None
    why: str = ""
    rounds: int = 0
    winner: int | None = None
    fries: list[int]


def verify_log(request: requests.VerifyLog, watch: Watch) -> VerifyLogAnswer:
    """Play the game of a log again, and name the first violation of the rules."""
    log = _log_in(request.log)
    start = set_up_of(log)
    try:
        first = start.begin()
    except InvalidInput as error:
        why = f"the set-up: {error}"
        return VerifyLogAnswer(
            value=False, why=why, fries=log.scores, work=Work(0, watch.seconds())
        )
    verdict = referee(log, lambda _: first)
    last = _state_before(first, log, verdict)
    return VerifyLogAnswer(
        value=verdict.right,
        action=verdict.action,
        text=None if verdict.action is None else log.actions[verdict.action - 1],
        why=verdict.why,
        rounds=0 if last.last is None else last.last.number,
        winner=None if last.winner is None else last.winner + 1,
        fries=last.scores(),
        work=Work(len(log.actions), watch.seconds()),
    )


def _state_before(first: MasterGame, log: Log, verdict: Verdict) -> MasterGame:
    """Return the state after the actions that keep the rules."""
    state = first
    kept = len(log.actions) if verdict.action is None else verdict.action - 1
    for action in log.actions[:kept]:
        state = state.apply(action)
    return state


def _log_in(path: str) -> Log:
    """Return the log in a file or text: a log, or the answer of ``master.play``, which holds one."""
    content, path = given_document(path, "log")
    document: Any = untyped_document(content, path)
    if isinstance(document, dict) and document.get("question") == "master.play":
        document = document.get("log")
    try:
        return msgspec.convert(document, Log)
    except msgspec.ValidationError as error:
        what, key, wanted = explained(str(error))
        where = f"{path}, {key}" if key else path
        right = wanted or "a log, as burger master play -o writes"
        raise InvalidInput(f"no log: {what}", where, right) from None
