"""The service gives the documents of the command line, and its words for bad input."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from cli.service.examples import EXAMPLES
from cli.service.questions import served_questions
from solver.batch import answer_line
from solver.requests import QUESTIONS
from tests.service.servers import Served

#: The question about a log -> the question whose answer holds one, and where.
LOGS = {
    "master.verify-log": ("master.play", {"players": 2, "seed": 1, "skill": "2"}),
    "slam.referee": ("slam.play", {"players": 2, "seed": 1}),
    "draft.hindsight": ("draft.play", {"players": 2, "seed": 1}),
    "super.referee": ("super.play", {"players": 2, "seed": 1}),
    "battle.check": ("battle.play", {"players": 2, "seed": 1}),
}


def without_work(document: Any) -> Any:
    """Return a document without what it cost to compute."""
    if isinstance(document, list):
        return [without_work(part) for part in document]
    if not isinstance(document, dict):
        return document
    cost = ("work", "seconds", "nodes")
    return {key: without_work(value) for key, value in document.items() if key not in cost}


def by_batch(question: str, fields: dict[str, Any]) -> dict[str, Any]:
    return answer_line(1, json.dumps({"question": question, **fields}).encode(), limit=30)


@pytest.mark.parametrize("question", EXAMPLES)
def test_every_example_has_the_answer_of_the_command_line(service: Served, question: str) -> None:
    found = service.ask(question.replace(".", "/", 1), EXAMPLES[question])
    assert found.status_code == 200, found.text
    expected = json.loads(json.dumps(by_batch(question, EXAMPLES[question])))
    assert "error" not in expected
    assert without_work(found.json()) == without_work(expected)


@pytest.mark.parametrize("question", LOGS)
def test_logs_are_sent_as_they_were_answered(service: Served, question: str) -> None:
    play, fields = LOGS[question]
    played = service.ask(play.replace(".", "/", 1), fields).json()
    log = played["log"] if "log" in played else played["games"][0]["log"]
    found = service.ask(question.replace(".", "/", 1), {"log": log})
    assert found.status_code == 200, found.text
    assert without_work(found.json()) == without_work(by_batch(question, {"log": log}))
    if question != "draft.hindsight":
        assert found.json()["value"] is True


def test_every_question_but_those_about_folders_is_served() -> None:
    left_out = set(QUESTIONS) - set(served_questions())
    assert left_out == {"master.database.verify", "master.database.stats", "master.database.lookup"}
    assert set(served_questions()) == set(EXAMPLES)


def test_the_question_may_be_named_in_the_body_too(service: Served) -> None:
    document = {"question": "master.grade", "steps": 22}
    assert service.ask("master/grade", document).json()["value"] == "a future line chef"
    other = service.ask("master/grade", {"question": "master.solve", "steps": 22})
    assert other.status_code == 422
    assert other.json()["pointer"] == "/question"


PLATES = "BPCL/BTT/B/BOO"

#: Question, fields, and the JSON pointer to what is wrong.
BAD = [
    ("master.solve", {"plates": "BPXL/BTT/B/BOO", "card": "base-07"}, "/plates"),
    ("master.solve", {"plates": "BPCL/BTT/B", "card": "base-07"}, "/plates"),
    ("master.solve", {"plates": PLATES, "card": "base-77"}, "/card"),
    ("master.solve", {"plates": PLATES}, ""),
    ("master.solve", {"card": "base-07"}, ""),
    ("master.solve", {"plates": PLATES, "crad": "base-07"}, "/crad"),
    ("master.solve", {"plates": 7, "card": "base-07"}, "/plates"),
    ("master.solve", {"plates": PLATES, "card": "base-07", "limit": -1}, "/limit"),
    ("master.solve", {"plates": PLATES, "card": "base-07", "variant": "expert"}, "/variant"),
    ("master.solve", {"plates": "B/B/B/BPCL", "card": "base-07", "strict": True}, "/plates"),
    ("master.verify", {"plates": PLATES, "card": "base-07", "declare": -1}, "/declare"),
    ("master.solo", {"plates": "BPX/B/B/B", "cards": "base-07"}, "/plates"),
    ("slam.check", {"pile": "PPP QQ", "call": "big"}, "/pile"),
    ("slam.check", {"pile": "PPP", "call": "huge"}, "/call"),
    ("slam.check", {"pile": "PPP", "call": "big", "deck": {"game": "slam"}}, "/deck"),
    ("draft.score", {"board": "beeef"}, "/board"),
    ("super.plays", {"hand": "rXX", "top": "rBN"}, "/hand"),
    ("battle.win-now", {"state": "burger:clasic have:BM"}, "/state"),
]


@pytest.mark.parametrize(("question", "fields", "where"), BAD)
def test_bad_input_is_told_as_the_command_line_tells_it(
    service: Served, question: str, fields: dict[str, Any], where: str
) -> None:
    found = service.ask(question.replace(".", "/", 1), fields)
    assert found.status_code == 422, found.text
    told = found.json()
    assert told["error"] == by_batch(question, fields)["error"]
    assert told["pointer"] == where


@pytest.mark.parametrize(
    "body",
    ["", "{", "[]", "7", '"text"', "null", '{"plates": 1, "plates": 2}', "[" * 200_000, "NaN"],
)
def test_a_body_that_is_no_request_is_told_so(service: Served, body: str) -> None:
    found = service.client.post("/v1/master/solve", content=body)
    assert found.status_code == 422, found.text
    assert found.json()["error"]


def test_a_byte_that_is_no_text_is_told_so(service: Served) -> None:
    assert service.client.post("/v1/master/solve", content=b'{"plates": "\xff"}').status_code == 422


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("master/solve", {"plates": PLATES, "card": "own-01", "menu": "PATH"}),
        ("master/play", {"menu": "PATH"}),
        ("master/verify-log", {"log": "PATH"}),
        ("slam/check", {"pile": "PP", "call": "big", "deck": "PATH"}),
        ("slam/referee", {"log": "PATH"}),
        ("draft/deck", {"deck": "PATH"}),
        ("draft/score", {"board": "PATH"}),
        ("draft/hindsight", {"log": "PATH"}),
        ("super/biggest", {"deck": "PATH"}),
        ("super/endgame", {"state": "PATH"}),
        ("super/referee", {"log": "PATH"}),
        ("battle/deck", {"deck": "PATH"}),
        ("battle/check", {"log": "PATH"}),
    ],
)
def test_no_file_that_a_request_names_is_opened(
    service: Served, tmp_path: Path, question: str, fields: dict[str, str]
) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"secret": "mayonnaise"}')
    told = []
    for path in (secret, tmp_path / "missing.json"):
        sent = {key: str(path) if value == "PATH" else value for key, value in fields.items()}
        found = service.ask(question, sent)
        assert found.status_code == 422, found.text
        assert "mayonnaise" not in found.text
        told.append(found.text.replace(path.name, "FILE"))
    assert told[0] == told[1], "the answer tells whether a file exists"


def test_a_deck_and_a_menu_may_be_sent_whole(service: Served) -> None:
    menu = service.client.get("/v1/decks/master/menu-base").json()
    menu["name"] = "own"
    found = service.ask("master/solve", {"plates": PLATES, "card": "own-07", "menu": menu})
    assert found.json()["value"] == 2
    for game in ("slam", "draft", "superburger", "battle"):
        deck = service.client.get(f"/v1/decks/{game}/deck").json()
        short = {"superburger": "super"}.get(game, game)
        question = {"slam": "slam.longest", "super": "super.biggest"}.get(short, f"{short}.deck")
        fields = EXAMPLES[question]
        with_deck = service.ask(question.replace(".", "/", 1), {**fields, "deck": deck})
        assert with_deck.status_code == 200, with_deck.text
    broken = {**deck, "burgers": 7}
    found = service.ask("battle/deck", {"deck": broken})
    assert (found.status_code, found.json()["pointer"]) == (422, "/deck/burgers")


def test_processes_are_not_the_clients_to_start(service: Served) -> None:
    found = service.ask("battle/tournament", {**EXAMPLES["battle.tournament"], "jobs": 2})
    assert (found.status_code, found.json()["pointer"]) == (422, "/jobs")


def test_plates_in_any_order_have_one_answer_in_their_own_numbers(service: Served) -> None:
    stacks = ["BBLTCP", "BCTLP", "BCTLP", "B"]
    for question, fields in (
        ("master.solve", {"card": "base-19"}),
        ("master.solve", {"card": "base-19", "all": True, "cap": 3}),
        ("master.verify", {"card": "base-19", "declare": 5}),
        ("master.solo", {"cards": "base-04,base-12"}),
    ):
        tags, before = set(), service.metric("burger_cache_misses_total")
        for order in itertools.permutations(stacks):
            asked = {"plates": "/".join(order), **fields}
            found = service.ask(question.replace(".", "/", 1), asked)
            assert without_work(found.json()) == without_work(by_batch(question, asked))
            tags.add(found.headers["etag"])
        misses = service.metric("burger_cache_misses_total") - before
        assert misses == (12 if "all" in fields else 1)
        assert len(tags) == len(set(itertools.permutations(stacks)))
