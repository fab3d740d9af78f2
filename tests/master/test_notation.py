"""Notation: what is printed is read again as the same; what is typed is read kindly or refused clearly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.master.notation import (
    format_steps,
    parse_burger,
    parse_plates,
    parse_step,
    parse_steps,
)
from solver.master.rules import INGREDIENTS, Plates, Step, legal_steps
from tests.master.positions import orders, plates

SPACES = st.sampled_from(["", " ", "\t", "  ", "\n"])


@given(plates())
def test_plates_round_trip(found: Plates) -> None:
    assert parse_plates(str(found)) == found


@given(plates(), st.data())
def test_spaces_and_lower_case_change_nothing(found: Plates, data: st.DataObject) -> None:
    typed = "".join(data.draw(SPACES) + character for character in str(found).lower())
    assert parse_plates(typed) == found


@given(orders())
def test_burgers_round_trip(order: tuple[Plates, str]) -> None:
    assert parse_burger(order[1]) == order[1]
    assert parse_burger(" ".join(order[1].lower())) == order[1]


@given(plates(), st.sampled_from([" ", ",", ", ", "  ", "\n"]))
def test_steps_round_trip(found: Plates, separator: str) -> None:
    steps: list[Step] = legal_steps(found)
    assert parse_steps(format_steps(steps)) == steps
    assert parse_steps(separator.join(str(step).upper() for step in steps)) == steps


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_plates, parse_burger, parse_step, parse_steps):
        try:
            parse(text)
        except InvalidInput as error:
            assert "\n" not in str(error)


@given(st.text(alphabet="bpclto/- 0123456789mf:,", max_size=30))
def test_text_that_looks_like_notation_is_read_or_refused(text: str) -> None:
    for parse in (parse_plates, parse_burger, parse_step, parse_steps):
        try:
            parse(text)
        except InvalidInput as error:
            assert "\n" not in str(error)


@given(plates().filter(lambda p: any(p.stacks)), st.data())
def test_an_unknown_letter_is_named_with_its_position(found: Plates, data: st.DataObject) -> None:
    number = data.draw(st.sampled_from([n for n in range(4) if found.stacks[n]]))
    stack = found.stacks[number]
    place = data.draw(st.integers(0, len(stack)))
    letter = data.draw(st.sampled_from("AXZÄ1é"))
    stacks = list(found.stacks)
    stacks[number] = stack[:place] + letter + stack[place:]
    with pytest.raises(InvalidInput) as error:
        parse_plates("/".join(one or "-" for one in stacks))
    assert letter in error.value.what
    assert error.value.where == f"plates, plate {number + 1}, position {place + 1}"
    assert error.value.expected == f"one of {' '.join(INGREDIENTS)}"


@pytest.mark.parametrize("text", ["", "/", "B", "B/B", "B/B/B", "B/B/B/B/B", "////"])
def test_other_than_four_plates_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_plates(text)


def test_more_than_the_box_holds_is_refused() -> None:
    with pytest.raises(InvalidInput, match="4 of P"):
        parse_plates("PP/PP/-/-")
    with pytest.raises(InvalidInput, match="6 of B"):
        parse_burger("BBBBBB")


@pytest.mark.parametrize(
    "text", ["m", "m1", "m1:", "x1:2-3", "m1:2-", "m1-2", "m-1:1-2", "m1:1-2-3", "1:1-2"]
)
def test_what_is_no_step_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is no step"):
        parse_step(text)


def test_huge_texts_are_refused_before_they_are_read() -> None:
    for parse in (parse_plates, parse_burger):
        with pytest.raises(InvalidInput, match="at most"):
            parse("B" * 10**6)
