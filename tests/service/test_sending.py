"""How answers leave: kept ones ready to send, packed, with tags; what errors say, and to whom."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import threading
from typing import Any

import httpx
import pytest

from cli.service import app
from cli.service.content import LARGE, Content, off_the_loop
from cli.service.guard import LONGEST_LOGGED, PIECE, Guard
from cli.service.questions import asked
from cli.service.settings import MOST_BODY, Settings
from solver.errors import InvalidInput
from solver.requests import QUESTIONS
from tests.service.inside import SOLVE, SOLVE_PATH, without_workers

#: Bytes of the largest answer that was found.
HUGE = 8_800_000

#: Another page, and how a service is reached behind a proxy.
PAGE = "https://example.org"
PROXY = "https://burger.example.org"


def answer_to(
    request: dict[str, Any],
    *,
    path: str = SOLVE_PATH,
    settings: Settings | None = None,
    kept: Content | None = None,
    **options: Any,
) -> httpx.Response:
    """Return the answer of a service without workers that keeps an answer to this request."""

    async def scene() -> httpx.Response:
        async with without_workers(settings) as (service, client):
            if kept is not None:
                service.cache.put(asked(QUESTIONS["master.solve"], request).key, kept)
            return await client.post(path, json=request, **options)

    return asyncio.run(scene())


def got(path: str, settings: Settings | None = None, **options: Any) -> httpx.Response:
    async def scene() -> httpx.Response:
        async with without_workers(settings) as (_, client):
            return await client.get(path, **options)

    return asyncio.run(scene())


def test_a_kept_answer_is_sent_as_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    def costs(*_: Any) -> Any:
        raise AssertionError("it was ready")

    for work in ("etag", "as_line", "off_the_loop"):
        monkeypatch.setattr(app, work, costs)
    request = {**SOLVE, "plates": "B/BOO/BPCL/BTT"}
    assert asked(QUESTIONS["master.solve"], request).is_canonical
    found = answer_to(request, kept=Content(b" " * HUGE, 'W/"tag"', packed=b"packed"),
                      headers={"accept-encoding": "identity"})  # fmt: skip
    assert found.content == b" " * HUGE
    assert (found.headers["etag"], found.headers["cache-status"]) == ('W/"tag"', "burger; hit")


def test_large_work_is_done_beside_the_loop() -> None:
    async def scene() -> None:
        assert await off_the_loop(LARGE, threading.get_ident) == threading.get_ident()
        assert await off_the_loop(LARGE + 1, threading.get_ident) != threading.get_ident()

    asyncio.run(scene())


def test_a_large_answer_is_handed_over_in_pieces() -> None:
    sent: list[int] = []

    async def scene() -> None:
        async with without_workers() as (service, _):
            request = {**SOLVE, "plates": "B/BOO/BPCL/BTT"}
            service.cache.put(
                asked(QUESTIONS["master.solve"], request).key, Content(b"x" * HUGE, '"t"')
            )
            waiting = iter([{"type": "http.request", "body": json.dumps(request).encode()}])

            async def receive() -> Any:
                return next(waiting)

            async def send(message: Any) -> None:
                sent.append(len(message.get("body", b"")))

            scope: Any = {
                "type": "http",
                "method": "POST",
                "path": SOLVE_PATH,
                "scheme": "http",
                "headers": [(b"host", b"localhost")],
                "query_string": b"",
                "root_path": "",
            }
            await app.application(service)(scope, receive, send)

    asyncio.run(scene())
    assert (sum(sent), max(sent)) == (HUGE, PIECE)


@pytest.mark.parametrize("path", ["/", "/page.js", "/docs", "/openapi.json", "/v1/decks/slam/deck"])
def test_what_is_long_is_packed_for_who_can_unpack(path: str) -> None:
    plain = got(path, headers={"accept-encoding": "identity"})
    packed = got(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) * 0.6
    for found in (plain, packed):
        assert "accept-encoding" in found.headers["vary"].lower()
        assert found.headers["cache-control"] == "no-cache"
    assert packed.headers["etag"] == plain.headers["etag"]


def test_the_description_is_small_on_the_wire() -> None:
    assert int(got("/openapi.json").headers["content-length"]) < 30_000


def test_an_answer_is_packed_once_and_kept_so() -> None:
    async def scene() -> None:
        async with without_workers() as (service, client):
            request = {**SOLVE, "plates": "B/BOO/BPCL/BTT"}
            kept = Content(b"{}" * 5000, 'W/"tag"')
            service.cache.put(asked(QUESTIONS["master.solve"], request).key, kept)
            before = service.cache.bytes
            found = await client.post(SOLVE_PATH, json=request)
            assert found.content == kept.body
            assert gzip.decompress(kept.packed) == kept.body
            assert service.cache.bytes == before + len(kept.packed)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("given", "status"),
    [('W/"{}"', 304), ('"{}"', 304), ('"a,b", W/"{}"', 304), ("*", 304), (' "x" ,"{}" ', 304),
     ('"x"', 200), ("{}", 200), ('W/"x", "y"', 200)],
)  # fmt: skip
@pytest.mark.parametrize(
    "path", ["/", "/page.css", "/docs", "/openapi.json", "/v1/decks", SOLVE_PATH]
)
def test_a_client_that_has_it_is_told_so(path: str, given: str, status: int) -> None:
    kept = Content(b"{}", 'W/"tag"')
    request = {**SOLVE, "plates": "B/BOO/BPCL/BTT"}

    def asked_with(**headers: str) -> httpx.Response:
        if path == SOLVE_PATH:
            return answer_to(request, kept=kept, headers=headers)
        return got(path, headers=headers)

    first = asked_with()
    tag = first.headers["etag"].removeprefix("W/").strip('"')
    second = asked_with(**{"if-none-match": given.format(tag)})
    assert second.status_code == status
    assert second.headers["etag"] == first.headers["etag"]
    if status == 304:
        assert second.content == b""


@pytest.mark.parametrize(
    ("status", "options"),
    [
        (413, {"content": b" " * (MOST_BODY + 1)}),
        (422, {"json": {}}),
        (404, {"json": {}, "path": "/v1/master/sovle"}),
        (421, {"json": {}, "headers": {"host": "evil.example"}}),
        (400, {"content": b"", "headers": {"content-length": "0", "transfer-encoding": "chunked"}}),
        (500, {"json": SOLVE}),
    ],
)
def test_pages_that_may_ask_can_read_every_refusal(
    monkeypatch: pytest.MonkeyPatch, status: int, options: dict[str, Any]
) -> None:
    async def fails(*_: Any) -> Any:
        raise ZeroDivisionError

    if status == 500:
        monkeypatch.setattr(app.Service, "_answer", fails)

    async def scene() -> httpx.Response:
        async with without_workers(Settings(cors=(PAGE,))) as (_, client):
            told = dict(options)
            headers = {"origin": PAGE, **told.pop("headers", {})}
            return await client.post(told.pop("path", SOLVE_PATH), headers=headers, **told)

    found = asyncio.run(scene())
    assert found.status_code == status, found.text
    assert found.headers["access-control-allow-origin"] == PAGE
    assert found.json()["error"]
    assert "default-src 'none'" in found.headers["content-security-policy"]


def test_behind_a_proxy_the_page_may_ask() -> None:
    settings = Settings(url=PROXY)
    for host in ("burger.example.org", "127.0.0.1:8000"):
        own = got("/healthz", settings, headers={"host": host, "origin": PROXY})
        assert own.status_code == 503
        other = got("/healthz", settings, headers={"host": host, "origin": PAGE})
        assert other.status_code == 403
    assert got("/healthz", headers={"origin": PROXY}).status_code == 403
    assert f"curl {PROXY}/v1/master/solve" in got("/docs", settings).text


@pytest.mark.parametrize(
    "url", ["burger.example.org", "ftp://a", "https://a/b", "https://", "https://a b"]
)
def test_what_is_no_address_of_a_proxy_is_told(url: str) -> None:
    with pytest.raises(InvalidInput, match="--url"):
        Settings(url=url)


def test_the_page_of_questions_names_the_address_it_is_served_from() -> None:
    for host in ("localhost:9000", "127.0.0.1", "[::1]:8000"):
        assert f"curl http://{host}/v1/slam/check" in got("/docs", headers={"host": host}).text


@pytest.mark.parametrize(
    ("path", "near"),
    [("/v1/master/solv", "/v1/master/solve"), ("/v1/slam/chek", "/v1/slam/check"),
     ("/master/solve", "/v1/master/solve"), ("/heathz", "/healthz"),
     ("/doc", "/docs"), ("/openapi", "/openapi.json"), ("/v1/decks/slam/dekc", "slam/deck"),
     ("/v1/database/sample", "/v1/master/database.sample"), ("/" + "x" * 60_000, "see /docs")],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_not_there_is_told_with_what_is_near(method: str, path: str, near: str) -> None:
    async def scene() -> httpx.Response:
        async with without_workers() as (_, client):
            return await client.request(method, path)

    found = asyncio.run(scene())
    if path.startswith("/v1/decks") and method == "POST":
        return
    assert found.status_code == 404
    assert near in found.json()["error"]
    assert len(found.text) < 400


def test_a_method_that_a_path_does_not_know_is_told() -> None:
    found = got(SOLVE_PATH)
    assert (found.status_code, found.headers["allow"]) == (405, "POST")
    assert "POST" in found.json()["error"]


def test_the_log_has_the_beginning_of_a_long_path(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    got("/" + "a" * 60_000)
    (told,) = [one.__dict__["details"] for one in caplog.records if one.message == "request"]
    assert told["path"] == "/" + "a" * (LONGEST_LOGGED - 1) + "…"


@pytest.mark.parametrize("header", ["host", "origin"])
def test_a_refusal_does_not_repeat_all_that_was_sent(header: str) -> None:
    found = got("/healthz", headers={header: "http://" + "a" * 30_000})
    assert found.status_code in (403, 421)
    assert len(found.text) < 300


@pytest.mark.parametrize("length", ["9" * 5000, str(MOST_BODY + 1)])
def test_a_length_of_any_size_is_too_large(length: str) -> None:
    async def nothing(*_: Any) -> None:
        raise AssertionError("it was let in")

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", length.encode())]
    scope = {"type": "http", "scheme": "http", "headers": headers, "state": {}}
    asyncio.run(Guard(nothing, Settings())(scope, nothing, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 413


def test_a_deck_is_an_object_and_no_text() -> None:
    deck = got("/v1/decks/slam/deck").text
    request = {"pile": "PP", "call": "big", "deck": deck}
    found = answer_to(request, path="/v1/slam/check")
    assert (found.status_code, found.json()["pointer"]) == (422, "/deck")
    assert found.json()["expected"] == "a JSON object"
    log = {"log": json.dumps({"game": "slam"})}
    assert answer_to(log, path="/v1/slam/referee").json()["pointer"] == "/log"
    menu = {**SOLVE, "menu": "{}"}
    assert "base, gourmet, all" in answer_to(menu).json()["expected"]
