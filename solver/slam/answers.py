"""From a request to its answer, for piles that are fully known, and what all answers share.

One function a question, one documented class an answer. What is counted and
judged is in ``rules``; the questions that search are in ``search_answers``,
those about forgotten cards in ``odds_answers``, the game in ``play_answers``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from solver.answer import Answer, Status, Work
from solver.errors import InvalidInput
from solver.slam import requests
from solver.slam.deck import check_in_deck, deck_of
from solver.slam.notation import format_pile, parse_gold, parse_pile, parse_silver, parse_topping
from solver.slam.rules import (
    GOLDS,
    SILVERS,
    Call,
    Card,
    Effect,
    Gold,
    Silver,
    by_letter,
    count_pile,
    judge,
    right_calls,
)
from solver.watch import Watch


class SituatedAnswer(Answer, kw_only=True):
    """What the answers of a situation have in common: its special cards, canonical."""

    status: Status = Status.OPTIMAL
    gold: str
    silver: str


def situation(
    request: requests.Situated | requests.SituatedSearch,
) -> tuple[Gold, Silver | None]:
    """Return the special cards that a request names."""
    return parse_gold(request.gold), parse_silver(request.silver)


def situation_fields(gold: Gold, silver: Silver | None) -> dict[str, Any]:
    """Return the special cards as the fields of a :class:`SituatedAnswer`."""
    return {"gold": str(gold), "silver": str(silver or "none")}


def named_wild(wild: str | None, silver: Silver | None) -> str | None:
    """Return the topping named for a wild.

    Raises InvalidInput where one is named while no Wild Topping is active (rulings).
    """
    if wild is None:
        return None
    topping = parse_topping(wild, "wild")
    if silver is None or silver.effect is not Effect.WILD:
        raise InvalidInput(
            f"a wild topping named, {topping}",
            "wild",
            "it only with the wild card active (silver wild)",
        )
    return topping


def known_pile(text: str, *, strict: bool, deck: str | None, where: str = "pile") -> list[Card]:
    """Return the pile in ``text``; held against the deck where that is asked for."""
    pile = parse_pile(text, where)
    owned = deck_of(deck)
    if strict:
        check_in_deck(pile, owned, where)
    return pile


def cards_left(pile: Sequence[Card], seen: str | None, deck: str | None) -> Counter[Card]:
    """Return the cards of the deck that are neither in the pile nor seen elsewhere.

    Raises InvalidInput for more copies of a face than the deck has.
    """
    elsewhere = parse_pile(seen, "seen") if seen is not None else []
    owned = deck_of(deck)
    check_in_deck(pile, owned, "pile")
    return check_in_deck([*pile, *elsewhere], owned, "pile and seen together")


class PlayedCard(msgspec.Struct, frozen=True):
    """A card of a pile: the number of the card that covers it, if any, and how often it counts."""

    card: str
    covered_by: int | None
    times: int


def played_cards(pile: list[Card], gold: Gold) -> list[PlayedCard]:
    """Return each card of a pile with what the sauces make of it."""
    count = count_pile(pile, gold)
    return [
        PlayedCard(str(card), number + 1 if hidden else None, 0 if hidden else 2 if twice else 1)
        for number, (card, hidden, twice) in enumerate(
            zip(pile, count.covered, count.doubled, strict=True), start=1
        )
    ]


class CheckAnswer(SituatedAnswer, kw_only=True):
    """``slam.check``: value is whether the call is right.

    totals: after sauces, before the silver card; with_silver: after it too.
    missing: how many more of which topping would make the call right. Standard Burger: of all of
    them. Big Burger: of any one of them, ``{"C": 6, "P": 6}`` is 6 C *or* 6 P; only the toppings
    that lack the fewest are named. Kid's Menu: of all of them, one choice out of several: any three
    toppings will do if the fourth is absent. reason: why it is wrong beside that.
    cards: the pile, card by card.
    """

    question: str = "slam.check"
    value: bool
    pile: str
    call: Call
    wild: str | None
    totals: dict[str, int]
    with_silver: dict[str, int]
    missing: dict[str, int]
    reason: str
    cards: list[PlayedCard]


def check(request: requests.Check, watch: Watch) -> CheckAnswer:
    """Judge a call on a pile."""
    gold, silver = situation(request)
    wild = named_wild(request.wild, silver)
    pile = known_pile(request.pile, strict=request.strict, deck=request.deck)
    totals = count_pile(pile, gold).totals
    verdict = judge(totals, request.call, silver, wild)
    return CheckAnswer(
        value=verdict.right,
        pile=format_pile(pile),
        call=request.call,
        wild=wild,
        totals=by_letter(totals),
        with_silver=by_letter(verdict.totals),
        missing=verdict.missing,
        reason=verdict.reason,
        cards=played_cards(pile, gold),
        work=Work(len(pile), watch.seconds()),
        **situation_fields(gold, silver),
    )


class CallsAnswer(SituatedAnswer, kw_only=True):
    """``slam.calls``: value is how many of the calls are right.

    calls: each right call, with the toppings that a wild may be named as (if that card is active).
    """

    question: str = "slam.calls"
    value: int
    pile: str
    totals: dict[str, int]
    calls: dict[str, list[str]]


def calls(request: requests.Calls, watch: Watch) -> CallsAnswer:
    """Find every call that is right."""
    gold, silver = situation(request)
    pile = known_pile(request.pile, strict=request.strict, deck=request.deck)
    totals = count_pile(pile, gold).totals
    right = right_calls(totals, silver)
    return CallsAnswer(
        value=len(right),
        pile=format_pile(pile),
        totals=by_letter(totals),
        calls={call.value: found for call, found in right.items()},
        work=Work(len(pile), watch.seconds()),
        **situation_fields(gold, silver),
    )


class CallHistory(msgspec.Struct, frozen=True):
    """When a call was right, in cards played.

    first: the first prefix at which it was right. became, stopped: every prefix at which it
    became right, and stopped being right. now: whether it is right on the whole pile.
    """

    first: int | None
    became: list[int]
    stopped: list[int]
    now: bool


class FirstAnswer(SituatedAnswer, kw_only=True):
    """``slam.first``: value is the first prefix at which any call was right, null if there is none."""

    question: str = "slam.first"
    value: int | None
    pile: str
    calls: dict[str, CallHistory]


def first(request: requests.First, watch: Watch) -> FirstAnswer:
    """Find when each call became right; a wild may be any topping that makes it so."""
    gold, silver = situation(request)
    pile = known_pile(request.pile, strict=request.strict, deck=request.deck)
    right = [
        right_calls(count_pile(pile[:length], gold).totals, silver)
        for length in range(len(pile) + 1)
    ]
    histories = {call.value: _history([call in found for found in right]) for call in Call}
    firsts = [history.first for history in histories.values() if history.first is not None]
    return FirstAnswer(
        status=Status.OPTIMAL if firsts else Status.INFEASIBLE,
        value=min(firsts, default=None),
        pile=format_pile(pile),
        calls=histories,
        work=Work(len(right), watch.seconds()),
        **situation_fields(gold, silver),
    )


def _history(right: list[bool]) -> CallHistory:
    became = [n for n, is_right in enumerate(right) if is_right and (n == 0 or not right[n - 1])]
    stopped = [n for n in range(1, len(right)) if right[n - 1] and not right[n]]
    return CallHistory(became[0] if became else None, became, stopped, right[-1])


class Cell(msgspec.Struct, frozen=True):
    """One situation of a matrix: the calls that are right, with the wild toppings that make them so."""

    gold: str
    silver: str
    totals: dict[str, int]
    calls: dict[str, list[str]]


class MatrixAnswer(Answer, kw_only=True):
    """``slam.matrix``: value is in how many of the 56 situations some call is right."""

    question: str = "slam.matrix"
    status: Status = Status.OPTIMAL
    value: int
    pile: str
    situations: list[Cell]


def matrix(request: requests.Matrix, watch: Watch) -> MatrixAnswer:
    """Find the right calls in every situation of the gold and silver cards."""
    pile = known_pile(request.pile, strict=request.strict, deck=request.deck)
    cells = []
    for gold in GOLDS:
        totals = count_pile(pile, gold).totals
        for silver in SILVERS:
            found = {call.value: wilds for call, wilds in right_calls(totals, silver).items()}
            cells.append(
                Cell(calls=found, totals=by_letter(totals), **situation_fields(gold, silver))
            )
    return MatrixAnswer(
        value=sum(bool(cell.calls) for cell in cells),
        pile=format_pile(pile),
        situations=cells,
        work=Work(len(cells), watch.seconds()),
    )
