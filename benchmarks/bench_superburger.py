"""The bars of Super Burger: the biggest burger of hard hands, classes with flow against a circuit.

    python benchmarks/bench_superburger.py [HANDS]

Prints, for each kind of hand, the seconds to a proof as minimum, median and
maximum, for the model of ``solver.superburger.biggest`` and for a circuit over
single cards (given 20 s, since it often proves nothing).
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable

from solver.answer import Status
from solver.superburger.biggest import biggest
from solver.superburger.cards import COLOURS, FILLINGS, Card, colours, fits, hero, is_filling
from solver.superburger.deck import built_in
from solver.watch import Watch

#: Seconds a circuit may take: the planning left structured hands unproved after so long.
CIRCUIT_LIMIT = 20.0

#: Hands that the circuit is given too.
CIRCUIT_HANDS = 5

#: Seconds within which each hard hand is to be proved.
BAR = 5.0


def isolated_colour(rng: random.Random, size: int = 55) -> list[Card]:
    """Return fillings of which one colour shares heroes with the others through a single card."""
    deck = [card for card in built_in().cards() if is_filling(card) and hero(card) != "MU"]
    for _ in range(10_000):
        alone = rng.choice(list(COLOURS))
        heroes = [kind for kind in FILLINGS if kind != "MU"]
        rng.shuffle(heroes)
        cut = rng.randint(3, 6)
        own, shared = set(heroes[:cut]), set(heroes[cut:])
        bridge = alone + rng.choice(sorted(shared))
        inside = [card for card in deck if card[0] == alone and hero(card) in own]
        outside = [card for card in deck if card[0] != alone and hero(card) in shared]
        rng.shuffle(outside)
        hand = [*inside, bridge, *outside[: size - 1 - len(inside)]]
        if len(hand) == size and any(hero(c) == hero(bridge) for c in hand if c != bridge):
            return hand + rng.sample(["rBN", "yBN", "gBN", "bBN"], 2)
    raise AssertionError("no such hand")


def one_colour_a_hero(rng: random.Random, size: int = 32) -> list[Card]:
    """Return fillings with one colour for each hero, mushrooms to join the colours."""
    hand = []
    for kind in FILLINGS:
        if kind != "MU":
            hand += [rng.choice(list(COLOURS)) + kind] * 2
    mushrooms = [card for card in built_in().cards() if hero(card) == "MU"]
    hand += rng.sample(mushrooms, size - len(hand))
    return hand + rng.sample(["rBN", "yBN", "gBN", "bBN"], 2)


def any_cards(rng: random.Random, size: int = 55) -> list[Card]:
    """Return any fillings of the deck, with two buns."""
    deck = [card for card in built_in().cards() if is_filling(card)]
    return rng.sample(deck, size) + rng.sample(["rBN", "yBN", "gBN", "bBN"], 2)


KINDS: dict[str, Callable[[random.Random], list[Card]]] = {
    "55, a colour joined by one card": isolated_colour,
    "32, one colour a hero": one_colour_a_hero,
    "55, any": any_cards,
}


def circuit(cards: list[Card], limit: float) -> tuple[bool, int | None]:
    """Return whether a circuit over single cards is proved within the limit, and its value."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    fillings = [card for card in cards if is_filling(card)]
    first, second = (card for card in cards if not is_filling(card))
    arcs, inside = [], []
    for i, card in enumerate(fillings, start=1):
        out = model.new_bool_var("")
        arcs.append((i, i, out))
        inside.append(out.Not())
        if any(colour == first[0] for colour in colours(card)):
            arcs.append((0, i, model.new_bool_var("")))
        if any(colour == second[0] for colour in colours(card)):
            arcs.append((i, 0, model.new_bool_var("")))
        arcs += [
            (i, j, model.new_bool_var(""))
            for j, other in enumerate(fillings, start=1)
            if i != j and fits(other, card)
        ]
    model.add_circuit(arcs)
    model.maximize(sum(inside))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 2
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    known = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), (
        round(solver.objective_value) if known else None
    )


def main(hands: int) -> None:
    """Print the table."""
    biggest(["rBN", "rBN"], None, Watch())
    for name, make in KINDS.items():
        ours, theirs, proofs = [], [], Counter[bool]()
        for seed in range(hands):
            cards = make(random.Random(seed))
            started = time.perf_counter()
            found = biggest(cards, None, Watch())
            ours.append(time.perf_counter() - started)
            assert found.status in (Status.OPTIMAL, Status.INFEASIBLE)
            if seed < CIRCUIT_HANDS:
                started = time.perf_counter()
                proved, value = circuit(cards, CIRCUIT_LIMIT)
                theirs.append(time.perf_counter() - started)
                proofs[proved] += 1
                assert not proved or value == found.fillings, (cards, value, found)
        within = sum(seconds <= BAR for seconds in ours)
        print(f"{name} ({hands} hands)")
        print(f"  classes with flow  {_spread(ours)}   {within}/{hands} within {BAR:.0f} s")
        print(f"  circuit of cards   {_spread(theirs)}   {proofs[True]}/{len(theirs)} proved")


def _spread(seconds: list[float]) -> str:
    return (
        f"min {min(seconds):6.3f}  median {statistics.median(seconds):6.3f}  "
        f"max {max(seconds):6.3f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
