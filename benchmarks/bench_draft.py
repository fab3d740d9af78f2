"""BurgerDraft: how long the proofs take, beside CP-SAT, and what the players' strength is worth.

    python -m benchmarks.bench_draft [--quick]

Prints distributions; it is no test and never fails. Seconds are computation alone.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Sequence

from solver.draft import questions
from solver.draft.deck import built_in
from solver.draft.game import new_game
from solver.draft.kernel import KERNEL
from solver.draft.search import best_board
from solver.draft.strengths import Strength, player_of
from solver.errors import LimitReached
from solver.intervals import mean_interval
from solver.watch import Watch

#: Seconds that CP-SAT gets for a question.
CP_SAT_LIMIT = 20.0


def spread(name: str, seconds: Sequence[float]) -> None:
    """Print a distribution of times."""
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.9)]
    print(
        f"{name:<44} median {at[0]:7.4f} s, 90% {at[1]:7.4f} s, most {ordered[-1]:7.4f} s"
        f"   ({len(ordered)} runs)"
    )


def whole_deck(repeats: int) -> None:
    """The whole deck: 12 cards, and the record table from 1 to 20."""
    cards = built_in()[1]
    spread(
        "12 cards of the whole deck (bar 1 s)",
        [best_board(cards, cards.pairs, 12).seconds for _ in range(repeats)],
    )
    together = []
    for _ in range(max(1, repeats // 5)):
        known, seconds = 0, 0.0
        for number in range(1, 21):
            best = best_board(cards, cards.pairs, number, at_least=known)
            known, seconds = best.points, seconds + best.seconds
        together.append(seconds)
    spread("1 to 20 cards of the whole deck (bar 60 s)", together)


def pools(number: int) -> None:
    """Random pools of 30 cards, 12 of them placed."""
    cards = built_in()[1]
    drawn = [random.Random(seed).sample(cards.pairs, 30) for seed in range(number)]
    spread("12 of a pool of 30 (bar 0.2 s)", [best_board(cards, p, 12).seconds for p in drawn])
    spread("20 of a pool of 30", [best_board(cards, p, 20).seconds for p in drawn])


def beside_cp_sat(number: int) -> None:
    """The same small pools by both methods, CP-SAT without a hint."""
    cards = built_in()[1]
    for size, placed in ((12, 6), (16, 8), (20, 10)):
        ours, theirs, unproved = [], [], 0
        for seed in range(number):
            pool = random.Random(seed).sample(cards.pairs, size)
            ours.append(best_board(cards, pool, placed).seconds)
            try:
                found = questions.best_board(cards, pool, placed, Watch(CP_SAT_LIMIT))
            except LimitReached:
                unproved += 1
                continue
            theirs.append(found.seconds)
            unproved += not found.proved
        spread(f"{placed} of a pool of {size}: search", ours)
        spread(f"{placed} of a pool of {size}: CP-SAT, {unproved} unproved", theirs)


def strengths(games: int) -> None:
    """The mean points of each strength against the next weaker one, both seatings."""
    cards = built_in()[1]
    for weaker, stronger in (
        (Strength.RANDOM, Strength.GREEDY),
        (Strength.GREEDY, Strength.FARSIGHTED),
    ):
        ahead = []
        for seed in range(games):
            points = {weaker: 0, stronger: 0}
            for order in ([weaker, stronger] * 2, [stronger, weaker] * 2):
                state = new_game(cards, 4, seed)
                players = [player_of(one, cards, seed) for one in order]
                while not state.is_over():
                    state = state.placed([players[n](state.view(n)) for n in range(4)])
                for one, score in zip(order, state.scores(), strict=True):
                    points[one] += score
            ahead.append((points[stronger] - points[weaker]) / 4)
        low, high = mean_interval(ahead)
        print(
            f"{stronger.value} is ahead of {weaker.value} by {statistics.fmean(ahead):.1f} points "
            f"a game ({low:.1f} to {high:.1f}, 95%; {2 * games} games of four)"
        )


def main() -> None:
    """Print all tables."""
    quick = "--quick" in sys.argv[1:]
    KERNEL.load()
    whole_deck(5 if quick else 50)
    pools(20 if quick else 300)
    beside_cp_sat(2 if quick else 20)
    strengths(10 if quick else 100)


if __name__ == "__main__":
    main()
