"""Which questions the service answers, and how a request's body becomes one of them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import msgspec
import orjson

from cli.service.tags import tag_of
from solver.answer import Status
from solver.documents import untyped_document
from solver.errors import InvalidInput, quote
from solver.master.menu import BUILT_IN
from solver.requests import (
    QUESTIONS,
    Mark,
    Question,
    Request,
    Restore,
    fields_of,
    is_marked,
    typed_request,
)
from solver.watch import Watch


def served_questions() -> dict[str, Question]:
    """Return the questions that need no folder of this machine, by name."""
    return {
        name: question
        for name, question in QUESTIONS.items()
        if not any(is_marked(field, Mark.FOLDER) for field in fields_of(question.request_class()))
    }


def path_of(name: str) -> str:
    """Return a question's path.

    >>> path_of("master.database.sample")
    '/v1/master/database.sample'
    """
    return "/v1/" + name.replace(".", "/", 1)


def served_fields(question: Question) -> list[msgspec.structs.FieldInfo]:
    """Return the fields that a request to the service may have: not those that start processes."""
    fields = fields_of(question.request_class())
    return [field for field in fields if not is_marked(field, Mark.PROCESSES)]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it was sent, and the canonical one that is answered and kept in its place."""

    question: Question
    request: Request
    canonical: Request
    restore: Restore

    @property
    def key(self) -> bytes:
        """What the canonical request's answer is kept under: all but the limit, which proofs outlast."""
        fields = msgspec.to_builtins(self.canonical)
        fields.pop("limit", None)
        text = orjson.dumps([self.question.name, fields], option=orjson.OPT_SORT_KEYS)
        return hashlib.sha256(text).digest()

    @property
    def is_canonical(self) -> bool:
        """Whether it was sent as it is kept."""
        return self.canonical == self.request

    def limit(self, most: float) -> float:
        """Return the seconds it may take: as many as it says, at most ``most``."""
        own = getattr(self.request, "limit", None)
        return most if own is None else min(own, most)

    def may_keep(self, status: Status) -> bool:
        """Return whether an answer stays right: it is proved, or an estimate from a given seed."""
        drawn = getattr(self.canonical, "seed", 0) is None and "plates" not in self._given()
        return status is not Status.FEASIBLE and not drawn

    def _given(self) -> set[str]:
        fields = msgspec.structs.asdict(self.canonical)
        return {name for name, value in fields.items() if value is not None}


def fields_in(body: bytes) -> dict[str, Any]:
    """Return the keys and values of a body; raise InvalidInput if it is no JSON object."""
    document = untyped_document(body or b"{}", "body")
    if not isinstance(document, dict):
        raise InvalidInput("not a request", "body", "a JSON object")
    return document


def asked(question: Question, fields: dict[str, Any]) -> Asked:
    """Return what a body asks.

    Raises InvalidInput with the words of the command line for what is no request.
    """
    document = dict(fields)
    said = document.pop("question", question.name)
    if said != question.name:
        raise InvalidInput(f"question {quote(str(said))}", 'key "question"', question.name)
    request = typed_request(question, document, without=Mark.PROCESSES)
    _refuse_texts(question, document)
    Watch(getattr(request, "limit", None))
    try:
        canonical, restore = request.canonical()
    except InvalidInput:
        canonical, restore = request, dict
    return Asked(question, request, canonical, restore)


def _refuse_texts(question: Question, document: dict[str, Any]) -> None:
    """Refuse text in the place of a deck, menu or log: the command line's files are not opened here."""
    for field in served_fields(question):
        value = document.get(field.encode_name)
        if not is_marked(field, Mark.DOCUMENT) or not isinstance(value, str):
            continue
        names = BUILT_IN if field.encode_name == "menu" else ()
        if value.strip().lower() not in names:
            right = " or ".join(
                [*([f"one of {', '.join(names)}"] if names else []), "a JSON object"]
            )
            where = f'{question.name}, key "{field.encode_name}"'
            raise InvalidInput(f"text {quote(value)}", where, right)


#: What some errors call a key's value -> the key.
OTHER_WORDS = {"pool": "from", "card": "cards"}


def pointer(error: InvalidInput, question: Question, given: Collection[str]) -> str:
    """Return the JSON pointer (RFC 6901) to what is wrong in a body; empty for the whole of it.

    given: the keys of the body.

    >>> solve, check = QUESTIONS["master.solve"], QUESTIONS["slam.check"]
    >>> pointer(InvalidInput("…", "plates, plate 2, position 3"), solve, ["plates", "card"])
    '/plates'
    >>> pointer(InvalidInput("…", "deck, toppings[3].card"), check, ["pile", "deck"])
    '/deck/toppings/3/card'
    """
    unknown = re.fullmatch(r"unknown key '(.+)'", error.what)
    if unknown and error.where == question.name:
        return _pointed([unknown[1]])
    keyed = re.search(r'key "(.+)"$', error.where)
    if keyed:
        return _pointed([keyed[1]])
    fields = {field.encode_name: field for field in served_fields(question)}
    key = re.split(r"[, ]", error.where)[0]
    key = OTHER_WORDS.get(key, key) if key not in fields else key
    if key not in fields or key not in given:
        return ""
    inside = error.where.removeprefix(f"{key}, ").split(", ")[0]
    path = re.fullmatch(r"[\w-]+(\[\d+\])?(\.[\w-]+(\[\d+\])?)*", inside)
    is_document = is_marked(fields[key], Mark.DOCUMENT) and inside != error.where
    return _pointed([key, *(re.findall(r"[\w-]+", inside) if path and is_document else [])])


def _pointed(parts: list[str]) -> str:
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def etag(document: dict[str, Any]) -> str:
    """Return a weak ETag: the same for the same answer, whatever it cost to compute."""
    lasting = {key: value for key, value in document.items() if key != "work"}
    return tag_of(orjson.dumps(lasting, option=orjson.OPT_SORT_KEYS))
