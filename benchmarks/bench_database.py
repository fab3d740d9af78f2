"""The database under pytest-benchmark: python -m pytest benchmarks/bench_database.py"""

from __future__ import annotations

import random

from pytest_benchmark.fixture import BenchmarkFixture

from solver.master.database import CHUNK, contents_of
from solver.master.database_build import Chunk, solve_chunk
from solver.master.menu import cards_of
from solver.master.proof.fewest import KERNEL
from solver.master.proof.many import Batch
from solver.master.rules import Variant, deal
from solver.master.setups import all_setups


def bench_one_chunk_of_the_base_database(benchmark: BenchmarkFixture) -> None:
    KERNEL.load()
    chunk = Chunk(contents_of("base", Variant.STANDARD), 300)
    number, content = benchmark.pedantic(lambda: solve_chunk(chunk), rounds=3)
    assert number == 300
    assert content.startswith(b"PAR1")


def bench_hundred_gourmet_set_ups_and_20_cards(benchmark: BenchmarkFixture) -> None:
    KERNEL.load()
    randomness = random.Random(1)
    batch = Batch([deal(randomness, onions=True) for _ in range(100)])
    cards = list(cards_of("gourmet").values())
    benchmark.pedantic(lambda: [batch.fewest(burger) for burger in cards], rounds=3)


def bench_numbering_a_chunk_of_set_ups(benchmark: BenchmarkFixture) -> None:
    setups = all_setups(onions=False)
    found = benchmark(lambda: list(setups.between(10**6, 10**6 + CHUNK)))
    assert len(found) == CHUNK
