"""Clients that leave: while they send, while they wait; what they send in halves."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from cli.service import pool
from cli.service.app import GONE, Service, application
from cli.service.settings import Settings
from tests.service.inside import SOLVE, inside
from tests.service.servers import ENDLESS, Served
from tests.service.test_hostile import connected
from tests.service.test_limits import eventually


def asked_in(service: Service, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Ask for an order with these ASGI messages; return what was sent."""
    sent: list[dict[str, Any]] = []
    waiting = iter(messages)

    async def receive() -> dict[str, Any]:
        return next(waiting)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/master/solve",
        "scheme": "http",
        "headers": [(b"host", b"localhost")],
        "query_string": b"",
        "http_version": "1.1",
        "root_path": "",
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    asyncio.run(application(service)(scope, receive, send))  # type: ignore[arg-type]
    return sent


def test_who_leaves_while_sending_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    service = Service(Settings())
    half = {"type": "http.request", "body": b'{"plates": ', "more_body": True}
    asked_in(service, [half, {"type": "http.disconnect"}])
    assert not [record for record in caplog.records if record.exc_info]
    counted = service.metrics.text().decode()
    assert 'status="500"' not in counted
    assert f'path="/v1/master/solve",status="{GONE}"' in counted


@pytest.mark.parametrize(
    "head",
    ["Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n5\r\n{",
     "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{", "Transfer-Encoding: chunked\r\n\r\n5\r\n{}{}{}{}{}\r\n"],
)  # fmt: skip
def test_halves_over_a_real_connection_are_no_failure(service: Served, head: str) -> None:
    def asked() -> list[Any]:
        requests = service.events("request")
        return [one["status"] for one in requests if one["path"] == "/v1/master/solve"]

    before = len(asked())
    with connected(service) as plug:
        plug.sendall(f"POST /v1/master/solve HTTP/1.1\r\nHost: localhost\r\n{head}".encode())
        time.sleep(0.1)
    eventually(lambda: len(asked()) > before)
    assert asked()[-1] == GONE
    assert not service.events("failed")
    assert not [line for line in service.logged if "traceback" in line]


def test_short_questions_of_those_who_leave_are_left_to_finish() -> None:
    async def scene() -> None:
        async with inside(Settings(workers=1)) as (service, client):
            await client.post("/v1/master/grade", json={"steps": 22})
            (worker,) = service.pool._all
            for steps in range(20):
                fields = json.dumps({"steps": steps}).encode()
                work = asyncio.create_task(service.pool.ask("master.grade", fields, 25))
                while not service.pool.busy:
                    await asyncio.sleep(0)
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)
                while service.pool.busy:
                    await asyncio.sleep(0.001)
            assert service.pool._all == {worker}
            assert service.pool.replaced == 0

    asyncio.run(scene())


def test_a_long_question_that_nobody_waits_for_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "SHORT", 0.3)

    async def scene() -> None:
        async with inside(Settings(workers=1)) as (service, client):
            await client.post("/v1/master/grade", json={"steps": 22})
            (worker,) = service.pool._all
            fields = json.dumps({**ENDLESS, "limit": 25}).encode()
            work = asyncio.create_task(service.pool.ask("master.hardest", fields, 25))
            queued = asyncio.create_task(service.pool.ask("master.hardest", fields, 25))
            while service.pool.waiting < 1:
                await asyncio.sleep(0.01)
            for task in (queued, work):
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            assert (service.pool.waiting, service.pool.busy) == (0, 1)
            while service.pool.busy:
                await asyncio.sleep(0.01)
            assert worker not in service.pool._all
            answer = await client.post("/v1/master/solve", json=SOLVE)
            assert answer.json()["value"] == 2

    asyncio.run(scene())
