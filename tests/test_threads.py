"""Answers do not depend on what other threads ask at the same time."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cli.service.examples import EXAMPLES
from solver.batch import answer_document
from solver.requests import QUESTIONS

THREADS = 4

#: How often every question is asked: once in one thread, so often in several.
ROUNDS = 3


def logs() -> dict[str, dict[str, Any]]:
    """Return a request for each question about a log, with the log of a played game."""
    found = {}
    for played, referee in {
        "master.play": "master.verify-log",
        "slam.play": "slam.referee",
        "super.play": "super.referee",
        "battle.play": "battle.check",
        "draft.play": "draft.hindsight",
    }.items():
        document = asked({"question": played, **EXAMPLES[played]})
        log = document["log"] if "log" in document else document["games"][0]["log"]
        found[referee] = {"log": json.dumps(log)}
    return found


def asked(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request, without what it cost."""
    document: dict[str, Any] = json.loads(json.dumps(answer_document(request).document()))
    return without_work(document)


def without_work(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_work(part) for key, part in value.items() if key != "work"}
    return [without_work(part) for part in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def requests() -> list[dict[str, Any]]:
    """Return a request for every question of every game; of Burger Master's, harder ones too."""
    drawn = {"master.deal"}
    fields = {**EXAMPLES, **logs()}
    found = [{"question": name, **one} for name, one in fields.items()]
    for plates in ("BLTBL/BPPCCT/B/BLPTC", "BTPTLC/BCPCL/BPTL/B", "BBLTCP/BCTLP/BCTLP/B"):
        for card in ("base-11", "base-20"):
            order = {"plates": plates, "card": card}
            found += [
                {"question": "master.solve", **order},
                {"question": "master.solve", **order, "all": True},
                {"question": "master.solve", **order, "variant": "beginner"},
                {"question": "master.verify", **order, "declare": 3},
                {"question": "master.graph", **order},
            ]
    return [one for one in found if one["question"] not in drawn]


def test_every_question_is_asked(requests: list[dict[str, Any]]) -> None:
    folders = {name for name in QUESTIONS if name.startswith("master.database.")}
    asked_for = {request["question"] for request in requests} | {"master.deal"}
    assert set(QUESTIONS) - asked_for == folders - {"master.database.sample"}


def test_four_threads_answer_as_one(requests: list[dict[str, Any]]) -> None:
    alone = [asked(request) for request in requests]
    with ThreadPoolExecutor(THREADS) as executor:
        together = list(executor.map(asked, requests * ROUNDS, timeout=120))
    for request, answer, expected in zip(requests * ROUNDS, together, alone * ROUNDS, strict=True):
        assert answer == expected, request
