"""The database commands, as a person runs them, and as they are killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cli.main
from solver.master.database import open_database, read_rows
from tests.conftest import Command, Run, assert_bad_input
from tests.master.databases import contents

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
        running.kill()  # the workers end by themselves
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
