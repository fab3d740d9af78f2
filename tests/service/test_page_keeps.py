"""Nothing is lost: not by Back, by a reload, by a link, by a tap on what lies over the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.browsing import TABLES, Guest, see, until

pytestmark = pytest.mark.browser

#: Two changes in each game, by taps.
CHANGES = {
    "master": ("#deal-base", "#master-clear"),
    "slam": ("#topping-P", "#lay"),
    "draft": ("#place-beef", "#turn-s07"),
}


def changed_twice(guest: Guest, game: str) -> tuple[Any, str]:
    """Open a table, change it twice, and return the page and its link."""
    page = guest.open(TABLES[game][0])
    for press in CHANGES[game]:
        before = guest.fragment()
        page.click(press)
        if press.startswith("#deal"):
            until(page, f"location.hash !== {before!r}")
    return page, guest.fragment()


def undone(page: Any, guest: Guest, game: str) -> None:
    """Take both changes back."""
    page.click(f"#{game}-undo")
    page.click(f"#{game}-undo")
    assert guest.fragment() == TABLES[game][0]


@pytest.mark.parametrize("game", TABLES)
def test_a_reload_keeps_the_table_and_undo(guest: Guest, game: str) -> None:
    page, link = changed_twice(guest, game)
    page.reload(wait_until="networkidle")
    assert guest.fragment() == link
    undone(page, guest, game)
    see(page.locator(f"#{game}-undo")).to_be_disabled()


def test_a_reload_keeps_what_no_link_has(guest: Guest) -> None:
    page = guest.open("#slam?pile=PPP")
    page.click("#topping-C")
    page.click("#toggle-red")
    page.click("#tab-master")
    page.reload(wait_until="networkidle")
    page.click("#tab-slam")
    see(page.locator("#making .layer")).to_have_text(["cheese"])
    see(page.locator("#toggle-red")).to_have_attribute("aria-pressed", "true")
    page.click("#tab-draft")
    page.click("#place-beef")
    page.click("#tab-master")
    page.reload(wait_until="networkidle")
    page.click("#tab-draft")
    see(page.locator("#board")).to_contain_text("beef")
    assert guest.fragment() == "#draft?board=beef"


@pytest.mark.parametrize("game", TABLES)
def test_another_table_by_back_or_a_link_can_be_undone(guest: Guest, game: str) -> None:
    page, link = changed_twice(guest, game)
    other = {"master": "plates=B/B/B/B", "slam": "pile=C", "draft": "board=bun"}[game]
    page.evaluate("link => { location.hash = link; }", f"#{game}?{other}")
    page.click(f"#{game}-undo")
    assert guest.fragment() == link
    page.go_back()
    see(page.locator(f"#game-{game}")).to_be_visible()
    undone_to = page.locator(f"#{game}-undo")
    see(undone_to).to_be_enabled()


@pytest.mark.parametrize("game", TABLES)
def test_going_to_another_game_and_back_loses_nothing(guest: Guest, game: str) -> None:
    fragment, press, told = TABLES[game]
    page, link = changed_twice(guest, game)
    other = "slam" if game == "master" else "master"
    page.click(f"#tab-{other}")
    page.go_back()
    see(page.locator(f"#game-{game}")).to_be_visible()
    assert guest.fragment() == link
    undone(page, guest, game)
    page.click(press)
    see(page.locator(f"#{game}-answer")).to_contain_text(told)
    page.click(f"#tab-{other}")
    page.go_back()
    # The answer is still there, and fits the table.
    see(page.locator(f"#{game}-answer")).to_contain_text(told)
    assert guest.fragment() == fragment


def test_back_closes_the_cards_and_does_nothing_else(guest: Guest) -> None:
    page, link = changed_twice(guest, "master")
    for close in ("back", "Escape", "button", "outside"):
        page.click("#choose")
        see(page.locator("#cards")).to_be_visible()
        if close == "back":
            page.go_back()
        elif close == "Escape":
            page.keyboard.press("Escape")
        elif close == "button":
            page.click("#cards-close")
        else:
            page.mouse.click(2, 2)
        see(page.locator("#cards")).to_be_hidden()
        assert guest.fragment() == link
        until(page, "!history.state.over")
    page.click("#choose")
    page.click("#card-base-08")
    see(page.locator("#order .name")).to_have_text("Base 8")
    until(page, "location.hash.includes('base-08')")
    # One step back is the table before that card, however often the cards were looked at.
    page.go_back()
    see(page.locator("#order .name")).to_have_text("Base 7")
    # Each of these is a change that Undo takes back: the card, Back.
    for name in ("Base 8", "Base 7"):
        page.click("#master-undo")
        see(page.locator("#order .name")).to_have_text(name)
    undone(page, guest, "master")


def test_a_reload_with_the_cards_open_leaves_the_table(guest: Guest) -> None:
    page, link = changed_twice(guest, "master")
    page.click("#choose")
    page.reload(wait_until="networkidle")
    see(page.locator("#cards")).to_be_hidden()
    page.click("#choose")
    page.go_back()
    see(page.locator("#cards")).to_be_hidden()
    assert guest.fragment() == link
    undone(page, guest, "master")


@pytest.mark.parametrize("taps", [1, 2])
def test_a_tap_on_the_hint_takes_it_away_and_touches_nothing_below(guest: Guest, taps: int) -> None:
    page = guest.open("#slam?pile=PPP,PPP&call=big")
    link = guest.fragment()
    for key in ("#slam-clear", "#slam-undo", "#lay"):
        page.evaluate("document.activeElement.blur()")
        page.locator("#topping-off").click()
        page.locator("#lay").click()
        hint = page.locator("#hint")
        see(hint).to_contain_text("toppings first")
        # Whatever is below it: put the key there.
        page.evaluate(
            """name => {
                const [key, hint] = [document.querySelector(name), document.querySelector('#hint')];
                const [at, to] = [key, hint].map((one) => one.getBoundingClientRect());
                scrollBy(0, at.top + at.height / 2 - to.top - to.height / 2);
            }""",
            key,
        )
        box = hint.bounding_box()
        place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for _ in range(taps):
            page.touchscreen.tap(*place)
        see(hint).to_be_empty()
        assert guest.fragment() == link


def test_a_browser_that_keeps_nothing_is_told_of(guest: Guest) -> None:
    page = guest.page
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    guest.open("#slam")
    page.click("#topping-P")
    see(page.locator("#hint")).to_contain_text("a reload will empty Undo")
    page.click("#lay")
    assert guest.fragment() == "#slam?pile=P"


def test_every_view_opens_at_its_top(guest: Guest) -> None:
    for fragment in ("#master", "#slam", "#draft", "#order", "#tab-draft", "#draft?board=beef"):
        page = guest.open(fragment)
        until(page, "scrollY === 0")
    page.evaluate("scrollTo(0, 400)")
    page.evaluate("document.querySelector('#tab-slam').click()")
    assert page.evaluate("scrollY") == 0
