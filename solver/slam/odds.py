"""The exact chance that a call is right when some cards of the pile are forgotten.

The forgotten cards are any of the cards left, every order as likely as every
other. Three steps give the number of drawings that make the call right, in
whole numbers throughout:

1. *Patterns.* Under the active sauces a forgotten card matters only by its
   *sort* (plain, yellow, red, both) and by how often it counts (0, 1 or 2
   times), and both follow from the sorts of all. Going through the pile card
   by card (``questions.State``), patterns of sorts that leave the same number
   of *slots* (sort, times) and the same toppings of known cards are added up.
2. *Drawings.* For every number of slots that occurred: in how many ways can
   cards be chosen for them, by the toppings they add? One card of the deck
   left after the other goes in a slot or in none.
3. Each pattern times the drawings that make the call right, times the orders
   in which the slots can be filled.

Toppings are kept only as far as the call asks: for a Standard Burger and a
Kid's Menu up to what is needed, for a Big Burger up to one less than needed;
what goes beyond makes the call right and is counted as the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, perm
from typing import Any

import numpy as np

from solver.errors import InvalidInput, LimitReached
from solver.slam.questions import State
from solver.slam.rules import (
    BIG_NEEDS,
    KIDS_NEEDS,
    NOTHING,
    STANDARD_NEEDS,
    Call,
    Card,
    Gold,
    Silver,
    Totals,
    added,
    adjustment,
    refusal,
)
from solver.watch import Watch

#: A sort of cards: shows active red sauce, shows active yellow sauce.
Sort = tuple[bool, bool]

#: All sorts; those with the most cards first, so that few partial results are carried along.
SORTS: tuple[Sort, ...] = ((False, False), (False, True), (True, False), (True, True))

#: How many slots that count once and twice, for each sort in the order of ``SORTS``.
Slots = tuple[tuple[int, int], ...]

#: Largest whole number that the arrays hold; beyond, they hold Python's own.
LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that a call is right: ``favourable`` of ``drawings`` that are equally likely."""

    favourable: int
    drawings: int
    nodes: int

    @property
    def value(self) -> Fraction:
        """The chance as a fraction."""
        return Fraction(self.favourable, self.drawings)


def chance(
    pile: Sequence[Card | None],
    left: Mapping[Card, int],
    call: Call,
    gold: Gold,
    silver: Silver | None,
    wild: str | None,
    watch: Watch,
) -> Chance:
    """Return the chance that a call on a pile is right; None in the pile is a forgotten card.

    As :func:`chances`, for one topping named for a wild (or none).
    """
    return chances(pile, left, call, gold, silver, [wild], watch)[wild]


def chances(
    pile: Sequence[Card | None],
    left: Mapping[Card, int],
    call: Call,
    gold: Gold,
    silver: Silver | None,
    names: Sequence[str | None],
    watch: Watch,
) -> dict[str | None, Chance]:
    """Return the chance that a call is right for each topping that may be named for a wild.

    left: the cards that the forgotten ones may be. All names are counted in one go: they differ
    only in which amounts of toppings are wanted in the end.

    Raises InvalidInput for more forgotten cards than are left, or too many to count in memory;
    LimitReached when the watch's limit passes.
    """
    unknown = sum(card is None for card in pile)
    total = sum(left.values())
    if unknown > total:
        raise InvalidInput(
            f"{unknown} forgotten cards", "pile", f"at most {total}, the cards of the deck not seen"
        )
    drawings = perm(total, unknown)
    refused = {name: Chance(0, drawings, 0) for name in names if refusal(call, silver, name)}
    aims = {n: Aim.of(call, adjustment(silver, n)) for n in names if n not in refused}
    if not aims:
        return refused
    aim = Aim.covering(list(aims.values()))
    sorts: dict[Sort, list[Totals]] = {sort: [] for sort in SORTS}
    for card, copies in sorted(left.items(), key=lambda item: str(item[0])):
        sorts[sort_of(card, gold)] += [card.counts] * copies
    found = patterns(pile, {sort: len(cards) for sort, cards in sorts.items()}, gold, aim, watch)
    hits = _count(found, sorts, aim, list(aims.values()), watch)
    right = [drawings - hit if aim.counts_misses else hit for hit in hits]
    return refused | {
        name: Chance(number, drawings, len(found)) for name, number in zip(aims, right, strict=True)
    }


def sort_of(card: Card, gold: Gold) -> Sort:
    """Return a card's sort under these gold cards."""
    return card.red and gold.chili, card.yellow and gold.sauce


