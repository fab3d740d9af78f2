"""A process that answers one request after another, apart from the service's event loop.

Requests come on standard input and replies leave on standard output, each a
JSON text behind its length in four bytes. A request is answered twice: when it
is taken, so that one which a dead worker never had can go to another, and at
its end. The process ends with its input. It
opens no file that a request names. What a search prints, if one does, goes to
standard error.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import struct
import sys
import traceback
from enum import StrEnum
from typing import IO, Any

import orjson

from cli.service.examples import EXAMPLES
from cli.service.questions import etag
from solver.batch import as_line
from solver.documents import close_files
from solver.errors import InvalidInput
from solver.requests import QUESTIONS, typed_request
from solver.watch import Watch

#: The length of a message, ahead of it.
LENGTH = struct.Struct("<I")

#: Kilobytes a worker may ever have held; one that held more is replaced after its answer.
MOST_MEMORY = 1024 * 1024


#: What a worker loads before it is ready, if this option says so: what most requests need.
USUAL = "--usual"
USUAL_QUESTION = "master.solve"


class Outcome(StrEnum):
    """What a message says: the worker is ready, has taken a request, or how the request ended."""

    READY = "ready"
    TAKEN = "taken"
    ANSWERED = "answered"
    INVALID = "invalid"
    FAILED = "failed"


def frame(head: dict[str, Any], body: bytes = b"") -> bytes:
    """Return a message: a small JSON object on one line, and a text of any length after it."""
    message = orjson.dumps(head) + b"\n" + body
    return LENGTH.pack(len(message)) + message


def opened(message: bytes) -> tuple[dict[str, Any], bytes]:
    """Return a message's object and text.

    >>> opened(frame({"a": 1}, b"text")[LENGTH.size :])
    ({'a': 1}, b'text')
    """
    head, _, body = message.partition(b"\n")
    return orjson.loads(head), body


def reply_to(message: bytes) -> bytes:
    """Answer one request: ``question``, its fields, and the limit in seconds."""
    head, body = opened(message)
    question = QUESTIONS[head["question"]]
    try:
        request = typed_request(question, orjson.loads(body))
        answer = question.answer_in_time(request, Watch(head["limit"]))
    except InvalidInput as error:
        wrong = {"what": error.what, "where": error.where, "expected": error.expected}
        return frame({"outcome": Outcome.INVALID, **wrong})
    except Exception as error:
        why = {"error": repr(error), "traceback": traceback.format_exc()}
        return frame({"outcome": Outcome.FAILED, **why})
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    document = answer.document()
    ended = {"outcome": Outcome.ANSWERED, "status": answer.status, "tag": etag(document)}
    return frame({**ended, "worn": peak > MOST_MEMORY}, as_line(document))


def main() -> None:
    """Answer until the input ends; where the service has gone there is nobody to tell."""
    with contextlib.suppress(BrokenPipeError):
        _answer_all()


def _answer_all() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    close_files()
    requests = sys.stdin.buffer
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    if USUAL in sys.argv:
        question = QUESTIONS[USUAL_QUESTION]
        question.answer(typed_request(question, EXAMPLES[USUAL_QUESTION]), Watch())
    _write(replies, frame({"outcome": Outcome.READY}))
    while head := requests.read(LENGTH.size):
        if len(head) < LENGTH.size:
            return
        message = requests.read(LENGTH.unpack(head)[0])
        _write(replies, frame({"outcome": Outcome.TAKEN}))
        _write(replies, reply_to(message))


def _write(file: IO[bytes], content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


if __name__ == "__main__":
    main()
