"""Burger Battle: how long each answer takes, over many situations, beside the slow way.

python -m benchmarks.bench_battle [--situations 200]

The situations are those of seeded games between ``greedy`` players, at the start of a
turn. Beside each way stands another that answers the same: the exact chance and a
simulation of 10,000 turns, the count of sets and the walk from draw to draw.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace

from solver.battle.deck import standard_deck
from solver.battle.game import Phase, new_game
from solver.battle.odds import win_now
from solver.battle.race import race
from solver.battle.rules import Table
from solver.battle.situation import Situation
from solver.battle.tournament import Outline, play, result
from solver.battle.turns import by_counting, by_stages, first_stage, met_within
from solver.intervals import mean_interval
from solver.watch import Watch

DECK = standard_deck()


def situations(count: int) -> list[Situation]:
    """Situations at the start of a turn, the others' hands unknown."""
    found: list[Situation] = []
    seed = 0
    while len(found) < count:
        seed += 1
        for before, _, _ in play(new_game(4, seed), ("greedy",) * 4, seed):
            if before.phase is Phase.DRAW and before.turn % 5 == 0:
                boards = before.table.boards[before.player :] + before.table.boards[: before.player]
                boards = (boards[0], *(replace(board, hand=()) for board in boards[1:]))
                found.append(Situation(Table(boards, before.table.grave), pile=len(before.pile)))
    return found[:count]


def simulated(situation: Situation, games: int = 10_000) -> float:
    """The chance to win by drawing from the deck and playing what fits, without battle cards."""
    chance = random.Random(1)
    unseen = list(situation.unseen(DECK).elements())
    wins = 0
    for _ in range(games):
        pile = chance.sample(unseen, min(12, len(unseen)))
        hand, needed = [*situation.me.hand, pile.pop()], situation.me.open()
        while playable := [card for card in hand if card in needed]:
            hand.remove(playable[0])
            needed.remove(playable[0])
            if not needed or not pile:
                break
            hand.append(pile.pop())
        wins += not needed
    return wins / games


def report(name: str, ask: Callable[[Situation], object], asked: list[Situation]) -> None:
    """Print the distribution of the times that an answer takes."""
    times = []
    for situation in asked:
        met_within.cache_clear()
        started = time.perf_counter()
        ask(situation)
        times.append(1000 * (time.perf_counter() - started))
    times.sort()
    at = [times[int(share * (len(times) - 1))] for share in (0.5, 0.9, 1.0)]
    print(f"{name:<44} {len(times):>5} {at[0]:>9.2f} {at[1]:>9.2f} {at[2]:>9.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--situations", type=int, default=200)
    count = parser.parse_args().situations
    asked = situations(count)
    few = asked[: max(2, count // 10)]
    print(f"{'answer':<44} {'asked':>5} {'median':>9} {'90%':>9} {'most':>9}  (ms)")
    report("win-now, exact", lambda found: win_now(found, DECK, Watch()), asked)
    report("  beside it: 10,000 simulated turns", simulated, few)
    report(
        "turns, by counting sets",
        lambda found: by_counting(first_stage(replace(found, pile=None), DECK, draws=1), 200),
        asked,
    )
    report(
        "  beside it: from draw to draw",
        lambda found: by_stages(first_stage(found, DECK, draws=1), 200, Watch()),
        few,
    )
    report(
        "best, the race over all ends",
        lambda found: race(replace(found, table=found.table, drawn=True), DECK, Watch()),
        asked,
    )
    outline = Outline(("greedy", "hunter", "builder", "random"), 1, False, None)
    started = time.perf_counter()
    turns = [float(result(outline, number, DECK)[1]) for number in range(count)]
    seconds = time.perf_counter() - started
    low, high = mean_interval(turns)
    print(
        f"\n{count} whole games of four policies: {count / seconds:.0f} a second in one process, "
        f"{low:.1f} to {high:.1f} turns on average (95%)"
    )


if __name__ == "__main__":
    main()
