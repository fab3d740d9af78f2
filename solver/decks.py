"""Decks and menus of all games: which there are, and whether a file is a right one."""

from __future__ import annotations

import importlib
from enum import StrEnum
from typing import Any

import data
from solver.documents import read_document, untyped_document
from solver.errors import InvalidInput, quote


class Provenance(StrEnum):
    """Where the faces of a menu or deck come from."""

    RECONSTRUCTION = "reconstruction"
    """Made to fit the rulebook's counts and examples; not the published faces."""
    OWN_COPY = "own copy"
    """Copied by an owner from the printed cards."""
    INVENTED = "invented"
    """Made up for play or study."""


#: (game, kind) of a document -> where its check is: a function of the path that returns a description.
CHECKS = {
    ("master", "menu"): "solver.master.menu:describe_file",
    ("super", "deck"): "solver.superburger.deck:describe_file",
    ("draft", "deck"): "solver.draft.deck:describe_file",
    ("battle", "deck"): "solver.battle.deck:describe_file",
    ("slam", "deck"): "solver.slam.deck:describe_file",
}


def deck_names() -> list[str]:
    """Return the decks and menus that come with this package."""
    return data.names()


def deck_text(name: str) -> str:
    """Return one of them as text.

    Raises InvalidInput for a name that is not among them.
    """
    names = deck_names()
    found = [known for known in names if name in (known, known.removesuffix(".json"))]
    if not found:
        known = ", ".join(one.removesuffix(".json") for one in names)
        raise InvalidInput(f"no deck called {quote(name)}", "", f"one of {known}")
    return data.read(found[0]).decode()


def check_deck(path: str) -> str:
    """Return what the deck or menu in a file is, in one line.

    Raises InvalidInput for a file that cannot be read, or is none, with the first fault.
    """
    document = untyped_document(read_document(path), path)
    key = (document.get("game"), document.get("kind")) if isinstance(document, dict) else None
    if key not in CHECKS:
        known = ", ".join(f'"game": "{game}", "kind": "{kind}"' for game, kind in CHECKS)
        raise InvalidInput("no deck or menu", path, f"an object with {known}")
    module, _, function = CHECKS[key].partition(":")
    description: Any = getattr(importlib.import_module(module), function)(path)
    return str(description)
