"""The menu cards: the two menus of the box, and an owner's own.

A menu is a JSON file of one :class:`Menu`; its JSON Schema is made from the
class (``data/master/menu.schema.json``). The menus in ``data`` are
reconstructions: they keep every count and example of the rulebook and the
rulings, but the faces are not the published ones.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Annotated, Literal

import msgspec

import data
from solver.decks import Provenance
from solver.documents import given_document, typed_document
from solver.errors import InvalidInput, nearest, plural, quote
from solver.master.notation import parse_burger
from solver.master.rules import Variant, box

#: Cards of each menu (rulebook, Components).
CARDS = 20

#: Fewest and most fillings between the outer Buns (rulings).
FILLINGS = {"base": (3, 4), "gourmet": (4, 6)}


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One menu card: its number, and the burger bottom to top."""

    number: Annotated[int, msgspec.Meta(ge=1, le=999)]
    burger: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class Menu(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A menu: its cards are called ``name-number``, such as ``base-07``."""

    game: Literal["master"]
    kind: Literal["menu"]
    name: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9]{0,19}$")]
    provenance: Provenance
    note: str = ""
    cards: Annotated[list[Card], msgspec.Meta(min_length=1, max_length=999)]


#: The menus of the box, by what ``--menu`` calls them.
BUILT_IN = {"base": ("base",), "gourmet": ("gourmet",), "all": ("base", "gourmet")}


@cache
def built_in(name: str) -> Menu:
    """Return one of the two menus of the box."""
    where = f"master/menu-{name}.json"
    return check_menu(typed_document(data.read(where), Menu, where), where)


def cards_of(menu: str) -> dict[str, str]:
    """Return the burgers of a menu by card name: of ``base``, ``gourmet``, ``all``, or a file.

    Raises InvalidInput for a file that is missing, or no menu.
    """
    names = BUILT_IN.get(menu)
    menus = [built_in(name) for name in names] if names else [read_menu(menu)]
    return {card_name(one, card): card.burger for one in menus for card in one.cards}


def menu_played(menu: str | None, variant: Variant, default: str) -> str:
    """Return the menu that is played, ``default`` or both together where none is named.

    Raises InvalidInput for one of the two alone in the competent variant, which plays both.

    >>> menu_played(None, Variant.COMPETENT, "base"), menu_played(None, Variant.BEGINNER, "base")
    ('all', 'base')
    """
    competent = variant is Variant.COMPETENT
    if competent and menu in ("base", "gourmet"):
        raise InvalidInput(
            f"the competent variant with the {menu} menu alone", "menu", "all, or cards of your own"
        )
    return menu or ("all" if competent else default)


def card_name(menu: Menu, card: Card) -> str:
    """Return what a card is called.

    >>> card_name(built_in("base"), built_in("base").cards[6])
    'base-07'
    """
    return f"{menu.name}-{card.number:02d}"


def find_card(name: str, menu: str) -> tuple[str, str]:
    """Return a card's canonical name and its burger.

    White space, upper case, a missing leading zero, and on a single menu the bare number are
    accepted.

    Raises InvalidInput, with the nearest names, for a card that is not on the menu.
    """
    return card_in(name, cards_of(menu))


def card_in(name: str, cards: dict[str, str]) -> tuple[str, str]:
    """Return the canonical name and the burger of one of these cards, as :func:`find_card` does."""
    wanted = re.sub(r"[\s_-]+", "-", name.strip().lower())
    if found := re.fullmatch(r"([a-z][a-z0-9]*?)-?0*(\d{1,3})", wanted):
        wanted = f"{found[1]}-{int(found[2]):02d}"
    names = {card.partition("-")[0] for card in cards}
    if wanted.isdecimal() and len(names) == 1:
        wanted = f"{names.pop()}-{int(wanted):02d}"
    if wanted not in cards:
        raise InvalidInput(f"unknown card {quote(name)}", "card", nearest(wanted, cards))
    return wanted, cards[wanted]


def read_menu(path: str) -> Menu:
    """Return the menu in a file, or in a text that is its JSON, checked.

    Raises InvalidInput for a file that cannot be read, is no JSON, or is no menu.
    """
    if not re.search(r"[/.{\[]", path):
        raise InvalidInput(f"unknown menu {quote(path)}", "menu", "base, gourmet, all, or a file")
    content, where = given_document(path, "menu")
    return check_menu(typed_document(content, Menu, where), where)


def check_menu(menu: Menu, where: str) -> Menu:
    """Return the menu, its burgers written canonically, if it keeps the counts of rulebook and rulings.

    Raises InvalidInput with the first card that does not.
    """
    seen: dict[str, int] = {}
    numbers: set[int] = set()
    for index, card in enumerate(menu.cards):
        place = f"{where}, cards[{index}]"
        try:
            burger = parse_burger(card.burger)
        except InvalidInput as error:
            raise error.at(place) from None
        if card.number in numbers:
            raise InvalidInput(f"a second card {card.number}", place, "each number once")
        if burger in seen:
            raise InvalidInput(
                f"the same burger as card {seen[burger]}", place, "no two cards alike"
            )
        numbers.add(card.number)
        seen[burger] = card.number
        _check_face(menu, burger, place)
    burgers = zip(menu.cards, seen, strict=True)
    cards = [msgspec.structs.replace(card, burger=burger) for card, burger in burgers]
    menu = msgspec.structs.replace(menu, cards=cards)
    if menu.name in FILLINGS and numbers != set(range(1, CARDS + 1)):
        raise InvalidInput(
            f"{plural(len(menu.cards), 'card')} of the {menu.name} menu",
            where,
            f"{CARDS}, numbered 1 to {CARDS}",
        )
    if menu.name == "all":
        raise InvalidInput("a menu called all", where, "another name")
    return menu


def _check_face(menu: Menu, burger: str, place: str) -> None:
    if not (burger.startswith("B") and burger.endswith("B") and len(burger) > 2):
        raise InvalidInput(f"burger {burger}", place, "a Bun below and on top, something between")
    if menu.name not in FILLINGS:
        return
    fewest, most = FILLINGS[menu.name]
    fillings = burger[1:-1]
    if not fewest <= len(fillings) <= most:
        raise InvalidInput(
            f"{plural(len(fillings), 'filling')} on a card of the {menu.name} menu",
            place,
            f"{fewest} to {most}",
        )
    in_play = box(onions=menu.name == "gourmet")
    short = Counter(burger) - in_play
    if short:
        letter = min(short)
        raise InvalidInput(
            f"burger {burger} needs {burger.count(letter)} of {letter}",
            place,
            f"at most {in_play[letter]} with the {menu.name} menu",
        )
    if menu.name == "base" and "B" in fillings:
        raise InvalidInput(
            f"burger {burger} has a Bun in the middle", place, "none in the base menu"
        )


def menu_schema() -> dict[str, object]:
    """Return the JSON Schema of a menu file."""
    schema: dict[str, object] = msgspec.json.schema(Menu)
    return schema


def describe_file(path: str) -> str:
    """Return what the menu in a file is, checked.

    Raises InvalidInput as :func:`read_menu` does.
    """
    menu = read_menu(path)
    return (
        f"the {menu.name} menu of Burger Master, {plural(len(menu.cards), 'card')}, "
        f"provenance: {menu.provenance.value}"
    )
