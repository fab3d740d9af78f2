"""Small databases for the tests: the same code, with chunks of few set-ups."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.master import database
from solver.master.database import Database, Share, contents_of
from solver.master.database_build import build
from solver.master.rules import Variant
from solver.watch import Watch

#: Set-ups in a small chunk.
SMALL = 16

#: A share of the Base menu in small chunks: 5 of them.
FEW = Share(7, 30_048)


def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut databases into small chunks, in this process."""
    monkeypatch.setattr(database, "CHUNK", SMALL)


def small_database(folder: Path, share: Share = FEW) -> Database:
    """A share of the Base database; for use with ``small_chunks``."""
    made = Database(folder, contents_of("base", Variant.STANDARD))
    build(made, share, Watch())
    return made


def contents(folder: Path) -> dict[str, bytes]:
    """All files in a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
