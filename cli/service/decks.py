"""The decks and menus that come along, over HTTP."""

from __future__ import annotations

import orjson
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from cli.service.content import content_of
from cli.service.guard import CHECKED, refused
from solver.decks import deck_names, deck_text
from solver.errors import InvalidInput, nearest, quote


def names() -> list[str]:
    """Return their names as they are asked for, such as ``master/menu-base``."""
    return [name.removesuffix(".json") for name in deck_names()]


async def decks(http: HttpRequest) -> Response:
    """Answer ``GET /v1/decks``: the names of the decks and menus that come along."""
    return await content_of(orjson.dumps({"decks": names()})).response(http, CHECKED)


async def deck(http: HttpRequest) -> Response:
    """Answer ``GET /v1/decks/<game>/<name>``: one of them."""
    name = "{game}/{name}".format_map(http.path_params)
    try:
        text = deck_text(name)
    except InvalidInput:
        return refused(404, f"no deck called {quote(name)}; expected {nearest(name, names())}")
    return await content_of(text.encode()).response(http, CHECKED)
