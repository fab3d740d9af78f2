"""What is sent: bytes that are ready, their tag, and their packed form, made once.

So a kept answer of many megabytes costs no more to send again than a short one.
"""

from __future__ import annotations

import gzip
import re
from asyncio import to_thread
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from cli.service.tags import is_held, tag_of

JSON = "application/json"

#: Bytes below which packing saves nothing: it all goes in one packet.
LEAST_PACKED = 1_400

#: Bytes above which work on them would hold up everybody else for long: it is done in a thread.
LARGE = 64 * 1024

#: How hard to pack, 1 to 9: 6 is zlib's own choice.
LEVEL = 6

Made = TypeVar("Made")


@dataclass(slots=True, eq=False)
class Content:
    """Something to send: its bytes, what they are, and a weak tag (RFC 9110, 8.8.3)."""

    body: bytes
    tag: str
    media_type: str = JSON
    packed: bytes = b""

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        return len(self.body) + len(self.packed)

    async def pack(self) -> None:
        """Make the packed form, if there is to be one and it is not there yet."""
        if not self.packed and len(self.body) >= LEAST_PACKED:
            self.packed = await off_the_loop(len(self.body), _packed, self.body)

    async def response(self, http: HttpRequest, headers: dict[str, str]) -> Response:
        """Return it as the client wants it: packed, plain, or a 304 where the client has it."""
        headers = {"etag": self.tag, "vary": "Accept-Encoding", **headers}
        if is_held(self.tag, http.headers.getlist("if-none-match")):
            return Response(status_code=304, headers=headers)
        if accepts_gzip(http.headers.getlist("accept-encoding")):
            await self.pack()
            if self.packed:
                headers["content-encoding"] = "gzip"
                return Response(self.packed, media_type=self.media_type, headers=headers)
        return Response(self.body, media_type=self.media_type, headers=headers)


def content_of(body: bytes, media_type: str = JSON) -> Content:
    """Return bytes with the tag of just these bytes."""
    return Content(body, tag_of(body), media_type)


async def off_the_loop(size: int, work: Callable[..., Made], *arguments: object) -> Made:
    """Return what work on so many bytes makes; where they are many, others are served meanwhile."""
    if size <= LARGE:
        return work(*arguments)
    return await to_thread(work, *arguments)


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


def accepts_gzip(asked: Iterable[str]) -> bool:
    """Return whether Accept-Encoding allows gzip (RFC 9110, 12.5.3).

    >>> [accepts_gzip([given]) for given in ("gzip, br", "br;q=1, GZIP;q=0.5", "*", "gzip;q=0", "br", "")]
    [True, True, True, False, False, False]
    """
    weights: dict[str, bool] = {}
    for part in ",".join(asked).lower().split(","):
        coding, *parameters = (piece.strip() for piece in part.split(";"))
        weights[coding] = not any(re.fullmatch(r"q=0(\.0*)?", one) for one in parameters)
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", False)))
