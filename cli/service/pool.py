"""A bounded number of worker processes, and a bounded queue in front of them.

Each worker answers one request at a time (``worker``) over its own pair of
pipes, so that one which dies, or is killed because its client has gone or its
time is over, leaves nothing locked and is simply replaced: each has a keeper
that waits for its end and starts the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.service.worker import LENGTH, Outcome, frame, opened

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

#: Seconds in which a new worker must be ready.
START_TIME = 60.0

#: Seconds between two attempts to start a worker, where starting fails.
START_AGAIN = 1.0

#: Seconds that work goes on for which nobody waits any more: about what a new worker costs.
SHORT = 1.0

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
        worker = cls(
            await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, process_group=0)
        )
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
        raise WorkerDied(await self.ended())

    async def ended(self) -> str:
        """Wait until the process has ended; return how."""
        code = await self.process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"worker {self.process.pid} ended by {how}"

    def kill(self) -> None:
        """End the process at once, whatever it is doing, and those that it started."""
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    async def end(self) -> None:
        """End the process at once, and wait until it has ended."""
        self.kill()
        await self.process.wait()


@dataclass(frozen=True, slots=True)
class Running:
    """A request that a worker has: when it began, and when it is ended if it has not ended itself."""

    started: float
    end: float

    def rest(self, now: float, mean: float) -> float:
        """Return the seconds that it may still take, where requests take ``mean`` seconds.

        >>> running = Running(started=100, end=140)
        >>> running.rest(101, mean=3), running.rest(110, mean=3), running.rest(135, mean=3)
        (2, 10, 5)
        """
        been = now - self.started
        return min(max(mean - been, been), max(0.0, self.end - now))


class Pool:
    """The workers and the queue.

    workers: how many processes; most_waiting: how many requests may wait for one;
    options: what a worker that starts now is told (``worker``).
    """

    def __init__(
        self, workers: int, most_waiting: int, options: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self.size = workers
        self.most_waiting = most_waiting
        self.replaced = 0
        self.mean_seconds = 0.0
        self._options = options
        self._all: set[Worker] = set()
        self._idle: deque[Worker] = deque()
        self._queue: deque[asyncio.Future[Worker]] = deque()
        self._running: dict[Worker, Running] = {}
        self._keepers: list[asyncio.Task[None]] = []
        self._left: set[asyncio.Task[Reply]] = set()

    @property
    def busy(self) -> int:
        """How many workers have a request."""
        return len(self._running)

    @property
    def ready(self) -> int:
        """How many workers are up."""
        return len(self._all)

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return len(self._queue)

    def start(self) -> None:
        """Start the workers; they come up by themselves, and so do those that replace them."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.size)]

    def close_queue(self) -> None:
        """Tell all who wait for a worker that there will be none; who has one may go on."""
        while self._queue:
            place = self._queue.popleft()
            if not place.done():
                place.set_exception(WorkerDied("no worker any more"))

    async def close(self) -> None:
        """End all workers, and whatever they do."""
        for task in (*self._keepers, *self._left):
            task.cancel()
        await asyncio.gather(*self._keepers, *self._left, return_exceptions=True)

    async def ask(self, question: str, fields: bytes, limit: float) -> Reply:
        """Return a worker's reply to a question.

        fields: the request as JSON; limit: seconds, waiting for a worker included.
        Raises QueueFull, Overdue or WorkerDied. Cancelled, it gives up its place in the queue, or
        leaves the worker a moment to finish and then ends it.
        """
        clock = asyncio.get_running_loop().time
        end = clock() + limit
        while True:
            try:
                async with asyncio.timeout_at(end):
                    worker = await self._next_worker()
            except TimeoutError:
                raise QueueFull(self.retry_after()) from None
            left = max(LEAST, end - clock())
            head = {"question": question, "limit": left}
            work = asyncio.create_task(self._ask(worker, head, fields))
            try:
                return await asyncio.shield(work)
            except NotTaken as error:
                logger.error("a worker died idle", extra={"details": {"error": str(error)}})
            except asyncio.CancelledError:
                self._leave(work)
                raise

    def retry_after(self) -> int:
        """Return in how many seconds a request may find a worker.

        A request that runs already longer than most is taken to run as long again, at most until
        its limit.
        """
        now = asyncio.get_running_loop().time()
        rest = sum(running.rest(now, self.mean_seconds) for running in self._running.values())
        return max(1, math.ceil((rest + (self.waiting + 1) * self.mean_seconds) / self.size))

    async def _ask(self, worker: Worker, head: dict[str, Any], fields: bytes) -> Reply:
        """Return one worker's reply; a worker that gave none is ended."""
        clock = asyncio.get_running_loop().time
        limit = head["limit"]
        running = self._running[worker] = Running(clock(), clock() + limit + GRACE)
        worn = True
        try:
            async with asyncio.timeout_at(running.end):
                reply = await worker.ask(head, fields)
            worn = reply.head.get("worn", False)
        except TimeoutError:
            raise Overdue(f"not answered within {limit:.3g} s") from None
        finally:
            del self._running[worker]
            self.mean_seconds += NEWEST * (clock() - running.started - self.mean_seconds)
            self._end(worker) if worn else self._give(worker)
        if reply.outcome is Outcome.FAILED:
            logger.error("a question failed", extra={"details": reply.head})
            raise WorkerDied(reply.head["error"])
        return reply

    def _leave(self, work: asyncio.Task[Reply]) -> None:
        """Let work that nobody waits for go on for a moment: to finish costs less than a new worker."""
        self._left.add(work)
        end = asyncio.get_running_loop().call_later(SHORT, work.cancel)

        def over(work: asyncio.Task[Reply]) -> None:
            end.cancel()
            self._left.discard(work)
            if not work.cancelled() and (error := work.exception()):
                logger.info("work was left", extra={"details": {"error": str(error)}})

        work.add_done_callback(over)

    async def _next_worker(self) -> Worker:
        if self._idle:
            return self._idle.popleft()
        if self.waiting >= self.most_waiting:
            raise QueueFull(self.retry_after())
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.exception() is None:
                self._give(place.result())
            raise
        finally:
            with contextlib.suppress(ValueError):
                self._queue.remove(place)

    def _give(self, worker: Worker) -> None:
        """Give a worker to who has waited longest, or keep it for the next."""
        if worker not in self._all:
            return
        while self._queue:
            place = self._queue.popleft()
            if not place.done():
                place.set_result(worker)
                return
        self._idle.append(worker)

    def _end(self, worker: Worker) -> None:
        """End a worker that must not go on; its keeper starts another."""
        self._all.discard(worker)
        worker.kill()

    async def _keep(self) -> None:
        """Have one worker up at all times: start it, wait for its end, start the next."""
        while True:
            try:
                worker = await Worker.start(*self._options())
            except (WorkerDied, TimeoutError, OSError) as error:
                logger.error("a worker does not start", extra={"details": {"error": repr(error)}})
                await asyncio.sleep(START_AGAIN)
                continue
            self._all.add(worker)
            self._give(worker)
            try:
                how = await worker.ended()
            except asyncio.CancelledError:
                await worker.end()
                raise
            self._all.discard(worker)
            if worker in self._idle:
                self._idle.remove(worker)
                logger.error("a worker died idle", extra={"details": {"error": how}})
            self.replaced += 1
