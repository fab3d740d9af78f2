"""What a browser gets: the page at the table, and the questions as OpenAPI, for machines and people."""

from __future__ import annotations

import re
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

FOLDER = files("cli.service") / "page"

#: What the page's files are, by the end of their names; no other file is ever sent.
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}

#: The module that a browser runs first, and what one that it needs looks like.
FIRST_MODULE = "page.js"
IMPORT = re.compile(r'^(?:import|export|\}).*\bfrom "\./([\w.]+)";$', re.MULTILINE)


def page_files() -> dict[str, tuple[bytes, str]]:
    """Return what is sent at each path of the page, and its media type."""
    sent = {"/": (_first_page(), "text/html")}
    for file in sorted(FOLDER.iterdir(), key=lambda file: file.name):
        kind = KINDS.get(file.name.rpartition(".")[2])
        if kind:
            sent[f"/{file.name}"] = (file.read_bytes(), kind)
    return sent


def modules() -> list[str]:
    """Return the names of the modules that the page runs, each after the one that first names it."""
    found = [FIRST_MODULE]
    for name in found:
        named = IMPORT.findall((FOLDER / name).read_text())
        found += [other for other in dict.fromkeys(named) if other not in found]
    return found


def _first_page() -> bytes:
    """Return the page itself, which names all its modules: so they are fetched at once, in no chain."""
    links = "".join(f'  <link rel="modulepreload" href="/{name}">\n' for name in modules())
    return (FOLDER / "page.html").read_text().replace("</head>", links + "</head>", 1).encode()


def page_routes() -> list[tuple[str, Handler]]:
    """Return the paths and their handlers."""
    sent = [(path, _file(content, kind)) for path, (content, kind) in page_files().items()]
    return [*sent, ("/openapi.json", _openapi), ("/docs", _docs)]


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


def _file(sent: bytes, kind: str) -> Handler:
    content = content_of(sent, kind)

    async def handler(http: HttpRequest) -> Response:
        return await content.response(http, CHECKED)

    return handler
