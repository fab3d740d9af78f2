"""Advice on the next card: exact where the rest is determined, else an honest estimate."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from solver.answer import Status
from solver.draft.advice import Situation, deal, usual_turns
from solver.draft.deck import built_in
from solver.draft.game import Draft
from solver.draft.notation import format_cards, parse_board, parse_cards
from solver.draft.requests import Next
from solver.draft.table import NextAnswer, next_card
from solver.errors import InvalidInput
from solver.watch import Watch

CARDS = built_in()[1]
HAND = "bun,beef,s13,s14,chili,lettuce"


def ask(board: str = "beef s07", hand: str = HAND, **options: object) -> NextAnswer:
    return next_card(Next(board=board, hand=hand, **options), Watch())  # type: ignore[arg-type]


def points(text: str) -> int:
    board = parse_board(text, CARDS)
    return CARDS.total(CARDS.counts(board.ingredients), board.scoring)


def test_the_last_placement_is_exact() -> None:
    hand = ["s12", "s19", "mustard", "s20", "egg"]
    answer = ask("beef s07 s13 bacon bun", ",".join(hand), turns=0)
    assert answer.status is Status.OPTIMAL
    assert answer.completions == 0
    assert {one.card: one.points for one in answer.choices} == {
        card: points(f"beef s07 s13 bacon bun {card}") for card in hand
    }
    assert answer.value == max(one.points for one in answer.choices)


def test_the_last_turn_with_all_backs_known_is_exact() -> None:
    rng = random.Random(1)
    pairs = rng.sample([p for p in CARDS.pairs if CARDS.ingredients[p[0]].name != "beef"], 6)
    names = [(CARDS.ingredients[a].name, CARDS.scoring[b].name) for a, b in pairs]
    hand = ",".join(f"{a}/{b}" if n % 2 else f"{b}/{a}" for n, (a, b) in enumerate(names))
    answer = ask("beef bacon", hand, turns=0)
    assert answer.status is Status.OPTIMAL
    best = 0
    for n, pair in enumerate(names):
        for m, other in enumerate(names):
            if n != m:
                # The first shows its side in view, the second its back.
                best = max(best, points(f"beef bacon {pair[1 - n % 2]} {other[m % 2]}"))
    assert answer.value == best


def test_with_unknown_backs_it_is_an_estimate_with_an_interval() -> None:
    answer = ask(turns=1, completions=10, seed=3)
    assert answer.status is Status.ESTIMATE
    assert answer.completions == 10
    assert all(one.low <= one.points <= one.high for one in answer.choices)
    assert answer.choices == sorted(answer.choices, key=lambda one: -one.points)
    again = ask(turns=1, completions=10, seed=3)
    assert again.choices == answer.choices
    assert ask(turns=1, completions=10, seed=4).choices != answer.choices


def test_the_interval_holds_the_mean_over_many_completions() -> None:
    few = ask(turns=0, completions=30, seed=1)
    many = {one.card: one for one in ask(turns=0, completions=120, seed=2).choices}
    inside = [
        one.low <= many[one.card].high and many[one.card].low <= one.high for one in few.choices
    ]
    assert sum(inside) >= len(inside) - 1


def situation(**options: object) -> Situation:
    board, hand = parse_board("beef:2 s07", CARDS), parse_cards(HAND, CARDS, "hand")
    values = {
        "cards": CARDS,
        "board": board.seen,
        "hand": tuple(hand),
        "others": (parse_board("bun:2 s14", CARDS).seen, None),
        "turns": 2,
        **options,
    }
    return Situation(**values)  # type: ignore[arg-type]


def shown(state: Draft, player: int) -> str:
    return format_cards(parse_cards(" ".join(state.observation(player)["hand"]), CARDS, ""), CARDS)


def test_a_deal_looks_like_the_situation_and_uses_no_card_twice() -> None:
    given = situation()
    for seed in range(15):
        state = deal(given, random.Random(seed))
        assert shown(state, 0) == format_cards(given.hand, CARDS)
        assert state.observation(0)["boards"][0] == ["beef", "beef", "s07"]
        assert state.observation(0)["boards"][1] == ["bun", "bun", "s14"]
        assert len(state.boards[2]) == 3
        parts = (*state.hands, *state.boards, state.stack)
        numbers = [held.number for part in parts for held in part]
        assert len(set(numbers)) == len(numbers)
        assert len(state.stack) == 2 * 3 * 2


def test_every_way_to_deal_is_as_likely() -> None:
    """A back of two possible ones, with another card that takes one of them half of the time."""
    bacon_backs = Counter(
        deal(situation(others=(None,)), random.Random(seed)).hands[0][4].number
        for seed in range(200)
    )
    # chili is there once: its card is certain.
    assert len(bacon_backs) == 1
    sides = Counter(
        deal(situation(others=(None,)), random.Random(seed)).hands[0][3].number
        for seed in range(200)
    )
    # s14 is there twice and nothing seen shows its backs: each about half of 200 (5 sigma).
    assert len(sides) == 2
    assert all(64 <= count <= 136 for count in sides.values())


def test_usual_turns() -> None:
    assert usual_turns(CARDS, 4, 0) == 4
    assert usual_turns(CARDS, 4, 9) == 0
    assert usual_turns(CARDS, 2, 0) == 4


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"hand": "bun,beef"}, "a hand of 2"),
        ({"hand": ""}, "a hand of 0"),
        ({"board": "s01 s02 s03 s04 s05 s06"}, "6 scoring cards"),
        ({"board": "chili", "hand": HAND}, "more than 1 of chili"),
        ({"turns": 40}, "more turns"),
        ({"others": "beef + bun"}, "2 other boards"),
        ({"others": "?+?+beef:4"}, "more than 4 of beef"),
    ],
)
def test_situations_that_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        ask(**options)  # type: ignore[arg-type]
