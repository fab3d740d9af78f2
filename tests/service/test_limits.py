"""What a service does when it is pressed: full queues, clients that leave, dead workers, the end."""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from cli.service.settings import MOST_BODY
from tests.service.servers import ENDLESS, Served, served

SOLVE = {"plates": "BPCL/BTT/B/BOO", "card": "base-07"}


def eventually(found: Any, seconds: float = 20) -> Any:
    """Return what a function returns as soon as it is true."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
    return value


def busy(service: Served) -> bool:
    return bool(service.client.get("/healthz").json()["busy"])


def test_a_body_that_is_too_large_is_refused_before_it_is_read(service: Served) -> None:
    with socket.create_connection(("127.0.0.1", httpx.URL(service.url).port or 0)) as plug:
        head = f"POST /v1/master/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: {MOST_BODY + 1}\r\n\r\n"
        plug.sendall(head.encode())
        answer = b""
        while piece := plug.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"262,144 bytes" in answer


def test_a_body_of_unknown_length_is_refused_where_it_grows_too_large(service: Served) -> None:
    pieces = (b" " * 65536 for _ in range(1000))
    try:
        answer = service.client.post("/v1/master/solve", content=pieces)
    except httpx.WriteError:
        pytest.fail("the connection was closed without an answer")
    assert answer.status_code == 413


def test_a_body_of_just_the_right_size_is_read(service: Served) -> None:
    text = '{"plates": "BPCL/BTT/B/BOO", "card": "base-07"}'
    answer = service.client.post("/v1/master/solve", content=text.ljust(MOST_BODY))
    assert answer.json()["value"] == 2


def test_a_limit_ends_a_search_with_what_is_known(service: Served) -> None:
    started = time.monotonic()
    answer = service.ask("master/hardest", {**ENDLESS, "limit": 0.5})
    assert answer.status_code == 200
    assert answer.json()["status"] == "feasible"
    assert time.monotonic() - started < 10
    assert answer.headers["cache-status"] == "burger; fwd=miss"
    again = service.ask("master/hardest", {**ENDLESS, "limit": 0.5})
    assert again.headers["cache-status"] == "burger; fwd=miss", "no proof, so it is not kept"


def test_the_service_has_the_last_word_on_limits() -> None:
    with served("--jobs", "1", "--limit", "0.5") as service:
        started = time.monotonic()
        assert (
            service.ask("master/hardest", {**ENDLESS, "limit": 60}).json()["status"] == "feasible"
        )
        # A worker that does not come back in time, for whatever reason, is ended.
        eventually(lambda: service.client.get("/healthz").json()["workers"])
        for worker in service.workers():
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGSTOP)
        answer = service.ask("master/hardest", ENDLESS)
        assert (answer.status_code, answer.json()["status"]) == (200, "feasible")
        assert answer.json()["reached"] == "not answered within 0.5 s"
        assert time.monotonic() - started < 40
        eventually(lambda: service.ask("master/solve", SOLVE).status_code == 200)


def test_a_full_queue_is_told_when_to_come_again() -> None:
    with (
        served("--jobs", "1", "--waiting", "1") as service,
        concurrent.futures.ThreadPoolExecutor(3) as threads,
    ):
        running = threads.submit(service.ask, "master/hardest", {**ENDLESS, "limit": 3})
        eventually(lambda: busy(service))
        waiting = threads.submit(service.ask, "master/solve", SOLVE)
        eventually(lambda: service.client.get("/healthz").json()["waiting"])
        refused = service.ask("master/solve", {**SOLVE, "card": "base-08"})
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) >= 1
        assert running.result().json()["status"] == "feasible"
        assert waiting.result().json()["value"] == 2
        assert service.ask("master/solve", {**SOLVE, "card": "base-08"}).status_code == 200


def test_a_client_that_goes_away_takes_its_work_along(service: Served) -> None:
    replaced = service.metric("burger_workers_replaced_total")
    with pytest.raises(httpx.ReadTimeout):
        service.ask("master/hardest", {**ENDLESS, "limit": 25}, timeout=0.7)
    eventually(lambda: not busy(service), 5)
    eventually(lambda: service.metric("burger_workers_replaced_total") == replaced + 1)
    assert service.ask("master/solve", SOLVE, timeout=20).json()["value"] == 2
    assert eventually(lambda: [e for e in service.events("request") if e["status"] == 499])


def test_a_worker_that_dies_is_replaced_and_its_request_told() -> None:
    with (
        served("--jobs", "1") as service,
        concurrent.futures.ThreadPoolExecutor(1) as threads,
    ):
        running = threads.submit(service.ask, "master/hardest", {**ENDLESS, "limit": 25})
        eventually(lambda: busy(service))
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        lost = running.result()
        assert lost.status_code == 500
        assert service.ask("master/solve", SOLVE).json()["value"] == 2
        (told,) = eventually(lambda: service.events("a request was lost"))
        assert told["id"] == lost.json()["id"] == lost.headers["x-request-id"]
        assert "signal 9" in told["error"]


def test_a_worker_that_dies_idle_is_not_noticed_by_anybody() -> None:
    with served("--jobs", "2") as service:
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        answers = [service.ask("master/grade", {"steps": steps}) for steps in range(6)]
        assert {answer.status_code for answer in answers} == {200}


def test_sigterm_lets_running_work_finish_and_tells_the_others() -> None:
    with (
        served("--jobs", "1") as service,
        concurrent.futures.ThreadPoolExecutor(2) as threads,
    ):
        running = threads.submit(service.ask, "master/hardest", {**ENDLESS, "limit": 3})
        eventually(lambda: busy(service))
        waiting = threads.submit(service.ask, "master/solve", SOLVE)
        eventually(lambda: service.client.get("/healthz").json()["waiting"])
        assert service.stop(signal.SIGTERM) == 0
        assert running.result().status_code == 200
        told = waiting.result()
        assert (told.status_code, told.json()["error"]) == (503, "the service is stopping")
        assert eventually(lambda: service.events("stopped"))


def test_ctrl_c_ends_it_with_the_exit_code_of_an_interrupt() -> None:
    with served("--jobs", "1") as service:
        workers = service.workers()
        assert service.stop(signal.SIGINT) == 130
        assert workers
        eventually(lambda: not any(os.path.exists(f"/proc/{worker}") for worker in workers))
        assert not any("Traceback" in str(line) for line in service.logged)


def test_workers_end_with_a_service_that_is_killed() -> None:
    with served("--jobs", "2") as service:
        workers = eventually(lambda: len(now := service.workers()) == 2 and now)
        service.stop(signal.SIGKILL)
        eventually(lambda: not any(os.path.exists(f"/proc/{worker}") for worker in workers))


def test_answers_are_kept_with_an_etag(service: Served) -> None:
    first = service.ask("master/solve", {**SOLVE, "card": "base-10"})
    second = service.ask("master/solve", {**SOLVE, "card": "base-10", "limit": 3})
    assert second.headers["cache-status"] == "burger; hit"
    assert second.json() == first.json()
    tag = {"if-none-match": f'"other", {first.headers["etag"]}'}
    third = service.ask("master/solve", {**SOLVE, "card": "base-10"}, headers=tag)
    assert (third.status_code, third.content) == (304, b"")
    assert third.headers["etag"] == first.headers["etag"]


def test_what_is_drawn_anew_each_time_is_not_kept(service: Served) -> None:
    deals = {service.ask("master/deal", {}).json()["seed"] for _ in range(5)}
    assert len(deals) > 1
    assert (
        service.ask("master/deal", {"seed": 3}).json()
        == service.ask("master/deal", {"seed": 3}).json()
    )


def test_the_cache_is_bounded() -> None:
    with served("--jobs", "1", "--cache", "1") as service:
        for seed in range(40):
            service.ask("master/table", {"setups": 50, "seed": seed})
            assert service.metric("burger_cache_bytes") <= 1 << 20
        assert 0 < service.metric("burger_cache_answers") < 40


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", ""])
def test_a_name_that_somebody_else_leads_here_is_refused(service: Served, host: str) -> None:
    assert service.client.get("/healthz", headers={"host": host}).status_code == 421


def test_pages_from_elsewhere_may_ask_only_if_told(service: Served) -> None:
    foreign = {"origin": "https://example.org"}
    assert service.ask("master/solve", SOLVE, headers=foreign).status_code == 403
    own = {"origin": service.url.rstrip("/")}
    assert service.ask("master/solve", SOLVE, headers=own).status_code == 200
    with served("--jobs", "1", "--cors", "https://example.org") as open_service:
        answer = open_service.ask("master/solve", SOLVE, headers=foreign)
        assert answer.headers["access-control-allow-origin"] == "https://example.org"
        other = {"origin": "https://example.com"}
        assert open_service.ask("master/solve", SOLVE, headers=other).status_code == 403


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/openapi.json", "/healthz", "/nothing", "/metrics"]
)
def test_every_answer_has_the_headers_that_make_pages_safe(service: Served, path: str) -> None:
    headers = service.client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert re.fullmatch("[0-9a-f]{16}", headers["x-request-id"])
    assert "server" not in headers


def test_what_is_not_there_is_told_in_json(service: Served) -> None:
    missing = service.ask("master/sovle", SOLVE)
    assert missing.status_code == 404
    assert "/v1/master/solve" in missing.json()["error"]
    assert service.client.get("/nothing").json() == {"error": "nothing at '/nothing'; see /docs"}
    assert service.client.get("/v1/master/solve").status_code == 405
    assert service.client.get("/v1/decks/../../pyproject.toml").status_code == 404
    assert service.client.get("/v1/decks/%2e%2e%2fpyproject.toml").status_code == 404
    assert service.client.get("/page/../app.py").status_code == 404
    assert (
        service.ask("master/database.lookup", {"plates": "B/B/B/B", "card": "base-01"}).status_code
        == 404
    )


def test_decks_are_those_of_the_command_line(service: Served) -> None:
    names = service.client.get("/v1/decks").json()["decks"]
    assert "master/menu-gourmet" in names
    for name in names:
        assert service.client.get(f"/v1/decks/{name}").json()["provenance"] == "reconstruction"


def test_metrics_are_prometheus_text(service: Served) -> None:
    service.ask("master/solve", SOLVE)
    text = service.client.get("/metrics").text
    found = {family.name: family for family in text_string_to_metric_families(text)}
    assert found["burger_workers"].samples[0].value == 1
    samples = found["burger_requests"].samples
    assert any(sample.labels == {"path": "/v1/master/solve", "status": "200"} for sample in samples)
    assert "process_resident_memory_bytes" in found


def test_what_is_typed_does_not_become_a_metric(service: Served) -> None:
    service.client.get("/some/path/of/mine")
    service.ask("master/of-mine", {})
    assert "of" + "-mine" not in service.client.get("/metrics").text


def run_serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cli.main", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_port_that_is_taken_is_told_in_one_line(service: Served) -> None:
    port = str(httpx.URL(service.url).port)
    run = run_serve("--port", port)
    assert run.returncode == 2
    assert run.stderr.startswith("error: cannot listen: address already in use (127.0.0.1, port ")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--port", "70000"),
        ("--port", "http"),
        ("--host", "no.such.host.invalid"),
        ("--host", "300.1.1.1"),
        ("--limit", "-1"),
        ("--limit", "nan"),
        ("--jobs", "0"),
        ("--cors", "example"),
        ("--port", "1", "--port", "2"),
    ],
)
def test_bad_options_are_told_in_one_line(options: tuple[str, ...]) -> None:
    run = run_serve("--port", "0", *options) if "--port" not in options else run_serve(*options)
    assert run.returncode == 2
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1


def test_without_the_extra_the_command_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['uvicorn'] = None; from cli.main import run; sys.exit(run(['serve']))"
    run = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, timeout=60)
    assert run.returncode == 2
    assert "pip install 'burger-solver[serve]'" in run.stderr
