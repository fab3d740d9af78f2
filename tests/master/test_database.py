"""The database: built whole however often it was killed, checked, counted and asked."""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import numpy as np
import pytest

from solver.errors import InvalidInput, LimitReached
from solver.master.database import Database, Rows, Share, contents_of, read_head, read_rows
from solver.master.database_build import Chunk, build, encoded
from solver.master.database_check import check
from solver.master.database_stats import statistics_of
from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.proof.search import solve
from solver.master.rules import Variant, apply, complete
from solver.master.setups import all_setups
from solver.watch import Watch
from tests.master.databases import FEW, SMALL, contents, small_chunks, small_database

BASE = contents_of("base", Variant.STANDARD)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Database:
    """Five small chunks of the Base database."""
    small_chunks(monkeypatch)
    return small_database(tmp_path / "small")


def test_every_row_is_a_set_up_and_its_fewest_steps(small: Database) -> None:
    chunks = small.there()
    assert chunks == list(FEW.chunks(small.chunks))
    assert len(chunks) == 5
    for chunk in chunks:
        rows = read_rows(small.place(chunk))
        assert rows.setups.tolist() == list(small.span(chunk))
        for number, text in zip(rows.setups.tolist(), rows.plates, strict=True):
            assert all_setups(onions=False).rank(parse_plates(text)) == number
        for card, burger in cards_of("base").items():
            one_by_one = [solve(parse_plates(text), burger).bound for text in rows.plates[::5]]
            assert rows.steps[card].tolist()[::5] == one_by_one


def test_shares_are_all_of_it_and_nothing_twice() -> None:
    for number in (0, 1, 7, 587):
        parts = [chunk for part in range(1, 6) for chunk in Share(part, 5).chunks(number)]
        assert sorted(parts) == list(range(number))
    assert Share.parse(" 2 / 24 ") == Share(2, 24)
    for text in ("0/24", "25/24", "1", "a/b", "1/0", "-1/2", "1/2/3", ""):
        with pytest.raises(InvalidInput, match="share"):
            Share.parse(text)


def test_whole_database_has_every_set_up_in_one_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Database(Path(), BASE)
    spans = [whole.span(chunk) for chunk in range(whole.chunks)]
    assert spans[0].start == 0
    assert [span.stop for span in spans[:-1]] == [span.start for span in spans[1:]]
    assert spans[-1].stop == len(whole.setups)
    assert all(whole.chunk_of(number) == 5 for number in (spans[5].start, spans[5].stop - 1))


def test_threads_make_the_same_files(small: Database, tmp_path: Path) -> None:
    other = Database(tmp_path / "other", BASE)
    with ThreadPoolExecutor(3) as pool:
        build(other, FEW, Watch(), lambda: contextlib.nullcontext((pool, 3)))
    assert contents(other.folder) == contents(small.folder)


def test_killed_after_any_chunk_and_resumed_is_byte_identical(
    small: Database, tmp_path: Path
) -> None:
    class Killed(Exception):
        pass

    torn = Database(tmp_path / "torn", BASE)
    runs = 0
    while len(torn.there() if torn.folder.exists() else []) < 5:
        runs += 1
        before = len(torn.there()) if torn.folder.exists() else 0

        def kill(message: str, share: float | None, before: int = before) -> None:
            if share is not None and round(share * 5) > before:
                raise Killed

        with pytest.raises(Killed):
            build(torn, FEW, Watch(report=kill))
        # What a power cut may leave of a file, and a kill of a temporary one.
        torn.place(torn.there()[0]).write_bytes(b"" if runs == 1 else b"PAR1 but not whole")
        (torn.folder / ".setups-0000.parquet.abcdef").write_bytes(b"half")
        if runs > 20:
            break
    assert runs > 3
    build(torn, FEW, Watch())
    (torn.folder / ".setups-0000.parquet.abcdef").unlink()
    assert contents(torn.folder) == contents(small.folder)


def test_building_again_makes_nothing(small: Database) -> None:
    times = [path.stat().st_mtime_ns for path in sorted(small.folder.iterdir())]
    done = build(small, FEW, Watch())
    assert (done.chunks, done.setups, done.new) == (5, 5 * SMALL, 0)
    assert [path.stat().st_mtime_ns for path in sorted(small.folder.iterdir())] == times


def test_the_limit_keeps_what_is_done(small: Database, tmp_path: Path) -> None:
    other = Database(tmp_path / "other", BASE)
    with pytest.raises(LimitReached, match="1 of 5 chunks"):
        build(other, FEW, Watch(0))
    assert len(other.there()) == 1
    build(other, FEW, Watch())
    assert contents(other.folder) == contents(small.folder)


def test_another_database_is_left_alone(small: Database) -> None:
    before = contents(small.folder)
    for other in (contents_of("gourmet", Variant.STANDARD), contents_of("base", Variant.BEGINNER)):
        with pytest.raises(InvalidInput, match="another database"):
            build(Database(small.folder, other), FEW, Watch())
    assert contents(small.folder) == before


