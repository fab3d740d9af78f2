"""The cards: decks and menus as JSON, one folder a game.

This module only hands out the files' bytes; what they mean is in
``solver/<game>``. Every deck here is a reconstruction unless it says otherwise.
"""

from __future__ import annotations

from importlib.resources import files


def read(name: str) -> bytes:
    """Return the content of a data file, such as ``master/menu-base.json``."""
    return files("data").joinpath(name).read_bytes()


def names() -> list[str]:
    """Return the names of all decks and menus here, sorted."""
    found = [
        f"{folder.name}/{file.name}"
        for folder in files("data").iterdir()
        if folder.is_dir()
        for file in folder.iterdir()
        if file.name.endswith(".json") and file.name.startswith(("deck", "menu"))
        if not file.name.endswith(".schema.json")
    ]
    return sorted(found)
