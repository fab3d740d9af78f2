"""The standard streams, whatever a terminal or script makes them: closed, full, of few characters.

Text that an encoding lacks is degraded, never a failure; what cannot be told on standard error is
not told, and the exit code stays what the answer says. JSON is written as bytes, in UTF-8, and is
left alone.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
import unicodedata
from typing import IO

from solver.errors import InvalidInput
from solver.outputs import RawOutput

#: The name of the way in which characters are degraded.
DEGRADE = "burger-degrade"

#: Characters that are drawn or written here -> what stands for them where an encoding lacks them.
PLAIN = {
    "…": "...",
    "×": "x",
    "–": "-",
    "—": "-",
    "−": "-",
    "≥": ">=",
    "≤": "<=",
    "→": "->",
    "←": "<-",
    "•": "*",
    "·": ".",
    "─": "-",
    "━": "-",
    "│": "|",
    "┃": "|",
    "█": "#",
    "▌": "#",
    "░": ".",
    "▒": ":",
    "▓": "#",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
}


def degraded(text: str) -> str:
    """Return text in characters that every encoding has.

    >>> degraded("jalapeño … 3×"), degraded("\\udcff")
    ('jalapeno ... 3x', '?')
    """
    parts = []
    for character in text:
        plain = PLAIN.get(character) or unicodedata.normalize("NFKD", character)
        plain = "".join(part for part in plain if ord(part) < 128)
        parts.append(plain or "?")
    return "".join(parts)


def _degrade(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return degraded(error.object[error.start : error.end]), error.end


class _Heedless(io.TextIOWrapper):
    """Standard error that loses what cannot be written, on a full disk or a closed pipe."""

    def write(self, text: str, /) -> int:
        """Write what can be written."""
        with contextlib.suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Write what waits, if it can be written."""
        with contextlib.suppress(OSError):
            super().flush()


def prepare() -> None:
    """Make the standard streams safe to use; called once, by the program's first lines."""
    codecs.register_error(DEGRADE, _degrade)
    # Files opened later must not get the number of a standard stream that is closed.
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding, lines = sys.stdout.encoding, sys.stdout.line_buffering
        sys.stdout.flush()
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(RawOutput(sys.stdout.fileno(), "standard output", closefd=False)),
            encoding=encoding,
            errors=DEGRADE,
            line_buffering=lines,
        )
    if isinstance(sys.stderr, io.TextIOWrapper):
        encoding = sys.stderr.encoding
        sys.stderr = _Heedless(
            sys.stderr.detach(), encoding=encoding, errors=DEGRADE, line_buffering=True
        )
    elif sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for good


def standard_input() -> IO[bytes]:
    """Return standard input; raise InvalidInput where it is closed."""
    if sys.stdin is None or sys.stdin.closed:
        raise InvalidInput("standard input is closed", "-", "a file or a pipe, or a file's name")
    return sys.stdin.buffer
