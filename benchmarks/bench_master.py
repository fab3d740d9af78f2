"""Burger Master under pytest-benchmark: python -m pytest -n 0 benchmarks/bench_master.py"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.orders import CLASSES, heaps, random_orders
from solver.master.menu import cards_of
from solver.master.proof.fewest import KERNEL
from solver.master.proof.search import Method, solve
from solver.master.rules import Variant
from solver.master.table import plan_of, rows
from solver.watch import Watch


@pytest.mark.parametrize(("menu", "fillings"), CLASSES)
def bench_hundred_orders(benchmark: BenchmarkFixture, menu: str, fillings: int) -> None:
    KERNEL.load()
    orders = random_orders(menu, fillings, 100)
    found = benchmark(lambda: [solve(*order) for order in orders])
    assert all(solution.proved for solution in found)


def bench_hundred_heaps(benchmark: BenchmarkFixture) -> None:
    KERNEL.load()
    orders = heaps(100)
    benchmark.pedantic(lambda: [solve(*order) for order in orders], rounds=3)


def bench_plain_a_star_on_one_easy_order(benchmark: BenchmarkFixture) -> None:
    (order,) = random_orders("base", 3, 1)
    benchmark.pedantic(lambda: solve(*order, method=Method.ASTAR), rounds=3)


def bench_table_of_100_set_ups_and_40_cards(benchmark: BenchmarkFixture) -> None:
    KERNEL.load()
    plan = plan_of("all", Variant.STANDARD, None, 100, 1)
    table = benchmark.pedantic(lambda: list(rows(plan, Watch())), rounds=3)
    assert len(table) == 100
    assert len(table[0].steps) == len(cards_of("all"))
