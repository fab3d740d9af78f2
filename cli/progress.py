"""What a person sees while waiting, on stderr: nothing for a second, then one line or bar."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cli.streams import tell

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

#: Seconds of silence before progress is shown.
PATIENCE = 1.0


class ProgressLine:
    """A progress bar that appears only when something takes long, and only on a terminal."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, message: str, share: float | None) -> None:
        """Show how far the work is."""
        if self._progress is None:
            if time.monotonic() - self._started < PATIENCE or not sys.stderr.isatty():
                return
            self._progress = _new_progress()
            self._progress.start()
            self._task = self._progress.add_task(message, total=None)
        if self._task is not None:
            self._progress.update(
                self._task,
                description=message,
                total=None if share is None else 1.0,
                completed=0.0 if share is None else share,
            )

    def close(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()


def _new_progress() -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


class _ToStderr(logging.Handler):
    """Shows what the solver has to say to a person who waits, such as that it compiles."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print the record as one line."""
        tell(record.getMessage())


@contextlib.contextmanager
def shown_progress() -> Iterator[Callable[[str, float | None], None]]:
    """Give the function that a search tells how far it is."""
    line = ProgressLine()
    logger = logging.getLogger("solver")
    handler = _ToStderr(logging.INFO)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield line
    finally:
        line.close()
        logger.removeHandler(handler)
