"""The rules: steps, completion, set-ups; every example of the rulebook; perft."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.master.notation import parse_plates, parse_step
from solver.master.rules import (
    BOX,
    Plates,
    Variant,
    apply,
    check_setup,
    complete,
    deal,
    legal_steps,
    missing,
)
from tests.master import oracles
from tests.master.positions import plates

#: Plates -> the number of sequences of 1, 2 and 3 legal steps, by ``oracles.perft``.
PERFT = {
    "-/-/-/-": (0, 0, 0),
    "B/-/-/-": (6, 36, 216),
    "BP/-/-/-": (13, 163, 2029),
    "BB/-/-/-": (12, 144, 1728),
    "BPB/-/-/-": (19, 362, 6839),
    "BP/PB/-/-": (26, 664, 16850),
    "BPC/B/L/-": (32, 1032, 33371),
    "B/B/B/B": (24, 576, 13824),
    "BPCLTO/-/-/-": (41, 1651, 65801),
}


@pytest.mark.parametrize("text", PERFT)
def test_perft(text: str) -> None:
    start = parse_plates(text)

    def perft(state: Plates, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(perft(apply(state, step), depth - 1) for step in legal_steps(state))

    counts = tuple(perft(start, depth) for depth in (1, 2, 3))
    assert counts == tuple(oracles.perft(oracles.state_of(start), depth) for depth in (1, 2, 3))
    assert counts == PERFT[text]


@given(plates(12))
def test_legal_steps_are_those_of_the_oracle(start: Plates) -> None:
    ours = [(str(step), oracles.state_of(apply(start, step))) for step in legal_steps(start)]
    assert sorted(ours) == sorted(oracles.all_steps(oracles.state_of(start)))


@given(plates(), st.data())
def test_a_step_keeps_all_ingredients_and_can_be_undone(start: Plates, data: st.DataObject) -> None:
    if not legal_steps(start):
        return
    step = data.draw(st.sampled_from(legal_steps(start)))
    after = apply(start, step)
    assert after != start
    assert after.ingredients() == start.ingredients()
    assert start in [apply(after, back) for back in legal_steps(after)]


# Counting Steps: a MOVE keeps the order, a FLIP turns it, on the same or another plate.
def test_move_keeps_the_order() -> None:
    assert str(apply(parse_plates("BPCL/B/-/-"), parse_step("m2:1-2"))) == "BP/BCL/-/-"


def test_flip_in_place_turns_the_stack() -> None:
    assert str(apply(parse_plates("BPCL/B/-/-"), parse_step("f3:1"))) == "BLCP/B/-/-"


def test_flip_onto_another_plate_turns_the_stack() -> None:
    assert str(apply(parse_plates("BPCL/B/-/-"), parse_step("f2:1-2"))) == "BP/BLC/-/-"


def test_a_stack_may_be_one_ingredient_or_all() -> None:
    assert str(apply(parse_plates("BPCL/B/-/-"), parse_step("m1:1-3"))) == "BPC/B/L/-"
    assert str(apply(parse_plates("BPCL/B/-/-"), parse_step("m4:1-4"))) == "-/B/-/BPCL"


# Declare Your Steps: the two things that do not count, and the note on Buns.
def test_a_different_order_of_the_fillings_does_not_count() -> None:
    assert not complete(parse_plates("BCPB/-/-/-"), "BPCB")


@pytest.mark.parametrize("text", ["BPCBL/-/-/-", "LBPCB/-/-/-"])
def test_an_extra_ingredient_does_not_count_but_for_beginners(text: str) -> None:
    assert not complete(parse_plates(text), "BPCB")
    assert complete(parse_plates(text), "BPCB", Variant.BEGINNER)


def test_buns_are_interchangeable() -> None:
    assert complete(apply(parse_plates("BPC/B/-/-"), parse_step("m1:2-1")), "BPCB")
    assert complete(apply(parse_plates("B/BPC/-/-"), parse_step("m1:1-2")), "BPCB")


def test_upside_down_is_another_burger_unless_it_reads_the_same() -> None:
    assert not complete(parse_plates("BCPB/-/-/-"), "BPCB", Variant.BEGINNER)
    assert complete(parse_plates("BPPB/-/-/-"), "BPPB")


def test_the_competent_variant_completes_as_the_standard_one() -> None:
    assert not complete(parse_plates("BPBC/-/-/-"), "BPB", Variant.COMPETENT)
    assert complete(parse_plates("BPB/C/-/-"), "BPB", Variant.COMPETENT)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("f1:1", "changes nothing"),
        ("f3:2", "changes nothing"),
        ("m1:3-1", "cannot be lifted"),
        ("m5:1-2", "cannot be lifted"),
        ("m0:1-2", "cannot be lifted"),
        ("m1:1-1", "another plate"),
        ("m1:1-5", "no plate 5"),
        ("f1:0", "no plate 0"),
    ],
)
def test_steps_that_break_a_rule(text: str, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        apply(parse_plates("BPCL/BTB/-/-"), parse_step(text))


@given(st.integers(0, 2**32), st.booleans())
def test_a_deal_is_a_set_up_by_the_rules(seed: int, onions: bool) -> None:
    dealt = deal(random.Random(seed), onions=onions)
    check_setup(dealt)
    wanted = Counter(BOX) if onions else Counter(BOX) - Counter({"O": 3})
    assert dealt.ingredients() == wanted
    assert sorted(len(stack) for stack in dealt.stacks) == (
        [1, 6, 6, 7] if onions else [1, 5, 5, 6]
    )
    assert dealt == deal(random.Random(seed), onions=onions)


def test_a_deal_leaves_every_plate_its_bun_alone_now_and_then() -> None:
    alone = {deal(random.Random(seed), onions=False).stacks.index("B") for seed in range(50)}
    assert alone == {0, 1, 2, 3}


@pytest.mark.parametrize(
    "text",
    [
        "BPCL/BTT/B/BOO",
        "BPPPCC/BCLLL/BTTTB/-",
        "BPPPC/BCCLL/BLTTT/BB",
        "PBPPCC/BCLLL/BTTTB/B",
        "BPPPCCC/BLLL/BTTTB/B",
    ],
)
def test_other_plates_are_no_set_up(text: str) -> None:
    with pytest.raises(InvalidInput, match="expected"):
        check_setup(parse_plates(text))


def test_missing_names_what_is_short() -> None:
    assert missing(parse_plates("B/P/-/-"), "BPPTB") == {"B": 1, "P": 1, "T": 1}
    assert missing(parse_plates("BB/P/-/-"), "BPB") == {}
