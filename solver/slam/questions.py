"""The CP-SAT model of a pile, and the questions that add their own constraints to it.

A pile is seen as a trail through three states, *what becomes of the next card
as far as it is known when the one before it lies there*: ``PLAIN``,
``DOUBLED`` (yellow sauce lies below it), ``COVER`` (it shows red sauce and
covers the one below). A card leads from the state before it to the state
after it: a red card comes from ``COVER`` and only a red card does; a card
that leads to ``COVER`` counts nothing, any other counts twice from
``DOUBLED`` and else once, and leads to ``DOUBLED`` if it shows yellow sauce.
(With the sauces that are not active left out, this is ``rules.count_pile``.)

Cards alike are interchangeable, and so are cards that lead from the same
state to the same state: all that matters is *how many* of each face go which
way. Any such counts in which every state is left as often as it is entered
(but for start and end) and which hang together can be laid out as one pile
(Euler), so the model has whole numbers for the ways and none for positions.
Prefixes are not in it; ``longest`` deals with those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from solver.answer import Status
from solver.cpsat import Outcome, run_model
from solver.errors import LimitReached
from solver.slam.rules import (
    BIG_NEEDS,
    GOLDS,
    KIDS_NEEDS,
    NOTHING,
    SILVERS,
    STANDARD_NEEDS,
    TOPPINGS,
    Call,
    Card,
    Gold,
    Pile,
    Silver,
    Totals,
    added,
    adjustment,
    count_pile,
    judge,
    refusal,
    right_calls,
    wilds,
)
from solver.watch import Watch

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class State(IntEnum):
    """What becomes of the next card, as far as the cards below it say."""

    PLAIN = 0
    DOUBLED = 1
    COVER = 2


@dataclass(frozen=True, slots=True)
class Way:
    """A card on its way from the state before it to the state after it."""

    card: Card
    before: State
    after: State

    @property
    def times(self) -> int:
        """How often its toppings count in the end."""
        if self.after is State.COVER:
            return 0
        return 2 if self.before is State.DOUBLED else 1


def ways_of(card: Card, gold: Gold) -> list[Way]:
    """Return every way a card may go under these gold cards."""
    red, yellow = card.red and gold.chili, card.yellow and gold.sauce
    befores = [State.COVER] if red else [State.PLAIN] + [State.DOUBLED] * gold.sauce
    afters = [State.DOUBLED if yellow else State.PLAIN] + [State.COVER] * gold.chili
    return [Way(card, before, after) for before in befores for after in afters]


@dataclass(frozen=True, slots=True)
class Begun:
    """What lies there before the cards of the model: ``settled`` counts whatever follows.

    last: the ways the last card may go; none where nothing lies there yet.
    """

    settled: Totals
    last: tuple[Way, ...]


def begun(pile: Pile, gold: Gold) -> Begun:
    """Return a known pile as the beginning of a longer one."""
    if not pile:
        return Begun(NOTHING, ())
    # Its last card counts whatever it counts; the others are settled.
    count = count_pile(pile, gold)
    times = 2 if count.doubled[-1] else 1
    settled = added(count.totals, pile[-1].counts, -times)
    before = State.COVER if gold.chili and pile[-1].red else State(times - 1)
    return Begun(settled, tuple(way for way in ways_of(pile[-1], gold) if way.before is before))


@dataclass(slots=True)
class PileModel:
    """A pile as whole numbers: how many cards of each face go which way.

    golds: which situations of the gold cards are possible; ``gold_is`` says which it is.
    totals: toppings after sauces, in the order of ``TOPPINGS``; size: cards of ``uses``.
    """

    model: cp_model.CpModel
    golds: Sequence[Gold]
    gold_is: list[Any]
    uses: dict[Way, Any]
    starts: dict[State, Any]
    totals: list[Any]
    size: Any


def pile_model(
    cards: Mapping[Card, int],
    golds: Sequence[Gold],
    beginning: Pile = (),
    *,
    all_used: bool = False,
) -> PileModel:
    """Build the model of every pile that can be laid from ``cards``.

    golds: the situations of the gold cards that are possible; just one where ``beginning`` lies.
    all_used: every card is in the pile, else any number of them.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    gold_is = [model.new_bool_var(f"gold {gold}") for gold in golds]
    model.add_exactly_one(gold_is)
    uses: dict[Way, Any] = {}
    for card, copies in sorted(cards.items(), key=lambda item: str(item[0])):
        possible = {way: None for gold in golds for way in ways_of(card, gold)}
        for way in possible:
            uses[way] = model.new_int_var(0, copies, f"{card} {way.before.name}>{way.after.name}")
            for gold, chosen in zip(golds, gold_is, strict=True):
                if way not in ways_of(card, gold):
                    model.add(uses[way] == 0).only_enforce_if(chosen)
        used = sum(uses[way] for way in possible)
        # A card that is there goes one way or none.
        model.add(used == copies if all_used else used <= copies)
    start_of = begun(beginning, golds[0])
    starts, beginnings = _starts(model, start_of)
    lay_as_trail(model, uses, starts, _ends(model))
    totals = [
        settled
        + sum(way.times * way.card.counts[place] * count for way, count in uses.items())
        + sum(way.times * way.card.counts[place] * chosen for way, chosen in beginnings.items())
        for place, settled in enumerate(start_of.settled)
    ]
    return PileModel(model, golds, gold_is, uses, starts, totals, sum(uses.values()))


