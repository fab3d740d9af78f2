"""The service as an OpenAPI 3.1 document, made from the request and answer classes themselves.

So an option that a question gains is in the document without anybody's doing.
"""

from __future__ import annotations

import typing
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from cli.service.examples import EXAMPLES
from cli.service.questions import path_of, served_fields, served_questions
from cli.service.replies import DeckNames, Error, Health, Invalid, Lost
from cli.service.settings import LIMIT, MOST_BODY
from solver.answer import Unfinished
from solver.master.menu import BUILT_IN
from solver.requests import Mark, Question, is_marked

#: What the service says beside answers.
SAID = (Error, Invalid, Lost, Health, DeckNames)

#: Where schemas stand in the document.
REF = "#/components/schemas/{name}"

#: What a field with a document says beside its own description.
INLINE = "; the service opens no file: the JSON itself"

#: Key of a document -> what it may be: a menu also its name, a log also those of many games.
DOCUMENTS: dict[str, list[dict[str, Any]]] = {
    "menu": [{"type": "string", "enum": [*BUILT_IN]}, {"$ref": REF.format(name="Deck")}],
    "deck": [{"$ref": REF.format(name="Deck")}],
    "log": [{"type": "object"}, {"type": "array"}],
}

#: Response's name -> its status, description and class: what is not an answer.
REFUSALS: dict[str, tuple[str, str, type[Any]]] = {
    "BadRequest": ("400", "The request's head contradicts itself.", Error),
    "Forbidden": ("403", "A page of another origin asked.", Error),
    "NotFound": ("404", "There is none.", Error),
    "TimedOut": ("408", "The request did not arrive in time.", Error),
    "TooLarge": ("413", f"The body is larger than {MOST_BODY:,} bytes.", Error),
    "Misdirected": ("421", "The service is not called by this host's name.", Error),
    "BadInput": ("422", "Bad input.", Invalid),
    "Failed": ("500", "The answer was lost.", Lost),
    "Unavailable": (
        "503",
        "Too many requests wait, or the service starts or stops; see Retry-After.",
        Error,
    ),
}

#: The refusals of every request, and those of a question.
OF_ALL = ("BadRequest", "Forbidden", "TooLarge", "Misdirected", "Failed")
OF_QUESTIONS = (*OF_ALL, "TimedOut", "BadInput", "Unavailable")

#: A deck or a menu as a schema: what all of them say, beside what is the game's own.
DECK = {
    "type": "object",
    "description": "A deck or a menu; sent whole, it may be changed to be your own.",
    "properties": {
        "game": {"type": "string"},
        "name": {"type": "string"},
        "provenance": {"type": "string", "description": "where its cards come from"},
    },
    "additionalProperties": True,
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    questions = served_questions()
    answers = {name: answer_class(question) for name, question in questions.items()}
    requests = {name: question.request_class() for name, question in questions.items()}
    classes = [*requests.values(), *answers.values(), Unfinished, *SAID]
    references, schemas = msgspec.json.schema_components(classes, ref_template=REF)
    by_class = dict(zip(map(id, classes), references, strict=True))
    for name, request in requests.items():
        _fit(schemas[_name_in(by_class[id(request)])], questions[name])
    paths = {
        path_of(name): {
            "post": _operation(
                name, question, by_class[id(requests[name])], by_class[id(answers[name])], schemas
            )
        }
        for name, question in questions.items()
    }
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "burger",
            "version": version("burger-solver"),
            "description": "Exact, proved answers for five hamburger table games.",
        },
        "paths": {**paths, **_plain_paths()},
        "components": {
            "schemas": {
                name: {**_for_generators(schema), "title": short_name(name)}
                for name, schema in {**schemas, "Deck": DECK}.items()
            },
            "responses": {
                name: _response(described, by_class[id(said)])
                for name, (_, described, said) in REFUSALS.items()
            },
        },
    }
    found: dict[str, Any] = _renamed(whole, {name: short_name(name) for name in schemas})
    return found


