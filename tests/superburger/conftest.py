"""The command run inside the test's own process: the same arguments and streams, a tenth of the time."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from cli.main import run as run_command
from tests.conftest import Command, Run


class _Stdin(io.TextIOWrapper):
    """Standard input as text with the bytes below it."""


@pytest.fixture
def inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Command:
    """Run ``burger ARGUMENTS`` in an empty folder, without a new process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def run(
        *arguments: str, stdin: str = "", env: dict[str, str] | None = None, timeout: float = 120
    ) -> Run:
        for name, value in (env or {}).items():
            monkeypatch.setitem(os.environ, name, value)
        monkeypatch.setattr("sys.stdin", _Stdin(io.BytesIO(stdin.encode())))
        capfdbinary.readouterr()
        code = run_command(list(arguments))
        out, err = capfdbinary.readouterr()
        return Run(code, out.decode(), err.decode())

    return run
