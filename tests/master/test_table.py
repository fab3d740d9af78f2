"""Solution tables: right, in every format, and the same bytes however often they were interrupted."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from solver.errors import InvalidInput, LimitReached
from solver.master.menu import cards_of
from solver.master.notation import parse_plates
from solver.master.proof.search import Method, solve
from solver.master.rules import Variant, check_setup, missing
from solver.master.table import Plan, plan_of, rows, write_table
from solver.watch import Watch
from tests.conftest import Command, assert_bad_input

SETUPS = 12


def plan(setups: int = SETUPS, menu: str = "base") -> Plan:
    return plan_of(menu, Variant.STANDARD, None, setups, 1)


def test_rows_are_the_fewest_steps_from_set_ups_by_the_rules() -> None:
    found = list(rows(plan(2, "all"), Watch()))
    assert [len(row.steps) for row in found] == [40, 40]
    for row in found:
        plates = parse_plates(row.plates)
        check_setup(plates)
        assert row.steps == {
            name: solve(plates, burger).bound for name, burger in cards_of("all").items()
        }
    easy = min(cards_of("base"), key=lambda name: found[0].steps[name] or 0)
    plates = parse_plates(found[0].plates)
    plain = solve(plates, cards_of("base")[easy], method=Method.ASTAR)
    assert found[0].steps[easy] == plain.bound


def test_a_card_that_the_plates_cannot_make_has_no_number() -> None:
    plates = parse_plates("BPCL/BTT/B/BOO")
    (row,) = rows(plan_of("all", Variant.STANDARD, str(plates), None, 1), Watch())
    for name, burger in cards_of("all").items():
        assert (row.steps[name] is None) == bool(missing(plates, burger))


def test_every_format_holds_the_same(tmp_path: Path) -> None:
    wanted = [(row.plates, row.steps) for row in rows(plan(), Watch())]
    for suffix in ("json", "jsonl", "csv", "parquet"):
        assert write_table(plan(), str(tmp_path / f"t.{suffix}"), Watch()) == SETUPS
    assert read(tmp_path / "t.json") == wanted
    assert read(tmp_path / "t.jsonl") == wanted
    assert read(tmp_path / "t.csv") == wanted
    assert read(tmp_path / "t.parquet") == wanted
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "t.csv",
        "t.json",
        "t.jsonl",
        "t.parquet",
    ]


def read(path: Path) -> list[tuple[str, dict[str, int | None]]]:
    if path.suffix == ".parquet":
        found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
        return [(row.pop("plates"), row) for row in found]
    text = path.read_text()
    if path.suffix == ".csv":
        return [
            (
                row.pop("plates"),
                {name: int(steps) if steps else None for name, steps in row.items()},
            )
            for row in csv.DictReader(io.StringIO(text))
        ]
    documents = (
        json.loads(text)["setups"] if path.suffix == ".json" else map(json.loads, text.splitlines())
    )
    return [(row["plates"], row["steps"]) for row in documents]


@pytest.mark.parametrize("suffix", ["json", "jsonl", "csv", "parquet"])
def test_interrupted_anywhere_and_resumed_is_byte_identical(suffix: str, tmp_path: Path) -> None:
    whole, torn = tmp_path / f"whole.{suffix}", tmp_path / f"torn.{suffix}"
    write_table(plan(), str(whole), Watch())
    runs = 0
    while not torn.exists():
        runs += 1
        with_end = _AfterRows(3)
        try:
            write_table(plan(), str(torn), with_end.watch)
        except _Stopped:
            part = torn.with_name(torn.name + ".part")
            content = part.read_bytes()
            # A kill may cut off the last line anywhere.
            part.write_bytes(content[: len(content) - 7])
    assert runs > SETUPS // 3
    assert torn.read_bytes() == whole.read_bytes()
    assert not torn.with_name(torn.name + ".part").exists()


class _Stopped(Exception):
    """Stands for a kill."""


class _AfterRows:
    """A watch that kills its run after so many rows."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.watch = Watch(report=self)

    def __call__(self, message: str, share: float | None) -> None:
        if share is not None:
            self.left -= 1
            if self.left == 0:
                raise _Stopped


def test_killed_for_real_and_resumed_with_workers(tmp_path: Path, burger: Command) -> None:
    options = ["master", "table", "--setups", "150", "--seed", "3"]
    assert burger(*options, "-o", "whole.jsonl").code == 0
    running = subprocess.Popen(
        [sys.executable, "-m", "cli.main", *options, "-o", "torn.jsonl"],
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
    )
    part = tmp_path / "torn.jsonl.part"
    while running.poll() is None and not (part.exists() and part.read_bytes().count(b"\n") > 10):
        time.sleep(0.002)
    running.kill()
    running.wait()
    assert part.exists(), "it was over before it could be killed"
    assert not (tmp_path / "torn.jsonl").exists()
    assert burger(*options, "--jobs", "2", "-o", "torn.jsonl").code == 0
    assert (tmp_path / "torn.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_ctrl_c_is_130_without_a_traceback_and_half_a_file(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "cli.main",
            *["master", "table", "--setups", "100000", "--jobs", "2", "-o", "t.csv"],
        ],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    part = tmp_path / "t.csv.part"
    while running.poll() is None and not (part.exists() and part.read_bytes().count(b"\n") > 10):
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert running.returncode == 130
    (line,) = err.splitlines()
    assert line.startswith("interrupted; ")
    assert line.endswith("set-ups kept in t.csv.part: the same command goes on from there")
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv.part"]


