"""Cards, boards, hands and pools as text, and back.

A card is written by the face that is seen, ``beef`` or ``s05``; where its back
is known too, after a slash: ``beef/s05`` shows beef, ``s05/beef`` is the same
card the other way up. ``beef:2`` is two of them. Several are separated by
spaces or commas: ``beef:2 lettuce s01 s14/bun``.

- On a board the face written is the side that is used.
- In a hand it is the side in view, before the flip or after it.
- In a pool a card has both sides, and either may be written first; one face is
  enough where only one card has it. ``all`` is the whole deck.

Upper case, ``s5`` for ``s05``, and ``2beef``, ``2xbeef``, ``beef*2`` are read too.
``none`` is no cards at all. JSON is read as well: a list of such texts, an object of names and numbers,
``{"beef": 2, "s01": 1}``, or an answer with such a text as its ``"board"`` or
``"pool"``. What is printed is canonical: ingredients before scoring cards, each
in the deck's order, pool cards with the ingredient first.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.documents import untyped_document
from solver.draft.requests import Text
from solver.draft.rules import MOST_SCORING, Cards, matched
from solver.errors import InvalidInput, nearest, quote

#: No text of cards is longer; more is a mistake, not a game.
LONGEST_TEXT = 10_000

#: How no cards at all are written.
NO_CARDS = "none"

#: Most cards in one text: the largest deck.
MOST_CARDS = 240

_COUNTED = re.compile(
    r"(?:(?P<before>\d{1,1000})\s*[x*:]?\s*)?(?P<face>[a-z][a-z0-9]*(?:/[a-z][a-z0-9]*)?)"
    r"(?:[*:](?P<after>\d{1,1000}))?"
)


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """One side of a card: its place among the deck's ingredients, or among its scoring cards."""

    is_scoring: bool
    place: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A card with a face in view, and its back if that is known."""

    face: Face
    back: Face | None = None


def face_name(face: Face, cards: Cards) -> str:
    """Return what a face is called."""
    faces = cards.scoring if face.is_scoring else cards.ingredients
    return faces[face.place].name


def faces_by_name(cards: Cards) -> dict[str, Face]:
    """Return every face of the deck by its name."""
    found = {one.name: Face(False, place) for place, one in enumerate(cards.ingredients)}
    found |= {card.name: Face(True, place) for place, card in enumerate(cards.scoring)}
    return found


def as_text(given: Text) -> str:
    """Return what a request gives as text; a list or an object as the JSON that it is."""
    return given if isinstance(given, str) else json.dumps(given)


def parse_cards(given: Text, cards: Cards, where: str) -> list[Seen]:
    """Return the cards that a text, or the JSON in its place, shows, in its order.

    where: what the text is, for errors: board, hand, pool.

    Raises InvalidInput for an unknown face, a card the deck does not have, or a count of 0.
    """
    text = as_text(given)
    if text.strip().lower() == NO_CARDS:
        return []
    if len(text) > LONGEST_TEXT:
        raise InvalidInput(
            f"a text of {len(text):,} characters", where, f"at most {LONGEST_TEXT:,}"
        )
    if text.lstrip().startswith(("[", "{")):
        text = " ".join(_json_tokens(text, where))
    known = faces_by_name(cards)
    joined = re.sub(r"\s*([/:*])\s*", r"\1", text.lower())
    # A count may stand alone before its face: "2 beef".
    joined = re.sub(r"(?<![\w:*/])(\d+)\s+(?=[a-z])", r"\1", joined)
    seen: list[Seen] = []
    for number, token in enumerate(re.split(r"[\s,;]+", joined.strip(" \t\r\n,;")), start=1):
        if not token:
            continue
        place = f"{where}, card {number}"
        seen += _parse_token(token, cards, known, place)
        if len(seen) > MOST_CARDS:
            raise InvalidInput(f"more than {MOST_CARDS} cards", where, "fewer")
    return seen


def _json_tokens(text: str, where: str) -> list[str]:
    document = untyped_document(text, where)
    if isinstance(document, dict):
        for key in (where, "board", "pool"):
            if isinstance(document.get(key), str):
                return [document[key]]
            if key in document and type(document[key]) is not int:
                raise InvalidInput(
                    f"{quote(json.dumps(document[key]))} as the {key}",
                    where,
                    f'cards as text, such as {{"{key}": "beef:2,s01"}}',
                )
        for name, count in document.items():
            if type(count) is not int:
                raise InvalidInput(
                    f"{quote(json.dumps(count))} as the count of {quote(name)}",
                    where,
                    'a whole number, such as {"beef": 2}',
                )
        return [f"{name}:{count}" for name, count in document.items()]
    for place, one in enumerate(document, start=1):
        if not isinstance(one, str):
            raise InvalidInput(
                f"{quote(json.dumps(one))} instead of a card's text",
                f"{where}, card {place}",
                'such as ["beef:2", "s01"]',
            )
    cards: list[str] = document
    return cards


def _parse_token(token: str, cards: Cards, known: dict[str, Face], where: str) -> list[Seen]:
    found = _COUNTED.fullmatch(token)
    if found is None:
        right = "such as beef, beef:2, s05 or beef/s05"
        if token.endswith((".json", ".txt")):
            right = f"the cards themselves here, not a file's name, {right}"
        raise InvalidInput(f"unreadable card {quote(token)}", where, right)
    if found["before"] and found["after"]:
        raise InvalidInput(f"two counts in {quote(token)}", where, "one, such as beef:2")
    count = int(found["before"] or found["after"] or 1)
    if not 1 <= count <= MOST_CARDS:
        raise InvalidInput(
            f"{quote(token)} is no number of cards", where, f"1 to {MOST_CARDS}, such as beef:2"
        )
    front, slash, back = found["face"].partition("/")
    seen = Seen(
        _known_face(front, known, where), _known_face(back, known, where) if slash else None
    )
    if seen.back is not None and pair_of(seen) not in cards.pairs:
        raise InvalidInput(
            f"no card {quote(found['face'])} in the deck", where, _cards_with(seen, cards)
        )
    return [seen] * count


def _known_face(name: str, known: dict[str, Face], where: str) -> Face:
    if name in known:
        return known[name]
    if numbered := re.fullmatch(r"([a-z]+)0*(\d+)", name):
        for other, face in known.items():
            same = re.fullmatch(r"([a-z]+)0*(\d+)", other)
            if same and same.groups() == numbered.groups():
                return face
    raise InvalidInput(f"unknown face {quote(name)}", where, nearest(name, known))


def pair_of(seen: Seen) -> tuple[int, int] | None:
    """Return a card as (ingredient, scoring card); None if its back is not known or is of the same kind."""
    if seen.back is None or seen.back.is_scoring == seen.face.is_scoring:
        return None
    if seen.face.is_scoring:
        return seen.back.place, seen.face.place
    return seen.face.place, seen.back.place


def _cards_with(seen: Seen, cards: Cards) -> str:
    names = sorted(
        {pair_name(cards.pairs[card], cards) for card in cards_showing(seen.face, cards)}
    )
    return " or ".join(names)


def pair_name(pair: tuple[int, int], cards: Cards) -> str:
    """Return a physical card's name, ingredient first."""
    return f"{cards.ingredients[pair[0]].name}/{cards.scoring[pair[1]].name}"


