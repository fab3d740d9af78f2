"""From a request to its answer: cards, chances and rankings.

One function a question, one documented class an answer. What is computed is in
``odds``, ``turns`` and ``race``; the answers about whole games are in ``tables``.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from solver.answer import Answer, Status, Work
from solver.battle import requests
from solver.battle.deck import deck_from
from solver.battle.notation import parse_situation, write_situation
from solver.battle.odds import win_now as chances_now
from solver.decks import Provenance
from solver.watch import Watch


class DeckAnswer(Answer, kw_only=True):
    """``battle.deck``: value is the number of cards, burgers too.

    burgers: the letters each needs. ingredients: name and copies of each letter. battle: title
    and copies of each battle card. totals: cards of each sort.
    """

    question: str = "battle.deck"
    status: Status = Status.OPTIMAL
    value: int
    name: str
    provenance: Provenance
    burgers: dict[str, str]
    ingredients: dict[str, dict[str, Any]]
    battle: dict[str, dict[str, Any]]
    totals: dict[str, int]


def deck(request: requests.Cards, watch: Watch) -> DeckAnswer:
    """Return the cards of a deck."""
    cards = deck_from(request.deck)
    totals = {
        "burgers": len(cards.burgers),
        "ingredients": sum(found.copies for found in cards.ingredients),
        "battle": sum(cards.battle.values()),
    }
    return DeckAnswer(
        value=sum(totals.values()),
        name=cards.name,
        provenance=cards.provenance,
        burgers={name: "".join(needs) for name, needs in cards.needs.items()},
        ingredients={
            found.letter: {"name": found.name, "copies": found.copies}
            for found in cards.ingredients
        },
        battle={
            str(card): {"name": cards.title(card), "copies": copies}
            for card, copies in cards.battle.items()
        },
        totals=totals,
        work=Work(0, watch.seconds()),
    )


class Chance(Answer, kw_only=True):
    """The base of answers whose value is a chance as a fraction, ``decimal`` the same as a number."""

    value: str
    decimal: float


class WinNowAnswer(Chance, kw_only=True):
    """``battle.win-now``: value is the chance to finish the burger in this turn, best play.

    state: canonical. needs: what is needed, added needs too. plays: needed ingredients in hand,
    all to be played. first: where to draw first, ``deck`` or ``grave``; null if that is done.
    by: the chance by each first draw that is possible. unseen: cards that may be drawn.
    """

    question: str = "battle.win-now"
    status: Status = Status.OPTIMAL
    state: str
    needs: str
    plays: str
    first: str | None
    by: dict[str, dict[str, Any]]
    unseen: int


def win_now(request: requests.WinNow, watch: Watch) -> WinNowAnswer:
    """Return the exact chance to win in this turn."""
    cards = deck_from(request.deck)
    situation = parse_situation(request.state, cards)
    chances = chances_now(situation, cards)
    by = {
        name: shown(chance)
        for name, chance in (("deck", chances.deck), ("grave", chances.top))
        if chance is not None
    }
    first = None
    if not situation.drawn:
        first = "grave" if chances.top is not None and chances.top == chances.best else "deck"
    needed = Counter(situation.me.open())
    plays = needed & Counter(situation.me.hand)
    return WinNowAnswer(
        value=str(chances.best),
        decimal=float(chances.best),
        state=write_situation(situation, cards),
        needs="".join(cards.sorted([*needed.elements()])),
        plays="".join(cards.sorted([*plays.elements()])),
        first=first,
        by=by,
        unseen=situation.unseen(cards).total(),
        work=Work(chances.nodes, watch.seconds()),
    )


def shown(chance: Fraction) -> dict[str, Any]:
    """Return a chance as JSON values."""
    return {"value": str(chance), "decimal": float(chance)}
