"""The complete database of a menu: the fewest steps for every card from every set-up.

The set-ups (``setups``) are cut into chunks of one size. A chunk is one Parquet
file, made in one go by a worker and put in its place by rename; so a build that
was killed at any moment goes on with the chunks that are not there. A *share*
K/N of the database is every Nth chunk.

A file holds a row a set-up: its number, its plates as text, and the fewest
steps for each card in a column of the card's name. Its metadata say what
database it is of and carry a checksum of the content. Looking at a finished
database is left to ``database_check`` and ``database_stats``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from solver.documents import reason, replaced_file
from solver.errors import InvalidInput, LimitReached
from solver.master.menu import cards_of
from solver.master.rules import Plates, Variant
from solver.master.setups import Setups, all_setups
from solver.parquet import parquet_modules
from solver.watch import Watch
from solver.workers import as_done

#: Set-ups in a chunk: some seconds of work, some tens of kilobytes.
CHUNK = 4096

#: Where a file's metadata are, beside those of Parquet itself.
KEY = b"burger"

#: Column of the set-ups' numbers, and of their plates.
SETUP, PLATES = "setup", "plates"

_NAME = re.compile(r"setups-(\d{4,7})\.parquet")
_SHARE = re.compile(r"\s*(\d{1,7})\s*/\s*(\d{1,7})\s*")


class Contents(msgspec.Struct, frozen=True):
    """What a database is of: everything that decides what its files hold."""

    menu: str
    variant: Variant
    cards: dict[str, str]

    @property
    def onions(self) -> bool:
        """Whether the set-ups have onions: if a card has, and in the competent variant."""
        return self.variant is Variant.COMPETENT or any(
            "O" in burger for burger in self.cards.values()
        )


def contents_of(menu: str, variant: Variant) -> Contents:
    """Return what the database of a menu is of.

    Raises InvalidInput for a menu that is none.
    """
    return Contents(menu, variant, cards_of(menu))


class Head(msgspec.Struct, frozen=True):
    """What a chunk's metadata say: its place in which database, and its content's checksum."""

    contents: Contents
    chunk: int
    checksum: str
    game: str = "master"
    kind: str = "database"


@dataclass(frozen=True, slots=True)
class Share:
    """One of ``of`` equal parts of a database, the ``part``-th: every ``of``-th chunk.

    >>> str(Share.parse("1/24")), Share(2, 3).chunks(8)
    ('1/24', range(1, 8, 3))
    """

    part: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Share:
        """Return the share that a text such as 1/24 says; raises InvalidInput for another text."""
        found = _SHARE.fullmatch(text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise InvalidInput(
                f"no share {text!r}"[:60], "share", "such as 1/24, from 1/24 up to 24/24"
            )
        return cls(int(found[1]), int(found[2]))

    def chunks(self, number: int) -> range:
        """Return which of so many chunks belong to the share."""
        return range(self.part - 1, number, self.of)

    def __str__(self) -> str:
        """Return the share as text."""
        return f"{self.part}/{self.of}"


#: All of a database.
WHOLE = Share(1, 1)


@dataclass(frozen=True)
class Database:
    """A database in a folder, finished or not."""

    folder: Path
    contents: Contents

    @property
    def setups(self) -> Setups:
        """The set-ups it is of."""
        return all_setups(onions=self.contents.onions)

    @property
    def chunks(self) -> int:
        """Return how many chunks the whole database has."""
        return -(-len(self.setups) // CHUNK)

    def span(self, chunk: int) -> range:
        """Return the numbers of the set-ups in a chunk."""
        return range(chunk * CHUNK, min((chunk + 1) * CHUNK, len(self.setups)))

    def chunk_of(self, setup: int) -> int:
        """Return the chunk that holds the set-up of that number."""
        return setup // CHUNK

    def place(self, chunk: int) -> Path:
        """Return where a chunk's file is, or will be."""
        return self.folder / f"setups-{chunk:04d}.parquet"

    def there(self) -> list[int]:
        """Return the chunks whose file is there, sorted; what they hold is not looked at."""
        return sorted(chunk for chunk in chunk_numbers(self.folder) if chunk < self.chunks)


def chunk_numbers(folder: Path) -> list[int]:
    """Return the numbers of the chunk files in a folder."""
    try:
        found = [(path.name, _NAME.fullmatch(path.name)) for path in folder.iterdir()]
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"cannot read the folder: {reason(error)}", str(folder), "a database's folder"
        ) from None
    return sorted(
        int(match[1])
        for name, match in found
        if match and name == f"setups-{int(match[1]):04d}.parquet"
    )


def open_database(folder: str) -> Database:
    """Return the database in a folder.

    Raises InvalidInput where there is none.
    """
    path = Path(folder)
    for chunk in chunk_numbers(path):
        head = read_head(path / f"setups-{chunk:04d}.parquet")
        if head is not None:
            return Database(path, head.contents)
    raise InvalidInput(
        "no database in the folder",
        folder,
        "DIR, the folder that burger master database build -o wrote",
    )


def read_head(path: Path) -> Head | None:
    """Return what a chunk's file says of itself; None if it is no whole chunk file."""
    arrow, parquet = parquet_modules()
    try:
        metadata = parquet.read_schema(path).metadata or {}
        return msgspec.json.decode(metadata.get(KEY, b""), type=Head)
    except (OSError, arrow.ArrowException, msgspec.MsgspecError, UnicodeDecodeError):
        return None


