"""Burger Slam and BurgerDraft on the page: laid by taps, answered as the command line answers."""

from __future__ import annotations

from typing import Any

import pytest

from solver.slam.deck import deck_of
from tests.conftest import Command
from tests.service.browsing import Guest, answer_to, same_answer, see

pytestmark = pytest.mark.browser

PILE = "PPP CTL+r P+y PPP"
SITUATION = "#slam?pile=PPP,CTL+r,P+y,PPP&gold=chili,sauce&call=big"
BOARD = "bun,beef:2,cheddar,chili,s07,s13,s14"


def lay(page: Any, pile: str) -> None:
    """Lay cards on the pile by taps."""
    for card in pile.split():
        toppings, *sauces = card.split("+")
        for letter in toppings:
            page.locator(f"#topping-{letter}").tap()
        for sauce in sauces:
            page.locator({"r": "#toggle-red", "y": "#toggle-yellow"}[sauce]).tap()
        page.locator("#lay").tap()


def cells(page: Any) -> list[list[str]]:
    """Return the numbers of the table of an answer."""
    rows = page.locator("#slam-answer tbody tr").all()
    return [row.locator("td").all_inner_texts() for row in rows]


def test_a_pile_laid_by_taps_is_judged_as_by_the_command_line(
    guest: Guest, burger: Command
) -> None:
    page = guest.open()
    page.click("#tab-slam")
    lay(page, PILE)
    page.click("#toggle-chili")
    page.click("#toggle-sauce")
    page.check("#call-big")
    found = answer_to(page, "slam/check", lambda: page.locator("#call-right").tap())
    options = ("--call", "big", "--gold", "chili,sauce", "--json")
    assert same_answer(found, burger("slam", "check", *PILE.split(), *options).document)
    see(page.locator("#slam-answer")).to_contain_text("✓ Big Burger: right.")
    assert cells(page) == [[str(found["totals"][letter]) for letter in "CPTL"]]
    told = page.locator("#pile li").all_inner_texts()
    assert "covered by 2" in told[0]
    assert "×2" in told[3]
    assert guest.fragment() == SITUATION


def test_a_wild_topping_is_named_with_the_call(guest: Guest, burger: Command) -> None:
    page = guest.open("#slam?pile=CC,CTL,PT,PL&silver=wild")
    answer_to(page, "slam/check", lambda: page.click("#call-right"))
    answer = page.locator("#slam-answer")
    see(answer).to_contain_text("Standard Burger: wrong.")
    see(answer).to_contain_text("No topping is named for the Wild Topping.")
    page.select_option("#wild", "P")
    found = answer_to(page, "slam/check", lambda: page.click("#call-right"))
    options = ("--call", "standard", "--silver", "wild", "--wild", "P", "--json")
    assert same_answer(found, burger("slam", "check", "CC CTL PT PL", *options).document)
    see(answer).to_contain_text("Standard Burger with patty for the Wild: right.")
    assert cells(page) == [["3", "2", "2", "2"], ["3", "3", "2", "2"]]
    assert guest.fragment() == "#slam?pile=CC,CTL,PT,PL&silver=wild&wild=P"


@pytest.mark.parametrize(
    ("fragment", "told"),
    [
        ("#slam?pile=CC,CTL,PT", "Missing: 1 lettuce and 1 patty."),
        ("#slam?pile=PPP,CCC&call=big", "Missing: 4 cheese or 4 patties."),
        ("#slam?pile=CC&call=kids", "The Kid's Menu card is not active."),
        (
            "#slam?pile=CC,CTL&silver=standard-combo&call=big",
            "With the Standard Combo only Standard Burgers can be called.",
        ),
        ("#slam", "Missing: 2 cheese, 2 lettuce, 2 patties and 2 tomatoes."),
    ],
)
def test_a_wrong_call_says_what_is_missing(guest: Guest, fragment: str, told: str) -> None:
    page = guest.open(fragment)
    page.click("#call-right")
    see(page.locator("#slam-answer")).to_contain_text("wrong.")
    see(page.locator("#slam-answer")).to_contain_text(told)


