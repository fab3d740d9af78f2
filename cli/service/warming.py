"""The first start: kernels are compiled once, by a process of their own, beside all that works without.

What needs one that is not compiled yet waits for it a little, and is then told to come again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

import orjson

from cli.service.examples import EXAMPLES
from cli.service.pool import START_AGAIN, Worker, WorkerDied
from cli.service.worker import USUAL_QUESTION, Outcome

logger = logging.getLogger(__name__)

#: A question whose example makes a kernel -> the questions that need it; the usual ones first, the
#: largest kernel last. Once compiled it is loaded within a moment, by every worker for itself.
KERNELS: dict[str, tuple[str, ...]] = {
    USUAL_QUESTION: (USUAL_QUESTION, "master.verify", "master.play", "master.table"),
    "draft.record": ("draft.record", "draft.maximise"),
    "master.graph": ("master.graph",),
    "master.database.sample": ("master.database.sample", "master.hardest"),
    "master.solo": ("master.solo",),
}

#: Seconds that a request waits for its kernel: a kept one is loaded sooner.
PATIENCE = 5.0

#: Seconds after which who came too early may come again: what is left of a kernel, about.
RETRY_AFTER = 5

#: Seconds that a kernel may take.
MOST_TIME = 600.0


class WarmingUp(Exception):
    """What the request needs is being compiled."""


class Warming:
    """Which kernels are there, and the process that makes the others."""

    def __init__(self) -> None:
        self._made = {maker: asyncio.Event() for maker in KERNELS}
        self._maker = {question: maker for maker, users in KERNELS.items() for question in users}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; what is kept from an earlier start is only loaded."""
        self._task = asyncio.create_task(self._make())

    async def close(self) -> None:
        """End at once, whatever is being compiled."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def missing(self) -> list[str]:
        """Return the questions that cannot be answered yet."""
        return [
            question for question, maker in self._maker.items() if not self._made[maker].is_set()
        ]

    async def wait(self, question: str, seconds: float) -> None:
        """Wait a little until a question can be answered; raise WarmingUp if it still cannot."""
        maker = self._maker.get(question)
        if maker is None:
            return
        try:
            async with asyncio.timeout(min(seconds, PATIENCE)):
                await self._made[maker].wait()
        except TimeoutError:
            raise WarmingUp(f"warming up: {question} is being compiled") from None

    async def _make(self) -> None:
        while not all(made.is_set() for made in self._made.values()):
            try:
                await self._make_missing()
            except (WorkerDied, TimeoutError, OSError) as error:
                logger.error("cannot compile", extra={"details": {"error": repr(error)}})
                await asyncio.sleep(START_AGAIN)

    async def _make_missing(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            worker = await Worker.start()
            stack.push_async_callback(worker.end)
            for question, made in self._made.items():
                if made.is_set():
                    continue
                head = {"question": question, "limit": MOST_TIME}
                reply = await worker.ask(head, orjson.dumps(EXAMPLES[question]))
                if reply.outcome is not Outcome.ANSWERED:
                    logger.error("cannot compile", extra={"details": reply.head})
                made.set()
