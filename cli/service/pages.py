"""What a browser gets: the page at the table, and the questions as OpenAPI, for machines and people."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable
from functools import cache, lru_cache
from importlib.resources import files

import orjson
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from cli.service.content import Content, content_of
from cli.service.guard import CHECKED

#: Addresses for which the page of questions is kept: it names the one that it is asked at.
MOST_ADDRESSES = 16

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
    return await (await to_thread(_described)).response(http, CHECKED)


async def _docs(http: HttpRequest) -> Response:
    address = http.app.state.url or f"{http.url.scheme}://{http.headers['host']}"
    return await (await to_thread(_docs_at, address)).response(http, CHECKED)


@cache
def _described() -> Content:
    from cli.service.openapi import document

    return content_of(orjson.dumps(document()))


@lru_cache(MOST_ADDRESSES)
def _docs_at(address: str) -> Content:
    from cli.service.docs import docs_page

    return content_of(docs_page(address).encode(), "text/html")


def _file(name: str, kind: str) -> Handler:
    content = content_of(files("cli.service").joinpath("page", name).read_bytes(), kind)

    async def handler(http: HttpRequest) -> Response:
        return await content.response(http, CHECKED)

    return handler
