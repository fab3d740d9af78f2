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
from cli.service.settings import LIMIT, MOST_BODY
from solver.answer import Unfinished
from solver.master.menu import BUILT_IN
from solver.requests import Mark, Question, is_marked

#: Where schemas stand in the document.
REF = "#/components/schemas/{name}"

#: What a field with a document says beside its own description.
INLINE = "; the service opens no file: the JSON itself"

#: Key -> what it may be, where that is more than an object: a menu's name, the logs of many games.
DOCUMENTS: dict[str, list[dict[str, Any]]] = {
    "menu": [{"enum": [*BUILT_IN]}, {"type": "object"}],
    "log": [{"type": "object"}, {"type": "array"}],
}

ERROR = {
    "type": "object",
    "description": "What is wrong, in one line.",
    "properties": {"error": {"type": "string"}},
    "required": ["error"],
}

INVALID = {
    "type": "object",
    "description": "Bad input, in the words of the command line.",
    "properties": {
        "error": {"type": "string", "description": "all of it in one line"},
        "what": {"type": "string", "description": "what is wrong"},
        "where": {"type": "string", "description": "the key, and the place in its text"},
        "expected": {"type": "string", "description": "what would be right"},
        "pointer": {
            "type": "string",
            "description": "JSON pointer (RFC 6901) to the value in the body; empty for all of it",
        },
    },
    "required": ["error", "what", "where", "expected", "pointer"],
}

LOST = {
    "type": "object",
    "description": "The answer was lost; the log has the same id.",
    "properties": {"error": {"type": "string"}, "id": {"type": "string"}},
    "required": ["error", "id"],
}

#: Status -> its description and schema, for what is not an answer.
REFUSALS: dict[str, tuple[str, dict[str, Any]]] = {
    "403": ("A page of another origin asked.", ERROR),
    "408": ("The request did not arrive in time.", ERROR),
    "413": (f"The body is larger than {MOST_BODY:,} bytes.", ERROR),
    "421": ("The service is not called by this host's name.", ERROR),
    "422": ("Bad input.", INVALID),
    "500": ("The answer was lost.", LOST),
    "503": ("Too many requests wait, or the service is stopping; see Retry-After.", ERROR),
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    questions = served_questions()
    answers = {name: answer_class(question) for name, question in questions.items()}
    requests = {name: question.request_class() for name, question in questions.items()}
    classes = [*requests.values(), *answers.values(), Unfinished]
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
        "components": {"schemas": schemas},
    }
    found: dict[str, Any] = _renamed(whole, {name: short_name(name) for name in schemas})
    return found


def short_name(name: str) -> str:
    """Return a schema's name with the game in place of the module.

    >>> short_name("solver.slam.requests.Check"), short_name("Solve")
    ('slam.Check', 'Solve')
    """
    parts = name.split(".")
    return f"{parts[1]}.{parts[-1]}" if len(parts) > 2 else name


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
        return REF.format(name=names[value.removeprefix(REF.format(name=""))])
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
            told["anyOf"] += DOCUMENTS.get(key, [{"type": "object"}])
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
    content = {"schema": request}
    if name in EXAMPLES:
        content["example"] = EXAMPLES[name]
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
            **{status: _response(*refusal) for status, refusal in REFUSALS.items()},
        },
    }


def _response(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


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
    found = {
        "/v1/decks": ("decks", "The decks and menus that come along.", []),
        "/v1/decks/{game}/{name}": ("deck", "One of them, such as master/menu-base.", parts),
        "/healthz": ("healthz", "Whether the service can answer.", []),
    }
    refused = {status: _response(*REFUSALS[status]) for status in ("403", "421")}
    text = {"description": "Counted.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    metrics = {
        "operationId": "metrics",
        "tags": ["service"],
        "summary": "What the service counts, as Prometheus text.",
        "responses": {"200": text, **refused},
    }
    asked: dict[str, Any] = {
        path: {
            "get": {
                "operationId": identity,
                "tags": ["service"],
                "summary": summary,
                "parameters": parameters,
                "responses": {
                    "200": _response("Found.", {"type": "object"}),
                    **refused,
                    "503": _response(*REFUSALS["503"]),
                    **({"404": _response("There is none.", ERROR)} if parameters else {}),
                },
            }
        }
        for path, (identity, summary, parameters) in found.items()
    }
    return {**asked, "/metrics": {"get": metrics}}