def _starts(model: cp_model.CpModel, start_of: Begun) -> tuple[dict[State, Any], dict[Way, Any]]:
    """Return the state in which the model's cards begin, as one choice out of three."""
    starts = {state: model.new_bool_var(f"start {state.name}") for state in State}
    model.add_exactly_one(starts.values())
    if not start_of.last:
        model.add(starts[State.DOUBLED] == 0)  # no yellow sauce lies below the first card
        return starts, {}
    beginnings = {way: starts[way.after] for way in start_of.last}
    for state in set(State) - {way.after for way in start_of.last}:
        model.add(starts[state] == 0)
    return starts, beginnings


def _ends(model: cp_model.CpModel) -> dict[State, Any]:
    """Return the state in which the model's cards end, as one choice."""
    ends = {state: model.new_bool_var(f"end {state.name}") for state in State}
    model.add_exactly_one(ends.values())
    model.add(ends[State.COVER] == 0)  # nothing covers the last card
    return ends


def lay_as_trail(
    model: cp_model.CpModel,
    uses: Mapping[Way, Any],
    starts: Mapping[State, Any],
    ends: Mapping[State, Any],
) -> None:
    """Add that the ways can be laid out as one trail from the start to the end (Euler)."""
    left_at = {}
    for state in State:
        entering = sum(count for way, count in uses.items() if way.after is state)
        leaving = sum(count for way, count in uses.items() if way.before is state)
        model.add(starts[state] + entering == ends[state] + leaving)
        left_at[state] = model.new_bool_var(f"{state.name} is left")
        model.add(leaving == 0).only_enforce_if(~left_at[state])
    crossed = {}
    for before, after in [(a, b) for a in State for b in State if a is not b]:
        link = model.new_bool_var(f"{before.name} leads to {after.name}")
        crossing = [c for w, c in uses.items() if (w.before, w.after) == (before, after)]
        model.add(sum(crossing) >= 1).only_enforce_if(link)
        crossed[before, after] = link
    for size in (1, 2):
        for inside in combinations(State, size):  # a set of states is reached before it is left
            entries = [link for (a, b), link in crossed.items() if a not in inside and b in inside]
            for state in inside:
                model.add_bool_or([~left_at[state], *(starts[s] for s in inside), *entries])


def require_right(model: cp_model.CpModel, totals: Sequence[Any], call: Call) -> None:
    """Add that a call is right on these totals, which are after the silver card."""
    if call is Call.STANDARD:
        for total in totals:
            model.add(total >= STANDARD_NEEDS)
        return
    chosen = [model.new_bool_var(f"{call} by {topping}") for topping in TOPPINGS]
    model.add_bool_or(chosen)
    for place, choice in enumerate(chosen):
        if call is Call.BIG:
            model.add(totals[place] >= BIG_NEEDS).only_enforce_if(choice)
            continue
        model.add(totals[place] == 0).only_enforce_if(choice)
        for other in range(len(totals)):
            if other != place:
                model.add(totals[other] >= KIDS_NEEDS).only_enforce_if(choice)


def require_wrong(model: cp_model.CpModel, totals: Sequence[Any], call: Call) -> None:
    """Add that a call is wrong on these totals, which are after the silver card."""
    if call is Call.BIG:
        for total in totals:
            model.add(total <= BIG_NEEDS - 1)
        return
    short = [model.new_bool_var(f"{topping} short for {call}") for topping in TOPPINGS]
    needs = STANDARD_NEEDS if call is Call.STANDARD else KIDS_NEEDS
    for total, is_short in zip(totals, short, strict=True):
        model.add(total <= needs - 1).only_enforce_if(is_short)
    if call is Call.STANDARD:
        model.add_bool_or(short)
        return
    for place, total in enumerate(totals):
        present = model.new_bool_var(f"{list(TOPPINGS)[place]} is there")
        model.add(total >= 1).only_enforce_if(present)
        model.add_bool_or([present, *(s for other, s in enumerate(short) if other != place)])


def require_all_wrong(
    model: cp_model.CpModel, totals: Sequence[Any], silver: Silver | None
) -> None:
    """Add that no call is right, whatever a wild topping is named; without the Kid's Menu."""
    for call in (Call.STANDARD, Call.BIG):
        for wild in wilds(silver):
            if not refusal(call, silver, wild):
                change = adjustment(silver, wild)
                require_wrong(model, [t + c for t, c in zip(totals, change, strict=True)], call)


