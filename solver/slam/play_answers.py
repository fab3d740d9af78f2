"""From a request to its answer, for whole games: play them, and check the log of one.

The rules are in ``game``, how the players decide in ``players``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from solver.answer import Answer, Status, Work
from solver.carried import carried
from solver.documents import explained, given_document, untyped_document
from solver.errors import InvalidInput, LimitReached
from solver.game import MOST_ACTIONS, Log, referee, winners
from solver.slam import requests
from solver.slam.deck import Deck, deck_of
from solver.slam.game import Burger, Options, game_of, new_game
from solver.slam.notation import format_pile
from solver.slam.players import SimplePlayers
from solver.watch import Watch


class BurgerDone(msgspec.Struct, frozen=True):
    """A burger of a game: who called what, whether it was right, who doubted, and who got how many cards.

    paid: penalty cards beside the pile. decks: cards in each deck afterwards.
    """

    pile: str
    gold: str
    silver: str
    caller: int
    call: str
    wild: str | None
    right: bool
    doubter: int | None
    taker: int
    paid: int
    decks: list[int]


class Played(msgspec.Struct, frozen=True):
    """A game that was played: its scores, its winners (from 1), its burgers, and its log."""

    scores: list[int]
    winners: list[int]
    unclaimed: int
    burgers: list[BurgerDone]
    log: Log


class PlayAnswer(Answer, kw_only=True):
    """``slam.play``: value is the list of winners, from 1; several share the victory.

    totals: each player's cards, added up over the games. games: every game with its log.
    asked: how many games were asked for. Where the limit comes first, the status is feasible, all
    this is about the games that were finished, and bound is how many those are; value is null if
    there is none.
    """

    question: str = "slam.play"
    status: Status = Status.OPTIMAL
    value: list[int] | None
    asked: int
    players: int
    level: float
    seed: int
    totals: list[int]
    games: list[Played]


def play(request: requests.Play, watch: Watch) -> PlayAnswer:
    """Play one game, or several whose cards are added up; game n has the seed ``seed`` + n - 1."""
    deck = deck_of(request.deck)
    options = Options(pro=request.pro, counters=request.counters)
    games: list[Played] = []
    for number in range(request.games):
        if watch.expired():
            break
        watch.tell(f"game {number + 1}", number / request.games)
        games.append(_played(request, deck, options, request.seed + number))
    totals = [sum(game.scores[player] for game in games) for player in range(request.players)]
    complete = len(games) == request.games
    won = [player + 1 for player in winners(dict(enumerate(totals)))]
    return PlayAnswer(
        status=Status.OPTIMAL if complete else Status.FEASIBLE,
        value=won if games else None,
        bound=None if complete else len(games),
        asked=request.games,
        players=request.players,
        level=request.level,
        seed=request.seed,
        totals=totals,
        games=games,
        work=Work(sum(len(game.log.actions) for game in games), watch.seconds()),
    )


def _played(request: requests.Play, deck: Deck, options: Options, seed: int) -> Played:
    state = new_game(deck, request.players, seed, options)
    choose = SimplePlayers(request.level, request.players, deck, seed)
    actions: list[str] = []
    burgers: list[BurgerDone] = []
    while not state.is_over():
        if len(actions) >= MOST_ACTIONS:
            raise LimitReached(f"the game has not ended after {MOST_ACTIONS:,} actions")
        actions.append(choose(state, state.legal_actions()))
        state = state.apply(actions[-1])
        if state.burgers > len(burgers) and state.last is not None:
            burgers.append(_done(state.last, state.scores()))
    scores = state.scores()
    log = Log(
        game="slam",
        players=request.players,
        seed=seed,
        deck=carried("slam", request.deck),
        options={"pro": options.pro, "counters": options.counters},
        actions=actions,
        scores=scores,
    )
    won = [player + 1 for player in winners(dict(enumerate(scores)))]
    return Played(scores, won, len(state.pile), burgers, log)


def _done(burger: Burger, decks: list[int]) -> BurgerDone:
    return BurgerDone(
        pile=format_pile(burger.pile),
        gold=str(burger.gold),
        silver=str(burger.silver or "none"),
        caller=burger.called.player + 1,
        call=burger.called.call.value,
        wild=burger.called.wild,
        right=burger.right,
        doubter=None if burger.doubter is None else burger.doubter + 1,
        taker=burger.taker + 1,
        paid=burger.paid,
        decks=decks,
    )


class RefereeAnswer(Answer, kw_only=True):
    """``slam.referee``: value is whether every game in the log keeps the rules and ends as it says.

    game, action: where the first violation is, counted from 1; null where only the end is wrong.
    why: the rule that is broken. games: how many were checked.
    """

    question: str = "slam.referee"
    status: Status = Status.OPTIMAL
    value: bool
    games: int
    game: int | None
    action: int | None
    why: str
    scores: list[list[int]]


def check_log(request: requests.Referee, watch: Watch) -> RefereeAnswer:
    """Play the games of a log again and compare."""
    logs = _logs(request.log)
    for number, log in enumerate(logs, start=1):
        verdict = referee(log, game_of)
        if not verdict.right:
            return _judged(logs, watch, number, verdict.action, verdict.why)
    return _judged(logs, watch, None, None, "")


def _judged(
    logs: list[Log], watch: Watch, game: int | None, action: int | None, why: str
) -> RefereeAnswer:
    return RefereeAnswer(
        value=game is None,
        games=len(logs),
        game=game,
        action=action,
        why=why,
        scores=[log.scores for log in logs],
        work=Work(sum(len(log.actions) for log in logs), watch.seconds()),
    )


def _logs(path: str) -> list[Log]:
    """Return the logs in a file or text: one, a list of them, or the answer of ``slam.play``."""
    content, path = given_document(path, "log", MOST_LOG)
    document: Any = untyped_document(content, path)
    if isinstance(document, dict) and isinstance(document.get("games"), list):
        document = [
            game.get("log") if isinstance(game, dict) else None for game in document["games"]
        ]
    found = document if isinstance(document, list) else [document]
    if not found:
        raise InvalidInput("a list without logs", path, "a log, as slam play writes it")
    try:
        return [msgspec.convert(log, Log) for log in found]
    except msgspec.ValidationError as error:
        what, key, wanted = explained(str(error))
        where = f"{path}, {key}" if key else path
        raise InvalidInput(f"no log: {what}", where, wanted) from None


#: Largest file that is read as logs.
MOST_LOG = 64 * 1024 * 1024
