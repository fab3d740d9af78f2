"""From a request to its answer, for piles with forgotten cards: odds and advise.

The chances come from ``odds``; here they become documents, and cards won or lost.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import perm

import msgspec

from solver.answer import Status, Work
from solver.errors import LimitReached
from solver.slam import requests
from solver.slam.answers import (
    SituatedAnswer,
    cards_left,
    named_wild,
    situation,
    situation_fields,
)
from solver.slam.notation import format_pile, parse_partial
from solver.slam.odds import Chance, chances
from solver.slam.rules import Call, penalty, refusal, wilds
from solver.watch import Watch


class OddsAnswer(SituatedAnswer, kw_only=True):
    """``slam.odds``: value is the exact chance that the call is right, as a fraction; decimal beside it.

    forgotten: cards that nobody remembers; unseen: cards they may be. favourable, drawings: the
    ordered drawings of the forgotten cards that make the call right, and all of them, as text
    (they can be larger than JSON readers take). by_wild: where a Wild Topping is active and no
    topping is named, the chance with each. reason: why the call is wrong whatever lies there.
    Where the limit comes first, the status is feasible, value, decimal and favourable are null, and
    bound is the least and the greatest that the chance can be: ``["0", "1"]``.
    """

    question: str = "slam.odds"
    value: str | None
    decimal: float | None
    pile: str
    call: Call
    wild: str | None
    forgotten: int
    unseen: int
    favourable: str | None
    drawings: str
    by_wild: dict[str, str]
    reason: str


def odds(request: requests.Odds, watch: Watch) -> OddsAnswer:
    """Find the exact chance that a call is right."""
    watch.restart()  # loading NumPy is no computation
    gold, silver = situation(request)
    wild = named_wild(request.wild, silver)
    pile = parse_partial(request.pile)
    known = [card for card in pile if card is not None]
    left = cards_left(known, request.seen, request.deck)
    names = dict.fromkeys([wild, *(wilds(silver) if wild is None else ())])
    by_name: dict[str | None, Chance] = {}
    with suppress(LimitReached):  # then the answer says that the chance is not known
        by_name = chances(pile, left, request.call, gold, silver, list(names), watch)
    found = by_name.get(wild)
    return OddsAnswer(
        status=Status.FEASIBLE if found is None else Status.OPTIMAL,
        value=None if found is None else str(found.value),
        bound=["0", "1"] if found is None else None,
        decimal=None if found is None else float(found.value),
        pile=format_pile(pile),
        call=request.call,
        wild=wild,
        forgotten=len(pile) - len(known),
        unseen=left.total(),
        favourable=None if found is None else str(found.favourable),
        drawings=str(perm(left.total(), len(pile) - len(known))),
        by_wild={n: str(each.value) for n, each in by_name.items() if n not in (None, wild)},
        reason=refusal(request.call, silver, wild),
        work=Work(max((c.nodes for c in by_name.values()), default=0), watch.seconds()),
        **situation_fields(gold, silver),
    )


class Choice(msgspec.Struct, frozen=True):
    """A call that could be made: its chance, and the cards expected if it is doubted."""

    call: Call
    wild: str | None
    chance: str
    decimal: float
    expected: str


class AdviseAnswer(SituatedAnswer, kw_only=True):
    """``slam.advise``: value is how many cards the move wins you on average, as a fraction.

    Somebody called (``call`` was given): the move is to doubt; believing wins you 0. Nobody did:
    the move is the best call, and value supposes that it is doubted; believed, it wins the pile.
    advice: ``doubt`` or ``believe``, ``call`` or ``wait``: the move where it wins you more than 0.
    chance: that the call is right. if_right, if_wrong: cards you win (or lose, below 0) in each case.
    even_at: the chance at which the move wins 0. cards: in the pile. choices: every call you may make.
    Where the limit comes first, the status is feasible, the choices are those that were worked out,
    value is the best of them or null, advice null unless one wins you more than 0, and bound the
    least and the most that the move can win.
    """

    question: str = "slam.advise"
    value: str | None
    decimal: float | None
    advice: str | None
    pile: str
    cards: int
    call: Call | None
    wild: str | None
    chance: str | None
    chance_decimal: float | None
    if_right: int
    if_wrong: int
    even_at: str | None
    penalty: int
    choices: list[Choice]
    reason: str


def advise(request: requests.Advise, watch: Watch) -> AdviseAnswer:
    """Find what doubting a call, or calling, wins or loses on average.

    Measured by the lead over the caller instead of by your own cards, doubting is better than
    believing in exactly the same cases: the lead changes by twice as many cards.
    """
    watch.restart()  # loading NumPy is no computation
    gold, silver = situation(request)
    wild = named_wild(request.wild, silver)
    pile = parse_partial(request.pile)
    known = [card for card in pile if card is not None]
    left = cards_left(known, request.seen, request.deck)
    i_pay, they_pay = (
        penalty(silver) if deck is None else min(deck, penalty(silver))
        for deck in (request.mine, request.theirs)
    )
    doubting = request.call is not None
    # Who wins the pile also gets the other's penalty; who loses it pays his own.
    gain, loss = len(pile) + they_pay, -i_pay
    if_right, if_wrong = (loss, gain) if doubting else (gain, loss)
    names = (wild,) if wild is not None or doubting else wilds(silver)
    found: dict[tuple[Call, str | None], Chance] = {}
    complete = True
    for each in Call if request.call is None else [request.call]:
        asked = [name for name in names if doubting or not refusal(each, silver, name)]
        try:
            by_name = chances(pile, left, each, gold, silver, asked, watch)
        except LimitReached:
            complete = False
            break
        found |= {(each, name): by_name[name] for name in asked}
    expected = {
        key: chance.value * if_right + (1 - chance.value) * if_wrong
        for key, chance in found.items()
    }
    best = max(expected, key=expected.__getitem__, default=None)  # the first of several
    call, name = best or (request.call, wild)
    value = None if best is None else expected[best]
    likely = None if best is None else found[best].value
    move, otherwise = ("doubt", "believe") if doubting else ("call", "wait")
    return AdviseAnswer(
        status=Status.OPTIMAL if complete else Status.FEASIBLE,
        value=None if value is None else str(value),
        bound=None if complete else [str(f(if_right, if_wrong)) for f in (min, max)],
        decimal=None if value is None else float(value),
        advice=move if value is not None and value > 0 else otherwise if complete else None,
        pile=format_pile(pile),
        cards=len(pile),
        call=call,
        wild=name,
        chance=None if likely is None else str(likely),
        chance_decimal=None if likely is None else float(likely),
        if_right=if_right,
        if_wrong=if_wrong,
        even_at=str(Fraction(-if_wrong, if_right - if_wrong)) if if_right != if_wrong else None,
        penalty=penalty(silver),
        choices=[] if doubting else [_choice(key, found[key], expected[key]) for key in found],
        reason="" if call is None else refusal(call, silver, name),
        work=Work(sum(chance.nodes for chance in found.values()), watch.seconds()),
        **situation_fields(gold, silver),
    )


def _choice(key: tuple[Call, str | None], chance: Chance, expected: Fraction) -> Choice:
    return Choice(*key, str(chance.value), float(chance.value), str(expected))
