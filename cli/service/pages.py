"""What a browser gets: the page at the table, and the questions as OpenAPI, for machines and people."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from importlib.resources import files

from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from solver.requests import Question

Handler = Callable[[HttpRequest], Awaitable[Response]]

#: The page's files and what they are; no other file is ever sent.
PAGE = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
}


def page_routes(questions: dict[str, Question]) -> list[tuple[str, Handler]]:
    """Return the paths and their handlers."""
    return [(path, _file(name, kind)) for path, (name, kind) in PAGE.items()]


def _file(name: str, kind: str) -> Handler:
    content = files("cli.service").joinpath("page", name).read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}

    async def handler(http: HttpRequest) -> Response:
        if http.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    return handler
