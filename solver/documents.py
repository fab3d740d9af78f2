"""Files from outside, read with care, and files of our own, written whole or not at all.

Decks, menus and request files come from people: they may be missing, empty,
huge, no text, no JSON, or JSON of something else. Each of these is one
InvalidInput that names the file and the place in it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from solver.errors import InvalidInput

T = TypeVar("T")

#: Largest file that is read as one document: far more than any deck.
MOST_BYTES = 4 * 1024 * 1024


def read_document(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """Return a file's content.

    Raises InvalidInput if it is missing, no plain file, unreadable, empty, or larger than ``most``.
    """
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise InvalidInput("not a file", str(path), "a plain file")
        if found.st_size > most:
            raise InvalidInput(f"a file of {found.st_size:,} bytes", str(path), f"at most {most:,}")
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot read the file: {reason(error)}", str(path)) from None
    if not content.strip():
        raise InvalidInput("an empty file", str(path), "a JSON document")
    return content


def typed_document(content: bytes, cls: type[T], where: str) -> T:
    """Return a JSON document as the given class.

    Raises InvalidInput with the position, or the path in the document, of what is wrong.
    """
    try:
        return msgspec.json.decode(content, type=cls)
    except msgspec.ValidationError as error:
        raise InvalidInput(str(error).replace("`", ""), where) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInput(f"no JSON: {error}", where) from None


def untyped_document(content: bytes | str, where: str) -> Any:
    """Return a JSON document as plain values.

    Raises InvalidInput if it is no JSON.
    """
    return typed_document(content.encode() if isinstance(content, str) else content, object, where)


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused, in its own words, without the path.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    text = getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]


@contextlib.contextmanager
def replaced_file(path: str | Path) -> Iterator[IO[bytes]]:
    """Give a file to write that takes the place of ``path`` at the end, by rename.

    Left by an error or an interrupt, ``path`` stays as it was.

    Raises InvalidInput if the folder cannot be written.
    """
    place = Path(path)
    if place.is_dir():
        raise InvalidInput("the output is a folder", str(path), "a file")
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name[:100]}.", dir=place.parent)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot write the output: {reason(error)}", str(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
