"""What each question about Super Burger asks.

A field is at once a command-line option (``--top``) and a key of a request
document (``"top"``); its description is the option's help.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from solver.requests import DeckFile, Mark, Request, Searching, Seed
from solver.superburger.policy import PolicyName
from solver.superburger.state import MOST_PLAYERS, Variant

#: Most flies and most boxes on one burger: as many as the deck holds.
MOST_FLIES = 8
MOST_BOXES = 8

#: Most rounds that are played on a burger; the biggest is gone before.
MOST_ROUNDS = 200

#: Most games that an estimate plays for each option.
MOST_SAMPLES = 100_000


StateText = Annotated[
    str,
    Meta(
        description="the table as text, a file with it, or - for standard input, such as "
        '"hand 1: rTO rBN / hand 2: ?7 / table: rBN rON / deck: ?60"',
        extra={Mark.ARGUMENT: True},
    ),
]


class Plays(Request, kw_only=True):
    """``super.plays``: every legal play."""

    hand: Annotated[
        str | list[str],
        Meta(description="the cards in hand, such as rTO bTO gBN", extra={Mark.ARGUMENT: True}),
    ]
    top: Annotated[
        str,
        Meta(description="the top card of the burger under construction; - where there is none"),
    ]
    deck: DeckFile = None


class Biggest(Searching, kw_only=True):
    """``super.biggest``: the biggest burger that cards can build, proved."""

    cards: Annotated[
        str | list[str],
        Meta(
            description="the cards, such as rBN rTO bTO bBN; none with --deck",
            extra={Mark.ARGUMENT: True},
        ),
    ] = ""
    open: Annotated[
        str | None,
        Meta(description="the colour of the bottom bun that lies on the table already"),
    ] = None
    count_buns: Annotated[bool, Meta(description="count the two buns as points")] = False
    deck: Annotated[
        bool | str,
        Meta(
            description="the whole deck instead of cards; with a FILE, of your own deck",
            extra={Mark.DOCUMENT: True},
        ),
    ] = False


class Flies(Request, kw_only=True):
    """``super.flies``: what flies leave of a burger, round by round."""

    burger: Annotated[
        str | list[str],
        Meta(
            description="the burger, bottom to top, such as rBN rTO rPE rBN",
            extra={Mark.ARGUMENT: True},
        ),
    ]
    flies: Annotated[int, Meta(ge=0, le=MOST_FLIES, description="flies on the burger")] = 1
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS, description="rounds to play")] = 5
    boxes: Annotated[
        str | int | list[int] | None,
        Meta(
            description="rounds in which the owner plays a box, after the flies have eaten, such "
            "as 1,3; 0: before they first eat"
        ),
    ] = None
    skips: Annotated[
        str | int | list[int] | None,
        Meta(description="rounds in which an onion makes the owner skip the turn, such as 2"),
    ] = None
    deck: DeckFile = None


class Close(Searching, kw_only=True):
    """``super.close``: close now, pass or go on?"""

    state: StateText
    samples: Annotated[
        int, Meta(ge=2, le=MOST_SAMPLES, description="games played for each option of an estimate")
    ] = 100
    seed: Seed = 1
    policy: Annotated[
        PolicyName, Meta(description="how everybody plays on in the games of an estimate")
    ] = PolicyName.STEADY
    deck: DeckFile = None


class Endgame(Searching, kw_only=True):
    """``super.endgame``: the best result for the player to move, proved."""

    state: StateText
    deck: DeckFile = None


class Play(Request, kw_only=True):
    """``super.play``: a whole game by the rules."""

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS, description="players")] = 4
    seed: Seed = 1
    variant: Annotated[
        Variant, Meta(description="children: no capture by a box, no swap by salt")
    ] = Variant.STANDARD
    policy: Annotated[PolicyName, Meta(description="how everybody plays")] = PolicyName.STEADY
    deck: DeckFile = None


class Referee(Request, kw_only=True):
    """``super.referee``: does a log keep the rules?"""

    log: Annotated[
        str,
        Meta(
            description="a file that burger super play -o wrote, or the log itself as JSON",
            extra={Mark.ARGUMENT: True, Mark.DOCUMENT: True},
        ),
    ]
