"""How hard are the reconstructed menus? Solo games of five random cards, one order at a time.

    python -m benchmarks.calibrate_menus [--games 1000] [--seed 1]

The rulings ask that at least half of the games take 15 to 21 steps with the Base
menu and 20 to 27 with the Gourmet menu. A share is printed with its 95% interval
(Wilson). The plates stay as they are from one order to the next.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter

from solver.intervals import share_interval
from solver.master.declare import grade
from solver.master.menu import cards_of
from solver.master.proof.search import solve
from solver.master.rules import apply, deal

#: The range of steps that at least half of the games must fall in (rulings).
WANTED = {"base": (15, 21), "gourmet": (20, 27)}
ORDERS = 5


def solo_game(menu: str, randomness: random.Random) -> int:
    plates = deal(randomness, onions=menu == "gourmet")
    total = 0
    for burger in randomness.sample(list(cards_of(menu).values()), ORDERS):
        steps = solve(plates, burger).steps or []
        for step in steps:
            plates = apply(plates, step)
        total += len(steps)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for menu, (low, high) in WANTED.items():
        randomness = random.Random(options.seed)
        totals = [solo_game(menu, randomness) for _ in range(options.games)]
        inside = sum(low <= total <= high for total in totals)
        left, right = share_interval(inside, len(totals))
        print(
            f"{menu}: mean {statistics.mean(totals):.1f} steps; "
            f"{low} to {high} in {inside / len(totals):.1%} of {len(totals)} games "
            f"(95% interval {left:.1%} to {right:.1%})"
        )
        grades = Counter(map(grade, totals))
        print(
            "  "
            + ", ".join(
                f"{name}: {number / len(totals):.1%}" for name, number in grades.most_common()
            )
        )


if __name__ == "__main__":
    main()
