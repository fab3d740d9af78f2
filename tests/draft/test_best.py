"""The best board: both methods against full enumeration, and the record table."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import gears
from solver.draft import questions
from solver.draft.best import record
from solver.draft.deck import built_in
from solver.draft.kernel import KERNEL
from solver.draft.requests import Record
from solver.draft.rules import MOST_SCORING, Cards
from solver.draft.search import Best, best_board
from solver.gears import Gear
from solver.watch import Watch
from tests.draft import oracles


def check_board(cards: Cards, pool: list[oracles.Pair], number: int, best: Best) -> None:
    """Assert that a board can be laid with the pool's cards and is worth what it says."""
    used = [*best.ingredients, *best.scoring]
    assert all(used.count(pair) <= list(pool).count(pair) for pair in used)
    assert len(used) == min(number, len(pool))
    faces = [face for _, face in best.scoring]
    assert len(set(faces)) == len(faces) <= MOST_SCORING
    counts = cards.counts(kind for kind, _ in best.ingredients)
    assert cards.total(counts, faces) == best.points


@settings(max_examples=100)
@given(oracles.decks(), st.integers(1, 6))
def test_the_search_finds_what_enumeration_finds(cards: Cards, number: int) -> None:
    pool = list(cards.pairs)
    best = best_board(cards, pool, number)
    assert best.proved
    assert best.points == oracles.best(cards, pool, number)
    check_board(cards, pool, number, best)


@settings(max_examples=25)
@given(oracles.decks(), st.integers(1, 8))
def test_the_kernel_interpreted_is_the_kernel_compiled(cards: Cards, number: int) -> None:
    plain = best_board(cards, cards.pairs, number, gear=Gear.PLAIN)
    compiled = best_board(cards, cards.pairs, number, gear=Gear.COMPILED)
    assert replace(plain, seconds=0) == replace(compiled, seconds=0)


@pytest.mark.parametrize("gear", [Gear.PLAIN, Gear.COMPILED])
def test_nothing_is_worth_nothing(gear: Gear) -> None:
    cards = built_in()[1]
    for pool, number in ((cards.pairs, 0), ((), 5), ((), 0)):
        best = best_board(cards, pool, number, gear=gear)
        assert (best.points, best.bound, best.ingredients, best.scoring) == (0, 0, (), ())


#: Pools of the deck: cards in the pool, cards placed, seed; then points and states of the search
#: when it was one flat array.
KNOWN = [
    (12, 6, 0, 30, 124),
    (12, 6, 1, 25, 202),
    (12, 6, 2, 27, 164),
    (20, 10, 0, 55, 4632),
    (20, 10, 1, 51, 10089),
    (20, 10, 2, 48, 4918),
    (30, 12, 0, 77, 18267),
    (30, 12, 1, 74, 28282),
    (30, 20, 0, 134, 62501),
]


@pytest.mark.parametrize(("size", "number", "seed", "points", "nodes"), KNOWN)
def test_the_search_takes_the_states_that_it_took(
    size: int, number: int, seed: int, points: int, nodes: int
) -> None:
    cards = built_in()[1]
    pool = random.Random(seed).sample(cards.pairs, size)
    best = best_board(cards, pool, number, gear=Gear.COMPILED)
    assert (best.points, best.bound, best.nodes) == (points, points, nodes)


