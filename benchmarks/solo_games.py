"""Whole solo games: how often the joint fewest is proved in time, and what planning ahead saves.

    python -m benchmarks.solo_games [--menu base] [--games 200] [--limit 60] [--jobs 2]

Random set-ups and five random cards of the menu each, seeds 1, 2, 3, …; every game may take
``--limit`` seconds on one core. Shares are printed with their 95% interval (Wilson).
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter

from solver.intervals import mean_interval, share_interval
from solver.master.declare import grade
from solver.master.solo import solve_game
from solver.master.solo_answers import draw_game
from solver.watch import Watch
from solver.workers import in_order, worker_pool

Result = tuple[int, int, int, bool, float]


def play(task: tuple[str, int, float]) -> Result:
    """Seed, joint steps (or best plan), one by one, proved, seconds."""
    menu, seed, limit = task
    plates, cards = draw_game(menu, seed)
    found = solve_game(plates, list(cards.values()), Watch(limit))
    single = sum(map(len, found.one_by_one))
    return seed, len(found.steps), single, found.proved, found.seconds


def share(hits: int, trials: int) -> str:
    low, high = share_interval(hits, trials)
    return f"{hits / trials:.1%} of {trials} (95% interval {low:.1%} to {high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--menu", default="base", choices=["base", "gourmet", "all"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    tasks = [(options.menu, seed, options.limit) for seed in range(1, options.games + 1)]
    results: list[Result] = []
    with worker_pool(options.jobs) as executor:
        for result in in_order(play, tasks, executor, options.jobs):
            results.append(result)
            print(*result, flush=True)
    report(options.menu, results)


def report(menu: str, results: list[Result]) -> None:
    proved = [result for result in results if result[3]]
    seconds = sorted(result[4] for result in results)
    print(f"{menu}: proved {share(len(proved), len(results))}")
    print(
        f"seconds: median {statistics.median(seconds):.2f}, 90% {seconds[int(len(seconds) * 0.9)]:.2f}, largest {seconds[-1]:.1f}"
    )
    if not proved:
        return
    savings = [float(single - joint) for _, joint, single, _, _ in proved]
    low, high = mean_interval(savings)
    print(
        f"of the proved: mean {statistics.fmean(r[1] for r in proved):.2f} together, {statistics.fmean(r[2] for r in proved):.2f} one by one"
    )
    print(
        f"planning ahead saves {statistics.fmean(savings):.2f} steps (95% interval {low:.2f} to {high:.2f})"
    )
    print(f"and is better in {share(sum(saved > 0 for saved in savings), len(savings))}")
    for name, column in (("together", 1), ("one by one", 2)):
        grades = Counter(grade(int(result[column])) for result in proved)
        print(
            f"grades {name}: "
            + ", ".join(f"{g} {n / len(proved):.1%}" for g, n in grades.most_common())
        )


if __name__ == "__main__":
    main()
