"""Flies on a finished burger: what they eat each round, and what stops them.

At the start of its owner's turn each fly on a burger eats the top card: first
the bun on top, at last the bun at the bottom. A fly that meets a pepper eats it
and leaves; one whose burger is gone leaves too (rulebook, Hot Cards). A box on a
burger takes one fly with it (rulings). Turns and owners are left to ``state``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from solver.superburger.cards import PEPPER, Card, colours, fits, hero, is_bun
from solver.superburger.rules import fillings


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished burger in front of its owner, bottom to top, with the flies and boxes on it."""

    cards: tuple[Card, ...]
    flies: tuple[Card, ...] = ()
    boxes: tuple[Card, ...] = ()

    def everything(self) -> tuple[Card, ...]:
        """Return every card there, flies and boxes too."""
        return self.cards + self.flies + self.boxes

    def lacks_bun(self) -> bool:
        """Return whether a fly has eaten the bun on top."""
        return len(self.cards) == 1 or not is_bun(self.cards[-1])


def eat(burger: Finished) -> tuple[Finished | None, tuple[Card, ...]]:
    """Let each fly eat once; return what is left, None if nothing, and what is discarded.

    >>> eat(Finished(("rBN", "rTO", "rBN"), ("gFL", "bFL")))
    (Finished(cards=('rBN',), flies=('gFL', 'bFL'), boxes=()), ('rBN', 'rTO'))
    >>> eat(Finished(("rBN", "rPE"), ("gFL",)))
    (Finished(cards=('rBN',), flies=(), boxes=()), ('rPE', 'gFL'))
    """
    cards, flies = list(burger.cards), list(burger.flies)
    gone: list[Card] = []
    for fly in burger.flies:
        if not cards:
            break
        gone.append(cards.pop())
        if hero(gone[-1]) == PEPPER:
            flies.remove(fly)
            gone.append(fly)
    if cards:
        return replace(burger, cards=tuple(cards), flies=tuple(flies)), tuple(gone)
    return None, (*gone, *flies, *burger.boxes)


def land(burger: Finished, fly: Card) -> tuple[Finished, tuple[Card, ...]]:
    """Put a fly on a burger; a box there takes it along. Return the burger and what is discarded."""
    if burger.boxes:
        return replace(burger, boxes=burger.boxes[1:]), (burger.boxes[0], fly)
    return replace(burger, flies=(*burger.flies, fly)), ()


def pack(burger: Finished, box: Card) -> tuple[Finished, tuple[Card, ...]]:
    """Put a box on a burger with flies: it takes one along."""
    return replace(burger, flies=burger.flies[1:]), (box, burger.flies[0])


@dataclass(frozen=True, slots=True)
class Round:
    """What is left after a round: bottom to top, and the flies; ``event`` in a few words."""

    number: int
    burger: tuple[Card, ...]
    fillings: int
    flies: int
    event: str


def rounds(
    burger: Sequence[Card],
    flies: int,
    count: int,
    boxes: Sequence[int] = (),
    skips: Collection[int] = (),
) -> list[Round]:
    """Play so many rounds; a round is one turn of the owner.

    boxes: rounds in which the owner puts a box on the burger, once the flies have eaten; 0 is
    before the first. A box with no fly to take is not put. skips: rounds whose turn is skipped.
    """
    state: Finished | None = Finished(tuple(burger), ("rFL",) * flies)
    history = []
    for number in range(count + 1):
        events = []
        if number in skips:
            events.append("skipped, the flies too")
        elif state is not None and number > 0:
            state, gone = eat(state)
            events += _eaten(gone)
        for _ in range(boxes.count(number)):
            if state is not None and state.flies:
                state, _ = pack(state, "rBX")
                events.append("a box takes a fly")
            else:
                events.append("a box finds no fly and is not played")
        if state is None:
            events.append("the burger is gone")
        cards = state.cards if state else ()
        history.append(
            Round(
                number,
                cards,
                fillings(cards),
                len(state.flies) if state else 0,
                ", ".join(events) or "nothing happens",
            )
        )
        if state is None:
            break
    return history


def _eaten(gone: Sequence[Card]) -> list[str]:
    cards = [card for card in gone if hero(card) != "FL"]
    met = sum(hero(card) == PEPPER for card in cards)
    events = [f"eaten: {' '.join(cards)}"] if cards else []
    if met:
        events.append(
            f"{met} {'fly meets' if met == 1 else 'flies meet'} a pepper and leave"
            f"{'s' if met == 1 else ''}"
        )
    return events


def peppers(burger: Sequence[Card]) -> list[tuple[int, Card]]:
    """Return where one pepper more could lie in a burger: its position from 1, and the card.

    Nothing lies on the bun that closes a burger.
    """
    closed = len(burger) > 1 and is_bun(burger[-1])
    found = []
    for position in range(1, len(burger) + (0 if closed else 1)):
        below = burger[position - 1]
        above = burger[position] if position < len(burger) else None
        for colour in "rygb":
            card = f"{colour}{PEPPER}"
            if _lies(card, below) and (above is None or fits(above, card)):
                found.append((position + 1, card))
    return found


def _lies(card: Card, below: Card) -> bool:
    return fits(card, below) and (not is_bun(below) or card[0] in colours(below))
