"""From a request to its answer: the questions about the best board.

One function a question, one documented class an answer. The search itself is
in ``search`` and ``questions``; what a board is worth is in ``answers``.
"""

from __future__ import annotations

import msgspec

from solver.answer import Answer, Status, Work
from solver.cpsat import load_cpsat
from solver.draft import requests
from solver.draft.answers import Line, line, sheet
from solver.draft.deck import read_deck
from solver.draft.notation import (
    Board,
    Face,
    Seen,
    as_seen,
    as_text,
    card_options,
    cards_showing,
    format_cards,
    format_pool,
    named_board,
    pair_name,
    parse_cards,
    parse_pool,
    physical,
    seen_name,
)
from solver.draft.rules import MOST_SCORING, Cards, matched
from solver.draft.search import Best, best_board
from solver.errors import InvalidInput
from solver.watch import Watch


class ChooseAnswer(Answer, kw_only=True):
    """``draft.choose``: value is the board's total with the chosen scoring cards.

    board: with them; chosen: their names, the best first; gain: what they add;
    pool: each scoring card to choose from and what it is worth, the best first;
    room: how many more scoring cards the board takes, 0 if it is full.
    """

    question: str = "draft.choose"
    status: Status = Status.OPTIMAL
    value: int
    board: str
    chosen: list[str]
    gain: int
    room: int
    pool: list[Line]


def choose(request: requests.Choose, watch: Watch) -> ChooseAnswer:
    """Return the scoring cards of a pool that are worth most beside a board's ingredients.

    Scoring cards share no ingredients, so each is worth the same whatever lies beside it.
    With ``all``, the deck must still have a card for each that is not on the board.
    """
    _, cards = read_deck(request.deck)
    board = named_board(request.board, cards)
    faces = _scoring_pool(request.pool, board, cards)
    watch.restart()
    counts = cards.counts(board.ingredients)
    lines = {face: line(face, counts, cards) for face in faces if face not in board.scoring}
    ranked = sorted(lines, key=lambda face: (-lines[face].points, face))
    chosen: list[int] = []
    free = MOST_SCORING - len(board.scoring)
    for face in ranked:
        if len(chosen) < free and lines[face].points and _fits(board, [*chosen, face], cards):
            chosen.append(face)
    whole = (*board.seen, *(Seen(Face(True, face)) for face in chosen))
    return ChooseAnswer(
        value=cards.total(counts, [*board.scoring, *chosen]),
        board=format_cards(whole, cards),
        chosen=[cards.scoring[face].name for face in chosen],
        gain=sum(lines[face].points for face in chosen),
        room=free,
        pool=[lines[face] for face in ranked],
        work=Work(len(lines), watch.seconds()),
    )


def _scoring_pool(text: requests.Text, board: Board, cards: Cards) -> list[int]:
    """Return the scoring cards of a pool, each once; they must lie beside the board."""
    if as_text(text).strip().lower() == "all":
        return list(range(len(cards.scoring)))
    seen = [_scoring_up(one, cards, n) for n, one in enumerate(parse_cards(text, cards, "pool"), 1)]
    if not seen:
        raise InvalidInput("an empty pool", "pool", "cards such as s01,s14")
    physical((*board.seen, *seen), cards, "board and pool")
    return sorted({one.face.place for one in seen})


def _scoring_up(seen: Seen, cards: Cards, number: int) -> Seen:
    """Return a pool's card with its scoring side in view."""
    if seen.face.is_scoring:
        return seen
    pairs = {cards.pairs[card] for card in card_options(seen, cards)}
    if len(pairs) > 1:
        names = " or ".join(sorted(pair_name(pair, cards) for pair in pairs))
        raise InvalidInput(
            f"several cards have {seen_name(seen, cards)}", f"pool, card {number}", names
        )
    return as_seen(next(iter(pairs)), scoring_up=True)


def _fits(board: Board, faces: list[int], cards: Cards) -> bool:
    """Return whether the deck has cards for the board and these scoring cards beside it."""
    options = [card_options(one, cards) for one in board.seen]
    options += [cards_showing(Face(True, face), cards) for face in faces]
    return matched(options) is not None


class MaximiseAnswer(Answer, kw_only=True):
    """``draft.maximise``: value is the best board's total.

    board: each card with the side that is used first, its back after the slash;
    cards: how many lie on it: the pool may have fewer than were asked for;
    scoring, printed, printed_on: as in ``draft.score``.
    """

    question: str = "draft.maximise"
    value: int
    board: str
    cards: int
    pool: str
    method: requests.Method
    scoring: list[Line]
    printed: int
    printed_on: dict[str, int]


