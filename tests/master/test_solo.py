"""Five orders at once: against blind search, its bound along random walks, and the command."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.master import chains, frames
from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.proof.reference import breadth_first_game
from solver.master.rules import Plates, apply, deal, legal_steps
from solver.master.solo import done_at, joint_bound, one_by_one, solve_game
from solver.watch import Watch
from tests.conftest import Command, assert_bad_input
from tests.master import oracles
from tests.master.positions import plates, random_heap


def random_game(randomness: random.Random, most: int, orders: int) -> tuple[Plates, list[str]]:
    heap, _ = random_heap(randomness, 2, most)
    pool = "".join(heap.stacks)
    sizes = [randomness.randint(1, len(pool)) for _ in range(orders)]
    return heap, ["".join(randomness.sample(pool, size)) for size in sizes]


@pytest.mark.parametrize("seed", range(10))
def test_the_joint_fewest_is_that_of_blind_search(seed: int) -> None:
    randomness = random.Random(seed)
    for orders in (1, 2, 2, 3):
        heap, burgers = random_game(randomness, 5, orders)
        found = solve_game(heap, burgers)
        assert found.proved
        assert found.bound == breadth_first_game(heap, burgers), (str(heap), burgers)
        assert len(found.done_at) == orders


def test_planning_ahead_beats_one_by_one() -> None:
    better = 0
    for seed in range(8):
        randomness = random.Random(seed)
        heap = deal(randomness, onions=False)
        burgers = randomness.sample(list(cards_of("base").values()), 2)
        found = solve_game(heap, burgers)
        single = sum(map(len, found.one_by_one))
        assert found.proved
        assert found.bound <= single
        better += found.bound < single
    assert better


Edges = frozenset[frozenset[oracles.Place]]
Choice = tuple[oracles.Place, ...]


def letters_and_edges(heap: Plates) -> tuple[dict[oracles.Place, str], Edges]:
    places = [(plate, height) for plate in range(4) for height in range(len(heap.stacks[plate]))]
    edges = frozenset(frozenset(((plate, height - 1), (plate, height))) for plate, height in places)
    return {place: heap.stacks[place[0]][place[1]] for place in places}, edges


def all_choices(letters: dict[oracles.Place, str], burger: str) -> list[Choice]:
    found: list[Choice] = [()]
    for wanted in burger:
        found = [
            (*choice, place)
            for choice in found
            for place, letter in letters.items()
            if letter == wanted and place not in choice
        ]
    return found


def fewest_cuts(
    letters: dict[oracles.Place, str], edges: Edges, burgers: list[str], outline: tuple[Choice, ...]
) -> int:
    """The formula of ``solo`` over every choice that agrees with an outline, on explicit edges."""
    if not burgers:
        return 0
    best = 99
    choices = [outline[0]] if outline else all_choices(letters, burgers[0])
    for choice, plate in product(choices, range(4)):
        path = [(plate, -1), *choice]
        wanted = {frozenset(pair) for pair in pairwise(path)}
        cut = {edge for edge in edges if edge & set(path)} - wanted
        if len(cut) < best:
            after = (edges - cut) | wanted
            best = min(best, len(cut) + fewest_cuts(letters, after, burgers[1:], outline[1:]))
    return best


def literal_joint_bound(heap: Plates, burgers: list[str]) -> int:
    return fewest_cuts(*letters_and_edges(heap), burgers, ())


@pytest.mark.parametrize("seed", range(12))
def test_the_joint_bound_is_its_formula(seed: int) -> None:
    randomness = random.Random(seed)
    for orders in (1, 2, 2):
        heap, burgers = random_game(randomness, 4, orders)
        assert joint_bound(heap, burgers) == literal_joint_bound(heap, burgers), (
            str(heap),
            burgers,
        )


@settings(max_examples=25)
@given(plates(20).filter(lambda p: len("".join(p.stacks)) >= 12), st.data())
def test_the_joint_bound_falls_by_at_most_one_a_step(heap: Plates, data: st.DataObject) -> None:
    pool = "".join(heap.stacks)
    burgers = ["".join(data.draw(st.permutations(pool))[:4]) for _ in range(3)]
    before = joint_bound(heap, burgers)
    for _ in range(4):
        heap = apply(heap, data.draw(st.sampled_from(legal_steps(heap))))
        after = joint_bound(heap, burgers)
        assert before <= after + 1
        before = after


def test_orders_that_are_done_already_and_one_after_the_other() -> None:
    assert solve_game(parse_plates("BPB/-/-/-"), ["BPB"]).steps == []
    assert solve_game(parse_plates("BPB/C/-/-"), ["BPB", "C"]).bound == 0
    assert solve_game(parse_plates("BPB/C/-/-"), ["BPB", "C", "BPB"]).done_at == [0, 0, 0]
    found = solve_game(parse_plates("BP/B/-/-"), ["BP", "BPB"])
    assert (found.bound, found.done_at) == (1, [0, 1])


def test_the_steps_of_a_plan_complete_the_orders_when_they_say() -> None:
    randomness = random.Random(5)
    heap = deal(randomness, onions=False)
    burgers = randomness.sample(list(cards_of("base").values()), 3)
    found = solve_game(heap, burgers)
    state, states = heap, [heap]
    for step in found.steps:
        state = apply(state, step)
        states.append(state)
    for burger, number in zip(burgers, found.done_at, strict=True):
        assert burger in states[number].stacks
    assert found.done_at == sorted(found.done_at)
    with pytest.raises(InvalidInput, match="complete only"):
        done_at(heap, burgers, found.steps[:-1])


def test_a_limit_gives_the_plan_one_by_one_and_a_bound() -> None:
    randomness = random.Random(1)
    heap = deal(randomness, onions=True)
    burgers = randomness.sample(list(cards_of("gourmet").values()), 5)
    found = solve_game(heap, burgers, Watch(0))
    assert not found.proved
    assert 0 < found.bound < len(found.steps)
    assert found.steps == [step for part in one_by_one(heap, burgers) for step in part]


def test_bad_games() -> None:
    heap = parse_plates("BPB/C/-/-")
    for burgers in ([], ["C"] * 6, ["BPB", "T"]):
        with pytest.raises(InvalidInput):
            solve_game(heap, burgers)


def test_the_constants_are_lower_bounds() -> None:
    """What the later orders take at least is never more than what they take in a plan."""
    from solver.master import solo

    for seed in range(5):
        randomness = random.Random(seed)
        heap = deal(randomness, onions=False)
        burgers = randomness.sample(list(cards_of("base").values()), 3)
        found = solve_game(heap, burgers)
        memory = solo._memory()[0]
        for number in (1, 2):
            rest = memory[chains.ORDERS + number * chains.ORDER + chains.ORDER_REST]
            assert 0 <= rest <= found.bound - found.done_at[number - 1]
        assert memory[frames.NODES] == found.nodes


def test_solo_command(burger: Command) -> None:
    run = burger("master", "solo", "--seed", "2", "--limit", "60", "--json")
    assert run.code == 0
    answer = run.document
    assert answer["question"] == "master.solo"
    assert answer["status"] == "optimal"
    assert answer["value"] == len(answer["steps"]) <= answer["one_by_one_total"]
    assert len(answer["cards"]) == len(answer["one_by_one"]) == len(answer["done_at"]) == 5
    cards = ",".join(answer["cards"])
    same = burger(
        "master", "solo", "--plates", answer["plates"], "--cards", cards, "--json"
    ).document
    assert same["steps"] == answer["steps"]
    state = parse_plates(answer["plates"])
    for step, after in zip(parse_steps(" ".join(answer["steps"])), answer["states"], strict=True):
        state = apply(state, step)
        assert str(state) == after
    shown = burger("master", "solo", "--seed", "2").out
    assert f"All together: {answer['value']} steps, proved fewest: {answer['grade']}" in shown
    assert f"One by one:   {answer['one_by_one_total']} steps" in shown


def test_solo_at_a_limit_and_impossible(burger: Command) -> None:
    run = burger("master", "solo", "--menu", "gourmet", "--seed", "1", "--limit", "0", "--json")
    assert run.code == 3
    assert 0 < run.document["bound"] < run.document["value"]
    run = burger("master", "solo", "--plates", "BPCL/BTT/B/B", "--cards", "base-07,gourmet-01")
    assert run.code == 1
    assert "Order" in run.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "no game"),
        (["--plates", "B/B/B/B"], "no game"),
        (["--plates", "B/B/B/B", "--cards", ""], "0 orders"),
        (["--plates", "B/B/B/B", "--cards", ",".join(["base-01"] * 6)], "6 orders"),
        (["--plates", "B/B/B/B", "--cards", "base-01,base-1"], "twice"),
        (["--plates", "B/B/B/B", "--cards", "base-77"], "unknown card"),
        (["--plates", "B/B/B/B", "--cards", "base-01", "--seed", "3"], "one or the other"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_bad_solo_games(burger: Command, arguments: list[str], says: str) -> None:
    assert_bad_input(burger("master", "solo", *arguments), says)