@dataclass(frozen=True, slots=True)
class Aim:
    """What a call asks of the toppings, and how far they need to be kept.

    most: the largest amount kept of each topping, for a call after the silver card's change.
    counts_misses: piles are counted on which the call is wrong, and what goes beyond ``most`` is
    dropped; else piles on which it is right, and amounts beyond ``most`` are kept as ``most``.
    """

    call: Call
    most: Totals

    @classmethod
    def of(cls, call: Call, change: Totals) -> Aim:
        """Return the aim for a call when a silver card changes the toppings so."""
        needs = {
            Call.BIG: BIG_NEEDS - 1,
            Call.STANDARD: STANDARD_NEEDS,
            Call.KIDS: KIDS_NEEDS,
        }[call]
        c, p, t, l = (needs - each for each in change)  # noqa: E741
        return cls(call, (c, p, t, l))

    @classmethod
    def covering(cls, aims: Sequence[Aim]) -> Aim:
        """Return the aim that keeps as much as each of these, all for the same call."""
        c, p, t, l = (max(amounts) for amounts in zip(*(a.most for a in aims), strict=True))  # noqa: E741
        return cls(aims[0].call, (c, p, t, l))

    @property
    def counts_misses(self) -> bool:
        """Whether piles on which the call is wrong are counted."""
        return self.call is Call.BIG

    @property
    def shape(self) -> Totals:
        """The shape of an array over all amounts that are kept."""
        return added((1, 1, 1, 1), self.most)

    def plus(self, totals: Totals, counts: Totals, times: int) -> Totals | None:
        """Return totals with a card added so many times; None where they are dropped."""
        more = added(totals, counts, times)
        if self.counts_misses:
            return None if any(n > m for n, m in zip(more, self.most, strict=True)) else more
        c, p, t, l = map(min, more, self.most)  # noqa: E741
        return c, p, t, l

    def wanted(self, known: Totals, shape: Totals) -> Any:
        """Return, for every amount that forgotten cards may add to ``known``, whether it counts.

        shape: of the array over these amounts, of an aim that covers this one.
        """
        amounts = [
            np.arange(size).reshape([-1 if axis == place else 1 for axis in range(len(known))])
            + known[place]
            for place, size in enumerate(shape)
        ]
        enough = [amount >= most for amount, most in zip(amounts, self.most, strict=True)]
        if self.call is Call.BIG:
            within = [amount <= most for amount, most in zip(amounts, self.most, strict=True)]
            return within[0] & within[1] & within[2] & within[3]
        if self.call is Call.STANDARD:
            return enough[0] & enough[1] & enough[2] & enough[3]
        found = np.zeros(shape, dtype=bool)
        for place, amount in enumerate(amounts):
            others = [have for other, have in enumerate(enough) if other != place]
            found |= (amount == 0) & others[0] & others[1] & others[2]
        return found


#: A pattern: slots by sort and times (0, 1, 2), flat in that order, and the toppings of known cards.
Pattern = tuple[tuple[int, ...], Totals]


def patterns(
    pile: Sequence[Card | None], sizes: Mapping[Sort, int], gold: Gold, aim: Aim, watch: Watch
) -> Counter[Pattern]:
    """Return how many patterns of sorts leave the same slots and the same known toppings.

    sizes: how many cards there are of each sort.
    """
    none = (0,) * (3 * len(SORTS))
    states: dict[State, Counter[Pattern]] = {
        State.PLAIN: Counter({(none, NOTHING): 1}),
        State.COVER: Counter({(none, NOTHING): 1} if gold.chili else {}),
    }
    for number, card in enumerate(pile, start=1):
        _check_time(watch)
        watch.tell(f"patterns up to card {number}", number / len(pile) / 2)
        after: dict[State, Counter[Pattern]] = defaultdict(Counter)
        for before, found in states.items():
            for sort in SORTS if card is None else (sort_of(card, gold),):
                if sort[0] is not (before is State.COVER):
                    continue  # a red card, and only a red card, covers
                for state in _states_after(sort, gold):
                    times = 0 if state is State.COVER else 2 if before is State.DOUBLED else 1
                    _add(
                        after[state], found, card, SORTS.index(sort) * 3 + times, times, sizes, aim
                    )
        states = after
    ends = [found for state, found in states.items() if state is not State.COVER]
    if not pile:
        return states[State.PLAIN]
    return sum(ends, Counter())


def _states_after(sort: Sort, gold: Gold) -> list[State]:
    return [State.DOUBLED if sort[1] else State.PLAIN] + [State.COVER] * gold.chili


