"""The battle cards that choose an ingredient, as exact selections (CP-SAT).

Grave Digger, Picky Eater and Gonna Eat That? take one ingredient from somewhere.
The model says in its constraints what the card's text allows, from the boards
alone, and finds the choice that moves the race most. What a choice is worth is
worked out by ``race``; that both agree on what is allowed is for the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from solver.answer import Status
from solver.battle.deck import Battle
from solver.battle.rules import PICKY, Move, Table, Verb
from solver.cpsat import run_model
from solver.errors import InvalidInput
from solver.watch import Watch

#: The battle cards that choose an ingredient.
CHOOSING = (str(Battle.DIG), str(Battle.PICKY), str(Battle.EAT))

#: Steps in which the worth of a choice, 0 to 1, is counted: as fine as the race tells apart.
STEPS = 10**12

#: From whom (None: from the Graveyard), and which letter.
Choice = tuple[int | None, str]


def choose(
    table: Table, card: str, worth: Mapping[Choice, float], kinds: Iterable[str], watch: Watch
) -> Move | None:
    """Return the use of a card that chooses an ingredient which is worth most, None if it has none.

    table: the choosing player is the first. worth: of each choice, 0 to 1. kinds: the deck's letters.

    Raises InvalidInput for a card that chooses nothing.
    """
    from ortools.sat.python import cp_model

    if card not in CHOOSING:
        raise InvalidInput(f"{card} chooses no ingredient", "", f"one of {' '.join(CHOOSING)}")
    model = cp_model.CpModel()
    mine = table.boards[0]
    letters = list(kinds)
    sources: list[int | None] = [None] if card == Battle.DIG else [*range(len(table.boards))]
    takes = {
        (source, letter): model.new_bool_var(f"take {letter} from {source}")
        for source in sources
        for letter in letters
    }
    model.add_exactly_one(takes.values())
    for (source, letter), take in takes.items():
        lying = table.grave if source is None else table.boards[source].ingredients()
        if letter not in lying:
            model.add(take == 0)  # it is not there
        if source == 0 or (source is not None and table.boards[source].is_protected()):
            model.add(take == 0)  # another player's, and not a protected one's
        if card == Battle.PICKY and letter not in PICKY:
            model.add(take == 0)  # Lettuce, Tomato or Onion
        if card != Battle.PICKY and letter not in mine.open():
            model.add(take == 0)  # it has to fit one's own burger
    model.maximize(sum(round(worth.get(key, 0.0) * STEPS) * take for key, take in takes.items()))
    outcome = run_model(model, watch, workers=1)
    if outcome.status is Status.INFEASIBLE:
        return None
    source, letter = next(key for key, take in takes.items() if outcome.solver.value(take))
    return Move(Verb.USE, card, source, letter)
