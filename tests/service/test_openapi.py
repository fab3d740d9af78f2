"""The OpenAPI document describes the service: its examples, its answers, and whatever else is sent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from cli.service.docs import docs_page
from cli.service.examples import EXAMPLES
from cli.service.openapi import document
from cli.service.questions import path_of, served_questions
from tests.service.servers import Served, served


def conforms(schema: dict[str, Any], value: Any) -> None:
    """Assert that a value is what a schema of the document says."""
    whole = {**schema, "components": document()["components"]}
    errors = [
        error.message for error in jsonschema_rs.Draft202012Validator(whole).iter_errors(value)
    ]
    assert not errors


def operation(question: str) -> dict[str, Any]:
    found: dict[str, Any] = document()["paths"][path_of(question)]["post"]
    return found


@pytest.mark.parametrize("question", EXAMPLES)
def test_examples_and_their_answers_are_as_described(service: Served, question: str) -> None:
    body = operation(question)["requestBody"]["content"]["application/json"]
    conforms(body["schema"], body["example"])
    answer = service.ask(question.replace(".", "/", 1), body["example"]).json()
    conforms(
        operation(question)["responses"]["200"]["content"]["application/json"]["schema"], answer
    )


def test_bad_input_is_as_described(service: Served) -> None:
    told = service.ask("master/solve", {"plates": "X"}).json()
    reference = operation("master.solve")["responses"]["422"]["$ref"]
    shared = document()["components"]["responses"][reference.rpartition("/")[2]]
    conforms(shared["content"]["application/json"]["schema"], told)


def test_the_document_is_served_and_has_every_question(service: Served) -> None:
    found = service.client.get("/openapi.json").json()
    assert found == document()
    assert found["openapi"].startswith("3.1")
    assert {path_of(name) for name in served_questions()} <= set(found["paths"])
    fields = found["components"]["schemas"]["Solve"]["properties"]
    assert fields["plates"]["description"].startswith("the four plates, bottom to top")


def test_a_schema_refuses_what_the_service_refuses() -> None:
    schema = operation("master.solve")["requestBody"]["content"]["application/json"]["schema"]
    for wrong in ({}, {"plates": 7}, {"plates": "B", "crad": "x"}, []):
        with pytest.raises(AssertionError):
            conforms(schema, wrong)


def test_the_page_for_people_has_every_question(service: Served) -> None:
    page = service.client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert page.text == docs_page(service.address)
    assert f"curl {service.address}/v1/master/solve" in page.text
    for name in served_questions():
        assert f"POST {path_of(name)}" in page.text


def run_schemathesis(folder: Path, *options: str) -> None:
    """Ask a service what the document allows and what it does not; fail on any 500."""
    checks = ",".join(
        f"{name}_conformance" for name in ("status_code", "content_type", "response_schema")
    )
    with served("--jobs", "2", "--limit", "1") as service:
        run = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run", f"{service.url}openapi.json"),
                *("--checks", f"not_a_server_error,{checks}", "--no-color"),
                *options,
            ],
            capture_output=True,
            text=True,
            cwd=folder,
        )
        assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
        assert not [line for line in service.events("request") if line["status"] == 500]


def test_no_example_that_schemathesis_sends_ends_in_a_500(tmp_path: Path) -> None:
    run_schemathesis(tmp_path, "--phases", "examples")


@pytest.mark.slow
def test_no_request_of_many_that_schemathesis_makes_ends_in_a_500(tmp_path: Path) -> None:
    run_schemathesis(
        tmp_path,
        "--phases",
        "examples,coverage,fuzzing",
        "--max-examples",
        "30",
        "--generation-database",
        "none",
    )
