"""Worker processes for work that comes in many independent pieces.

One code path for one process and for many: what is mapped goes through a
``concurrent.futures.Executor``, or stays in this process where one job is
asked for. Results come in order. An interrupt ends the workers at once and
without a word of theirs; where the process that started them is gone, however it
ended, they end by themselves.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

#: Pieces handed out ahead of the one whose result is next, for each worker.
AHEAD = 4


@contextlib.contextmanager
def worker_pool(jobs: int) -> Iterator[Executor | None]:
    """Give an executor of so many processes; None for one job, which needs none."""
    if jobs == 1:
        yield None
        return
    with safe_path():  # a pool begins with a process that keeps track of its semaphores
        pool = _Pool(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield pool
    except BaseException:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        raise
    pool.shutdown()


#: Set, it keeps Python from searching the current folder for what it imports.
SAFE_PATH = "PYTHONSAFEPATH"


@contextlib.contextmanager
def safe_path() -> Iterator[None]:
    """Have the processes that are started meanwhile not search the current folder for modules."""
    earlier = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if earlier is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = earlier


class _Pool(ProcessPoolExecutor):
    """Processes that hear no Ctrl-C, and search no current folder, from their first moment on."""

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand out a piece; a process that is started for it inherits what holds both back.

        What a new process imports comes before ``_begin`` runs in it.
        """
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with safe_path():
                return super().submit(*arguments, **named)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _begin() -> None:
    """Begin a worker: it leaves Ctrl-C to the process that started it, and ends with that one.

    Ctrl-C reaches every process of a terminal. A process that is killed cannot end its workers,
    which would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def in_order(
    function: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    executor: Executor | None,
    jobs: int = 1,
) -> Iterator[Result]:
    """Yield ``function`` of each piece, in order; pieces are taken only a little ahead."""
    if executor is None:
        yield from map(function, pieces)
        return
    waiting: deque[Future[Result]] = deque()
    for piece in pieces:
        waiting.append(executor.submit(function, piece))
        if len(waiting) >= AHEAD * jobs:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def as_done(
    function: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    executor: Executor | None,
    jobs: int = 1,
) -> Iterator[Result]:
    """Yield ``function`` of each piece, as they are done; pieces are taken only a little ahead."""
    if executor is None:
        yield from map(function, pieces)
        return
    coming = iter(pieces)
    waiting: set[Future[Result]] = set()
    while True:
        room = AHEAD * jobs - len(waiting)
        waiting.update(executor.submit(function, piece) for piece in islice(coming, room))
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
