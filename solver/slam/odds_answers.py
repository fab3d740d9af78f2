"""From a request to its answer, for piles with forgotten cards: odds and advise.

The chances come from ``odds``; here they become documents, and cards won or lost.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from solver.answer import Status, Work
from solver.slam import requests
from solver.slam.answers import (
    SituatedAnswer,
    cards_left,
    named_wild,
    situation,
    situation_fields,
)
from solver.slam.notation import format_pile, parse_partial
from solver.slam.odds import chance
from solver.slam.rules import Call, penalty, refusal, wilds
from solver.watch import Watch


class OddsAnswer(SituatedAnswer, kw_only=True):
    """``slam.odds``: value is the exact chance that the call is right, as a fraction; decimal beside it.

    forgotten: cards that nobody remembers; unseen: cards they may be. favourable, drawings: the
    ordered drawings of the forgotten cards that make the call right, and all of them, as text
    (they can be larger than JSON readers take). by_wild: where a Wild Topping is active and no
    topping is named, the chance with each. reason: why the call is wrong whatever lies there.
    """

    question: str = "slam.odds"
    value: str
    decimal: float
    pile: str
    call: Call
    wild: str | None
    forgotten: int
    unseen: int
    favourable: str
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
    found = chance(pile, left, request.call, gold, silver, wild, watch)
    names = [name for name in wilds(silver) if name is not None] if wild is None else []
    by_wild = {
        name: str(chance(pile, left, request.call, gold, silver, name, watch).value)
        for name in names
    }
    return OddsAnswer(
        value=str(found.value),
        decimal=float(found.value),
        pile=format_pile(pile),
        call=request.call,
        wild=wild,
        forgotten=len(pile) - len(known),
        unseen=left.total(),
        favourable=str(found.favourable),
        drawings=str(found.drawings),
        by_wild=by_wild,
        reason=refusal(request.call, silver, wild),
        work=Work(found.nodes, watch.seconds()),
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
    """

    question: str = "slam.advise"
    value: str
    decimal: float
    advice: str
    pile: str
    cards: int
    call: Call
    wild: str | None
    chance: str
    chance_decimal: float
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
    possible = [
        (call, name)
        for call in ([request.call] if request.call is not None else Call)
        for name in names
        if doubting or not refusal(call, silver, name)
    ]
    nodes = 0
    best: tuple[Fraction, Fraction, Call, str | None] | None = None
    choices = []
    for call, name in possible:
        found = chance(pile, left, call, gold, silver, name, watch)
        nodes += found.nodes
        expected = found.value * if_right + (1 - found.value) * if_wrong
        choices.append(Choice(call, name, str(found.value), float(found.value), str(expected)))
        if best is None or expected > best[0]:
            best = (expected, found.value, call, name)
    assert best is not None  # no special card forbids both the Standard and the Big Burger
    expected, likely, call, name = best
    move, otherwise = ("doubt", "believe") if doubting else ("call", "wait")
    return AdviseAnswer(
        status=Status.OPTIMAL,
        value=str(expected),
        decimal=float(expected),
        advice=move if expected > 0 else otherwise,
        pile=format_pile(pile),
        cards=len(pile),
        call=call,
        wild=name,
        chance=str(likely),
        chance_decimal=float(likely),
        if_right=if_right,
        if_wrong=if_wrong,
        even_at=str(Fraction(-if_wrong, if_right - if_wrong)) if if_right != if_wrong else None,
        penalty=penalty(silver),
        choices=[] if doubting else choices,
        reason=refusal(call, silver, name),
        work=Work(nodes, watch.seconds()),
        **situation_fields(gold, silver),
    )
