"""``burger serve``: the same answers over HTTP, and a page for the table."""

from __future__ import annotations

from typing import Any

import click

from cli.question import once
from cli.service import settings
from solver.errors import InvalidInput


def _setting(name: str, default: str | float, help_text: str, **attributes: Any) -> click.Option:
    """Return an option with a default that its help shows."""
    shown = default if isinstance(default, str) else f"{default:g}"
    return once([name], default=default, help=f"{help_text}  [{shown}]", **attributes)


HOST = _setting("--host", settings.HOST, "listen on this address")
PORT = _setting(
    "--port", settings.PORT, "and this port; 0: any free one", type=click.IntRange(0, 65535)
)
WORKERS = _setting("--jobs", settings.WORKERS, "worker processes", type=click.IntRange(1, 256))
LIMIT = _setting(
    "--limit",
    settings.LIMIT,
    "seconds a request may take",
    type=click.FLOAT,
    metavar="SECONDS",
)
WAITING = _setting(
    "--waiting",
    settings.MOST_WAITING,
    "requests that may wait for a worker",
    type=click.IntRange(0, 10_000),
)
CACHE = _setting(
    "--cache",
    settings.CACHE,
    "megabytes of answers to keep",
    type=click.IntRange(0, 1 << 20),
)
CORS = click.Option(
    ["--cors"],
    multiple=True,
    metavar="ORIGIN",
    help="let pages of this origin ask, such as https://example.org",
)


NAME = click.Option(
    ["--name"],
    multiple=True,
    metavar="HOST",
    help="a name by which it may be called, such as burger.example.org; addresses always may",
)

URL = once(
    ["--url"],
    metavar="ORIGIN",
    help="how it is reached through a proxy that you run, such as https://burger.example.org",
)


@click.command(params=[HOST, PORT, WORKERS, LIMIT, WAITING, CACHE, CORS, NAME, URL])
def serve(
    host: str,
    port: int,
    jobs: int,
    limit: float,
    waiting: int,
    cache: int,
    cors: tuple[str, ...],
    name: tuple[str, ...],
    url: str | None,
) -> int:
    """Answer over HTTP, with a page at / and the questions at /docs.

    Only this machine can reach it unless --host says otherwise (0.0.0.0 for every
    address). Ctrl-C ends it.
    """
    try:
        from cli.service.server import run
    except ModuleNotFoundError as error:
        raise InvalidInput(
            f"the service needs {error.name}", "serve", "pip install 'burger-solver[serve]'"
        ) from None
    return run(
        settings.Settings(
            host=host,
            port=port,
            workers=jobs,
            limit=limit,
            waiting=waiting,
            cache=cache,
            cors=cors,
            names=tuple(one.lower() for one in name),
            url=url.lower().rstrip("/") if url else None,
        )
    )
