"""Nothing on the page overlaps, is cut or runs out of what it stands in, at any of four widths."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.browsing import TABLES, Guest, see, visiting
from tests.service.servers import Served

pytestmark = pytest.mark.browser

#: Phones, a tablet, a desk.
WIDTHS = (320, 360, 768, 1440)

#: What is wrong with a page's layout: each text against the box it is written in, each key, card and
#: plate against its neighbours and what holds it.
FAULTS = """(root) => {
    const found = [];
    const all = [...document.querySelectorAll(`${root} *`)]
        .filter((one) => one.checkVisibility() && !one.closest('.spoken, svg, [hidden]'));
    const boxed = 'button, td, th, li, .card, .layer, .plate, .topping-card, .empty, label, dialog';
    const say = (what, one) => found.push(`${what}: ${one.outerHTML.slice(0, 120)}`);
    const inside = (one, box, slack) => one.left >= box.left - slack && one.right <= box.right + slack;
    for (const one of all) {
        const box = one.getBoundingClientRect();
        if (one.matches('button, input, select') && one.scrollWidth > one.clientWidth + 1)
            say('cut', one);
        const holder = one.parentElement.closest(boxed);
        if (holder && box.width && !inside(box, holder.getBoundingClientRect(), 1))
            say('runs out', one);
        for (const node of one.childNodes) {
            if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const around = one.closest(boxed);
            for (const text of range.getClientRects())
                if (around && text.width && !inside(text, around.getBoundingClientRect(), 0))
                    say('text runs out', one);
        }
    }
    const solid = all.filter((one) => one.matches('button, .card, .layer, .plate, td, th, .dots, .name'));
    const holds = new Map();
    for (const one of solid) {
        if (getComputedStyle(one).position === 'sticky') continue;
        const parent = one.closest('ul, ol, table, .ingredients, .palette, .keys, .plates, .stack, button')
            ?? one.parentElement;
        holds.set(parent, [...(holds.get(parent) ?? []), one]);
    }
    for (const group of holds.values())
        for (const [index, one] of group.entries())
            for (const other of group.slice(index + 1)) {
                if (one.contains(other) || other.contains(one)) continue;
                const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
                const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (across > 1 && down > 1) say(`overlaps ${other.textContent}`, one);
            }
    return [...new Set(found)];
}"""


def at_every_width(page: Any, root: str = "body") -> list[str]:
    """Return the faults of a page's layout at each width."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found += [f"{width}: {fault}" for fault in page.evaluate(FAULTS, root)]
    return found


@pytest.mark.parametrize("game", TABLES)
def test_nothing_overlaps_or_is_cut(guest: Guest, game: str) -> None:
    page = guest.open(f"#{game}")
    assert at_every_width(page) == []
    fragment, press, told = TABLES[game]
    page = guest.open(fragment)
    page.click(press)
    see(page.locator(f"#{game}-answer")).to_contain_text(told)
    if game == "master":
        page.click("#show-steps")
        page.click("#step-next")
    for summary in page.locator("summary:visible").all():
        summary.click()
    assert at_every_width(page) == []


def test_nothing_overlaps_or_is_cut_among_the_cards(guest: Guest) -> None:
    page = guest.open(TABLES["master"][0])
    page.click("#choose")
    see(page.locator(".menu-card")).to_have_count(40)
    assert at_every_width(page, "#cards") == []


def test_the_questions_for_programs_fit_a_phone(guest: Guest) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = guest.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{guest.address}/docs")
    # One line or two for each question until somebody opens it.
    assert page.evaluate("document.documentElement.scrollHeight") < 12_000
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    cut = (
        "[...document.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
    )
    assert (
        page.evaluate(f"{cut}.filter((one) => one.clientWidth).map((one) => one.outerHTML)") == []
    )
    assert Axe().run(page).response["violations"] == []


#: In each game: what is chosen, and what is not but could be.
CHOSEN = {
    "master": [
        ("#tab-master", "#tab-slam"),
        ("#hold-B", "#hold-P"),
        ("#card-base-07", "#card-base-08"),
        (".watching .to", ".watching .plate:not(.to, .from)"),
    ],
    "slam": [
        ("#toggle-chili", "#toggle-yellow"),
        ("#call-big + span", "#call-kids + span"),
        (".doubled .topping-card", "li:not(.doubled, .covered) .topping-card"),
    ],
    "draft": [("#place-beef", "#place-lettuce"), ("#turn-s07", "#turn-s09")],
}


@pytest.mark.parametrize("game", CHOSEN)
def test_what_is_chosen_is_seen_in_forced_colours(
    chrome: Any, page_server: Served, game: str
) -> None:
    fragment, press, told = TABLES[game]
    with visiting(chrome, page_server.address, forced_colors="active") as guest:
        page = guest.open(fragment)
        page.click(press)
        see(page.locator(f"#{game}-answer")).to_contain_text(told)
        if game == "master":
            page.click("#show-steps")
            page.click("#step-next")
        for chosen, other in CHOSEN[game]:
            if chosen.startswith("#card"):
                page.click("#choose")
            assert ground(page, chosen) != ground(page, other), chosen
            if chosen.startswith("#card"):
                page.keyboard.press("Escape")
        # The ring of the focus is seen beside it.
        page.locator(CHOSEN[game][0][0]).focus()
        page.keyboard.press("Shift")
        ring = "(name) => getComputedStyle(document.querySelector(name)).outlineWidth"
        assert page.evaluate(ring, CHOSEN[game][0][0]) == "3px" or game == "slam"


def ground(page: Any, selector: str) -> Any:
    """Return the colour just inside an element's edge, as it is painted."""
    from io import BytesIO

    from PIL import Image

    picture = page.locator(f"{selector} >> visible=true").first.screenshot(animations="disabled")
    with Image.open(BytesIO(picture)) as image:
        return image.convert("RGB").getpixel((image.width // 2, 3))
