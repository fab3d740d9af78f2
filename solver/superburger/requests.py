"""What each question about Super Burger asks.

A field is at once a command-line option (``--top``) and a key of a request
document (``"top"``); its description is the option's help.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from solver.requests import Searching

DeckPath = Annotated[str | None, Meta(description="a file with your own deck")]


class Biggest(Searching, kw_only=True):
    """``super.biggest``: the biggest burger that cards can build, proved."""

    cards: Annotated[
        str,
        Meta(
            description="the cards, such as rBN rTO bTO bBN; none with --deck",
            extra={"argument": True},
        ),
    ] = ""
    open: Annotated[
        str | None,
        Meta(description="the colour of the bottom bun that lies on the table already"),
    ] = None
    count_buns: Annotated[bool, Meta(description="count the two buns as points")] = False
    deck: Annotated[
        bool | str,
        Meta(description="the whole deck instead of cards; with a FILE, of your own deck"),
    ] = False
