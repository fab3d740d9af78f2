"""What strangers send: half requests, values that cannot be written, too many connections."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import json
import os
import signal
import socket
import time
from typing import Any

import httpx
import pytest

from cli.service.settings import MOST_CONNECTIONS, READ_TIME
from tests.service.servers import ENDLESS, Served, served
from tests.service.test_limits import SOLVE, busy, eventually

UNWRITABLE = [
    ('"\\ud800"', "half a character"),
    ("1" + "0" * 400, "too many digits"),
    ("1" + "0" * 5000, "too many digits"),
    ("[" * 500 + "]" * 500, "nested too deep"),
    ("[" * 20_000 + "]" * 20_000, "nested too deep"),
]


@pytest.mark.parametrize(("value", "says"), UNWRITABLE)
@pytest.mark.parametrize(
    ("question", "key"),
    [("master/solve", "plates"), ("draft/score", "board"), ("super/flies", "boxes"),
     ("master/play", "players"), ("slam/referee", "log"), ("battle/deck", "deck")],
)  # fmt: skip
def test_values_that_cannot_be_written_are_bad_input(
    service: Served, question: str, key: str, value: str, says: str
) -> None:
    found = service.client.post(f"/v1/{question}", content=f'{{"{key}": {value}}}')
    assert found.status_code == 422, found.text
    assert says in found.json()["error"]


def connected(service: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", httpx.URL(service.url).port or 0))


def is_closed(plug: socket.socket) -> bool:
    """Read until the other side closes; return whether it did."""
    plug.settimeout(READ_TIME + 5)
    try:
        while plug.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def test_half_a_head_is_not_waited_for_and_whole_ones_are_answered(service: Served) -> None:
    silent, half, again = (connected(service) for _ in range(3))
    with silent, half, again:
        half.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        again.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert again.recv(65536).startswith(b"HTTP/1.1 200")
        again.sendall(b"GET / HT")
        assert service.client.get("/healthz").status_code == 200
        assert all(map(is_closed, (silent, half, again)))


def test_more_connections_than_it_may_have_are_closed_at_once() -> None:
    with served("--jobs", "1") as service, contextlib.ExitStack() as plugs:
        service.client.get("/healthz")
        crowd = [
            plugs.enter_context(contextlib.closing(connected(service)))
            for _ in range(MOST_CONNECTIONS + 50)
        ]
        assert sum(map(is_closed, crowd[-20:])) == 20
        assert service.client.get("/healthz").status_code == 200
        assert not [line for line in service.logged if line["level"] == "error"]


def test_waiting_counts_as_time() -> None:
    with (
        served("--jobs", "1", "--limit", "2") as service,
        concurrent.futures.ThreadPoolExecutor(5) as threads,
    ):
        running = threads.submit(service.ask, "master/hardest", ENDLESS)
        eventually(lambda: busy(service))
        started = time.monotonic()
        waiting = [
            threads.submit(service.ask, "master/hardest", {**ENDLESS, "seed": seed})
            for seed in range(4)
        ]
        answers = [running.result(), *(one.result() for one in waiting)]
        assert {answer.status_code for answer in answers} <= {200, 503}
        assert any(answer.status_code == 503 for answer in answers)
        assert all(int(a.headers["retry-after"]) >= 1 for a in answers if a.status_code == 503)
        # Four of two seconds each would be eight, and more on a machine that has other work.
        assert time.monotonic() - started < 8


def test_a_second_signal_does_not_wait_for_what_runs() -> None:
    with (
        served("--jobs", "1") as service,
        concurrent.futures.ThreadPoolExecutor(1) as threads,
    ):
        running = threads.submit(service.ask, "master/hardest", {**ENDLESS, "limit": 25})
        eventually(lambda: busy(service))
        service.process.send_signal(signal.SIGINT)
        eventually(lambda: service.process.poll() is None)
        time.sleep(0.3)
        assert service.stop(signal.SIGINT) == 130
        assert running.result().status_code == 503


def test_a_failure_of_our_own_is_a_500_in_answer_log_and_metrics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cli.service import app, decks
    from cli.service.settings import Settings

    def fails(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(decks, "deck_text", fails)
    broken = app.Service(Settings())

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app.application(broken))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/v1/decks/master/menu-base")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert answer.json()["id"] == answer.headers["x-request-id"]
    assert b'status="500"' in broken.metrics.text()


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.168.1.7:8000", 200), ("[::1]:8000", 200), ("localhost", 200),
     ("burger.example.org", 200), ("evil.example", 421), ("user@127.0.0.1", 421), ("[::", 421)],
)  # fmt: skip
def test_a_service_for_all_is_called_by_address_or_by_the_names_it_was_told(
    open_service: Served, host: str, status: int
) -> None:
    assert open_service.client.get("/healthz", headers={"host": host}).status_code == status


@pytest.fixture(scope="module")
def open_service() -> Any:
    with served("--jobs", "1", "--host", "0.0.0.0", "--name", "burger.example.org") as found:
        assert "0.0.0.0" not in found.url
        yield found


def test_another_scheme_is_another_origin(service: Served) -> None:
    origin = service.url.rstrip("/").replace("http:", "https:")
    assert service.ask("master/solve", SOLVE, headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize(
    ("question", "fields", "pointer"),
    [
        ("slam/check", {"pile": "PP", "call": "big", "deck": "x"}, "/deck"),
        ("master/solve", {**SOLVE, "menu": "x.json"}, "/menu"),
        ("super/referee", {"log": "x"}, "/log"),
        ("draft/maximise", {"from": ""}, "/from"),
        ("master/solo", {"plates": "BPCL/BTT/B/BOO", "cards": "base-99"}, "/cards"),
        ("battle/deck", {"deck": 5}, "/deck"),
    ],
)
def test_the_pointer_names_the_key(
    service: Served, question: str, fields: dict[str, Any], pointer: str
) -> None:
    found = service.ask(question, fields)
    assert (found.status_code, found.json()["pointer"]) == (422, pointer), found.text


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"game": "slam"}, "/log/game"),
        ({"players": "two"}, "/log/players"),
        ({"actions": [1]}, "/log/actions/0"),
        ({"options": {"plates": "X"}}, "/log/options"),
        ({"options": {"hourglass": -1}}, "/log/options/hourglass"),
    ],
)
def test_the_pointer_leads_into_a_log(service: Served, wrong: dict[str, Any], pointer: str) -> None:
    log = {"game": "master", "players": 2, "seed": 0, "actions": [], "scores": [0, 0], **wrong}
    found = service.ask("master/verify-log", {"log": log})
    assert (found.status_code, found.json()["pointer"]) == (422, pointer), found.text


def test_the_log_is_lines_of_json_whatever_happens(service: Served) -> None:
    with connected(service) as plug:
        plug.sendall(b"\x16\x03\x01 no HTTP at all\r\n\r\n")
        plug.recv(65536)
    eventually(lambda: service.events("Invalid HTTP request received."))
    assert all(json.dumps(line) for line in service.logged)
    assert os.path.exists(f"/proc/{service.process.pid}")
