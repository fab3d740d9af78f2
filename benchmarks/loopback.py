"""A running service and a client that costs little: HTTP/1.1 over one kept connection."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import orjson


@dataclass
class Served:
    """A service's process and port."""

    process: Process
    port: int

    def workers(self) -> list[int]:
        """Return the process numbers of the workers."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(path) as children:
            return [int(number) for number in children.read().split()]


@contextlib.asynccontextmanager
async def served(*options: str) -> AsyncIterator[Served]:
    """Run ``burger serve`` with these options on a free port."""
    command = (sys.executable, "-m", "cli.main", "serve", "--port", "0", *options)
    process = await asyncio.create_subprocess_exec(
        *command, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        found = re.search(r":(\d+)/", line)
        assert found, "the service did not start"
        yield Served(process, int(found[1]))
    finally:
        process.terminate()
        await process.wait()


class Client:
    """One connection to a service, opened again where it was closed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Return the status and body of the answer to a POST.

        A kept connection that the service has closed meanwhile is opened again.
        """
        kept = self._writer is not None and not self._writer.is_closing()
        try:
            return await self._ask(path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            if not kept:
                raise
        self.leave()
        return await self._ask(path, body)

    async def _ask(self, path: str, body: bytes) -> tuple[int, bytes]:
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self._reader is not None
        assert self._writer is not None
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", answer)
        content = await self._reader.readexactly(int(length[1])) if length else b""
        if b"connection: close" in answer:
            self.leave()
        return int(answer[9:12]), content

    def leave(self) -> None:
        """Close the connection without a word."""
        if self._writer is not None:
            self._writer.close()
        self._writer = None


def body_of(fields: dict[str, Any]) -> bytes:
    """Return a request's body."""
    return orjson.dumps(fields)
