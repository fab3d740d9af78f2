"""A real ``burger serve`` on a free port, for as long as a test needs it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

#: Seconds in which a service must be up; the first ever compiles the kernel.
START_TIME = 120

#: A request that runs until its limit, whatever the machine: nobody solves so many set-ups in time.
ENDLESS = {"card": "gourmet-20", "setups": 100_000_000}


@dataclass
class Served:
    """A running service: its process, its address, what it logged, and a client."""

    process: subprocess.Popen[str]
    url: str
    client: httpx.Client
    logged: list[dict[str, Any]] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Its address without the slash at the end, as the browser calls it."""
        return self.url.rstrip("/")

    def ask(self, question: str, document: dict[str, Any], **options: Any) -> httpx.Response:
        """Ask ``game/question``."""
        return self.client.post(f"/v1/{question}", json=document, **options)

    def metric(self, name: str) -> float:
        """Return a metric without labels."""
        found = re.search(rf"^{name} (\S+)$", self.client.get("/metrics").text, re.MULTILINE)
        assert found, name
        return float(found[1])

    def events(self, event: str) -> list[dict[str, Any]]:
        """Return the lines of the log about an event."""
        return [line for line in self.logged if line["event"] == event]

    def workers(self) -> list[int]:
        """Return the process numbers of the workers."""
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True
        )
        return [int(number) for number in listed.stdout.split()]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)


def warmed(client: httpx.Client) -> None:
    """Wait until all workers are up and every kernel is there."""
    end = time.monotonic() + START_TIME
    while client.get("/healthz").json()["status"] != "ok":
        assert time.monotonic() < end, "the service does not warm up"
        time.sleep(0.05)


@contextlib.contextmanager
def served(*options: str, env: dict[str, str] | None = None, warm: bool = True) -> Iterator[Served]:
    """Run ``burger serve`` with these options on a free port; warm: wait until all is there."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1", **(env or {})},
    )
    assert process.stdout is not None
    logged: list[dict[str, Any]] = []
    reader = threading.Thread(target=_read_log, args=(process, logged))
    reader.start()
    try:
        url = re.search(r"http://\S+/", process.stdout.readline())
        assert url, "the service did not start"
        with httpx.Client(base_url=url[0], timeout=60) as client:
            if warm:
                warmed(client)
            yield Served(process, url[0], client, logged)
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()
        assert process.stderr is not None
        process.stderr.close()


def _read_log(process: subprocess.Popen[str], logged: list[dict[str, Any]]) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        logged.append(json.loads(line))
