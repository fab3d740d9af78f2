"""A soak of the service on loopback: many requests of all kinds, workers killed, memory watched.

    python -m benchmarks.soak [--requests 200000] [--minutes 30] [--clients 8] [--kill-every 60]

Ends after so many requests or minutes, whichever is first. The requests are valid ones (from all
games, and orders on set-ups by the rules with their plates in any order), hard ones (long games of
Burger Master and searches without end, with a limit of their own), malformed ones, and clients
that leave. Every answer is compared with what the solver answers in this process; a request is
lost only where a worker was killed, and then it is asked again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import orjson

from benchmarks.loopback import Client, Served, body_of, served
from cli.service.examples import EXAMPLES
from cli.service.questions import path_of
from solver.batch import answer_line
from solver.master.menu import cards_of
from solver.master.rules import deal

#: Set-ups and cards that orders are made of: fewer than the requests, so that some are kept answers.
SETUPS = 400

#: Shares of the kinds of requests.
HARD = 0.002
MALFORMED = 0.1
LEAVING = 0.002
EXAMPLE = 0.1

#: Examples that take a second each, asked as rarely as hard ones.
LONG = ("master.database.sample", "draft.next", "super.close", "super.biggest", "draft.maximise")

#: Seconds between two looks at the memory.
LOOK = 5.0

MALFORMED_BODIES = [
    b"", b"{", b"[]", b"\xff\xfe", b'{"plates": 7}', b'{"plates": "BPXL/B/B/B", "card": "base-07"}',
    b'{"plates": "B/B/B", "card": "base-07"}', b'{"plates": "B/B/B/B", "card": "base-99"}',
    b'{"plates": "B/B/B/B", "card": "base-07", "limit": -1}', b'{"plates": "' + b"B" * 100_000 + b'"}',
    b'{"plates": "B/B/B/B", "menu": "/etc/passwd", "card": "base-07"}', b"[" * 50_000,
]  # fmt: skip


@dataclass
class Tally:
    """What happened."""

    asked: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)
    killed: int = 0
    seconds: list[float] = field(default_factory=list)
    memory: list[tuple[float, int, int]] = field(default_factory=list)


class Expected:
    """Requests with the answers that the solver gives in this process, computed once each."""

    def __init__(self) -> None:
        self._known: dict[bytes, Any] = {}
        randomness = random.Random(1)
        self.orders = [
            (deal(randomness, onions=menu != "base"), card)
            for menu in ("base", "gourmet")
            for card in cards_of(menu)
            for _ in range(SETUPS // len(cards_of(menu)) // 2)
        ]

    def value(self, question: str, fields: dict[str, Any]) -> Any:
        key = orjson.dumps([question, fields])
        if key not in self._known:
            document = answer_line(1, orjson.dumps({"question": question, **fields}))
            self._known[key] = document.get("value", document)
        return self._known[key]

    def order(self, randomness: random.Random) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """Return a question about an order, its fields, and those with the plates as they were dealt."""
        plates, card = randomness.choice(self.orders)
        stacks = list(plates.stacks)
        randomness.shuffle(stacks)
        fields: dict[str, Any] = {"card": card}
        question = "master.solve"
        if randomness.random() < 0.3:
            question = "master.verify"
            fields["declare"] = randomness.randrange(8)
        return question, {**fields, "plates": "/".join(stacks)}, {**fields, "plates": str(plates)}


async def valid(
    client: Client, tally: Tally, expected: Expected, randomness: random.Random
) -> None:
    if randomness.random() < EXAMPLE:
        question = randomness.choice([name for name in EXAMPLES if name not in LONG])
        fields = same = EXAMPLES[question]
    else:
        question, fields, same = expected.order(randomness)
    tally.kinds["valid"] += 1
    status, content = await asked_until_answered(client, tally, path_of(question), fields)
    found = orjson.loads(content)
    if status != 200 or found["value"] != orjson.loads(
        orjson.dumps(expected.value(question, same))
    ):
        tally.wrong.append(f"{question} {fields}: {status} {content[:200]!r}")


async def hard(client: Client, tally: Tally, randomness: random.Random) -> None:
    tally.kinds["hard"] += 1
    question, fields = randomness.choice(
        [
            ("master.hardest", {"card": "gourmet-20", "setups": 100_000_000, "limit": 2.0}),
            ("master.solo", {"seed": randomness.randrange(1000), "menu": "gourmet", "limit": 2.0}),
            ("slam.longest", {"limit": 2.0}),
            *((name, EXAMPLES[name]) for name in LONG),
        ]
    )
    status, content = await asked_until_answered(client, tally, path_of(question), fields)
    if status != 200 or orjson.loads(content)["status"] not in ("feasible", "optimal", "estimate"):
        tally.wrong.append(f"{question} {fields}: {status} {content[:200]!r}")


async def malformed(client: Client, tally: Tally, randomness: random.Random) -> None:
    tally.kinds["malformed"] += 1
    status, content = await client.ask("/v1/master/solve", randomness.choice(MALFORMED_BODIES))
    if status != 422 or not orjson.loads(content)["error"]:
        tally.wrong.append(f"malformed: {status} {content[:200]!r}")


async def leaving(client: Client, tally: Tally) -> None:
    tally.kinds["leaving"] += 1
    fields = {"card": "gourmet-20", "setups": 100_000_000, "limit": 20.0}
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.2):
            await client.ask("/v1/master/hardest", body_of(fields))
    client.leave()


async def asked_until_answered(
    client: Client, tally: Tally, path: str, fields: dict[str, Any]
) -> tuple[int, bytes]:
    """Ask again where the queue was full or the worker was killed."""
    while True:
        started = time.perf_counter()
        status, content = await client.ask(path, body_of(fields))
        if status == 503:
            tally.refused += 1
            await asyncio.sleep(0.5)
        elif status == 500:
            tally.lost += 1
        else:
            tally.seconds.append(time.perf_counter() - started)
            return status, content


async def one_client(
    served: Served, tally: Tally, expected: Expected, seed: int, most: int, end: float
) -> None:
    client, randomness = Client(served.port), random.Random(seed)
    while tally.asked < most and time.monotonic() < end:
        tally.asked += 1
        drawn = randomness.random()
        if drawn < HARD:
            await hard(client, tally, randomness)
        elif drawn < HARD + LEAVING:
            await leaving(client, tally)
        elif drawn < HARD + LEAVING + MALFORMED:
            await malformed(client, tally, randomness)
        else:
            await valid(client, tally, expected, randomness)
    client.leave()


def resident(process: int) -> int:
    """Return a process's memory in bytes; 0 if it has ended."""
    try:
        with open(f"/proc/{process}/statm") as found:
            return int(found.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (FileNotFoundError, ProcessLookupError):
        return 0


async def watch_memory(served: Served, tally: Tally) -> None:
    while True:
        workers = sum(map(resident, served.workers()))
        tally.memory.append((time.monotonic(), resident(served.process.pid), workers))
        await asyncio.sleep(LOOK)


async def kill_workers(served: Served, tally: Tally, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        if workers := served.workers():
            os.kill(random.choice(workers), signal.SIGKILL)
            tally.killed += 1


async def soak(options: argparse.Namespace) -> Tally:
    tally, expected = Tally(), Expected()
    end = time.monotonic() + options.minutes * 60
    async with served("--jobs", "2", "--waiting", "16") as service:
        watching = [
            asyncio.create_task(watch_memory(service, tally)),
            asyncio.create_task(kill_workers(service, tally, options.kill_every)),
        ]
        await asyncio.gather(
            *(
                one_client(service, tally, expected, seed, options.requests, end)
                for seed in range(options.clients)
            )
        )
        for task in watching:
            task.cancel()
        tally.memory.append((time.monotonic(), resident(service.process.pid), 0))
    return tally


def report(tally: Tally, seconds: float) -> None:
    ordered = sorted(tally.seconds)
    print(f"{tally.asked:,} requests in {seconds / 60:.1f} minutes: {dict(tally.kinds)}")
    print(
        f"seconds of an answer: median {statistics.median(ordered):.4f}, "
        f"99% {ordered[int(len(ordered) * 0.99)]:.3f}, most {ordered[-1]:.2f}"
    )
    print(
        f"workers killed {tally.killed}, requests lost and asked again {tally.lost}, refused {tally.refused}"
    )
    for name, column in (("service", 1), ("its workers", 2)):
        found = [look[column] / 2**20 for look in tally.memory if look[column]]
        tenths = [found[int((len(found) - 1) * part / 10)] for part in range(11)]
        print(
            f"memory of the {name}, MiB, in tenths of the time: {' '.join(f'{m:.0f}' for m in tenths)}"
        )
    print(f"wrong answers: {len(tally.wrong)}")
    for line in tally.wrong[:10]:
        print("  ", line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--kill-every", type=float, default=60.0)
    started = time.monotonic()
    tally = asyncio.run(soak(parser.parse_args()))
    report(tally, time.monotonic() - started)


if __name__ == "__main__":
    main()
