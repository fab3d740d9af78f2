"""The cards of Super Burger: colours, heroes, and what fits on what.

A card is its canonical text, such as ``rTO`` (a red tomato), ``gBN`` (a green
bun) or ``rMU+y`` (red mushrooms whose second colour is yellow): the colour's
letter, the hero's two letters, and for mushrooms ``+`` and the second colour.
So a card prints itself, and equal cards are equal strings. Reading what people
type is left to ``notation``, which cards there are to ``deck``.
"""

from __future__ import annotations

from functools import cache

#: A card in the canonical notation.
Card = str

#: The four colours, in the ring order of the mushrooms' second colours (rulings).
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}

#: The sixteen heroes (rulebook, Card Types): tasty fillings first, then the hot cards.
TASTY = {
    "CU": "cucumber",
    "LE": "lettuce",
    "CH": "cheese",
    "PI": "pineapple",
    "BA": "bacon",
    "EG": "egg",
    "TO": "tomato",
}
HOT = {
    "ON": "onion",
    "SC": "sauce",
    "PA": "patty",
    "DP": "double patty",
    "SL": "salt",
    "MU": "mushrooms",
    "PE": "pepper",
    "FL": "fly",
    "BX": "box",
}
HEROES = {**TASTY, **HOT}

BUN, FLY, BOX, MUSHROOMS = "BN", "FL", "BX", "MU"
ONION, SAUCE, PATTY, DOUBLE_PATTY, SALT, PEPPER = "ON", "SC", "PA", "DP", "SL", "PE"

#: Everything a card can be, by its two letters.
KINDS = {**HEROES, BUN: "bun"}

#: Heroes that are no fillings: a fly eats burgers, a box packs them (rulings).
NO_FILLINGS = (FLY, BOX)

#: Heroes that can be laid on a burger under construction, each worth a point.
FILLINGS = tuple(hero for hero in HEROES if hero not in NO_FILLINGS)


def hero(card: Card) -> str:
    """Return a card's two letters.

    >>> hero("rMU+y")
    'MU'
    """
    return card[1:3]


@cache
def colours(card: Card) -> str:
    """Return a card's colours: its own, and for mushrooms the second.

    >>> colours("rTO"), colours("rMU+y")
    ('r', 'ry')
    """
    return card[0] + card[4:5]


def is_bun(card: Card) -> bool:
    """Return whether the card is a bun."""
    return card[1:3] == BUN


def is_filling(card: Card) -> bool:
    """Return whether the card can be laid on a burger under construction, for a point."""
    return card[1:3] in FILLINGS


@cache
def same_colour(card: Card, other: Card) -> bool:
    """Return whether two cards have a colour in common.

    >>> same_colour("rTO", "gMU+r"), same_colour("rTO", "gTO")
    (True, False)
    """
    return any(colour in colours(other) for colour in colours(card))


@cache
def fits(card: Card, top: Card) -> bool:
    """Return whether a filling or a closing bun may be laid on ``top`` (rulebook, Game Sequence).

    A filling fits by a colour or by the same filling, a bun by a colour only;
    a fly and a box fit nothing.

    >>> fits("rTO", "bTO"), fits("rBN", "bBN"), fits("rBN", "gMU+r"), fits("rFL", "rTO")
    (True, False, True, False)
    """
    if is_bun(card):
        return same_colour(card, top)
    return is_filling(card) and (same_colour(card, top) or hero(card) == hero(top))


@cache
def in_words(card: Card) -> str:
    """Return what a card is called.

    >>> in_words("rTO"), in_words("gMU+r")
    ('red tomato', 'green mushrooms (with red)')
    """
    second = f" (with {COLOURS[card[4]]})" if card[4:5] else ""
    return f"{COLOURS[card[0]]} {KINDS[hero(card)]}{second}"


#: Every card that the notation can write, in canonical order.
_ORDER = {
    card: number
    for number, card in enumerate(
        colour + kind + second
        for kind in KINDS
        for colour in COLOURS
        for second in (
            [f"+{other}" for other in COLOURS if other != colour] if kind == MUSHROOMS else [""]
        )
    )
}


def in_order(cards: list[Card] | tuple[Card, ...]) -> tuple[Card, ...]:
    """Return cards sorted by hero, then by colour.

    >>> in_order(["bBN", "gON", "rON"])
    ('rON', 'gON', 'bBN')
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def twin(card: Card) -> Card:
    """Return mushrooms with their two colours exchanged: they look and play the same.

    >>> twin("bMU+g")
    'gMU+b'
    """
    return card[4] + MUSHROOMS + "+" + card[0]
