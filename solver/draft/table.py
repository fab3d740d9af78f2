"""From a request to its answer: the questions about a game at the table.

One function a question, one documented class an answer. The game is in
``game``, its players in ``strengths``, advice in ``advice``, hindsight in
``hindsight``.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

import msgspec

from solver.answer import Answer, Status, Work
from solver.carried import carried, deck_in
from solver.cpsat import load_cpsat
from solver.documents import typed_document, untyped_document
from solver.draft import advice, requests
from solver.draft.advice import Outcome, Situation
from solver.draft.deck import read_deck
from solver.draft.game import Draft, new_game
from solver.draft.hindsight import Played, best_in_hindsight, play_again, replayed
from solver.draft.notation import (
    Seen,
    as_text,
    face_name,
    format_cards,
    parse_board,
    parse_cards,
    seen_name,
)
from solver.draft.rules import MOST_SCORING, Cards
from solver.draft.strengths import Strength, player_of
from solver.errors import InvalidInput, quote
from solver.game import Log, Verdict, referee, winners
from solver.watch import Watch

#: A board that is not known, among the others.
UNKNOWN_BOARD = "?"


class Choice(msgspec.Struct):
    """A card that may be placed: what the board scores in the end, and its 95% interval (exact: equal).

    place: in the hand, from 1; then: the best second card where all is known.
    """

    card: str
    place: int
    points: float
    low: float
    high: float
    then: str | None


class NextAnswer(Answer, kw_only=True):
    """``draft.next``: value is the points at the end after the best card: exact, or a mean.

    card: the best card to place; choices: every card that may be placed, the best first;
    lead: the 95% interval of its advance over the second; null if exact.
    Where the limit passes before two completions there is no estimate: status is feasible,
    value and card are null, choices is empty.
    """

    question: str = "draft.next"
    value: float | None
    card: str | None
    board: str
    hand: list[str]
    flipped: bool
    players: int
    turns: int
    choices: list[Choice]
    lead: list[float] | None
    completions: int
    seed: int | None


def next_card(request: requests.Next, watch: Watch) -> NextAnswer:
    """Return the best card to place: proved where the rest is determined, else an estimate."""
    _, cards = read_deck(request.deck)
    board = parse_board(request.board, cards)
    hand = parse_cards(request.hand, cards, "hand")
    turns = request.turns
    if turns is None:
        turns = advice.usual_turns(cards, request.players, len(board.seen))
    situation = Situation(cards, board.seen, tuple(hand), _others(request, cards), turns)
    advice.check(situation)
    watch.restart()
    if situation.determined:
        outcomes = sorted(
            advice.exact_outcomes(situation), key=lambda one: (-one.points, one.place)
        )
        lead, completions = None, 0
    else:
        found = advice.estimated_outcomes(situation, request.completions, request.seed, watch)
        outcomes, lead, completions = found.outcomes, found.lead, found.completions
    best = outcomes[0] if outcomes else None
    exact = situation.determined
    sampled = Status.ESTIMATE if best else Status.FEASIBLE
    return NextAnswer(
        status=Status.OPTIMAL if exact else sampled,
        value=best.points if best else None,
        card=seen_name(hand[best.place], cards) if best else None,
        board=format_cards(board.seen, cards),
        hand=[seen_name(one, cards) for one in hand],
        flipped=situation.flipped,
        players=request.players,
        turns=turns,
        choices=[_choice(one, hand, cards) for one in outcomes],
        lead=None if lead is None else list(lead),
        completions=completions,
        seed=None if exact else request.seed,
        work=Work(completions * len(outcomes), watch.seconds()),
    )


def _others(request: requests.Next, cards: Cards) -> tuple[tuple[Seen, ...] | None, ...]:
    """Return the other boards, None for those that are not known."""
    number = request.players - 1
    if request.others is None:
        return (None,) * number
    texts = re.split(r"[+|]", request.others)
    if len(texts) != number:
        raise InvalidInput(
            f"{len(texts)} other board{'s' * (len(texts) != 1)} with {request.players} players",
            "others",
            f"{number}, with + between and {UNKNOWN_BOARD} for an unknown one",
        )
    return tuple(
        None
        if text.strip() == UNKNOWN_BOARD
        else parse_board(text, cards, f"others, board {place}").seen
        for place, text in enumerate(texts, start=1)
    )


def _choice(outcome: Outcome, hand: list[Seen], cards: Cards) -> Choice:
    return Choice(
        seen_name(hand[outcome.place], cards),
        outcome.place + 1,
        outcome.points,
        outcome.low,
        outcome.high,
        None if outcome.then is None else face_name(outcome.then.face, cards),
    )


class Final(msgspec.Struct):
    """A player at the end of a game: number from 1, the board as it lies, and its points."""

    player: int
    strength: Strength
    board: str
    points: int


class PlayAnswer(Answer, kw_only=True):
    """``draft.play``: value is each player's points.

    winners: who has the most, numbers from 1; several share the victory.
    ending: why it ended; turns: how many were begun; log: the game, to be played again.
    """

    question: str = "draft.play"
    status: Status = Status.OPTIMAL
    value: list[int]
    winners: list[int]
    ending: str
    turns: int
    players: list[Final]
    log: Log


def play(request: requests.Play, watch: Watch) -> PlayAnswer:
    """Return a whole game by the rules; the seed is drawn and told where none is given."""
    _, cards = read_deck(request.deck)
    seed = secrets.randbelow(2**31) if request.seed is None else request.seed
    strengths = _strengths(request.strengths, request.players)
    state = new_game(cards, request.players, seed, request.share)
    players = [
        player_of(strength, cards, seed * len(strengths) + number)
        for number, strength in enumerate(strengths)
    ]
    actions: list[str] = []
    while not state.is_over():
        player = state.view(0).waiting[0]
        actions.append(state.action(player, players[player](state.view(player))))
        state = state.apply(actions[-1])
    scores = state.scores()
    log = Log(
        game="draft",
        players=request.players,
        seed=seed,
        deck=carried("draft", request.deck),
        options={} if request.share is None else {"share": request.share},
        actions=actions,
        scores=scores,
    )
    return PlayAnswer(
        value=scores,
        winners=_winners(scores),
        ending=ending_of(state),
        turns=-(-len(actions) // (2 * request.players)),
        players=[
            Final(number + 1, strength, board_text(state, number), scores[number])
            for number, strength in enumerate(strengths)
        ],
        log=log,
        work=Work(len(actions), watch.seconds()),
    )


def _strengths(text: str, players: int) -> list[Strength]:
    names = text.lower().replace(",", " ").split()
    known = [strength.value for strength in Strength]
    for name in names:
        if name not in known:
            raise InvalidInput(f"unknown strength {quote(name)}", "strengths", " or ".join(known))
    if len(names) not in (1, players):
        raise InvalidInput(
            f"{len(names)} strengths for {players} players", "strengths", f"1 or {players}"
        )
    return [Strength(name) for name in names] * (players if len(names) == 1 else 1)


def _winners(scores: list[int]) -> list[int]:
    return [player + 1 for player in winners(dict(enumerate(scores)))]


def ending_of(state: Draft) -> str:
    """Return why a game ended."""
    full = [
        str(player + 1)
        for player, board in enumerate(state.boards)
        if sum(held.is_scoring for held in board) >= MOST_SCORING
    ]
    if full:
        return f"sixth scoring card on the board of player {' and '.join(full)}"
    left = len(state.stack)
    cards = "1 card" if left == 1 else f"{left} cards"
    return f"{cards} left in the stack, too few for everybody to draw two"


def board_text(state: Draft, player: int) -> str:
    """Return a player's board as text, backs included: the game is over."""
    return format_cards(
        (Seen(state.face(held), state.face(held.flipped())) for held in state.boards[player]),
        state.cards,
    )


