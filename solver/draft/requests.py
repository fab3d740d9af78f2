"""What each question about BurgerDraft asks.

A field is at once a command-line option (``--hand``) and a key of a request
document (``"hand"``); its description is the option's help. Fields marked
``file`` may on the command line also be a .json or .txt file, or - for
standard input.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from solver.requests import Request

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


class ShowDeck(Request, kw_only=True):
    """``draft.deck``: the ingredients, the scoring cards, and how they are paired."""

    deck: Deckfile = None


class Score(Request, kw_only=True):
    """``draft.score``: what a board is worth."""

    board: BoardText
    deck: Deckfile = None
