"""What can go wrong in a question, as types a caller can tell apart.

Everything raised on purpose is a :class:`BurgerError`. How an error is shown
(one line, an HTTP status, a JSON field) is left to whoever asked.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BurgerError(Exception):
    """Base of every error that a question raises on purpose."""


class InvalidInput(BurgerError):
    """The question cannot be asked as it stands.

    what: what is wrong, in a few words.
    where: the place: an option, a file with line, a position and token; may be empty.
    expected: what would be right; may be empty.

    >>> str(InvalidInput("unknown ingredient 'X'", "plates, plate 2, position 3", "one of B P C L T O"))
    "unknown ingredient 'X' (plates, plate 2, position 3); expected one of B P C L T O"
    """

    def __init__(self, what: str, where: str = "", expected: str = "") -> None:
        self.what = what
        self.where = where
        self.expected = expected
        place = f" ({where})" if where else ""
        right = f"; expected {expected}" if expected else ""
        super().__init__(one_line(f"{what}{place}{right}"))

    def at(self, where: str) -> InvalidInput:
        """Return the same error, its place seen from one level further out."""
        return InvalidInput(
            self.what, f"{where}, {self.where}" if self.where else where, self.expected
        )

    def __reduce__(self) -> tuple[type[InvalidInput], tuple[str, str, str]]:
        """Survive the way back from a worker process."""
        return type(self), (self.what, self.where, self.expected)


class OutputFailed(InvalidInput):
    """An output could not be written: a full disk, a device that refuses; ``where`` says which."""


class LimitReached(BurgerError):
    """A limit was reached before there was anything to answer with.

    A search that has a bound or a best plan so far returns those instead
    (status ``feasible``); this is for work that has neither.
    """


def one_line(text: str) -> str:
    """Return ``text`` with line breaks and other control characters made visible.

    >>> one_line("a\\nb")
    'a\\\\nb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


#: Longest piece of somebody's input that an error repeats.
LONGEST_QUOTE = 40


def quote(text: str) -> str:
    """Return ``text`` in quotes, cut where it is long, for an error's one line.

    >>> quote("x" * 50)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return repr(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…")


def plural(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "step"), plural(2, "step")
    ('1 step', '2 steps')
    """
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


#: How alike two names must be to be told as near, from 0 to 1 (``difflib``).
NEAR = 0.65

#: Names that are all listed where none is near.
MOST_LISTED = 15


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known names nearest to ``word``, to be shown as what would be right.

    >>> nearest("bsae-07", ["base-07", "base-08", "gourmet-01"])
    'base-07 or base-08'
    """
    names = list(known)
    close = difflib.get_close_matches(word.lower(), names, n=3, cutoff=NEAR)
    if close:
        return " or ".join(close)
    if len(names) <= MOST_LISTED:
        return f"one of {', '.join(names)}"
    return f"one of {names[0]} … {names[-1]}"