class InHindsight(msgspec.Struct):
    """What a player scored, and the best the player could have; bound: no choices score more.

    plan: what to place instead, one card a placement, - for none; board: what then lies there;
    actions: the whole game with it, the others' choices kept.
    """

    player: int
    scored: int
    best: int
    bound: int
    plan: list[str]
    board: str
    actions: list[str]


class HindsightAnswer(Answer, kw_only=True):
    """``draft.hindsight``: value is the best each player could have scored, the others' choices kept."""

    question: str = "draft.hindsight"
    value: list[int]
    players: list[InHindsight]


def hindsight(request: requests.Hindsight, watch: Watch) -> HindsightAnswer:
    """Return the best each player could have scored in a finished game, proved unless the limit passes.

    Raises InvalidInput for a log that the rules do not allow, with its first violation.
    """
    log = read_log(request.log)
    _, cards = read_deck(deck_in("draft", log.deck, request.deck))
    start = _start(log, cards)
    verdict: Verdict = referee(log, lambda _: start)
    if not verdict.right:
        where = f"log, action {verdict.action}" if verdict.action else "log"
        raise InvalidInput(verdict.why, where, "a finished game by the rules")
    played = play_again(start, log.actions)
    if watch.limit != 0:
        load_cpsat()
    watch.restart()
    players, branches = [], 0
    for player in range(log.players):
        watch.tell(f"player {player + 1} of {log.players}", player / log.players)
        left = None if watch.limit is None else max(0.0, watch.limit - watch.seconds())
        found = best_in_hindsight(played, player, Watch(left))
        branches += found.branches
        players.append(_in_hindsight(played, player, found.plan, found.bound))
    proved = all(one.best == one.bound for one in players)
    return HindsightAnswer(
        status=Status.OPTIMAL if proved else Status.FEASIBLE,
        value=[one.best for one in players],
        bound=None if proved else [one.bound for one in players],
        players=players,
        work=Work(branches, watch.seconds()),
    )


