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
from solver.superburger.cards import (
    BOX,
    COLOURS,
    FLY,
    Card,
    fits,
    hero,
    in_order,
    is_bun,
    is_filling,
)
from solver.superburger.deck import Deck, deck_named
from solver.superburger.flies import Round, peppers, rounds
from solver.superburger.notation import format_cards, parse_colour, parse_numbers
from solver.superburger.rules import EFFECTS, PlayKind, check_burger
from solver.superburger.rules import plays as legal_plays
from solver.watch import Watch


class OnePlay(msgspec.Struct, frozen=True):
    """A play: its cards, the first of them first, its kind, and what its hot cards do."""

    cards: list[Card]
    kind: PlayKind
    effects: list[str]


class Held(msgspec.Struct, frozen=True):
    """A card that is no play onto the burger under construction, and what can be done with it."""

    card: Card
    why: str


class PlaysAnswer(Answer, kw_only=True):
    """``super.plays``: value is the number of plays onto the burger under construction.

    top: its top card, null where a burger is to be begun. elsewhere: flies and boxes, which go
    onto finished burgers. stays: cards that do not fit. nothing: what to do where no filling
    fits, else empty.
    """

    question: str = "super.plays"
    status: Status = Status.OPTIMAL
    value: int
    top: Card | None
    plays: list[OnePlay]
    elsewhere: list[Held]
    stays: list[Held]
    nothing: str = ""


#: Texts that say that no burger is begun.
NO_TOP = ("-", "none", "")


def plays(request: requests.Plays, watch: Watch) -> PlaysAnswer:
    """Return every legal play, double fillings included."""
    deck = deck_named(request.deck)
    hand = deck.read(request.hand, "hand")
    top = None
    if request.top.strip().lower() not in NO_TOP:
        top = deck.read_one(request.top, "top")
        if not is_bun(top) and not is_filling(top):
            raise InvalidInput(f"{top} on top", "top", "a bun or a filling; it is neither")
    deck.hold([*hand, *([top] if top else [])], "hand and top")
    found = legal_plays(hand, top)
    faces = in_order(list(dict.fromkeys(hand)))
    laid = {card for play in found for card in play.cards}
    elsewhere = [card for card in faces if hero(card) in (FLY, BOX)]
    answer = PlaysAnswer(
        value=len(found),
        top=top,
        plays=[OnePlay(list(one.cards), one.kind, _effects(one.kind, one.cards)) for one in found],
        elsewhere=[Held(card, EFFECTS[hero(card)]) for card in elsewhere],
        stays=[
            Held(card, _why_stays(card, top))
            for card in faces
            if card not in laid and card not in elsewhere
        ],
        work=Work(0, watch.seconds()),
    )
    if top is None:
        answer.nothing = "" if found else "no bun: the next player who has one begins"
    elif all(play.kind is PlayKind.CLOSE for play in found):
        optional = bool(found or elsewhere)
        answer.nothing = "no filling fits: take a card, and play it if it fits" + (
            "; or pass the turn and keep the cards that need not be played" if optional else ""
        )
    return answer


def _effects(kind: PlayKind, cards: tuple[Card, ...]) -> list[str]:
    if kind is PlayKind.START:
        return []
    return [EFFECTS[hero(card)] for card in cards if hero(card) in EFFECTS]


def _why_stays(card: Card, top: Card | None) -> str:
    if top is None:
        return "a burger begins with a bun"
    if is_bun(card):
        return f"does not match the colour of {top}"
    return f"shares neither colour nor filling with {top}"


class LeftOut(msgspec.Struct, frozen=True):
    """A card that stays out of the biggest burger, how many of it, and why."""

    card: Card
    count: int
    why: str


class BiggestAnswer(Answer, kw_only=True):
    """``super.biggest``: value is the points of the biggest burger, null if the cards make none.

    fillings: the points without the buns. burger: bottom to top. out: what stays out and why.
    groups: how many groups the fillings fall into that no card joins. cards: all that were
    given, the open bun too. why: where there is no burger, the reason.
    """

    question: str = "super.biggest"
    value: int | None = None
    fillings: int | None = None
    burger: list[Card] = []
    out: list[LeftOut] = []
    open: str | None = None
    count_buns: bool = False
    groups: int = 0
    cards: list[Card] = []
    why: str = ""


