"""Request documents, one a line, to answers, one a line, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, Any

from solver.answer import Answer
from solver.documents import untyped_document
from solver.errors import BurgerError, InvalidInput
from solver.requests import Searching, request_from
from solver.watch import Watch
from solver.workers import in_order, worker_pool

#: Longest line that is read as a request.
MOST_LINE = 1024 * 1024

#: Lines a worker takes at a time.
PIECE = 16

#: A line's number, counted from 1, and its text.
Line = tuple[int, bytes]


def bounded_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; of one that is too long, only its beginning."""
    while line := file.readline(MOST_LINE + 1):
        rest = line
        while len(rest) > MOST_LINE and not rest.endswith(b"\n"):
            rest = file.readline(MOST_LINE + 1)
        yield line


def answer_lines(
    lines: Iterable[bytes], limit: float | None = None, jobs: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield the answer document of each line that is not blank, in order.

    A bad line becomes ``{"error": …, "line": …}`` and the others go on.
    limit: seconds for each request that does not state its own.
    """
    numbered = iter((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    with worker_pool(jobs) as executor:
        pieces = (
            (piece, limit)
            for piece in iter(lambda: list(islice(numbered, PIECE if executor else 1)), [])
        )
        for documents in in_order(_answer_piece, pieces, executor, jobs):
            yield from documents


def _answer_piece(piece: tuple[list[Line], float | None]) -> list[dict[str, Any]]:
    lines, limit = piece
    return [answer_line(number, line, limit) for number, line in lines]


def answer_line(number: int, line: bytes, limit: float | None = None) -> dict[str, Any]:
    """Return the answer document of one line, or its error."""
    try:
        if len(line) > MOST_LINE:
            raise InvalidInput(f"a line of over {MOST_LINE:,} bytes", "", "a shorter one")
        return answer_document(untyped_document(line, ""), limit).document()
    except BurgerError as error:
        return {"error": str(error), "line": number}


def answer_document(document: object, limit: float | None = None) -> Answer:
    """Answer one request document.

    Raises InvalidInput for a document that is no request, and what the question raises.
    """
    question, request = request_from(document)
    if isinstance(request, Searching) and request.limit is not None:
        limit = request.limit
    return question.answer_in_time(request, Watch(limit))


def as_line(document: dict[str, Any]) -> bytes:
    """Return a document as one line of JSON, keys sorted.

    >>> as_line({"b": 1, "a": 2})
    b'{"a":2,"b":1}\\n'
    """
    import orjson

    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    try:
        return orjson.dumps(document, option=options)
    except TypeError:  # half a character, from a file's name that is no text
        return orjson.dumps(_writable(document), option=options)


def _writable(value: Any) -> Any:
    """Return a part of a document with what is no character written as such: ``\\udcff``."""
    if isinstance(value, dict):
        return {_writable(key): _writable(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_writable(part) for part in value]
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    return value
