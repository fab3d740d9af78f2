"""Make the files of a database: what is missing, or is not what it should be.

A chunk is made in one go by a worker and put in its place by rename; so a build
that was killed at any moment goes on with the chunks that are not there. What a
file holds is in ``database``.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from solver.errors import InvalidInput, LimitReached, plural
from solver.master.database import (
    KEY,
    PLATES,
    SETUP,
    Contents,
    Damaged,
    Database,
    Head,
    Rows,
    Share,
    check_place,
    chunk_numbers,
    read_chunk,
)
from solver.master.rules import Plates
from solver.outputs import reason, replaced_file
from solver.parquet import parquet_modules
from solver.watch import Watch
from solver.workers import as_done


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
    from solver.master.proof.many import Batch  # what a look at the files does not need

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
    columns = {SETUP: arrow.array(rows.setups), PLATES: arrow.array(rows.plates, arrow.string())}
    columns |= {name: arrow.array(steps) for name, steps in rows.steps.items()}
    table = arrow.table(columns).replace_schema_metadata({KEY: msgspec.json.encode(head)})
    out = arrow.BufferOutputStream()
    parquet.write_table(table, out, compression="zstd", compression_level=9)
    return bytes(out.getvalue())


def missing_chunks(database: Database, share: Share, watch: Watch) -> list[int]:
    """Return the chunks of a share that have yet to be made.

    A file that is not as it was made, as a power cut may leave one, counts as missing.

    Raises InvalidInput where a file cannot be read, is of another database or another chunk.
    """
    missing = set(database.chunks_of(share))
    there = chunk_numbers(database.folder)
    for done, chunk in enumerate(there):
        watch.tell(f"{done:,} of {plural(len(there), 'file')} checked", done / len(there))
        with contextlib.suppress(Damaged):
            if chunk in missing:
                read_chunk(database, chunk)
                missing.discard(chunk)
            else:
                check_place(database, chunk)
    return sorted(missing)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did: chunks and set-ups of the share, and how many of the chunks are new."""

    chunks: int
    setups: int
    new: int


#: Gives the executor, None for this process, and how many work at once in it.
Workers = Callable[[], AbstractContextManager[tuple[Executor | None, int]]]


def here() -> AbstractContextManager[tuple[Executor | None, int]]:
    """Give no executor: all is done in this process."""
    return contextlib.nullcontext((None, 1))


def build(database: Database, share: Share, watch: Watch, workers: Workers = here) -> Built:
    """Make the chunks of a share that are not there yet.

    workers: asked only when everything else is checked and there is something to make.

    Raises InvalidInput for a share without chunks, a folder that cannot be written or holds
    another database, LimitReached when the watch expires; what is done stays.
    """
    wanted = database.chunks_of(share)
    try:
        database.folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"cannot make the folder: {reason(error)}", str(database.folder)
        ) from None
    missing = missing_chunks(database, share, watch)
    if missing:
        _check_writable(database.folder)
        with workers() as (executor, jobs):
            watch.restart()
            _make(database, missing, len(wanted), watch, executor, jobs)
    return Built(len(wanted), sum(len(database.span(chunk)) for chunk in wanted), len(missing))


def _check_writable(folder: Path) -> None:
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InvalidInput(f"cannot write in the folder: {reason(error)}", str(folder)) from None


def _make(
    database: Database,
    missing: list[int],
    of: int,
    watch: Watch,
    executor: Executor | None,
    jobs: int,
) -> None:
    done = of - len(missing)
    watch.tell(_progress(done, of), done / of)
    for number, content in _solved(database, missing, executor, jobs):
        _put(database.place(number), content)
        done += 1
        watch.tell(_progress(done, of), done / of)
        if watch.expired() and done < of:
            raise LimitReached(f"the limit was reached after {_progress(done, of)}")


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
    return f"{done:,} of {plural(of, 'chunk')}"