def _in_hindsight(played: Played, player: int, plan: Any, bound: int) -> InHindsight:
    actions, end = replayed(played, player, plan)
    return InHindsight(
        player=player + 1,
        scored=played.end.score(player),
        best=end.score(player),
        bound=bound,
        plan=["-" if held is None else face_name(end.face(held), end.cards) for held in plan],
        board=board_text(end, player),
        actions=actions,
    )


def _start(log: Log, cards: Cards) -> Draft:
    share = log.options.get("share")
    if share is not None and not isinstance(share, (int, float)):
        raise InvalidInput(f"a share of {share}", "log, options", "a number")
    unknown = sorted(set(log.options) - {"share"})
    if unknown:
        raise InvalidInput(f"unknown option {quote(unknown[0])}", "log, options", "share")
    return new_game(cards, log.players, log.seed, share)


#: What a log would be, and where it comes from.
A_LOG = "a log as `burger draft play -o FILE.json` writes it"


def read_log(given: requests.Text) -> Log:
    """Return the log in a text: a log, or the answer of ``draft.play`` that has one.

    Raises InvalidInput for a text that is none.
    """
    text = as_text(given)
    if not text.lstrip().startswith("{"):
        raise InvalidInput(
            f"no log: {quote(text)}",
            "log",
            f"{A_LOG}: on the command line that file or -, in a request document the log itself",
        )
    try:
        document = untyped_document(text, "log")
        if isinstance(document, dict) and isinstance(document.get("log"), dict):
            document = document["log"]
        log = typed_document(msgspec.json.encode(document), Log, "log")
    except InvalidInput as error:
        raise InvalidInput(error.what, error.where, error.expected or A_LOG) from None
    if log.game != "draft":
        raise InvalidInput(f"a log of the game {quote(log.game)}", "log", '"game": "draft"')
    if log.seed < 0:
        raise InvalidInput(f"seed {log.seed}", "log", "0 or more")
    return log