@dataclass(frozen=True)
class Rows:
    """A chunk's content: the set-ups' numbers and plates, and the fewest steps by card."""

    setups: npt.NDArray[np.uint32]
    plates: list[str]
    steps: dict[str, npt.NDArray[np.uint8]]

    def checksum(self) -> str:
        """Return the SHA-256 of the content, the same whatever the Parquet writer."""
        digest = hashlib.sha256(self.setups.astype("<u4").tobytes())
        digest.update("\n".join(self.plates).encode())
        for card in sorted(self.steps):
            digest.update(b"\n" + card.encode() + b"\n" + self.steps[card].tobytes())
        return digest.hexdigest()


def read_rows(path: Path) -> Rows:
    """Return the content of a chunk's file; raises InvalidInput if it is none."""
    arrow, parquet = parquet_modules()
    try:
        table = parquet.read_table(path)
        names = [name for name in table.column_names if name not in (SETUP, PLATES)]
        return Rows(
            table[SETUP].to_numpy().astype(np.uint32),
            table[PLATES].to_pylist(),
            {name: table[name].to_numpy().astype(np.uint8) for name in names},
        )
    except (OSError, KeyError, ValueError, TypeError, arrow.ArrowException):
        raise InvalidInput(
            "no chunk of a database", str(path), "a file that database build wrote"
        ) from None


# -- building --------------------------------------------------------------


@dataclass(frozen=True)
class Chunk:
    """The work of one worker in one go."""

    contents: Contents
    number: int


def solve_chunk(chunk: Chunk) -> tuple[int, bytes]:
    """Return a chunk's number and its Parquet file, every answer proved."""
    database = Database(Path(), chunk.contents)
    span = database.span(chunk.number)
    set_ups = list(database.setups.between(span.start, span.stop))
    rows = solve_rows(span, set_ups, chunk.contents)
    return chunk.number, encoded(rows, chunk)


def solve_rows(span: range, set_ups: list[Plates], contents: Contents) -> Rows:
    """Return the rows for some set-ups."""
    from solver.master.many import (
        Batch,
    )  # loads the kernel, which a look at the files does not need

    batch = Batch(set_ups)
    return Rows(
        np.arange(span.start, span.stop, dtype=np.uint32),
        [str(plates) for plates in set_ups],
        {name: batch.fewest(burger, contents.variant) for name, burger in contents.cards.items()},
    )


def encoded(rows: Rows, chunk: Chunk) -> bytes:
    """Return rows as a Parquet file; the same rows are the same bytes with the same writer."""
    arrow, parquet = parquet_modules()
    head = Head(chunk.contents, chunk.number, rows.checksum())
    columns = {SETUP: arrow.array(rows.setups), PLATES: arrow.array(rows.plates)}
    columns |= {name: arrow.array(steps) for name, steps in rows.steps.items()}
    table = arrow.table(columns).replace_schema_metadata({KEY: msgspec.json.encode(head)})
    out = arrow.BufferOutputStream()
    parquet.write_table(table, out, compression="zstd", compression_level=9)
    return bytes(out.getvalue())


def missing_chunks(database: Database, share: Share) -> list[int]:
    """Return the chunks of a share that have yet to be made.

    A file that is not whole, as a power cut may leave one, counts as missing.

    Raises InvalidInput where the folder holds a chunk of another database.
    """
    wanted = set(share.chunks(database.chunks))
    for chunk in chunk_numbers(database.folder):
        head = read_head(database.place(chunk))
        if head is None:
            continue
        if head.contents != database.contents or head.chunk != chunk:
            raise InvalidInput(
                "the folder holds another database",
                database.place(chunk).name,
                "the same menu and variant, or an empty folder",
            )
        wanted.discard(chunk)
    return sorted(wanted)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did: chunks and set-ups of the share, and how many of the chunks are new."""

    chunks: int
    setups: int
    new: int


def build(
    database: Database, share: Share, watch: Watch, executor: Executor | None, jobs: int = 1
) -> Built:
    """Make the chunks of a share that are not there yet, each by a worker of the executor.

    Raises InvalidInput for a folder that cannot be written or holds another
    database, LimitReached when the watch expires; what is done stays.
    """
    try:
        database.folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"cannot make the folder: {reason(error)}", str(database.folder)
        ) from None
    wanted = share.chunks(database.chunks)
    missing = missing_chunks(database, share)
    done = len(wanted) - len(missing)
    watch.tell(_progress(done, len(wanted)), done / max(1, len(wanted)))
    for number, content in _solved(database, missing, executor, jobs):
        _put(database.place(number), content)
        done += 1
        watch.tell(_progress(done, len(wanted)), done / len(wanted))
        if watch.expired() and done < len(wanted):
            raise LimitReached(f"the limit was reached after {_progress(done, len(wanted))}")
    return Built(len(wanted), sum(len(database.span(chunk)) for chunk in wanted), len(missing))


def _put(place: Path, content: bytes) -> None:
    try:
        with replaced_file(place) as file:
            file.write(content)
    except OSError as error:
        raise InvalidInput(f"cannot write the file: {reason(error)}", str(place)) from None


def _solved(
    database: Database, chunks: list[int], executor: Executor | None, jobs: int
) -> Iterator[tuple[int, bytes]]:
    return as_done(
        solve_chunk, (Chunk(database.contents, number) for number in chunks), executor, jobs
    )


def _progress(done: int, of: int) -> str:
    return f"{done:,} of {of:,} chunks"
