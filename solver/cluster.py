"""A Dask cluster as an executor, where one is asked for: an extra.

The scheduler gives a piece that was lost with its worker to another one. What
is handed out is the same as to processes of one's own (``workers``).
"""

from __future__ import annotations

import contextlib
import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from typing import Any

from solver.errors import BurgerError, InvalidInput

#: Seconds to wait for the scheduler's first word.
PATIENCE = "10s"

#: Of what went wrong, so many characters are told.
LONGEST_REASON = 100


@contextlib.contextmanager
def cluster_pool(address: str) -> Iterator[tuple[Executor, int]]:
    """Give the executor of the scheduler at an address, and how many threads its workers have.

    Raises InvalidInput where no scheduler answers, or it has no workers, and
    BurgerError where the cluster is lost on the way.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise InvalidInput(
            "a cluster needs dask", "cluster", "pip install 'burger-solver[cluster]'"
        ) from None
    _silence()
    lost = (
        CancelledError,
        distributed.comm.CommClosedError,
        distributed.scheduler.KilledWorker,
    )
    with _client(distributed.Client, address) as client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise InvalidInput(
                "the scheduler has no workers", f"cluster {address}", f"dask worker {address}"
            )
        try:
            yield client.get_executor(), threads
        except lost as error:
            raise BurgerError(
                f"the cluster at {address} was lost ({type(error).__name__}); "
                "the same command goes on from here"
            ) from None


def _client(connect: Any, address: str) -> Any:
    try:
        return connect(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InvalidInput(
            f"no scheduler answers: {str(error)[:LONGEST_REASON]}",
            f"cluster {address}",
            "the address that dask scheduler printed, such as tcp://127.0.0.1:8786",
        ) from None


def _silence() -> None:
    """Leave it to one line of ours to say what went wrong."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