def test_the_limit_keeps_what_is_done(tmp_path: Path, burger: Command) -> None:
    with pytest.raises(LimitReached, match="1 of 12"):
        write_table(plan(), str(tmp_path / "t.csv"), Watch(0))
    done = burger(
        "master", "table", "--setups", "12", "--menu", "base", "-o", "t.csv", "--limit", "0"
    )
    assert done.code == 3
    assert "2 of 12 set-ups" in done.err
    write_table(plan(), str(tmp_path / "t.csv"), Watch())
    write_table(plan(), str(tmp_path / "whole.csv"), Watch())
    assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_a_part_of_another_table_is_not_taken_and_not_lost(tmp_path: Path, burger: Command) -> None:
    assert burger("master", "table", "--setups", "9", "--limit", "0", "-o", "t.csv").code == 3
    before = (tmp_path / "t.csv.part").read_bytes()
    run = burger("master", "table", "--setups", "8", "-o", "t.csv")
    assert_bad_input(run, "other options", "t.csv.part")
    assert (tmp_path / "t.csv.part").read_bytes() == before


def test_outputs_that_cannot_be(tmp_path: Path, burger: Command) -> None:
    table = ("master", "table", "--setups", "2", "-o")
    (tmp_path / "folder.csv").mkdir()
    assert_bad_input(burger(*table, "t.txt"), "unknown format .txt", ".json .jsonl .csv .parquet")
    assert_bad_input(burger(*table, "t"), "unknown format", ".json")
    assert_bad_input(burger(*table, "nowhere/t.csv"), "cannot write", "nowhere/t.csv")
    assert_bad_input(burger(*table, "folder.csv"), "a folder")
    assert_bad_input(burger("master", "table"), "no set-ups (plates, setups)")
    assert_bad_input(burger("master", "table", "--setups", "2", "--plates", "B/B/B/B"), "both")
    assert_bad_input(burger("master", "table", "--setups", "0"), "--setups")


def test_on_the_screen_and_as_json(burger: Command) -> None:
    shown = burger("master", "table", "--plates", "bpcl/btt/b/boo")
    assert shown.code == 0
    assert "BPCL/BTT/B/BOO" in shown.out
    assert "base-07 2" in shown.out
    answer = burger("master", "table", "--setups", "2", "--seed", "5", "--json").document
    assert answer["question"] == "master.table"
    assert answer["status"] == "optimal"
    assert answer["value"] == 2
    assert len(answer["setups"][0]["steps"]) == 40


def test_a_damaged_row_is_made_again(tmp_path: Path) -> None:
    write_table(plan(), str(tmp_path / "whole.csv"), Watch())
    for damage in (b'"base-01":9', b"not a row", b""):
        with pytest.raises(_Stopped):
            write_table(plan(), str(tmp_path / "t.csv"), _AfterRows(5).watch)
        part = tmp_path / "t.csv.part"
        lines = part.read_bytes().splitlines(keepends=True)
        lines[2] = lines[2][:30] + damage + lines[2][30 + len(damage) :] if damage else b"\n"
        part.write_bytes(b"".join(lines))
        write_table(plan(), str(tmp_path / "t.csv"), Watch())
        assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_two_runs_do_not_write_the_same_table(tmp_path: Path, burger: Command) -> None:
    with pytest.raises(_Stopped):
        write_table(plan(), str(tmp_path / "t.csv"), _AfterRows(5).watch)
    import fcntl

    with (tmp_path / "t.csv.part").open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        run = burger("master", "table", "--setups", "12", "--menu", "base", "-o", "t.csv")
    assert_bad_input(run, "another run", "t.csv.part")


def test_somebody_else_s_file_is_not_overwritten(tmp_path: Path, burger: Command) -> None:
    (tmp_path / "t.csv.part").write_text("my own notes, no newline")
    assert_bad_input(burger("master", "table", "--setups", "2", "-o", "t.csv"), "t.csv.part")
    assert (tmp_path / "t.csv.part").read_text() == "my own notes, no newline"


def test_links_and_pipes_stay_what_they_are(tmp_path: Path, burger: Command) -> None:
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("real.csv")
    assert burger("master", "table", "--plates", "B/B/B/B", "-o", "link.csv").code == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text().startswith("plates,")
    os.mkfifo(tmp_path / "pipe.csv")
    reader = subprocess.Popen(["cat", "pipe.csv"], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert burger("master", "table", "--plates", "B/B/B/B", "-o", "pipe.csv").code == 0
    assert reader.communicate(timeout=30)[0] == (tmp_path / "real.csv").read_text()
    assert (tmp_path / "pipe.csv").is_fifo()


@pytest.mark.parametrize("name", ["a" * 246 + ".csv", "b" * 251 + ".csv", "\u00e4" * 125 + ".json"])
def test_the_longest_names(tmp_path: Path, burger: Command, name: str) -> None:
    assert burger("master", "table", "--plates", "B/B/B/B", "-o", name).code == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_table_in_a_folder_that_takes_no_second_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "t.csv"
    place.write_text("old")
    plain_open = os.open

    def opened(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if flags & os.O_CREAT and Path(path).parent == tmp_path:
            raise PermissionError(13, "Permission denied")
        return plain_open(path, flags, *rest, **named)

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) == place)
    plan = plan_of("base", Variant.STANDARD, "BPCL/BTT/B/BOO", None, 0)
    with pytest.raises(LimitReached, match="nothing is kept"):
        write_table(plan_of("base", Variant.STANDARD, None, 9, 0), str(place), Watch(0))
    assert place.read_text() == "old"
    assert write_table(plan, str(place), Watch()) == 1
    assert place.read_text().startswith("plates,base-01")
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_an_output_that_may_not_be_written_is_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "t.csv").write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(InvalidInput, match="may not be written"):
        write_table(
            plan_of("base", Variant.STANDARD, None, 9, 0), str(tmp_path / "t.csv"), Watch(0)
        )
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
