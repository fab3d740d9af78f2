"""A link holds the whole table: copied, opened, damaged, gone back to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.browsing import TABLES, Guest, see, visiting
from tests.service.servers import Served

pytestmark = pytest.mark.browser


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
        ("#master?plates=TTTT/B/B/B&card=base-07", "the box holds 3", "Base 7"),
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


@pytest.mark.parametrize(
    ("fragment", "told", "kept"),
    [
        (
            "#master?plates=BPCL/BTT/B&card=base-07",
            "Found 3 plates, wanted 4. The rest is shown.",
            "#master?plates=BPCL/BTT/B/-&card=base-07",
        ),
        (
            "#master?plates=BPX/BTT/B/BOO&card=base-07",
            "Plate 1 was left empty. The rest is shown.",
            "#master?plates=-/BTT/B/BOO&card=base-07",
        ),
        ("#master?plates=BPC//B/-", "Plate 2 was left empty.", "#master?plates=BPC/-/B/-"),
        (
            "#master?plates=BBB/BBB/T/-",
            "the box holds 5: the rest was left out.",
            "#master?plates=BBB/BB/T/-",
        ),
        (
            "#master?plates=B/B/B/B&card=base-07&variant=evil",
            "There is no variant “evil”.",
            "#master?plates=B/B/B/B&card=base-07",
        ),
        (
            "#master?card=base-07&burger=BPB",
            "the card was ignored. The rest is shown.",
            "#master?burger=BPB",
        ),
        ("#master?declare=99", "“99” is no declaration", "#master"),
        ("#master?wine=red", "“wine” was ignored", "#master"),
        ("#master?card=base-99", "Nothing is left of it, so the table is empty.", "#master"),
        ("#master?card=base-01&card=base-02", "It has “card” twice", "#master?card=base-02"),
        ("#slam?pile=PP&wild=P", "the Wild is not open; that was ignored", "#slam?pile=PP"),
        ("#slam?pile=" + "P," * 201, "That is 201 cards", "#slam?pile=" + ",".join("P" * 200)),
    ],
)
def test_a_link_says_what_was_ignored_and_keeps_what_it_can(
    guest: Guest, fragment: str, told: str, kept: str
) -> None:
    page = guest.open(fragment)
    see(page.locator("#notice")).to_contain_text(told)
    link = f"document.querySelector('#tab-{kept[1:].partition('?')[0]}').ariaSelected"
    assert page.evaluate(link) == "true"
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.click("#copy-link")
    see(page.get_by_label("The link to this table")).to_have_value(f"{guest.address}/{kept}")


def test_a_whole_link_is_not_complained_of(guest: Guest) -> None:
    for fragment in (
        "#master?plates=B/B/B/B&card=base-07&variant=competent&declare=3",
        "#master?plates=-/-/-/-&burger=-&variant=Standard",
        "#slam?pile=-&gold=none&silver=wild&wild=p&call=Standard",
        "#draft?board=none",
    ):
        page = guest.open(fragment)
        see(page.locator("#notice")).to_be_empty()


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
