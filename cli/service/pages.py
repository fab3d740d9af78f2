"""What a browser gets: the page at the table, and the questions as OpenAPI, for machines and people."""

from __future__ import annotations

import hashlib
from asyncio import to_thread
from collections.abc import Awaitable, Callable
from importlib.resources import files

import orjson
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

Handler = Callable[[HttpRequest], Awaitable[Response]]

#: The page's files and what they are; no other file is ever sent.
PAGE = {
    "/": ("page.html", "text/html"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
    "/page.css": ("page.css", "text/css"),
    "/controls.css": ("controls.css", "text/css"),
    "/food.css": ("food.css", "text/css"),
    "/slam.css": ("slam.css", "text/css"),
    "/draft.css": ("draft.css", "text/css"),
    "/narrow.css": ("narrow.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/link.js": ("link.js", "text/javascript"),
    "/elements.js": ("elements.js", "text/javascript"),
    "/drawing.js": ("drawing.js", "text/javascript"),
    "/ask.js": ("ask.js", "text/javascript"),
    "/hint.js": ("hint.js", "text/javascript"),
    "/panel.js": ("panel.js", "text/javascript"),
    "/master.js": ("master.js", "text/javascript"),
    "/master_answers.js": ("master_answers.js", "text/javascript"),
    "/declare.js": ("declare.js", "text/javascript"),
    "/plates.js": ("plates.js", "text/javascript"),
    "/order.js": ("order.js", "text/javascript"),
    "/steps.js": ("steps.js", "text/javascript"),
    "/slam.js": ("slam.js", "text/javascript"),
    "/table.js": ("table.js", "text/javascript"),
    "/piles.js": ("piles.js", "text/javascript"),
    "/slam_answers.js": ("slam_answers.js", "text/javascript"),
    "/draft.js": ("draft.js", "text/javascript"),
    "/draft_answers.js": ("draft_answers.js", "text/javascript"),
    "/docs.css": ("docs.css", "text/css"),
}


def page_routes() -> list[tuple[str, Handler]]:
    """Return the paths and their handlers."""
    files = [(path, _file(name, kind)) for path, (name, kind) in PAGE.items()]
    return [*files, ("/openapi.json", _openapi), ("/docs", _docs)]


async def _openapi(http: HttpRequest) -> Response:
    from cli.service.openapi import document

    return Response(orjson.dumps(await to_thread(document)), media_type="application/json")


async def _docs(http: HttpRequest) -> Response:
    from cli.service.docs import docs_page

    return Response(await to_thread(docs_page), media_type="text/html")


def _file(name: str, kind: str) -> Handler:
    content = files("cli.service").joinpath("page", name).read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}

    async def handler(http: HttpRequest) -> Response:
        if http.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    return handler
