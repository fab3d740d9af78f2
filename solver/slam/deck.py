"""The cards of Burger Slam: the deck that comes along, and an owner's own.

A deck is a JSON file of one :class:`Deck`; its JSON Schema is made from the
class (``data/slam/deck.schema.json``). The deck in ``data`` is a
reconstruction: it keeps every count and example of the rulebook and the
rulings, but the faces are not the published ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal

import msgspec

import data
from solver.decks import Provenance
from solver.documents import given_document, typed_document
from solver.errors import InvalidInput, quote
from solver.slam.notation import parse_card, parse_silver
from solver.slam.rules import Card, Effect

#: Topping cards and special cards in the box (rulebook, Components).
TOPPING_CARDS, SPECIAL_CARDS = 60, 16

#: Most cards in a deck of one's own.
MOST_CARDS = 400

#: The silver cards in the box, by effect (rulings); Extra and Burnt are one a topping.
SILVER_CARDS = {
    Effect.SPATULA: 1,
    Effect.EXTRA: 4,
    Effect.BURNT: 4,
    Effect.WILD: 2,
    Effect.KIDS: 1,
    Effect.BIG_COMBO: 1,
    Effect.STANDARD_COMBO: 1,
}

#: The gold cards in the box.
GOLD_CARDS = ("chili", "sauce")


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A face and how many cards show it, such as ``CTL+r``, 2."""

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=8)]
    copies: Annotated[int, msgspec.Meta(ge=1, le=MOST_CARDS)] = 1


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deck: topping cards by face, and the special cards by name.

    An invented deck may be of any size; others keep the counts of the box.
    """

    game: Literal["slam"]
    kind: Literal["deck"]
    name: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,19}$")]
    provenance: Provenance
    note: str = ""
    toppings: Annotated[list[Face], msgspec.Meta(min_length=1, max_length=MOST_CARDS)]
    special: Annotated[list[str], msgspec.Meta(max_length=MOST_CARDS)] = []

    def cards(self) -> Counter[Card]:
        """Return how many cards show each face."""
        counted: Counter[Card] = Counter()
        for face in self.toppings:
            counted[parse_card(face.card)] += face.copies
        return counted


@cache
def built_in() -> Deck:
    """Return the deck that comes along."""
    where = "slam/deck.json"
    return check_deck(typed_document(data.read(where), Deck, where), where)


def deck_of(path: str | None) -> Deck:
    """Return the deck in a file, or the one that comes along."""
    return built_in() if path is None else read_deck(path)


def read_deck(path: str) -> Deck:
    """Return the deck in a file, or in a text that is its JSON, checked.

    Raises InvalidInput for a file that cannot be read, is no JSON, or is no deck.
    """
    content, where = given_document(path, "deck")
    return check_deck(typed_document(content, Deck, where), where)


def check_deck(deck: Deck, where: str) -> Deck:
    """Return the deck, its faces written canonically, if its counts are those of the box.

    Raises InvalidInput with the first card that is not.
    """
    seen: dict[str, int] = {}
    for index, face in enumerate(deck.toppings):
        place = f"{where}, toppings[{index}]"
        try:
            card = str(parse_card(face.card))
        except InvalidInput as error:
            raise error.at(place) from None
        if card in seen:
            raise InvalidInput(
                f"{card} again, as in toppings[{seen[card]}]",
                place,
                "each face once, with its copies",
            )
        seen[card] = index
    faces = [Face(card, face.copies) for card, face in zip(seen, deck.toppings, strict=True)]
    deck = msgspec.structs.replace(deck, toppings=faces)
    total = sum(face.copies for face in deck.toppings)
    if total > MOST_CARDS:
        raise InvalidInput(f"{total:,} topping cards", where, f"at most {MOST_CARDS}")
    for index, name in enumerate(deck.special):
        _check_special(name, f"{where}, special[{index}]")
    if deck.provenance is not Provenance.INVENTED:
        _check_counts(deck, total, where)
    return deck


def _check_special(name: str, place: str) -> None:
    if name in GOLD_CARDS:
        return
    try:
        silver = parse_silver(name)
    except InvalidInput as error:
        raise error.at(place) from None
    if str(silver) != name or silver is None:
        raise InvalidInput(
            f"special card {quote(name)}", place, f"written {silver}, or a gold card"
        )


def _check_counts(deck: Deck, total: int, where: str) -> None:
    if total != TOPPING_CARDS:
        raise InvalidInput(f"{total} topping cards", where, f"{TOPPING_CARDS}, as in the box")
    if len(deck.special) != SPECIAL_CARDS:
        raise InvalidInput(
            f"{len(deck.special)} special cards", where, f"{SPECIAL_CARDS}, as in the box"
        )
    found = Counter(name.partition(":")[0] for name in deck.special)
    for name, count in [
        *((str(k), v) for k, v in SILVER_CARDS.items()),
        *((g, 1) for g in GOLD_CARDS),
    ]:
        if found[name] != count:
            raise InvalidInput(
                f"{found[name]} special cards {name}", where, f"{count}, as in the box"
            )
    for name, count in Counter(deck.special).items():
        if ":" in name and count > 1:
            raise InvalidInput(f"{count} special cards {name}", where, "one a topping")


def check_in_deck(cards: Iterable[Card], deck: Deck, where: str) -> Counter[Card]:
    """Return what is left of the deck without these cards.

    Raises InvalidInput for more copies of a face than the deck has.
    """
    left = deck.cards()
    for card, count in Counter(cards).items():
        if count > left[card]:
            raise InvalidInput(
                f"{count} of {card}",
                where,
                f"at most {left[card]}, as in the deck {deck.name}"
                if left[card]
                else f"a face of the deck {deck.name}",
            )
        left[card] -= count
    return +left


def deck_schema() -> dict[str, object]:
    """Return the JSON Schema of a deck file."""
    schema: dict[str, object] = msgspec.json.schema(Deck)
    return schema


def describe_file(path: str) -> str:
    """Return what the deck in a file is, checked; raises InvalidInput as :func:`read_deck` does."""
    deck = read_deck(path)
    return (
        f"the {deck.name} deck of Burger Slam, {sum(deck.cards().values())} topping cards and "
        f"{len(deck.special)} special cards, provenance: {deck.provenance.value}"
    )
