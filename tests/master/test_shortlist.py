"""The shortlists of the joint search: against every outline there is, and the kernel as Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from solver.master import chains, frames, listing, solo_kernel
from solver.master.outlines import EXACT, GROUND
from solver.master.proof.reference import breadth_first_game
from solver.master.proof.search import step_of
from solver.master.rules import Plates, apply, legal_steps
from solver.master.shortlist import below, narrow_for_child, narrow_for_lift
from solver.master.solo import fill, joint_bound, solve_game
from solver.master.solo_answers import draw_game
from tests.master.test_solo import (
    Choice,
    Edges,
    all_choices,
    fewest_cuts,
    letters_and_edges,
    random_game,
)

MEMO = 1 << 12
TABLE = 1 << 14
Outline = tuple[Choice, ...]


class Interpreted:
    """A game in the kernel's array, as a list: the kernel runs as plain Python."""

    def __init__(self, heap: Plates, burgers: list[str]) -> None:
        self.burgers = burgers
        self.array = [0] * chains.ARRAY
        self.memo = [0] * (chains.MEMO_ENTRY * MEMO)
        rows = fill(self.array, heap, burgers, chains.MOST_STEPS)
        self.array[chains.MEMO_MASK] = MEMO - 1
        self.array[frames.TABLE_MASK] = TABLE - 1
        self.result = solo_kernel.prepare(self.array, self.memo, rows)

    def listed(self, depth: int, first: int, end: int) -> dict[Outline, bool]:
        """A shortlist as outlines of places, and whether each is marked as exact."""
        array = self.array
        short = chains.SHORTS + depth * chains.SHORT
        length = array[short + chains.SHORT_LENGTH]
        order = array[short + chains.SHORT_ORDER]
        frame = frames.FRAMES + depth * frames.FRAME
        places = [
            (plate, height)
            for plate in range(4)
            for height in range(array[frame + frames.COUNTS + plate])
        ]
        return {
            tuple(
                tuple(
                    places[
                        array[short + chains.HEAP_PLACES + (array[at + level] >> 5 * index & 31)]
                        // 3
                    ]
                    for index in range(len(self.burgers[order + level]))
                )
                for level in range(length)
            ): bool(array[at] & EXACT)
            for at in range(first, end, length)
        }


def assert_shortlist(
    game: Interpreted, depth: int, heap: Plates, edges: Edges, left: int, *, lifted: bool
) -> None:
    """A node's list, or its lift's, holds all outlines of its length that take ``left`` cuts."""
    array = game.array
    short = chains.SHORTS + depth * chains.SHORT
    names = (chains.SHORT_END, chains.SHORT_LIFTED)
    if not lifted:
        names = (chains.SHORT_FIRST, chains.SHORT_END)
    listed = game.listed(depth, array[short + names[0]], array[short + names[1]])
    order = array[short + chains.SHORT_ORDER]
    burgers = game.burgers[order:]
    letters, _ = letters_and_edges(heap)
    length = array[short + chains.SHORT_LENGTH]
    takes: dict[Outline, int] = {
        outline: fewest_cuts(letters, edges, burgers, outline)
        for outline in product(*(all_choices(letters, b) for b in burgers[:length]))
    }
    assert set(listed) == {outline for outline, cuts in takes.items() if cuts <= left}
    assert all(takes[outline] == left for outline, exact in listed.items() if exact)


