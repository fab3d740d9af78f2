"""Burger Slam side by side with what one would try first: ``python -m benchmarks.bench_slam``.

Shows, as distributions over seeded questions: ``longest`` and ``fewest`` on the
whole deck beside a CP-SAT model with a variable for each position; ``odds``
with ten forgotten cards beside 100,000 simulated piles; ``check``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable

from ortools.sat.python import cp_model
from rich.console import Console
from rich.table import Table

from solver.intervals import share_interval
from solver.slam.deck import built_in
from solver.slam.longest import longest_pile
from solver.slam.odds import chance
from solver.slam.questions import smallest
from solver.slam.rules import GOLDS, Call, Card, Gold, count_pile, judge
from solver.watch import Watch


def seconds(question: Callable[[], object]) -> float:
    started = time.perf_counter()
    question()
    return time.perf_counter() - started


def distribution(times: list[float]) -> list[str]:
    ordered = sorted(times)
    picked = [statistics.median(ordered), ordered[int(len(ordered) * 0.9)], ordered[-1]]
    return [f"{value * 1000:,.1f}" for value in picked]


def longest_by_positions(cards: Counter[Card], gold: Gold, limit: float) -> str:
    """Model a variable for each card and place, and each prefix, and see how far it comes."""
    model = cp_model.CpModel()
    faces = sorted(cards, key=str)
    places = range(40)
    lies = {(p, f): model.new_bool_var("") for p in places for f in faces}
    there = [model.new_bool_var("") for _ in places]
    for p in places:
        model.add(sum(lies[p, f] for f in faces) == there[p])
        if p:
            model.add_implication(there[p], there[p - 1])
    for face, copies in cards.items():
        model.add(sum(lies[p, face] for p in places) <= copies)
    settled: list[cp_model.LinearExprT] = [0, 0, 0, 0]
    for p in places:
        red = sum(lies[p + 1, f] for f in faces if f.red and gold.chili) if p + 1 in places else 0
        below = p - 1 in places and gold.sauce
        yellow = sum(lies[p - 1, f] for f in faces if f.yellow) if below else 0
        hidden, twice = model.new_bool_var(""), model.new_bool_var("")
        model.add(hidden == red)
        own_red = sum(lies[p, f] for f in faces if f.red and gold.chili)
        model.add(twice <= yellow)
        model.add(twice <= 1 - own_red)
        model.add(twice >= yellow - own_red)
        after = []
        for place in range(4):
            shown = sum(lies[p, f] * f.counts[place] for f in faces)
            double, kept = model.new_int_var(0, 6, ""), model.new_int_var(0, 6, "")
            model.add(double == shown).only_enforce_if(~twice)
            model.add(double == 2 * shown).only_enforce_if(twice)
            model.add(kept == 0).only_enforce_if(hidden)
            model.add(kept == double).only_enforce_if(~hidden)
            model.add(settled[place] + double <= 6)
            after.append((settled[place] + double, settled[place] + kept))
        short = [model.new_bool_var("") for _ in range(4)]
        model.add_bool_or(short)
        for (total, _), is_short in zip(after, short, strict=True):
            model.add(total <= 1).only_enforce_if(is_short)
        settled = [kept for _, kept in after]
    model.maximize(sum(there))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 2
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return f"nothing in {limit:.0f} s"
    proved = "proved" if status == cp_model.OPTIMAL else f"bound {solver.best_objective_bound:.0f}"
    return f"{solver.objective_value:.0f}, {proved}, {solver.wall_time:.1f} s"


def proofs(rounds: int, limit: float) -> Table:
    table = Table(title="Proved on the whole deck: milliseconds")
    for column in ("question", "value", "median", "90%", "largest", "a variable for each position"):
        table.add_column(column, justify="right")
    cards = built_in().cards()
    for gold in GOLDS:
        found = longest_pile(cards, gold, None, Watch())
        times = [seconds(lambda: longest_pile(cards, gold, None, Watch())) for _ in range(rounds)]  # noqa: B023
        value = f"{len(found.pile)}" if found.bound is None else f"{len(found.pile)}..{found.bound}"
        alternative = longest_by_positions(cards, gold, limit)
        table.add_row(f"longest, gold {gold}", value, *distribution(times), alternative)
    for call in (Call.STANDARD, Call.BIG):
        times = [
            seconds(lambda: smallest(cards, call, Watch(), golds=[gold]))  # noqa: B023
            for gold in GOLDS
            for _ in range(rounds)
        ]
        table.add_row(f"fewest, {call}, all gold", "", *distribution(times), "")
    return table


def forgotten(draw: random.Random) -> tuple[list[Card | None], Counter[Card]]:
    """Return a pile of 30 cards, ten of them forgotten, and the cards they may be."""
    cards = sorted(built_in().cards().elements(), key=str)
    draw.shuffle(cards)
    pile: list[Card | None] = list(cards[:30])
    places = draw.choice([range(10), range(10, 20), range(20, 30), draw.sample(range(30), 10)])
    left = Counter(cards[30:])
    for place in places:
        left[cards[place]] += 1
        pile[place] = None
    return pile, left


def simulated(pile: list[Card | None], left: Counter[Card], call: Call, trials: int) -> float:
    """Return the width of the 95% interval after so many simulated piles."""
    draw, deck, hits = random.Random(1), list(left.elements()), 0
    unknown = pile.count(None)
    for _ in range(trials):
        drawn = iter(draw.sample(deck, unknown))
        whole = [next(drawn) if card is None else card for card in pile]
        hits += judge(count_pile(whole, GOLDS[3]).totals, call).right
    low, high = share_interval(hits, trials)
    return high - low


def odds_table(questions: int, trials: int) -> Table:
    table = Table(title="Exact odds, both sauces active, ten cards forgotten: milliseconds")
    for column in ("pile", "call", "median", "90%", "largest", f"{trials:,} simulated piles"):
        table.add_column(column, justify="right")
    draw = random.Random(1)
    deep = [forgotten(draw) for _ in range(questions)]
    alone = [([None] * 10, built_in().cards())]
    for name, asked in (("30 cards", deep), ("10 cards, none known", alone)):
        for call in (Call.STANDARD, Call.BIG):
            times = [
                seconds(lambda: chance(p, left, call, GOLDS[3], None, None, Watch()))  # noqa: B023
                for p, left in asked
            ]
            started = time.perf_counter()
            width = simulated(*asked[0], call, trials)
            spent = (time.perf_counter() - started) * 1000
            table.add_row(name, call, *distribution(times), f"{spent:,.0f}, ± {width / 2:.4f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--trials", type=int, default=100_000)
    parser.add_argument("--limit", type=float, default=10, help="seconds for each alternative")
    options = parser.parse_args()
    console = Console()
    console.print(proofs(options.rounds, options.limit))
    console.print(odds_table(options.questions, options.trials))


if __name__ == "__main__":
    main()