def cards_showing(face: Face, cards: Cards) -> list[int]:
    """Return the numbers of the deck's cards that have this face."""
    side = 1 if face.is_scoring else 0
    return [number for number, pair in enumerate(cards.pairs) if pair[side] == face.place]


def format_cards(seen: Iterable[Seen], cards: Cards) -> str:
    """Return cards as canonical text: sorted, equal ones counted."""

    def key(one: Seen) -> tuple[bool, int, int]:
        return one.face.is_scoring, one.face.place, -1 if one.back is None else one.back.place

    counted = Counter(seen)
    return " ".join(
        seen_name(one, cards) + (f":{counted[one]}" if counted[one] > 1 else "")
        for one in sorted(counted, key=key)
    )


def seen_name(seen: Seen, cards: Cards) -> str:
    """Return a card's text: the face in view, and its back if that is known."""
    name = face_name(seen.face, cards)
    return name if seen.back is None else f"{name}/{face_name(seen.back, cards)}"


@dataclass(frozen=True, slots=True)
class Board:
    """A board that the deck allows: the cards on it, at most 6 of them scoring cards, all different."""

    seen: tuple[Seen, ...]

    @property
    def ingredients(self) -> list[int]:
        """The ingredients, by their place in the deck, as often as they lie there."""
        return sorted(one.face.place for one in self.seen if not one.face.is_scoring)

    @property
    def scoring(self) -> list[int]:
        """The scoring cards, by their place in the deck."""
        return sorted(one.face.place for one in self.seen if one.face.is_scoring)


