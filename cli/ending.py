"""The signals that end the program: Ctrl-C, SIGTERM and SIGHUP; nothing is left as it is.

The first one becomes an exception, so that what is open is closed on the way out; later ones do
not disturb that. Python drops an exception that is raised while a library calls back, and some
imports turn it into another error. So one that was dropped is raised again, and whatever comes out
once a signal has come is the end (``came``).
"""

from __future__ import annotations

import os
import signal
import sys
import weakref
from typing import Any

#: The signals: on the keyboard, by somebody who wants it to end, by a terminal that is gone.
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

#: Seconds after which an exception that was dropped is raised again.
AGAIN = 0.1


class Ended(KeyboardInterrupt):
    """A signal came that ends the program.

    Not a plain KeyboardInterrupt: Python ends by SIGINT itself, whatever its exit code, where one
    of those has once left a text that was run (``exec``), as named tuples are made.
    """

    #: The one that was raised last, as long as there is anyone who has yet to handle it.
    latest: weakref.ref[Ended] | None = None

    def __init__(self) -> None:
        super().__init__()
        Ended.latest = weakref.ref(self)


#: The signals that came.
_came: list[int] = []


def came() -> int | None:
    """Return the signal that came, if one did."""
    return _came[0] if _came else None


def listen() -> None:
    """End at the first signal from now on; one that is ignored, as by nohup, stays ignored."""
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)
    sys.unraisablehook = _drop


def settle() -> None:
    """Raise nothing any more: the end has been seen to."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def die() -> None:
    """End by the signal that came, for whoever waits; Ctrl-C has an exit code instead."""
    number = came()
    if number is not None and number != signal.SIGINT:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def _end(number: int, frame: object) -> None:
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    _came.append(number)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _again)
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
    raise Ended


def _again(number: int, frame: object) -> None:
    if Ended.latest is None or Ended.latest() is None:
        raise Ended


def _drop(dropped: Any) -> None:
    """Say nothing of an end that was dropped; it comes again."""
    if not isinstance(dropped.exc_value, Ended):
        sys.__unraisablehook__(dropped)
