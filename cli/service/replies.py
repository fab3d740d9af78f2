"""What the service says beside answers, as classes that its description is made from too."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Error(msgspec.Struct):
    """What is wrong, in one line."""

    error: str


class Invalid(Error):
    """Bad input, in the words of the command line."""

    error: Annotated[str, Meta(description="all of it in one line")]
    what: Annotated[str, Meta(description="what is wrong")]
    where: Annotated[str, Meta(description="the key, and the place in its text")]
    expected: Annotated[str, Meta(description="what would be right")]
    pointer: Annotated[
        str,
        Meta(description="JSON pointer (RFC 6901) to the value in the body; empty for all of it"),
    ]


class Lost(Error):
    """The answer was lost; the log has the same id."""

    id: str


class Health(msgspec.Struct):
    """Whether the service can answer, and how busy it is."""

    status: Annotated[
        Literal["ok", "warming up", "no worker", "stopping"],
        Meta(description="warming up: some questions cannot be answered yet"),
    ]
    workers: Annotated[int, Meta(description="worker processes that are up")]
    busy: Annotated[int, Meta(description="those that have a request")]
    waiting: Annotated[int, Meta(description="requests that wait for one")]
    missing: Annotated[list[str], Meta(description="questions that cannot be answered yet")]


class DeckNames(msgspec.Struct):
    """The decks and menus that come along."""

    decks: Annotated[list[str], Meta(description="names such as master/menu-base")]
