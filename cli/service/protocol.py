"""HTTP/1.1 by uvicorn, with an end for those who never finish asking."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.service.settings import MOST_CONNECTIONS, READ_TIME


class PatientProtocol(H11Protocol):
    """A connection that is closed if a request's head does not arrive in time.

    More connections than a service may have are closed at once: so many can only be a mistake,
    or somebody who wants to use up its sockets.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is not whole yet has the time it had."""
        super().data_received(data)
        self._await_head()

    def on_response_complete(self) -> None:
        """Go on to the next request of the connection."""
        super().on_response_complete()
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._forget_deadline()

    def _await_head(self) -> None:
        """Have a deadline while no request is being answered, and none while one is."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._forget_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(READ_TIME, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
