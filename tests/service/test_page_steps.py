"""What a step is, how it is shown, and how many of them are declared."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.conftest import Command
from tests.service.browsing import DESK, TABLES, Guest, answer_to, same_answer, see, visiting
from tests.service.servers import Served

pytestmark = pytest.mark.browser

PLATES = "BPCL/BTT/B/BOO"
TABLE = TABLES["master"][0]


def framed(board: Any) -> list[str]:
    """Return what is framed on some plates, the lowest first."""
    return list(board.locator(".moved .layer-name").all_inner_texts())


def test_a_step_is_shown_before_and_after_it(guest: Guest) -> None:
    page = guest.open(TABLE)
    page.click("#how-few")
    page.click("#show-steps")
    before, after = page.locator(".before"), page.locator(".after")
    see(before.locator(".plate")).to_have_count(4)
    see(after.locator(".plate")).to_have_count(0)
    place = page.locator("#step-next").bounding_box()
    height = page.locator(".steps").bounding_box()["height"]
    page.click("#step-next")
    # What is lifted still lies on plate 1 above, and on plate 3 below; both are framed.
    see(page.locator(".steps")).to_contain_text("Before step 1")
    see(page.locator(".steps")).to_contain_text("After step 1")
    for board, plate in ((before, 1), (after, 3)):
        assert framed(board) == ["cheese", "lettuce"]
        there = board.locator(".plate").nth(plate - 1).locator(".moved")
        see(there).to_have_count(2)
    see(before.locator(".from")).to_contain_text("↑ lift")
    see(before.locator(".to")).to_contain_text("↓ here")
    see(before.get_by_role("img", name="Plate 1")).to_have_accessible_name(
        "Plate 1, bottom to top: bun, patty, cheese, lettuce. The top 2 will be lifted."
    )
    see(before.get_by_role("img", name="Plate 3")).to_have_accessible_name(
        "Plate 3, bottom to top: bun. They will go here."
    )
    assert after.locator(".from, .to").count() == 0
    # The button has not moved away from the finger, and all of it is in view.
    assert page.locator("#step-next").bounding_box() == pytest.approx(place, abs=1)
    assert page.locator(".steps").bounding_box()["height"] == pytest.approx(height, abs=2)
    see(after).to_be_in_viewport(ratio=1)
    page.click("#step-next")
    see(before.locator(".from")).to_contain_text("↑ flip")
    assert framed(before) == ["bun", "tomato", "tomato"]
    assert framed(after) == ["tomato", "tomato", "bun"]
    see(page.locator("#keep")).to_be_in_viewport(ratio=1)
    page.click("#step-back")
    page.click("#step-back")
    see(page.locator(".caption")).to_have_text("Start.")
    assert framed(before) == framed(after) == []


def test_a_flip_in_place_is_marked_where_it_lies(guest: Guest) -> None:
    page = guest.open("#master?plates=BTTPB/C/C/C&card=base-07")
    page.click("#how-few")
    page.click("#show-steps")
    page.click("#step-next")
    see(page.locator(".caption")).to_contain_text("Flip the top 5 of plate 1 in place.")
    see(page.locator(".before .from.to")).to_contain_text("↻ flip")


def test_a_moving_step_ends_framed_in_the_lower_plates(chrome: Any, page_server: Served) -> None:
    with visiting(chrome, page_server.address, reduced_motion="no-preference") as guest:
        page = guest.open(TABLE)
        page.click("#how-few")
        page.click("#show-steps")
        page.click("#step-next")
        assert framed(page.locator(".before")) == ["cheese", "lettuce"]
        see(page.locator(".after .moved")).to_have_count(2)


def test_the_page_says_what_a_step_is(guest: Guest) -> None:
    page = guest.open(TABLE)
    page.get_by_text("What is a step?").click()
    see(page.locator("#game-master")).to_contain_text(
        "Move: the layers come to lie on another plate"
    )
    see(page.locator("#game-master")).to_contain_text("Flip: the layers are turned over together")
    see(page.locator("#is-right")).to_have_text("Declared: 4 – is it right?")


def test_is_a_declaration_right(guest: Guest, burger: Command) -> None:
    page = guest.open(TABLE)
    answer = page.locator("#master-answer")
    for declared, right, lower in ((4, True, True), (3, True, True), (2, True, False)):
        found = answer_to(page, "master/verify", lambda: page.click("#is-right"))
        options = ("--plates", PLATES, "--card", "base-07", "--declare", str(declared), "--json")
        assert same_answer(found, burger("master", "verify", *options).document)
        assert (found["right"], found["lower"]) == (right, lower)
        see(answer).to_contain_text(f"{declared} is right.")
        # Whether less would do is told when somebody asks, and never how much less.
        assert "fewer" not in answer.inner_text()
        page.click("#lower")
        see(answer).to_contain_text(
            "Yes: a lower one would be right too." if lower else "No: fewer than 2 is impossible."
        )
        assert not re.search(r"\b2\b", answer.inner_text()) or declared == 2
        page.click("#fewer")
    found = answer_to(page, "master/verify", lambda: page.click("#is-right"))
    assert (found["right"], found["lower"]) == (False, False)
    see(answer).to_contain_text("1 is wrong.")
    see(answer).to_contain_text("It takes more than 1 step.")
    assert "2" not in answer.inner_text()


def test_the_declared_number_stays_within_the_game(guest: Guest) -> None:
    page = guest.open(TABLE)
    for _ in range(4):
        page.click("#fewer")
    see(page.locator("#hint")).to_contain_text("the burger is there already")
    see(page.locator("#fewer")).to_be_disabled()
    page.click("#fewer", force=True)
    see(page.locator("#is-right")).to_have_text("Declared: 0 – is it right?")
    for _ in range(20):
        page.click("#more")
    see(page.locator("#more")).to_be_disabled()
    page.click("#more", force=True)
    see(page.locator("#hint")).to_contain_text("No card is known to take 20 steps")
    see(page.locator("#is-right")).to_have_text("Declared: 20 – is it right?")


def test_the_declared_number_is_in_the_link(guest: Guest) -> None:
    page = guest.open(TABLE)
    page.click("#more")
    assert guest.fragment() == f"{TABLE}&declare=5"
    page.click("#fewer")
    page.click("#fewer")
    found = answer_to(page, "master/verify", lambda: page.click("#is-right"))
    assert found["declare"] == 3
    page = guest.open(f"{TABLE}&declare=3")
    see(page.locator("#declared")).to_have_text("3")
    page.click("#plate-3")
    assert guest.fragment() == "#master?plates=BPCL/BTT/BB/BOO&card=base-07&declare=3"
    # Asking about the first number offered is declaring it.
    page = guest.open(TABLE)
    page.click("#is-right")
    see(page.locator("#master-answer")).to_contain_text("4 is right.")
    assert guest.fragment() == f"{TABLE}&declare=4"


def test_both_pictures_of_a_step_fit_on_a_desk(chrome: Any, page_server: Served) -> None:
    with visiting(chrome, page_server.address, viewport=DESK) as guest:
        page = guest.open(TABLE)
        page.click("#how-few")
        page.click("#show-steps")
        page.click("#step-next")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for board in (".before", ".after"):
            see(page.locator(board)).to_be_visible()
