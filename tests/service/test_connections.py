"""What one client can hold of a connection: time, heads, queued requests, answers that it does not read."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from cli.service import protocol
from cli.service.app import Service, application
from cli.service.guard import PIECE
from cli.service.protocol import PatientProtocol, ProxiedProtocol
from cli.service.settings import MOST_HEAD, MOST_QUEUED, Settings

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[..., Coroutine[Any, Any, Connection]]

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
#: An answer that is larger than what a system keeps for a connection of which nobody reads.
LARGE = b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"
LARGE_BYTES = 16 * 1024 * 1024


@contextlib.asynccontextmanager
async def listening(
    kind: type[PatientProtocol] = PatientProtocol,
) -> AsyncIterator[tuple[Connect, set[PatientProtocol]]]:
    """Serve in this process, with no workers; yield what connects, and the open connections."""
    service = Service(Settings())
    app = application(service)

    async def large(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] != "/large":
            await app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(LARGE_BYTES // PIECE):
            await send({"type": "http.response.body", "body": b" " * PIECE, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(large, log_config=None, access_log=False, ws="none")
    state = ServerState()
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: kind(config, state, {}), "127.0.0.1", 0)

    async def connect(address: str = "127.0.0.1") -> Connection:
        port = server.sockets[0].getsockname()[1]
        return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))

    try:
        yield connect, state.connections  # type: ignore[misc]
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()  # type: ignore[union-attr]
        await asyncio.sleep(0)


async def until(found: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not found():
            await asyncio.sleep(0.01)


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the other side closes."""
    content = b""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(20):
            while piece := await reader.read(1 << 20):
                content += piece
    return content


def test_who_does_not_read_is_not_written_to_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "WRITE_TIME", 0.5)

    async def scene() -> None:
        async with listening() as (connect, connections):
            _, writer = await connect()
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(LARGE * 10)
            await until(lambda: any(one.flow and one.flow.write_paused for one in connections))
            (held,) = connections
            assert held.transport.get_write_buffer_size() < 4 * PIECE
            await until(lambda: not connections)
            writer.close()

    asyncio.run(scene())


def test_who_reads_slowly_gets_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "WRITE_TIME", 0.5)

    async def scene() -> None:
        async with listening() as (connect, _):
            reader, writer = await connect()
            writer.write(LARGE)
            found = 0
            while found < LARGE_BYTES:
                found += len(await reader.read(1 << 20))
                await asyncio.sleep(0.05)
            writer.close()

    asyncio.run(scene())


def test_who_does_not_read_is_not_waited_for_at_the_end() -> None:
    async def scene() -> None:
        async with listening() as (connect, connections):
            _, writer = await connect()
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(LARGE)
            await until(lambda: any(one.flow and one.flow.write_paused for one in connections))
            for one in list(connections):
                one.shutdown()
            await until(lambda: not connections)
            writer.close()

    asyncio.run(asyncio.wait_for(scene(), protocol.WRITE_TIME - 1))


def test_so_many_requests_may_be_queued_and_no_more() -> None:
    async def scene() -> None:
        async with listening() as (connect, connections):
            reader, writer = await connect()
            writer.write(HEALTH * 3000)
            await until(lambda: bool(connections and next(iter(connections)).pipeline))
            (one,) = connections
            most = 0
            while connections:
                most = max(most, len(one.pipeline))
                await asyncio.sleep(0)
            answers = (await rest(reader)).count(b"HTTP/1.1 503")
            assert 0 < most <= MOST_QUEUED
            assert answers == MOST_QUEUED + 1, "those that were taken are answered"
            writer.close()

    asyncio.run(scene())


def test_as_many_as_may_be_queued_are_all_answered() -> None:
    async def scene() -> None:
        async with listening() as (connect, connections):
            reader, writer = await connect()
            for _ in range(3):
                writer.write(HEALTH * (MOST_QUEUED + 1))
                answers = 0
                while answers < MOST_QUEUED + 1:
                    answers += (await reader.readuntil(b"}")).count(b'"workers":0')
            assert connections
            writer.close()

    asyncio.run(scene())


@pytest.mark.parametrize("kind", [PatientProtocol, ProxiedProtocol])
def test_one_address_has_a_share_of_the_connections(
    monkeypatch: pytest.MonkeyPatch, kind: type[PatientProtocol]
) -> None:
    monkeypatch.setattr(PatientProtocol, "most_of_one", 3)

    async def answers(connection: Connection) -> bool:
        reader, writer = connection
        with contextlib.suppress(ConnectionError):
            writer.write(HEALTH)
            return bool(await reader.read(100))
        return False

    async def scene() -> None:
        async with listening(kind) as (connect, connections):
            crowd = [await connect() for _ in range(5)]
            other = await connect("127.0.0.2")
            expected = [True, True, True, *([False] * 2 if kind is PatientProtocol else [True] * 2)]
            assert [await answers(one) for one in crowd] == expected
            assert await answers(other)
            crowd[0][1].close()
            await until(lambda: len(connections) == sum(expected))
            late = await connect()
            assert await answers(late)
            for _, writer in (*crowd, other, late):
                writer.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /" + b"a" * (2 * MOST_HEAD),
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * (2 * MOST_HEAD),
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * (2 * MOST_HEAD) + b"\r\n\r\n",
        HEALTH + b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * MOST_HEAD,
    ],
)
def test_a_head_has_a_size(sent: bytes) -> None:
    async def scene() -> None:
        async with listening() as (connect, _):
            reader, writer = await connect()
            writer.write(sent)
            answer = await rest(reader)
            assert b"HTTP/1.1 431 " in answer or HEALTH in sent
            assert b"HTTP/1.1 200" not in answer
            writer.close()

    asyncio.run(scene())


def test_a_connection_is_kept_between_requests_but_not_half_a_head(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "READ_TIME", 0.3)

    async def scene() -> None:
        async with listening() as (connect, connections):
            idle, half, silent = await connect(), await connect(), await connect()
            for reader, writer in (idle, half):
                writer.write(HEALTH)
                await reader.readuntil(b"}")
            half[1].write(HEALTH[:20])
            assert await rest(half[0]) == await rest(silent[0]) == b""
            assert len(connections) == 1
            idle[1].write(HEALTH)
            assert b"workers" in await idle[0].readuntil(b"}")
            for _, writer in (idle, half, silent):
                writer.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("head", "body", "says"),
    [
        (b"Content-Length: 2\r\nTransfer-Encoding: chunked", b"2\r\n{}\r\n0\r\n\r\n", b" 400 "),
        (b"Transfer-Encoding: chunked", b"zz\r\n{}\r\n0\r\n\r\n", b" 400 "),
        (b"Content-Length: 2, 3", b"{}", b" 400 "),
        (b"Content-Length: -2", b"{}", b" 400 "),
        (b"Content-Length: 99999999999999999999999999", b"{}", b" 400 "),
        (b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Length: 2", b"{}", b" 422 "),
        (b"Expect: 100-continue\r\nContent-Length: 2", b"{}", b" 422 "),
    ],
)  # fmt: skip
def test_odd_bodies_are_refused_or_read(head: bytes, body: bytes, says: bytes) -> None:
    async def scene() -> None:
        async with listening() as (connect, _):
            reader, writer = await connect()
            writer.write(b"POST /v1/master/solve HTTP/1.1\r\nHost: localhost\r\n" + head)
            writer.write(b"\r\n\r\n" + body)
            async with asyncio.timeout(5):
                answer = b""
                while says not in answer and (piece := await reader.read(65536)):
                    answer += piece
            assert says in answer
            writer.close()

    asyncio.run(scene())
