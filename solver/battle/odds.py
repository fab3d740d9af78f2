"""The exact chance to finish the burger in this turn: a dynamic programme over rational numbers.

What a player can do in a turn is to draw, to play needed ingredients (each with
another draw from the deck) and to end the turn by one battle card. Three of them
can finish a burger that lacks one ingredient: Grave Digger, where the Graveyard
has it; Gonna Eat That?, where an unprotected player has it; Destroy!, where a
battle card beside one's own burger asks for it.

**Playing every needed ingredient at once is best.** Winning takes all needed
ingredients but the one that a battle card may bring (or take the need of). So an
ingredient in hand that is needed has to be played sooner or later in this turn,
unless it is the very last, and then playing it wins at once. Its draw has to be
made with it, sooner or later; which cards come does not depend on the order of
plays, since the unseen cards are exchangeable; and no play makes another one
illegal. An added need and the burger's own need for the same ingredient are best
filled in the order burger first: the added one that stays open is what Destroy!
can take away. What is left to choose is the first draw; both are worked out.

**The state** (:class:`Turn`) is: how many of each ingredient are still needed when
the needed ones in hand are played; how many draws are due; and how many of each
of these ingredients, and of the battle cards above that are not held yet, are in
the pool that is drawn from, with its size. Every other card is *the rest*: two
pools that differ only in the rest give the same chances, since no card of the rest
can be played in this turn or finish the burger. So the lumping loses nothing.
``tests/battle/oracles.py`` plays with whole cards, all choices and no lumping.

When a card is due and the draw pile is empty, the Graveyard is turned over and its
top card turned up (rulebook, Set Up, steps 3 and 4): from then on the pool is the
old Graveyard, and the new Graveyard is that one card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from solver.battle.deck import Battle, Deck
from solver.battle.rules import ADDED, is_ingredient
from solver.battle.situation import Situation
from solver.errors import LimitReached
from solver.watch import Watch

#: The battle cards that can finish a burger.
FINISHERS = (str(Battle.DIG), str(Battle.EAT), str(Battle.DESTROY))

#: States between two looks at the watch.
OFTEN = 1024


class Turn(NamedTuple):
    """What matters of a turn.

    needs: number needed of each kind that was needed at the start. due: draws to be made.
    pool: number in the pool of each kind, then of each finisher; 0 once it is of no use, as it
    then belongs to the rest. size: all cards of the pool. left: cards in the draw pile.
    held: which finishers are in hand. grave: number in the Graveyard, counted as the pool.
    grave_size: all cards in the Graveyard.
    """

    needs: tuple[int, ...]
    due: int
    pool: tuple[int, ...]
    size: int
    left: int
    held: tuple[bool, ...]
    grave: tuple[int, ...]
    grave_size: int


@dataclass(frozen=True, slots=True)
class Chances:
    """The exact chances to win in this turn.

    deck: with the first draw from the deck; None if it is done already. top: with the first
    draw from the Graveyard; None if no ingredient lies on top. best: the better one. drawn: the
    chance if the first draw is done already, else None. nodes: states of the programme.
    """

    best: Fraction
    deck: Fraction | None
    top: Fraction | None
    drawn: Fraction | None
    nodes: int


def win_now(situation: Situation, deck: Deck, watch: Watch) -> Chances:
    """Return the chances to finish the burger in this turn (rulebook, Your Turn).

    Raises LimitReached if the watch expires.
    """
    programme = Programme(situation, deck, watch)
    if situation.drawn:
        chance = programme.chance(programme.start(situation))
        return Chances(chance, None, None, chance, programme.nodes)
    by_deck = programme.chance(programme.start(situation, due=1))
    grave = situation.table.grave
    by_top = None
    if grave and is_ingredient(grave[-1]):
        by_top = programme.chance(programme.start(situation.with_top_taken()))
    best = by_deck if by_top is None else max(by_deck, by_top)
    return Chances(best, by_deck, by_top, None, programme.nodes)


class Programme:
    """The dynamic programme for one situation; its memory serves both first draws."""

    def __init__(self, situation: Situation, deck: Deck, watch: Watch) -> None:
        self._watch = watch
        self._deck = deck
        me, *others = situation.table.boards
        needed = Counter(me.open())
        self._kinds = deck.sorted(list(needed))
        self._cards = (*self._kinds, *FINISHERS)
        stealable = {
            letter for board in others if not board.is_protected() for letter in board.ingredients()
        }
        added = {ADDED[card] for card in me.beside if card in ADDED}
        self._stealable = [kind in stealable for kind in self._kinds]
        self._removable = [kind in added for kind in self._kinds]
        self._memory: dict[Turn, Fraction] = {}

    @property
    def nodes(self) -> int:
        """How many states were looked at."""
        return len(self._memory)

    def start(self, situation: Situation, *, due: int = 0) -> Turn:
        """Return the turn with every needed ingredient in hand played.

        due: draws to be made from the deck beside those that come with the plays.
        """
        grave = situation.table.grave
        needed, held = Counter(situation.me.open()), Counter(situation.me.hand)
        played = needed & held
        rest = needed - played
        unseen, buried = situation.unseen(self._deck), Counter(grave)
        return useful(
            Turn(
                needs=tuple(rest[kind] for kind in self._kinds),
                due=due + played.total(),
                pool=tuple(unseen[card] for card in self._cards),
                size=unseen.total(),
                left=situation.left(self._deck),
                held=tuple(held[card] > 0 for card in FINISHERS),
                grave=tuple(buried[card] for card in self._cards),
                grave_size=len(grave),
            )
        )

    def chance(self, turn: Turn) -> Fraction:
        """Return the chance to win from here."""
        if not any(turn.needs):
            return Fraction(1)
        stuck = turn.left == 0 and turn.grave_size <= 1
        if turn.due == 0 or stuck:
            return Fraction(self._finishes(turn))
        if turn not in self._memory:
            if self.nodes % OFTEN == 0:
                self._watch.tell(f"{self.nodes:,} states")
                if self._watch.expired():
                    raise LimitReached("the limit was reached before the chance was worked out")
            step = turned_over(turn) if turn.left == 0 else drawn(turn)
            self._memory[turn] = sum(
                (Fraction(weight, out_of) * self.chance(after) for weight, out_of, after in step),
                Fraction(0),
            )
        return self._memory[turn]

    def _finishes(self, turn: Turn) -> bool:
        """Return whether a battle card in hand finishes the burger."""
        if sum(turn.needs) != 1:
            return False
        kind = turn.needs.index(1)
        digger, eater, destroyer = turn.held
        return (
            (digger and turn.grave[kind] > 0)
            or (eater and self._stealable[kind])
            or (destroyer and self._removable[kind])
        )


#: A chance as a number of cards out of the pool's, and the turn after it.
Branch = tuple[int, int, Turn]


def drawn(turn: Turn) -> Iterator[Branch]:
    """Yield what the next card of the draw pile can be.

    A needed ingredient is played and its draw is due: as many as before.
    """
    kinds = len(turn.needs)
    rest = turn.size - sum(turn.pool)
    less = turn._replace(size=turn.size - 1, left=turn.left - 1)
    for place, count in enumerate(turn.pool):
        if not count:
            continue
        pool = put(turn.pool, place, count - 1)
        if place < kinds:
            needs = put(turn.needs, place, turn.needs[place] - 1)
            yield count, turn.size, useful(less._replace(needs=needs, pool=pool))
        else:
            held = tuple(was or at == place - kinds for at, was in enumerate(turn.held))
            yield (
                count,
                turn.size,
                useful(less._replace(due=turn.due - 1, held=held, pool=pool)),
            )
    if rest:
        yield rest, turn.size, less._replace(due=turn.due - 1)


def turned_over(turn: Turn) -> Iterator[Branch]:
    """Yield how the Graveyard can become the draw pile: by the card that is turned up."""
    size = turn.grave_size
    nothing = (0,) * len(turn.grave)
    fresh = turn._replace(size=size - 1, left=size - 1, grave_size=1)
    for place, count in enumerate(turn.grave):
        if count:
            yield (
                count,
                size,
                useful(
                    fresh._replace(
                        pool=put(turn.grave, place, count - 1), grave=put(nothing, place, 1)
                    )
                ),
            )
    rest = size - sum(turn.grave)
    if rest:
        yield rest, size, useful(fresh._replace(pool=turn.grave, grave=nothing))


def useful(turn: Turn) -> Turn:
    """Return the turn with all that is of no use any more counted with the rest."""
    of_use = [*(count > 0 for count in turn.needs), *(not held for held in turn.held)]

    def kept(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(count if use else 0 for count, use in zip(counts, of_use, strict=True))

    return turn._replace(pool=kept(turn.pool), grave=kept(turn.grave))


def put(counts: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """Return counts with one of them replaced."""
    return (*counts[:place], value, *counts[place + 1 :])