def biggest(request: requests.Biggest, watch: Watch) -> BiggestAnswer:
    """Return the biggest burger, proved, or the best found and the bound at the limit."""
    from solver.superburger.biggest import biggest as search
    from solver.superburger.compatibility import components

    deck = deck_named(request.deck if isinstance(request.deck, str) else None)
    colour = None if request.open is None else parse_colour(request.open, "open")
    cards = _cards_for(request, deck, colour)
    found = search(cards, colour, watch)
    answer = BiggestAnswer(
        status=found.status,
        burger=list(found.burger),
        open=None if colour is None else COLOURS[colour],
        count_buns=request.count_buns,
        groups=len(components(cards)),
        cards=([] if colour is None else [f"{colour}BN"]) + list(in_order(cards)),
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
        deck.hold(cards + on_table, "cards" if colour is None else "cards and the open bun")
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


class BestBox(msgspec.Struct, frozen=True):
    """One box more: the rounds in which it pays most, the fillings then left, and how many it saves."""

    rounds: list[int]
    left: int
    saves: int


class PepperPlace(msgspec.Struct, frozen=True):
    """Where a pepper could lie, counted from 1 at the bottom, and the cards that fit there."""

    position: int
    cards: list[Card]


class BestPepper(msgspec.Struct, frozen=True):
    """One pepper more in the burger: where it pays most, the fillings then left, and how many more."""

    places: list[PepperPlace]
    left: int
    saves: int


class FliesAnswer(Answer, kw_only=True):
    """``super.flies``: value is the fillings left after the rounds.

    rounds: what is left after each; round 0 is before the flies first eat. gone_in: the round,
    however late, in which nothing is left; null if the flies leave before. best_box: null where
    no box can take a fly; best_pepper: null where no pepper fits in.
    """

    question: str = "super.flies"
    status: Status = Status.OPTIMAL
    value: int
    burger: list[Card]
    rounds: list[Round]
    gone_in: int | None
    best_box: BestBox | None
    best_pepper: BestPepper | None


def flies(request: requests.Flies, watch: Watch) -> FliesAnswer:
    """Return what flies leave of a burger, round by round, and what would save most of it."""
    deck = deck_named(request.deck)
    burger = deck.read(request.burger, "burger")
    check_burger(burger, "burger", closed=len(burger) < 2 or any(map(is_bun, burger[1:])))
    deck.hold(burger, "burger")
    skips = set(parse_numbers(request.skips, "skips", request.rounds))
    boxes = parse_numbers(request.boxes, "boxes", request.rounds)
    if 0 in skips:
        raise InvalidInput("round 0", "skips", "rounds from 1")
    for number in boxes:
        if number in skips:
            raise InvalidInput(
                f"a box in round {number}, which is skipped", "boxes", "another round"
            )
    if len(boxes) > requests.MOST_BOXES:
        raise InvalidInput(f"{len(boxes)} boxes", "boxes", f"at most {requests.MOST_BOXES}")

    def left(cards: list[Card], played: list[int]) -> int:
        return rounds(cards, request.flies, request.rounds, played, skips)[-1].fillings

    played = rounds(burger, request.flies, request.rounds, boxes, skips)
    whole = rounds(burger, request.flies, len(burger) + request.rounds + 1, boxes, skips)
    value = played[-1].fillings
    box_left = {
        number: left(burger, sorted([*boxes, number]))
        for number in range(request.rounds + 1)
        if number not in skips and _fly_there(played, number)
    }
    pepper_left: dict[tuple[int, Card], int] = {}
    for place, card in peppers(burger):
        pepper_left[place, card] = left([*burger[: place - 1], card, *burger[place - 1 :]], boxes)
    return FliesAnswer(
        value=value,
        burger=burger,
        rounds=played,
        gone_in=None if whole[-1].burger else whole[-1].number,
        best_box=_best_box(box_left, value),
        best_pepper=_best_pepper(pepper_left, value),
        work=Work(0, watch.seconds()),
    )


def _fly_there(played: list[Round], number: int) -> bool:
    return number < len(played) and played[number].flies > 0


def _best_box(left: dict[int, int], value: int) -> BestBox | None:
    if not left:
        return None
    most = max(left.values())
    return BestBox([number for number, here in left.items() if here == most], most, most - value)


def _best_pepper(left: dict[tuple[int, Card], int], value: int) -> BestPepper | None:
    if not left:
        return None
    most = max(left.values())
    cards: dict[int, list[Card]] = {}
    for (place, card), here in left.items():
        if here == most:
            cards.setdefault(place, []).append(card)
    places = [PepperPlace(place, fitting) for place, fitting in cards.items()]
    return BestPepper(places, most, most - value)
