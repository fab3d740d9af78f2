"""Burger Master side by side: this solver, plain searches in Python, and clingo, in one run.

    python -m benchmarks.compare [--orders 1000] [--heaps 400] [--alternatives 12] [--limit 60]

First the distribution of the kernel's time and states by menu and number of
fillings, and on heaps that include hard ones. Then the same orders by what one
would use instead, each with a time limit; every answer is compared.
clingo is there if it is installed (``pip install -e '.[bench]'``).
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from benchmarks import clingo_model
from benchmarks.orders import CLASSES, Order, heaps, random_orders
from solver.master.proof.fewest import KERNEL
from solver.master.proof.search import Method, Solution, solve
from solver.watch import Watch

Answer = tuple[int | None, float]


def distribution(values: list[float], unit: float = 1.0) -> list[str]:
    ordered = sorted(values)
    picked = [
        statistics.fmean(ordered),
        statistics.median(ordered),
        ordered[int(len(ordered) * 0.99)],
        ordered[-1],
    ]
    return [f"{value / unit:,.1f}" for value in picked]


def kernel_table(classes: list[tuple[str, list[Order]]]) -> Table:
    table = Table(title="Fewest steps, proved: microseconds and states for an order")
    for column in (
        "orders",
        "number",
        "mean",
        "median",
        "99%",
        "largest",
        "states",
        "largest",
        "steps",
        "total s",
    ):
        table.add_column(column, justify="right")
    for name, orders in classes:
        found: list[Solution] = [solve(*order) for order in orders]
        times = [solution.seconds for solution in found]
        nodes = [solution.nodes for solution in found]
        steps = statistics.fmean(solution.bound for solution in found)
        table.add_row(
            name, f"{len(orders):,}", *distribution(times, 1e-6),
            f"{statistics.fmean(nodes):,.1f}", f"{max(nodes):,}", f"{steps:.2f}", f"{sum(times):.3f}",
        )  # fmt: skip
    return table


def by_method(method: Method) -> Callable[[Order, float], Answer]:
    def answer(order: Order, limit: float) -> Answer:
        solution = solve(*order, method=method, watch=Watch(limit))
        return (solution.bound if solution.proved else None), solution.seconds

    return answer


def by_clingo(order: Order, limit: float) -> Answer:
    started = time.perf_counter()
    steps = clingo_model.solve(*order, limit)
    return steps, time.perf_counter() - started


def alternatives() -> dict[str, Callable[[Order, float], Answer]]:
    found = {
        "this solver": by_method(Method.KERNEL),
        "A* in Python, same bound": by_method(Method.ASTAR),
        "breadth-first in Python": by_method(Method.BFS),
    }
    if importlib.util.find_spec("clingo"):
        found["clingo"] = by_clingo
    return found


def alternatives_table(orders: list[Order], limit: float, console: Console) -> Table:
    table = Table(
        title=f"The same {len(orders)} Base orders by each, at most {limit:.0f} s an order"
    )
    for column in (
        "method",
        "answered",
        "median ms",
        "largest ms",
        "times slower (median)",
        "most steps answered",
    ):
        table.add_column(column, justify="right")
    reference = [by_method(Method.KERNEL)(order, limit) for order in orders]
    for name, method in alternatives().items():
        console.print(f"... {name}")
        answers = [method(order, limit) for order in orders]
        solved = [
            (ours, theirs)
            for ours, theirs in zip(reference, answers, strict=True)
            if theirs[0] is not None
        ]
        assert all(ours[0] == theirs[0] for ours, theirs in solved), f"{name} disagrees"
        times = [seconds for _, seconds in answers]
        slower = statistics.median(
            theirs[1] / ours[1] for ours, theirs in zip(reference, answers, strict=True)
        )
        most = max((theirs[0] or 0 for _, theirs in solved), default=0)
        table.add_row(
            name, f"{len(solved)} of {len(orders)}", f"{statistics.median(times) * 1e3:,.2f}",
            f"{max(times) * 1e3:,.1f}", f"{slower:,.0f}", str(most),
        )  # fmt: skip
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--orders", type=int, default=1000, help="orders of each class")
    parser.add_argument("--heaps", type=int, default=400)
    parser.add_argument("--alternatives", type=int, default=12, help="orders that the others get")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each of those")
    options = parser.parse_args()
    console = Console(width=130)
    KERNEL.load()
    classes = [
        (f"{menu}, {fillings} fillings", random_orders(menu, fillings, options.orders))
        for menu, fillings in CLASSES
    ]
    classes.append(("heaps", heaps(options.heaps)))
    console.print(kernel_table(classes))
    few = [
        order
        for menu, size in CLASSES[:2]
        for order in random_orders(menu, size, options.alternatives // 2)
    ]
    console.print(alternatives_table(few, options.limit, console))


if __name__ == "__main__":
    main()
