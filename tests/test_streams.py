"""Standard streams as scripts leave them: of few characters, closed, full, ended by a signal."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli import render
from tests.conftest import Command
from tests.examples import PAGES, ROOT, examples

#: Runs commands, one a line, in this process, as the program itself would.
MANY = """
import shlex, sys
from cli.main import run
from cli.streams import prepare
prepare()
for line in open(sys.argv[1], encoding="utf-8"):
    print(line.strip(), run(shlex.split(line)))
"""

#: The program, with its streams as the shell leaves them.
BURGER = f"{shlex.quote(sys.executable)} -P -m cli.main"


def environment(**settings: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **settings}


def shell(command: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["bash", "-c", command.replace("burger", BURGER, 1)],
        cwd=folder,
        capture_output=True,
        env=environment(**settings),
        timeout=60,
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1"])
@pytest.mark.parametrize("columns", ["40", "200"])
def test_every_command_in_an_encoding_of_few_characters(
    tmp_path: Path, encoding: str, columns: str
) -> None:
    commands = [
        shlex.split(one.command)[1:] for page in PAGES for one in examples(page.read_text())
    ]
    commands += [
        ["battle", "deck"],
        ["draft", "deck"],
        ["slam", "matrix", "PPP PP C+y PP"],
        ["master", "menu"],
        ["master", "solve", "--plates", "BPC…/B/B/B", "--card", "base-07"],
        ["data", "show", "battle/deck"],
        ["slam", "check", "PP", "--call", "jalapeño"],
    ]
    (tmp_path / "commands").write_text("".join(shlex.join(one) + "\n" for one in commands))
    done = subprocess.run(
        [sys.executable, "-P", "-c", MANY, "commands"],
        cwd=tmp_path,
        capture_output=True,
        env=environment(PYTHONIOENCODING=encoding, COLUMNS=columns),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode(encoding)
    codes = [line.rsplit(" ", 1)[1] for line in done.stdout.decode(encoding).splitlines() if line.startswith(
        ("master ", "slam ", "draft ", "super ", "battle ", "data "))]  # fmt: skip
    assert len(codes) == len(commands)
    assert set(codes) <= {"0", "1", "2"}
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("burger batch - <&-", 2, "standard input is closed"),
        ("burger master verify-log - <&-", 2, "standard input is closed"),
        ("burger super close - <&-", 2, "standard input is closed"),
        ("burger slam referee - <&-", 2, "standard input is closed"),
        ("burger draft score - <&-", 2, "standard input is closed"),
        ("burger battle check - <&-", 2, "standard input is closed"),
        ("burger slam check PP --call big >&-", 2, "standard output is closed"),
        ("burger slam check PP --call big >/dev/full", 2, "cannot write the output: no space"),
        ("burger slam check PP --call big --json >/dev/full", 2, "cannot write the output: no space"),
        ("burger master play --seed 1 -o /dev/full", 2, "cannot write the output: no space"),
        ("burger slam check PX --call big 2>/dev/full", 2, ""),
        ("burger slam check PX --call big 2>&-", 2, ""),
        ("burger slam check PP --call big 2>&-", 1, ""),
        ("burger slam check $'P\\xff' --call big --json", 2, "unknown"),
        ("burger master solve --plates B/B/B/B --card $'\\xff' --json", 2, "card"),
        ("burger slam odds PP --call big --deck $'\\xff.json' --json", 2, "cannot read the file"),
        ("burger master menu --menu $'\\xff.json' --json", 2, "cannot read the file"),
    ],
)  # fmt: skip
def test_closed_full_and_no_text(tmp_path: Path, command: str, code: int, says: str) -> None:
    done = shell(command, tmp_path)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    assert says in done.stderr.decode()
    errors = [line for line in done.stderr.splitlines() if not line.startswith(b"compiling")]
    assert len(errors) <= 1


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    menu = os.fsencode(tmp_path) + b"/\xff.json"
    with open(menu, "wb") as file:
        file.write((ROOT / "data/master/menu-base.json").read_bytes())
    done = shell("burger master menu --menu $'\\xff.json' --json", tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["menu"] == "\\udcff.json"
    done = shell("burger slam play --seed 1 -o $'\\xfe.json'", tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"\xfe.json" in os.listdir(os.fsencode(tmp_path))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    request = json.dumps({"question": "slam.play", "seed": 1, "games": 20})
    (tmp_path / "in.jsonl").write_text(f"{request}\n" * 1000)
    with start("batch in.jsonl -o out.jsonl", tmp_path) as running:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(number)
        running.communicate(timeout=30)
    assert running.returncode == (130 if number == signal.SIGINT else -number)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    command = "trap '' INT HUP; burger master hardest --card gourmet-20 --setups 3000 --limit 20"
    running = subprocess.Popen(
        ["bash", "-c", command.replace("burger", f"exec {BURGER}", 1)],
        cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    time.sleep(1)
    for number in (signal.SIGINT, signal.SIGHUP):
        running.send_signal(number)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 3
    assert b"14 steps" in out or b"steps" in out


def start(arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "cli.main", *shlex.split(arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )


@pytest.mark.parametrize(
    ("command", "row"),
    [
        ("draft deck", "ingredient bun"),
        ("draft play --players 4 --seed 1", "farsighted"),
        ("slam play --players 3 --seed 1", "taker"),
        ("slam first PP PP PPP", "stopped"),
        ("slam matrix PPP", "standard-combo"),
        ("draft record --cards 5", "cards"),
    ],
)
def test_a_narrow_terminal_loses_nothing(
    here: Command, monkeypatch: pytest.MonkeyPatch, command: str, row: str
) -> None:
    for columns in ("40", "24"):
        monkeypatch.setenv("COLUMNS", columns)
        render.console.cache_clear()
        out = here(*shlex.split(command)).out
        assert row in out
        assert "…" not in out
    render.console.cache_clear()
