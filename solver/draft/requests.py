"""What each question about BurgerDraft asks.

A field is at once a command-line option (``--hand``) and a key of a request
document (``"hand"``); its description is the option's help. Fields marked
``file`` may on the command line also be a .json or .txt file, or - for
standard input; in a request document they may also be the JSON itself, a list
or an object. A request document never names files of cards or logs.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, field

from solver.requests import DeckFile, Mark, Request, Searching, Seed

#: On the command line the value may be a file or - for standard input.
FILE = {Mark.FILE: True}
#: Cards or a log as text, or as the JSON that the text could be.
Text = str | list[Any] | dict[str, Any]
BoardText = Annotated[
    Text,
    Meta(
        description="the cards on a board, such as beef:2,lettuce,s01,s14; none for an empty one",
        extra={Mark.ARGUMENT: True, **FILE},
    ),
]
Pool = Annotated[
    Text,
    Meta(
        description="the cards to choose from, such as beef/s19,s05/gouda, or all",
        extra=FILE,
    ),
]


class ShowDeck(Request, kw_only=True):
    """``draft.deck``: the ingredients, the scoring cards, and how they are paired."""

    deck: DeckFile = None


class Score(Request, kw_only=True):
    """``draft.score``: what a board is worth."""

    board: BoardText
    deck: DeckFile = None


class Choose(Request, kw_only=True):
    """``draft.choose``: which scoring cards are worth most beside these ingredients."""

    board: BoardText
    pool: Pool = field(name="from")
    deck: DeckFile = None


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
    deck: DeckFile = None


class Record(Searching, kw_only=True):
    """``draft.record``: the best board of the whole deck, for every number of cards."""

    cards: Annotated[
        int, Meta(ge=1, le=240, description="the record for every number of cards up to this")
    ] = 20
    deck: DeckFile = None


Players = Annotated[int, Meta(ge=2, le=6, description="players of the game")]


class Next(Searching, kw_only=True):
    """``draft.next``: which card of the hand to place next."""

    board: BoardText = ""
    hand: Annotated[
        Text,
        Meta(
            description="the cards in view: 6 before the flip, 5 after it; backs where known: beef/s19",
            extra=FILE,
        ),
    ]
    players: Players = 4
    others: Annotated[
        str | None,
        Meta(
            description="the other boards, + between, the left neighbour first; ? for one not known",
            extra=FILE,
        ),
    ] = None
    turns: (
        Annotated[
            int, Meta(ge=0, le=50, description="turns after this one; what is usual, if not given")
        ]
        | None
    ) = None
    completions: Annotated[
        int, Meta(ge=2, le=100_000, description="completions of the game for an estimate")
    ] = 100
    seed: Seed = 1
    deck: DeckFile = None


class Hindsight(Searching, kw_only=True):
    """``draft.hindsight``: the best each player could have scored, the others' choices kept."""

    log: Annotated[
        Text,
        Meta(description="a game's log, as `play` writes it", extra={Mark.ARGUMENT: True, **FILE}),
    ]
    deck: DeckFile = None


class Play(Request, kw_only=True):
    """``draft.play``: a whole game by the rules."""

    players: Players = 4
    seed: Seed | None = None
    strengths: Annotated[
        str,
        Meta(
            description="how the players play: random, greedy or farsighted; one for all or one each"
        ),
    ] = "farsighted"
    share: (
        Annotated[
            float,
            Meta(
                ge=0,
                lt=1,
                description="share of the stack left out with 2 or 3 players; else drawn",
            ),
        ]
        | None
    ) = None
    deck: DeckFile = None
