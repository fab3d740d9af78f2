"""The deck of Super Burger: the 144 cards, an owner's own, and hands held against them.

A deck is a JSON file of one :class:`DeckFile`; its JSON Schema is made from the
class (``data/superburger/deck.schema.json``). The rulebook fixes every card but
the mushrooms' second colours; those of the deck in ``data`` are a reconstruction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

import msgspec

import data
from solver.decks import Provenance
from solver.documents import given_document, typed_document
from solver.errors import InvalidInput
from solver.superburger.cards import (
    BUN,
    COLOURS,
    HEROES,
    KINDS,
    MUSHROOMS,
    Card,
    hero,
    in_order,
    in_words,
    twin,
)
from solver.superburger.notation import parse_card, parse_cards

#: Copies of each hero in each colour, and of the bun (rulebook, Overview).
COPIES = 2
BUN_COPIES = 4

#: All cards (rulebook, Overview).
CARDS = 144

#: The deck that comes along.
BUILT_IN = "superburger/deck.json"


class DeckCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the deck in the notation, and how many of it there are."""

    card: Annotated[str, msgspec.Meta(min_length=3, max_length=40)]
    count: Annotated[int, msgspec.Meta(ge=1, le=BUN_COPIES)]


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deck as a document."""

    game: Literal["super"]
    kind: Literal["deck"]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    provenance: Provenance
    note: str = ""
    cards: Annotated[list[DeckCard], msgspec.Meta(min_length=1, max_length=CARDS)]


@dataclass(frozen=True)
class Deck:
    """A checked deck: its cards with their numbers."""

    name: str
    provenance: Provenance
    counts: Counter[Card]

    def cards(self) -> tuple[Card, ...]:
        """Return all cards, sorted."""
        return in_order(list(self.counts.elements()))

    def read(self, text: str | list[str], where: str) -> list[Card]:
        """Return the cards in a text, or in a list of texts, as this deck has them.

        Mushrooms written with their colours exchanged are read as those of the deck.
        """
        joined = text if isinstance(text, str) else " ".join(text)
        return [self.own(card) for card in parse_cards(joined, where)]

    def read_one(self, text: str, where: str) -> Card:
        """Return the one card in ``text`` as this deck has it."""
        return self.own(parse_card(text, where))

    def own(self, card: Card) -> Card:
        """Return the card, or where the deck has only its twin, the twin."""
        if hero(card) == MUSHROOMS and card not in self.counts and twin(card) in self.counts:
            return twin(card)
        return card

    def hold(self, cards: Iterable[Card], where: str) -> None:
        """Raise InvalidInput where there are more of a hero or a card than the deck holds."""
        held = Counter(cards)
        heroes: Counter[str] = Counter()
        for card, count in held.items():
            heroes[hero(card)] += count
        for kind, count in heroes.items():
            most = sum(n for card, n in self.counts.items() if hero(card) == kind)
            if count > most:
                raise InvalidInput(
                    f"{count} cards of {kind} ({KINDS[kind]})",
                    where,
                    f"at most {most}, as the deck holds",
                )
        for card in in_order(list(held)):
            if held[card] > self.counts[card]:
                raise InvalidInput(
                    f"{held[card]} of {card} ({in_words(card)})",
                    where,
                    f"at most {self.counts[card]}, as the deck holds{self._twin_hint(card)}",
                )

    def _twin_hint(self, card: Card) -> str:
        if hero(card) == MUSHROOMS and self.counts[twin(card)]:
            return f"; {twin(card)} shows the same two colours"
        return ""


@cache
def built_in() -> Deck:
    """Return the deck that comes along."""
    return checked(typed_document(data.read(BUILT_IN), DeckFile, BUILT_IN), BUILT_IN)


def deck_named(path: str | None) -> Deck:
    """Return the deck in a file, or in a text that is its JSON; or the one that comes along.

    Raises InvalidInput for a file that cannot be read, is no JSON, or is no deck.
    """
    if path is None:
        return built_in()
    content, where = given_document(path, "deck")
    return checked(typed_document(content, DeckFile, where), where)


def checked(file: DeckFile, where: str) -> Deck:
    """Return the deck of a document if it keeps the counts of the rulebook.

    Raises InvalidInput with the first card that does not.
    """
    counts: Counter[Card] = Counter()
    for index, entry in enumerate(file.cards):
        place = f"{where}, cards[{index}]"
        card = parse_card(entry.card, place)
        if card in counts:
            raise InvalidInput(
                f"a second entry for {card}", place, "each card once, with its count"
            )
        counts[card] = entry.count
    for kind in KINDS:
        for colour in COLOURS:
            _check_copies(counts, kind, colour, where)
    return Deck(file.name, file.provenance, counts)


def _check_copies(counts: Counter[Card], kind: str, colour: str, where: str) -> None:
    copies = sum(n for card, n in counts.items() if hero(card) == kind and card[0] == colour)
    wanted = BUN_COPIES if kind == BUN else COPIES
    if copies != wanted:
        raise InvalidInput(
            f"{copies} of {COLOURS[colour]} {KINDS[kind]}", where, f"{wanted} (rulebook, Overview)"
        )


def describe_file(path: str) -> str:
    """Return what the deck in a file is, in one line, for ``burger data check``."""
    deck = deck_named(path)
    return (
        f"a deck of Super Burger, {sum(deck.counts.values())} cards, {len(HEROES)} heroes, "
        f"provenance: {deck.provenance.value}"
    )
