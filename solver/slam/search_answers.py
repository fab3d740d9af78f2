"""From a request to its answer, for the questions that search: order, finish, fewest, longest.

What is searched, and why it is a proof, is in ``questions`` and ``longest``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from solver.answer import Status, Work
from solver.cpsat import load_cpsat
from solver.errors import LimitReached
from solver.slam import requests
from solver.slam.answers import (
    SituatedAnswer,
    cards_left,
    known_pile,
    named_wild,
    situation,
    situation_fields,
)
from solver.slam.longest import longest_pile
from solver.slam.notation import format_pile, parse_gold, parse_pile, parse_silver
from solver.slam.questions import order_that, smallest
from solver.slam.rules import (
    GOLDS,
    SILVERS,
    Call,
    Card,
    Effect,
    Gold,
    Silver,
    adjustment,
    count_pile,
    judge,
    refusal,
)
from solver.watch import Watch

#: What stands for every situation of the gold or silver cards.
ANY = "any"


def _start(watch: Watch) -> None:
    """Load CP-SAT, and count the time from then on: loading is no computation."""
    load_cpsat()
    watch.restart()


class In(StrEnum):
    """In which orders of its cards a call is right."""

    EVERY = "every"
    SOME = "some"
    NONE = "none"


class OrderAnswer(SituatedAnswer, kw_only=True):
    """``slam.order``: value is ``every``, ``some`` or ``none`` (then status is infeasible).

    right: an order in which the call is right; wrong: one in which it is wrong; null if there is
    none. reason: why the call is wrong whatever the order, beside the toppings.
    Where the limit comes first, the status is feasible, the value null, and bound the two values
    that are still possible: the cards as they were given are right or wrong already.
    """

    question: str = "slam.order"
    value: In | None
    cards: str
    call: Call
    wild: str | None
    right: str | None
    wrong: str | None
    reason: str


def order(request: requests.Order, watch: Watch) -> OrderAnswer:
    """Find whether a call is right in every order of the cards, in some, or in none."""
    gold, silver = situation(request)
    wild = named_wild(request.wild, silver)
    cards = known_pile(request.cards, strict=request.strict, deck=request.deck, where="cards")
    _start(watch)
    reason = refusal(request.call, silver, wild)
    change = adjustment(silver, wild)
    # As given, the cards are one order; the search is for one of the other kind.
    is_right = judge(count_pile(cards, gold).totals, request.call, silver, wild).right
    other: list[Card] | None = None
    value: In | None = In.EVERY if is_right else In.NONE
    possible, nodes = [value, In.SOME], 0
    if not reason:
        try:
            other, nodes = order_that(cards, request.call, gold, change, watch, right=not is_right)
            value = value if other is None else In.SOME
        except LimitReached:
            value = None
    right, wrong = (cards, other) if is_right else (other, cards)
    return OrderAnswer(
        status=_ORDER_STATUS.get(value, Status.OPTIMAL),
        value=value,
        bound=possible if value is None else None,
        cards=format_pile(cards),
        call=request.call,
        wild=wild,
        right=None if right is None else format_pile(right),
        wrong=None if wrong is None else format_pile(wrong),
        reason=reason,
        work=Work(nodes, watch.seconds()),
        **situation_fields(gold, silver),
    )


_ORDER_STATUS = {None: Status.FEASIBLE, In.NONE: Status.INFEASIBLE}


class SmallestAnswer(SituatedAnswer, kw_only=True):
    """What ``slam.finish`` and ``slam.fewest`` have in common.

    pile: the whole pile on which the call is right, with the wild topping to name; null if
    there is none. reason: why not, where the special cards forbid the call.
    Where the limit comes first, the status is feasible: value and pile are the best found, null if
    none was, and bound is the fewest cards that it could be.
    """

    value: int | None
    call: Call
    wild: str | None
    pile: str | None
    reason: str


class FinishAnswer(SmallestAnswer, kw_only=True):
    """``slam.finish``: value is the fewest further cards; added: which; begun: the pile asked about.

    within: the most that were allowed, if any. unseen: cards that could come.
    """

    question: str = "slam.finish"
    begun: str
    added: str | None
    within: int | None
    unseen: int


def finish(request: requests.Finish, watch: Watch) -> FinishAnswer:
    """Find the fewest further cards that make a call right."""
    gold, silver = situation(request)
    wild = named_wild(request.wild, silver)
    pile = parse_pile(request.pile)
    left = cards_left(pile, request.seen, request.deck)
    _start(watch)
    found = smallest(
        left,
        request.call,
        watch,
        beginning=pile,
        golds=[gold],
        silvers=[silver],
        wild=wild,
        within=request.within,
    )
    extra = found.added
    return FinishAnswer(
        status=found.status,
        value=None if extra is None else len(extra),
        bound=found.bound,
        call=request.call,
        wild=found.wild,
        pile=None if extra is None else format_pile([*pile, *extra]),
        begun=format_pile(pile),
        added=None if extra is None else format_pile(extra),
        within=request.within,
        unseen=left.total(),
        reason=_no_call(request.call, [silver], wild),
        work=Work(found.nodes, watch.seconds()),
        **situation_fields(gold, silver),
    )


def _no_call(call: Call, silvers: Sequence[Silver | None], wild: str | None) -> str:
    """Return why none of the silver cards allows a call; any topping may be named for a wild."""
    reasons = [refusal(call, s, "P" if s and s.effect is Effect.WILD else wild) for s in silvers]
    return reasons[0] if all(reasons) else ""


class FewestAnswer(SmallestAnswer, kw_only=True):
    """``slam.fewest``: value is the fewest cards; gold and silver are those under which it is so."""

    question: str = "slam.fewest"


def fewest(request: requests.Fewest, watch: Watch) -> FewestAnswer:
    """Find the smallest pile from the deck that makes a call right."""
    golds: Sequence[Gold] = GOLDS if _is_any(request.gold) else [parse_gold(request.gold)]
    silvers: Sequence[Silver | None]
    if _is_any(request.silver):
        wild = named_wild(request.wild, Silver(Effect.WILD))
        silvers = SILVERS if wild is None else [Silver(Effect.WILD)]
    else:
        silvers = [parse_silver(request.silver)]
        wild = named_wild(request.wild, silvers[0])
    left = cards_left([], request.seen, request.deck)
    _start(watch)
    found = smallest(left, request.call, watch, golds=golds, silvers=silvers, wild=wild)
    pile = found.added
    asked = situation_fields(found.gold, found.silver)
    if pile is None:
        asked = {"gold": request.gold or "none", "silver": request.silver or "none"}
    return FewestAnswer(
        status=found.status,
        value=None if pile is None else len(pile),
        bound=found.bound,
        call=request.call,
        wild=found.wild,
        pile=None if pile is None else format_pile(pile),
        reason=_no_call(request.call, silvers, wild),
        work=Work(found.nodes, watch.seconds()),
        **asked,
    )


def _is_any(text: str | None) -> bool:
    return text is not None and text.strip().lower() == ANY


class LongestAnswer(SituatedAnswer, kw_only=True):
    """``slam.longest``: value is the most cards of a pile at no prefix of which any call is right.

    missed_from: with so many cards, somebody must have missed a burger (proved); null where the
    deck has no more cards. Where the limit comes first, the status is feasible, value and pile are
    the best found (perhaps no card at all), and bound is the most cards that it could be.
    """

    question: str = "slam.longest"
    value: int
    pile: str
    missed_from: int | None


def longest(request: requests.Longest, watch: Watch) -> LongestAnswer:
    """Find the longest pile from the deck without a right call at any prefix."""
    gold, silver = situation(request)
    left = cards_left([], request.seen, request.deck)
    _start(watch)
    found = longest_pile(left, gold, silver, watch)
    most = len(found.pile) if found.bound is None else found.bound
    return LongestAnswer(
        status=Status.OPTIMAL if found.bound is None else Status.FEASIBLE,
        value=len(found.pile),
        bound=found.bound,
        pile=format_pile(found.pile),
        missed_from=most + 1 if most < left.total() else None,
        work=Work(found.nodes, watch.seconds()),
        **situation_fields(gold, silver),
    )
