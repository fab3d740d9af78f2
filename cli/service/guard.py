"""What every request passes: an id, headers that make pages safe, a line in the log; who may ask."""

from __future__ import annotations

import ipaddress
import logging
import secrets
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.service.metrics import Metrics
from cli.service.settings import MOST_BODY, Settings
from solver.errors import quote

logger = logging.getLogger(__name__)

#: Names under which a service that listens on this machine only may be called: another name that
#: leads here is somebody else's page (DNS rebinding).
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")

#: Sent with every answer: nothing is loaded from elsewhere, framed, guessed at or told to others.
SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

#: Sent where the rest of a request is not read.
CLOSE = {"connection": "close"}

#: Sent with what may be kept by a client that asks each time whether it is still right.
CHECKED = {"cache-control": "no-cache"}

#: Bytes that are handed over at a time: a client that does not read holds little more of them.
PIECE = 32 * 1024

#: Characters of a path that are logged.
LONGEST_LOGGED = 200

#: Digits of a length that are looked at.
LONGEST_NUMBER = 20


class Counter:
    """The outermost layer: an id, safe headers, pieces that a slow reader can take, a line in the log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note what became of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        scope.setdefault("state", {})["id"] = secrets.token_hex(8)
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = scope["state"]["id"]
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            for piece in pieces(message):
                await send(piece)

        try:
            await self.app(scope, receive, sending)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope["state"].get("route", "other")
        self.metrics.count(route, status, seconds)
        details: dict[str, Any] = {
            "id": scope["state"]["id"],
            "method": scope["method"],
            "path": shortened(scope["path"]),
            "status": status or "client gone",
            "seconds": round(seconds, 6),
        }
        if "cache" in scope["state"]:
            details["cache"] = scope["state"]["cache"]
        logger.info("request", extra={"details": details})


class Guard:
    """Refuses what may not ask, and tells what failed; outside it, pages of ``--cors`` are let in."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.names = own_names(settings)
        self.origins = {*settings.cors, *([settings.url] if settings.url else [])}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(Headers(scope=scope), scope["scheme"])
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await (refusal or self.app)(scope, receive, sending)
        except Exception:
            logger.exception("failed", extra={"details": {"id": scope["state"]["id"]}})
            if has_begun:
                raise
            told = failed("this failed; the log has why", scope["state"]["id"])
            await told(scope, receive, send)

    def _refusal(self, headers: Headers, scheme: str) -> JSONResponse | None:
        host = headers.get("host", "")
        if not self._is_own_name(host):
            return refused(421, f"host {quote(host)} is not this service; see burger serve --name")
        origin = headers.get("origin")
        if origin not in (None, f"{scheme}://{host}") and origin not in self.origins:
            return refused(
                403, f"a page of {quote(origin)} may not ask; see burger serve --cors and --url"
            )
        if "content-length" in headers and "transfer-encoding" in headers:
            return refused(400, "a body has either Content-Length or Transfer-Encoding", **CLOSE)
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length[:LONGEST_NUMBER]) > MOST_BODY:
            return too_large()
        return None

    def _is_own_name(self, host: str) -> bool:
        """Return whether a Host header names this service: another name is somebody else's page."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if "@" in host:
            return False
        return name in self.names or (not self.settings.is_local and is_address(name))


def own_names(settings: Settings) -> frozenset[str]:
    """Return the names by which a service may be called, beside the addresses of one for all."""
    told = {*settings.names}
    if settings.url:
        told.add(urlsplit(settings.url).hostname or "")
    if settings.is_local:
        return frozenset({*LOCAL_NAMES, settings.host, *told})
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own}.local", *told})


def is_address(name: str) -> bool:
    """Return whether a name is an IP address: nobody else's page can be called by one of ours.

    >>> is_address("192.168.1.7"), is_address("::1"), is_address("example.org")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def pieces(message: Message) -> Iterator[Message]:
    """Yield a message in parts that are sent one after another, as fast as the client reads."""
    body = message.get("body", b"")
    if len(body) <= PIECE:
        yield message
        return
    for start in range(0, len(body), PIECE):
        more = message.get("more_body", False) or start + PIECE < len(body)
        yield {**message, "body": body[start : start + PIECE], "more_body": more}


def shortened(text: str) -> str:
    """Return a text for the log, cut where it is long.

    >>> shortened("/" * 500) == "/" * 200 + "…"
    True
    """
    return text if len(text) <= LONGEST_LOGGED else text[:LONGEST_LOGGED] + "…"


def failed(why: str, request_id: str) -> JSONResponse:
    """Return what is told where something failed that should not: why, and an id that the log has."""
    return JSONResponse({"error": why, "id": request_id}, 500)


def refused(status: int, why: str, **headers: str) -> JSONResponse:
    """Return an error as the service tells all of them: ``{"error": why}``."""
    return JSONResponse({"error": why}, status, headers=headers)


def too_large() -> JSONResponse:
    """Return the refusal of a body that is too large; the rest of it is not read."""
    return refused(413, f"the body is too large; expected at most {MOST_BODY:,} bytes", **CLOSE)
