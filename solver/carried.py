"""The deck that a log carries: who reads the log elsewhere, or later, judges by the same cards.

A deck of one's own is carried whole. One that comes along is carried by its name and checksum,
so a log of a version with other cards is refused and not judged by them.
"""

from __future__ import annotations

import hashlib
from typing import Any

import data
from solver.documents import given_document, untyped_document
from solver.errors import InvalidInput, quote

#: Game -> the decks that come along, by the name that its options call them, with their files.
BUILT_IN: dict[str, dict[str, tuple[str, ...]]] = {
    "master": {
        "base": ("master/menu-base.json",),
        "gourmet": ("master/menu-gourmet.json",),
        "all": ("master/menu-base.json", "master/menu-gourmet.json"),
    },
    "slam": {"slam/deck": ("slam/deck.json",)},
    "draft": {"draft/deck": ("draft/deck.json",)},
    "super": {"superburger/deck": ("superburger/deck.json",)},
    "battle": {"battle/deck": ("battle/deck.json",)},
}

#: What a log's ``deck`` is: see :func:`carried`; in logs written by hand a name alone will do.
Carried = str | dict[str, Any] | None


def checksum(game: str, name: str) -> str:
    """Return the SHA-256 of a deck that comes along."""
    return hashlib.sha256(b"".join(map(data.read, BUILT_IN[game][name]))).hexdigest()


def carried(game: str, deck: str | None) -> dict[str, Any]:
    """Return what a log says of the deck played with.

    deck: as an option has it: the name of one that comes along, a file, its JSON; or None.
    """
    name = next(iter(BUILT_IN[game])) if deck is None else deck
    if name in BUILT_IN[game]:
        return {"name": name, "sha256": checksum(game, name)}
    content, where = given_document(name, "deck")
    document = untyped_document(content, where)
    if not isinstance(document, dict):
        raise InvalidInput("no deck", where, "a JSON object")
    return document


def deck_in(game: str, deck: Carried, asked: str | None = None) -> str | None:
    """Return the deck of a log as an option has it.

    asked: the deck that an option names beside the log; it must be the log's own, where that has one.

    Raises InvalidInput for the name of a file, which may have changed or be another one here, for
    a deck that comes along no more as it was, and for one that is not the one asked for.
    """
    names = BUILT_IN[game]
    if deck is None and asked is not None:
        return asked
    if asked is not None and carried(game, asked) != (
        carried(game, deck) if isinstance(deck, str) and deck in names else deck
    ):
        raise InvalidInput("another deck than that of the log", "deck", "the log's own, or none")
    if deck is None or (isinstance(deck, str) and deck in names):
        return deck if game == "master" else None
    if isinstance(deck, str):
        raise InvalidInput(
            f"a deck by a name, {quote(deck)}",
            "log, deck",
            f"the deck itself, as play writes it, or one of {', '.join(names)}",
        )
    if "sha256" not in deck:
        import msgspec

        return msgspec.json.encode(deck).decode()
    name = deck.get("name")
    if set(deck) != {"name", "sha256"} or name not in names:
        raise InvalidInput(
            f"an unknown deck, {quote(str(name))}", "log, deck", f"one of {', '.join(names)}"
        )
    if deck["sha256"] != checksum(game, name):
        raise InvalidInput(
            f"another version of {name}",
            "log, deck",
            f"the one that comes along, with the checksum {checksum(game, name)}",
        )
    return str(name) if game == "master" else None