def choose_silver(
    pile: PileModel, call: Call, silvers: Sequence[Silver | None], wild: str | None
) -> tuple[list[Any], dict[tuple[Silver | None, str | None], Any]]:
    """Return totals after a silver card and wild topping that the model chooses, and the choices.

    Only choices under which the call may be right are left.
    """
    model = pile.model
    choices = {
        (silver, named): model.new_bool_var(f"silver {silver} {named}")
        for silver in silvers
        for named in wilds(silver)
        if not refusal(call, silver, named) and (wild is None or named == wild)
    }
    model.add_exactly_one(choices.values())
    totals = [
        total + sum(adjustment(*choice)[place] * chosen for choice, chosen in choices.items())
        for place, total in enumerate(pile.totals)
    ]
    return totals, choices


@dataclass(frozen=True, slots=True)
class Found:
    """A pile that the model found, under which special cards, and what is proved about its size.

    added: the cards of the model, after the beginning; None where no pile will do, or where none
    was found within the limit (then the status is FEASIBLE).
    """

    status: Status
    added: list[Card] | None
    bound: int | None = None
    gold: Gold = GOLDS[0]
    silver: Silver | None = None
    wild: str | None = None
    nodes: int = 0


def smallest(
    cards: Mapping[Card, int],
    call: Call,
    watch: Watch,
    *,
    beginning: Pile = (),
    golds: Sequence[Gold] = GOLDS[:1],
    silvers: Sequence[Silver | None] = SILVERS[:1],
    wild: str | None = None,
    within: int | None = None,
) -> Found:
    """Find the fewest cards that make a call right, laid on ``beginning`` (``fewest``, ``finish``)."""
    if not any(not refusal(call, s, w) for s in silvers for w in wilds(s)):
        return Found(Status.INFEASIBLE, None)
    for gold, silver in product(golds, silvers):
        now = right_calls(count_pile(beginning, gold).totals, silver).get(call)
        if now is not None and (wild is None or wild in now):
            named = wild or next(iter(now), None)
            return Found(Status.OPTIMAL, [], gold=gold, silver=silver, wild=named)
    pile = pile_model(cards, golds, beginning)
    totals, choices = choose_silver(pile, call, silvers, wild)
    require_right(pile.model, totals, call)
    if within is not None:
        pile.model.add(pile.size <= within)
    pile.model.minimize(pile.size)
    try:
        outcome = run_model(pile.model, watch, workers=1)
    except LimitReached:
        return Found(Status.FEASIBLE, None, bound=1)  # it is not right now, without a card
    if outcome.status is Status.INFEASIBLE:
        return Found(Status.INFEASIBLE, None, nodes=outcome.branches)
    solver = outcome.solver
    gold = next(g for g, is_it in zip(golds, pile.gold_is, strict=True) if solver.value(is_it))
    silver, named = next(choice for choice, is_it in choices.items() if solver.value(is_it))
    found = laid_out(*ways_found(pile, outcome))
    whole = [*beginning, *found]
    assert judge(count_pile(whole, gold).totals, call, silver, named).right, whole
    proved = outcome.status is Status.OPTIMAL
    return Found(
        outcome.status,
        found,
        None if proved else outcome.bound,
        gold,
        silver,
        named,
        outcome.branches,
    )


def order_that(
    cards: Sequence[Card], call: Call, gold: Gold, adjusted_by: Totals, watch: Watch, *, right: bool
) -> tuple[list[Card] | None, int]:
    """Find an order of all these cards in which a call is right (or wrong), and the branches it took.

    adjusted_by: what the silver card adds. None where there is no such order.
    """
    pile = pile_model(Counter(cards), [gold], all_used=True)
    totals = [total + extra for total, extra in zip(pile.totals, adjusted_by, strict=True)]
    (require_right if right else require_wrong)(pile.model, totals, call)
    outcome = run_model(pile.model, watch, workers=1)
    if outcome.status is Status.INFEASIBLE:
        return None, outcome.branches
    return laid_out(*ways_found(pile, outcome)), outcome.branches


def ways_found(pile: PileModel, outcome: Outcome) -> tuple[State, Counter[Way]]:
    """Return the start and the ways of the pile that was found."""
    start = next(s for s, is_it in pile.starts.items() if outcome.solver.value(is_it))
    counts = {way: outcome.solver.value(count) for way, count in pile.uses.items()}
    return start, +Counter(counts)


def laid_out(start: State, ways: Mapping[Way, int]) -> list[Card]:
    """Lay ways that hang together out as one pile (Hierholzer)."""
    left = {state: [w for w in _repeated(ways) if w.before is state] for state in State}
    stack: list[tuple[State, Way | None]] = [(start, None)]
    trail: list[Card] = []
    while stack:
        state, arrived_by = stack[-1]
        if left[state]:
            way = left[state].pop()
            stack.append((way.after, way))
            continue
        stack.pop()
        if arrived_by is not None:
            trail.append(arrived_by.card)
    return trail[::-1]


def _repeated(ways: Mapping[Way, int]) -> Iterable[Way]:
    return (way for way, count in ways.items() for _ in range(count))
