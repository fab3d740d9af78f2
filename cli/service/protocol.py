"""HTTP/1.1 by uvicorn and httptools, with an end for those who never finish asking or never read.

What one client can hold is bounded: connections for each address, requests that are queued on a
connection, the size of a head, the time to send one, and the time to take what was written.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import Any
from weakref import WeakKeyDictionary

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from cli.service.settings import (
    MOST_CONNECTIONS,
    MOST_HEAD,
    MOST_OF_ONE,
    MOST_QUEUED,
    READ_TIME,
    WRITE_TIME,
)

#: Bits of an IPv6 address that say whose it is: one customer has all that begin with them.
CUSTOMER = 64

#: Seconds for what is still to be sent when the service stops.
CLOSE_TIME = 0.5

#: Status lines and words of what is refused before it is a request.
NO_HTTP = (b"400 Bad Request", "this is no HTTP request that can be read")
HEAD_TOO_LARGE = (
    b"431 Request Header Fields Too Large",
    f"the request's head is too large; expected at most {MOST_HEAD:,} bytes",
)

#: For each server, its open connections by whose they are.
_open: WeakKeyDictionary[ServerState, Counter[str]] = WeakKeyDictionary()


class PatientProtocol(HttpToolsProtocol):
    """One connection.

    More of them than a service may have, or one address, are closed at once: so many can only be a
    mistake, or somebody who wants to use up its sockets.
    """

    most_of_one = MOST_OF_ONE

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._owner = ""
        self._is_idle = False
        self._head_bytes = 0
        self._has_head = False
        self._is_full = False
        self._is_too_large = False

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        self._owner = owner_of(self.client[0] if self.client else "")
        found = _open.setdefault(self.server_state, Counter())
        found[self._owner] += 1
        if len(self.connections) > MOST_CONNECTIONS or found[self._owner] > self.most_of_one:
            transport.abort()
        else:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._forget_deadline()
        self.resume_writing()
        found = _open[self.server_state]
        found[self._owner] -= 1
        if not found[self._owner]:
            del found[self._owner]

    def data_received(self, data: bytes) -> None:
        """Take what came; a request that is not whole yet has the time it had."""
        if self._is_full or self.transport.is_closing():
            return
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > MOST_HEAD and not self._has_head and not self._is_idle:
            self._refuse(*HEAD_TOO_LARGE)
        else:
            self._await_request()

    def on_message_begin(self) -> None:
        """Begin with a request's head."""
        self._is_idle = self._has_head = False
        if not self._is_full:
            super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Answer a request, or queue it behind those before it; after too many, take no more."""
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MOST_HEAD:
            # As anything that a callback raises, it ends the parser, and then the connection.
            self._is_too_large = True
            raise ValueError("the head is too large")
        self._has_head, self._head_bytes = True, 0
        if len(self.pipeline) >= MOST_QUEUED and not self._is_full:
            self._is_full = True
            # The last request in the queue ends the connection; the client may ask the rest again.
            self.pipeline[0][0].keep_alive = False
        if not self._is_full:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of a body."""
        if not self._is_full:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request; what comes next is the next one's head."""
        self._is_idle, self._head_bytes = True, 0
        if not self._is_full:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on to the next request of the connection."""
        super().on_response_complete()
        self._await_request()

    def pause_writing(self) -> None:
        """Wait for a client to take what was written, but not for ever."""
        super().pause_writing()
        if self._writing is None:
            self._writing = self.loop.call_later(WRITE_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def shutdown(self) -> None:
        """End with the service: at once, or after the answer; who does not read is not waited for."""
        super().shutdown()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(CLOSE_TIME, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, in JSON as all errors are."""
        self._refuse(*(HEAD_TOO_LARGE if self._is_too_large else NO_HTTP))

    def _refuse(self, status: bytes, why: str) -> None:
        """Say why where no answer is under way, and close."""
        is_silent = self.cycle is None or self.cycle.response_complete
        if is_silent or not (self.pipeline or self.cycle.response_started):
            body = orjson.dumps({"error": why})
            self.transport.write(
                b"HTTP/1.1 %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
                b"x-content-type-options: nosniff\r\nconnection: close\r\n\r\n%b"
                % (status, len(body), body)
            )
        self.transport.close()

    def _await_request(self) -> None:
        """Have a deadline while a request is awaited, and none while one is answered or none begun."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self._is_idle:
            self._forget_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(READ_TIME, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class ProxiedProtocol(PatientProtocol):
    """A connection of a service behind a proxy: all come from one address, and the proxy counts."""

    most_of_one = MOST_CONNECTIONS


def owner_of(address: str) -> str:
    """Return what stands for all addresses that one client may have.

    >>> owner_of("192.0.2.7"), owner_of("2001:db8:1:2:3::4"), owner_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        return str(found.ipv4_mapped)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, CUSTOMER), strict=False))
    return str(found)
