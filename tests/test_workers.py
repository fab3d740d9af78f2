"""Worker processes: they end with the process that started them, however that one ends."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

#: Seconds that anything here may take on a busy machine.
PATIENCE = 60.0

#: A process with two workers, both at work: what is mapped never ends by itself.
AT_WORK = """
import time
from solver.workers import in_order, worker_pool
if __name__ == "__main__":
    with worker_pool(2) as executor:
        for _ in in_order(time.sleep, [0, 0, {seconds}, {seconds}], executor, 2):
            print("begun", flush=True)
"""


def session(number: int) -> list[int]:
    """The processes of a session, but for those that have ended."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, of, *_ = (place / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(of) == number and state != "Z":
            found.append(int(place.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("seconds", [3600, 0], ids=["at work", "idle"])
def test_workers_end_with_a_parent_that_was_killed(seconds: int, tmp_path: Path) -> None:
    script = tmp_path / "at_work.py"
    lines = AT_WORK.format(seconds=seconds) + ("" if seconds else "        time.sleep(3600)\n")
    script.write_text(lines)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, start_new_session=True
    ) as running:
        try:
            assert running.stdout is not None
            for _ in range(2 if seconds else 4):
                assert running.stdout.readline() == b"begun\n"
            assert len(session(running.pid)) >= 3
        finally:
            running.kill()
        running.wait()
        end = time.monotonic() + PATIENCE
        while session(running.pid):
            assert time.monotonic() < end, "workers are left"
            time.sleep(0.05)
