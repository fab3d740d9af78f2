"""The service as an ASGI application: routes, and from a request to its answer.

What a question is and how it is answered is the solver's; who may ask, logs and
headers are in ``guard``, the workers in ``pool``, kept answers in ``cache``.
"""

from __future__ import annotations

import asyncio
import contextlib
import difflib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec
import orjson
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cli.service.cache import Cache
from cli.service.content import JSON, Content, off_the_loop
from cli.service.decks import deck, decks
from cli.service.guard import CLOSE, Counter, Guard, failed, refused, shortened, too_large
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
from cli.service.replies import Health
from cli.service.settings import MOST_BODY, READ_TIME, Settings
from cli.service.warming import RETRY_AFTER, Warming, WarmingUp
from cli.service.worker import USUAL, USUAL_QUESTION, Outcome
from solver.answer import Status
from solver.batch import as_line
from solver.errors import InvalidInput, LimitReached, nearest, quote
from solver.watch import Watch

logger = logging.getLogger(__name__)

#: Bytes in a megabyte.
MEGABYTE = 1 << 20

#: Sent with what is only right now.
NEVER_KEPT = {"cache-control": "no-store"}

#: Seconds after which a service that starts, or stops, may be asked again.
START_RETRY = 2

#: What is answered beside the page and the questions.
PLAIN_PATHS = ("/healthz", "/metrics", "/v1/decks")

Result = TypeVar("Result")


#: The status of a request that nobody waits for any more, in the log alone; nginx's number.
GONE = 499


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


class Service:
    """One running service: its settings, workers and kept answers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.warming = Warming()
        self.pool = Pool(settings.workers, settings.waiting, self._worker_options)
        self.cache = Cache(settings.cache * MEGABYTE)
        self.metrics = Metrics(self.pool, self.cache)
        self.questions = served_questions()
        self.stopping = asyncio.Event()
        self.hurry = asyncio.Event()
        self._has_begun = False

    def _worker_options(self) -> tuple[str, ...]:
        """A worker loads the usual kernel before it is ready, where that is there to be loaded."""
        return () if USUAL_QUESTION in self.warming.missing() else (USUAL,)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start workers and warming beside what needs neither, and end them after the last request."""
        self.pool.start()
        self.warming.start()
        try:
            yield
        finally:
            await self._close()

    async def _close(self) -> None:
        await asyncio.gather(self.warming.close(), self.pool.close())

    async def stop(self) -> None:
        """Refuse new and waiting work; end what still runs after ``stop_time``, or in a hurry."""
        self.stopping.set()
        self.pool.close_queue()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), self.settings.stop_time)
        await self._close()

    async def ask(self, http: HttpRequest) -> Response:
        """Answer ``POST /v1/<game>/<question>``."""
        name = f"{http.path_params['game']}.{http.path_params['question']}"
        question = self.questions.get(name)
        if question is None:
            near = nearest(path_of(name), map(path_of, self.questions))
            return refused(404, f"no question {quote(http.url.path)}; expected {near}")
        http.state.route = path_of(name)
        try:
            body = await in_time(read_body(http), READ_TIME)
        except ClientDisconnect:
            return Response(status_code=GONE)
        except TimeoutError:
            return refused(408, f"the request did not arrive within {READ_TIME:g} s", **CLOSE)
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
        if kept is None:
            found = await self._computed(http, asked)
            if isinstance(found, Response):
                return found
            kept = found
        content = kept if asked.is_canonical else await restored(asked, kept)
        said = "hit" if http.state.cache == "hit" else "fwd=miss"
        size = content.size
        response = await content.response(http, {"cache-status": f"burger; {said}"})
        if content is kept and content.size != size and self.cache.has(asked.key):
            self.cache.put(asked.key, content)
        return response

    async def _computed(self, http: HttpRequest, asked: Asked) -> Content | Response:
        """Return a worker's answer to the canonical request, kept where it may be; or why there is none."""
        if self.stopping.is_set():
            return stopping()
        limit = asked.limit(self.settings.limit)
        try:
            reply = await unless_gone(http, self._reply(asked, limit))
        except WarmingUp as warming:
            return come_again(str(warming), RETRY_AFTER)
        except QueueFull as full:
            return come_again(str(full), full.retry_after)
        except Overdue as late:
            document = asked.question.unfinished(LimitReached(str(late)), Watch()).document()
            return Content(as_line(document), etag(document))
        except WorkerDied as died:
            return self._lost(http, died)
        except ClientGone:
            return Response(status_code=GONE)
        content = Content(reply.document, reply.head["tag"])
        if asked.may_keep(Status(reply.head["status"])):
            self.cache.put(asked.key, content)
        return content

    async def _reply(self, asked: Asked, limit: float) -> Reply:
        """Return the canonical request's reply; what is wrong is told in the request's own words."""
        name = asked.question.name
        await self.warming.wait(name, limit)
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
        missing = self.warming.missing()
        self._has_begun = self._has_begun or self.pool.ready > 0
        status: Literal["ok", "warming up", "no worker", "stopping"]
        if self.stopping.is_set():
            status = "stopping"
        elif self.pool.ready == 0:
            status = "no worker" if self._has_begun else "warming up"
        else:
            status = "warming up" if missing else "ok"
        told = msgspec.json.encode(
            Health(status, self.pool.ready, self.pool.busy, self.pool.waiting, missing)
        )
        if self.pool.ready > 0 and not self.stopping.is_set():
            return Response(told, media_type=JSON, headers=NEVER_KEPT)
        headers = {**NEVER_KEPT, "retry-after": str(START_RETRY)}
        return Response(told, 503, media_type=JSON, headers=headers)

    async def counted(self, http: HttpRequest) -> Response:
        """Answer ``GET /metrics``."""
        return Response(self.metrics.text(), media_type=CONTENT_TYPE, headers=NEVER_KEPT)


