"""The page for everybody: by the keyboard, by ear, on a phone and on a desk, by day and by night."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.service.browsing import DESK, SIZES, TABLES, Guest, answer_to, see, visiting
from tests.service.servers import Served

pytestmark = pytest.mark.browser

#: Where the pictures go, if somebody wants to look at them.
PICTURES = "BURGER_PICTURES"


def reach(page: Any, selector: str) -> None:
    """Go to a part of the page with the Tab key alone; its focus can be seen."""
    for _ in range(150):
        if page.evaluate("name => document.activeElement.matches(name)", selector):
            break
        page.keyboard.press("Tab")
    else:
        pytest.fail(f"Tab does not reach {selector}")
    outline = page.evaluate(
        """() => {
            const at = document.activeElement;
            const shown = at.matches('.choice input') ? at.nextElementSibling : at;
            return getComputedStyle(shown).outlineStyle;
        }"""
    )
    assert outline == "solid", selector


def test_burger_master_by_the_keyboard_alone(guest: Guest) -> None:
    page = guest.open()
    for plate, stack in enumerate(("BP", "BT", "BT"), start=1):
        for letter in stack:
            reach(page, f"#hold-{letter}")
            page.keyboard.press("Space")
            reach(page, f"#plate-{plate}")
            page.keyboard.press("Enter")
            see(page.locator(f"#plate-{plate}")).to_be_focused()
    reach(page, "#choose")
    page.keyboard.press("Enter")
    see(page.locator("#any-card")).to_be_focused()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    see(page.locator("#card-base-07")).to_be_focused()
    page.keyboard.press("Enter")
    see(page.locator("#choose")).to_be_focused()
    assert guest.fragment() == "#master?plates=BP/BT/BT/-&card=base-07"
    reach(page, "#how-few")
    page.keyboard.press("Enter")
    see(page.locator("#master-answer")).to_contain_text("2 steps")
    reach(page, "#show-steps")
    page.keyboard.press("Enter")
    for _ in range(2):
        see(page.locator("#step-next")).to_be_focused()
        page.keyboard.press("Enter")
    see(page.locator(".caption")).to_contain_text("The order is complete.")
    see(page.locator("#step-next")).to_be_focused()
    reach(page, "#keep")
    page.keyboard.press("Enter")
    see(page.locator("#choose")).to_be_focused()
    reach(page, "#more")
    page.keyboard.press("Space")
    reach(page, "#is-right")
    page.keyboard.press("Space")
    see(page.locator("#master-answer")).to_contain_text("5 is right.")


def test_the_tabs_and_burger_slam_by_the_keyboard_alone(guest: Guest) -> None:
    page = guest.open()
    reach(page, "#tab-master")
    page.keyboard.press("ArrowRight")
    see(page.locator("#tab-slam")).to_be_focused()
    for card in ("PPP", "PPP", "P"):
        for letter in card:
            reach(page, f"#topping-{letter}")
            page.keyboard.press("Space")
        reach(page, "#lay")
        page.keyboard.press("Enter")
    reach(page, "#toggle-chili")
    page.keyboard.press("Space")
    reach(page, "#silver")
    page.keyboard.press("ArrowDown")
    reach(page, "input[name=call]")
    page.keyboard.press("ArrowRight")
    see(page.locator("#call-big")).to_be_focused()
    reach(page, "#call-right")
    page.keyboard.press("Enter")
    see(page.locator("#slam-answer")).to_contain_text("Big Burger: right.")
    assert guest.fragment() == "#slam?pile=PPP,PPP,P&gold=chili&silver=extra:C&call=big"


def test_burgerdraft_by_the_keyboard_alone(guest: Guest) -> None:
    page = guest.open()
    reach(page, "#tab-master")
    for key, tab in (("ArrowLeft", "draft"), ("Home", "master"), ("End", "draft")):
        page.keyboard.press(key)
        see(page.locator(f"#tab-{tab}")).to_be_focused()
        see(page.locator(f"#game-{tab}")).to_be_visible()
    for name in ("place-beef", "place-beef", "turn-s07"):
        reach(page, f"#{name}")
        page.keyboard.press("Space")
    reach(page, "#score")
    page.keyboard.press("Enter")
    see(page.locator("#draft-answer")).to_contain_text("5 points")
    # What is taken off takes the focus to its neighbour, not to nowhere.
    page.locator("#off-beef").focus()
    for focused in ("off-beef", "off-s07", "board"):
        page.keyboard.press("Enter")
        see(page.locator(f"#{focused}")).to_be_focused()


def test_answers_and_changes_are_said(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    said = page.locator("#master-answer [role=status]").first
    page.click("#hold-P")
    page.click("#plate-3")
    see(page.locator("#hint[role=status]")).to_have_text("Plate 3, bottom to top: bun, patty")
    see(page.get_by_role("button", name="Plate 3, bottom to top: bun, patty")).to_be_visible()
    see(page.get_by_role("button", name="patty, 1 left")).to_have_attribute("aria-pressed", "true")
    page.click("#how-few")
    see(said).to_have_text("1 step Proved: fewer is impossible.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", TABLES)
def test_axe_finds_nothing_serious(
    chrome: Any, page_server: Served, game: str, size: str, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    fragment, press, told = TABLES[game]
    options = {"viewport": SIZES[size], "color_scheme": scheme}
    with visiting(chrome, page_server.address, **options) as guest:
        page = guest.open(fragment)
        assert not serious(Axe().run(page))
        page.click(press)
        see(page.locator(f"#{game}-answer")).to_contain_text(told)
        if game == "master":
            page.click("#show-steps")
            page.click("#step-next")
        for summary in page.locator("summary:visible").all():
            summary.click()
        assert not serious(Axe().run(page))
        if game == "master":
            page.click("#choose")
            see(page.locator(".menu-card")).to_have_count(40)
            assert not serious(Axe().run(page))
        assert not guest.complaints


def serious(results: Any) -> list[str]:
    """Return what axe-core calls serious or critical, and where."""
    return [
        f"{found['id']}: {node['html']} {node['failureSummary']}"
        for found in results.response["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("game", TABLES)
def test_nothing_is_too_wide_or_too_small_for_a_phone(guest: Guest, game: str) -> None:
    fragment, press, told = TABLES[game]
    page = guest.open(fragment)
    page.click(press)
    see(page.locator(f"#{game}-answer")).to_contain_text(told)
    if game == "master":
        page.click("#show-steps")
    for summary in page.locator("summary:visible").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert small_targets(page) == []
    page.set_viewport_size({"width": 180, "height": 370})
    assert page.evaluate("document.documentElement.scrollWidth") == 180
    assert small_targets(page) == []
    assert cut_off(page) == []
    if game == "master":
        page.click("#choose")
        see(page.locator(".menu-card")).to_have_count(40)
        assert small_targets(page) == []
        assert page.evaluate(
            "document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth"
        )


def cut_off(page: Any) -> list[str]:
    """Return what runs out of the window at its right, or of the key it is on."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('main *')]
            .filter((one) => one.checkVisibility() && !one.closest('svg, .spoken'))
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([one, box]) => box.width && (box.right > innerWidth
                || one.matches('button') && one.scrollWidth > one.clientWidth + 2))
            .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.left}-${box.right}`)"""
    )
    return found


def small_targets(page: Any) -> list[str]:
    """Return what can be pressed but is less than 44 pixels wide or high."""
    found: list[str] = page.evaluate(
        """() => ['button', 'input:not([type=checkbox])', 'select', 'summary', 'label.check']
            .flatMap((kind) => [...document.querySelectorAll(kind)])
            .filter((one) => one.checkVisibility({visibilityProperty: true}))
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([, box]) => box.width < 44 || box.height < 44)
            .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", TABLES)
def test_pictures_of_the_page(
    chrome: Any, page_server: Served, tmp_path: Path, game: str, size: str, scheme: str
) -> None:
    from PIL import Image

    folder = Path(os.environ.get(PICTURES) or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    fragment, press, told = TABLES[game]
    options = {"viewport": SIZES[size], "color_scheme": scheme}
    with visiting(chrome, page_server.address, **options) as guest:
        page = guest.open(fragment)
        page.click(press)
        see(page.locator(f"#{game}-answer")).to_contain_text(told)
        file = folder / f"{game}-{size}-{scheme}.png"
        page.screenshot(path=file, full_page=True)
    with Image.open(file) as picture:
        assert picture.width == SIZES[size]["width"]
        colours = picture.convert("RGB").getcolors(picture.width * picture.height)
    assert colours is not None
    # Not blank, and by night most of it is dark.
    assert len(colours) > 200
    most = max(colours)[1]
    assert (sum(most) < 3 * 64) is (scheme == "dark")


def test_two_sizes_of_desk(chrome: Any, page_server: Served) -> None:
    """On a desk the order stands beside the plates; in a window of any width nothing is cut off."""
    with visiting(chrome, page_server.address, viewport=DESK) as guest:
        page = guest.open(TABLES["master"][0])
        plates, order = (page.locator(name).bounding_box() for name in ("#plates", "#order"))
        assert order["x"] > plates["x"] + plates["width"]
        for width in (180, 320, 600, 960, 1100):
            page.set_viewport_size({"width": width, "height": 700})
            for game in TABLES:
                page.click(f"#tab-{game}")
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        answer_to(page, "draft/score", lambda: page.click("#score"))
