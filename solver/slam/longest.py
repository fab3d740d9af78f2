"""The longest pile at no prefix of which any call is right, and the proof that none is longer.

Three steps, each only if the one before leaves something open:

1. *Bound.* The model of ``questions`` without prefixes, every call wrong on
   the whole pile: no pile can be longer than its optimum.
2. *Laying out.* The same counts, laid so that every prefix is wrong too. A
   card that stays uncovered adds for good, so its prefix is wrong if the whole
   pile is; only a card that will be covered can be right for a moment, and
   while few others count yet it is not: covered cards go first, with a search.
3. *Stages.* A model with the prefixes in it: the pile is cut after each
   covered card, and the toppings settled up to there plus that card must leave
   every call wrong. It is exact, and slower; it decides where 2. fails. Out of
   time, the best pile is given with the bound.

All this holds for calls that more toppings never make wrong: Standard and Big.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from solver.answer import Status
from solver.cpsat import run_model
from solver.errors import InvalidInput, LimitReached
from solver.slam.questions import (
    State,
    Way,
    laid_out,
    pile_model,
    require_all_wrong,
    ways_found,
)
from solver.slam.rules import (
    NOTHING,
    Card,
    Effect,
    Gold,
    Pile,
    Silver,
    Totals,
    added,
    count_pile,
    right_calls,
)
from solver.slam.stages import Stages
from solver.watch import Watch

#: Steps of the search for an order before the model with stages is asked.
MOST_STEPS = 5_000

#: Seconds for the model with stages where no limit is given: large decks may take it for ever.
STAGED_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Longest:
    """The pile found; bound is the proved most, None where the pile is proved the longest."""

    pile: list[Card]
    bound: int | None
    nodes: int


def longest_pile(
    cards: Mapping[Card, int], gold: Gold, silver: Silver | None, watch: Watch
) -> Longest:
    """Find the longest pile from these cards at no prefix of which any call is right.

    Raises InvalidInput for an active Kid's Menu, whose call more toppings can make wrong.
    """
    if silver is not None and silver.effect is Effect.KIDS:
        raise InvalidInput(
            "the longest pile with the Kid's Menu", "silver", "another silver card, or none"
        )
    try:
        relaxed = relax(cards, gold, silver, watch)
    except LimitReached:  # nothing but what is sure: no card is no burger
        return Longest([], sum(cards.values()), 0)
    bound = relaxed.bound
    watch.tell(f"at most {bound} cards")
    pile: list[Card] = []
    nodes = relaxed.nodes
    for plan in relaxed.plans:
        if len(pile) < bound:
            search = _Laying(silver, watch)
            pile = max(pile, search.lay(*plan), key=len)
            nodes += search.steps
    if len(pile) < bound:
        staged, bound, more = _staged(cards, gold, silver, bound, watch)
        pile = max(pile, staged, key=len)
        nodes += more
    return Longest(pile, None if len(pile) == bound else bound, nodes)


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Longest piles that are wrong as a whole, prefixes left out; none is longer than ``bound``.

    plans: the state each starts in and its ways, the most promising first.
    """

    bound: int
    plans: list[tuple[State, Counter[Way]]]
    nodes: int


def relax(cards: Mapping[Card, int], gold: Gold, silver: Silver | None, watch: Watch) -> Relaxed:
    """Solve the model without prefixes, and once more for covered cards that show little.

    Little shown before it is covered makes a call right the less often while the pile grows.
    """
    model = pile_model(cards, [gold])
    require_all_wrong(model.model, model.totals, silver)
    model.model.maximize(model.size)
    outcome = run_model(model.model, watch, workers=1)
    bound = outcome.bound or 0
    plans = [ways_found(model, outcome)]
    if outcome.status is not Status.OPTIMAL or not gold.chili:
        return Relaxed(bound, plans, outcome.branches)
    model.model.add(model.size >= bound)
    model.model.minimize(
        sum(
            (2 if way.before is State.DOUBLED else 1) * sum(way.card.counts) * count
            for way, count in model.uses.items()
            if way.after is State.COVER
        )
    )
    try:
        better = run_model(model.model, watch, workers=1)
    except LimitReached:
        return Relaxed(bound, plans, outcome.branches)
    plans.insert(0, ways_found(model, better))
    return Relaxed(bound, plans, outcome.branches + better.branches)


