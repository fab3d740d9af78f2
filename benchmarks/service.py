"""What HTTP costs: `master solve` over loopback, kept and new answers, beside the search alone.

    python -m benchmarks.service [--orders 4000] [--clients 8] [--jobs 2]

The same random orders are solved three times in one run: in this process by a plain call, over
HTTP for the first time (each computed by a worker), and over HTTP again (each a kept answer).
The client is one process on the same machine, and takes its share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence

import orjson
from rich.console import Console
from rich.table import Table

from benchmarks.loopback import Client, body_of, served
from benchmarks.orders import CLASSES, Order, random_orders
from solver.master.proof.search import solve

Timed = tuple[list[float], float]


def direct(orders: Sequence[Order]) -> tuple[list[int], Timed]:
    values, seconds = [], []
    started = time.perf_counter()
    for plates, burger in orders:
        begun = time.perf_counter()
        values.append(solve(plates, burger).bound)
        seconds.append(time.perf_counter() - begun)
    return values, (seconds, time.perf_counter() - started)


async def over_http(port: int, orders: Sequence[Order], values: list[int], clients: int) -> Timed:
    seconds: list[float] = []
    waiting = iter(enumerate(orders))

    async def one_client() -> None:
        client = Client(port)
        for index, (plates, burger) in waiting:
            body = body_of({"plates": str(plates), "burger": burger})
            begun = time.perf_counter()
            status, content = await client.ask("/v1/master/solve", body)
            seconds.append(time.perf_counter() - begun)
            assert status == 200
            assert orjson.loads(content)["value"] == values[index]
        client.leave()

    started = time.perf_counter()
    await asyncio.gather(*(one_client() for _ in range(clients)))
    return seconds, time.perf_counter() - started


async def measure(options: argparse.Namespace) -> dict[str, Timed]:
    each = -(-options.orders // len(CLASSES))
    orders = [order for size in CLASSES for order in random_orders(*size, each)]
    orders = list(dict.fromkeys(orders))
    solve(*orders[0])
    values, alone = direct(orders)
    async with served("--jobs", str(options.jobs)) as service:
        new = await over_http(service.port, orders, values, options.clients)
        kept = await over_http(service.port, orders, values, options.clients)
        single = await over_http(service.port, orders, values, 1)
    return {
        "search alone, one process": alone,
        f"HTTP, new answers, {options.clients} clients": new,
        f"HTTP, kept answers, {options.clients} clients": kept,
        "HTTP, kept answers, 1 client": single,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--orders", type=int, default=4000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    table = Table("master solve", "answers a second", "median ms", "99% ms", "most ms")
    for name, (seconds, total) in asyncio.run(measure(parser.parse_args())).items():
        ordered = sorted(seconds)
        picked = (statistics.median(ordered), ordered[int(len(ordered) * 0.99)], ordered[-1])
        table.add_row(
            name, f"{len(seconds) / total:,.0f}", *(f"{one * 1000:.2f}" for one in picked)
        )
    Console().print(table)


if __name__ == "__main__":
    main()
