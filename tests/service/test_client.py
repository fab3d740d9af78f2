"""A client that openapi-python-client makes from the OpenAPI document asks every question."""

from __future__ import annotations

import importlib
import subprocess
import sys
from typing import Any

import orjson
import pytest

from cli.service.examples import EXAMPLES
from cli.service.openapi import document
from cli.service.questions import path_of, served_questions
from tests.service.servers import Served
from tests.service.test_answers import by_batch, without_work

#: The generated package's name.
PACKAGE = "burger_client_of_the_tests"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the generated package's client class, the package on the path."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_bytes(orjson.dumps(document()))
    (folder / "config.yaml").write_text("post_hooks: []\n")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"),
            *("--path", "openapi.json", "--config", "config.yaml", "--meta", "none"),
            *("--output-path", PACKAGE),
        ],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    told = run.stdout + run.stderr
    assert run.returncode == 0, told[-3000:]
    assert "warning" not in told.lower()
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(PACKAGE).Client
    finally:
        sys.path.remove(str(folder))


def module_of(operation: dict[str, Any]) -> Any:
    """Return the generated module of an operation: its tag and its name as Python writes them."""
    tag, name = operation["tags"][0], operation["operationId"]
    tag = {"super": "super_"}.get(tag, tag)
    return importlib.import_module(
        f"{PACKAGE}.api.{tag}.{name.replace('.', '_').replace('-', '_')}"
    )


@pytest.mark.parametrize("question", served_questions())
def test_it_asks_every_question(service: Served, generated: Any, question: str) -> None:
    operation = document()["paths"][path_of(question)]["post"]
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    models = importlib.import_module(f"{PACKAGE}.models")
    body = getattr(models, reference.rpartition("/")[2]).from_dict(EXAMPLES[question])
    assert body.to_dict() == EXAMPLES[question]
    with generated(base_url=service.address, timeout=60) as client:
        answer = module_of(operation).sync(client=client, body=body)
    assert type(answer).__name__.endswith("Answer")
    expected = without_work(by_batch(question, EXAMPLES[question]))
    assert without_work(answer.to_dict()) == orjson.loads(orjson.dumps(expected))


def test_it_asks_what_has_no_body(service: Served, generated: Any) -> None:
    paths = {
        path: methods["get"] for path, methods in document()["paths"].items() if "get" in methods
    }
    with generated(base_url=service.address, timeout=60) as client:
        assert module_of(paths["/healthz"]).sync(client=client).workers == 1
        assert "master/menu-base" in module_of(paths["/v1/decks"]).sync(client=client).decks
        deck = module_of(paths["/v1/decks/{game}/{name}"])
        assert deck.sync("slam", "deck", client=client).game == "slam"
        assert "'slam/dekc'" in deck.sync("slam", "dekc", client=client).error
        assert "burger_workers 1.0" in module_of(paths["/metrics"]).sync(client=client)


def test_it_has_the_words_for_bad_input(service: Served, generated: Any) -> None:
    models = importlib.import_module(f"{PACKAGE}.models")
    solve = module_of(document()["paths"]["/v1/master/solve"]["post"])
    with generated(base_url=service.address, timeout=60) as client:
        told = solve.sync(client=client, body=models.Solve(plates="BPXL/B/B/B", card="base-07"))
    assert (type(told).__name__, told.pointer) == ("Invalid", "/plates")


def test_errors_are_described_once() -> None:
    operations = [one for methods in document()["paths"].values() for one in methods.values()]
    for operation in operations:
        for status, response in operation["responses"].items():
            if status not in ("200", "304") and operation["operationId"] != "healthz":
                assert set(response) == {"$ref"}
    assert all(
        "example" in orjson.dumps(one).decode() for one in operations if "requestBody" in one
    )


def test_every_array_has_a_schema_of_its_items() -> None:
    def arrays(part: Any) -> Any:
        if isinstance(part, dict):
            if part.get("type") == "array":
                yield part
            part = list(part.values())
        if isinstance(part, list):
            for one in part:
                yield from arrays(one)

    found = list(arrays(document()))
    assert len(found) > 50
    assert all(isinstance(one.get("items"), dict) for one in found)
    assert all("prefixItems" not in one for one in found)
