"""The cards of BurgerDraft: the reconstruction, and an owner's own.

A deck is a JSON file of one :class:`Deck`: the ingredients, the scoring cards,
and how they are paired back to back. Its JSON Schema is made from the class
(``data/draft/deck.schema.json``). The deck in ``data`` is a reconstruction: it
keeps every count and example of the rulebook, but its faces are not the
published ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

import data
from solver.decks import Provenance
from solver.documents import given_document, typed_document, untyped_document
from solver.draft.notation import NO_CARDS
from solver.draft.rules import (
    CATEGORIES,
    CHARACTERISTICS,
    COLOURS,
    DOTS,
    SCORING_COPIES,
    VALUES,
    Cards,
    Ingredient,
    Need,
    ScoringCard,
)
from solver.errors import InvalidInput, nearest, quote

#: Most different faces of a kind in a deck: more than any box, and what the search keeps room for.
MOST_FACES = 60

#: Words that stand for cards in the notation, and so are no names: the whole deck, no cards.
RESERVED = ("all", NO_CARDS)

#: The deck that comes along.
BUILT_IN = "draft/deck.json"


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deck file; cards are the pairs ``ingredient/scoring card``, one a physical card."""

    game: Literal["draft"]
    kind: Literal["deck"]
    name: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,29}$")]
    provenance: Provenance
    note: str = ""
    ingredients: Annotated[list[Ingredient], msgspec.Meta(min_length=1, max_length=MOST_FACES)]
    scoring: Annotated[list[ScoringCard], msgspec.Meta(min_length=1, max_length=MOST_FACES)]
    cards: Annotated[list[str], msgspec.Meta(min_length=1, max_length=4 * MOST_FACES)]


@cache
def built_in() -> tuple[Deck, Cards]:
    """Return the deck that comes along, as its document and compiled."""
    deck = typed_document(data.read(BUILT_IN), Deck, BUILT_IN)
    return deck, check_deck(deck, BUILT_IN)


def read_deck(path: str | None) -> tuple[Deck, Cards]:
    """Return the deck in a file, or in a text that is its JSON, checked; or the one that comes along.

    Raises InvalidInput for a file that cannot be read, is no JSON, or is no deck.
    """
    if path is None:
        return built_in()
    content, where = given_document(path, "deck")
    deck = _typed(content, where)
    return deck, check_deck(deck, where)


#: The values that a key of a deck file may have; the first pattern that is in the path counts.
ALLOWED = {
    "distinct.of": tuple(VALUES),
    ".of[": CHARACTERISTICS,
    "colour": COLOURS,
    "frequency": tuple(DOTS),
    "categories": CATEGORIES,
    "].scoring": ("multiple", "single"),
    "provenance": tuple(Provenance),
}


#: What a name in a deck file may be, in words.
NAMES = "a lower-case letter, then lower-case letters or digits, at most 20 in all"


def _typed(content: bytes, path: str) -> Deck:
    """Return a deck document; an unknown characteristic is answered with those there are."""
    try:
        document = untyped_document(content, path)
        return typed_document(msgspec.json.encode(_lowered(document)), Deck, path)
    except InvalidInput as error:
        place = f"{error.what} {error.where}"
        known = next((ALLOWED[key] for key in ALLOWED if key in place), ())
        if "enum value" in place and known:
            raise InvalidInput(error.what, error.where, ", ".join(known)) from None
        if "matching regex" in error.expected:
            raise InvalidInput("an unfit name", error.where, NAMES) from None
        expected = error.expected or "a deck as `burger data show draft/deck` prints it"
        raise InvalidInput(error.what, error.where, expected) from None


def _lowered(document: Any) -> Any:
    """Return a deck document with its cards' names in lower case, as the notation reads them too."""
    if isinstance(document, dict):
        return {
            key: value.lower()
            if key == "name" and isinstance(value, str)
            else [
                one.lower() if key == "cards" and isinstance(one, str) else _lowered(one)
                for one in value
            ]
            if isinstance(value, list)
            else _lowered(value)
            for key, value in document.items()
        }
    return document


