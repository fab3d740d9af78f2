"""The base of every request, and the table of all questions.

A request is a typed class whose fields are at once the command's options and
the keys of a request document: ``{"question": "master.solve", "plates": …}``.
The table names, for each question, its class and the function that answers
it, as text, so that asking one game loads nothing of another.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import orjson

from solver.answer import Answer
from solver.errors import LONGEST_QUOTE, InvalidInput, nearest, quote
from solver.watch import Watch


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The base of every request; a field without a default must be given."""


class Searching(Request, kw_only=True):
    """A request whose answer takes a search."""

    limit: float | None = None
    """Seconds after which the best answer and the proved bound are given instead."""


@dataclass(frozen=True, slots=True)
class Question:
    """Where a question's class and the function that answers it are found.

    Both are ``module:name``; the function takes the request and a :class:`Watch`.
    """

    name: str
    request: str
    function: str

    def request_class(self) -> type[Request]:
        """Import and return the request class."""
        found: type[Request] = _imported(self.request)
        return found

    def answer(self, request: Request, watch: Watch) -> Answer:
        """Answer the request."""
        function: Callable[[Request, Watch], Answer] = _imported(self.function)
        return function(request, watch)


def _imported(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def _game(name: str, questions: dict[str, tuple[str, str]]) -> dict[str, Question]:
    return {
        f"{name}.{question}": Question(
            f"{name}.{question}", f"solver.{name}.requests:{request}", f"solver.{name}.{function}"
        )
        for question, (request, function) in questions.items()
    }


#: Every question, by name.
QUESTIONS: dict[str, Question] = _game(
    "master",
    {
        "deal": ("Deal", "answers:deal"),
        "menu": ("Menu", "answers:menu"),
        "solve": ("Solve", "answers:solve"),
        "verify": ("Verify", "answers:verify"),
        "table": ("Table", "answers:table"),
        "graph": ("Graph", "answers:graph"),
        "grade": ("Grade", "answers:grade"),
        "database.verify": ("DatabaseVerify", "database_answers:verify"),
        "database.stats": ("DatabaseStats", "database_answers:stats"),
        "database.lookup": ("DatabaseLookup", "database_answers:lookup"),
        "database.sample": ("DatabaseSample", "database_answers:sample"),
        "hardest": ("Hardest", "database_answers:hardest"),
    },
)


def question_named(name: object) -> Question:
    """Return the question of that name.

    Raises InvalidInput, with the nearest names, where there is none.
    """
    if not isinstance(name, str):
        raise InvalidInput(
            "no question", 'key "question"', 'a request such as {"question": "master.solve", …}'
        )
    if name not in QUESTIONS:
        raise InvalidInput(
            f"unknown question {quote(name)}", 'key "question"', nearest(name, QUESTIONS)
        )
    return QUESTIONS[name]


def request_from(document: object) -> tuple[Question, Request]:
    """Return the question and the typed request that a request document asks.

    Raises InvalidInput with the path of the key that is wrong.
    """
    if not isinstance(document, dict):
        raise InvalidInput(
            "not a request", "", 'a JSON object such as {"question": "master.solve", …}'
        )
    question = question_named(document.get("question"))
    fields = {key: value for key, value in document.items() if key != "question"}
    return question, typed_request(question, fields)


def typed_request(question: Question, fields: dict[str, Any]) -> Request:
    """Return ``fields`` as the question's request class.

    Raises InvalidInput for a key that is missing, unknown or of another type.
    """
    cls = question.request_class()
    known = msgspec.structs.fields(cls)
    names = [field.encode_name for field in known]
    for key in fields:
        if key not in names:
            raise InvalidInput(
                f"unknown key {quote(str(key))}", question.name, nearest(str(key), names)
            )
    for field in known:
        if field.required and field.encode_name not in fields:
            raise InvalidInput(
                f'missing key "{field.encode_name}"', question.name, field_help(field)
            )
    try:
        return msgspec.convert(fields, cls)
    except msgspec.ValidationError as error:
        what, key, wanted = _explained(str(error), fields)
        raise InvalidInput(what, f'{question.name}, key "{key}"', wanted) from None


def field_help(field: msgspec.structs.FieldInfo) -> str:
    """Return what a field's ``msgspec.Meta(description=…)`` says of it, or nothing."""
    return str(getattr(_meta(field.type), "description", None) or "")


def _meta(annotation: Any) -> Any:
    for meta in getattr(annotation, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta):
            return meta
    return None


#: msgspec's words for types -> a person's.
_TYPE_NAMES = {"int": "a whole number", "float": "a number", "str": "text", "bool": "true or false"}


def _explained(message: str, fields: dict[str, Any]) -> tuple[str, str, str]:
    """Turn msgspec's "Expected `int`, got `str` - at `$.declare`" into what, key, expected."""
    text, _, path = message.partition(" - at `$")
    key = path.rstrip("`").lstrip(".")
    wanted = text.partition(", got ")[0].removeprefix("Expected ")
    for word, name in _TYPE_NAMES.items():
        wanted = wanted.replace(f"`{word}`", name)
    wanted = wanted.replace(">=", "at least").replace("<=", "at most").replace("`", "")
    if key not in fields:
        return text.replace("`", ""), key, ""
    given = orjson.dumps(fields[key], default=str).decode()
    return f"{given if len(given) <= LONGEST_QUOTE else quote(given)}", key, wanted
