"""Plates, steps and orders as values: the same as by the rules."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from solver.master.proof.last import last_step
from solver.master.proof.plates import (
    Lift,
    is_complete,
    is_legal_lay,
    is_new_lay,
    is_new_lift,
    lay,
    lifts,
    order_of,
    ordered,
    stacks_of,
    step_code,
    step_of,
)
from solver.master.rules import Plates, Step, Variant, apply, complete, legal_steps
from tests.master.positions import orders, plates

GOALS = st.sampled_from([Variant.STANDARD, Variant.BEGINNER])


def walk(there: Plates) -> list[tuple[Lift, int, int]]:
    """Return every lift with every place, in the order in which the searches take them."""
    return [
        (lift, target, flip)
        for lift in lifts(stacks_of(there))
        for target in range(4)
        for flip in range(2)
    ]


@settings(max_examples=200)
@given(plates())
def test_the_walk_is_that_of_the_rules_and_does_what_they_say(there: Plates) -> None:
    stacks = stacks_of(there)
    legal = [one for one in walk(there) if is_legal_lay(stacks, *one)]
    steps = [step_of(step_code(*one)) for one in legal]
    assert steps == legal_steps(there)
    for one, step in zip(legal, steps, strict=True):
        assert lay(stacks, *one) == stacks_of(apply(there, step))


@settings(max_examples=200)
@given(plates())
def test_new_lifts_and_lays_reach_all_plates_up_to_their_numbers(there: Plates) -> None:
    stacks = stacks_of(there)
    new = [one for one in walk(there) if is_new_lift(stacks, one[0]) and is_new_lay(stacks, *one)]
    reached = {ordered(lay(stacks, *one)) for one in new}
    after = {apply(there, step).canonical() for step in legal_steps(there)} - {there.canonical()}
    assert reached - {ordered(stacks)} == {ordered(stacks_of(one)) for one in after}


@settings(max_examples=100)
@given(plates(), st.permutations(range(4)))
def test_ordered_plates_have_no_numbers(there: Plates, numbers: list[int]) -> None:
    a, b, c, d = (there.stacks[number] for number in numbers)
    assert ordered(stacks_of(Plates((a, b, c, d)))) == ordered(stacks_of(there))
    assert ordered(ordered(stacks_of(there))) == ordered(stacks_of(there))


@settings(max_examples=300)
@given(orders(8), GOALS)
def test_the_last_step_is_one_of_those_that_complete_the_order(
    order: tuple[Plates, str], variant: Variant
) -> None:
    there, burger = order
    wanted = order_of(burger, variant)
    assert is_complete(stacks_of(there), wanted) == complete(there, burger, variant)
    if complete(there, burger, variant):
        return
    last: set[Step] = {
        step for step in legal_steps(there) if complete(apply(there, step), burger, variant)
    }
    code = last_step(stacks_of(there), wanted)
    assert step_of(code) in last if last else code == -1