def maximise(request: requests.Maximise, watch: Watch) -> MaximiseAnswer:
    """Return the best board of so many cards of a pool, proved, or the best and a bound at the limit."""
    _, cards = read_deck(request.deck)
    pool = parse_pool(request.pool, cards)
    if not pool:
        raise InvalidInput("an empty pool", "pool", "cards such as beef/s19, or all")
    _check_number(request.cards, cards)
    watch.restart()
    if request.method is requests.Method.CP_SAT:
        from solver.draft import questions

        if watch.limit != 0:
            load_cpsat()
            watch.restart()
        half = None if watch.limit is None else watch.limit / 2
        hint = best_board(cards, pool, request.cards, Watch(half))
        best = questions.best_board(cards, pool, request.cards, watch, hint)
    else:
        best = best_board(cards, pool, request.cards, watch)
    board = board_of(best)
    return MaximiseAnswer(
        status=Status.OPTIMAL if best.proved else Status.FEASIBLE,
        value=best.points,
        bound=None if best.proved else best.bound,
        board=format_cards(board.seen, cards),
        cards=len(board.seen),
        pool=format_pool(pool, cards),
        method=request.method,
        work=Work(best.nodes, best.seconds),
        **sheet(board, cards),
    )


def _check_number(number: int, cards: Cards) -> None:
    """Raise InvalidInput for more cards than the whole deck has."""
    there = len(cards.pairs)
    if number > there:
        raise InvalidInput(f"{number} cards", "cards", f"at most {there}, the whole deck")


def board_of(best: Best) -> Board:
    """Return a best board as cards, each with the side that is used in view."""
    return Board(
        (
            *(as_seen(pair) for pair in best.ingredients),
            *(as_seen(pair, scoring_up=True) for pair in best.scoring),
        )
    )


class RecordRow(msgspec.Struct):
    """The record for one number of cards; bound is the points where it is proved."""

    cards: int
    scoring_cards: int
    points: int
    bound: int
    board: str
    work: Work


class RecordAnswer(Answer, kw_only=True):
    """``draft.record``: value is the record for the most cards; rows: for every number up to it."""

    question: str = "draft.record"
    value: int
    name: str
    provenance: str
    rows: list[RecordRow]


def record(request: requests.Record, watch: Watch) -> RecordAnswer:
    """Return the best board of the whole deck for every number of cards, proved.

    A row that the limit cuts short has the best board so far, never worse than the row before.
    """
    deck, cards = read_deck(request.deck)
    _check_number(request.cards, cards)
    watch.restart()
    rows: list[RecordRow] = []
    best: Best | None = None
    for number in range(1, request.cards + 1):
        best = _next_record(cards, number, best, watch)
        text = format_cards(board_of(best).seen, cards)
        rows.append(
            RecordRow(
                number,
                len(best.scoring),
                best.points,
                best.bound,
                text,
                Work(best.nodes, best.seconds),
            )
        )
    proved = all(row.bound == row.points for row in rows)
    return RecordAnswer(
        status=Status.OPTIMAL if proved else Status.FEASIBLE,
        value=rows[-1].points,
        bound=None if proved else rows[-1].bound,
        name=deck.name,
        provenance=deck.provenance.value,
        rows=rows,
        work=Work(sum(row.work.nodes for row in rows), watch.seconds()),
    )


def _next_record(cards: Cards, number: int, before: Best | None, watch: Watch) -> Best:
    """Return the record for one card more than the one before, which it is never below."""
    left = None if watch.limit is None else max(0.0, watch.limit - watch.seconds())
    known = before.points if before else 0

    def tell(message: str, share: float | None) -> None:
        watch.tell(f"{number} cards: {message}", share)

    best = best_board(cards, cards.pairs, number, Watch(left, tell), at_least=known)
    if best.points >= known or before is None:
        return best
    spare = next(
        pair
        for pair in sorted(set(cards.pairs))
        if (*before.ingredients, *before.scoring).count(pair) < cards.pairs.count(pair)
    )
    ingredients = (*before.ingredients, spare)
    points = cards.total(
        cards.counts(kind for kind, _ in ingredients), [face for _, face in before.scoring]
    )
    return Best(
        points, max(points, best.bound), ingredients, before.scoring, best.nodes, best.seconds
    )
