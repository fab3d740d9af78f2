"""The first start, and workers that die: what is there is answered at once, what is not is told."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

import cli
import data
import solver
from cli.service import warming
from cli.service.app import Service
from cli.service.pool import Pool, Running, Worker
from cli.service.questions import served_questions
from cli.service.settings import Settings
from cli.service.warming import KERNELS, RETRY_AFTER, Warming
from tests.service.inside import SOLVE, SOLVE_PATH, inside
from tests.service.servers import Served, served
from tests.service.test_limits import eventually


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_first_start_is_open_at_once_and_ends_at_once(tmp_path: Path, number: int) -> None:
    for package in (cli, solver, data):
        place = Path(str(package.__file__)).parent
        kept = shutil.ignore_patterns("__pycache__")
        shutil.copytree(place, tmp_path / place.name, ignore=kept)
    cold = {"BURGER_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
        env={**os.environ, **cold},
    )
    try:
        assert process.stdout is not None
        url = re.search(r"http://\S+/", process.stdout.readline())
        assert url
        with httpx.Client(base_url=url[0], timeout=60) as client:
            assert client.get("/healthz").json()["status"] == "warming up"
            assert client.get("/").status_code == 200
            late = client.post("/v1/master/solo", json={"plates": "B/B/B/B", "cards": "base-01"})
            assert late.status_code == 503
            assert int(late.headers["retry-after"]) >= 1
            assert client.post("/v1/master/grade", json={"steps": 22}).status_code == 200
            assert "master.solo" in client.get("/healthz").json()["missing"]
            listed = Served(process, url[0], client).workers()
        assert len(listed) >= 2
        process.send_signal(number)
        assert process.wait(10) == (0 if number == signal.SIGTERM else 130)
        assert not any(os.path.exists(f"/proc/{child}") for child in listed)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_the_search_is_first_and_the_joint_search_last() -> None:
    assert next(iter(KERNELS)) == "master.solve"
    assert list(KERNELS)[-1] == "master.solo"
    needed = [question for questions in KERNELS.values() for question in questions]
    assert len(needed) == len(set(needed))
    assert set(needed) <= set(served_questions())
    assert all(maker in users for maker, users in KERNELS.items())


def test_what_is_not_there_yet_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "PATIENCE", 0.05)

    async def slowly(self: Warming) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(Warming, "_make", slowly)

    async def scene() -> None:
        async with inside(Settings(workers=1)) as (service, client):
            health = await client.get("/healthz")
            assert (health.status_code, health.json()["status"]) == (503, "warming up")
            assert int(health.headers["retry-after"]) >= 1
            assert (await client.post("/v1/master/grade", json={"steps": 22})).status_code == 200
            health = await client.get("/healthz")
            assert (health.status_code, health.json()["status"]) == (200, "warming up")
            assert "master.solve" in health.json()["missing"]
            told = await client.post(SOLVE_PATH, json=SOLVE)
            assert told.status_code == 503
            assert told.headers["retry-after"] == str(RETRY_AFTER)
            assert "warming up" in told.json()["error"]
            for made in service.warming._made.values():
                made.set()
            assert (await client.post(SOLVE_PATH, json=SOLVE)).json()["value"] == 2
            assert (await client.get("/healthz")).json()["status"] == "ok"

    asyncio.run(scene())


def test_what_cannot_be_compiled_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warming, "START_AGAIN", 0.01)
    attempts = []

    async def failing(*options: str) -> Worker:
        attempts.append(options)
        raise OSError(12, "out of memory")

    monkeypatch.setattr(warming.Worker, "start", failing)

    async def scene() -> None:
        found = Warming()
        found.start()
        while len(attempts) < 3:
            await asyncio.sleep(0.01)
        assert "master.solve" in found.missing()
        await found.close()

    asyncio.run(scene())
    assert "cannot compile" in caplog.text


def test_dead_workers_are_noticed_and_replaced_before_anybody_asks() -> None:
    with served("--jobs", "2") as service:
        first = eventually(lambda: len(now := service.workers()) == 2 and now)
        for worker in first:
            os.kill(worker, signal.SIGKILL)
        eventually(lambda: service.metric("burger_workers_replaced_total") == 2)
        eventually(lambda: service.metric("burger_workers") == 2)
        assert not set(first) & set(service.workers())
        assert len(service.events("a worker died idle")) == 2


def test_no_worker_at_all_is_told() -> None:
    async def scene() -> None:
        async with inside(Settings(workers=1)) as (service, client):
            await client.post("/v1/master/grade", json={"steps": 22})
            assert (await client.get("/healthz")).status_code == 200
            (worker,) = service.pool._all
            worker.kill()
            while (health := await client.get("/healthz")).status_code == 200:
                await asyncio.sleep(0.005)
            assert health.json()["status"] == "no worker"
            while (await client.get("/healthz")).status_code == 503:
                await asyncio.sleep(0.02)
            assert service.pool.replaced == 1

    asyncio.run(scene())


def test_when_to_come_again_counts_what_runs() -> None:
    async def scene() -> None:
        now = asyncio.get_running_loop().time()
        pool = Pool(workers=2, most_waiting=0)
        assert pool.retry_after() == 1
        for begun, end in ((now - 12, now + 100), (now - 20, now + 4)):
            pool._running[object()] = Running(begun, end)  # type: ignore[index]
        assert pool.retry_after() == (12 + 4) / 2
        pool.mean_seconds = 30.0
        assert pool.retry_after() == (18 + 4 + 30) / 2

    asyncio.run(scene())


def test_ending_does_not_wait_for_what_a_worker_does() -> None:
    async def scene() -> None:
        service = Service(Settings(workers=2))
        service.pool.start()
        service.warming.start()
        await asyncio.sleep(0.1)
        await service._close()
        children: list[Any] = []
        with contextlib.suppress(FileNotFoundError):
            listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
            children = [
                one
                for one in listed
                if b"cli.service.worker" in Path(f"/proc/{one}/cmdline").read_bytes()
            ]
        assert not children

    asyncio.run(scene())
