"""A signal ends the program once, wherever it comes, and says so to whoever waits."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.examples import ROOT
from tests.test_workers import PATIENCE, session

#: A program that listens, and in which a signal comes at a place of which Python drops exceptions,
#: or which tells them as another error, or marks them.
COMES = """
import atexit, signal, time
from cli import ending, main

def come():
    signal.raise_signal({number})

class Dropped:
    def __del__(self):
        come()

def dropped():
    Dropped()
    time.sleep(60)

def turned():
    try:
        come()
    except KeyboardInterrupt:
        raise ImportError("broken") from None

def marked():
    exec("come()", {{"come": come}})

main.burger.invoke = lambda context: {way}()
main.main()
"""


@pytest.mark.parametrize("way", ["dropped", "turned", "marked"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_never_lost(number: signal.Signals, way: str) -> None:
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-P", "-c", COMES.format(number=int(number), way=way)],
        capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == (130 if number == signal.SIGINT else -number), done.stderr
    says = "interrupted" if number == signal.SIGINT else f"ended by {number.name}"
    assert done.stderr.splitlines() == [says]
    assert time.monotonic() - started < PATIENCE / 2


def start(arguments: str, folder: Path) -> subprocess.Popen[str]:
    """Start the program in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "cli.main", *shlex.split(arguments)],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def at_work(number: int) -> list[int]:
    """Wait until a session has a program, its tracker of semaphores and two workers that work."""
    end = time.monotonic() + PATIENCE
    while len(session(number)) < 4:
        assert time.monotonic() < end, "no workers"
        time.sleep(0.05)
    time.sleep(1)
    return session(number)


TOURNAMENT = "battle tournament --policies greedy,random --games 1000000 --jobs 2"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("whole", [True, False], ids=["session", "program"])
def test_workers_and_what_they_share_end_without_a_word(
    number: signal.Signals, whole: bool, tmp_path: Path
) -> None:
    with start(TOURNAMENT, tmp_path) as running:
        at_work(running.pid)
        if whole:
            os.killpg(running.pid, number)
        else:
            running.send_signal(number)
        _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == -number
    assert err.splitlines() == [f"ended by {number.name}"]
    end = time.monotonic() + PATIENCE
    while session(running.pid):
        assert time.monotonic() < end, "workers are left"
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_a_worker_that_was_killed_is_told(tmp_path: Path) -> None:
    with start(TOURNAMENT, tmp_path) as running:
        workers = [
            number
            for number in at_work(running.pid)
            if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
        ]
        os.kill(workers[0], signal.SIGKILL)
        _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 2
    (line,) = err.splitlines()
    assert "a worker process was ended" in line


def test_an_interrupted_table_says_what_is_kept(tmp_path: Path) -> None:
    with start("master table --setups 100000 --seed 1 -o t.csv", tmp_path) as running:
        end = time.monotonic() + PATIENCE
        part = tmp_path / "t.csv.part"
        while not part.exists() or part.stat().st_size < 2000:
            assert time.monotonic() < end
            time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == -signal.SIGTERM
    assert err.splitlines()[-1].startswith("ended by SIGTERM; ")
    assert "the same command goes on from there" in err