def _add(
    after: Counter[Pattern],
    found: Counter[Pattern],
    card: Card | None,
    slot: int,
    times: int,
    sizes: Mapping[Sort, int],
    aim: Aim,
) -> None:
    """Add to ``after`` every pattern of ``found`` with one more card."""
    if card is not None:
        sums = {known: aim.plus(known, card.counts, times) for known in {k for _, k in found}}
        for (slots, known), number in found.items():
            more = sums[known]
            if more is not None:
                after[slots, more] += number
        return
    base = slot - slot % 3
    most = sizes[SORTS[slot // 3]]
    for (slots, known), number in found.items():
        if sum(slots[base : base + 3]) < most:
            after[(*slots[:slot], slots[slot] + 1, *slots[slot + 1 :]), known] += number


def _count(
    found: Counter[Pattern],
    sorts: Mapping[Sort, list[Totals]],
    aim: Aim,
    asked: Sequence[Aim],
    watch: Watch,
) -> list[int]:
    """Return the drawings that count over all patterns, for each aim asked; ``aim`` covers them."""
    wanted: dict[Slots, list[tuple[int, Totals]]] = defaultdict(list)
    for (flat, known), number in found.items():
        weight = number
        counted = []
        for place, sort in enumerate(SORTS):
            zero, once, twice = flat[3 * place : 3 * place + 3]
            # The slots that count, in any order; then any cards of the sort that are left.
            weight *= factorial(once) * factorial(twice)
            weight *= perm(len(sorts[sort]) - once - twice, zero)
            counted.append((once, twice))
        wanted[tuple(counted)].append((weight, known))
    masks: dict[Totals, list[Any]] = {}
    hits = [0] * len(asked)
    for done, (slots, ways) in enumerate(_drawings(set(wanted), sorts, aim, watch)):
        watch.tell("drawings", 0.5 + done / len(wanted) / 2)
        for weight, known in wanted[slots]:
            if known not in masks:
                masks[known] = [
                    each.wanted(known, aim.shape).reshape(-1).nonzero()[0] for each in asked
                ]
            for place, mask in enumerate(masks[known]):
                hits[place] += weight * int(ways[mask].sum())
    return hits


def _check_time(watch: Watch) -> None:
    if watch.expired():
        raise LimitReached("the limit was reached before the chance was known")


def _drawings(
    wanted: set[Slots], sorts: Mapping[Sort, list[Totals]], aim: Aim, watch: Watch
) -> Iterator[tuple[Slots, Any]]:
    """Yield, for all wanted slots, the ways to choose cards for them by the amounts they add."""
    size = int(np.prod(aim.shape))
    most = max((_most_choices(slots, sorts) for slots in wanted), default=0)
    kind = np.int64 if most < LARGEST else object
    start = np.zeros(size, dtype=kind)
    start[0] = 1
    if wanted:
        yield from _extended((), start, wanted, sorts, aim, watch)


def _most_choices(slots: Slots, sorts: Mapping[Sort, list[Totals]]) -> int:
    most = 1
    for (once, twice), sort in zip(slots, SORTS, strict=True):
        cards = len(sorts[sort])
        most *= perm(cards, once + twice) // (factorial(once) * factorial(twice))
    return most


def _extended(
    begun: Slots,
    ways: Any,
    wanted: set[Slots],
    sorts: Mapping[Sort, list[Totals]],
    aim: Aim,
    watch: Watch,
) -> Iterator[tuple[Slots, Any]]:
    """Yield the ways for all wanted slots that begin like ``begun``, for which ``ways`` are known."""
    place = len(begun)
    if place == len(SORTS):
        yield begun, ways
        return
    _check_time(watch)
    onward: dict[tuple[int, int], set[Slots]] = defaultdict(set)
    for slots in wanted:
        onward[slots[place]].add(slots)
    most = max(once for once, _ in onward), max(twice for _, twice in onward)
    table = _sort_table(ways, sorts[SORTS[place]], most, aim)
    for pair, rest in onward.items():
        yield from _extended((*begun, pair), table[pair], rest, sorts, aim, watch)


def _sort_table(ways: Any, cards: list[Totals], most: tuple[int, int], aim: Aim) -> Any:
    """Return ways for 0 to ``most`` slots that count once and twice, filled from one sort's cards."""
    table = np.zeros((most[0] + 1, most[1] + 1, *aim.shape), dtype=ways.dtype)
    table[0, 0] = ways.reshape(aim.shape)
    if most != (0, 0):
        for counts in cards:
            before = table.copy()
            for source, target in _moves(aim, counts, 1) if most[0] else ():
                table[1:][target] += before[:-1][source]
            for source, target in _moves(aim, counts, 2) if most[1] else ():
                table[:, 1:][target] += before[:, :-1][source]
    return table.reshape(*table.shape[:2], -1)


@cache
def _moves(aim: Aim, counts: Totals, times: int) -> list[tuple[Any, Any]]:
    """Return which amounts become which when a card is added so many times, as pairs of slices."""
    axes = []
    for count, most in zip(counts, aim.most, strict=True):
        step = times * count
        moves = [(slice(0, most + 1 - step), slice(step, most + 1))] if step <= most else []
        if not aim.counts_misses:  # what would go beyond the most becomes the most
            top = slice(most, most + 1)
            first = max(0, most + 1 - step)
            moves += [(slice(n, n + 1), top) for n in range(first, most + 1)]
        axes.append(moves)
    return [
        ((..., *(source for source, _ in pairs)), (..., *(target for _, target in pairs)))
        for pairs in product(*axes)
    ]
