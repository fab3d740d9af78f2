"""A database made by a real Dask scheduler and two workers on this machine, one of them killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command, assert_bad_input
from tests.master.databases import contents

pytestmark = pytest.mark.slow

#: Nine chunks of the Base database.
SHARE = "1/70"

#: Seconds that anything here may take on a busy machine.
PATIENCE = 300.0


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[Any], list[Any]]]:
    """A scheduler's address, the scheduler, and two workers of one thread."""
    place = tmp_path / "scheduler.json"
    with contextlib.ExitStack() as stack:
        scheduler = _started(stack, "scheduler", "--port", "0", "--scheduler-file", str(place))
        _wait(place.exists)
        address = json.loads(place.read_text())["address"]
        workers = [
            _started(
                stack, "worker", address, "--nworkers", "1", "--nthreads", "1", "--no-nanny",
                "--local-directory", str(tmp_path),
            )
            for _ in range(2)
        ]  # fmt: skip
        _wait(lambda: _workers(address) == 2)
        yield address, scheduler, workers


def _started(stack: contextlib.ExitStack, *arguments: str) -> subprocess.Popen[Any]:
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--host", "127.0.0.1", "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def _workers(address: str) -> int:
    ask = "import sys, distributed; print(len(distributed.Client(sys.argv[1]).nthreads()))"
    done = subprocess.run([sys.executable, "-c", ask, address], capture_output=True, text=True)
    return int(done.stdout or 0)


def _wait(ready: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < end, "nothing came up"
        time.sleep(0.05)


@contextlib.contextmanager
def _building(tmp_path: Path, address: str) -> Iterator[subprocess.Popen[str]]:
    command = ["master", "database", "build", "--share", SHARE, "-o", "far", "--cluster", address]
    with subprocess.Popen(
        [sys.executable, "-m", "cli.main", *command, "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def test_a_worker_killed_in_the_middle_loses_nothing_and_doubles_nothing(
    cluster: tuple[str, subprocess.Popen[Any], list[Any]], tmp_path: Path, burger: Command
) -> None:
    address, _, workers = cluster
    with _building(tmp_path, address) as running:
        _wait(lambda: len(list(tmp_path.glob("far/*.parquet"))) >= 2)
        assert running.poll() is None
        os.kill(workers[0].pid, signal.SIGKILL)
        out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, err
    assert json.loads(out)["new"] == 9
    verified = burger("master", "database", "verify", "far", "--share", SHARE, "--sample", "1")
    assert verified.code == 0, verified
    assert burger("master", "database", "build", "--share", SHARE, "-o", "here").code == 0
    assert contents(tmp_path / "far") == contents(tmp_path / "here")


def test_a_scheduler_that_is_lost_is_one_line_and_the_rest_goes_on(
    cluster: tuple[str, subprocess.Popen[Any], list[Any]], tmp_path: Path, burger: Command
) -> None:
    address, scheduler, _ = cluster
    with _building(tmp_path, address) as running:
        _wait(lambda: len(list(tmp_path.glob("far/*.parquet"))) >= 1)
        scheduler.kill()
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (2, "")
    assert err.startswith(f"error: the cluster at {address} was lost")
    assert err.count("\n") == 1
    assert burger("master", "database", "build", "--share", SHARE, "-o", "far").code == 0
    assert len(contents(tmp_path / "far")) == 9


def test_an_address_where_no_scheduler_is(burger: Command) -> None:
    build = ("master", "database", "build", "--share", SHARE, "-o", "far", "--cluster")
    assert_bad_input(burger(*build, "nowhere"), "no scheduler answers", "--cluster"[2:])
    assert_bad_input(burger(*build, "tcp://127.0.0.1:9"), "no scheduler answers")
