"""Flies: against a literal play round by round, and what saves most of a burger."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.superburger.answers import flies as answer_flies
from solver.superburger.cards import fits, is_filling
from solver.superburger.deck import built_in
from solver.superburger.flies import peppers, rounds
from solver.superburger.requests import Flies
from solver.superburger.rules import check_burger
from solver.watch import Watch
from tests.conftest import Command, assert_bad_input
from tests.superburger.oracles import lies_on, rounds_literally, shares_colour

CARDS = [card for card in built_in().counts if is_filling(card)]


@st.composite
def burgers(draw: st.DrawFn) -> list[str]:
    """A burger by the rules, peppers often among its fillings."""
    burger = [draw(st.sampled_from(["rBN", "gBN"]))]
    for _ in range(draw(st.integers(0, 8))):
        fitting = [card for card in CARDS if fits(card, burger[-1])]
        hot = [card for card in fitting if card[1:3] == "PE"]
        burger.append(draw(st.sampled_from(hot if hot and draw(st.booleans()) else fitting)))
    burger.append(burger[-1][0] + "BN")
    return burger


SCHEDULE = st.lists(st.integers(0, 6), max_size=3)


@given(burgers(), st.integers(0, 4), st.integers(0, 6), SCHEDULE, SCHEDULE)
def test_rounds_are_the_literal_ones(
    burger: list[str], flies: int, count: int, boxes: list[int], skips: list[int]
) -> None:
    boxes = sorted(set(boxes))
    skips = [number for number in skips if number > 0 and number not in boxes]
    found = rounds(burger, flies, count, boxes, skips)
    literal = rounds_literally(burger, flies, count, boxes, skips)
    assert [(list(one.burger), one.flies) for one in found] == literal[: len(found)]
    assert all(not cards for cards, _ in literal[len(found) :])


@given(burgers())
def test_peppers_fit_where_they_are_said_to(burger: list[str]) -> None:
    found = set(peppers(burger))
    for place in range(2, len(burger) + 1):
        for card in ("rPE", "yPE", "gPE", "bPE"):
            below, above = burger[place - 2], burger[place - 1]
            right = (shares_colour(card, below) if place == 2 else lies_on(card, below)) and (
                shares_colour(card, above) if place == len(burger) else lies_on(card, above)
            )
            assert ((place, card) in found) == right
    for place, card in found:
        if place <= len(burger):
            check_burger([*burger[: place - 1], card, *burger[place - 1 :]], "burger", closed=True)


def ask(burger: str, **options: object) -> object:
    return answer_flies(Flies(burger=burger, **options), Watch())  # type: ignore[arg-type]


@given(burgers(), st.integers(1, 3), st.integers(0, 6))
def test_best_box_is_the_best(burger: list[str], flies: int, count: int) -> None:
    answer = (
        answer_flies(Flies(burger=" ".join(burger), flies=flies, rounds=count), Watch())
        if (_in_the_deck(burger))
        else None
    )
    if answer is None:
        return
    left = {}
    history = rounds_literally(burger, flies, count, [], [])
    for number in range(count + 1):
        if history[number][1]:
            cards, _ = rounds_literally(burger, flies, count, [number], [])[-1]
            left[number] = sum(card[1:3] != "BN" for card in cards)
    assert answer.best_box is not None
    assert answer.best_box.left == max(left.values())
    assert set(answer.best_box.rounds) == {n for n in left if left[n] == max(left.values())}
    assert answer.value == sum(card[1:3] != "BN" for card in history[-1][0])


def _in_the_deck(burger: list[str]) -> bool:
    return all(burger.count(card) <= built_in().counts[card] for card in burger)


def test_bun_goes_first_then_a_filling_a_round(burger: Command) -> None:
    run = burger("super", "flies", "rBN rTO rON rCU rBN", "--rounds", "3", "--json")
    assert run.document["value"] == 1
    assert [one["fillings"] for one in run.document["rounds"]] == [3, 3, 2, 1]
    assert run.document["gone_in"] == 5


def test_box_in_the_round_the_bun_is_lost_saves_every_filling(inside: Command) -> None:
    run = inside("super", "flies", "rBN rTO rON rCU rBN", "--rounds", "5", "--json")
    assert run.document["best_box"] == {"rounds": [0, 1], "left": 3, "saves": 3}


def test_skipped_round_feeds_no_fly(inside: Command) -> None:
    run = inside("super", "flies", "rBN rTO rON rBN", "--rounds", "3", "--skips", "1, 2", "--json")
    assert run.document["value"] == 2
    assert run.document["gone_in"] == 6


def test_boxes_and_flies_together(inside: Command) -> None:
    run = inside(
        "super", "flies", "rBN", "rTO", "rON", "rCU", "rBN", "--flies", "2", "--rounds", "4",
        "--boxes", "1,2", "--json",
    )  # fmt: skip
    # Round 1: bun and cucumber go, a box takes a fly; round 2: the onion goes, then the other fly.
    assert run.document["value"] == 1
    assert run.document["gone_in"] is None


def test_pepper_sends_the_fly_away(inside: Command) -> None:
    run = inside("super", "flies", "rBN rTO rPE rBN", "--rounds", "9", "--json")
    assert (run.document["value"], run.document["gone_in"]) == (1, None)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "missing BURGER"),
        ([""], "no cards"),
        (["rTO rBN"], "position 1"),
        (["rBN rTO gON gBN"], "position 3"),
        (["rBN rTO gBN"], "position 3"),
        (["rBN rFL rBN"], "fly is no filling"),
        (["rBN rBX rBN"], "box is no filling"),
        (["rBN rTO rBN rTO rBN"], "position 3"),
        (["rBN rTO rBN", "--flies", "9"], "flies"),
        (["rBN rTO rBN", "--flies", "x"], "--flies"),
        (["rBN rTO rBN", "--rounds", "-1"], "rounds"),
        (["rBN rTO rBN", "--boxes", "7"], "boxes, number 1"),
        (["rBN rTO rBN", "--boxes", "1", "--skips", "1"], "skipped"),
        (["rBN rTO rBN", "--skips", "0"], "skips"),
        (["rBN rTO rTO rTO rBN"], "3 of rTO"),
    ],
)
def test_bad_input(inside: Command, arguments: list[str], says: str) -> None:
    assert_bad_input(inside("super", "flies", *arguments), says)


def test_no_pepper_lies_on_the_closing_bun() -> None:
    assert {place for place, _ in peppers(["rBN", "rTO", "rBN"])} == {2, 3}
    assert 4 in {place for place, _ in peppers(["rBN", "rTO", "rCU"])}
    assert {place for place, _ in peppers(["rBN"])} == {2}


def test_a_box_without_a_fly_is_told() -> None:
    history = rounds(["rBN", "rTO", "rBN"], 1, 1, boxes=[1, 1])
    assert "a box takes a fly, a box finds no fly and is not played" in history[1].event
