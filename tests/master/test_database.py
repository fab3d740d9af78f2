"""The database: built whole however often it was killed, checked, counted and asked."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import numpy as np
import pytest

import cli.main
from solver.errors import InvalidInput, LimitReached
from solver.master.database import (
    Chunk,
    Database,
    Rows,
    Share,
    build,
    contents_of,
    encoded,
    open_database,
    read_head,
    read_rows,
)
from solver.master.database_check import check
from solver.master.database_stats import statistics_of
from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.rules import Variant, apply, complete
from solver.master.search import solve
from solver.master.setups import all_setups
from solver.watch import Watch
from tests.conftest import Command, Run, assert_bad_input
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
        build(other, FEW, Watch(), pool, 3)
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
            build(torn, FEW, Watch(report=kill), None)
        # What a power cut may leave of a file, and a kill of a temporary one.
        torn.place(torn.there()[0]).write_bytes(b"" if runs == 1 else b"PAR1 but not whole")
        (torn.folder / ".setups-0000.parquet.abcdef").write_bytes(b"half")
        if runs > 20:
            break
    assert runs > 3
    build(torn, FEW, Watch(), None)
    (torn.folder / ".setups-0000.parquet.abcdef").unlink()
    assert contents(torn.folder) == contents(small.folder)


def test_building_again_makes_nothing(small: Database) -> None:
    times = [path.stat().st_mtime_ns for path in sorted(small.folder.iterdir())]
    done = build(small, FEW, Watch(), None)
    assert (done.chunks, done.setups, done.new) == (5, 5 * SMALL, 0)
    assert [path.stat().st_mtime_ns for path in sorted(small.folder.iterdir())] == times


def test_the_limit_keeps_what_is_done(small: Database, tmp_path: Path) -> None:
    other = Database(tmp_path / "other", BASE)
    with pytest.raises(LimitReached, match="1 of 5 chunks"):
        build(other, FEW, Watch(0), None)
    assert len(other.there()) == 1
    build(other, FEW, Watch(), None)
    assert contents(other.folder) == contents(small.folder)


def test_another_database_is_left_alone(small: Database) -> None:
    before = contents(small.folder)
    for other in (contents_of("gourmet", Variant.STANDARD), contents_of("base", Variant.BEGINNER)):
        with pytest.raises(InvalidInput, match="another database"):
            build(Database(small.folder, other), FEW, Watch(), None)
    assert contents(small.folder) == before


def test_a_gourmet_chunk_and_a_beginner_chunk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    small_chunks(monkeypatch)
    for menu, variant in (("gourmet", Variant.STANDARD), ("base", Variant.BEGINNER)):
        database = Database(tmp_path / menu, contents_of(menu, variant))
        share = Share(5, database.chunks)
        build(database, share, Watch(), None)
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
        assert read_head(path) is not None

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


# -- as a person runs it ---------------------------------------------------

#: One chunk of the usual size: every 587th.
ONE = "1/587"


@pytest.fixture(scope="session")
def one_chunk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first chunk of the Base database, made by the real command."""
    folder = tmp_path_factory.mktemp("database") / "base"
    command = [sys.executable, "-m", "cli.main", "master", "database", "build"]
    done = subprocess.run(
        [*command, "--share", ONE, "-o", str(folder), "--json"], capture_output=True, check=True
    )
    answer = json.loads(done.stdout)
    assert answer["value"] == 4096 * 20
    assert (answer["chunks"], answer["new"]) == (1, 1)
    return folder


def test_verify(burger: Command, one_chunk: Path) -> None:
    verify = ("master", "database", "verify", str(one_chunk), "--sample", "2")
    run = burger(*verify, "--share", ONE)
    assert run.code == 0
    assert "Right: 1 file of share 1/587 with 4,096 set-ups right, 2 answers" in run.out
    whole = burger(*verify, "--json")
    assert whole.code == 1
    assert whole.document["value"] is False
    assert whole.document["faults"][0] == "setups-0001.parquet: missing"
    assert len(whole.document["faults"]) + whole.document["more_faults"] == 586


def test_stats_shown_written_and_drawn(burger: Command, one_chunk: Path, tmp_path: Path) -> None:
    stats = ("master", "database", "stats", str(one_chunk))
    run = burger(*stats, "-o", "s.json", "--plot", "s.svg")
    assert run.code == 0
    assert "Fewest steps from 4,096 of 2,403,840 set-ups of the base menu" in run.out
    assert "BTLTTB" in run.out
    written = json.loads((tmp_path / "s.json").read_text())
    assert written["kind"] == "statistics"
    assert "reconstructions" in written["note"]
    assert written["answers"] == 4096 * 20
    assert written["complete"] is False
    for card in written["cards"].values():
        assert sum(card["distribution"].values()) == 4096
    drawn = (tmp_path / "s.svg").read_text()
    assert "base-20" in drawn
    assert f"{100 * written['cards']['base-01']['distribution']['3'] / 4096:.1f}" in drawn
    assert burger(*stats, "--plot", "s.png").code == 0
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")
    assert_bad_input(burger(*stats, "--plot", "s.txt"), "picture format", ".svg")


