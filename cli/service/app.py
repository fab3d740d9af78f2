"""The service as an ASGI application: routes, and from a request to its answer.

What a question is and how it is answered is the solver's; who may ask, logs and
headers are in ``guard``, the workers in ``pool``, kept answers in ``cache``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import msgspec
import orjson
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cli.service.cache import Cache
from cli.service.guard import Guard, failed, refused, too_large
from cli.service.metrics import CONTENT_TYPE, Metrics
from cli.service.pages import page_routes
from cli.service.pool import Overdue, Pool, QueueFull, Reply, WorkerDied
from cli.service.questions import (
    Asked,
    asked,
    etag,
    fields_in,
    path_of,
    pointer,
    served_questions,
)
from cli.service.settings import MOST_BODY, READ_TIME, Settings
from cli.service.worker import Outcome
from solver.answer import Status
from solver.batch import as_line
from solver.decks import deck_names, deck_text
from solver.errors import InvalidInput, LimitReached, nearest
from solver.watch import Watch

logger = logging.getLogger(__name__)

#: Bytes in a megabyte.
MEGABYTE = 1 << 20

JSON = "application/json"


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


class Service:
    """One running service: its settings, workers and kept answers."""

    def __init__(self, settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
        self.settings = settings
        self.pool = Pool(settings.workers, settings.waiting)
        self.cache = Cache(settings.cache * MEGABYTE)
        self.metrics = Metrics(self.pool, self.cache)
        self.questions = served_questions()
        self.stopping = asyncio.Event()
        self.hurry = asyncio.Event()
        self._ready = ready

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start the workers before the first request, and end them after the last."""
        logger.info("starting; the first start of all compiles the kernels, for a minute or so")
        await self.pool.start()
        self._ready()
        try:
            yield
        finally:
            await self.pool.close()

    async def stop(self) -> None:
        """Refuse new and waiting work; end what still runs after ``stop_time``, or in a hurry."""
        self.stopping.set()
        self.pool.close_queue()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), self.settings.stop_time)
        await self.pool.close()

    async def ask(self, http: HttpRequest) -> Response:
        """Answer ``POST /v1/<game>/<question>``."""
        name = f"{http.path_params['game']}.{http.path_params['question']}"
        question = self.questions.get(name)
        if question is None:
            near = path_of(nearest(name, self.questions))
            return refused(404, f"no question {http.url.path}; expected {near}")
        http.state.route = path_of(name)
        try:
            body = await read_body(http)
        except TimeoutError:
            return refused(408, f"the request did not arrive within {READ_TIME:g} s")
        if body is None:
            return too_large()
        fields: dict[str, Any] = {}
        try:
            fields = fields_in(body)
            return await self._answer(http, asked(question, fields))
        except InvalidInput as error:
            return invalid(error, pointer(error, question, fields))

    async def _answer(self, http: HttpRequest, asked: Asked) -> Response:
        kept = self.cache.get(asked.key)
        http.state.cache = "miss" if kept is None else "hit"
        if kept is not None:
            return document_response(http, asked, kept)
        if self.stopping.is_set():
            return stopping()
        limit = asked.limit(self.settings.limit)
        try:
            reply = await unless_gone(http, self._reply(asked, limit))
        except QueueFull as full:
            return refused(503, str(full), **{"retry-after": str(full.retry_after)})
        except Overdue as late:
            unfinished = asked.question.unfinished(LimitReached(str(late)), Watch())
            return document_response(http, asked, as_line(unfinished.document()))
        except WorkerDied as died:
            return self._lost(http, died)
        except ClientGone:
            return Response(status_code=499)
        if asked.may_keep(Status(reply.head["status"])):
            self.cache.put(asked.key, reply.document)
        return document_response(http, asked, reply.document)

    async def _reply(self, asked: Asked, limit: float) -> Reply:
        """Return the canonical request's reply; what is wrong is told in the request's own words."""
        name = asked.question.name
        reply = await self.pool.ask(name, msgspec.json.encode(asked.canonical), limit)
        if reply.outcome is Outcome.INVALID and asked.canonical is not asked.request:
            reply = await self.pool.ask(name, msgspec.json.encode(asked.request), limit)
        if reply.outcome is Outcome.INVALID:
            head = reply.head
            raise InvalidInput(head["what"], head["where"], head["expected"])
        return reply

    def _lost(self, http: HttpRequest, died: WorkerDied) -> Response:
        if self.stopping.is_set():
            return stopping()
        details = {"id": http.state.id, "error": str(died)}
        logger.error("a request was lost", extra={"details": details})
        return failed("the answer was lost; ask again", http.state.id)

    async def health(self, http: HttpRequest) -> Response:
        """Answer ``GET /healthz``: 200 where there is a worker and the service is not stopping."""
        well = self.pool.ready > 0 and not self.stopping.is_set()
        told = {
            "status": "ok" if well else "stopping" if self.stopping.is_set() else "no worker",
            "workers": self.pool.ready,
            "busy": self.pool.busy,
            "waiting": self.pool.waiting,
        }
        return JSONResponse(told, 200 if well else 503)

    async def counted(self, http: HttpRequest) -> Response:
        """Answer ``GET /metrics``."""
        return Response(self.metrics.text(), media_type=CONTENT_TYPE)


