"""Files that are written: whole or not at all, with the mode that the file had, in any folder.

A file appears by rename. What goes wrong on the way is an :class:`OutputFailed`, and no other
error is called one. Reading is left to ``documents``.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from solver.errors import InvalidInput, OutputFailed

logger = logging.getLogger(__name__)

#: What the name of a file that is being written begins with; short, so that any name has room.
TEMPORARY = ".burger-"


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused, in its own words, without the path.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    text = getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]


class RawOutput(io.FileIO):
    """An open file whose refusals to be written are told as such, with its name."""

    def __init__(self, file: int, shown: str, *, closefd: bool = True) -> None:
        super().__init__(file, "wb", closefd=closefd)
        self._shown = shown

    def write(self, data: Any, /) -> int:
        """Write some bytes; raise OutputFailed, or BrokenPipeError where a pipe's reader has gone."""
        try:
            return super().write(data) or 0
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputFailed(f"cannot write the output: {reason(error)}", self._shown) from None


def opened_output(file: int, shown: str) -> IO[bytes]:
    """Return an open file to write to, buffered."""
    return io.BufferedWriter(RawOutput(file, shown))


@contextlib.contextmanager
def replaced_file(path: str | Path) -> Iterator[IO[bytes]]:
    """Give a file to write that takes the place of ``path`` at the end, by rename.

    Left by an error or an interrupt, ``path`` stays as it was. A file that was there keeps its mode
    and, where the system lets us, its owner; a link is followed. What is no plain file, such as a
    pipe or a device, is written to as it is, and so, at the end and all at once, is a file in a
    folder that takes no second one; ``-`` is standard output.

    Raises InvalidInput for a file or folder that may not be written, OutputFailed where writing fails.
    """
    if not str(path):
        raise InvalidInput("no name for the output", "output", "a file")
    if str(path) == "-":
        yield sys.stdout.buffer
        return
    place = Path(os.path.realpath(path))
    with _told(path):
        there = place.stat() if place.exists() else None
    if there is not None and stat.S_ISDIR(there.st_mode):
        raise InvalidInput("the output is a folder", str(path), "a file")
    if there is not None and not os.access(place, os.W_OK):
        raise InvalidInput(
            "the output may not be written", str(path), "a file with that permission"
        )
    if there is not None and not stat.S_ISREG(there.st_mode):
        with _told(path):
            file = opened_output(os.open(place, os.O_WRONLY), str(path))
        with file:
            yield file
        return
    try:
        handle, temporary = tempfile.mkstemp(prefix=TEMPORARY, dir=place.parent)
    except PermissionError as error:
        if there is None:
            raise InvalidInput(f"cannot write the output: {reason(error)}", str(path)) from None
        with _in_place(place, str(path)) as file:
            yield file
        return
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot write the output: {reason(error)}", str(path)) from None
    try:
        with opened_output(handle, str(path)) as file:
            yield file
        _dress(temporary, there)
        with _told(path):
            os.replace(temporary, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


@contextlib.contextmanager
def _told(path: str | Path) -> Iterator[None]:
    """Tell a refusal of the system as one of this output."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot write the output: {reason(error)}", str(path)) from None


def _dress(temporary: str, there: os.stat_result | None) -> None:
    """Give a new file the mode and owner of the one whose place it takes, or those of a new one."""
    if there is None:
        os.chmod(temporary, 0o666 & ~_umask())
        return
    with contextlib.suppress(OSError):
        os.chown(temporary, there.st_uid, there.st_gid)
    os.chmod(temporary, stat.S_IMODE(there.st_mode))


@contextlib.contextmanager
def _in_place(place: Path, shown: str) -> Iterator[IO[bytes]]:
    """Give a file elsewhere, whose content takes the place of the old one when all of it is there."""
    with tempfile.TemporaryFile() as elsewhere:
        yield elsewhere
        elsewhere.seek(0)
        logger.warning("%s is written in place: its folder takes no second file", shown)
        with _told(shown):
            target = opened_output(os.open(place, os.O_WRONLY | os.O_TRUNC), shown)
        with target:
            shutil.copyfileobj(elsewhere, target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
