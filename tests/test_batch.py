"""`burger batch`: every line answered in order, bad lines told, nothing half-written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.batch import answer_line, answer_lines
from solver.requests import QUESTIONS
from tests.conftest import Command, assert_bad_input

SOLVE = {"question": "master.solve", "plates": "BPCL/BTT/B/BOO", "card": "base-07"}
HARD = {
    "question": "master.solve",
    "plates": "LBPCBOBLOTLTOPBCBCPT/-/-/-",
    "burger": "BBBLLTOCPPBBPTCCOLOT",
}

LINES = [
    json.dumps(SOLVE),
    "not json",
    "",
    json.dumps({**SOLVE, "question": "master.verify", "declare": 1}),
    json.dumps({**SOLVE, "plates": "X"}),
    json.dumps({**SOLVE, "card": 7}),
    json.dumps({**SOLVE, "colour": "red"}),
    json.dumps({"question": "master.solve", "card": "base-07"}),
    json.dumps({"question": "master.sovle"}),
    json.dumps({"plates": "B/B/B/B"}),
    "[]",
    json.dumps({"question": "master.grade", "steps": 20}),
    json.dumps({**SOLVE, "limit": -1}),
    json.dumps({**SOLVE, "plates": "B/B/B/B"}),
    '{"question": "master.solve", "plates": "B/B/B/B", "card": "base-07", "card": "base-08"}',
    json.dumps({"question": "master.grade", "steps": 10**30}),
    json.dumps({**SOLVE, "method": "bogus"}),
    '{"question": "master.solve", "plates": ' + '{"a":' * 900 + "1" + "}" * 901,
    '{"question": "master.grade", "steps": NaN}',
    "9" * 5000,
]


def without_work(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "work"}


def check(documents: list[dict[str, Any]]) -> None:
    assert [document.get("line") for document in documents] == [
        None, 2, None, 5, 6, 7, 8, 9, 10, 11, None, 13, None, 15, 16, 17, 18, 19, 20,
    ]  # fmt: skip
    assert documents[0]["value"] == 2
    assert "no JSON" in documents[1]["error"]
    assert documents[2]["value"] is False
    assert "1 plate" in documents[3]["error"]
    assert 'key "card"' in documents[4]["error"]
    assert "unknown key 'colour'" in documents[5]["error"]
    assert 'missing key "plates"' in documents[6]["error"]
    assert "expected master.solve" in documents[7]["error"]
    assert "no question" in documents[8]["error"]
    assert "not a request" in documents[9]["error"]
    assert documents[10]["value"] == "ready for a starred restaurant"
    assert "limit" in documents[11]["error"]
    assert documents[12]["status"] == "infeasible"
    assert "key 'card' is there twice" in documents[13]["error"]
    assert f"1{'0' * 30}" in documents[14]["error"]
    assert "one of kernel, astar, bfs" in documents[15]["error"]
    assert "plates" in documents[16]["error"]
    assert "NaN" in documents[17]["error"]
    assert "no JSON" in documents[18]["error"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_lines_in_order_and_bad_ones_told(burger: Command, tmp_path: Path, jobs: str) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join(LINES))
    run = burger("batch", "in.jsonl", "-o", "out.jsonl", "--jobs", jobs)
    assert run.code == 0
    assert run.out == ""
    assert "15 lines of 19 could not be answered" in run.err
    check([json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()])


def test_standard_streams(burger: Command) -> None:
    run = burger("batch", "-", stdin="\n".join(LINES) + "\n")
    check([json.loads(line) for line in run.out.splitlines()])


def test_the_answer_is_that_of_the_command(burger: Command) -> None:
    (answer,) = map(json.loads, burger("batch", "-", stdin=LINES[0]).out.splitlines())
    command = burger("master", "solve", "--plates", SOLVE["plates"], "--card", "base-07", "--json")
    assert without_work(answer) == without_work(command.document)


def test_a_limit_for_those_that_state_none() -> None:
    slow, own = answer_lines(
        [json.dumps(HARD).encode(), json.dumps({**HARD, "limit": 60}).encode()], 0
    )
    assert slow["status"] == "feasible"
    assert own["status"] == "optimal"


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(ANY_JSON)
def test_any_document_is_answered_or_refused(document: Any) -> None:
    assert "error" in answer_line(1, json.dumps(document).encode())


@given(
    st.sampled_from(sorted(name for name in QUESTIONS if name.startswith("master."))),
    st.dictionaries(
        st.sampled_from(["plates", "card", "burger", "declare", "steps", "menu", "seed", "setups"]),
        st.text(max_size=9) | st.integers(-2, 3) | st.none() | st.sampled_from(["B/B/B/B", "BPB"]),
    ),
)
def test_any_request_is_answered_or_refused(question: str, fields: dict[str, Any]) -> None:
    document = answer_line(1, json.dumps({**fields, "question": question, "limit": 0.1}).encode())
    assert ("error" in document) != ("status" in document)


@given(st.binary(max_size=40))
def test_any_bytes_are_refused(line: bytes) -> None:
    assert "error" in answer_line(1, line)


def test_bad_files(burger: Command, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    with (tmp_path / "huge.jsonl").open("wb") as file:
        file.truncate(2 * 1024**3)
    (tmp_path / "in.jsonl").write_text(LINES[0])
    assert_bad_input(burger("batch"), "IN.jsonl")
    assert_bad_input(burger("batch", "nowhere.jsonl"), "no such file")
    assert_bad_input(burger("batch", "empty.jsonl"), "no requests")
    assert_bad_input(burger("batch", "-"), "no requests")
    assert_bad_input(burger("batch", "in.jsonl", "--limit", "nan"), "a finite number")
    assert_bad_input(burger("batch", "in.jsonl", "-o", "a", "-o", "b"), "--output", "once")
    assert_bad_input(burger("batch", "huge.jsonl"), "2,147,483,648 bytes")
    assert_bad_input(burger("batch", "in.jsonl", "-o", "nowhere/out.jsonl"), "cannot write")
    assert_bad_input(burger("batch", "in.jsonl", "-o", "."), "a folder")
    assert_bad_input(burger("batch", "in.jsonl", "--jobs", "0"), "--jobs")


def test_a_line_that_is_too_long_is_one_error(burger: Command) -> None:
    run = burger("batch", "-", stdin='{"question": "' + "x" * 2_000_000 + '"}\n' + LINES[0])
    first, second = map(json.loads, run.out.splitlines())
    assert "a line of over 1,048,576 bytes" in first["error"]
    assert second["value"] == 2


@pytest.mark.parametrize("seconds", [0.2, 0.5, 1])
def test_interrupted_nothing_is_half_written(tmp_path: Path, seconds: float) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join([LINES[0], *[json.dumps(HARD)] * 50]))
    running = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "batch", "in.jsonl", "-o", "out.jsonl", "--jobs", "2"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while running.poll() is None and len(list(tmp_path.iterdir())) < 2:
        time.sleep(0.01)
    time.sleep(seconds)  # the workers are still starting after the least
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert err.splitlines() == ["interrupted"]
    assert [file.name for file in tmp_path.iterdir()] == ["in.jsonl"]
