"""From a request for a solo game to its answer; the joint search is in ``solo``."""

from __future__ import annotations

import random
import re
from typing import Any

from solver.answer import Answer, Status, Work
from solver.errors import InvalidInput, plural
from solver.master import notation, requests
from solver.master.answers import states_after
from solver.master.declare import SOLO_ORDERS, grade
from solver.master.menu import cards_of, find_card
from solver.master.numbering import Numbering
from solver.master.rules import Plates, deal, missing
from solver.watch import Watch


class SoloAnswer(Answer, kw_only=True):
    """``master.solo``: value is the fewest steps for all orders in sequence.

    cards, burgers: the orders. steps: the steps for all of them; states: the plates after each;
    done_at: after how many steps each order is complete. one_by_one: the steps of each order
    when each is completed in its own fewest (``one_by_one_total`` their sum). grade,
    one_by_one_grade: the rulebook's grades, for five orders. missing: where the plates cannot
    make an order, the first such order's number and what they lack.
    """

    question: str = "master.solo"
    value: int | None = None
    plates: str
    cards: list[str]
    burgers: list[str]
    seed: int | None = None
    steps: list[str] = []
    states: list[str] = []
    done_at: list[int] = []
    one_by_one: list[int] = []
    one_by_one_total: int | None = None
    grade: str | None = None
    one_by_one_grade: str | None = None
    missing: dict[str, Any] = {}


def solo(request: requests.Solo, watch: Watch) -> SoloAnswer:
    """Return the fewest steps for the orders together, proved, beside one by one."""
    from solver.master.solo import solve_game

    plates, cards = _game(request)
    burgers = list(cards.values())
    names = [name for name, _ in cards.items()]
    for number, burger in enumerate(burgers, start=1):
        if short := missing(plates, burger):
            return SoloAnswer(
                status=Status.INFEASIBLE,
                plates=str(plates),
                cards=names,
                burgers=burgers,
                seed=request.seed,
                missing={"order": number, "lacks": short},
                work=Work(0, 0.0),
            )
    numbering = Numbering.of(plates)
    found = solve_game(numbering.canonical, burgers, watch)
    steps = [numbering.step(step) for step in found.steps]
    single = [len(steps) for steps in found.one_by_one]
    five = len(burgers) == SOLO_ORDERS
    return SoloAnswer(
        status=Status.OPTIMAL if found.proved else Status.FEASIBLE,
        value=len(steps),
        bound=None if found.proved else found.bound,
        plates=str(plates),
        cards=names,
        burgers=burgers,
        seed=request.seed,
        steps=[str(step) for step in steps],
        states=[str(state) for state in states_after(plates, steps)],
        done_at=found.done_at,
        one_by_one=single,
        one_by_one_total=sum(single),
        grade=grade(len(steps)) if five else None,
        one_by_one_grade=grade(sum(single)) if five else None,
        work=Work(found.nodes, found.seconds),
    )


def _game(request: requests.Solo) -> tuple[Plates, dict[str, str]]:
    """Return the plates and the orders, typed or drawn; a card comes once, as in a shuffled deck."""
    if request.seed is not None:
        if request.plates is not None or request.cards is not None:
            raise InvalidInput(
                "a seed and plates or cards", "seed, plates, cards", "one or the other"
            )
        return draw_game(request.menu, request.seed)
    if request.plates is None or request.cards is None:
        raise InvalidInput("no game", "plates, cards", "both, or a seed to draw a game")
    typed = [word for word in re.split(r"[,;]+", request.cards) if word.strip()]
    if not 1 <= len(typed) <= SOLO_ORDERS:
        raise InvalidInput(
            plural(len(typed), "order"), "cards", f"1 to {SOLO_ORDERS}, with commas between"
        )
    cards: dict[str, str] = {}
    for word in typed:
        name, burger = find_card(word, request.menu if request.menu != "base" else "all")
        if name in cards:
            raise InvalidInput(f"card {name} is there twice", "cards", "each card once")
        cards[name] = burger
    return notation.parse_plates(request.plates), cards


def draw_game(menu: str, seed: int) -> tuple[Plates, dict[str, str]]:
    """Return a solo game by the rules: a set-up, and the first five cards of the shuffled menu."""
    randomness = random.Random(seed)
    cards = cards_of(menu)
    onions = menu != "base" and (
        menu in ("gourmet", "all") or any("O" in b for b in cards.values())
    )
    plates = deal(randomness, onions=onions)
    drawn = randomness.sample(sorted(cards), min(SOLO_ORDERS, len(cards)))
    return plates, {name: cards[name] for name in drawn}
