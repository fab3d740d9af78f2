"""Set-ups numbered: each exactly once, up to the order of the plates, and back."""

from __future__ import annotations

import random
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.master.notation import parse_plates
from solver.master.rules import Plates, check_setup, deal
from solver.master.setups import Pairs, Setups, all_setups, arrangements, deals, pair_number, words

#: Orders in which 13 others (3 each of four kinds, 1 Bun) and 16 (3 each of five) can be dealt.
BASE_DEALS = factorial(13) // factorial(3) ** 4
GOURMET_DEALS = factorial(16) // factorial(3) ** 5

heaps = st.lists(st.sampled_from("BCLPT"), min_size=2, max_size=6).map("".join)


@pytest.fixture(params=["base", "gourmet"])
def setups(request: pytest.FixtureRequest) -> Setups:
    return all_setups(onions=request.param == "gourmet")


@given(heaps)
def test_words_are_all_beginnings_of_all_orders(heap: str) -> None:
    for length in range(len(heap) + 1):
        assert words(heap, length) == sorted({"".join(p[:length]) for p in permutations(heap)})
    assert arrangements("".join(sorted(heap))) == sorted(set(map("".join, permutations(heap))))


@given(heaps.filter(lambda heap: len(heap) % 2 == 0))
def test_pairs_are_every_pair_once(heap: str) -> None:
    half = len(heap) // 2
    halves = {("".join(p[:half]), "".join(p[half:])) for p in permutations(heap)}
    brute = sorted({(min(pair), max(pair)) for pair in halves})
    pairs = Pairs("".join(sorted(heap)))
    assert list(pairs.between(0, len(pairs))) == brute
    assert [pairs.rank(*pair) for pair in brute] == list(range(len(brute)))
    assert pair_number(heap) == len(pairs) == len(brute)
    assert sum(deals(*pair) for pair in brute) == len(halves)


def test_there_are_as_many_as_deals_up_to_order() -> None:
    # Every set-up is dealt in two orders of its low stacks, but those with two like ones in one.
    # Five others on the tall stack leave eight; the low stacks are alike where all counts are even.
    for onions, dealt in ((False, BASE_DEALS), (True, GOURMET_DEALS)):
        kinds = "CLOPT" if onions else "CLPT"
        alike = _like_stacks(kinds)
        assert len(Setups(onions=onions)) == (dealt + alike) // 2


def _like_stacks(kinds: str) -> int:
    """Deals whose low stacks are alike: each takes 0, 1 or no more of every kind of 3 (or 1 Bun)."""
    size = 4 if len(kinds) == 4 else 5
    number = 0
    choices = [
        {kind: code >> index & 1 for index, kind in enumerate(kinds)}
        for code in range(1 << len(kinds))
    ]
    for one in choices:
        if sum(one.values()) != size:
            continue
        tall = [3 - 2 * one[kind] for kind in kinds] + [1]
        orders = factorial(sum(tall))
        for count in tall:
            orders //= factorial(count)
        number += orders * factorial(size)
    return number


def test_back_and_forth_at_random(setups: Setups) -> None:
    randomness = random.Random(1)
    numbers = {0, 1, len(setups) - 1} | {randomness.randrange(len(setups)) for _ in range(60)}
    for number in numbers:
        plates = setups.unrank(number)
        check_setup(plates)
        stacks = list(plates.stacks)
        randomness.shuffle(stacks)
        a, b, c, d = stacks
        assert setups.rank(Plates((a, b, c, d))) == number


def test_what_is_dealt_has_a_number(setups: Setups) -> None:
    randomness = random.Random(2)
    for _ in range(60):
        plates = deal(randomness, onions=len(setups) > BASE_DEALS)
        assert setups.unrank(setups.rank(plates)).canonical() == plates.canonical()


def test_runs_are_in_order_without_gaps(setups: Setups) -> None:
    randomness = random.Random(3)
    for _ in range(10):
        start = randomness.randrange(len(setups) - 3000)
        run = [plates.stacks for plates in setups.between(start, start + 3000)]
        assert run == sorted(set(run))
        assert [setups.rank(Plates(stacks)) for stacks in run[::97]] == list(
            range(start, start + 3000, 97)
        )


@pytest.mark.slow
def test_all_base_set_ups_one_by_one() -> None:
    setups = Setups(onions=False)
    before: tuple[str, ...] = ()
    dealt = 0
    for number, plates in enumerate(setups.between(0, len(setups))):
        assert plates.stacks > before
        assert setups.rank(plates) == number
        before = plates.stacks
        dealt += deals(plates.stacks[1], plates.stacks[2])
    assert dealt == BASE_DEALS


def test_what_is_no_set_up_of_the_menu_has_no_number() -> None:
    base = all_setups(onions=False)
    with pytest.raises(InvalidInput, match="no set-up"):
        base.rank(parse_plates("BPCL/BTT/B/-"))
    with pytest.raises(InvalidInput, match="without onions"):
        base.rank(deal(random.Random(1), onions=True))
    with pytest.raises(InvalidInput, match="one with onions"):
        all_setups(onions=True).rank(deal(random.Random(1), onions=False))
    for number in (-1, len(base)):
        with pytest.raises(IndexError):
            base.unrank(number)
    assert list(base.between(5, 5)) == []
