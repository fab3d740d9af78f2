"""The OpenAPI document as a page for people: every question, its keys, an example."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from typing import Any

from cli.service.openapi import document

#: Games by the first part of a path, as people call them.
TITLES = {
    "master": "Burger Master",
    "slam": "Burger Slam",
    "draft": "BurgerDraft",
    "super": "Super Burger",
    "battle": "Burger Battle",
    "service": "The service itself",
}

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>burger over HTTP</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header>
<h1>burger over HTTP</h1>
<p>Every question is asked by <code>POST</code> with a JSON object; the answer is the document that
<code>burger … --json</code> prints. <code>status</code> says what is claimed: <code>optimal</code> (proved),
<code>feasible</code> (the limit was reached; <code>bound</code> is proved), <code>infeasible</code>, or
<code>estimate</code> (with its interval). Bad input is a 422 that says what is wrong, where, and what would
be right. The same as <a href="/openapi.json">OpenAPI 3.1</a>; <a href="/">the page for the table</a>.</p>
<nav aria-label="Games">{links}</nav>
</header>
<main>
{sections}
</main>
</body>
</html>
"""


#: Stands for the address in the page until it is known.
ADDRESS = "http://address.invalid"


def docs_page(address: str) -> str:
    """Return the page as HTML; address: the origin that it is served from, for the examples."""
    return _page().replace(ADDRESS, escape(address))


@cache
def _page() -> str:
    paths = document()["paths"]
    operations = [(path, *next(iter(methods.items()))) for path, methods in paths.items()]
    links = " ".join(f'<a href="#{tag}">{title}</a>' for tag, title in TITLES.items())
    sections = "\n".join(
        f'<section id="{tag}"><h2>{title}</h2>\n'
        + "\n".join(_operation(*one) for one in operations if one[2]["tags"] == [tag])
        + "</section>"
        for tag, title in TITLES.items()
    )
    return PAGE.format(links=links, sections=sections)


def _operation(path: str, method: str, told: dict[str, Any]) -> str:
    summary = escape(told["summary"])
    answer = _prose(told.get("description", "").partition(": ")[2])
    return (
        f'<details class="question" id="{told["operationId"]}"><summary>'
        f"<h3><code>{method.upper()} {escape(path)}</code></h3> "
        f"{summary[:1].upper()}{summary[1:]}</summary>\n{_body(path, told)}"
        + (f"<details><summary>The answer</summary>{answer}</details>" if answer else "")
        + "</details>"
    )


def _body(path: str, told: dict[str, Any]) -> str:
    if "requestBody" not in told:
        return ""
    content = told["requestBody"]["content"]["application/json"]
    schema = _resolved(content["schema"])
    rows = "".join(
        f'<tr><th scope="row"><code>{escape(key)}</code>'
        f"<small>{escape(_kind(field))}{_default(key, field, schema)}</small></th>"
        f"<td>{escape(_description(field))}</td></tr>"
        for key, field in sorted(
            schema.get("properties", {}).items(),
            key=lambda item: item[0] not in schema.get("required", []),
        )
    )
    head = "".join(f'<th scope="col">{title}</th>' for title in ("key", "meaning"))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""
    return table + _example(path, content)


def _example(path: str, content: dict[str, Any]) -> str:
    if "example" not in content:
        return ""
    body = json.dumps(content["example"]).replace("'", "'\\''")
    return f"<pre><code>curl {ADDRESS}{path} -d '{escape(body)}'</code></pre>"


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = schema
    if "$ref" in schema:
        found = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


def _description(field: dict[str, Any]) -> str:
    parts = [field, *field.get("anyOf", [])]
    return next((part["description"] for part in parts if "description" in part), "")


def _kind(field: dict[str, Any]) -> str:
    """Return a field's type in words: its choices, or its JSON types."""
    found = _resolved(field)
    if "enum" in found:
        return " | ".join(map(str, found["enum"]))
    parts = [_kind(part) for part in found.get("anyOf", []) if part.get("type") != "null"]
    return " or ".join(parts) or str(found.get("type", "any"))


def _default(key: str, field: dict[str, Any], schema: dict[str, Any]) -> str:
    if key in schema.get("required", []):
        return ", required"
    default = field.get("default")
    return "" if default in (None, "") else f", else <code>{escape(json.dumps(default))}</code>"


def _prose(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n") if part)