def _for_generators(schema: Any) -> Any:
    """Return a schema that says the same in words that client generators know.

    Every array has a schema of its items, which is never a bare ``false``.
    """
    if isinstance(schema, list):
        return [_for_generators(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _for_generators(part) for key, part in schema.items()}
    if found.get("type") == "array" and not isinstance(found.get("items"), dict):
        kinds = found.pop("prefixItems", [])
        kinds = [kind for index, kind in enumerate(kinds) if kind not in kinds[:index]]
        found["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {}
    return found


def short_name(name: str) -> str:
    """Return a schema's name with the game in place of the module.

    >>> short_name("solver.slam.requests.Check"), short_name("Solve")
    ('SlamCheck', 'Solve')
    """
    parts = name.split(".")
    return f"{parts[1].capitalize()}{parts[-1]}" if len(parts) > 2 else name


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """Return a part of the document with short names for schemas, and descriptions for people."""
    if isinstance(value, dict):
        return {
            names.get(key, key): part.replace("``", "")
            if key == "description" and isinstance(part, str)
            else _renamed(part, names)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    if isinstance(value, str) and value.startswith(REF.format(name="")):
        name = value.removeprefix(REF.format(name=""))
        return REF.format(name=names.get(name, name))
    return value


def answer_class(question: Question) -> type[Any]:
    """Return the class of a question's answers: what its function says that it returns."""
    found: type[Any] = typing.get_type_hints(question.answering())["return"]
    return found


def _name_in(reference: dict[str, Any]) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _fit(schema: dict[str, Any], question: Question) -> None:
    """Make a request class's schema that of a request to the service."""
    served = {field.encode_name: field for field in served_fields(question)}
    properties = schema["properties"]
    for key in [key for key in properties if key not in served]:
        del properties[key]
    for key, field in served.items():
        if is_marked(field, Mark.DOCUMENT):
            told = properties[key]
            kinds = told.pop("anyOf", None) or [{"type": told.pop("type")}]
            told["anyOf"] = [kind for kind in kinds if kind["type"] in ("null", "boolean")]
            told["anyOf"] += DOCUMENTS[key]
            told["description"] = told.get("description", "") + INLINE
    if "limit" in properties:
        properties["limit"]["anyOf"][0]["minimum"] = 0
        properties["limit"]["description"] += (
            f"; the service has a limit of its own, {LIMIT:g} if not told otherwise"
        )


def _operation(
    name: str,
    question: Question,
    request: dict[str, Any],
    answer: dict[str, Any],
    schemas: dict[str, Any],
) -> dict[str, Any]:
    told = schemas[_name_in(answer)]
    summary = schemas[_name_in(request)].get("description", "").partition(": ")[2]
    content = {"schema": request, "example": EXAMPLES[name]}
    unfinished = {"$ref": REF.format(name="Unfinished")}
    return {
        "operationId": name,
        "tags": [name.partition(".")[0]],
        "summary": summary,
        "description": told.get("description", ""),
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "200": _response("The answer.", {"anyOf": [answer, unfinished]}),
            "304": {"description": "The answer has the ETag of If-None-Match."},
            **_refusals(*OF_QUESTIONS),
        },
    }


def _response(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _refusals(*names: str) -> dict[str, Any]:
    return {
        REFUSALS[name][0]: {"$ref": f"#/components/responses/{name}"}
        for name in sorted(names, key=lambda name: REFUSALS[name][0])
    }


def _plain_paths() -> dict[str, Any]:
    """Return what is asked without a body."""
    parts = [
        {
            "name": part,
            "in": "path",
            "required": True,
            "description": f"the part {place} the slash in a name of /v1/decks",
            "schema": {"type": "string"},
        }
        for part, place in (("game", "before"), ("name", "after"))
    ]
    json = {
        name: _response(described, {"$ref": REF.format(name=name)})
        for name, described in (
            ("DeckNames", "Found."),
            ("Deck", "Found."),
            ("Health", "How it is."),
        )
    }
    text = {"description": "Counted.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    refused = _refusals(*OF_ALL)
    asked: dict[str, tuple[str, str, dict[str, Any]]] = {
        "/v1/decks": ("decks", "The decks and menus that come along.", {"200": json["DeckNames"]}),
        "/v1/decks/{game}/{name}": (
            "deck",
            "One of them, such as master/menu-base.",
            {"200": json["Deck"], **_refusals("NotFound")},
        ),
        "/healthz": (
            "healthz",
            "Whether the service can answer.",
            {"200": json["Health"], "503": json["Health"]},
        ),
        "/metrics": ("metrics", "What the service counts, as Prometheus text.", {"200": text}),
    }
    return {
        path: {
            "get": {
                "operationId": identity,
                "tags": ["service"],
                "summary": summary,
                **({"parameters": parts} if "{" in path else {}),
                "responses": {**responses, **refused},
            }
        }
        for path, (identity, summary, responses) in asked.items()
    }
