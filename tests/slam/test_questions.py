"""The CP-SAT model of a pile against the rules, and its questions against trying everything."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.answer import Status
from solver.cpsat import run_model
from solver.slam.deck import built_in
from solver.slam.notation import format_pile, parse_pile
from solver.slam.questions import order_that, pile_model, smallest
from solver.slam.requests import Order
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
)
from solver.slam.search_answers import order
from solver.watch import Watch
from tests.slam.oracles import (
    any_wild,
    calls,
    faces,
    fewest_that_make_right,
    golds,
    is_right,
    piles,
    silvers,
)


@settings(max_examples=60)
@given(piles, golds)
def test_a_known_pile_counts_in_the_model_as_by_the_rules(pile: list[Card], gold: Gold) -> None:
    model = pile_model({}, [gold], pile)
    outcome = run_model(model.model, Watch(), workers=1)
    found = [outcome.solver.value(total) for total in model.totals]
    assert tuple(found) == count_pile(pile, gold).totals


@settings(max_examples=60)
@given(st.lists(faces, max_size=5), golds, st.data())
def test_every_total_that_some_order_has_is_in_the_model_and_no_other(
    cards: list[Card], gold: Gold, data: st.DataObject
) -> None:
    possible = {count_pile(order, gold).totals for order in permutations(cards)}
    wanted = data.draw(
        st.sampled_from(sorted(possible)) | st.tuples(*[st.integers(0, 6)] * 4), label="totals"
    )
    model = pile_model(Counter(cards), [gold], all_used=True)
    for total, amount in zip(model.totals, wanted, strict=True):
        model.model.add(total == amount)
    outcome = run_model(model.model, Watch(), workers=1)
    assert (outcome.status is not Status.INFEASIBLE) == (tuple(wanted) in possible)


@settings(max_examples=60)
@given(st.lists(faces, max_size=5), calls, golds, silvers, st.data())
def test_order_agrees_with_trying_every_order(
    cards: list[Card], call: Call, gold: Gold, silver: Silver | None, data: st.DataObject
) -> None:
    if call is Call.KIDS:
        silver = Silver(Effect.KIDS)
    wild = data.draw(st.sampled_from(any_wild(silver)))
    verdicts = {is_right(order, call, gold, silver, wild) for order in permutations(cards)}
    if str(silver) in ("big-combo", "standard-combo"):
        return  # forbidden calls never reach the model
    for wanted in (True, False):
        order, _ = order_that(cards, call, gold, adjustment(silver, wild), Watch(), right=wanted)
        assert (order is not None) == (wanted in verdicts)
        if order is not None:
            assert Counter(order) == Counter(cards)
            assert is_right(order, call, gold, silver, wild) is wanted


@settings(max_examples=60)
@given(st.lists(faces, max_size=4), st.lists(faces, max_size=3), calls, golds, silvers, st.data())
def test_smallest_agrees_with_trying_every_pile(
    cards: list[Card],
    begun: list[Card],
    call: Call,
    gold: Gold,
    silver: Silver | None,
    data: st.DataObject,
) -> None:
    if call is Call.KIDS:
        silver = data.draw(st.sampled_from([silver, Silver(Effect.KIDS)]))
    wild = data.draw(st.sampled_from([None, *any_wild(silver)]))
    names = any_wild(silver) if wild is None else [wild]
    within = data.draw(st.none() | st.integers(0, 4))
    most = len(cards) if within is None else min(within, len(cards))
    best = fewest_that_make_right(begun, Counter(cards), call, gold, silver, names, most)
    found = smallest(
        Counter(cards),
        call,
        Watch(),
        beginning=begun,
        golds=[gold],
        silvers=[silver],
        wild=wild,
        within=within,
    )
    assert found.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
    assert (found.added is None) == (best is None)
    if found.added is not None:
        assert len(found.added) == best
        assert not Counter(found.added) - Counter(cards)
        assert is_right([*begun, *found.added], call, gold, silver, found.wild)


@settings(max_examples=25)
@given(st.lists(faces, max_size=4), calls)
def test_special_cards_can_be_chosen_by_the_model(cards: list[Card], call: Call) -> None:
    each = [
        fewest_that_make_right([], Counter(cards), call, gold, silver, any_wild(silver), len(cards))
        for gold in GOLDS
        for silver in SILVERS
    ]
    best = min((size for size in each if size is not None), default=None)
    found = smallest(Counter(cards), call, Watch(), golds=GOLDS, silvers=SILVERS)
    assert (None if found.added is None else len(found.added)) == best
    if found.added is not None:
        assert is_right(found.added, call, found.gold, found.silver, found.wild)


@pytest.mark.parametrize("gold", GOLDS, ids=str)
@pytest.mark.parametrize("call", [Call.STANDARD, Call.BIG])
def test_fewest_from_the_whole_deck_is_proved(call: Call, gold: Gold) -> None:
    found = smallest(built_in().cards(), call, Watch(), golds=[gold])
    assert found.status is Status.OPTIMAL
    assert found.added is not None
    assert is_right(found.added, call, gold, None, None)
    # 8 toppings for a Standard Burger and 7 for a Big one, at most 3 on a card, 6 if it is doubled.
    assert len(found.added) == (2 if gold.sauce else 3)


def test_finish_in_a_deep_pile_of_the_whole_deck() -> None:
    draw = random.Random(4)
    cards = sorted(built_in().cards().elements(), key=str)
    draw.shuffle(cards)
    begun, left = cards[:6], Counter(cards[6:])
    for gold in GOLDS:
        found = smallest(left, Call.BIG, Watch(), beginning=begun, golds=[gold])
        assert found.added is not None
        shorter = fewest_that_make_right(
            begun, left, Call.BIG, gold, None, [None], min(1, len(found.added) - 1)
        )
        assert shorter is None or len(found.added) == 0
        assert is_right([*begun, *found.added], Call.BIG, gold, None, None)


@settings(max_examples=40)
@given(st.lists(faces, max_size=5), calls, golds, silvers, st.data())
def test_the_answer_about_orders_agrees_with_trying_every_order(
    cards: list[Card], call: Call, gold: Gold, silver: Silver | None, data: st.DataObject
) -> None:
    wild = data.draw(st.sampled_from([None, *any_wild(silver)]))
    verdicts = {is_right(order, call, gold, silver, wild) for order in permutations(cards)}
    asked = Order(
        cards=format_pile(cards), call=call, gold=str(gold), silver=str(silver or "none"), wild=wild
    )
    answer = order(asked, Watch())
    assert answer.value == {(True,): "every", (False,): "none"}.get(tuple(verdicts), "some")
    for witness, wanted in ((answer.right, True), (answer.wrong, False)):
        assert (witness is not None) == (wanted in verdicts)
        if witness is not None:
            laid = parse_pile(witness)
            assert Counter(laid) == Counter(cards)
            assert is_right(laid, call, gold, silver, wild) == wanted
