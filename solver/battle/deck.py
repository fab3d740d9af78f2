"""The cards of Burger Battle: ingredients, burgers, battle cards, and an owner's own deck.

A card is a short text everywhere in this game: an ingredient is one letter
(``C``), a battle card is ``+`` and a name (``+bomb``). A deck is a JSON file of
one :class:`Deck`; its JSON Schema (``data/battle/deck.schema.json``) is made
from the class. The deck in ``data`` is a reconstruction. What a battle card
does is in ``rules``.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import cache, cached_property
from typing import Annotated, Literal

import msgspec

import data
from solver.decks import Provenance
from solver.documents import given_document, typed_document
from solver.errors import InvalidInput, nearest, quote

#: Cards of each sort in the box (rulings, "Cards that no rulebook prints").
INGREDIENT_CARDS, BATTLE_CARDS, BURGER_CARDS = 110, 32, 8

#: Most ingredients that any burger needs, and most cards of an invented deck: a bound on the work.
MOST_NEEDS, MOST_CARDS = 12, 1000

#: Fewest and most ingredients that a burger of the box needs.
NEEDS = (5, 7)

#: Ingredients that a battle card names: they have these letters in every deck.
FIXED = {"M": "Meat", "P": "Pickles", "L": "Lettuce", "T": "Tomato", "O": "Onion"}


class Battle(StrEnum):
    """The battle cards (rulebook, Battle Cards), as they are written."""

    BOMB = "+bomb"
    FIELD = "+field"
    APOCALYPSE = "+apocalypse"
    DESTROY = "+destroy"
    EAT = "+eat"
    DIG = "+dig"
    NOTHING = "+nothing"
    MEAT = "+meat"
    PICKLE = "+pickle"
    PICKY = "+picky"
    SWAP = "+swap"


#: What is printed on each battle card as its name.
TITLES = {
    Battle.BOMB: "Burger Bomb",
    Battle.FIELD: "Burger Force Field",
    Battle.APOCALYPSE: "Burgerpocalypse",
    Battle.DESTROY: "Destroy!",
    Battle.EAT: "Gonna Eat That?",
    Battle.DIG: "Grave Digger",
    Battle.NOTHING: "I Got Nothin'",
    Battle.MEAT: "More Meat!",
    Battle.PICKLE: "Pickle Plague",
    Battle.PICKY: "Picky Eater",
    Battle.SWAP: "The Old Switcheroo",
}

#: The battle cards that add a need, and the letter they add.
ADDS = {Battle.MEAT: "M", Battle.PICKLE: "P"}


class Ingredient(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ingredient: its letter, its name, and how many cards of it there are."""

    letter: Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    copies: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Burger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A burger card: its name and the letters it needs, repeats allowed; any case, spaces or not."""

    name: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,19}$")]
    needs: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NEEDS)]

    def __post_init__(self) -> None:
        """Write the letters as the notation does."""
        msgspec.structs.force_setattr(self, "needs", "".join(self.needs.upper().split()))


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """All cards of a box. ``battle``: copies of each battle card."""

    game: Literal["battle"]
    kind: Literal["deck"]
    name: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,19}$")]
    provenance: Provenance
    note: str = ""
    ingredients: Annotated[list[Ingredient], msgspec.Meta(min_length=1, max_length=26)]
    burgers: Annotated[list[Burger], msgspec.Meta(min_length=1, max_length=50)]
    battle: dict[Battle, Annotated[int, msgspec.Meta(ge=0, le=50)]]

    @cached_property
    def names(self) -> dict[str, str]:
        """Ingredient letter -> name, in the deck's order."""
        return {found.letter: found.name for found in self.ingredients}

    @cached_property
    def counts(self) -> Counter[str]:
        """Card -> copies, in canonical order: the keys of a JSON object have none of their own."""
        ingredients = {found.letter: found.copies for found in self.ingredients}
        battle = {str(card): self.battle.get(card, 0) for card in Battle}
        return Counter({card: n for card, n in {**ingredients, **battle}.items() if n})

    @cached_property
    def order(self) -> dict[str, int]:
        """Card -> its place in canonical order: ingredients as listed, then battle cards."""
        return {card: place for place, card in enumerate([*self.names, *map(str, Battle)])}

    @cached_property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """Burger name -> the letters it needs, in the deck's order."""
        return {found.name: self.sorted(found.needs) for found in self.burgers}

    def sorted(self, cards: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
        """Return cards in canonical order."""
        return tuple(sorted(cards, key=lambda card: self.order[card]))

    def title(self, card: str) -> str:
        """Return what a card is called: ``Cheese``, ``Burger Bomb``."""
        return self.names.get(card) or TITLES[Battle(card)]

    def find_burger(self, name: str) -> str:
        """Return the burger's canonical name; upper case and white space are accepted.

        Raises InvalidInput, with the nearest names, if there is none.
        """
        wanted = name.strip().lower()
        if wanted not in self.needs:
            raise InvalidInput(f"unknown burger {quote(name)}", "", nearest(wanted, self.needs))
        return wanted


@cache
def standard_deck() -> Deck:
    """Return the reconstruction that comes along."""
    where = "battle/deck.json"
    return check_deck(typed_document(data.read(where), Deck, where), where)


def deck_from(path: str | None) -> Deck:
    """Return the deck in a file, or in a text that is its JSON, checked; or the standard one.

    Raises InvalidInput for a file that cannot be read, is no JSON, or is no deck.
    """
    if path is None:
        return standard_deck()
    content, where = given_document(path, "deck")
    return check_deck(typed_document(content, Deck, where), where)


def check_deck(deck: Deck, where: str) -> Deck:
    """Return the deck if it makes sense, and keeps the box's counts unless it is invented.

    Raises InvalidInput with the first fault.
    """
    _check_ingredients(deck, where)
    _check_burgers(deck, where)
    if deck.counts.total() > MOST_CARDS:
        raise InvalidInput(f"{deck.counts.total()} cards", where, f"at most {MOST_CARDS}")
    if deck.provenance is Provenance.INVENTED:
        return deck
    sums = (
        (sum(found.copies for found in deck.ingredients), INGREDIENT_CARDS, "ingredient cards"),
        (sum(deck.battle.values()), BATTLE_CARDS, "battle cards"),
        (len(deck.burgers), BURGER_CARDS, "burgers"),
    )
    for found, right, what in sums:
        if found != right:
            raise InvalidInput(
                f"{found} {what}", where, f'{right}, or "provenance": "invented" for another box'
            )
    for index, burger in enumerate(deck.burgers):
        if not NEEDS[0] <= len(burger.needs) <= NEEDS[1]:
            raise InvalidInput(
                f"a burger of {len(burger.needs)} ingredients",
                f"{where}, burgers[{index}]",
                f"{NEEDS[0]} to {NEEDS[1]}",
            )
    return deck


def _check_ingredients(deck: Deck, where: str) -> None:
    letters: set[str] = set()
    for index, found in enumerate(deck.ingredients):
        place = f"{where}, ingredients[{index}]"
        if found.letter in letters:
            raise InvalidInput(f"a second ingredient {found.letter}", place, "each letter once")
        letters.add(found.letter)
        if FIXED.get(found.letter, found.name) != found.name:
            raise InvalidInput(
                f"{found.letter} called {quote(found.name)}", place, FIXED[found.letter]
            )
        for letter, name in FIXED.items():
            if found.name == name and found.letter != letter:
                raise InvalidInput(f"{name} written {found.letter}", place, letter)
    for letter, name in FIXED.items():
        adds = any(deck.battle.get(card) for card, added in ADDS.items() if added == letter)
        if letter not in letters and (adds or deck.provenance is not Provenance.INVENTED):
            raise InvalidInput(
                f"no {name} ({letter})", f"{where}, ingredients", "it, as a battle card names it"
            )


def _check_burgers(deck: Deck, where: str) -> None:
    all_needs: Counter[str] = Counter()
    names: set[str] = set()
    lists: set[str] = set()
    for index, burger in enumerate(deck.burgers):
        place = f"{where}, burgers[{index}]"
        if burger.name in names:
            raise InvalidInput(f"a second burger {burger.name}", place, "each name once")
        names.add(burger.name)
        for position, letter in enumerate(burger.needs, start=1):
            if letter not in deck.names:
                raise InvalidInput(
                    f"burger {burger.name} needs {quote(letter)}, which the deck lacks",
                    f"{place}, position {position}",
                    f"one of {' '.join(deck.names)}",
                )
        key = "".join(deck.sorted(burger.needs))
        if key in lists:
            raise InvalidInput(f"burger {burger.name} needs what another does", place, "another")
        lists.add(key)
        all_needs.update(burger.needs)
    for letter, count in all_needs.items():
        if count > deck.counts[letter]:
            raise InvalidInput(
                f"the burgers need {count} of {letter}, the deck has {deck.counts[letter]}",
                f"{where}, burgers",
                "needs that can all be met at the same time",
            )


def deck_schema() -> dict[str, object]:
    """Return the JSON Schema of a deck file."""
    schema: dict[str, object] = msgspec.json.schema(Deck)
    return schema


def describe_file(path: str) -> str:
    """Return what the deck in a file is, checked; raises InvalidInput as :func:`deck_from` does."""
    deck = deck_from(path)
    return (
        f"the {deck.name} deck of Burger Battle, {len(deck.burgers)} burgers, "
        f"{sum(found.copies for found in deck.ingredients)} ingredients, "
        f"{sum(deck.battle.values())} battle cards, provenance: {deck.provenance.value}"
    )
