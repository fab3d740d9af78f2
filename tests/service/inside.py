"""A service in the test's own process, asked without a socket."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import httpx
from starlette.types import ASGIApp

from cli.service.app import Service, application
from cli.service.settings import Settings

#: An order, and the path that asks about it.
SOLVE = {"plates": "BPCL/BTT/B/BOO", "card": "base-07"}
SOLVE_PATH = "/v1/master/solve"


@contextlib.asynccontextmanager
async def inside(settings: Settings) -> AsyncIterator[tuple[Service, httpx.AsyncClient]]:
    """Run a service, its workers too; yield it and who asks it."""
    service = Service(settings)
    app = application(service)
    async with app.router.lifespan_context(app), asking(app) as client:
        yield service, client


@contextlib.asynccontextmanager
async def without_workers(
    settings: Settings | None = None,
) -> AsyncIterator[tuple[Service, httpx.AsyncClient]]:
    """Yield a service that has no workers, and who asks it."""
    service = Service(settings or Settings())
    async with asking(application(service)) as client:
        yield service, client


def asking(app: ASGIApp) -> httpx.AsyncClient:
    """Return a client of an application."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://localhost", timeout=60
    )
