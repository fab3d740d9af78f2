"""The bound: equal to its formula, never above the true distance, never falling by more than 1 a step."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solver.master.proof.bound import lower_bound
from solver.master.proof.choice import has_choice
from solver.master.proof.plates import Lift, in_the_air, order_of, paths, stacks_of
from solver.master.rules import Plates, Variant, apply, deal, legal_steps
from tests.master import oracles
from tests.master.positions import orders, random_heap

GOALS = st.sampled_from([Variant.STANDARD, Variant.BEGINNER])


@settings(max_examples=300)
@given(orders(9), GOALS)
@example((Plates(("B", "B", "BBC", "P")), "CB"), Variant.STANDARD)
def test_the_plain_bound_is_its_formula(order: tuple[Plates, str], variant: Variant) -> None:
    assert lower_bound(*order, variant) == oracles.literal_bound(*order, variant)


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.BEGINNER])
@pytest.mark.parametrize("seed", range(12))
def test_admissible_and_consistent_on_every_state_of_small_heaps(
    seed: int, variant: Variant
) -> None:
    start, burger = random_heap(random.Random(seed), 4, 5)
    exact = oracles.distances(start, burger, variant)
    bounds = {state: lower_bound(oracles.plates_of(state), burger, variant) for state in exact}
    assert len(exact) > 50
    for state, steps in exact.items():
        assert bounds[state] <= steps
        assert variant is Variant.STANDARD or (bounds[state] == 0) == (steps == 0)
        for _, after in oracles.all_steps(state):
            assert bounds[state] <= 1 + bounds[after]


@settings(max_examples=60)
@given(orders(20), GOALS, st.data())
def test_consistent_along_random_walks_on_large_heaps(
    order: tuple[Plates, str], variant: Variant, data: st.DataObject
) -> None:
    plates, burger = order
    burger = burger[:7]
    before = lower_bound(plates, burger, variant)
    for _ in range(4):
        steps = legal_steps(plates)
        if not steps:
            return
        plates = apply(plates, data.draw(st.sampled_from(steps)))
        after = lower_bound(plates, burger, variant)
        assert abs(after - before) <= 1
        before = after


def test_it_is_nearly_the_distance_on_real_set_ups() -> None:
    """What makes the search short: on average within a step of the truth."""
    from solver.master.proof.search import solve

    randomness = random.Random(3)
    slack = []
    for _ in range(60):
        plates = deal(randomness, onions=False)
        burger = "B" + "".join(randomness.sample("PPPCCCLLLTTT", 4)) + "B"
        solution = solve(plates, burger)
        slack.append(solution.bound - lower_bound(plates, burger))
    assert min(slack) >= 0
    assert sum(slack) / len(slack) < 1


@settings(max_examples=150)
@given(orders(9), GOALS, st.data())
def test_each_half_of_a_step_lowers_one_of_the_two_numbers_by_one(
    order: tuple[Plates, str], variant: Variant, data: st.DataObject
) -> None:
    """Lifting lowers the cuts, laying down the joins; asked of the bound on packed plates."""
    before, burger = order
    step = data.draw(st.sampled_from(legal_steps(before)))
    cuts, joins = data.draw(st.integers(0, 6)), data.draw(st.integers(0, 6))

    def within(plates: Plates, lifted: int, cuts: int, joins: int) -> bool:
        stacks = stacks_of(plates)
        there = paths(stacks)
        if lifted:
            there = in_the_air(there, stacks, Lift(step.source - 1, lifted))
        return bool(has_choice(order_of(burger, variant), there, cuts, joins))

    if within(apply(before, step), 0, cuts, joins):
        assert within(before, step.count, cuts, joins + 1)
    if within(before, step.count, cuts, joins):
        assert within(before, 0, cuts + 1, joins)
