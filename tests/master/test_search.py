"""The fewest steps: the kernel against plain searches, and all shortest solutions against enumeration."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import LimitReached
from solver.gears import Gear
from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.proof import fewest
from solver.master.proof.memory import new_table
from solver.master.proof.optimal import OptimalSolutions
from solver.master.proof.plates import order_of, stacks_of
from solver.master.proof.search import STAMPS, Method, OrderSearch, Solution, plan, solve
from solver.master.rules import (
    PLATES,
    Plates,
    Step,
    Variant,
    apply,
    complete,
    deal,
    legal_steps,
    missing,
)
from solver.watch import Watch
from tests.master import oracles
from tests.master.positions import orders, random_heap

GOALS = st.sampled_from([Variant.STANDARD, Variant.BEGINNER])

#: Set-ups whose 20 cards were solved by plain A*, as the rulings deal them.
REAL_SETUPS = 3


def after(plates: Plates, steps: list[Step]) -> Plates:
    for step in steps:
        assert not complete(plates, "?" * 21)
        plates = apply(plates, step)
    return plates


def assert_solves(solution: Solution, plates: Plates, burger: str, variant: Variant) -> None:
    assert solution.proved
    assert solution.steps is not None
    assert complete(after(plates, solution.steps), burger, variant)


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.BEGINNER])
@pytest.mark.parametrize("seed", range(10))
def test_kernel_agrees_with_breadth_first_search(seed: int, variant: Variant) -> None:
    """With both variants, 600 random heaps of 1 to 6 ingredients on any number of plates."""
    randomness = random.Random(seed)
    for _ in range(30):
        plates, burger = random_heap(randomness, 1, 6)
        fast = solve(plates, burger, variant)
        plain = solve(plates, burger, variant, method=Method.BFS)
        assert fast.bound == plain.bound, (str(plates), burger)
        assert_solves(fast, plates, burger, variant)
        assert_solves(plain, plates, burger, variant)


@pytest.mark.parametrize("seed", range(REAL_SETUPS))
@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.BEGINNER])
@pytest.mark.parametrize("menu", ["base", "gourmet"])
def test_kernel_agrees_with_a_star_on_real_set_ups(menu: str, variant: Variant, seed: int) -> None:
    randomness = random.Random(seed)
    plates = deal(randomness, onions=menu == "gourmet")
    burgers = sorted(cards_of(menu).values(), key=len)[: 8 if menu == "base" else 3]
    for burger in randomness.sample(burgers, 2):
        fast = solve(plates, burger, variant)
        plain = solve(plates, burger, variant, method=Method.ASTAR)
        assert fast.bound == plain.bound, (str(plates), burger)
        assert_solves(plain, plates, burger, variant)


def test_a_hard_order_for_beginners_is_as_short_a_search_as_for_others() -> None:
    """It took 134 s with a bound that did not see which way up ends lie."""
    plates, burger = parse_plates("BOPOTL/BCPTTCP/B/BCOBLL"), cards_of("gourmet")["gourmet-20"]
    solution = solve(plates, burger, Variant.BEGINNER)
    assert solution.bound == 9
    assert_solves(solution, plates, burger, Variant.BEGINNER)
    assert solution.nodes < 100


@settings(max_examples=200)
@given(orders(14), GOALS, st.data())
def test_one_step_is_enough_where_one_of_all_steps_is(
    order: tuple[Plates, str], variant: Variant, data: st.DataObject
) -> None:
    plates, burger = order
    for step in plan(plates, burger, variant):
        plates = apply(plates, step)
    if legal := legal_steps(plates):
        plates = apply(plates, data.draw(st.sampled_from(legal)))
    enough = any(complete(apply(plates, step), burger, variant) for step in legal_steps(plates))
    fewest = solve(plates, burger, variant).bound
    assert fewest == 0 if complete(plates, burger, variant) else (fewest == 1) == enough


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_kernel_agrees_with_a_star_on_every_card_of_real_set_ups(seed: int) -> None:
    for menu in ("base", "gourmet"):
        plates = deal(random.Random(seed), onions=menu == "gourmet")
        for burger in cards_of(menu).values():
            bound = solve(plates, burger).bound
            plain = solve(plates, burger, method=Method.ASTAR, watch=Watch(60))
            assert plain.bound <= bound <= len(plain.steps or [])
            if plain.proved:
                assert plain.bound == bound


@settings(max_examples=200)
@given(orders(8), GOALS)
def test_a_solution_solves(order: tuple[Plates, str], variant: Variant) -> None:
    assert_solves(solve(*order, variant), *order, variant)


@settings(max_examples=100)
@given(orders(9), GOALS, st.permutations(range(4)))
def test_the_numbers_of_the_plates_do_not_matter(
    order: tuple[Plates, str], variant: Variant, numbers: list[int]
) -> None:
    plates, burger = order
    a, b, c, d = (plates.stacks[number] for number in numbers)
    assert (
        solve(Plates((a, b, c, d)), burger, variant).bound == solve(plates, burger, variant).bound
    )


@settings(max_examples=100)
@given(orders(9), GOALS, st.data())
def test_a_step_changes_the_fewest_by_at_most_one(
    order: tuple[Plates, str], variant: Variant, data: st.DataObject
) -> None:
    plates, burger = order
    step = data.draw(st.sampled_from(legal_steps(plates)))
    assert (
        abs(
            solve(apply(plates, step), burger, variant).bound - solve(plates, burger, variant).bound
        )
        <= 1
    )


@settings(max_examples=100)
@given(orders(10))
def test_beginners_never_need_more(order: tuple[Plates, str]) -> None:
    assert solve(*order, Variant.BEGINNER).bound <= solve(*order).bound


# Orders that are complete already, one step away, and one step away in several ways.
@pytest.mark.parametrize(
    ("text", "burger", "steps", "ways"),
    [
        ("BPB/C/-/-", "BPB", 0, 1),
        ("C/T/-/BPB", "BPB", 0, 1),
        ("B/BP/-/-", "BPB", 1, 3),  # m1:1-2 f1:1-2 f2:2-1
        ("BPBC/B/T/L", "BPB", 1, 6),  # the Cheese onto any plate, MOVE or FLIP
        ("BPBC/-/-/-", "BPB", 1, 6),
        ("BCPB/-/-/-", "BPCB", 1, 4),  # FLIP all in place, or onto one of three empty plates
        ("BP/B/B/-", "BPB", 1, 6),  # a Bun onto the Patty, or the Patty onto a Bun
        ("BP/B/-/-", "BPB", 1, 3),
        ("CBPB/-/-/-", "BPB", 1, 6),
        ("B/PB/-/-", "BPB", 1, 1),  # m2:2-1; and not the Bun under the Patty
        ("BPC/BC/-/-", "BPCCB", 1, 1),  # f2:2-1
        ("PCB/B/-/-", "BPCB", 1, 1),
        ("B/P/-/-", "P", 0, 1),
        ("BP/-/-/-", "P", 1, 6),
    ],
)
def test_orders_that_are_nearly_complete(text: str, burger: str, steps: int, ways: int) -> None:
    plates = parse_plates(text)
    solution = solve(plates, burger)
    assert solution.bound == steps
    assert_solves(solution, plates, burger, Variant.STANDARD)
    found = OptimalSolutions(plates, burger, Variant.STANDARD, steps, Watch())
    assert found.count == ways
    assert len(set(map(tuple, found.first(100)))) == ways


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.BEGINNER])
@pytest.mark.parametrize("seed", range(25))
def test_all_solutions_are_those_of_enumeration(seed: int, variant: Variant) -> None:
    randomness = random.Random(seed)
    while True:
        plates, burger = random_heap(randomness, 2, 6)
        steps = solve(plates, burger, variant).bound
        if steps <= 3:
            break
    found = OptimalSolutions(plates, burger, variant, steps, Watch())
    wanted = oracles.all_solutions(plates, burger, variant)
    assert found.count == len(wanted)
    assert sorted(tuple(map(str, steps)) for steps in found.first(10**5)) == sorted(wanted)
    assert found.first(2) == found.first(10**5)[:2]

    graph = found.graph(10**6)
    states = {str(oracles.plates_of(state)) for state in _states_on(plates, wanted)}
    assert set(graph.nodes) == states
    assert _paths(graph, str(plates)) == found.count


def _states_on(plates: Plates, solutions: list[tuple[str, ...]]) -> set[oracles.State]:
    states = set()
    for solution in solutions:
        state = plates
        states.add(oracles.state_of(state))
        for step in parse_steps(" ".join(solution)):
            state = apply(state, step)
            states.add(oracles.state_of(state))
    return states


def _paths(graph: object, start: str) -> int:
    """The number of paths in the graph from the start to a completed order."""
    from functools import cache

    @cache
    def paths(node: str) -> int:
        if graph.nodes[node]["left"] == 0:  # type: ignore[attr-defined]
            return 1
        return sum(paths(end) for _, end in graph.out_edges(node))  # type: ignore[attr-defined]

    return paths(start)


@settings(max_examples=300)
@given(orders(20), GOALS)
def test_there_is_always_a_plan(order: tuple[Plates, str], variant: Variant) -> None:
    plates, burger = order
    assert not missing(plates, burger)
    steps = plan(plates, burger, variant)
    assert complete(after(plates, steps), burger, variant)
    assert len(steps) <= 2 * len(burger) + 1 <= fewest.MOST_STEPS


def test_a_limit_gives_a_plan_and_a_bound() -> None:
    plates = parse_plates("COTLPCCBBPLOOTBLBTBP/-/-/-")
    solution = solve(plates, "POTTTBBBBBOCLCLPPCLO", watch=Watch(0))
    assert not solution.proved
    assert solution.steps is not None
    assert complete(after(plates, solution.steps), "POTTTBBBBBOCLCLPPCLO")
    assert 0 < solution.bound < len(solution.steps)
    with pytest.raises(LimitReached):
        OptimalSolutions(plates, "POTTTBBBBBOCLCLPPCLO", Variant.STANDARD, 14, Watch(0))


@settings(max_examples=40)
@given(orders(6), GOALS)
def test_plain_python_takes_the_steps_and_states_of_compiled_code(
    order: tuple[Plates, str], variant: Variant
) -> None:
    plain, compiled = (solve(*order, variant, gear=gear) for gear in (Gear.PLAIN, Gear.COMPILED))
    assert (plain.steps, plain.nodes) == (compiled.steps, compiled.nodes)


@settings(max_examples=20)
@given(orders(6), GOALS)
def test_plain_python_counts_what_compiled_code_counts(
    order: tuple[Plates, str], variant: Variant
) -> None:
    steps = solve(*order, variant).bound
    plain, compiled = (
        OptimalSolutions(*order, variant, steps, Watch(), gear)
        for gear in (Gear.PLAIN, Gear.COMPILED)
    )
    assert plain.count == compiled.count
    assert plain.first(5) == compiled.first(5)


@pytest.mark.parametrize("gear", [Gear.PLAIN, Gear.COMPILED])
def test_a_search_ends_where_more_steps_are_not_asked_for(gear: Gear) -> None:
    search = OrderSearch("BPB", gear=gear)
    plates = parse_plates("BPBC/-/-/-")
    assert search.run(plates, Watch(), most=0) is None
    assert search.bound == 1
    steps = search.run(plates, Watch(), most=1)
    assert steps is not None
    assert len(steps) == 1


@pytest.mark.parametrize("gear", [Gear.PLAIN, Gear.COMPILED])
def test_two_searches_in_turn_do_not_disturb_each_other(gear: Gear) -> None:
    plates, cards = parse_plates("BLTBL/BPPCCT/B/BLPTC"), ["base-11", "base-20"]
    alone = [solve(plates, cards_of("base")[card]).steps for card in cards]
    searches = [OrderSearch(cards_of("base")[card], gear=gear) for card in cards]
    for _ in range(2):
        assert [search.run(plates, Watch()) for search in searches] == alone


@pytest.mark.parametrize("gear", [Gear.PLAIN, Gear.COMPILED])
@pytest.mark.parametrize("enough", [0, 1, 2, 3, 5])
def test_what_is_stopped_in_the_middle_has_proved_what_it_says_and_goes_on(
    gear: Gear, enough: int
) -> None:
    plates, burger = parse_plates("BOPOTL/BCPTTCP/B/BCOBLL"), cards_of("gourmet")["gourmet-20"]
    whole = solve(plates, burger)
    game = fewest.Search.of(order_of(burger), [stacks_of(plates)], next(STAMPS), new_table())
    stops = 0
    while True:
        game.enough = game.nodes + enough
        if fewest.KERNEL.run(game, Watch(), lambda _: False, gear, brief=True):
            break
        stops += 1
        assert game.done == 0
        assert game.bound <= whole.bound
        enough *= 2
        enough += 1
    assert stops > 0
    assert game.fewest[0] == game.bound == whole.bound


def test_there_are_four_plates() -> None:
    assert PLATES == 4
