"""What every question returns.

An :class:`Answer` is the document that ``--json`` prints and the service
sends; a question adds its own fields by a subclass. Its base fields mean the
same for all five games. How it looks on a terminal is left to ``cli``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Status(StrEnum):
    """How much an answer claims."""

    OPTIMAL = "optimal"
    """Exact and proved."""
    FEASIBLE = "feasible"
    """The best found so far; ``bound`` is what is proved about the rest."""
    INFEASIBLE = "infeasible"
    """Proved to have no solution."""
    ESTIMATE = "estimate"
    """Sampled; the answer carries its 95% interval."""


class Work(msgspec.Struct, frozen=True):
    """What an answer cost: states or branches looked at, and seconds of computation alone."""

    nodes: int
    seconds: float


class Answer(msgspec.Struct, kw_only=True):
    """The base of every answer.

    question: the question's name, such as ``master.solve``.
    status: how much is claimed, see :class:`Status`.
    value: the number asked for; true or false where the question is yes/no; null if there is none.
    bound: what is proved about the value where status is ``feasible``, else null.
    """

    question: str
    status: Status
    value: Any = None
    bound: Any = None
    work: Work

    def document(self) -> dict[str, Any]:
        """Return the answer as plain JSON values."""
        document: dict[str, Any] = msgspec.to_builtins(self)
        return document


class Unfinished(Answer, kw_only=True):
    """What there is to say where a limit passed before there was any answer: which limit it was."""

    status: Status = Status.FEASIBLE
    reached: str


class ExitCode:
    """What a command's exit code says (the design's table)."""

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT_REACHED = 3
    INTERRUPTED = 130


def exit_code(answer: Answer) -> int:
    """Return the exit code that says what ``answer`` says."""
    if answer.status is Status.FEASIBLE:
        return ExitCode.LIMIT_REACHED
    if answer.status is Status.INFEASIBLE or answer.value is False:
        return ExitCode.NO
    return ExitCode.ANSWERED