def parse_board(text: Text, cards: Cards, where: str = "board") -> Board:
    """Return the board that a text shows.

    Raises InvalidInput, beside what :func:`parse_cards` raises, for a scoring card
    that is there twice, for a seventh, and for a card that is used on both sides.

    >>> from solver.draft.deck import built_in
    >>> cards = built_in()[1]
    >>> format_cards(parse_board("s14 Beef*2, s1 bun", cards).seen, cards)
    'bun beef:2 s01 s14'
    """
    board = Board(tuple(parse_cards(text, cards, where)))
    for face, count in Counter(board.scoring).items():
        if count > 1:
            name = cards.scoring[face].name
            raise InvalidInput(f"the scoring card {name} is there {count} times", where, "it once")
    if len(board.scoring) > MOST_SCORING:
        raise InvalidInput(
            f"{len(board.scoring)} scoring cards", where, f"at most {MOST_SCORING}, all different"
        )
    physical(board.seen, cards, where)
    return board


def named_board(text: Text, cards: Cards) -> Board:
    """Return the board that a text shows, refusing an empty text: it was forgotten, most likely."""
    if not as_text(text).strip(" \t\r\n,;"):
        raise InvalidInput(
            "an empty text", "board", f"cards such as beef:2,s01, or {NO_CARDS} for an empty board"
        )
    return parse_board(text, cards)


def physical(seen: Sequence[Seen], cards: Cards, where: str) -> list[int]:
    """Return for each card seen a card of the deck, by number, none of them twice.

    Raises InvalidInput if the deck does not allow it: more copies of a face than
    there are, or a card that would have to show both sides at once.
    """
    options = [card_options(one, cards) for one in seen]
    found = matched(options)
    if found is not None:
        return found
    count = next(n for n in range(1, len(seen) + 1) if matched(options[:n]) is None)
    one = seen[count - 1]
    name = seen_name(one, cards)
    there = len(options[count - 1])
    if sum(other == one for other in seen[:count]) > there:
        raise InvalidInput(f"more than {there} of {name}", where, f"at most {there}, all there are")
    if one.back is not None and Seen(one.back, one.face) in seen[:count]:
        pair = pair_name(cards.pairs[options[count - 1][0]], cards)
        raise InvalidInput(
            f"the card {pair} is used on both sides", where, "each card on one side only"
        )
    others = ", ".join(sorted({pair_name(cards.pairs[card], cards) for card in options[count - 1]}))
    raise InvalidInput(
        f"no card is left for {name}: {others} would be used on both sides or twice",
        where,
        "each card on one side only",
    )


def card_options(seen: Seen, cards: Cards) -> list[int]:
    """Return the numbers of the deck's cards that this one may be."""
    pair = pair_of(seen)
    showing = cards_showing(seen.face, cards)
    return (
        showing if pair is None else [number for number in showing if cards.pairs[number] == pair]
    )


def parse_pool(text: Text, cards: Cards, where: str = "pool") -> list[tuple[int, int]]:
    """Return the physical cards of a pool, each as (ingredient, scoring card), in the deck's order.

    Raises InvalidInput for a face that several cards have, and for more cards than the deck has.
    """
    if as_text(text).strip().lower() == "all":
        return sorted(cards.pairs)
    seen = []
    for number, one in enumerate(parse_cards(text, cards, where), start=1):
        options = {cards.pairs[card] for card in card_options(one, cards)}
        if len(options) > 1:
            raise InvalidInput(
                f"several cards have {seen_name(one, cards)}",
                f"{where}, card {number}",
                _cards_with(one, cards),
            )
        seen.append(as_seen(next(iter(options))))
    physical(seen, cards, where)
    return sorted(pair for one in seen if (pair := pair_of(one)) is not None)


def as_seen(pair: tuple[int, int], *, scoring_up: bool = False) -> Seen:
    """Return a physical card with its ingredient, or its scoring card, in view."""
    faces = Face(False, pair[0]), Face(True, pair[1])
    return Seen(*reversed(faces)) if scoring_up else Seen(*faces)


def format_pool(pool: Iterable[tuple[int, int]], cards: Cards) -> str:
    """Return a pool as canonical text."""
    return format_cards(map(as_seen, pool), cards)
