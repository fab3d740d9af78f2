"""``burger serve``: the same answers over HTTP, and a page for the table."""

from __future__ import annotations

import click

from cli.question import once
from cli.service import settings
from solver.errors import InvalidInput

HOST = once(["--host"], default=settings.HOST, help=f"listen on this address  [{settings.HOST}]")
PORT = once(
    ["--port"],
    type=click.IntRange(0, 65535),
    default=settings.PORT,
    help=f"and this port; 0: any free one  [{settings.PORT}]",
)
WORKERS = once(
    ["--jobs"],
    type=click.IntRange(1, 256),
    default=settings.WORKERS,
    help=f"worker processes  [{settings.WORKERS}]",
)
LIMIT = once(
    ["--limit"],
    type=click.FLOAT,
    default=settings.LIMIT,
    metavar="SECONDS",
    help=f"seconds a request may take  [{settings.LIMIT:g}]",
)
WAITING = once(
    ["--waiting"],
    type=click.IntRange(0, 10_000),
    default=settings.MOST_WAITING,
    help=f"requests that may wait for a worker  [{settings.MOST_WAITING}]",
)
CACHE = once(
    ["--cache"],
    type=click.IntRange(0, 1 << 20),
    default=settings.CACHE,
    help=f"megabytes of answers to keep  [{settings.CACHE}]",
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


@click.command(params=[HOST, PORT, WORKERS, LIMIT, WAITING, CACHE, CORS, NAME])
def serve(
    host: str,
    port: int,
    jobs: int,
    limit: float,
    waiting: int,
    cache: int,
    cors: tuple[str, ...],
    name: tuple[str, ...],
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
        )
    )