async def read_body(http: HttpRequest) -> bytes | None:
    """Return a request's body; None if it is too large. Raises ClientDisconnect if the client leaves."""
    body = bytearray()
    async for piece in http.stream():
        body += piece
        if len(body) > MOST_BODY:
            return None
    return bytes(body)


async def in_time(work: Coroutine[Any, Any, Result], seconds: float) -> Result:
    """Return what work returns; raise TimeoutError, the work cancelled, if it takes longer.

    Not ``asyncio.timeout``, which needs a task to cancel: some servers run a request in none.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


async def unless_gone(http: HttpRequest, answer: Coroutine[Any, Any, Reply]) -> Reply:
    """Wait for an answer while the client does; raise ClientGone, the work cancelled, if it leaves.

    What waits for the client to leave is not waited for: some servers never end it.
    """
    work = asyncio.create_task(answer)
    gone = asyncio.create_task(leaves(http))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientGone
        return work.result()
    finally:
        work.cancel()
        gone.cancel()


async def leaves(http: HttpRequest) -> None:
    """Wait until the client leaves; the body has been read."""
    while (await http.receive())["type"] != "http.disconnect":
        await asyncio.sleep(READ_TIME)


async def restored(asked: Asked, kept: Content) -> Content:
    """Return the canonical request's answer in the request's own terms."""

    def restore() -> Content:
        document = asked.restore(orjson.loads(kept.body))
        return Content(as_line(document), etag(document))

    return await off_the_loop(len(kept.body), restore)


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
    return refused(503, "the service is stopping", **{"retry-after": "5"}, **CLOSE)


def come_again(why: str, seconds: int) -> Response:
    """Return the refusal of what could be answered later."""
    return refused(503, why, **{"retry-after": str(seconds)})


async def plain_error(http: HttpRequest, error: Exception) -> Response:
    """Answer a path that is not there, or a method that it does not know."""
    assert isinstance(error, HTTPException)
    path = http.url.path
    paths = all_paths()
    if error.status_code == 405 and path in paths:
        allowed = (error.headers or {}).get("Allow", "")
        why = f"{shortened(path)} is not asked by {http.method}; expected {allowed}"
        return refused(405, why, allow=allowed)
    if error.status_code not in (404, 405):
        return refused(error.status_code, error.detail, **(error.headers or {}))
    near = difflib.get_close_matches(path.lower(), paths, n=1)
    advice = f"expected {near[0]}" if near else "see /docs"
    return refused(404, f"nothing at {quote(path)}; {advice}")


@cache
def all_paths() -> list[str]:
    """Return every path that is answered, but for those of single decks."""
    return [*dict(page_routes()), *PLAIN_PATHS, *map(path_of, served_questions())]


def application(service: Service) -> Starlette:
    """Return the application of a service."""
    settings = service.settings
    cors = [
        Middleware(
            CORSMiddleware, allow_origins=settings.cors, allow_methods=["GET", "POST"],
            allow_headers=["content-type", "if-none-match"],
            expose_headers=["etag", "retry-after", "x-request-id"],
        )
    ]  # fmt: skip
    app = Starlette(
        routes=[
            *(_get(path, handler) for path, handler in page_routes()),
            _get("/healthz", service.health),
            _get("/metrics", service.counted),
            _get("/v1/decks", decks),
            _get("/v1/decks/{game}/{name}", deck),
            Route("/v1/{game}/{question}", service.ask, methods=["POST"]),
        ],
        middleware=[
            Middleware(Counter, metrics=service.metrics),
            *(cors if settings.cors else []),
            Middleware(Guard, settings=settings),
        ],
        exception_handlers={HTTPException: plain_error},
        lifespan=service.lifespan,
    )
    app.state.url = settings.url
    return app


def _get(path: str, handler: Callable[[HttpRequest], Any]) -> Route:
    async def noted(http: HttpRequest) -> Response:
        http.state.route = path
        response: Response = await handler(http)
        return response

    return Route(path, noted, methods=["GET"])