def random_steps(
    randomness: random.Random, heap: Plates, burgers: list[str]
) -> Iterator[tuple[Plates, Plates, int]]:
    """Plates before and after each of a few random steps, and the step's code.

    A step that completes an order is taken where there is one.
    """
    for _ in range(4):
        steps = legal_steps(heap)
        good = [s for s in steps if set(burgers) & set(apply(heap, s).stacks) - set(heap.stacks)]
        step = randomness.choice(good or steps)
        after = apply(heap, step)
        code = next(
            code for code in range(1 << 10) if code & 31 and str(step_of(code)) == str(step)
        )
        yield heap, after, code
        heap = after


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("long", [False, True])
def test_shortlists_hold_every_outline_that_may_lead_to_the_end(seed: int, long: bool) -> None:
    """From node to lift to child, done orders included, against all outlines by the formula."""
    randomness = random.Random(seed)
    heap, burgers = random_game(randomness, 5, 2)
    game = Interpreted(heap, burgers)
    if game.result == solo_kernel.SOLVED:
        return
    array, memo = game.array, game.memo
    done = array[frames.FRAMES + chains.DONE]
    left = joint_bound(heap, burgers[done:]) + randomness.randint(0, 1)
    listing.begin_list(array, memo, frames.FRAMES, chains.SHORTS, chains.SHORTLISTS, left)
    for depth, (before, after, code) in enumerate(random_steps(randomness, heap, burgers)):
        short = chains.SHORTS + depth * chains.SHORT
        frame = frames.FRAMES + depth * frames.FRAME
        if long:
            listing.grow(array, memo, short, left)
        edges = letters_and_edges(before)[1]
        assert_shortlist(game, depth, before, edges, left, lifted=False)
        count, source, target, flip = code & 31, code >> 5 & 3, code >> 7 & 3, code >> 9
        height = len(before.stacks[source]) - count
        edge = frozenset(((source, height - 1), (source, height)))
        place = sum(map(len, before.stacks[:source])) + height
        assert (below(array, short, place) == GROUND) == (height == 0)
        narrow_for_lift(array, memo, short, place, left)
        assert_shortlist(game, depth, before, edges - {edge}, left - 1, lifted=True)
        child = frame + frames.FRAME
        frames.lay(array, frame, child, source, count, target, flip)
        frames.row_of(array, child)
        array[child + chains.DONE] = array[frame + chains.DONE]
        solo_kernel.advance(array, child)
        orders_done = array[child + chains.DONE] - array[frame + chains.DONE]
        if orders_done > 1 or orders_done == array[short + chains.SHORT_LENGTH]:
            return
        left -= 1
        narrow_for_child(array, memo, frame, child, short, code, left)
        edges = letters_and_edges(after)[1]
        assert_shortlist(game, depth + 1, after, edges, left, lifted=False)


def interpreted_search(game: Interpreted) -> int:
    """The fewest steps of a game, by the kernel as plain Python."""
    result = game.result
    table = [0] * (2 * TABLE)
    while result == solo_kernel.RUNNING:
        result = solo_kernel.search(game.array, table, game.memo, 10**9)
    assert result == solo_kernel.SOLVED
    return int(game.array[frames.TARGET])


@pytest.mark.parametrize("seed", range(12))
def test_the_kernel_interpreted_is_the_kernel_compiled(seed: int) -> None:
    randomness = random.Random(seed)
    heap, burgers = random_game(randomness, 6, 3)
    found = solve_game(heap, burgers)
    game = Interpreted(heap, burgers)
    assert interpreted_search(game) == found.bound
    if len(found.steps) < sum(map(len, found.one_by_one)):
        path = game.array[frames.PATH : frames.PATH + found.bound]
        assert [step_of(code) for code in path] == found.steps
        assert game.array[frames.NODES] == found.nodes


@pytest.mark.parametrize(
    ("menu", "seed", "steps", "nodes"),
    [
        ("gourmet", 3, 19, 43),
        ("gourmet", 7, 20, 195),
        ("gourmet", 12, 22, 469),
        ("gourmet", 2, 16, 1858),
    ],
)
def test_shortlists_change_no_answer_and_no_search(
    menu: str, seed: int, steps: int, nodes: int
) -> None:
    """Steps and states of the search that asked the joint bound at every lift and every child."""
    plates, cards = draw_game(menu, seed)
    found = solve_game(plates, list(cards.values()))
    assert found.proved
    assert (found.bound, found.nodes) == (steps, nodes)


@pytest.mark.parametrize(("name", "most"), [("LISTED", 0), ("MOST_CHOSEN", 2)])
def test_without_a_shortlist_the_joint_bound_is_asked(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are too many choices to list, or too long burgers."""
    monkeypatch.setattr(listing, name, most)
    unlisted = 0
    for seed in range(8):
        heap, burgers = random_game(random.Random(seed), 6, 3)
        game = Interpreted(heap, burgers)
        assert interpreted_search(game) == breadth_first_game(heap, burgers)
        unlisted += game.array[chains.SHORTS + chains.SHORT_FIRST] < 0
    assert unlisted
