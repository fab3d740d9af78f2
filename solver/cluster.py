"""A Dask cluster as an executor, where one is asked for: an extra.

The scheduler gives a piece that was lost with its worker to another one. What
is handed out is the same as to processes of one's own (``workers``).
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from solver.errors import InvalidInput, one_line

#: Seconds to wait for the scheduler's first word.
PATIENCE = "10s"


@contextlib.contextmanager
def cluster_pool(address: str) -> Iterator[tuple[Executor, int]]:
    """Give the executor of the scheduler at an address, and how many threads its workers have.

    Raises InvalidInput where no scheduler answers, or it has no workers.
    """
    try:
        import distributed
    except ImportError:
        raise InvalidInput(
            "a cluster needs dask", "cluster", "pip install 'burger-solver[cluster]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InvalidInput(
            f"no scheduler answers: {one_line(str(error))[:80]}",
            f"cluster {address}",
            "the address that dask scheduler printed, such as tcp://127.0.0.1:8786",
        ) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise InvalidInput(
                "the scheduler has no workers", f"cluster {address}", f"dask worker {address}"
            )
        yield client.get_executor(), threads
