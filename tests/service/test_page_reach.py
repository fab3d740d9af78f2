"""Links, history, keyboard, screen readers, sizes, and a kitchen that does not answer."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.service.browsing import DESK, SIZES, Guest, answer_to, see, visiting
from tests.service.servers import Served, served

pytestmark = pytest.mark.browser

#: A link to a position of each game, what to press there, and what is seen then.
TABLES = {
    "master": ("#master?plates=BPCL/BTT/B/BOO&card=base-07", "#how-few", "2 steps"),
    "slam": (
        "#slam?pile=PPP,CTL+r,P+y,PPP&gold=chili,sauce&silver=wild&wild=P&call=big",
        "#call-right",
        "Big Burger with patty for the Wild: right.",
    ),
    "draft": ("#draft?board=bun,beef:2,cheddar,chili,s07,s13,s14", "#score", "21 points"),
}

#: Where the pictures go, if somebody wants to look at them.
PICTURES = "BURGER_PICTURES"


# Links.


@pytest.mark.parametrize("game", TABLES)
def test_a_copied_link_opens_the_same_table_in_a_fresh_browser(
    chrome: Any, page_server: Served, game: str
) -> None:
    fragment, press, told = TABLES[game]
    address = page_server.address
    with visiting(chrome, address, permissions=["clipboard-read", "clipboard-write"]) as guest:
        page = guest.open(fragment)
        page.click("#copy-link")
        see(page.locator("#notice")).to_contain_text("The link is copied.")
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == f"{address}/{fragment}"
    with visiting(chrome, address) as other:
        other.page.goto(link)
        page = other.page
        see(page.locator(f"#tab-{game}")).to_have_attribute("aria-selected", "true")
        page.click(press)
        see(page.locator(f"#{game}-answer")).to_contain_text(told)
        assert other.fragment() == fragment
        assert not other.complaints


def test_a_link_can_be_copied_by_hand_where_there_is_no_clipboard(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.click("#copy-link")
    field = page.get_by_label("The link to this table")
    see(field).to_be_focused()
    see(field).to_have_value(f"{guest.address}/{TABLES['master'][0]}")


@pytest.mark.parametrize(
    ("fragment", "told", "left"),
    [
        ("#master?plates=BPX/B/B/B&card=base-07", "“X” on plate 1 is no ingredient", "Base 7"),
        ("#master?plates=B/B/B&card=base-07", "Found 3 plates, wanted 4", "Base 7"),
        ("#master?plates=BPCL/BTT/B/BOO&card=base-99", "There is no card “base-99”", "No card yet"),
        ("#master?plates=%E0%A4%A&card=base-07", "A part of it cannot be read", "Base 7"),
        ("#master?plates=BBBBBB/B/B/B&card=base-07", "the box holds 5", "Base 7"),
        ("#master?burger=BXB", "“X” on the burger", "No card yet"),
        ("#master?card=__proto__", "There is no card “__proto__”", "No card yet"),
        ("#poker?hand=AA", "It names no game of this page", "No card yet"),
        ("#master?" + "plates=B/" * 2000, "A part of it cannot be read", "No card yet"),
        ("#slam?pile=PPPP,CC&call=loud", "“PPPP” is no card", "cheese"),
        ("#slam?pile=CC&silver=<b>x</b>&gold=lead", "There is no silver “<b>x</b>”", "cheese"),
        ("#draft?board=beef,constructor,beef:9", "“constructor” is no card", "4 beef"),
    ],
)
def test_a_damaged_link_says_so_and_shows_the_rest(
    guest: Guest, fragment: str, told: str, left: str
) -> None:
    page = guest.open(fragment)
    see(page.locator("#notice")).to_contain_text("This link is damaged.")
    see(page.locator("#notice")).to_contain_text(told)
    see(page.locator("main")).to_contain_text(left)
    # The page goes on.
    page.click("#tab-master")
    page.click("#hold-B")
    page.click("#plate-4")
    see(page.locator("#plate-4")).to_contain_text("bun")


def test_back_and_forward_go_through_the_tables(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    page.click("#choose")
    page.click("#card-gourmet-20")
    page.click("#tab-slam")
    page.click("#topping-P")
    page.click("#lay")
    page.click("#tab-draft")
    see(page.locator("#place-bun")).to_be_visible()
    page.go_back()
    see(page.locator("#pile li")).to_have_count(1)
    assert guest.fragment() == "#slam?pile=P"
    page.go_back()
    see(page.locator("#order .name")).to_have_text("Gourmet 20")
    page.go_back()
    see(page.locator("#order .name")).to_have_text("Base 7")
    assert guest.fragment() == TABLES["master"][0]
    page.go_forward()
    page.go_forward()
    see(page.locator("#tab-slam")).to_have_attribute("aria-selected", "true")
    see(page.locator("#pile li")).to_have_count(1)


def test_another_fragment_in_the_address_bar_is_another_table(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    page.evaluate("location.hash = '#draft?board=beef'")
    see(page.locator("#board")).to_contain_text("beef")
    assert page.title() == "burger: BurgerDraft"


# The keyboard alone.


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
        see(page.locator(f"#{tab}")).to_be_visible()
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


# Screen readers.


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


# Sizes.


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
    if game == "master":
        page.click("#choose")
        see(page.locator(".menu-card")).to_have_count(40)
        assert small_targets(page) == []
        assert page.evaluate(
            "document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth"
        )


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


# A kitchen that does not answer, and players who are tired.


def test_a_service_that_is_gone_leaves_a_page_that_says_so(chrome: Any) -> None:
    with served("--jobs", "1") as server, visiting(chrome, server.address) as guest:
        page = guest.open(TABLES["master"][0])
        server.process.terminate()
        server.process.wait(30)
        page.click("#how-few")
        answer = page.locator("#master-answer")
        see(answer).to_contain_text("The kitchen does not answer.")
        see(answer.get_by_role("button", name="Ask again")).to_be_visible()
        page.click("#tab-draft")
        see(page.locator("#draft")).to_contain_text("The kitchen does not answer.")
        page.click("#tab-master")
        page.click("#plate-3")
        see(page.locator("#plate-3 .layer")).to_have_count(2)


def refuse(page: Any, status: int, body: str, **headers: str) -> None:
    """Let every question be answered like this."""
    page.route("**/v1/**", lambda route: route.fulfill(status=status, body=body, headers=headers))


def late(page: Any, question: str, **found: Any) -> None:
    """Let a question be answered with what was found when time was up."""
    refuse(page, 200, json.dumps({"question": question, "status": "feasible", **found}))


def test_a_busy_kitchen_says_when_to_ask_again(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    refuse(page, 503, '{"error": "full"}', **{"retry-after": "7"})
    page.click("#how-few")
    answer = page.locator("#master-answer")
    see(answer).to_contain_text("The kitchen is busy. Ask again in 7 seconds.")
    page.unroute("**/v1/**")
    answer.get_by_role("button", name="Ask again").click()
    see(answer).to_contain_text("2 steps")
    refuse(page, 500, '{"error": "the answer was lost; ask again", "id": "cafe01"}')
    page.click("#how-few")
    see(answer).to_contain_text("its log has the number cafe01")
    page.unroute("**/v1/**")
    refuse(page, 502, "<html>not JSON</html>")
    page.click("#how-few")
    see(answer).to_contain_text("The kitchen said no: error 502.")
    guest.complaints.clear()


def test_an_answer_that_was_not_proved_in_time_says_what_is_known(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    answer = page.locator("#master-answer")
    plan = {"plates": "B/-/-/-", "steps": ["m1:1-2"], "states": ["-/B/-/-"]}
    late(page, "master.solve", bound=3, value=5, **plan)
    page.click("#how-few")
    see(answer).to_contain_text("3 to 5 steps")
    see(answer).to_contain_text("fewer than 3 is impossible")
    page.unroute("**/v1/**")
    late(page, "master.solve", value=None, reached="30 s")
    page.click("#how-few")
    see(answer).to_contain_text("Time was up before there was an answer.")
    page.unroute("**/v1/**")
    late(page, "master.verify", right=None, declare=4)
    page.click("#is-right")
    see(answer).to_contain_text("Time was up before that was known.")
    page.unroute("**/v1/**")
    late(page, "master.verify", right=True, lower=None, declare=4)
    page.click("#is-right")
    page.click("#lower")
    see(answer).to_contain_text("Time was up before that was known for a lower one.")
    see(answer.locator(".sentence")).to_be_focused()
    page.unroute("**/v1/**")
    refuse(page, 200, "<html>Welcome to the hotel's network</html>")
    page.click("#how-few")
    see(answer).to_contain_text("What came back is no answer.")


def test_a_long_question_can_be_stopped_and_changes_drop_it(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    asked: list[Any] = []
    page.route("**/v1/**", lambda route: asked.append(route))
    answer = page.locator("#master-answer")
    page.dblclick("#how-few")
    see(answer).to_contain_text("Thinking")
    # Two taps are one question.
    assert len(asked) == 1
    answer.get_by_role("button", name="Stop").click()
    see(answer).to_contain_text("Stopped.")
    page.click("#how-few")
    see(answer).to_contain_text("Thinking")
    page.click("#plate-3")
    see(answer).not_to_contain_text("Thinking")
    page.unroute("**/v1/**")
    page.click("#how-few")
    see(answer.locator(".number")).to_be_visible()
    assert [one for one in guest.complaints if "ERR_FAILED" not in one] == []


def test_a_tired_player(chrome: Any, page_server: Served) -> None:
    """Taps twice, slowly, at random and while a question runs; goes back and forth."""
    with visiting(chrome, page_server.address, reduced_motion="no-preference") as guest:
        page = guest.open("#master?card=base-07")
        page.dblclick("#plate-1")
        see(page.locator("#plate-1 .layer")).to_have_count(2)
        page.click("#hold-T", delay=600)
        page.click("#plate-1", delay=600)
        assert guest.fragment() == "#master?plates=BBT/-/-/-&card=base-07"
        page.dblclick("#choose")
        see(page.locator("#cards")).to_be_visible()
        page.dblclick("#card-base-08")
        see(page.locator("#cards")).to_be_hidden()
        assert guest.fragment() == "#master?plates=BBT/-/-/-&card=base-08"
        for _ in range(2):
            page.dblclick("#deal-base")
            see(page.locator("#plates .layer")).to_have_count(17)
        page.click("#how-few")
        page.click("#how-few")
        page.click("#show-steps")
        while page.locator("#step-next").is_enabled():
            page.click("#step-next")
            page.click("#step-back")
            page.dblclick("#step-next")
        page.click("#keep")
        page.click("#how-few")
        see(page.locator("#master-answer")).to_contain_text("0 steps")
        for _ in range(3):
            page.evaluate("history.back()")
            time.sleep(0.02)
        page.goto(f"{guest.address}/{TABLES['master'][0]}")
        page.evaluate("history.back(); history.forward()")
        page.click("#how-few")
        see(page.locator("#master-answer .number")).to_be_visible()
        assert not guest.complaints


def test_two_sizes_of_desk(chrome: Any, page_server: Served) -> None:
    """On a desk the order stands beside the plates; in a window of any width nothing is cut off."""
    with visiting(chrome, page_server.address, viewport=DESK) as guest:
        page = guest.open(TABLES["master"][0])
        plates, order = (page.locator(name).bounding_box() for name in ("#plates", "#order"))
        assert order["x"] > plates["x"] + plates["width"]
        for width in (320, 600, 960, 1100):
            page.set_viewport_size({"width": width, "height": 700})
            for game in TABLES:
                page.click(f"#tab-{game}")
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        answer_to(page, "draft/score", lambda: page.click("#score"))
