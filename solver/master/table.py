"""Solution tables: the fewest steps for every card of a menu, for one set-up or many.

A table is made row by row, a row a set-up. While it is being made, the rows
done are kept in a file beside the output (``.part``), so that a table that was
interrupted goes on where it was; the output itself appears by rename. The same
table is the same bytes, however often it was interrupted.
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import random
import tempfile
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
import orjson

from solver.errors import InvalidInput, LimitReached, plural
from solver.master.menu import cards_of, menu_played
from solver.master.notation import parse_plates
from solver.master.proof.fewest import KERNEL
from solver.master.proof.search import solve
from solver.master.rules import Plates, Variant, deal, missing
from solver.outputs import reason, replaced_file, status_of
from solver.parquet import parquet_modules
from solver.watch import Watch
from solver.workers import in_order, worker_pool

Item = TypeVar("Item")

#: What an output may be called.
FORMATS = (".json", ".jsonl", ".csv", ".parquet")

#: Set-ups a worker takes at a time.
PIECE = 8

#: Rows in a row group of a Parquet file.
PARQUET_ROWS = 10_000

#: Ending of the file with the rows done so far.
PART = ".part"

#: Bytes of the longest name of a file (NAME_MAX of Linux's file systems).
LONGEST_NAME = 255


class Plan(msgspec.Struct, frozen=True):
    """What a table is of: everything that decides its content."""

    menu: str
    variant: Variant
    cards: dict[str, str]
    plates: str | None
    setups: int
    seed: int

    def set_ups(self) -> Iterator[Plates]:
        """Yield the set-ups, in order."""
        if self.plates is not None:
            yield parse_plates(self.plates)
            return
        randomness = random.Random(self.seed)
        onions = self.variant is Variant.COMPETENT or any(
            "O" in burger for burger in self.cards.values()
        )
        for _ in range(self.setups):
            yield deal(randomness, onions=onions)


class Row(msgspec.Struct, frozen=True):
    """One set-up and the fewest steps for each card; None where its ingredients do not suffice."""

    plates: str
    steps: dict[str, int | None]


def plan_of(menu: str, variant: Variant, plates: str | None, setups: int | None, seed: int) -> Plan:
    """Return what a table is of.

    Raises InvalidInput unless exactly one of plates and setups is given, and for set-ups of one
    menu alone in the competent variant.
    """
    if (plates is None) == (setups is None):
        raise InvalidInput(
            "no set-ups" if plates is None else "both", "plates, setups", "one of the two"
        )
    if setups is not None:
        menu_played(menu, variant, "all")
    cards = cards_of(menu)
    canonical = None if plates is None else str(parse_plates(plates))
    return Plan(menu, variant, cards, canonical, 1 if setups is None else setups, seed)


def rows(plan: Plan, watch: Watch, *, skip: int = 0, jobs: int = 1) -> Iterator[Row]:
    """Yield the table's rows in order, from row ``skip`` on.

    Raises LimitReached when the watch expires.
    """
    if plan.setups > PIECE:
        KERNEL.load()
    set_ups = (plates for number, plates in enumerate(plan.set_ups()) if number >= skip)
    done = skip
    with worker_pool(jobs) as executor:
        pieces = (
            _Piece(plan.cards, plan.variant, piece)
            for piece in _batched(set_ups, PIECE if executor else 1)
        )
        for piece in in_order(_solve_piece, pieces, executor, jobs):
            yield from piece
            done += len(piece)
            watch.tell(f"{done:,} of {plural(plan.setups, 'set-up')}", done / plan.setups)
            if watch.expired() and done < plan.setups:
                raise LimitReached(
                    f"the limit was reached after {done:,} of {plural(plan.setups, 'set-up')}"
                )


class _Piece(msgspec.Struct, frozen=True):
    cards: dict[str, str]
    variant: Variant
    plates: list[Plates]


def _solve_piece(piece: _Piece) -> list[Row]:
    return [solve_row(plates, piece.cards, piece.variant) for plates in piece.plates]


def solve_row(plates: Plates, cards: dict[str, str], variant: Variant) -> Row:
    """Return the fewest steps for every card from these plates, each proved."""
    return Row(
        str(plates),
        {
            name: None if missing(plates, burger) else solve(plates, burger, variant).bound
            for name, burger in cards.items()
        },
    )


def _batched(items: Iterator[Item], size: int) -> Iterator[list[Item]]:
    while piece := list(islice(items, size)):
        yield piece


def write_table(plan: Plan, output: str, watch: Watch, *, jobs: int = 1) -> int:
    """Make the table and write it to ``output``, in the format of its ending; return the number of rows.

    Goes on with the rows of an earlier, interrupted run of the same plan.

    Raises InvalidInput for an output that cannot be written, LimitReached when the watch expires.
    """
    path = Path(output)
    if path.suffix.lower() not in FORMATS:
        raise InvalidInput(
            f"unknown format {path.suffix or 'without ending'}", output, " ".join(FORMATS)
        )
    if path.suffix.lower() == ".parquet":
        parquet_modules()
    status_of(path)
    with _place_of_part(path) as part, _journal(part, plan) as (file, done):
        try:
            for row in rows(plan, watch, skip=done, jobs=jobs):
                file.write(_journal_line(row))
                file.flush()
                done += 1
        except (LimitReached, KeyboardInterrupt) as error:
            kept = f"{plural(done, 'set-up')} kept in {part}: the same command goes on from there"
            if part.parent != path.parent:
                kept = "nothing is kept: the folder of the output takes no second file"
            if isinstance(error, LimitReached):
                raise LimitReached(f"{error}; {kept}") from None
            error.add_note(kept)
            raise
        with replaced_file(path) as out:
            _write(plan, _read_rows(part), path.suffix.lower(), out)
        part.unlink()
    return done


@contextlib.contextmanager
def _place_of_part(path: Path) -> Iterator[Path]:
    """Give where the rows done are kept: beside the output.

    For this run only, and elsewhere, where the output is there in a folder that takes no other file.
    """
    part = part_of(path)
    if part.exists() or not path.exists() or os.access(path.parent, os.W_OK):
        yield part
        return
    with tempfile.TemporaryDirectory() as elsewhere:
        yield Path(elsewhere) / part.name


def part_of(path: Path) -> Path:
    """Return where the rows done are kept: beside the output, whose name is cut if it is too long.

    >>> part_of(Path("a.csv"))
    PosixPath('a.csv.part')
    >>> len(part_of(Path("a" * 255)).name)
    255
    """
    name = os.fsencode(path.name)
    if len(name) + len(PART) > LONGEST_NAME:
        mark = f"-{zlib.crc32(name):08x}".encode()
        name = name[: LONGEST_NAME - len(PART) - len(mark)] + mark
    return path.with_name(os.fsdecode(name) + PART)


def _journal_line(row: Row) -> bytes:
    """Return a row as a line that tells if it was damaged: its CRC-32, then the row as JSON."""
    content = orjson.dumps(msgspec.to_builtins(row))
    return f"{zlib.crc32(content):08x} ".encode() + content + b"\n"


def _row_of(line: bytes) -> Row | None:
    """Return the row in a line of the journal; None if the line is not whole."""
    check, _, content = line.partition(b" ")
    if not content.endswith(b"\n") or check != f"{zlib.crc32(content[:-1]):08x}".encode():
        return None
    return msgspec.json.decode(content, type=Row)


@contextlib.contextmanager
def _journal(part: Path, plan: Plan) -> Iterator[tuple[IO[bytes], int]]:
    """Give the file of rows done, open at its end, and how many there are.

    Its first line is the plan. From the first line on that is not whole, as after a kill, it is
    made again. Only one run at a time has it.
    """
    head = orjson.dumps(msgspec.to_builtins(plan)) + b"\n"
    try:
        file = os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot write the output: {reason(error)}", str(part)) from None
    with file:
        _lock(file, part)
        first = file.readline()
        end, done = len(head), 0
        if first == head:
            while (line := file.readline()) and _row_of(line):
                end += len(line)
                done += 1
        elif head.startswith(first):
            file.seek(0)
            file.write(head)
        else:
            raise InvalidInput(
                "an interrupted table of other options is there",
                str(part),
                "the same options, or remove that file",
            )
        file.truncate(end)
        file.seek(end)
        yield file, done


def _lock(file: IO[bytes], part: Path) -> None:
    """Take the file for this run, where the system can.

    Raises InvalidInput if another run has it.
    """
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InvalidInput(
            "another run is making this table", str(part), "another output"
        ) from None


def _read_rows(part: Path) -> Iterator[Row]:
    with part.open("rb") as file:
        file.readline()
        for line in file:
            if row := _row_of(line):
                yield row


def _write(plan: Plan, table: Iterator[Row], suffix: str, out: IO[bytes]) -> None:
    cards = list(plan.cards)
    if suffix == ".jsonl":
        for row in table:
            out.write(orjson.dumps(msgspec.to_builtins(row), option=orjson.OPT_SORT_KEYS) + b"\n")
    elif suffix == ".json":
        document = {**head_of(plan), "setups": [msgspec.to_builtins(row) for row in table]}
        out.write(orjson.dumps(document, option=orjson.OPT_SORT_KEYS) + b"\n")
    elif suffix == ".csv":
        text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["plates", *cards])
        writer.writerows([row.plates, *row.steps.values()] for row in table)
        text.detach()
    else:
        arrow, parquet = parquet_modules()
        schema = arrow.schema(
            [("plates", arrow.string()), *((card, arrow.int8()) for card in cards)],
            metadata={"burger": orjson.dumps(head_of(plan))},
        )
        with parquet.ParquetWriter(out, schema) as writer:
            for piece in _batched(table, PARQUET_ROWS):
                columns: list[list[Any]] = [[row.plates for row in piece]]
                columns += [[row.steps[card] for row in piece] for card in cards]
                writer.write_batch(arrow.record_batch(columns, schema=schema))


def head_of(plan: Plan) -> dict[str, Any]:
    """Return what a table file says of itself."""
    drawn = {} if plan.plates else {"seed": plan.seed}
    return {
        "game": "master",
        "kind": "table",
        "menu": plan.menu,
        "variant": plan.variant,
        "cards": plan.cards,
        **drawn,
    }
