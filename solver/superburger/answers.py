"""From a request to its answer: texts are read, the question is asked, the document is filled in.

One function a question, one documented class an answer. What is computed is in
the modules beside.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from solver.answer import Answer, Status, Work
from solver.errors import InvalidInput
from solver.superburger import requests
from solver.superburger.cards import BOX, COLOURS, FLY, Card, fits, hero, in_order, is_bun
from solver.superburger.deck import Deck, deck_named
from solver.superburger.notation import format_cards, parse_colour
from solver.superburger.rules import check_burger
from solver.watch import Watch


class LeftOut(msgspec.Struct, frozen=True):
    """A card that stays out of the biggest burger, how many of it, and why."""

    card: Card
    count: int
    why: str


class BiggestAnswer(Answer, kw_only=True):
    """``super.biggest``: value is the points of the biggest burger, null if the cards make none.

    fillings: the points without the buns. burger: bottom to top. out: what stays out and why.
    why: where there is none, the reason.
    """

    question: str = "super.biggest"
    value: int | None = None
    fillings: int | None = None
    burger: list[Card] = []
    out: list[LeftOut] = []
    open: str | None = None
    count_buns: bool = False
    why: str = ""


def biggest(request: requests.Biggest, watch: Watch) -> BiggestAnswer:
    """Return the biggest burger, proved, or the best found and the bound at the limit."""
    from solver.superburger.biggest import biggest as search

    deck = deck_named(request.deck if isinstance(request.deck, str) else None)
    colour = None if request.open is None else parse_colour(request.open, "open")
    cards = _cards_for(request, deck, colour)
    found = search(cards, colour, watch)
    answer = BiggestAnswer(
        status=found.status,
        burger=list(found.burger),
        open=None if colour is None else COLOURS[colour],
        count_buns=request.count_buns,
        work=Work(found.branches, watch.seconds()),
    )
    if found.fillings is None:
        answer.why = _why_none(cards, colour)
        return answer
    check_burger(found.burger, "burger", closed=True)
    buns = 2 if request.count_buns else 0
    answer.fillings = found.fillings
    answer.value = found.fillings + buns
    if found.status is Status.FEASIBLE:
        answer.bound = (found.bound or 0) + buns
    answer.out = _left_out(cards, found.burger[0 if colour is None else 1 :], answer.status)
    return answer


def _cards_for(request: requests.Biggest, deck: Deck, colour: str | None) -> list[Card]:
    """Return the cards to build with; those given are held against the deck, the open bun too."""
    cards = deck.read(request.cards, "cards")
    on_table = [] if colour is None else [f"{colour}BN"]
    if cards:
        if request.deck is True:
            raise InvalidInput("cards and the whole deck", "cards, deck", "one of the two")
        deck.hold(cards + on_table, "cards")
        return cards
    if not request.deck:
        raise InvalidInput("no cards", "cards", "such as rBN rTO bTO bBN, or the whole deck")
    return list((deck.counts - Counter(on_table)).elements())


def _why_none(cards: list[Card], colour: str | None) -> str:
    buns = sum(map(is_bun, cards))
    if colour is not None and buns == 0:
        return "no bun to close with"
    if colour is None and buns < 2:
        return f"{buns} bun{'s' * (buns != 1)}; a burger has two"
    return "no chain of cards leads from one bun to another"


def _left_out(cards: list[Card], used: tuple[Card, ...], status: Status) -> list[LeftOut]:
    left = Counter(cards) - Counter(used)
    return [
        LeftOut(card, left[card], _why_out(card, used, status)) for card in in_order(list(left))
    ]


def _why_out(card: Card, used: tuple[Card, ...], status: Status) -> str:
    if is_bun(card):
        return "a burger has one bun at the bottom and one on top"
    if hero(card) == FLY:
        return "a fly is no filling"
    if hero(card) == BOX:
        return "a box only captures, it is no filling"
    beside = [other for other in used if not is_bun(other) and fits(card, other)]
    if not beside:
        return "fits no card of the burger"
    proof = ", proved" if status is Status.OPTIMAL else ""
    return (
        f"fits only beside {format_cards(list(dict.fromkeys(beside)))}, as a dead end: "
        f"leading there and back to a bun costs as much or more{proof}"
    )
