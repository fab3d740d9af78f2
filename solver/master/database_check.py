"""Check a database: everything there exactly once, whole, and right wherever it is asked again.

What is compared: the files' names and metadata, the checksum of the content,
the numbers and plates of all set-ups against ``setups``, and some random
answers against A* in plain Python (``reference``), which shares no code with
the kernel that made them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from solver.errors import InvalidInput, LimitReached
from solver.master.database import Database, Rows, Share, read_head, read_rows
from solver.master.notation import parse_plates
from solver.master.reference import a_star
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


#: An answer to be solved again: the row in its chunk, and the card.
_Again = tuple[int, str]


def check(database: Database, share: Share, sample: int, seed: int, watch: Watch) -> Findings:
    """Return what a check of a share of a database finds.

    sample: how many random answers are solved again.

    Raises LimitReached when the watch expires.
    """
    findings = Findings(faults=list(_strange_files(database)))
    wanted = share.chunks(database.chunks)
    again = _drawn(database, wanted, sample, seed)
    for done, chunk in enumerate(wanted):
        watch.tell(f"{done:,} of {len(wanted):,} chunks checked", done / len(wanted))
        if watch.expired():
            raise LimitReached(f"the limit was reached after {done:,} of {len(wanted):,} chunks")
        fault, rows = _chunk(database, chunk)
        if rows is None:
            findings.faults.append(f"{database.place(chunk).name}: {fault}")
            continue
        findings.files += 1
        findings.setups += len(rows.setups)
        for row, card in again.get(chunk, []):
            findings.solved += 1
            findings.faults.extend(_solved_again(database, chunk, rows, row, card, watch))
    return findings


def _strange_files(database: Database) -> Iterator[str]:
    """Yield the Parquet files that are no chunk of this database: a query over all would count them."""
    chunks = {database.place(chunk).name for chunk in database.there()}
    for path in sorted(database.folder.glob("*.parquet")):
        if path.name not in chunks:
            yield f"{path.name}: no chunk of this database"


def _drawn(database: Database, chunks: range, sample: int, seed: int) -> dict[int, list[_Again]]:
    """Draw answers of a share, uniformly, by chunk."""
    randomness = random.Random(seed)
    cards = list(database.contents.cards)
    again: dict[int, list[_Again]] = {}
    for _ in range(sample if chunks else 0):
        chunk = randomness.choice(chunks)
        row = randomness.randrange(len(database.span(chunk)))
        again.setdefault(chunk, []).append((row, randomness.choice(cards)))
    return again


def _chunk(database: Database, chunk: int) -> tuple[str, Rows | None]:
    """Return a chunk's rows, or what is wrong with it."""
    path = database.place(chunk)
    if not path.exists():
        return "missing", None
    head = read_head(path)
    if head is None:
        return "not a whole file of a database", None
    if head.contents != database.contents:
        return "of another database", None
    if head.chunk != chunk:
        return f"holds chunk {head.chunk}", None
    try:
        rows = read_rows(path)
    except InvalidInput as error:
        return error.what, None
    span = database.span(chunk)
    if set(rows.steps) != set(database.contents.cards):
        return "other cards than its metadata say", None
    if rows.checksum() != head.checksum:
        return "the checksum does not fit the content", None
    if not np.array_equal(rows.setups, np.arange(span.start, span.stop)):
        return f"set-ups other than {span.start:,} to {span.stop - 1:,}, each once", None
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
        yield f"{database.place(chunk).name}: {plates}, {card}: {told} steps told, {bound} are right"
