"""Burger Master on the page: built by taps, asked, answered as the command line answers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.rules import BOX, apply, check_setup
from tests.conftest import Command
from tests.service.browsing import Guest, answer_to, same_answer, see, visiting
from tests.service.servers import Served

pytestmark = pytest.mark.browser

PLATES = "BPCL/BTT/B/BOO"
TABLE = f"#master?plates={PLATES}&card=base-07"
NAMES = {"B": "bun", "P": "patty", "C": "cheese", "L": "lettuce", "T": "tomato", "O": "onion"}


def lay(page: Any, plates: str) -> None:
    """Build plates by taps, as on a phone."""
    for number, stack in enumerate(plates.split("/"), start=1):
        for letter in stack.strip("-"):
            page.locator(f"#hold-{letter}").tap()
            page.locator(f"#plate-{number}").tap()


def choose(page: Any, card: str) -> None:
    """Choose a card from the drawn ones."""
    page.locator("#choose").tap()
    page.locator(f"#card-{card}").tap()


def in_words(stack: str) -> str:
    return ", ".join(NAMES[letter] for letter in stack)


def test_a_table_built_by_taps_is_answered_as_by_the_command_line(
    guest: Guest, burger: Command
) -> None:
    page = guest.open()
    lay(page, PLATES)
    choose(page, "base-07")
    found = answer_to(page, "master/solve", lambda: page.locator("#how-few").tap())
    expected = burger("master", "solve", "--plates", PLATES, "--card", "base-07", "--json")
    assert same_answer(found, expected.document)
    see(page.locator("#master-answer .number")).to_have_text("2 steps")
    assert guest.fragment() == TABLE


def test_the_number_comes_before_the_steps_which_come_one_at_a_time(guest: Guest) -> None:
    page = guest.open(TABLE)
    found = answer_to(page, "master/solve", lambda: page.click("#how-few"))
    answer = page.locator("#master-answer")
    see(answer).to_contain_text("2 steps")
    see(answer).to_contain_text("Proved")
    assert not re.search(r"plate \d|[mf]\d:", answer.inner_text(), re.IGNORECASE)
    assert answer.locator(".steps").count() == 0

    page.click("#show-steps")
    shown = answer.locator(".caption")
    see(shown).to_have_text("Start.")
    page.click("#step-next")
    see(shown).to_have_text("Step 1 of 2: Move the top 2 of plate 1 onto plate 3.")
    page.click("#step-next")
    see(shown).to_have_text(
        "Step 2 of 2: Flip the top 3 of plate 2 onto plate 1. The order is complete."
    )
    assert drawn(answer.locator(".after")) == found["states"][1]
    see(page.locator("#step-next")).to_be_disabled()
    page.click("#step-back")
    assert drawn(answer.locator(".after")) == found["states"][0]

    state = parse_plates(PLATES)
    for step, told in zip(parse_steps(" ".join(found["steps"])), found["states"], strict=True):
        state = apply(state, step)
        assert str(state) == told


def drawn(board: Any) -> str:
    """Return the plates that are drawn, as text, from what is drawn and what is said of it."""
    letters = {name: letter for letter, name in NAMES.items()}
    stacks = []
    for plate in board.locator(".plate").all():
        layers = plate.locator(".layer-name").all_inner_texts()
        said = plate.get_attribute("aria-label") or plate.locator(".spoken").inner_text()
        assert said.endswith(": " + (", ".join(layers) or "empty"))
        stacks.append("".join(letters[name] for name in layers) or "-")
    return "/".join(stacks)


def test_the_plates_may_stay_for_the_next_order(guest: Guest) -> None:
    page = guest.open(TABLE)
    page.click("#how-few")
    page.click("#show-steps")
    page.click("#step-next")
    page.click("#step-next")
    page.click("#keep")
    assert drawn(page.locator("#plates")) == "BPTTB/-/BCL/BOO"
    page.go_back()
    see(page.locator("#plate-2 .layer")).to_have_count(3)
    assert drawn(page.locator("#plates")) == PLATES


def test_a_step_moves_only_where_motion_is_welcome(chrome: Any, page_server: Served) -> None:
    for motion, moving in (("no-preference", True), ("reduce", False)):
        with visiting(chrome, page_server.address, reduced_motion=motion) as guest:
            page = guest.open(TABLE)
            page.click("#how-few")
            page.click("#show-steps")
            page.click("#step-next")
            animations = page.evaluate(
                "document.querySelector('.after').getAnimations({subtree: true}).length"
            )
            assert (animations == 2) is moving
            # The next tap does not wait for the one before.
            page.click("#step-next")
            see(page.locator(".caption")).to_contain_text("Step 2 of 2")
            assert not guest.complaints


def test_undo_takes_back_every_change(guest: Guest) -> None:
    page = guest.open(TABLE)
    page.click("#hold-O")
    page.click("#plate-3")
    page.click("#hold-off")
    page.click("#plate-1")
    choose(page, "gourmet-20")
    page.click("#master-clear")
    assert drawn(page.locator("#plates")) == "-/-/-/-"
    for expected in (
        "#master?plates=BPC/BTT/BO/BOO&card=gourmet-20",
        "#master?plates=BPC/BTT/BO/BOO&card=base-07",
        "#master?plates=BPCL/BTT/BO/BOO&card=base-07",
        TABLE,
    ):
        page.click("#master-undo")
        assert guest.fragment() == expected
    see(page.locator("#master-undo")).to_be_disabled()


@pytest.mark.parametrize("menu", ["base", "gourmet"])
def test_a_set_up_is_dealt_by_the_rules(guest: Guest, menu: str) -> None:
    page = guest.open()
    found = answer_to(page, "master/deal", lambda: page.locator(f"#deal-{menu}").tap())
    see(page.locator("#plates .layer")).to_have_count(len(found["value"].replace("/", "")))
    assert drawn(page.locator("#plates")) == found["value"]
    check_setup(parse_plates(found["value"]), onions=menu == "gourmet")


def test_all_cards_are_there_drawn_as_they_are_and_called_a_reconstruction(guest: Guest) -> None:
    page = guest.open()
    page.click("#choose")
    see(page.locator(".menu-card")).to_have_count(40)
    see(page.locator("#cards")).to_contain_text("Cards: a reconstruction")
    for name, wanted in cards_of("all").items():
        card = page.locator(f"#card-{name}")
        assert ", ".join(card.locator(".layer-name").all_inner_texts()) == in_words(wanted)
        assert card.locator(".spoken").inner_text() == f": {in_words(wanted)}"
    page.click("#cards-close")
    see(page.locator("#cards")).to_be_hidden()
    see(page.locator("footer")).to_contain_text("Cards: a reconstruction.")


def test_a_card_drawn_at_random_is_one_of_them(guest: Guest) -> None:
    page = guest.open()
    page.click("#choose")
    see(page.locator(".menu-card")).to_have_count(40)
    page.click("#any-card")
    card = re.fullmatch(r"#master\?card=([a-z]+-\d\d)", guest.fragment())
    assert card
    assert card[1] in cards_of("all")


def test_a_burger_of_ones_own(guest: Guest, burger: Command) -> None:
    page = guest.open(f"#master?plates={PLATES}")
    page.click("#choose")
    page.click("#own-card")
    page.click("#how-few")
    see(page.locator("#master-answer")).to_contain_text("Build the order first")
    for letter in "BPCB":
        page.click(f"#hold-{letter}")
        page.click("#own-order")
    found = answer_to(page, "master/solve", lambda: page.click("#how-few"))
    expected = burger("master", "solve", "--plates", PLATES, "--burger", "BPCB", "--json")
    assert same_answer(found, expected.document)
    assert guest.fragment() == f"#master?plates={PLATES}&burger=BPCB"


def test_the_beginners_rule(guest: Guest, burger: Command) -> None:
    page = guest.open("#master?plates=BPTTBL/-/-/-&card=base-07")
    assert answer_to(page, "master/solve", lambda: page.click("#how-few"))["value"] == 1
    page.check("#beginner")
    found = answer_to(page, "master/solve", lambda: page.click("#how-few"))
    options = ("--plates", "BPTTBL/-/-/-", "--card", "base-07", "--variant", "beginner", "--json")
    assert same_answer(found, burger("master", "solve", *options).document)
    see(page.locator("#master-answer")).to_contain_text("0 steps")
    see(page.locator("#master-answer")).to_contain_text("already there")
    assert guest.fragment().endswith("&variant=beginner")


def test_plates_that_lack_something_say_what(guest: Guest) -> None:
    page = guest.open("#master?plates=B/B/T/-&card=base-07")
    answer = page.locator("#master-answer")
    for button in ("#how-few", "#is-right"):
        page.click(button)
        see(answer).to_contain_text("Impossible. The plates lack 1 patty and 1 tomato.")


def test_asking_without_a_card_says_so(guest: Guest) -> None:
    page = guest.open()
    page.click("#how-few")
    see(page.locator("#master-answer")).to_contain_text("Choose a card first.")


def test_the_box_is_the_solvers(guest: Guest) -> None:
    page = guest.open()
    held = page.evaluate("import('/plates.js').then(({BOX}) => BOX)")
    assert held == BOX
    page.click("#hold-T")
    for _ in range(5):
        page.click("#plate-1")
    see(page.locator("#hint")).to_have_text("The box holds 3 tomatoes: all are on the plates.")
    assert guest.fragment() == "#master?plates=TTT/-/-/-"
    see(page.locator("#hold-T")).to_contain_text("0 left")


def test_plates_are_typed_too(guest: Guest) -> None:
    page = guest.open(TABLE)
    page.click("#plates-form >> xpath=.. >> summary")
    field = page.locator("#plates-text")
    see(field).to_have_value(PLATES)
    field.fill(" btt / - / bpcl / boo ")
    field.press("Enter")
    assert drawn(page.locator("#plates")) == "BTT/-/BPCL/BOO"
    for typed, told in (
        ("BPX/B/B/B", "“X” on plate 1 is no ingredient"),
        ("BPC/B", "Found 2 plates, wanted 4"),
        ("B/B//B", "Nothing is written for plate 3"),
        ("BBB/BBB/-/-", "6 buns, but the box holds 5"),
    ):
        field.fill(typed)
        field.press("Enter")
        see(page.locator("#plates-wrong")).to_contain_text(told)
        assert drawn(page.locator("#plates")) == "BTT/-/BPCL/BOO"


def test_all_that_the_box_holds_fits_on_one_plate(guest: Guest, burger: Command) -> None:
    tall = "".join(letter * number for letter, number in BOX.items())
    plates = f"-/{tall}/-/-"
    page = guest.open(f"#master?plates={plates}&card=gourmet-20")
    assert drawn(page.locator("#plates")) == plates
    found = answer_to(page, "master/solve", lambda: page.click("#how-few"))
    options = ("--plates", plates, "--card", "gourmet-20", "--json")
    assert same_answer(found, burger("master", "solve", *options).document)
    page.click("#show-steps")
    for _ in found["steps"]:
        page.click("#step-next")
    assert drawn(page.locator(".after")) == found["states"][-1]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