def check_deck(deck: Deck, where: str) -> Cards:
    """Return the deck compiled, if it keeps the counts of the rulebook and rulings.

    Raises InvalidInput with the first fault and its place.
    """
    _check_names(deck, where)
    for index, card in enumerate(deck.scoring):
        _check_scoring(card, f"{where}, scoring[{index}]")
    for index, one in enumerate(deck.ingredients):
        if len(set(one.categories)) < len(one.categories):
            raise InvalidInput(
                f"{one.name} has a category twice", f"{where}, ingredients[{index}]", "each once"
            )
    cards = Cards(
        deck.name, tuple(deck.ingredients), tuple(deck.scoring), tuple(_pairs(deck, where))
    )
    _check_copies(cards, where)
    return cards


def _check_names(deck: Deck, where: str) -> None:
    seen: set[str] = set()
    names = {
        "ingredients": [one.name for one in deck.ingredients],
        "scoring": [card.name for card in deck.scoring],
    }
    for kind, faces in names.items():
        for index, name in enumerate(faces):
            if name in seen:
                raise InvalidInput(
                    f"a second face called {name}", f"{where}, {kind}[{index}]", "a new name"
                )
            if name in RESERVED:
                raise InvalidInput(
                    f"a face called {name}", f"{where}, {kind}[{index}]", "another name"
                )
            seen.add(name)


def _check_scoring(card: ScoringCard, where: str) -> None:
    if bool(card.needs) == (card.distinct is not None):
        what = "both needs and distinct" if card.needs else "neither needs nor distinct"
        raise InvalidInput(f"{card.name} has {what}", where, "one of the two")
    if card.distinct is not None:
        if card.scoring != "single":
            raise InvalidInput(
                f"{card.name} asks for different values each time", where, '"scoring": "single"'
            )
        there = len(VALUES[card.distinct.of])
        if card.distinct.count > there:
            raise InvalidInput(f"{card.name} asks for {card.distinct}", where, f"at most {there}")
    for index, need in enumerate(card.needs):
        _check_need(need, f"{where}, needs[{index}]")


def _check_need(need: Need, where: str) -> None:
    if len(set(need.of)) < len(need.of):
        raise InvalidInput(f"the need {need} names a characteristic twice", where, "each once")
    for kind, values in (("colour", COLOURS), ("frequency", tuple(DOTS))):
        if sum(value in values for value in need.of) > 1:
            raise InvalidInput(
                f"the need {need} asks a card for two of a {kind}", where, f"one {kind} at most"
            )


def _pairs(deck: Deck, where: str) -> Iterator[tuple[int, int]]:
    ingredients = {one.name: place for place, one in enumerate(deck.ingredients)}
    scoring = {card.name: place for place, card in enumerate(deck.scoring)}
    for index, text in enumerate(deck.cards):
        place = f"{where}, cards[{index}]"
        front, slash, back = text.partition("/")
        if not slash:
            raise InvalidInput(f"card {quote(text)}", place, "ingredient/scoring card")
        for name, known in ((front, ingredients), (back, scoring)):
            if name not in known:
                raise InvalidInput(f"unknown face {quote(name)}", place, nearest(name, known))
        yield ingredients[front], scoring[back]


def counted(number: int) -> str:
    """Return so many cards in words.

    >>> counted(1), counted(3)
    ('1 card', '3 cards')
    """
    return "1 card" if number == 1 else f"{number} cards"


def _check_copies(cards: Cards, where: str) -> None:
    """Hold the pairs against the dots of the ingredients and the copies of the scoring cards."""
    fronts = Counter(front for front, _ in cards.pairs)
    for place, one in enumerate(cards.ingredients):
        if fronts[place] != DOTS[one.frequency]:
            raise InvalidInput(
                f"{counted(fronts[place])} with {one.name}, which is {one.frequency}",
                f"{where}, cards",
                str(DOTS[one.frequency]),
            )
    backs = Counter(back for _, back in cards.pairs)
    for place, card in enumerate(cards.scoring):
        if backs[place] != SCORING_COPIES:
            raise InvalidInput(
                f"{counted(backs[place])} with {card.name}", f"{where}, cards", str(SCORING_COPIES)
            )


def deck_schema() -> dict[str, object]:
    """Return the JSON Schema of a deck file."""
    schema: dict[str, object] = msgspec.json.schema(Deck)
    return schema


def describe_file(path: str) -> str:
    """Return what the deck in a file is, checked; raises InvalidInput as :func:`read_deck` does."""
    deck, cards = read_deck(path)
    return (
        f"the deck {deck.name} of BurgerDraft, {len(cards.pairs)} cards: "
        f"{len(cards.ingredients)} ingredients and {len(cards.scoring)} scoring cards, "
        f"provenance: {deck.provenance.value}"
    )
