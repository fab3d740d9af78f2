"""The complete database of a menu: the fewest steps for every card from every set-up.

The set-ups (``setups``) are cut into chunks of one size. A chunk is one Parquet
file. A *share* K/N of the database is every Nth chunk.

A file holds a row a set-up: its number, its plates as text, and the fewest
steps for each card in a column of the card's name. Its metadata say which chunk
of what database it is and carry a checksum of the content: whoever reads a
chunk's answers holds it against all of these (``read_chunk``). Making the files
is left to ``database_build``, looking at a finished database to
``database_check`` and ``database_stats``.
"""

from __future__ import annotations

import hashlib
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from solver.errors import InvalidInput, plural, quote
from solver.master.menu import cards_of
from solver.master.rules import Variant
from solver.master.setups import Setups, all_setups
from solver.outputs import reason
from solver.parquet import parquet_modules

#: Set-ups in a chunk: some seconds of work, some tens of kilobytes.
CHUNK = 4096

#: No order takes more steps: ``frames.MOST_STEPS``, without loading what compiles.
MOST_STEPS = 41

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

    def __str__(self) -> str:
        """Return what it is for an error's line."""
        return f"menu {quote(self.menu)}, variant {self.variant.value}"


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
    game: Literal["master"] = "master"
    kind: Literal["database"] = "database"


class Damaged(InvalidInput):
    """A chunk's file is not as it was made; a build makes it again."""

    def __init__(self, what: str, path: Path) -> None:
        super().__init__(
            what, str(path), "the file as it was made; the same database build makes it again"
        )


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

    def chunks_of(self, share: Share) -> range:
        """Return the chunks of a share; raises InvalidInput for a share without any."""
        chunks = share.chunks(self.chunks)
        if not chunks:
            raise InvalidInput(
                f"share {share} has none of the {plural(self.chunks, 'file')}",
                "share",
                f"at most {min(self.chunks, share.of)}/{share.of}",
            )
        return chunks

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
    """Return the database in a folder: that of the first chunk whose file says what it is of.

    Raises InvalidInput where there is none; where there are files, but all of them are damaged
    or cannot be read, what is wrong with the first.
    """
    if not folder:
        raise InvalidInput("no name for the folder", "dir", "a database's folder, . for this one")
    path = Path(folder)
    first: InvalidInput | None = None
    for chunk in chunk_numbers(path):
        try:
            return Database(path, read_head(path / f"setups-{chunk:04d}.parquet").contents)
        except InvalidInput as error:
            first = first or error
    raise first or InvalidInput(
        "no database in the folder",
        folder,
        "DIR, the folder that burger master database build -o wrote",
    )


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


def read_head(path: Path) -> Head:
    """Return what a chunk's file says of itself.

    Raises Damaged if it is no whole chunk file, InvalidInput if it cannot be read.
    """
    return _opened(path)[0]


def read_rows(path: Path) -> Rows:
    """Return the content of a chunk's file, whatever it says of itself.

    Raises Damaged if it is not made as a chunk is, InvalidInput if it cannot be read.
    """
    return _rows(path, _opened(path)[1])


def read_chunk(database: Database, chunk: int) -> Rows:
    """Return a chunk's content, held against its name, its database and its checksum.

    Raises Damaged for a file that is not as it was made, InvalidInput for one that cannot be read
    or is not what its name says.
    """
    path = database.place(chunk)
    head, file = _opened(path)
    _check_head(head, database, chunk)
    rows = _rows(path, file)
    if set(rows.steps) != set(database.contents.cards):
        raise Damaged("other cards than its metadata say", path)
    if rows.checksum() != head.checksum:
        raise Damaged("the checksum does not fit the content", path)
    span = database.span(chunk)
    if not np.array_equal(rows.setups, np.arange(span.start, span.stop)):
        raise Damaged(f"set-ups other than {span.start:,} to {span.stop - 1:,}, each once", path)
    for card, steps in rows.steps.items():
        if steps.max() > MOST_STEPS:
            raise Damaged(f"{steps.max()} steps for {card}, more than any order takes", path)
    return rows


def check_place(database: Database, chunk: int) -> None:
    """Raise InvalidInput unless a chunk's file says of itself what its name and folder say.

    Its content is not looked at.
    """
    _check_head(read_head(database.place(chunk)), database, chunk)


def _check_head(head: Head, database: Database, chunk: int) -> None:
    path = database.place(chunk)
    if head.contents != database.contents:
        same = (head.contents.menu, head.contents.variant) == (
            database.contents.menu,
            database.contents.variant,
        )
        raise InvalidInput(
            f"of another database: {'other cards of ' if same else ''}{head.contents}",
            str(path),
            f"{database.contents}, as asked or as the folder's first file",
        )
    if head.chunk != chunk:
        raise InvalidInput(
            f"not what its name says: the file holds chunk {head.chunk}",
            str(path),
            f"chunk {chunk} in it, and chunk {head.chunk} in {database.place(head.chunk).name}",
        )
    if chunk >= database.chunks:
        raise InvalidInput(
            f"no chunk of this database, which has {plural(database.chunks, 'file')}", str(path)
        )


def _opened(path: Path) -> tuple[Head, Any]:
    """Return what a chunk's file says of itself, and the file for pyarrow, read into memory."""
    arrow, parquet = parquet_modules()
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise InvalidInput("not a plain file", str(path), "a file that database build wrote")
        content = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"cannot read the file: {reason(error)}", str(path)) from None
    try:
        file = parquet.ParquetFile(arrow.BufferReader(content))
        metadata = file.schema_arrow.metadata or {}
        return msgspec.json.decode(metadata.get(KEY, b""), type=Head), file
    except (OSError, ValueError, arrow.ArrowException, msgspec.MsgspecError):
        raise Damaged("not a whole file of a database", path) from None


def _rows(path: Path, file: Any) -> Rows:
    arrow, _ = parquet_modules()
    try:
        table = file.read()
    except (OSError, ValueError, arrow.ArrowException):
        raise Damaged("its columns cannot be read", path) from None
    kinds = {SETUP: arrow.uint32(), PLATES: arrow.string()}
    names = table.column_names
    if len(set(names)) < len(names) or not kinds.keys() <= set(names):
        raise Damaged("other columns than a chunk has", path)
    for name in names:
        column, kind = table[name], kinds.get(name, arrow.uint8())
        if column.type != kind:
            raise Damaged(f"column {name} is of the type {column.type}, not {kind}", path)
        if column.null_count:
            raise Damaged(f"{plural(column.null_count, 'empty value')} in column {name}", path)
    cards = [name for name in names if name not in kinds]
    return Rows(
        table[SETUP].to_numpy(),
        table[PLATES].to_pylist(),
        {name: table[name].to_numpy() for name in cards},
    )


# -- building --------------------------------------------------------------
