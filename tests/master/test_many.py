"""Many set-ups in one call of the kernel: the same numbers as one by one."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from solver.errors import LimitReached
from solver.gears import Gear
from solver.master.menu import cards_of
from solver.master.proof.many import Batch
from solver.master.proof.search import Method, solve
from solver.master.rules import Plates, Variant, deal
from solver.watch import Watch
from tests.master.positions import random_heap


@pytest.mark.parametrize("variant", [Variant.STANDARD, Variant.BEGINNER])
def test_as_one_by_one(variant: Variant) -> None:
    randomness = random.Random(1)
    set_ups = [deal(randomness, onions=True) for _ in range(5)]
    batch = Batch(set_ups)
    for burger in list(cards_of("all").values())[::6]:
        one_by_one = [solve(plates, burger, variant).bound for plates in set_ups]
        assert batch.fewest(burger, variant).tolist() == one_by_one


def test_as_plain_a_star() -> None:
    randomness = random.Random(2)
    for _ in range(40):
        plates, burger = random_heap(randomness, 2, 7)
        plain = solve(plates, burger, method=Method.ASTAR).bound
        assert Batch([plates]).fewest(burger).tolist() == [plain]


def test_plain_python_as_compiled() -> None:
    randomness = random.Random(3)
    heaps = [Plates(("".join(randomness.sample("PPCCB", 5)), "P", "", "")) for _ in range(400)]
    plain, compiled = (Batch(heaps, gear).fewest("PCB") for gear in (Gear.PLAIN, Gear.COMPILED))
    assert plain.tolist() == compiled.tolist()


def test_more_steps_than_allowed_is_told_and_not_mistaken() -> None:
    with pytest.raises(ValueError, match="BPB"):
        Batch([Plates(("B", "B", "", ""))]).fewest("BPB")


def test_none_is_none() -> None:
    assert Batch([]).fewest("BPB").tolist() == []


def test_threads_do_not_disturb_each_other() -> None:
    randomness = random.Random(4)
    batches = [
        Batch([deal(randomness, onions=False) for _ in range(200)]) for _ in range(4)
    ]  # fmt: skip
    burgers = list(cards_of("base").values())[:8]
    work = [(batch, burger) for batch in batches for burger in burgers]
    alone = [batch.fewest(burger).tolist() for batch, burger in work]
    with ThreadPoolExecutor(4) as pool:
        together = [found.tolist() for found in pool.map(lambda one: one[0].fewest(one[1]), work)]
    assert together == alone


def test_a_limit_is_seen_in_the_middle_and_leaves_nothing_behind() -> None:
    randomness = random.Random(4)
    batch = Batch([deal(randomness, onions=True) for _ in range(300)])
    burger = cards_of("gourmet")["gourmet-20"]
    with pytest.raises(LimitReached, match="of 300"):
        batch.fewest(burger, Variant.BEGINNER, Watch(0.0))
    first = Batch([deal(random.Random(4), onions=True)]).fewest(burger)
    assert batch.fewest(burger)[:1].tolist() == first.tolist()
