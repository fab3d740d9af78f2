"""Entity tags (RFC 9110, 8.8.3): what an answer is known by, and whether a client has it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

#: A digest's hexadecimal digits in a tag.
DIGITS = 32


def tag_of(content: bytes) -> str:
    """Return a weak tag: the same for the packed bytes and the plain ones."""
    return f'W/"{hashlib.sha256(content).hexdigest()[:DIGITS]}"'


def is_held(tag: str, asked: Iterable[str]) -> bool:
    """Return whether If-None-Match has a tag; whether either is weak does not matter (13.1.2).

    asked: the header's values, each a list of tags or ``*``.

    >>> [is_held('W/"a,b"', [given]) for given in ('"a,b"', 'W/"c" , W/"a,b"', "*", '"a"', "a,b")]
    [True, True, True, False, False]
    """
    opaque = tag.removeprefix("W/")
    return any(value.strip() == "*" or opaque in re.findall(r'"[^"]*"', value) for value in asked)