def test_the_calls_that_are_right_now(guest: Guest, burger: Command) -> None:
    page = guest.open("#slam?pile=CC,CTL,PT,PL,PPP,PP&silver=wild")
    found = answer_to(page, "slam/calls", lambda: page.click("#which-calls"))
    pile = "CC CTL PT PL PPP PP"
    assert same_answer(found, burger("slam", "calls", pile, "--silver", "wild", "--json").document)
    answer = page.locator("#slam-answer")
    see(answer).to_contain_text("2 calls right now")
    see(answer).to_contain_text("Standard Burger (Wild: cheese, patty, tomato or lettuce)")
    see(answer).to_contain_text("Big Burger")
    page.click("#slam-clear")
    page.click("#which-calls")
    see(answer).to_contain_text("No call is right now.")


def test_every_special_card_of_the_deck_can_be_picked(guest: Guest) -> None:
    page = guest.open("#slam")
    values = page.locator("#silver option").evaluate_all("all => all.map(one => one.value)")
    specials = set(deck_of(None).special)
    assert {*values, "chili", "sauce"} - {""} == {str(one) for one in specials}
    for value in values[1:]:
        page.select_option("#silver", value)
        found = answer_to(page, "slam/calls", lambda: page.click("#which-calls"))
        assert found["silver"] == value


def test_a_card_takes_three_toppings_and_undo_gives_them_back(guest: Guest) -> None:
    page = guest.open("#slam")
    page.click("#lay")
    see(page.locator("#hint")).to_contain_text("Tap the card’s toppings first.")
    for _ in range(4):
        page.click("#topping-P")
    see(page.locator("#hint")).to_contain_text("three toppings at most")
    page.click("#topping-off")
    page.click("#lay")
    assert guest.fragment() == "#slam?pile=PP"
    page.click("#slam-undo")
    assert guest.fragment() == "#slam"
    see(page.locator("#making .layer")).to_have_count(2)


@pytest.mark.parametrize("press", ["call-right", "which-calls"])
def test_the_card_in_the_making_is_laid_before_a_question(guest: Guest, press: str) -> None:
    page = guest.open("#slam?pile=PPP,PPP&call=big")
    see(page.locator("#not-laid")).to_be_hidden()
    for _ in range(3):
        page.click("#topping-P")
    see(page.locator("#making-title")).to_have_text("The next card – not on the pile yet")
    page.click(f"#{press}")
    answer = page.locator("#slam-answer [role=status]")
    see(answer).to_contain_text("Laid on the pile first: Card 3: patty, patty and patty.")
    see(answer).to_contain_text({"call-right": "Big Burger: right."}.get(press, "1 call right now"))
    see(page.locator("#pile li")).to_have_count(3)
    assert guest.fragment() == "#slam?pile=PPP,PPP,PPP&call=big"
    # It was not meant: undo takes it back into the making.
    page.click("#slam-undo")
    assert guest.fragment() == "#slam?pile=PPP,PPP&call=big"
    see(page.locator("#making .layer")).to_have_count(3)


def test_a_sauce_without_toppings_is_no_card_to_be_judged(guest: Guest) -> None:
    page = guest.open("#slam?pile=PPP,PPP&call=big")
    page.click("#toggle-red")
    page.click("#call-right")
    see(page.locator("#hint")).to_contain_text("The next card has a sauce but no topping yet")
    see(page.locator("#slam-answer .sentence")).to_be_empty()


def test_a_tall_pile_scrolls_in_its_box(guest: Guest) -> None:
    cards = ["PPP"] * 119 + ["CTL+r"]
    page = guest.open(f"#slam?pile={','.join(cards)}")
    pile = page.locator("#pile")
    see(pile.locator("li")).to_have_count(120)
    assert page.evaluate("document.documentElement.scrollHeight") < 2000
    see(pile.locator("li").last).to_be_in_viewport()
    see(pile).to_have_attribute("tabindex", "0")
    pile.focus()
    page.keyboard.press("Home")
    see(pile.locator("li").first).to_be_in_viewport()
    page.click("#topping-P")
    page.click("#lay")
    see(pile.locator("li")).to_have_count(121)
    below = pile.evaluate("box => box.scrollHeight - box.scrollTop - box.clientHeight")
    assert abs(below) <= 1
    page.click("#slam-clear")
    assert pile.get_attribute("tabindex") is None


