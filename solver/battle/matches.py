"""From a request about whole games to its answer: referee, play, tournament."""

from __future__ import annotations

from typing import Any

from solver.answer import Answer, Status, Work
from solver.battle import requests
from solver.battle.deck import deck_from
from solver.battle.game import BattleGame, new_game
from solver.battle.notation import write_cards, write_move
from solver.battle.policies import parse_policies
from solver.battle.situation import MOST_PLAYERS
from solver.battle.tournament import Outline
from solver.battle.tournament import play as moves_of
from solver.battle.tournament import tournament as play_all
from solver.carried import carried, deck_in
from solver.documents import given_document, typed_document, untyped_document
from solver.errors import InvalidInput, plural
from solver.game import Log, referee
from solver.intervals import share_interval
from solver.watch import Watch

#: The option of a log that is without the Burgerpocalypse.
MILD = "mild"


class CheckAnswer(Answer, kw_only=True):
    """``battle.check``: value is whether the log keeps the rules to its end.

    action, text: the number, from 1, and the text of the first action that breaks one; null if
    none does. why: which rule. actions: how many the log has. winner: the player, from 1.
    """

    question: str = "battle.check"
    status: Status = Status.OPTIMAL
    value: bool
    action: int | None
    text: str | None
    why: str
    players: int
    actions: int
    winner: int | None


def check(request: requests.Check, watch: Watch) -> CheckAnswer:
    """Referee a log: play it again and stop at the first violation."""
    log = read_log(request.log)
    path = deck_in("battle", log.deck, request.deck)
    mild = log.options.get(MILD, False)
    for key in log.options:
        if key != MILD:
            raise InvalidInput(f"unknown option {key!r}", "log, options", MILD)
    if not isinstance(mild, bool):
        raise InvalidInput("no yes or no", f"log, options, {MILD}", "true or false")
    cards = deck_from(path)
    verdict = referee(log, lambda log: new_game(log.players, log.seed, cards, mild=mild))
    winner = log.scores.index(1) + 1 if verdict.right and log.ended else None
    return CheckAnswer(
        value=verdict.right,
        action=verdict.action,
        text=None if verdict.action is None else log.actions[verdict.action - 1],
        why=verdict.why,
        players=log.players,
        actions=len(log.actions),
        winner=winner,
        work=Work(len(log.actions) if verdict.action is None else verdict.action, watch.seconds()),
    )


def read_log(text: str) -> Log:
    """Return the log in a file, or in the text itself; the answer of ``play`` holds one too.

    Raises InvalidInput for what is no log of this game.
    """
    content, where = given_document(text, "log")
    document = untyped_document(content, where)
    if isinstance(document, dict) and isinstance(document.get("log"), dict):
        import msgspec

        content = msgspec.json.encode(document["log"])
    log = typed_document(content, Log, where)
    if log.game != "battle":
        raise InvalidInput(f"a log of {log.game!r}", where, '"game": "battle"')
    return log


class PlayAnswer(Answer, kw_only=True):
    """``battle.play``: value is the winner, from 1.

    A game that goes on without end is given up: value is null, status feasible, bound how many turns
    it had at least, and ended false. policies: one a player. turns: how many were taken.
    log: the game, for ``battle.check``. moves: what happened, in lines for a person.
    final: the boards at the end.
    """

    question: str = "battle.play"
    status: Status = Status.OPTIMAL
    value: int | None
    policies: list[str]
    turns: int
    ended: bool
    log: Log
    final: list[dict[str, Any]]
    moves: list[dict[str, Any]]


def play(request: requests.Play, watch: Watch) -> PlayAnswer:
    """Play one game by the rules."""
    cards = deck_from(request.deck)
    names = parse_policies(request.policy, "policy")
    if len(names) == 1:
        names *= request.players
    if len(names) != request.players:
        raise InvalidInput(
            f"{len(names)} polic{'y' if len(names) == 1 else 'ies'} for {plural(request.players, 'player')}",
            "policy",
            "one, or one a player",
        )
    game = new_game(request.players, request.seed, cards, mild=request.mild)
    actions, moves = [], []
    for before, move, after in moves_of(game, tuple(names), request.seed):
        actions.append(f"{before.player + 1} {write_move(move)}")
        board = after.table.boards[before.player]
        moves.append(
            {"turn": before.turn, "action": actions[-1], "needs": "".join(sorted(board.open()))}
        )
        game = after
        watch.tell(f"turn {game.turn:,}")
    options = {MILD: True} if request.mild else {}
    ended = game.winner is not None
    return PlayAnswer(
        status=Status.OPTIMAL if ended else Status.FEASIBLE,
        value=None if game.winner is None else game.winner + 1,
        bound=None if ended else game.turn,
        ended=ended,
        policies=names,
        turns=game.turn,
        log=Log(
            game="battle",
            players=request.players,
            seed=request.seed,
            deck=carried("battle", request.deck),
            options=options,
            actions=actions,
            scores=game.scores(),
            ended=ended,
        ),
        final=boards_of(game),
        moves=moves,
        work=Work(len(actions), watch.seconds()),
    )


def boards_of(game: BattleGame) -> list[dict[str, Any]]:
    """Return all boards as JSON values."""
    return [
        {
            "burger": board.burger,
            "needs": "".join(board.needs),
            "have": write_cards(board.placed),
            "beside": write_cards(board.beside),
            "missing": "".join(sorted(board.open())),
        }
        for board in game.table.boards
    ]


class TournamentAnswer(Answer, kw_only=True):
    """``battle.tournament``: value is the policy with the most wins; rates are estimates.

    table: for each policy of the list its wins, rate and 95% interval (Wilson). games: played, a
    whole number of rounds of the seats. turns: mean number of turns. unfinished: games without a
    winner after very many turns.
    """

    question: str = "battle.tournament"
    status: Status = Status.ESTIMATE
    value: str
    games: int
    turns: float
    unfinished: int
    table: list[dict[str, Any]]


def tournament(request: requests.Tournament, watch: Watch) -> TournamentAnswer:
    """Play policies against each other, seats balanced."""
    names = parse_policies(request.policies, "policies")
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise InvalidInput(f"{len(names)} policies", "policies", f"2 to {MOST_PLAYERS}, one a seat")
    new_game(len(names), request.seed, deck_from(request.deck), mild=request.mild)
    games = -(-request.games // len(names)) * len(names)
    outline = Outline(tuple(names), request.seed, request.mild, request.deck)
    tally = play_all(outline, games, request.jobs, watch)
    table = [
        {
            "policy": name,
            "wins": wins,
            "rate": wins / tally.games,
            "interval": share_interval(wins, tally.games),
        }
        for name, wins in zip(names, tally.wins, strict=True)
    ]
    best = max(range(len(names)), key=lambda number: tally.wins[number])
    return TournamentAnswer(
        value=names[best],
        games=tally.games,
        turns=tally.turns / tally.games,
        unfinished=tally.unfinished,
        table=table,
        work=Work(tally.games, watch.seconds()),
    )
