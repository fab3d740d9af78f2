"""Two checkouts side by side in one run: beginners' orders, and the best boards of BurgerDraft.

    git worktree add /tmp/before COMMIT
    python -m benchmarks.beside /tmp/before [--rounds 3] [--limit 10] [--orders 500]

Each round asks the other checkout and this one the same questions, one after the other, each in a
process of its own with its compiler's work done. The answers are compared; the times are the least
of the rounds, question by question. A question that the limit cuts short counts with its time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

#: An answer, None if it was not proved in time, and the seconds it took.
Answer = tuple[Any, float]

HERE = Path(__file__).resolve().parents[1]

#: Pools of BurgerDraft's deck: cards in the pool, cards placed, pools.
POOLS = ((12, 6, 60), (20, 10, 60), (30, 12, 100), (30, 20, 100))


def beginners(orders: int, limit: float) -> Iterator[Answer]:
    """Random Gourmet set-ups with random Gourmet cards in the beginner variant."""
    from solver.master.menu import cards_of
    from solver.master.proof.search import solve
    from solver.master.rules import Variant, deal
    from solver.watch import Watch

    randomness = random.Random(13)
    cards = list(cards_of("gourmet").values())
    solve(deal(randomness, onions=True), cards[0])
    for _ in range(orders):
        plates, burger = deal(randomness, onions=True), randomness.choice(cards)
        found = solve(plates, burger, Variant.BEGINNER, watch=Watch(limit))
        yield found.bound if found.proved else None, found.seconds


def boards(size: int, placed: int, pools: int) -> Iterator[Answer]:
    """The best boards of random pools of the deck, compiled."""
    from solver.draft import search
    from solver.draft.deck import built_in

    options: dict[str, Any] = {}
    if hasattr(search, "Gear"):
        options["gear"] = search.Gear.COMPILED
    cards = built_in()[1]
    search.best_board(cards, cards.pairs, 1, **options)
    for seed in range(pools):
        pool = random.Random(seed).sample(cards.pairs, size)
        best = search.best_board(cards, pool, placed, **options)
        yield (best.points, best.bound, best.nodes), best.seconds


def questions(orders: int, limit: float) -> dict[str, Callable[[], Iterator[Answer]]]:
    """Return what is asked, by name."""
    asked = {f"{orders} beginners' orders": lambda: beginners(orders, limit)}
    for pool in ((60, 12, 10), *POOLS):
        size, placed, number = pool
        asked[f"draft: {placed} of {size}, {number} pools"] = lambda pool=pool: boards(*pool)  # type: ignore[misc]
    return asked


def answers_of(checkout: Path, options: argparse.Namespace) -> dict[str, list[Answer]]:
    """Ask a checkout everything, in a process of its own."""
    command = [sys.executable, __file__, str(checkout), "--asked"]
    limits = ["--limit", str(options.limit), "--orders", str(options.orders)]
    done = subprocess.run(
        [*command, *limits],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        cwd=checkout,
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, list[Answer]] = json.loads(done.stdout)
    return found


def row(name: str, before: list[list[Answer]], now: list[list[Answer]]) -> str:
    """Return a line of the table: both checkouts' times for one kind of question."""
    pairs = zip(before[0], now[0], strict=True)
    assert all(None in (a[0], b[0]) or a[0] == b[0] for a, b in pairs), f"{name}: they disagree"
    cells = []
    for rounds in (before, now):
        times = sorted(min(one[1] for one in same) for same in zip(*rounds, strict=True))
        late = times[int(len(times) * 0.99) - 1]
        unproved = sum(one[0] is None for one in rounds[0])
        cells.append((statistics.median(times), late, times[-1], sum(times), unproved))
    text = " ".join(
        f"{b * 1e3:10.3f} {n * 1e3:10.3f}" for b, n in zip(cells[0][:4], cells[1][:4], strict=True)
    )
    ratio = f"{cells[1][0] / cells[0][0]:8.2f} {cells[1][3] / cells[0][3]:8.3f}"
    return f"{name:28} {text} {ratio}   {cells[0][4]} {cells[1][4]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for an order")
    parser.add_argument("--orders", type=int, default=500)
    parser.add_argument("--asked", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    asked = questions(options.orders, options.limit)
    if options.asked:
        print(json.dumps({name: list(ask()) for name, ask in asked.items()}))
        return
    before, now = [], []
    for _ in range(options.rounds):
        before.append(answers_of(options.checkout.resolve(), options))
        now.append(answers_of(HERE, options))
    pair = f"{'before':>10} {'now':>10} "
    print(f"{'milliseconds':28} {'median':^22}{'99%':^22}{'most':^22}{'total':^22} now/before")
    print(f"{'':28} {pair * 4}   median    total   unproved")
    for name in asked:
        print(row(name, [one[name] for one in before], [one[name] for one in now]))


if __name__ == "__main__":
    main()
