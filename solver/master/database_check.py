"""Check a database: everything there exactly once, whole, and right wherever it is asked again.

What is compared: the files' names and metadata, the checksum of the content,
the numbers and plates of all set-ups against ``setups``, and some random
answers against A* in plain Python (``reference``), which shares no code with
the kernel that made them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from solver.errors import InvalidInput, LimitReached, plural
from solver.master.database import Database, Rows, Share, chunk_numbers, read_chunk, read_head
from solver.master.notation import parse_plates
from solver.master.proof.reference import a_star
from solver.watch import Watch

#: Faults of one kind are many when there is one: no more than so many are told.
MOST_FAULTS = 20


@dataclass(slots=True)
class Findings:
    """What a check has found: files and set-ups looked at, answers solved again, and faults."""

    files: int = 0
    setups: int = 0
    solved: int = 0
    faults: list[str] = field(default_factory=list)


def check(database: Database, share: Share, sample: int, seed: int, watch: Watch) -> Findings:
    """Return what a check of a share of a database finds.

    sample: how many random answers of the right files are solved again, or all of them if fewer.

    Raises InvalidInput for a share without chunks, LimitReached when the watch expires.
    """
    wanted = database.chunks_of(share)
    findings = Findings(faults=list(_strange_files(database)))
    right = []
    for done, chunk in enumerate(wanted):
        so_far = f"{done:,} of {plural(len(wanted), 'chunk')}"
        watch.tell(f"{so_far} checked", done / len(wanted))
        if watch.expired():
            raise LimitReached(f"the limit was reached after {so_far}")
        fault, rows = _chunk(database, chunk)
        if rows is None:
            findings.faults.append(f"{database.place(chunk).name}: {fault}")
            continue
        findings.files += 1
        findings.setups += len(rows.setups)
        right.append(chunk)
    for chunk, again in _drawn(database, right, sample, seed).items():
        rows = read_chunk(database, chunk)
        for row, card in again:
            watch.tell(f"{plural(findings.solved, 'answer')} solved again")
            findings.solved += 1
            findings.faults.extend(_solved_again(database, chunk, rows, row, card, watch))
    return findings


def faults_of_all(folder: Path) -> list[str]:
    """Return what is wrong with the chunk files of a folder none of which says what it is of."""
    faults = []
    for number in chunk_numbers(folder):
        path = folder / f"setups-{number:04d}.parquet"
        try:
            read_head(path)
        except InvalidInput as error:
            faults.append(f"{path.name}: {error.what}")
    return faults


def _strange_files(database: Database) -> Iterator[str]:
    """Yield the Parquet files that are no chunk of this database: a query over all would count them."""
    chunks = {database.place(chunk).name for chunk in database.there()}
    for path in sorted(database.folder.glob("*.parquet")):
        if path.name not in chunks:
            yield f"{path.name}: no chunk of this database"


#: An answer to be solved again: the row in its chunk, and the card.
_Again = tuple[int, str]


def _drawn(
    database: Database, chunks: list[int], sample: int, seed: int
) -> dict[int, list[_Again]]:
    """Draw different answers of these chunks, uniformly, by chunk."""
    cards = list(database.contents.cards)
    # Only the last chunk may be shorter than the others.
    size = len(database.span(0)) * len(cards)
    number = sum(len(database.span(chunk)) for chunk in chunks) * len(cards)
    again: dict[int, list[_Again]] = {}
    for answer in random.Random(seed).sample(range(number), min(sample, number)):
        row, card = divmod(answer % size, len(cards))
        again.setdefault(chunks[answer // size], []).append((row, cards[card]))
    return again


def _chunk(database: Database, chunk: int) -> tuple[str, Rows | None]:
    """Return a chunk's rows, or what is wrong with it."""
    if not os.path.lexists(database.place(chunk)):
        return "missing", None
    try:
        rows = read_chunk(database, chunk)
    except InvalidInput as error:
        return error.what, None
    span = database.span(chunk)
    if rows.plates != [str(plates) for plates in database.setups.between(span.start, span.stop)]:
        return "plates that are not those of their numbers", None
    return "", rows


def _solved_again(
    database: Database, chunk: int, rows: Rows, row: int, card: str, watch: Watch
) -> Iterator[str]:
    plates = rows.plates[row]
    told = int(rows.steps[card][row])
    contents = database.contents
    steps, bound, _ = a_star(
        parse_plates(plates), contents.cards[card], contents.variant, watch.expired
    )
    if steps is None:
        raise LimitReached("the limit was reached while answers were solved again")
    if bound != told:
        where = f"{database.place(chunk).name}: {plates}, {card}"
        yield f"{where}: {plural(told, 'step')} told, {bound} are right"
