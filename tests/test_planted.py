"""No file of the folder that the program is started in is ever run: by itself or by its children."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

#: What a planted file does when it is run.
PLANTED = """
import os
os.close(os.open({marker!r}, os.O_CREAT | os.O_WRONLY))
raise SystemExit("a planted file was run: " + __name__)
"""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """Return a folder with a file in the name of every module that there is to import."""
    folder = tmp_path / "planted"
    folder.mkdir()
    text = PLANTED.format(marker=str(tmp_path / "run"))
    names = {*sys.stdlib_module_names, *packages_distributions(), "solver", "cli", "data"}
    for name in names:
        if name.isidentifier():
            (folder / f"{name}.py").write_text(text)
    (tmp_path / "burger.py").write_text(
        "from cli.entry import main\nif __name__ == '__main__':\n    main()\n"
    )
    return folder


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the program as its script does: what is searched first is the folder of the script."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONSAFEPATH", None)
    return subprocess.Popen(
        [sys.executable, str(folder.parent / "burger.py"), *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_batch_in_processes(planted: Path) -> None:
    line = json.dumps({"question": "master.solve", "plates": "BPCL/BTT/B/BOO", "card": "base-07"})
    running = start(planted, "batch", "-", "-o", "-", "--jobs", "2")
    out, err = running.communicate(f"{line}\n" * 40, timeout=120)
    assert running.returncode == 0, err
    assert [json.loads(answer)["value"] for answer in out.splitlines()] == [2] * 40
    assert not (planted.parent / "run").exists()


def test_a_tournament_in_processes(planted: Path) -> None:
    running = start(
        planted,
        "battle",
        "tournament",
        "--policies",
        "greedy,random",
        "--games",
        "120",
        "--jobs",
        "2",
    )
    _, err = running.communicate(timeout=120)
    assert running.returncode == 0, err
    assert not (planted.parent / "run").exists()


def test_the_service_and_its_workers(planted: Path) -> None:
    running = start(planted, "serve", "--port", "0", "--jobs", "1")
    try:
        assert running.stdout is not None
        address = running.stdout.readline().split()[3]
        body = json.dumps({"pile": "PP", "call": "big"}).encode()
        with urllib.request.urlopen(f"{address}v1/slam/check", body, timeout=60) as response:
            assert json.load(response)["value"] is False
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=30)
    assert not (planted.parent / "run").exists()
