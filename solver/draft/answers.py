"""From a request to its answer: the questions about cards as they lie.

One function a question, one documented class an answer. The questions about
the best board are in ``best``, those about a game in ``table``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from solver.answer import Answer, Status, Work
from solver.draft import requests
from solver.draft.deck import read_deck
from solver.draft.notation import Board, format_cards, named_board, pair_name
from solver.draft.rules import Cards, earners
from solver.watch import Watch


class DeckAnswer(Answer, kw_only=True):
    """``draft.deck``: value is the number of cards.

    ingredients, scoring: the faces as in the deck file; says: each scoring card in words;
    cards: the pairs, ingredient first.
    """

    question: str = "draft.deck"
    status: Status = Status.OPTIMAL
    value: int
    name: str
    provenance: str
    ingredients: list[Any]
    scoring: list[Any]
    says: dict[str, str]
    cards: list[str]


def deck(request: requests.ShowDeck, watch: Watch) -> DeckAnswer:
    """Return the faces of a deck and how they are paired."""
    document, cards = read_deck(request.deck)
    return DeckAnswer(
        value=len(cards.pairs),
        name=document.name,
        provenance=document.provenance.value,
        ingredients=list(document.ingredients),
        scoring=list(document.scoring),
        says={card.name: str(card) for card in cards.scoring},
        cards=[pair_name(pair, cards) for pair in cards.pairs],
        work=Work(0, watch.seconds()),
    )


class Earning(msgspec.Struct):
    """The ingredients that meet one need, or show one of the different values."""

    need: str
    ingredients: list[str]


class Line(msgspec.Struct):
    """What one scoring card is worth: its points in all, how often, and the ingredients that earn it."""

    card: str
    says: str
    points: int
    times: int
    by: list[Earning]


class ScoreAnswer(Answer, kw_only=True):
    """``draft.score``: value is the board's total.

    board: canonical; scoring: a line for each scoring card; printed: the printed points in all;
    printed_on: by ingredient.
    """

    question: str = "draft.score"
    status: Status = Status.OPTIMAL
    value: int
    board: str
    scoring: list[Line]
    printed: int
    printed_on: dict[str, int]


def score(request: requests.Score, watch: Watch) -> ScoreAnswer:
    """Return what each scoring card and each print on a board is worth."""
    _, cards = read_deck(request.deck)
    board = named_board(request.board, cards)
    watch.restart()
    counts = cards.counts(board.ingredients)
    return ScoreAnswer(
        value=cards.total(counts, board.scoring),
        board=format_cards(board.seen, cards),
        work=Work(len(board.scoring), watch.seconds()),
        **sheet(board, cards),
    )


def sheet(board: Board, cards: Cards) -> dict[str, Any]:
    """Return a board's score sheet: scoring, printed and printed_on of :class:`ScoreAnswer`."""
    counts = cards.counts(board.ingredients)
    printed_on = {
        one.name: one.points * count
        for one, count in zip(cards.ingredients, counts, strict=True)
        if one.points * count
    }
    return {
        "scoring": [line(place, counts, cards) for place in board.scoring],
        "printed": sum(printed_on.values()),
        "printed_on": printed_on,
    }


def line(place: int, counts: list[int], cards: Cards) -> Line:
    """Return what a scoring card is worth for so many of each ingredient."""
    card = cards.scoring[place]
    times = cards.conditions[place].times(counts)
    return Line(
        card.name,
        str(card),
        card.points * times,
        times,
        [
            Earning(earner.what, [cards.ingredients[one].name for one in earner.ingredients])
            for earner in earners(card, cards.ingredients, counts)
        ],
    )