def test_what_plain_python_proved_is_carried_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search shifts as soon as it may, in the middle of a split."""
    monkeypatch.setattr(gears, "MOMENT", 0.0)
    cards = built_in()[1]
    pool = random.Random(4).sample(cards.pairs, 24)
    KERNEL.load()
    alone = best_board(cards, pool, 12, gear=Gear.COMPILED)
    monkeypatch.setattr(KERNEL, "_compiled", None)
    shifted = best_board(cards, pool, 12)
    assert KERNEL._compiled is not None
    assert replace(shifted, nodes=0, seconds=0) == replace(alone, nodes=0, seconds=0)


def test_threads_do_not_disturb_each_other() -> None:
    cards = built_in()[1]
    pools = [random.Random(seed).sample(cards.pairs, 20) for seed in range(24)]
    alone = [best_board(cards, pool, 10, gear=Gear.COMPILED).nodes for pool in pools]
    with ThreadPoolExecutor(4) as threads:
        together = threads.map(lambda pool: best_board(cards, pool, 10, gear=Gear.COMPILED), pools)
        assert [best.nodes for best in together] == alone


@settings(max_examples=15)
@given(oracles.decks(4), st.integers(1, 5))
def test_cp_sat_finds_what_enumeration_finds(cards: Cards, number: int) -> None:
    pool = list(cards.pairs)
    best = questions.best_board(cards, pool, number, Watch())
    assert best.proved
    assert best.points == oracles.best(cards, pool, number)
    check_board(cards, pool, number, best)


@pytest.mark.parametrize("seed", range(2))
def test_both_methods_agree_on_pools_of_the_deck(seed: int) -> None:
    cards = built_in()[1]
    pool = random.Random(seed).sample(cards.pairs, 12)
    found = best_board(cards, pool, 6)
    alone = questions.best_board(cards, pool, 6, Watch())
    hinted = questions.best_board(cards, pool, 6, Watch(), found)
    assert found.proved
    assert alone.proved
    assert hinted.proved
    assert found.points == alone.points == hinted.points
    check_board(cards, pool, 6, alone)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 9))
def test_both_methods_agree_on_the_whole_deck(number: int) -> None:
    cards = built_in()[1]
    found = best_board(cards, cards.pairs, number)
    other = questions.best_board(cards, cards.pairs, number, Watch(60), found)
    assert found.points == other.points
    assert found.points <= other.bound


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_both_methods_agree_on_larger_pools(seed: int) -> None:
    cards = built_in()[1]
    pool = random.Random(seed).sample(cards.pairs, 20)
    found = best_board(cards, pool, 10)
    other = questions.best_board(cards, pool, 10, Watch(60))
    assert found.points >= other.points
    assert found.points <= other.bound


def test_a_pool_where_every_scoring_card_is_there_twice() -> None:
    cards = built_in()[1]
    faces = {0, 14, 15}
    pool = [pair for pair in cards.pairs if pair[1] in faces]
    assert len(pool) == 2 * len(faces)
    for number in range(1, len(pool) + 1):
        best = best_board(cards, pool, number)
        assert best.points == oracles.best(cards, pool, number)
        check_board(cards, pool, number, best)


@pytest.mark.parametrize("gear", [Gear.PLAIN, Gear.COMPILED])
@pytest.mark.parametrize("limit", [0, 0.1])
def test_a_limit_leaves_a_board_and_a_bound(gear: Gear, limit: float) -> None:
    cards = built_in()[1]
    best = best_board(cards, cards.pairs, 30, Watch(limit), gear=gear)
    assert best.seconds < limit + 1
    assert not best.proved
    assert best.bound > best.points > 0
    check_board(cards, list(cards.pairs), 30, best)


def test_the_record_never_falls_and_each_board_is_worth_it() -> None:
    cards = built_in()[1]
    answer = record(Record(cards=14), Watch())
    points = [row.points for row in answer.rows]
    assert points == sorted(points)
    assert [row.cards for row in answer.rows] == list(range(1, 15))
    assert all(row.bound == row.points for row in answer.rows)
    assert points[11] == best_board(cards, cards.pairs, 12).points


def test_the_record_under_a_limit_never_falls_either() -> None:
    rows = record(Record(cards=18), Watch(0)).rows
    assert all(a.points <= b.points for a, b in pairwise(rows))
    assert all(row.points <= row.bound for row in rows)
    full = record(Record(cards=18), Watch()).rows
    assert all(a.points <= b.points <= a.bound for a, b in zip(rows, full, strict=True))
