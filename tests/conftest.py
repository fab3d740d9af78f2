"""What the tests of all games share: the real command, run as a person runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "burger", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("burger")


@dataclass(frozen=True)
class Run:
    """What a run of the command left: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)


Command = Callable[..., Run]


@pytest.fixture
def burger(tmp_path: Path) -> Command:
    """Run ``burger ARGUMENTS`` in an empty folder."""

    def run(
        *arguments: str, stdin: str = "", env: dict[str, str] | None = None, timeout: float = 120
    ) -> Run:
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", *arguments],
            input=stdin.encode(),
            capture_output=True,
            cwd=tmp_path,
            timeout=timeout,
            env={**os.environ, "NO_COLOR": "1", **(env or {})},
        )
        return Run(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Command:
    """Run ``burger ARGUMENTS`` in an empty folder, but in this process: for many small cases."""
    from cli.main import run as run_here

    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Run:
        capsysbinary.readouterr()
        code = run_here(list(arguments))
        out, err = capsysbinary.readouterr()
        return Run(code, out.decode(), err.decode())

    return run


def assert_bad_input(run: Run, *says: str) -> None:
    """Assert one clear line on stderr that says all of these, nothing on stdout, exit code 2."""
    assert run.code == 2, run
    assert run.out == ""
    lines = run.err.splitlines()
    assert len(lines) == 1, run.err
    assert lines[0].startswith("error: ")
    for text in says:
        assert text in lines[0], run.err
