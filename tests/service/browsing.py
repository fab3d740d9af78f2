"""A real browser at the page: contexts like a phone and a desk, and what no page may do.

Playwright is imported where it is used: without the extra ``[browser]`` only the tests marked
``browser`` are not to be had.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: Debian's browser.
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
SIZES = {"phone": PHONE, "desk": DESK}

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

#: How long the page may take for anything, in milliseconds: the machine is shared.
PATIENCE = 15_000


@contextmanager
def chromium() -> Iterator[Any]:
    """Run Debian's Chromium."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Guest:
    """Somebody at the page, and what their browser complained of or fetched from elsewhere."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("request", self._fetched)

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _fetched(self, request: Any) -> None:
        if not request.url.startswith((self.address + "/", "data:")):
            self.elsewhere.append(request.url)

    def open(self, fragment: str = "") -> Any:
        """Open the page anew, by a link with this fragment; return when its scripts have run."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{fragment}", wait_until="networkidle")
        return self.page

    def fragment(self) -> str:
        """Return the fragment in the address bar."""
        return str(self.page.evaluate("location.hash"))


@contextmanager
def visiting(browser: Any, address: str, **options: Any) -> Iterator[Guest]:
    """Open a window like a phone's, without motion, unless the options say otherwise."""
    settings = {
        "viewport": PHONE,
        "color_scheme": "light",
        "reduced_motion": "reduce",
        "has_touch": True,
        **options,
    }
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)
    try:
        yield Guest(context.new_page(), address)
    finally:
        context.close()


def see(locator: Any) -> Any:
    """Return Playwright's patient assertions about a part of the page."""
    from playwright.sync_api import expect

    return expect(locator)


def until(page: Any, expression: str) -> None:
    """Wait until an expression is true at the page, whose own rules allow no ``wait_for_function``."""
    for _ in range(PATIENCE // 20):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"never true: {expression}; {page.evaluate('location.href')}")


def answer_to(page: Any, question: str, act: Any) -> Any:
    """Do something at the page, and return the document with which the service answers it."""
    with page.expect_response(lambda response: response.url.endswith(f"/v1/{question}")) as found:
        act()
    return found.value.json()


def same_answer(one: Any, other: Any) -> bool:
    """Return whether two answers are equal but for what they cost."""
    return {**one, "work": None} == {**other, "work": None}
