"""The rules of one burger, in plain Python: the reference for everything else.

What may be laid on what, doubles, when a burger is whole, its points, and what
a hot card does. The whole table with its hands and turns is in ``state``, the
search for the biggest burger in ``biggest``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.errors import InvalidInput
from solver.superburger.cards import (
    BOX,
    BUN,
    DOUBLE_PATTY,
    FLY,
    KINDS,
    MUSHROOMS,
    ONION,
    PATTY,
    PEPPER,
    SALT,
    SAUCE,
    Card,
    fits,
    hero,
    in_order,
    is_bun,
    is_filling,
)

#: What a hot card does when it is laid (rulebook, Hot Cards).
EFFECTS = {
    BUN: "closes the burger; a box of its colour may still capture it",
    ONION: "the next player skips a turn, and so do the flies on their burgers; with two players "
    "you take one more turn",
    SAUCE: "reverses the direction of play; with two players you take one more turn",
    PATTY: "take one card from the deck",
    DOUBLE_PATTY: "take two cards from the deck",
    SALT: "you may swap a finished burger of yours with another player's, flies and all",
    MUSHROOMS: "laid by either colour; the next card may match either",
    PEPPER: "a fly that meets it eats it and leaves",
    FLY: "onto any finished burger, at any moment of your turn: it eats the bun, then one filling "
    "a round",
    BOX: "captures a burger when a bun of its colour closes it, or takes one fly off your burger",
}


class PlayKind(StrEnum):
    """How cards go onto the burger under construction."""

    START = "start"
    """A bun on an empty table."""
    SINGLE = "single"
    DOUBLE = "double"
    """Two identical fillings at once; the first fits."""
    CLOSE = "close"
    """A bun on top."""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards laid on the burger under construction, the first of them first."""

    kind: PlayKind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return the cards."""
        return " ".join(self.cards)


def plays(hand: Sequence[Card], top: Card | None) -> list[Play]:
    """Return every play onto the burger under construction, singles first.

    top: the burger's top card, None where there is none yet. Equal cards count as one; a
    double of two colours is two plays if each may go first, since the second ends on top.

    >>> [str(play) for play in plays(["rTO", "bTO", "gBN"], "rBN")]
    ['rTO', 'rTO bTO']
    """
    faces = in_order(list(dict.fromkeys(hand)))
    if top is None:
        return [Play(PlayKind.START, (card,)) for card in faces if is_bun(card)]
    fitting = [card for card in faces if fits(card, top)]
    singles = [Play(PlayKind.SINGLE, (card,)) for card in fitting if is_filling(card)]
    doubles = [
        Play(PlayKind.DOUBLE, (first, second))
        for first in fitting
        if is_filling(first)
        for second in faces
        if hero(second) == hero(first) and (second != first or hand.count(first) > 1)
    ]
    closings = [Play(PlayKind.CLOSE, (card,)) for card in fitting if is_bun(card)]
    return singles + doubles + closings


def fillings(burger: Sequence[Card]) -> int:
    """Return a burger's points: its fillings (rulebook, Winning the Game).

    >>> fillings(["rBN", "rTO", "rON", "rBN"])
    2
    """
    return sum(map(is_filling, burger))


def check_burger(burger: Sequence[Card], where: str, *, closed: bool) -> None:
    """Raise InvalidInput, with the position from 1, at the first card that breaks a rule.

    closed: there must be a bun on top; otherwise there may be none.
    """
    if not burger:
        raise InvalidInput("no cards", where, "a burger bottom to top, such as rBN rTO rBN")
    for position, card in enumerate(burger, start=1):
        if not is_bun(card) and not is_filling(card):
            raise InvalidInput(
                f"{card}: a {KINDS[hero(card)]} is no filling", f"{where}, position {position}"
            )
    for position, card in enumerate(burger, start=1):
        place = f"{where}, position {position}"
        last = position == len(burger)
        if position == 1:
            if not is_bun(card):
                raise InvalidInput(f"{card} at the bottom", place, "a bun")
            continue
        below = burger[position - 2]
        if is_bun(card) and not (last and closed):
            raise InvalidInput(
                f"{card} in the middle" if not last else f"{card} on top",
                place,
                "one bun at the bottom and one on top" if closed else "a bun at the bottom only",
            )
        if not fits(card, below):
            what = "its colour" if is_bun(card) else "its colour or filling"
            raise InvalidInput(f"{card} does not fit on {below}", place, f"a card of {what}")
    if closed and (len(burger) == 1 or not is_bun(burger[-1])):
        raise InvalidInput("no bun on top", f"{where}, position {len(burger) + 1}", "a closing bun")
