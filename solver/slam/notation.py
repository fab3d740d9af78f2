"""Cards, piles and special cards as text, and back.

A card is its toppings (``C`` cheese, ``P`` patty, ``T`` tomato, ``L`` lettuce),
then ``+r`` and ``+y`` for red and yellow sauce: ``PPP``, ``CTL+r``, ``P+y``.
A pile is its cards in the order played, separated by spaces; ``?`` is a card
nobody remembers, ``-`` a pile without cards. Gold cards: ``chili``, ``sauce``,
``chili,sauce`` or ``none``. Silver: ``extra:P``, ``burnt:T``, ``wild``,
``kids``, ``big-combo``, ``standard-combo``, ``spatula`` or ``none``.

What a player types is read kindly: any case, toppings in any order, commas,
``+ry``, spaces before a ``+``. What is printed is canonical and reads back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.errors import InvalidInput, nearest, quote
from solver.slam.rules import MOST_TOPPINGS, SILVERS, TOPPINGS, WITH_TOPPING, Card, Gold, Silver

#: Longest text of a pile, and most cards in one: far more than any deck.
LONGEST_TEXT, MOST_CARDS = 20_000, 1_000

#: What stands for a card that nobody remembers, and for a pile without cards.
UNKNOWN, EMPTY = "?", "-"

#: One such card, or so many: ``?8``.
_FORGOTTEN = re.compile(r"\?(\d*)")

_SAUCES = {"r": "red", "y": "yellow"}
_ORDER = {letter: place for place, letter in enumerate(TOPPINGS)}
_LETTERS = " ".join(TOPPINGS)


def parse_card(text: str) -> Card:
    """Return the card that ``text`` shows.

    Raises InvalidInput for a topping or sauce that is not, or other than 1 to 3 toppings.

    >>> str(parse_card("ltc+R"))
    'CTL+r'
    """
    letters, *sauces = text.strip().split("+")
    for position, letter in enumerate(letters, start=1):
        if letter.upper() not in TOPPINGS:
            raise InvalidInput(
                f"unknown topping {quote(letter)}", f"position {position}", f"one of {_LETTERS}"
            )
    if not 1 <= len(letters) <= MOST_TOPPINGS:
        raise InvalidInput(f"{len(letters)} toppings on one card", "", f"1 to {MOST_TOPPINGS}")
    shown: set[str] = set()
    for sauce in sauces:
        for letter in sauce.lower() or " ":
            if letter not in _SAUCES:
                what = f"unknown sauce {quote(letter)}" if letter.strip() else "a + without a sauce"
                raise InvalidInput(what, "", "+r (red) or +y (yellow)")
            if letter in shown:
                raise InvalidInput(f"{_SAUCES[letter]} sauce twice", "", "it once")
            shown.add(letter)
    toppings = "".join(sorted(letters.upper(), key=lambda letter: _ORDER[letter]))
    return Card(toppings, red="r" in shown, yellow="y" in shown)


def parse_partial(text: str, where: str = "pile") -> list[Card | None]:
    """Return the cards in ``text``, None for one that nobody remembers (``?``).

    ``?3`` are three such cards.

    >>> [str(card) for card in parse_partial("ppp, ? p +y ?2")]
    ['PPP', 'None', 'P+y', 'None', 'None']
    """
    if len(text) > LONGEST_TEXT:
        raise InvalidInput(f"{len(text)} characters", where, f"at most {LONGEST_TEXT}")
    forgotten = sum(int(number) for number in _FORGOTTEN.findall(text) if number)
    if forgotten > MOST_CARDS:
        raise InvalidInput(f"{forgotten:,} forgotten cards", where, f"at most {MOST_CARDS}")
    spelled = _FORGOTTEN.sub(lambda found: f" {UNKNOWN}" * int(found[1] or 1) + " ", text)
    words = re.sub(r"\s*\+\s*", "+", spelled).replace(",", " ").split()
    if words == [EMPTY]:
        return []
    if len(words) > MOST_CARDS:
        raise InvalidInput(f"{len(words)} cards", where, f"at most {MOST_CARDS}")
    cards: list[Card | None] = []
    for number, word in enumerate(words, start=1):
        try:
            cards.append(None if word == UNKNOWN else parse_card(word))
        except InvalidInput as error:
            raise error.at(f"{where}, card {number} {quote(word)}") from None
    return cards


def parse_pile(text: str, where: str = "pile") -> list[Card]:
    """Return the cards in ``text``, all of them known.

    Raises InvalidInput for a ``?``, and as :func:`parse_card` does.
    """
    cards = parse_partial(text, where)
    known = [card for card in cards if card is not None]
    if len(known) < len(cards):
        raise InvalidInput(
            "a card that is not known, ?",
            f"{where}, card {cards.index(None) + 1}",
            f"known cards only{'; odds and advise take ?' if where == 'pile' else ''}",
        )
    return known


def format_pile(cards: Iterable[Card | None]) -> str:
    """Return a pile as canonical text.

    >>> format_pile([Card("PPP"), None]), format_pile([])
    ('PPP ?', '-')
    """
    return " ".join(UNKNOWN if card is None else str(card) for card in cards) or EMPTY


def parse_topping(text: str, where: str) -> str:
    """Return a topping's letter, from its letter or name."""
    word = text.strip().upper()
    for letter, name in TOPPINGS.items():
        if word in (letter, name.upper()):
            return letter
    raise InvalidInput(f"unknown topping {quote(text)}", where, f"one of {_LETTERS}")


def parse_gold(text: str | None) -> Gold:
    """Return which gold cards are open.

    >>> str(parse_gold("Sauce, chili")), str(parse_gold(None))
    ('chili,sauce', 'none')
    """
    words = re.split(r"[\s,+]+", ("none" if text is None else text).strip(" \t\r\n,").lower())
    for word in words:
        if word not in ("chili", "sauce", "none"):
            raise InvalidInput(
                f"unknown gold card {quote(word)}", "gold", "chili, sauce, chili,sauce or none"
            )
    if len(set(words)) < len(words) or ("none" in words and len(words) > 1):
        raise InvalidInput(f"gold cards {quote(text or '')}", "gold", "each at most once, or none")
    return Gold(chili="chili" in words, sauce="sauce" in words)


def parse_silver(text: str | None) -> Silver | None:
    """Return the silver card that is active, if any.

    >>> str(parse_silver("Extra:patty")), parse_silver("none")
    ('extra:P', None)
    """
    if text is None or text.strip().lower() == "none":
        return None
    word, _, topping = (
        re.sub(r"\s*:\s*", ":", text.strip().lower()).replace(" ", "-").partition(":")
    )
    known = {str(card): card for card in SILVERS if card is not None}
    if word in WITH_TOPPING:
        if not topping:
            raise InvalidInput(f"no topping with {word}", "silver", f"such as {word}:P")
        return known[f"{word}:{parse_topping(topping, f'silver {quote(text)}')}"]
    if word not in known or topping:
        raise _no_silver(text, word, topping, known)
    return known[word]


def _no_silver(text: str, word: str, topping: str, known: Iterable[str]) -> InvalidInput:
    shown = [name for name in known if ":" not in name or name.endswith(":P")]
    close = nearest(word, known)
    if word == "wild" and topping:
        expected = "wild, and its topping named with the call (wild P)"
    elif close.startswith("one of ") or re.search(r"[,\s]", text.strip()):
        expected = f"one silver card: {', '.join(shown)} or none"
    else:
        expected = close
    return InvalidInput(f"unknown silver card {quote(text)}", "silver", expected)