async def read_body(http: HttpRequest) -> bytes | None:
    """Return a request's body; None if it is too large. Raises TimeoutError if it does not come."""
    body = bytearray()
    async with asyncio.timeout(READ_TIME):
        async for piece in http.stream():
            body += piece
            if len(body) > MOST_BODY:
                return None
    return bytes(body)


async def unless_gone(http: HttpRequest, answer: Coroutine[Any, Any, Reply]) -> Reply:
    """Wait for an answer while the client does; raise ClientGone, the work cancelled, if it leaves."""
    work = asyncio.create_task(answer)
    gone = asyncio.ensure_future(http.receive())
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientGone
        return work.result()
    finally:
        for task in (work, gone):
            task.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


def document_response(http: HttpRequest, asked: Asked, kept: bytes) -> Response:
    """Return an answer's document in the request's own terms; 304 where the client has it."""
    document = asked.restore(orjson.loads(kept))
    tag = etag(document)
    headers = {
        "etag": tag,
        "cache-status": f"burger; {'hit' if http.state.cache == 'hit' else 'fwd=miss'}",
    }
    wanted = {given.strip() for given in http.headers.get("if-none-match", "").split(",")}
    if tag in wanted or "*" in wanted:
        return Response(status_code=304, headers=headers)
    return Response(as_line(document), media_type=JSON, headers=headers)


def invalid(error: InvalidInput, pointer: str) -> Response:
    """Return bad input as the command line words it, and the pointer to where in the body it is."""
    told = {
        "error": str(error),
        "what": error.what,
        "where": error.where,
        "expected": error.expected,
        "pointer": pointer,
    }
    return JSONResponse(told, 422)


def stopping() -> Response:
    """Return what is told while the service stops."""
    return refused(503, "the service is stopping", **{"retry-after": "5", "connection": "close"})


async def decks(http: HttpRequest) -> Response:
    """Answer ``GET /v1/decks``: the names of the decks and menus that come along."""
    return JSONResponse({"decks": [name.removesuffix(".json") for name in deck_names()]})


async def deck(http: HttpRequest) -> Response:
    """Answer ``GET /v1/decks/<game>/<name>``: one of them."""
    name = "{game}/{name}".format_map(http.path_params)
    try:
        return Response(deck_text(name), media_type=JSON)
    except InvalidInput as error:
        return refused(404, str(error))


async def plain_error(http: HttpRequest, error: Exception) -> Response:
    """Answer a path that is not there, or a method that it does not know."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)


def application(service: Service) -> Starlette:
    """Return the application of a service."""
    settings = service.settings
    cors = [
        Middleware(
            CORSMiddleware, allow_origins=settings.cors, allow_methods=["GET", "POST"],
            allow_headers=["content-type", "if-none-match"], expose_headers=["etag"],
        )
    ]  # fmt: skip
    guard = Middleware(Guard, settings=settings, metrics=service.metrics)
    return Starlette(
        routes=[
            *(_get(path, handler) for path, handler in page_routes()),
            _get("/healthz", service.health),
            _get("/metrics", service.counted),
            _get("/v1/decks", decks),
            _get("/v1/decks/{game}/{name}", deck),
            Route("/v1/{game}/{question}", service.ask, methods=["POST"]),
        ],
        middleware=[guard, *(cors if settings.cors else [])],
        exception_handlers={HTTPException: plain_error},
        lifespan=service.lifespan,
    )


def _get(path: str, handler: Callable[[HttpRequest], Any]) -> Route:
    async def noted(http: HttpRequest) -> Response:
        http.state.route = path
        response: Response = await handler(http)
        return response

    return Route(path, noted, methods=["GET"])
