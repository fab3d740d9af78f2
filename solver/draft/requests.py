"""What each question about BurgerDraft asks.

A field is at once a command-line option (``--hand``) and a key of a request
document (``"hand"``); its description is the option's help. Fields marked
``file`` may on the command line also be a .json or .txt file, or - for
standard input.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, field

from solver.requests import Request, Searching

Deckfile = Annotated[str | None, Meta(description="a file with your own cards")]
#: On the command line the value may be a file or - for standard input.
FILE = {"file": True}
BoardText = Annotated[
    str,
    Meta(
        description="the cards on a board, such as beef:2,lettuce,s01,s14",
        extra={"argument": True, **FILE},
    ),
]
Pool = Annotated[
    str,
    Meta(
        description="the cards to choose from, such as beef/s19,s05/gouda, or all",
        extra=FILE,
    ),
]


class ShowDeck(Request, kw_only=True):
    """``draft.deck``: the ingredients, the scoring cards, and how they are paired."""

    deck: Deckfile = None


class Score(Request, kw_only=True):
    """``draft.score``: what a board is worth."""

    board: BoardText
    deck: Deckfile = None


class Choose(Request, kw_only=True):
    """``draft.choose``: which scoring cards are worth most beside these ingredients."""

    board: BoardText
    pool: Pool = field(name="from")
    deck: Deckfile = None


class Method(StrEnum):
    """Which search answers."""

    SEARCH = "search"
    CP_SAT = "cp-sat"


class Maximise(Searching, kw_only=True):
    """``draft.maximise``: the best board from a pool, each card used on one side only."""

    pool: Pool = field(name="from")
    cards: Annotated[
        int, Meta(ge=1, le=240, description="cards to place in all, on either side")
    ] = 12
    method: Annotated[
        Method,
        Meta(description="cp-sat is another, slower proof; it starts from the search's board"),
    ] = Method.SEARCH
    deck: Deckfile = None


class Record(Searching, kw_only=True):
    """``draft.record``: the best board of the whole deck, for every number of cards."""

    cards: Annotated[
        int, Meta(ge=1, le=240, description="the record for every number of cards up to this")
    ] = 20
    deck: Deckfile = None
