"""How long the burger takes when nobody interferes: the exact distribution of the last turn.

The player draws, plays and discards; no battle card is used by anyone, and the
Graveyard gets only the player's own discards. The policy is: play every needed
ingredient at once, draw from the deck at the start of each turn, and discard any
card (none in hand is needed then). Only the first draw of all is a choice: where the
top of the Graveyard is needed, both first draws are worked out and the one with the
lower mean is taken. (Taking it is mostly better, not always: with Bun and Meat
needed, a Bun on top and a Bun and a Meat in the pile, the deck wins for sure, since
a Bun from there brings another draw.)

**No other policy does better**, for any number of turns, as long as the draw pile
lasts. Fix an order of the pile, and let f(D) be how many needed cards are in the
hand at the start and the first D cards of the pile. Within t turns a player who has
drawn D cards of the pile has played at most f(D), and was allowed at most t draws
and one for each play: ``D <= t + f(D)``. With each card f grows by 0 or 1, so once
``D = t + f(D)`` no more can be drawn in t turns. This policy stops exactly there,
the first time, having played all f(D). After the first turn the top of the
Graveyard is one's own discard: it came from the hand or the pile, so taking it back
gives up a draw and adds nothing to f. That no policy does better when the
Graveyard is turned over, either, is checked exhaustively on small decks with
``tests/battle/oracles.py``.

**The state** (:class:`Stage`) is: how many of each kind are needed, how many of
these are in the pool that is drawn from and in the Graveyard, and the sizes of pool,
draw pile, Graveyard and hand. The cards themselves are not in it, nor which kind has
which numbers. This loses nothing: under the policy the hand at a turn's end holds no
needed card, so which cards it holds decides nothing; a card that is not needed stays
so, since nobody adds needs; and a rule that treats all kinds alike cannot tell two
kinds apart that have the same numbers. So two situations with the same state have,
draw by draw, the same chances of the same next states.

**Two ways to the same numbers.** While the draw pile lasts, a turn goes on exactly
as long as each draw is a needed card. So the burger is done by turn t exactly if
the needs are met within the first ``R + due - 1 + (t - 1)`` cards of the pile, R
being the cards needed and ``due`` the draws of the present turn: R of them are of
use, and every other one ends a turn or uses up a draw that is due. The chance of
that is a count of sets of cards (:func:`by_counting`). Where the pile can run out
first, :func:`by_stages` goes from draw to draw. The tests hold the two equal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from solver.battle.deck import Deck
from solver.battle.odds import put
from solver.battle.situation import Situation
from solver.watch import Watch


class Stage(NamedTuple):
    """What matters between two draws.

    needs: number needed of each kind. due: draws left in this turn. pool, size: number of each
    needed kind where cards are drawn from, and of all cards there. left: cards in the draw pile.
    grave, grave_size: the same for the Graveyard. hand: cards in hand, none of them needed.
    """

    needs: tuple[int, ...]
    due: int
    pool: tuple[int, ...]
    size: int
    left: int
    grave: tuple[int, ...]
    grave_size: int
    hand: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """The chance that the burger is done in turn 1, 2, …, the present one being turn 1.

    later: the chance of any later turn, or of none. nodes: states of the programme.
    complete: whether all turns asked for are there; not so where a limit was reached.
    """

    chances: tuple[Fraction, ...]
    later: Fraction
    nodes: int
    complete: bool

    def at_least(self) -> Fraction:
        """Return the least that the mean turn can be, from the turns that are there."""
        known = sum((turn * chance for turn, chance in enumerate(self.chances, 1)), Fraction(0))
        return known + (len(self.chances) + 1) * self.later

    def mean(self) -> Fraction | None:
        """Return the mean turn, None where later turns are possible."""
        return None if self.later else self.at_least()

    def quantile(self, share: Fraction) -> int | None:
        """Return the first turn by which the burger is done with at least this chance."""
        done = Fraction(0)
        for turn, chance in enumerate(self.chances, start=1):
            done += chance
            if done >= share:
                return turn
        return None


def lacking(situation: Situation, deck: Deck) -> Counter[str]:
    """Return the needed ingredients that are neither in hand nor unseen nor in the Graveyard."""
    there = situation.unseen(deck) + Counter(situation.table.grave) + Counter(situation.me.hand)
    return Counter(situation.me.open()) - there


@dataclass(frozen=True, slots=True)
class Plan:
    """A first draw, ``deck`` or ``grave``, None if it is done already, and what comes of it."""

    first: str | None
    outlook: Distribution


def plans(situation: Situation, deck: Deck, most: int, watch: Watch) -> list[Plan]:
    """Return each first draw with its distribution over the next ``most`` turns, the best first.

    The best has the lowest mean; where a mean is not known, the highest chance within the turns
    worked out. One player alone: every unseen card is in the draw pile, unless the situation says
    how many cards it has. Fewer turns are returned if the watch expires.
    """
    if situation.drawn:
        return [Plan(None, _outlook(first_stage(situation, deck, draws=0), most, watch))]
    found = [Plan("deck", _outlook(first_stage(situation, deck, draws=1), most, watch))]
    grave = situation.table.grave
    missing = Counter(situation.me.open()) - Counter(situation.me.hand)
    if grave and grave[-1] in missing:
        taken = situation.with_top_taken()
        found.insert(0, Plan("grave", _outlook(first_stage(taken, deck, draws=0), most, watch)))
    return sorted(found, key=lambda plan: (plan.outlook.later, plan.outlook.at_least()))


def _outlook(start: Stage, most: int, watch: Watch) -> Distribution:
    counted = by_counting(start, most)
    if not counted.later or len(counted.chances) == most:
        return counted
    return by_stages(start, most, watch)


def first_stage(situation: Situation, deck: Deck, *, draws: int) -> Stage:
    """Return where the asking player starts: the needed cards in hand played.

    draws: to be made from the deck beside those that come with the plays.
    """
    needed, hand = Counter(situation.me.open()), Counter(situation.me.hand)
    played = needed & hand
    rest = needed - played
    kinds = deck.sorted(list(rest))
    grave = situation.table.grave
    unseen, buried = situation.unseen(deck), Counter(grave)
    return useful(
        Stage(
            needs=tuple(rest[kind] for kind in kinds),
            due=draws + played.total(),
            pool=tuple(unseen[kind] for kind in kinds),
            size=unseen.total(),
            left=unseen.total() if situation.pile is None else situation.pile,
            grave=tuple(buried[kind] for kind in kinds),
            grave_size=len(grave),
            hand=hand.total() - played.total(),
        )
    )


def by_counting(start: Stage, most: int) -> Distribution:
    """Return the distribution over the turns in which the draw pile cannot run out."""
    needed = sum(start.needs)
    first = needed + start.due - 1
    last = min(start.left, first + most - 1)
    done = [
        met_within(start.needs, start.pool, start.size, cards) for cards in range(first, last + 1)
    ]
    before = Fraction(0)
    chances = []
    for by_now in done:
        chances.append(by_now - before)
        before = by_now
        if by_now == 1:
            break
    return Distribution(tuple(chances), 1 - before, len(chances), complete=True)


@lru_cache(maxsize=65_536)
def met_within(needs: tuple[int, ...], pool: tuple[int, ...], size: int, cards: int) -> Fraction:
    """Return the chance that so many cards of a pool hold at least what is needed of each kind.

    >>> met_within((1,), (3,), 10, 2)
    Fraction(8, 15)
    """
    if cards < sum(needs):
        return Fraction(0)
    return Fraction(_ways(needs, pool, size)[cards], comb(size, cards))


@lru_cache(maxsize=1024)
def _ways(needs: tuple[int, ...], pool: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Return, for each number of cards, how many sets of so many hold what is needed.

    The product of one polynomial a kind: its coefficients are the ways to take k of the kind,
    for each k that is enough; the rest may be taken in any number.
    """
    rest = size - sum(pool)
    ways = [comb(rest, taken) for taken in range(size + 1)]
    for need, count in zip(needs, pool, strict=True):
        kind = [(taken, comb(count, taken)) for taken in range(need, count + 1)]
        ways = [
            sum(ways[cards - taken] * each for taken, each in kind if taken <= cards)
            for cards in range(size + 1)
        ]
    return tuple(ways)