def test_a_pile_is_typed_too(guest: Guest) -> None:
    page = guest.open("#slam")
    page.click("#pile-form >> xpath=.. >> summary")
    field = page.locator("#pile-text")
    field.fill("ppp, ltc+R p+ry")
    field.press("Enter")
    assert guest.fragment() == "#slam?pile=PPP,CTL+r,P+r+y"
    field.fill("PPP XX")
    field.press("Enter")
    see(page.locator("#pile-wrong")).to_contain_text("“XX” is no card")
    assert guest.fragment() == "#slam?pile=PPP,CTL+r,P+r+y"


def test_a_board_tapped_together_scores_as_by_the_command_line(
    guest: Guest, burger: Command
) -> None:
    page = guest.open()
    page.click("#tab-draft")
    for name in ("bun", "beef", "beef", "cheddar", "chili"):
        page.locator(f"#place-{name}").tap()
    for name in ("s07", "s13", "s14"):
        page.locator(f"#turn-{name}").tap()
    found = answer_to(page, "draft/score", lambda: page.locator("#score").tap())
    assert same_answer(found, burger("draft", "score", BOARD, "--json").document)
    see(page.locator("#draft-answer .number")).to_have_text("21 points")
    rows = page.locator(".sheet tbody tr, .sheet tfoot tr").all()
    told = {row.locator("th").inner_text(): row.locator(".points").inner_text() for row in rows}
    assert told == {"s07": "5", "s13": "5", "s14": "9", "printed": "2", "total": "21"}
    assert guest.fragment() == f"#draft?board={BOARD}"


def test_the_deck_is_the_services(guest: Guest, burger: Command) -> None:
    page = guest.open("#draft")
    deck = burger("draft", "deck", "--json").document
    names = page.locator(".ingredient .name").all_inner_texts()
    assert sorted(names) == sorted(one["name"] for one in deck["ingredients"])
    cards = page.locator(".scoring-card").all()
    told = {one.locator("strong").inner_text(): one.locator("span").inner_text() for one in cards}
    assert told == deck["says"]


def test_cards_are_taken_off_the_board_and_undone(guest: Guest) -> None:
    page = guest.open(f"#draft?board={BOARD}")
    page.click("#off-beef")
    page.click("#off-s13")
    page.click("#turn-s07")
    assert guest.fragment() == "#draft?board=bun,beef,cheddar,chili,s14"
    for _ in range(3):
        page.click("#draft-undo")
    assert guest.fragment() == f"#draft?board={BOARD}"


def test_a_board_is_held_to_the_deck(guest: Guest) -> None:
    page = guest.open("#draft?board=chili,s01,s02,s03,s04,s05,s06")
    answer = page.locator("#draft-answer")
    page.click("#place-chili")
    see(page.locator("#hint")).to_contain_text("The deck has only 1 chili.")
    page.click("#turn-s07")
    see(page.locator("#hint")).to_contain_text("6 scoring cards at most")
    page.click("#draft-clear")
    # The only chili is on the back of an s07, and the other s07 is on the back of a tomato.
    for name in ("place-chili", "turn-s07", *["place-tomato"] * 4):
        page.click(f"#{name}")
    refused = answer_to(page, "draft/score", lambda: page.click("#score"))
    see(answer).to_contain_text("That cannot be: ")
    see(answer).to_contain_text(refused["what"])
    assert [one for one in guest.complaints if "422" not in one] == []
    guest.complaints.clear()


def test_a_board_is_typed_too(guest: Guest) -> None:
    page = guest.open("#draft")
    page.click("#board-form >> xpath=.. >> summary")
    field = page.locator("#board-text")
    field.fill("S14 beef, beef; s14".replace(";", ","))
    field.press("Enter")
    assert guest.fragment() == "#draft?board=beef:2,s14"
    field.fill("beef,unicorn")
    field.press("Enter")
    see(page.locator("#board-wrong")).to_contain_text("“unicorn” is no card of the deck.")
    field.fill("none")
    field.press("Enter")
    assert guest.fragment() == "#draft"
    page.click("#score")
    see(page.locator("#draft-answer")).to_contain_text("0 points")
