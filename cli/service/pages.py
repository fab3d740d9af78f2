"""What a browser gets: the page at the table, and the questions as OpenAPI, for machines and people."""

from __future__ import annotations

import hashlib
import re
from asyncio import to_thread
from collections.abc import Awaitable, Callable
from importlib.resources import files

import orjson
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

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
    from cli.service.openapi import document

    return Response(orjson.dumps(await to_thread(document)), media_type="application/json")


async def _docs(http: HttpRequest) -> Response:
    from cli.service.docs import docs_page

    return Response(await to_thread(docs_page), media_type="text/html")


def _file(content: bytes, kind: str) -> Handler:
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}

    async def handler(http: HttpRequest) -> Response:
        if http.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    return handler