def by_stages(start: Stage, most: int, watch: Watch) -> Distribution:
    """Return the distribution by going from draw to draw, also where the Graveyard is turned over.

    Fewer turns are returned if the watch expires.
    """
    stages = {start: Fraction(1)}
    chances: list[Fraction] = []
    nodes = 0
    never = Fraction(0)
    while stages and len(chances) < most:
        done, hopeless, stages, looked_at = _one_turn(stages)
        never += hopeless
        nodes += looked_at
        chances.append(done)
        watch.tell(f"turn {len(chances)}", len(chances) / most)
        if watch.expired():
            break
    later = sum(stages.values(), never)
    return Distribution(tuple(chances), later, nodes, complete=not stages or len(chances) == most)


def _one_turn(
    stages: dict[Stage, Fraction],
) -> tuple[Fraction, Fraction, dict[Stage, Fraction], int]:
    """Return the chance to get done in this turn, that of never, the next stages, and the work."""
    done, never, nodes = Fraction(0), Fraction(0), 0
    following: dict[Stage, Fraction] = defaultdict(Fraction)
    while stages:
        nodes += len(stages)
        after: dict[Stage, Fraction] = defaultdict(Fraction)
        for stage, chance in stages.items():
            if not any(stage.needs):
                done += chance
            elif _is_hopeless(stage):
                never += chance
            elif stage.due == 0 or (stage.left == 0 and stage.grave_size <= 1):
                following[_next_turn(stage)] += chance
            else:
                branches = _turned_over(stage) if stage.left == 0 else _drawn(stage)
                for weight, then in branches:
                    after[then] += chance * weight
        stages = after
    return done, never, following, nodes


