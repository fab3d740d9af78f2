"""A search's stopwatch: how long it may go on, and whom it tells how far it is.

Searches call :meth:`Watch.expired` now and then and stop by themselves, with
the best they have; they call :meth:`Watch.tell` with one line on how far they
are. What becomes of that line (a progress line, a log) is the caller's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from solver.errors import InvalidInput


def _silent(message: str, share: float | None) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Watch:
    """A running stopwatch.

    limit: seconds until :meth:`expired` says so; None for no limit.
    report: called with a line for a person and the share done, 0 to 1, or None if unknown.
    """

    limit: float | None = None
    report: Callable[[str, float | None], None] = _silent
    started: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        """Refuse a limit that is no time."""
        if self.limit is not None and not 0 <= self.limit < float("inf"):
            raise InvalidInput(
                f"limit {self.limit}", "limit", "a finite number of seconds, 0 or more"
            )

    def seconds(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self.started

    def expired(self) -> bool:
        """Return whether the limit has been reached."""
        return self.limit is not None and self.seconds() >= self.limit

    def left(self) -> float | None:
        """Return the seconds left, 0 at least; None for no limit."""
        return None if self.limit is None else max(0.0, self.limit - self.seconds())

    def restart(self) -> None:
        """Start again at 0: what went before was preparation, not search."""
        self.started = time.perf_counter()

    def tell(self, message: str, share: float | None = None) -> None:
        """Say how far the search is."""
        self.report(message, share)
