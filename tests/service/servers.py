"""A real ``burger serve`` in a process of its own, for the tests of the service and of the page."""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

#: Seconds in which a service must be there: the first worker may have to compile the kernel.
START_TIME = 180
STOP_TIME = 30


@dataclass(frozen=True)
class Served:
    """Where a service answers (``http://127.0.0.1:40001``, without a slash), and its process."""

    address: str
    process: subprocess.Popen[bytes]
    log: IO[bytes]

    def log_text(self) -> str:
        """Return what the service has logged so far."""
        self.log.flush()
        with open(self.log.name, "rb") as file:
            return file.read().decode()


@contextmanager
def served(*options: str) -> Iterator[Served]:
    """Serve on a free port, with further options, until the block ends."""
    command = [sys.executable, "-m", "cli.main", "serve", "--port", "0", *options]
    environment = {**os.environ, "NO_COLOR": "1"}
    with (
        tempfile.NamedTemporaryFile() as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment) as process,
    ):
        try:
            yield Served(_address(process), process, log)
        finally:
            process.terminate()
            try:
                process.wait(STOP_TIME)
            finally:
                process.kill()


def _address(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    until = time.monotonic() + START_TIME
    line = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while not line.endswith(b"\n") and selector.select(max(0.0, until - time.monotonic())):
            piece = os.read(process.stdout.fileno(), 4096)
            if not piece:
                break
            line += piece
    found = re.search(rb"(http://\S+?)/ ", line)
    assert found, f"no address in {line!r}; exit code {process.poll()}"
    return found[1].decode()