def _next_turn(stage: Stage) -> Stage:
    """Return the stage after a discard and, where it helps, the top of the Graveyard taken.

    The top is needed only where there was no card to discard onto it.
    """
    if stage.hand:
        return stage._replace(due=1, hand=stage.hand - 1, grave_size=stage.grave_size + 1)
    if stage.grave_size == 1 and any(stage.grave):
        kind = stage.grave.index(1)
        return useful(
            stage._replace(
                needs=put(stage.needs, kind, stage.needs[kind] - 1),
                grave=put(stage.grave, kind, 0),
                grave_size=0,
                due=1,
            )
        )
    return stage._replace(due=1)


def _drawn(stage: Stage) -> Iterator[tuple[Fraction, Stage]]:
    """Yield the chance of each next card, and the stage after it; a needed one is played."""
    less = stage._replace(size=stage.size - 1, left=stage.left - 1)
    for kind, count in enumerate(stage.pool):
        if count:
            yield (
                Fraction(count, stage.size),
                useful(
                    less._replace(
                        needs=put(stage.needs, kind, stage.needs[kind] - 1),
                        pool=put(stage.pool, kind, count - 1),
                    )
                ),
            )
    rest = stage.size - sum(stage.pool)
    if rest:
        yield Fraction(rest, stage.size), less._replace(due=stage.due - 1, hand=stage.hand + 1)


def _turned_over(stage: Stage) -> Iterator[tuple[Fraction, Stage]]:
    """Yield how the Graveyard becomes the draw pile, by the card that is turned up."""
    size = stage.grave_size
    fresh = stage._replace(size=size - 1, left=size - 1, grave_size=1)
    for kind, count in enumerate(stage.grave):
        if count:
            up = put((0,) * len(stage.grave), kind, 1)
            yield (
                Fraction(count, size),
                useful(fresh._replace(pool=put(stage.grave, kind, count - 1), grave=up)),
            )
    rest = size - sum(stage.grave)
    if rest:
        yield (
            Fraction(rest, size),
            useful(fresh._replace(pool=stage.grave, grave=(0,) * len(stage.grave))),
        )


def useful(stage: Stage) -> Stage:
    """Return the stage in its simplest form.

    Kinds that are not needed any more belong to the rest; the others are sorted by their numbers,
    as their names decide nothing.
    """
    kinds = sorted(
        kind for kind in zip(stage.needs, stage.pool, stage.grave, strict=True) if kind[0]
    )
    needs, pool, grave = zip(*kinds, strict=True) if kinds else ((), (), ())
    return stage._replace(needs=needs, pool=pool, grave=grave)


def _is_hopeless(stage: Stage) -> bool:
    """Return whether what is needed is neither in the draw pile nor in the Graveyard.

    While the pool holds more cards than the draw pile (some are in hidden hands), nobody knows.
    """
    return stage.size == stage.left and any(
        need > drawn + buried
        for need, drawn, buried in zip(stage.needs, stage.pool, stage.grave, strict=True)
    )