def test_a_gourmet_chunk_and_a_beginner_chunk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    small_chunks(monkeypatch)
    for menu, variant in (("gourmet", Variant.STANDARD), ("base", Variant.BEGINNER)):
        database = Database(tmp_path / menu, contents_of(menu, variant))
        share = Share(5, database.chunks)
        build(database, share, Watch())
        rows = read_rows(database.place(4))
        for card, burger in list(database.contents.cards.items())[::6]:
            first = parse_plates(rows.plates[0])
            assert int(rows.steps[card][0]) == solve(first, burger, variant).bound
        assert check(database, share, 0, 1, Watch()).faults == []


# -- checks ----------------------------------------------------------------


def test_a_right_database_is_right(small: Database) -> None:
    findings = check(small, FEW, 3, 1, Watch())
    assert (findings.files, findings.setups, findings.solved) == (5, 5 * SMALL, 3)
    assert findings.faults == []
    with pytest.raises(LimitReached):
        check(small, FEW, 3, 1, Watch(0))


def rewritten(change: Callable[[Rows], Rows], *, checksum: bool) -> Callable[[Database, int], None]:
    """A fault: a chunk rewritten with other content, with or without a checksum that fits."""

    def spoil(database: Database, chunk: int) -> None:
        path = database.place(chunk)
        rows = read_rows(path)
        changed = change(rows)
        if not checksum:
            changed = OfBefore(changed.setups, changed.plates, changed.steps)
        path.write_bytes(encoded(changed, Chunk(database.contents, chunk)))
        assert read_head(path).chunk == chunk

    return spoil


class OfBefore(Rows):
    """Rows that claim the checksum of another content."""

    def checksum(self) -> str:
        return "0" * 64


def more_steps(rows: Rows) -> Rows:
    steps = {card: column + 1 for card, column in rows.steps.items()}
    return dataclasses.replace(rows, steps=steps)


def twice(rows: Rows) -> Rows:
    return dataclasses.replace(rows, setups=np.repeat(rows.setups[::2], 2))


def exchanged(rows: Rows) -> Rows:
    return dataclasses.replace(rows, plates=rows.plates[::-1])


def fewer_cards(rows: Rows) -> Rows:
    return dataclasses.replace(rows, steps=dict(list(rows.steps.items())[:-1]))


def cut_off(database: Database, chunk: int) -> None:
    path = database.place(chunk)
    path.write_bytes(path.read_bytes()[:-9])


def overwritten(database: Database, chunk: int) -> None:
    """Another chunk under this one's name: its set-ups are there twice, this one's are not."""
    shutil.copy(database.place(chunk + FEW.of), database.place(chunk))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda database, chunk: database.place(chunk).unlink(), "missing"),
        (cut_off, "not a whole file"),
        (overwritten, "holds chunk 30054"),
        (rewritten(more_steps, checksum=False), "the checksum does not fit"),
        (rewritten(more_steps, checksum=True), "are right"),
        (rewritten(twice, checksum=True), "each once"),
        (rewritten(exchanged, checksum=True), "plates that are not those"),
        (rewritten(fewer_cards, checksum=True), "other cards"),
    ],
)
def test_every_kind_of_fault_is_found(
    small: Database, spoil: Callable[[Database, int], None], says: str
) -> None:
    chunk = small.there()[0]
    spoil(small, chunk)
    again = 1 if says == "are right" else 0
    share = Share(FEW.part, small.chunks) if again else FEW
    faults = check(small, share, again, 1, Watch()).faults
    assert faults
    assert all(fault.startswith(small.place(chunk).name) and says in fault for fault in faults)


def test_files_that_a_query_would_count_too_are_found(small: Database) -> None:
    chunk = small.there()[0]
    for name in ("copy.parquet", "setups-000006.parquet", f"setups-{small.chunks}.parquet"):
        shutil.copy(small.place(chunk), small.folder / name)
    faults = check(small, FEW, 0, 1, Watch()).faults
    assert len(faults) == 3
    assert all("no chunk of this database" in fault for fault in faults)


# -- counting --------------------------------------------------------------


def test_statistics_are_those_that_sql_counts(small: Database) -> None:
    setups, cards = statistics_of(small, Watch())
    assert setups == 5 * SMALL
    files = str(small.folder / "*.parquet")
    for card, found in cards.items():
        counted = duckdb.sql(
            f"SELECT \"{card}\", count(*) FROM '{files}' GROUP BY 1 ORDER BY 1"
        ).fetchall()
        assert found.distribution == {str(steps): number for steps, number in counted}
        mean, dealt, most = duckdb.sql(
            f"""WITH rows AS (
                SELECT "{card}" AS steps, string_split(plates, '/') AS stacks FROM '{files}')
            SELECT avg(steps), sum(steps * if(stacks[2] = stacks[3], 1, 2))
                / sum(if(stacks[2] = stacks[3], 1, 2)), max(steps) FROM rows"""
        ).fetchall()[0]
        assert found.mean == pytest.approx(mean, abs=1e-6)
        assert found.dealt_mean == pytest.approx(dealt, abs=1e-6)
        assert found.most == most == len(found.solution)
        state = parse_plates(found.hardest)
        for step in parse_steps(" ".join(found.solution)):
            state = apply(state, step)
        assert complete(state, found.burger)


def test_a_hardest_set_up_that_is_not_so_hard_is_told(small: Database) -> None:
    rewritten(more_steps, checksum=True)(small, small.there()[0])
    with pytest.raises(InvalidInput, match="database verify"):
        statistics_of(small, Watch())
