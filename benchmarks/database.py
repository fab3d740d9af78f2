"""The Base database: how long all of it takes, from a share made by the real command.

    python -m benchmarks.database [--share 1/24] [--jobs 2] [--alternative 500]

Makes the share in a temporary folder, and says what the whole would take at
that rate; beside it the same answers one by one through ``search.solve`` (a
call from Python for each), and by plain A* in Python, on some of the set-ups.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from solver.master.database import Share, contents_of, open_database
from solver.master.proof.fewest import KERNEL
from solver.master.proof.many import Batch
from solver.master.proof.search import Method, solve
from solver.master.rules import Plates, Variant
from solver.master.setups import all_setups

#: Answers that plain A* gets, which takes most of a second for each.
FEW = 12


def build_share(share: str, jobs: int, folder: str) -> float:
    """Run the command and return its seconds, from the start of the process to its end."""
    command = [sys.executable, "-m", "cli.main", "master", "database", "build"]
    started = time.perf_counter()
    subprocess.run(
        [*command, "--share", share, "--jobs", str(jobs), "-o", folder],
        check=True,
        cwd=Path(__file__).parents[1],
    )
    return time.perf_counter() - started


def alternatives(number: int) -> list[tuple[str, int, float]]:
    """Return name, answers and seconds of each way, on the same random set-ups and all cards."""
    setups = all_setups(onions=False)
    cards = contents_of("base", Variant.STANDARD).cards
    randomness = random.Random(1)
    start = randomness.randrange(len(setups) - number)
    run = list(setups.between(start, start + number))
    KERNEL.load()

    def in_bulk() -> None:
        batch = Batch(run)
        for burger in cards.values():
            batch.fewest(burger)

    orders: list[tuple[Plates, str]] = [
        (plates, burger) for burger in cards.values() for plates in run
    ]

    def one_by_one() -> None:
        for plates, burger in orders:
            solve(plates, burger)

    def plain() -> None:
        for plates, burger in randomness.sample(orders, FEW):
            solve(plates, burger, method=Method.ASTAR)

    ways = [
        ("in bulk, compiled loop", len(orders), in_bulk),
        ("one by one, search.solve", len(orders), one_by_one),
        ("A* in Python, same bound", FEW, plain),
    ]
    found = []
    for name, answers, way in ways:
        started = time.process_time()
        way()
        found.append((name, answers, time.process_time() - started))
    return found


def spread(number: int = 60, size: int = 256) -> list[float]:
    """Return microseconds of processor time an answer, for windows of set-ups all over the menu."""
    setups = all_setups(onions=False)
    cards = contents_of("base", Variant.STANDARD).cards
    times = []
    for window in range(number):
        start = window * (len(setups) - size) // number
        batch = Batch(list(setups.between(start, start + size)))
        started = time.process_time()
        for burger in cards.values():
            batch.fewest(burger)
        times.append((time.process_time() - started) / size / len(cards) * 1e6)
    return sorted(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", default="1/24")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--alternative", type=int, default=200, help="set-ups for the other ways")
    options = parser.parse_args()
    console = Console(width=110)
    KERNEL.load()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        seconds = build_share(options.share, options.jobs, folder)
        database = open_database(folder)
        chunks = Share.parse(options.share).chunks(database.chunks)
        answers = sum(len(database.span(chunk)) for chunk in chunks) * len(database.contents.cards)
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    whole = len(database.setups) * len(database.contents.cards)
    console.print(
        f"share {options.share}: {answers:,} answers in {seconds:.1f} s by {options.jobs} processes "
        f"(load {load:.1f} on {os.cpu_count()} cores before), {size / 1e6:.1f} MB\n"
        f"the whole, {whole:,} answers: {seconds * whole / answers / 60:.1f} minutes, "
        f"{size * whole / answers / 1e6:.0f} MB at that rate"
    )
    times = spread()
    console.print(
        f"processor time an answer, by window of set-ups: median {statistics.median(times):.1f} µs, "
        f"least {times[0]:.1f}, 95% {times[int(0.95 * len(times))]:.1f}, largest {times[-1]:.1f}: "
        f"{statistics.fmean(times) * whole / 1e6 / 60:.1f} processor minutes for the whole"
    )
    table = Table(title="The same answers by each, processor time")
    for column in ("way", "answers", "µs an answer", "the whole on 2 cores"):
        table.add_column(column, justify="right")
    for name, number, cost in alternatives(options.alternative):
        hours = cost / number * whole / 3600 / 2
        table.add_row(name, f"{number:,}", f"{cost / number * 1e6:,.1f}", f"{hours:,.2f} hours")
    console.print(table)


if __name__ == "__main__":
    main()
