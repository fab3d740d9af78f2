"""A bounded number of worker processes, and a bounded queue in front of them.

Each worker answers one request at a time (``worker``) over its own pair of
pipes, so that one which dies, or is killed because its client has gone or its
time is over, leaves nothing locked and is simply replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.service.worker import COMPILE, LENGTH, Outcome, frame, opened

logger = logging.getLogger(__name__)

#: What a worker runs. It does not search the folder that the service was started in (``-P``);
#: what this process found there on purpose, as in a checkout, comes last.
WORKER = f"""import sys
sys.path.append({str(Path(__file__).parents[2])!r})
from cli.service.worker import main
main()"""

#: Seconds beyond its limit after which a request that does not end by itself is ended.
GRACE = 10.0

#: The least seconds that a search is given, if it waited for all of its limit but a little.
LEAST = 0.1

#: Seconds in which a new worker must be ready; the first ever compiles all kernels.
START_TIME = 600.0

#: Seconds between two attempts to start a worker, where starting fails.
START_AGAIN = 1.0

#: How much the newest request counts in the mean seconds of a request.
NEWEST = 0.1


class QueueFull(Exception):
    """As many requests wait as may; ``retry_after`` is when to come again, in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"the queue is full; come again in {retry_after} s")
        self.retry_after = retry_after


class Overdue(Exception):
    """A request did not end within its limit, and was ended."""


class WorkerDied(Exception):
    """The worker that had the request ended, or failed; the text says how."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker said: its head (``outcome`` and what belongs to it), and the answer as JSON."""

    head: dict[str, Any]
    document: bytes

    @property
    def outcome(self) -> Outcome:
        """How the request ended."""
        return Outcome(self.head["outcome"])


class NotTaken(WorkerDied):
    """The worker had ended before the request came: another can have it."""


class Worker:
    """One process, busy with at most one request."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, *options: str) -> Worker:
        """Start a process and wait until it is ready; raise WorkerDied if it does not come up."""
        command = (sys.executable, "-P", "-c", WORKER, *options)
        worker = cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))
        try:
            async with asyncio.timeout(START_TIME):
                await worker._reply()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, head: dict[str, Any], body: bytes) -> Reply:
        """Return the reply to one request.

        Raises NotTaken if the process had ended before, WorkerDied if it ends instead.
        """
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(frame(head, body))
            await self.process.stdin.drain()
            await self._reply()
        except (ConnectionError, WorkerDied) as error:
            raise NotTaken(str(error)) from None
        return await self._reply()

    async def _reply(self) -> Reply:
        assert self.process.stdout is not None
        try:
            (length,) = LENGTH.unpack(await self.process.stdout.readexactly(LENGTH.size))
            head, document = opened(await self.process.stdout.readexactly(length))
        except asyncio.IncompleteReadError:
            await self._died()
        return Reply(head, document)

    async def _died(self) -> None:
        code = await self.process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        raise WorkerDied(f"worker {self.process.pid} ended by {how}")

    def kill(self) -> None:
        """End the process at once, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """End the process at once, and wait until it has ended."""
        self.kill()
        await self.process.wait()


class Pool:
    """The workers and the queue.

    workers: how many processes; most_waiting: how many requests may wait for one.
    """

    def __init__(self, workers: int, most_waiting: int) -> None:
        self.size = workers
        self.most_waiting = most_waiting
        self.waiting = 0
        self.replaced = 0
        self.mean_seconds = 0.0
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        self._all: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def busy(self) -> int:
        """How many workers have a request."""
        return len(self._all) - self._idle.qsize()

    @property
    def ready(self) -> int:
        """How many workers are up."""
        return len(self._all)

    async def start(self) -> None:
        """Start the workers: the first alone, so that only one compiles what is not compiled yet."""
        await self._add(COMPILE)
        await asyncio.gather(*(self._add() for _ in range(1, self.size)))

    def close_queue(self) -> None:
        """Tell all who wait for a worker that there will be none; who has one may go on."""
        for _ in range(self.waiting):
            self._idle.put_nowait(None)

    async def close(self) -> None:
        """End all workers, and whatever they do."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all))

    async def ask(self, question: str, fields: bytes, limit: float) -> Reply:
        """Return a worker's reply to a question.

        fields: the request as JSON; limit: seconds, waiting for a worker included.
        Raises QueueFull, Overdue or WorkerDied. Cancelled, it ends the worker that had the request.
        """
        clock = asyncio.get_running_loop().time
        end = clock() + limit
        while True:
            try:
                async with asyncio.timeout_at(end):
                    worker = await self._next_worker()
            except TimeoutError:
                raise QueueFull(self._retry_after()) from None
            left = max(LEAST, end - clock())
            try:
                return await self._ask(worker, {"question": question, "limit": left}, fields)
            except NotTaken as error:
                logger.error("a worker died idle", extra={"details": {"error": str(error)}})

    async def _ask(self, worker: Worker, head: dict[str, Any], fields: bytes) -> Reply:
        """Return one worker's reply; whatever becomes of it, there is a worker for the next."""
        clock = asyncio.get_running_loop().time
        started = clock()
        limit = head["limit"]
        try:
            async with asyncio.timeout(limit + GRACE):
                reply = await worker.ask(head, fields)
        except TimeoutError:
            self._replace(worker)
            raise Overdue(f"not answered within {limit:.3g} s") from None
        except BaseException:
            self._replace(worker)
            raise
        finally:
            self.mean_seconds += NEWEST * (clock() - started - self.mean_seconds)
        if reply.head.get("worn"):
            self._replace(worker)
        else:
            self._idle.put_nowait(worker)
        if reply.outcome is Outcome.FAILED:
            logger.error("a question failed", extra={"details": reply.head})
            raise WorkerDied(reply.head["error"])
        return reply

    def _retry_after(self) -> int:
        """Return in how many seconds the queue may be empty."""
        return max(1, math.ceil((self.waiting + 1) * self.mean_seconds / self.size))

    async def _next_worker(self) -> Worker:
        if self._idle.empty() and self.waiting >= self.most_waiting:
            raise QueueFull(self._retry_after())
        self.waiting += 1
        try:
            worker = await self._idle.get()
            if worker is None:
                raise WorkerDied("no worker any more")
            return worker
        finally:
            self.waiting -= 1

    def _replace(self, worker: Worker) -> None:
        """Put a new worker in the place of one that is dead, or must not go on."""
        self._all.discard(worker)
        self.replaced += 1
        worker.kill()
        if not self._closed:
            task = asyncio.create_task(self._end_and_add(worker))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _end_and_add(self, worker: Worker) -> None:
        await worker.end()
        while True:
            try:
                return await self._add()
            except (WorkerDied, TimeoutError, OSError) as error:
                logger.error("a worker does not start", extra={"details": {"error": repr(error)}})
                await asyncio.sleep(START_AGAIN)

    async def _add(self, *options: str) -> None:
        worker = await Worker.start(*options)
        self._all.add(worker)
        self._idle.put_nowait(worker)
