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

#: Seconds in which a client must have taken what was written, a piece at least.
WRITE_TIME = 10.0

#: Seconds for which a connection is kept for the next request.
KEEP_TIME = 60

#: Connections at a time: fewer than the files that a process may usually have open (1,024).
MOST_CONNECTIONS = 512

#: Connections at a time from one address: a quarter, so that no one client shuts out the others.
MOST_OF_ONE = 128

#: Requests of one connection that may wait for the answer to an earlier one.
MOST_QUEUED = 32

#: Bytes of a request's head: its first line and its headers.
MOST_HEAD = 64 * 1024

#: Seconds that running work has to finish when the service is stopped.
STOP_TIME = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Where a service listens, and what it may use.

    cors: origins of other pages that may ask. names: by which it may be called, beside addresses
    and this machine's name. url: the origin by which it is reached through a proxy. limit: seconds
    a request may take. cache: megabytes.
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
    url: str | None = None

    def __post_init__(self) -> None:
        """Refuse a limit that is no time, and origins that no browser would send."""
        Watch(self.limit)
        for option, origins in (("--cors", self.cors), ("--url", (self.url,) if self.url else ())):
            for origin in origins:
                if not re.fullmatch(r"https?://[^\s/?#@]+", origin):
                    raise InvalidInput(
                        f"origin {quote(origin)}", option, "such as https://example.org"
                    )

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"