def always_wrong(pile: Pile, gold: Gold, silver: Silver | None) -> bool:
    """Return whether no call is right at any prefix of a pile."""
    return not any(
        right_calls(count_pile(pile[:length], gold).totals, silver)
        for length in range(len(pile) + 1)
    )


class _Laying:
    """The search for an order of given ways in which every prefix is wrong.

    best: the most cards that were laid so; all of them, if such an order was found.
    """

    def __init__(self, silver: Silver | None, watch: Watch) -> None:
        self.silver = silver
        self.watch = watch
        self.steps = 0
        self.best: list[Card] = []
        self._scarce = 0
        self._failed: set[tuple[State, frozenset[tuple[Way, int]]]] = set()

    def lay(self, start: State, ways: Counter[Way]) -> list[Card]:
        """Return such an order, or as much of one as was found within the steps."""
        path: list[Way] = []
        settled: list[Totals] = [NOTHING]
        self._scarce = _scarcest(ways)
        branches = [self._onward(start, ways, NOTHING)]
        left = Counter(ways)
        while branches:
            way = next(branches[-1], None)
            if way is not None:
                self.steps += 1
                left[way] -= 1
                path.append(way)
                settled.append(added(settled[-1], way.card.counts, way.times))
                if len(path) > len(self.best):
                    self.best = [way.card for way in path]
                if not +left:
                    break
                branches.append(self._onward(way.after, left, settled[-1]))
                continue
            branches.pop()
            if path:
                self._failed.add((path[-1].after, frozenset((+left).items())))
                left[path.pop()] += 1
                settled.pop()
            if self.steps > MOST_STEPS or self.watch.expired():
                break
        return self.best

    def _onward(self, state: State, left: Counter[Way], settled: Totals) -> Iterator[Way]:
        """Return the ways on, most promising first."""
        ways = [way for way, count in left.items() if count and way.before is state]
        ways.sort(key=self._promise)
        for way in ways:
            shown = added(settled, way.card.counts, 2 if state is State.DOUBLED else 1)
            if right_calls(shown, self.silver):
                continue
            left[way] -= 1
            rest = +left
            left[way] += 1
            if (way.after, frozenset(rest.items())) in self._failed:
                continue
            if not rest or _hangs_together(way.after, rest):
                yield way

    def _promise(self, way: Way) -> tuple[int, int, int, str]:
        """Return a key that sorts covered cards first, and what settles the scarce topping last.

        Of covered cards those come first that would soon make a call right: the topping of which
        the whole pile has least keeps a Standard Burger away.
        """
        scarce, all_toppings = way.card.counts[self._scarce], sum(way.card.counts)
        if way.times == 0:
            return 0, -scarce, -all_toppings, str(way.card)
        return 1, way.times * scarce, way.times * all_toppings, str(way.card)


def _scarcest(ways: Counter[Way]) -> int:
    """Return the place of the topping of which the whole pile has least."""
    whole = NOTHING
    for way, count in ways.items():
        whole = added(whole, way.card.counts, way.times * count)
    return whole.index(min(whole))


def _hangs_together(start: State, ways: Counter[Way]) -> bool:
    return len(laid_out(start, ways)) == ways.total()


def _staged(
    cards: Mapping[Card, int], gold: Gold, silver: Silver | None, bound: int, watch: Watch
) -> tuple[list[Card], int, int]:
    """Solve the model with stages; return its pile, the proved bound and the branches."""
    if watch.limit is None:
        watch = Watch(STAGED_SECONDS, watch.report)
    stages = Stages(cards, gold, silver)
    stages.model.add(stages.size <= bound)
    stages.model.maximize(stages.size)
    try:
        outcome = run_model(stages.model, watch)
    except LimitReached:
        return [], bound, 0
    return stages.pile(outcome), min(bound, outcome.bound or 0), outcome.branches