def test_lookup_finds_what_solve_finds(burger: Command, one_chunk: Path) -> None:
    rows = read_rows(one_chunk / "setups-0000.parquet")
    plates = "/".join(reversed(rows.plates[3210].split("/"))).lower()
    order = ("--plates", plates, "--card", "Base 9")
    looked = burger("master", "database", "lookup", str(one_chunk), *order, "--json").document
    solved = burger("master", "solve", *order, "--json").document
    assert looked["value"] == solved["value"] == int(rows.steps["base-09"][3210])
    assert looked["setup"] == 3210
    assert (looked["card"], looked["plates"]) == (solved["card"], solved["plates"])
    shown = burger("master", "database", "lookup", str(one_chunk), *order)
    assert f"Fewest steps: {solved['value']}, proved" in shown.out


def test_the_folder_is_this_one_where_none_is_named(
    burger: Command, one_chunk: Path, tmp_path: Path
) -> None:
    shutil.copy(one_chunk / "setups-0000.parquet", tmp_path)
    order = ("--plates", "BBCCCL/BLLPP/BPTTT/B", "--card", "base-07")
    assert burger("master", "database", "lookup", *order, "--json").document["value"] == 2
    assert burger("master", "database", "stats").code == 0


def test_a_request_document_asks_too(burger: Command, one_chunk: Path) -> None:
    question = {
        "question": "master.database.lookup",
        "dir": str(one_chunk),
        "plates": "BBCCCL/BLLPP/BPTTT/B",
        "card": "base-07",
    }
    run = burger("batch", "-", stdin=json.dumps(question) + "\n")
    assert run.document["value"] == 2
    build_it = {"question": "master.database.build", "menu": "base"}
    assert "unknown question" in burger("batch", "-", stdin=json.dumps(build_it)).out


def test_bad_input(
    one_chunk: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    database = ("master", "database")
    folder = str(one_chunk)
    far = "BTTTPP/BPLLL/BCCCB/B"
    lookup = (*database, "lookup", folder, "--card", "base-07", "--plates")
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    for arguments, says in [
        ((*database, "build"), "--output"),
        ((*database, "build", "-o", "x", "--menu", "bsae"), "unknown menu"),
        ((*database, "build", "-o", "x", "--share", "0/3"), "share"),
        ((*database, "build", "-o", "x", "--jobs", "0"), "--jobs"),
        ((*database, "build", "-o", "file", "--share", ONE), "cannot make the folder"),
        ((*database, "build", "-o", "file/x", "--share", ONE), "cannot make the folder"),
        ((*database, "build", "-o", folder, "--menu", "gourmet"), "another database"),
        ((*database, "stats", "nowhere"), "cannot read the folder"),
        ((*database, "stats", "empty"), "no database in the folder"),
        ((*database, "verify", "empty"), "no database in the folder"),
        ((*database, "verify", folder, "--share", "x"), "share"),
        ((*lookup, far), "setups-0"),
        ((*lookup, "BPCL/BTT/B/-"), "no set-up"),
        ((*lookup, "BBCCCLX/BLLPP/BPTTT/B"), "position 7"),
        ((*lookup[:-2], "base-77", "--plates", far), "unknown card"),
        ((*database, "lookup", folder, "--plates", far), "missing --card"),
        ((*database, "lookup", folder, "--card", "base-07"), "missing --plates"),
        ((*database, "stats", folder, "-o", "nowhere/x.json"), "cannot write"),
    ]:
        code = cli.main.run(list(arguments))
        assert_bad_input(Run(code, *capsys.readouterr()), says)


@pytest.mark.slow
def test_killed_for_real_with_workers_and_resumed(tmp_path: Path, burger: Command) -> None:
    options = ("master", "database", "build", "--share", "1/70", "-o")
    assert burger(*options, "whole").code == 0
    command = [sys.executable, "-m", "cli.main", *options, "torn", "--jobs", "2"]
    torn = tmp_path / "torn"
    for so_far in (2, 4, 6):
        running = subprocess.Popen(
            command, cwd=tmp_path, stderr=subprocess.DEVNULL, start_new_session=True
        )
        while running.poll() is None and (
            not torn.exists() or len(list(torn.glob("*.parquet"))) < so_far
        ):
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    assert burger(*options, "torn", "--jobs", "2").code == 0
    left = {name: content for name, content in contents(torn).items() if name[0] != "."}
    assert left == contents(tmp_path / "whole")


@pytest.mark.slow
def test_a_killed_worker_is_one_line_and_the_rest_goes_on(tmp_path: Path, burger: Command) -> None:
    options = ("master", "database", "build", "--share", "1/100", "-o", "base", "--jobs", "2")
    running = subprocess.Popen(
        [sys.executable, "-m", "cli.main", *options],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    while running.poll() is None and not list((tmp_path).glob("base/*.parquet")):
        time.sleep(0.01)
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    workers = [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    os.kill(workers[0], signal.SIGKILL)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 2
    assert err.splitlines() == [
        "error: a worker process ended before its work was done; the same command goes on from here"
    ]
    assert burger(*options).code == 0
    assert open_database(str(tmp_path / "base")).there() == list(range(0, 587, 100))
