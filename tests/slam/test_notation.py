"""Text to cards and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.slam.notation import (
    format_pile,
    parse_card,
    parse_gold,
    parse_partial,
    parse_pile,
    parse_silver,
    parse_topping,
)
from solver.slam.rules import SILVERS, Card, Gold, Silver
from tests.slam.oracles import faces, golds, silvers

partial_piles = st.lists(st.none() | faces, max_size=12)


@given(partial_piles)
def test_piles_round_trip(pile: list[Card | None]) -> None:
    text = format_pile(pile)
    assert parse_partial(text) == pile
    assert format_pile(parse_partial(text.lower())) == text
    assert parse_partial(text.replace(" ", ", ").replace("+", " + ")) == pile


@given(golds, silvers)
def test_special_cards_round_trip(gold: Gold, silver: Silver | None) -> None:
    assert parse_gold(str(gold)) == gold
    assert parse_silver(str(silver or "none")) == silver


@given(st.text(max_size=30))
def test_any_text_is_a_pile_or_bad_input(text: str) -> None:
    try:
        cards = parse_partial(text)
    except InvalidInput as error:
        assert "\n" not in str(error)
    else:
        assert parse_partial(format_pile(cards)) == cards


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ltc+R", "CTL+r"),
        ("p+ry", "P+r+y"),
        ("p+yr", "P+r+y"),
        ("P+y+r", "P+r+y"),
        ("tpp", "PPT"),
        ("LTPC"[:3], "PTL"),
    ],
)
def test_cards_are_read_kindly(text: str, canonical: str) -> None:
    assert str(parse_card(text)) == canonical


@pytest.mark.parametrize("text", ["", "  ", "-", ",", " - "])
def test_no_cards(text: str) -> None:
    assert parse_pile(text) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("PPP X", ["unknown topping 'X'", "card 2", "one of C P T L"]),
        ("PPPP", ["4 toppings on one card", "card 1", "1 to 3"]),
        ("P CT+b", ["unknown sauce 'b'", "card 2", "+r"]),
        ("P+", ["without a sauce"]),
        ("+r", ["0 toppings"]),
        ("P+r+r", ["red sauce twice"]),
        ("P ?", ["not known", "card 2", "odds and advise"]),
        ("P -", ["unknown topping '-'"]),
        ("P " * 1001, ["1001 cards"]),
        ("P" * 20_001, ["20001 characters"]),
    ],
)
def test_bad_piles_say_what_and_where(text: str, says: list[str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_pile(text)
    for part in says:
        assert part in str(caught.value)


@pytest.mark.parametrize("text", ["sauce chili", "chili,sauce", "CHILI, Sauce", "sauce+chili"])
def test_gold_is_read_kindly(text: str) -> None:
    assert parse_gold(text) == Gold(chili=True, sauce=True)


@pytest.mark.parametrize("text", ["ketchup", "chili,chili", "none,chili", "", "chili;sauce"])
def test_bad_gold(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_gold(text)


def test_silver_is_read_kindly() -> None:
    assert parse_silver("EXTRA : patty") == parse_silver("extra:P")
    assert parse_silver("Big Combo") == parse_silver("big-combo")
    assert {str(parse_silver(str(silver))) for silver in SILVERS if silver} == {
        str(silver) for silver in SILVERS if silver
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("extra", "no topping with extra"),
        ("burnt:X", "unknown topping"),
        ("wild,kids", "one silver card"),
        ("wild:P", "named with the call"),
        ("spatul", "spatula"),
        ("gold", "one silver card"),
        ("", "one silver card"),
    ],
)
def test_bad_silver(text: str, says: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_silver(text)
    assert says in str(caught.value)


def test_toppings_have_names() -> None:
    assert [parse_topping(text, "wild") for text in ("p", "Cheese", " tomato ", "L")] == list(
        "PCTL"
    )
