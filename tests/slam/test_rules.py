"""The count of a pile and the judging of calls: rulebook examples, rulings, and a literal second version."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.slam.notation import parse_gold, parse_pile, parse_silver
from solver.slam.rules import (
    GOLDS,
    SILVERS,
    TOPPINGS,
    Call,
    Card,
    Gold,
    Silver,
    by_letter,
    count_pile,
    judge,
    penalty,
    right_calls,
    wilds,
)
from tests.slam.oracles import any_wild, golds, is_right, lettered, piles, silvers

BOTH = Gold(chili=True, sauce=True)


def totals(text: str, gold: str | None = None) -> dict[str, int]:
    return by_letter(count_pile(parse_pile(text), parse_gold(gold)).totals)


def right(
    text: str,
    call: str,
    gold: str | None = None,
    silver: str | None = None,
    wild: str | None = None,
) -> bool:
    count = count_pile(parse_pile(text), parse_gold(gold))
    return judge(count.totals, Call(call), parse_silver(silver), wild).right


def test_the_rulebooks_standard_burger() -> None:
    assert totals("CC CTL PT PL") == {"C": 3, "L": 2, "P": 2, "T": 2}
    assert right("CC CTL PT PL", "standard")
    assert not right("CC CTL PT", "standard")


def test_the_rulebooks_chili_turns_three_patties_over() -> None:
    pile = "PP PPP C+r PPT"
    assert right(pile, "big")
    assert totals(pile, "chili") == {"C": 1, "L": 0, "P": 4, "T": 1}
    assert not right(pile, "big", "chili")


def test_the_rulebooks_burger_sauce_makes_six_of_three_patties() -> None:
    pile = "P C+y PPP"
    assert totals(pile, "sauce") == {"C": 1, "L": 0, "P": 7, "T": 0}
    assert right(pile, "big", "sauce")
    assert not right(pile, "big")


def test_the_rulebooks_yellow_after_yellow_doubles_toppings_not_sauce() -> None:
    assert totals("C+y T+y P", "sauce") == {"C": 1, "L": 0, "P": 2, "T": 2}


def test_the_rulebooks_wild_topping() -> None:
    pile = "CC TT LL P"
    assert right(pile, "standard", silver="wild", wild="P")
    assert not right(pile, "standard", silver="wild", wild="C")


def test_the_rulebooks_kids_menu() -> None:
    assert right("CC PP LL", "kids", silver="kids")
    assert not right("CC PP LL T", "kids", silver="kids")
    assert not right("CC PP L", "kids", silver="kids")
    assert not right("CC PP LL", "kids")
    # A topping that red sauce turned over is not on the burger.
    assert right("CC PP T L+r L", "kids", "chili", "kids")


@pytest.mark.parametrize(
    ("pile", "covered"),
    [
        ("P C+r", [True, False]),
        ("P+r", [False]),
        ("P C+r T+r", [True, True, False]),  # covered itself, a red card still covers
        ("P C+r T+r L+r", [True, True, True, False]),
        ("P+r C T+r", [False, True, False]),
    ],
)
def test_covered_is_the_red_of_the_next_card(pile: str, covered: list[bool]) -> None:
    assert list(count_pile(parse_pile(pile), Gold(chili=True)).covered) == covered
    assert not any(count_pile(parse_pile(pile), Gold(sauce=True)).covered)


@pytest.mark.parametrize(
    ("pile", "doubled"),
    [
        ("C+y P", [False, True]),
        ("C+y P T+r", [False, False, False]),  # the next card is covered: not doubled
        ("C+y P+r", [False, False]),  # the yellow card is covered
        ("C+y P T", [False, True, False]),
        ("C+y P+y T", [False, True, True]),
        ("C+y P+y T+r L", [False, False, False, False]),  # nothing reaches past a covered card
        ("C+r+y P", [False, True]),
        ("C P+r+y T", [False, False, True]),
    ],
)
def test_doubled_only_when_neither_card_is_covered(pile: str, doubled: list[bool]) -> None:
    assert list(count_pile(parse_pile(pile), BOTH).doubled) == doubled


def test_an_empty_pile_has_totals_of_0_and_no_right_call() -> None:
    assert count_pile([], BOTH).totals == (0, 0, 0, 0)
    assert not any(right_calls((0, 0, 0, 0), silver) for silver in SILVERS)


def test_extra_and_burnt_change_what_is_needed() -> None:
    assert right("CC TT LL P", "standard", silver="extra:P")
    assert right("PPP PPP", "big", silver="extra:P")
    assert not right("PPP PPP", "big", silver="extra:C")
    assert not right("CC TT LL PP", "standard", silver="burnt:P")
    assert right("CC TT LL PPP", "standard", silver="burnt:P")
    assert not right("PPP PPP P", "big", silver="burnt:P")
    assert right("PPP PPP PP", "big", silver="burnt:P")


def test_silver_cards_act_from_outside_no_sauce_doubles_or_covers_them() -> None:
    assert not right("C+y CC", "big", "sauce", "extra:C")  # 1 + 4 + 1, not 1 + 4 + 2
    verdict = judge((2, 0, 0, 0), Call.BIG, Silver(SILVERS[2].effect, "C"))  # type: ignore[union-attr]
    assert verdict.totals == (3, 0, 0, 0)


@pytest.mark.parametrize(
    ("call", "silver", "reason"),
    [
        (Call.KIDS, None, "Kid's Menu card is not active"),
        (Call.KIDS, "wild", "Kid's Menu card is not active"),
        (Call.STANDARD, "big-combo", "only Big Burgers"),
        (Call.BIG, "standard-combo", "only Standard Burgers"),
        (Call.BIG, "wild", "no topping is named"),
    ],
)
def test_calls_that_the_cards_do_not_allow_are_wrong(
    call: Call, silver: str | None, reason: str
) -> None:
    verdict = judge((9, 9, 9, 9), call, parse_silver(silver))
    assert not verdict.right
    assert reason in verdict.reason


def test_the_combos_leave_the_other_call_untouched() -> None:
    plenty = "CCC CCC CC PP TT LL"
    assert right(plenty, "big", silver="big-combo")
    assert right(plenty, "standard", silver="standard-combo")
    assert right(plenty, "standard", silver="kids")


def test_missing_says_what_would_do() -> None:
    assert judge((1, 0, 2, 2), Call.STANDARD).missing == {"C": 1, "P": 2}
    assert judge((5, 5, 2, 2), Call.BIG).missing == {"C": 2, "P": 2}
    kids = parse_silver("kids")
    assert judge((1, 2, 2, 0), Call.KIDS, kids).missing == {"C": 1}
    assert "no topping is missing" in judge((2, 2, 2, 1), Call.KIDS, kids).reason


def test_penalties() -> None:
    assert [penalty(silver) for silver in SILVERS] == [2, 4, *[2] * 12]


def test_fourteen_situations_of_the_silver_cards() -> None:
    assert len(set(SILVERS)) == 14
    assert len(set(GOLDS)) == 4


@given(piles, golds)
def test_count_agrees_with_turning_and_moving_cards(pile: list[Card], gold: Gold) -> None:
    count = count_pile(pile, gold)
    assert by_letter(count.totals) == {topping: lettered(pile, gold)[topping] for topping in "CLPT"}


@given(piles, golds, silvers)
def test_right_calls_agree_with_the_rulebooks_sentences(
    pile: list[Card], gold: Gold, silver: Silver | None
) -> None:
    found = right_calls(count_pile(pile, gold).totals, silver)
    for call in Call:
        good = [wild for wild in any_wild(silver) if is_right(pile, call, gold, silver, wild)]
        assert (call in found) == bool(good)
        if good and good != [None]:
            assert sorted(found[call]) == good


@given(st.tuples(*[st.integers(0, 9)] * 4), silvers, st.sampled_from(list(Call)))
def test_missing_toppings_make_the_call_right(
    amounts: tuple[int, int, int, int], silver: Silver | None, call: Call
) -> None:
    for wild in wilds(silver):
        verdict = judge(amounts, call, silver, wild)
        assert verdict.right == (not verdict.missing and not verdict.reason)
        if verdict.reason or verdict.right:
            continue
        added = list(amounts)
        for topping, count in list(verdict.missing.items())[: 1 if call is Call.BIG else 4]:
            added[list(TOPPINGS).index(topping)] += count
        c, p, t, l = added  # noqa: E741
        assert judge((c, p, t, l), call, silver, wild).right
