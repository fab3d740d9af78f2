"""Files that are written: whole or not at all, with the mode that the file had, in any folder.

A file appears by rename. What goes wrong on the way is an :class:`OutputFailed`, and no other
error is called one. Reading is left to ``documents``.
"""

from __future__ import annotations

import contextlib
import errno
import io
import logging
import os
import re
import secrets
import select
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
            while (written := super().write(data)) is None:
                # A pipe that somebody made one that does not wait.
                select.select([], [self], [])
            return written
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
    folder that takes no second one; ``-`` is standard output, ``/dev/fd/3`` what is open as 3.

    Raises InvalidInput for a file or folder that may not be written, OutputFailed where writing fails.
    """
    if not str(path):
        raise InvalidInput("no name for the output", "output", "a file")
    if str(path) == "-":
        yield sys.stdout.buffer
        return
    there = status_of(path)
    number = _descriptor(str(path))
    if number is not None or (there is not None and not stat.S_ISREG(there.st_mode)):
        with _told(path):
            opened = os.open(path, os.O_WRONLY) if number is None else os.dup(number)
        with opened_output(opened, str(path)) as file:
            yield file
        return
    place = Path(os.path.realpath(path))
    temporary = place.parent / (TEMPORARY + secrets.token_hex(8))
    try:
        handle = _created(temporary, there, str(path))
        if handle is None:
            with tempfile.TemporaryFile() as elsewhere:
                yield elsewhere
                _write_in_place(elsewhere, place, str(path))
            return
        with opened_output(handle, str(path)) as file:
            yield file
        _dress(temporary, there)
        _put(temporary, place, there, str(path))
    finally:
        # Known before it is made, so that no signal comes between the two.
        with contextlib.suppress(OSError, ValueError):
            temporary.unlink()


def _created(temporary: Path, there: os.stat_result | None, shown: str) -> int | None:
    """Open a new file; return None where its folder takes none, but the one that is there."""
    try:
        return os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except (OSError, ValueError) as error:
        if there is None or getattr(error, "errno", None) not in NO_SECOND_FILE:
            raise InvalidInput(f"cannot write the output: {reason(error)}", shown) from None
        return None


#: Why a folder takes no second file, or lets none take the place of one that is there.
NO_SECOND_FILE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY)


def status_of(path: str | Path) -> os.stat_result | None:
    """Return what is at an output's place, links followed; None if nothing is.

    Raises InvalidInput for a folder, for a file that may not be written, and where none can be.
    """
    with _told(path):
        try:
            there = os.stat(path)
        except FileNotFoundError:
            there = None
    if (there is not None and stat.S_ISDIR(there.st_mode)) or str(path).endswith(os.sep):
        raise InvalidInput("the output is a folder", str(path), "a file")
    if there is not None and not os.access(path, os.W_OK):
        raise InvalidInput(
            "the output may not be written", str(path), "a file with that permission"
        )
    return there


#: The names of what is open already: written to as it is, and not from its beginning.
_OPEN = re.compile(r"/dev/(?:fd/(\d+)|stdout|stderr)|/proc/(?:self|thread-self|\d+)/fd/(\d+)")

#: Links in a row that are followed, as many as Linux does.
MOST_LINKS = 40


def _descriptor(path: str) -> int | None:
    """Return the number of the open file that a path stands for, itself or as a link."""
    for _ in range(MOST_LINKS):
        found = _OPEN.fullmatch(os.path.abspath(path))
        if found:
            number = found[1] or found[2] or ("1" if found[0].endswith("out") else "2")
            return int(number)
        if not os.path.islink(path):
            return None
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    return None


@contextlib.contextmanager
def _told(path: str | Path) -> Iterator[None]:
    """Tell a refusal of the system as one of this output."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot write the output: {reason(error)}", str(path)) from None


def _dress(temporary: Path, there: os.stat_result | None) -> None:
    """Give a new file the mode and owner of the one whose place it takes, or those of a new one."""
    if there is None:
        os.chmod(temporary, 0o666 & ~_umask())
        return
    with contextlib.suppress(OSError):
        os.chown(temporary, there.st_uid, there.st_gid)
    os.chmod(temporary, stat.S_IMODE(there.st_mode))


def _put(temporary: Path, place: Path, there: os.stat_result | None, shown: str) -> None:
    """Let a file take its place; where the folder does not let it, its content does."""
    try:
        os.replace(temporary, place)
    except OSError as error:
        if there is None or error.errno not in NO_SECOND_FILE:
            raise InvalidInput(f"cannot write the output: {reason(error)}", shown) from None
        with open(temporary, "rb") as elsewhere:
            _write_in_place(elsewhere, place, shown)


def _write_in_place(elsewhere: IO[bytes], place: Path, shown: str) -> None:
    """Write a whole content over a file: first room for it is made, last the rest is cut off."""
    logger.warning("%s is written in place: its folder takes no second file", shown)
    size = elsewhere.seek(0, os.SEEK_END)
    elsewhere.seek(0)
    with _told(shown):
        number = os.open(place, os.O_WRONLY)
    with opened_output(number, shown) as target:
        with _told(shown):
            before = os.fstat(number).st_size
            if size > before and hasattr(os, "posix_fallocate"):
                os.posix_fallocate(number, before, size - before)
        shutil.copyfileobj(elsewhere, target)
        target.flush()
        target.truncate(size)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
