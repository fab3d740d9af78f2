"""How a service runs: what ``burger serve`` can be told."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from solver.errors import InvalidInput, quote
from solver.watch import Watch

#: Where it listens: this machine alone can reach it.
HOST = "127.0.0.1"
PORT = 8000

#: Worker processes.
WORKERS = 2

#: Seconds a request may take.
LIMIT = 30.0

#: Requests that may wait for a worker.
MOST_WAITING = 64

#: Megabytes of answers that are kept.
CACHE = 64

#: Largest request body, in bytes.
MOST_BODY = 256 * 1024

#: Seconds in which a request's head must have arrived, and then its body.
READ_TIME = 10.0

#: Connections at a time: fewer than the files that a process may usually have open (1,024).
MOST_CONNECTIONS = 512

#: Seconds that running work has to finish when the service is stopped.
STOP_TIME = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Where a service listens, and what it may use.

    cors: origins of other pages that may ask. names: by which it may be called, beside addresses
    and this machine's name. limit: seconds a request may take. cache: megabytes.
    """

    host: str = HOST
    port: int = PORT
    workers: int = WORKERS
    waiting: int = MOST_WAITING
    limit: float = LIMIT
    cache: int = CACHE
    stop_time: float = STOP_TIME
    cors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a limit that is no time, and origins that no browser would send."""
        Watch(self.limit)
        for origin in self.cors:
            if not re.fullmatch(r"https?://[^\s/?#@]+", origin):
                raise InvalidInput(
                    f"origin {quote(origin)}", "--cors", "such as https://example.org"
                )

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"
