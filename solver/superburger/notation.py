"""Cards, hands and burgers as text, and back.

A card is the colour's letter ``r y g b`` and the hero's two letters:

    CU cucumber   LE lettuce   CH cheese   PI pineapple   BA bacon   EG egg   TO tomato
    ON onion      SC sauce     PA patty    DP double patty   SL salt   PE pepper
    MU mushrooms  FL fly       BX box      BN bun

``rTO`` is a red tomato. Mushrooms name their second colour after ``+``:
``rMU+y``. Cards stand in any number of words, separated by spaces, commas or semicolons;
``2rTO`` is two of them. A burger is written bottom to top.

Read just as well: upper and lower case, full names and either order
(``red-tomato``, ``red tomato``, ``tomato red``, ``rgMU``, ``r/gMU``). What is
printed is canonical. Which cards a deck holds is left to ``deck``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from solver.errors import InvalidInput, nearest, plural, quote
from solver.superburger.cards import BUN, COLOURS, KINDS, MUSHROOMS, Card

#: No list of cards is longer; the whole deck takes under 1,000 characters.
LONGEST_TEXT = 10_000

#: No list of cards holds more.
MOST_CARDS = 500

_COLOUR_WORDS = {**{letter: letter for letter in COLOURS}, **{v: k for k, v in COLOURS.items()}}
_KIND_WORDS = {
    **{code.lower(): code for code in KINDS},
    **{name.replace(" ", ""): code for code, name in KINDS.items()},
    "mushroom": MUSHROOMS,
    "cucumbers": "CU",
    "tomatoes": "TO",
    "onions": "ON",
    "buns": BUN,
    "friedegg": "EG",
    "hungryfly": "FL",
    "hotpepper": "PE",
    "eggs": "EG",
    "salad": "LE",
}


def _any_of(words: dict[str, str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


_C, _K = _any_of(_COLOUR_WORDS), _any_of(_KIND_WORDS)
_COUNT = r"(?P<count>\d{1,3})?x?"
_FORMS = [
    re.compile(rf"{_COUNT}(?P<colour>{_C})[-_:./]?(?P<kind>{_K})(?:[-+/](?P<second>{_C}))?"),
    re.compile(rf"{_COUNT}(?P<colour>{_C})[-+/]?(?P<second>{_C})[-_:./]?(?P<kind>{_K})"),
    re.compile(rf"{_COUNT}(?P<kind>{_K})[-_:./]?(?P<colour>{_C})(?:[-+/]?(?P<second>{_C}))?"),
]
_COUNTS = re.compile(r"\d{1,3}x?", re.I)
_TWO_WORDS = re.compile(r"\b(double|fried|hungry|hot)[\s_-]+(patty|egg|fly|pepper)", re.I)

EXPECTED = "a colour r y g b and a card, such as rTO (red tomato) or rMU+y; see burger super --help"


@dataclass(frozen=True, slots=True)
class _Word:
    count: int
    card: Card


def parse_cards(text: str, where: str) -> list[Card]:
    """Return the cards in ``text``, in the order written; none for a blank text.

    Raises InvalidInput with the number and the text of the first word that is no card.

    >>> parse_cards("rTO, 2 bon Red-Bun", "hand")
    ['rTO', 'bON', 'bON', 'rBN']
    >>> parse_cards("red tomato mushrooms blue/red", "hand")
    ['rTO', 'bMU+r']
    """
    if len(text) > LONGEST_TEXT:
        raise InvalidInput(f"{len(text)} characters", where, f"at most {LONGEST_TEXT}")
    cards: list[Card] = []
    for number, word in enumerate(_words(text), start=1):
        found = _parse_word(word, f"{where}, card {number}")
        cards += [found.card] * found.count
        if len(cards) > MOST_CARDS:
            raise InvalidInput(f"more than {MOST_CARDS} cards", where, "what a deck holds")
    return cards


def parse_card(text: str, where: str) -> Card:
    """Return the one card in ``text``.

    >>> parse_card("yellow bun", "top")
    'yBN'
    """
    cards = parse_cards(text, where)
    if len(cards) != 1:
        raise InvalidInput(plural(len(cards), "card"), where, "one card, such as rTO")
    return cards[0]


def parse_colour(text: str, where: str) -> str:
    """Return a colour's letter; a bun of that colour does as well.

    >>> parse_colour("Red", "open"), parse_colour("gBN", "open")
    ('r', 'g')
    """
    word = text.strip().lower()
    if word in _COLOUR_WORDS:
        return _COLOUR_WORDS[word]
    for form in _FORMS:
        found = form.fullmatch(word)
        if found and _KIND_WORDS[found["kind"]] == BUN and not found["second"]:
            return _COLOUR_WORDS[found["colour"]]
    raise InvalidInput(f"unknown colour {quote(text)}", where, "red, yellow, green or blue")


def format_cards(cards: list[Card] | tuple[Card, ...]) -> str:
    """Return cards as text, separated by spaces."""
    return " ".join(cards)


def parse_numbers(value: str | int | list[int] | None, where: str, most: int) -> list[int]:
    """Return numbers from 0 to ``most``, given as a list or as text with commas or spaces.

    >>> parse_numbers("3, 1", "boxes", 9), parse_numbers([2], "boxes", 9), parse_numbers(None, "", 9)
    ([3, 1], [2], [])
    """
    words: list[str | int] = []
    if isinstance(value, str):
        words += [word for word in re.split(r"[\s,]+", value.strip(", \t\n")) if word]
    elif value is not None:
        words += value if isinstance(value, list) else [value]
    numbers = []
    for position, word in enumerate(words, start=1):
        if not re.fullmatch(r"\d{1,6}", str(word)) or int(word) > most:
            raise InvalidInput(
                f"{quote(str(word))} is no round", f"{where}, number {position}", f"0 to {most}"
            )
        numbers.append(int(word))
    return numbers


def _words(text: str) -> list[str]:
    """Return one word a card: names of two words, counts and colours that stand apart are joined."""
    joined = _TWO_WORDS.sub(r"\1\2", text)
    words: list[str] = []
    for word in re.split(r"[\s,;]+", joined):
        if word and words and _belongs(words[-1].lower(), word.lower()):
            words[-1] += word if _COUNTS.fullmatch(words[-1]) else f"-{word}"
        elif word:
            words.append(word)
    return words


def _belongs(before: str, word: str) -> bool:
    """Return whether a word goes on with the card begun before it."""
    if _COUNTS.fullmatch(before):
        return not word[0].isdigit()
    begun = re.split(r"[-+/]", before.lstrip("0123456789x"))
    parts = re.split(r"[-+/]", word)
    colours = all(part in _COLOUR_WORDS for part in parts)
    if all(part in _COLOUR_WORDS for part in begun):
        return (colours and len(begun) == 1) or parts[0] in _KIND_WORDS
    kind = _KIND_WORDS.get(begun[0])
    most = 2 if kind == MUSHROOMS else 1
    return (
        kind is not None
        and colours
        and all(part in _COLOUR_WORDS for part in begun[1:])
        and len(begun) - 1 + len(parts) <= most
    )


def _parse_word(word: str, where: str) -> _Word:
    for form in _FORMS:
        found = form.fullmatch(word.lower())
        if found:
            break
    else:
        raise InvalidInput(f"{quote(word)} is no card", where, _expected(word.lower()))
    kind, colour = _KIND_WORDS[found["kind"]], _COLOUR_WORDS[found["colour"]]
    count = int(found["count"] or 1)
    if count == 0:
        raise InvalidInput(f"{quote(word)}: none of a card", where, "1 or more")
    second = found["second"]
    card = colour + kind
    if kind != MUSHROOMS:
        if second:
            raise InvalidInput(
                f"{quote(word)}: two colours", where, "one colour; only mushrooms have two"
            )
        return _Word(count, card)
    if second is None or _COLOUR_WORDS[second] == colour:
        rest = " ".join(f"{card}+{other}" for other in COLOURS if other != colour)
        raise InvalidInput(
            f"{quote(word)}: mushrooms without a second colour", where, f"one of {rest}"
        )
    return _Word(count, f"{card}+{_COLOUR_WORDS[second]}")


def _expected(word: str) -> str:
    if word.isdigit():
        return f"a card behind the number; ?{word} for so many unseen ones"
    if word in _KIND_WORDS:
        code = _KIND_WORDS[word]
        second = "+y" if code == MUSHROOMS else ""
        return f"its colour too, such as r{code}{second}"
    bare = re.sub(rf"^\d*x?{_C}[-_:.]?", "", word)
    close = nearest(bare, [name for name in _KIND_WORDS if len(name) > 2])
    return EXPECTED if close.startswith("one of") or len(bare) < 3 else f"{close}, with a colour"
