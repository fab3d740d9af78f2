"""A kitchen that does not answer, and players who are tired."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.service.browsing import TABLES, Guest, see, visiting
from tests.service.servers import ENDLESS, Served, served

pytestmark = pytest.mark.browser


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
        see(page.locator("#game-draft")).to_contain_text("The kitchen does not answer.")
        page.click("#tab-master")
        page.click("#plate-3")
        see(page.locator("#plate-3 .layer")).to_have_count(2)


def test_a_deal_that_fails_is_told_where_it_was_asked(guest: Guest) -> None:
    page = guest.open()
    refuse(page, 503, '{"error": "full"}', **{"retry-after": "7"})
    page.click("#deal-base")
    told = page.locator("#deal-answer")
    see(told).to_contain_text("The kitchen is busy.")
    see(told).to_be_in_viewport(ratio=1)
    see(page.locator("#deal-base")).to_be_in_viewport(ratio=1)
    see(page.locator("#master-answer")).not_to_contain_text("busy")
    page.unroute("**/v1/**")
    told.get_by_role("button", name="Deal again").click()
    see(page.locator("#plates .layer")).to_have_count(17)
    see(told).to_be_hidden()
    guest.complaints.clear()


def test_a_service_that_is_full_says_when_to_ask_again(chrome: Any) -> None:
    options = ("--jobs", "1", "--waiting", "0")
    with served(*options) as server, visiting(chrome, server.address) as guest:
        page = guest.open(TABLES["master"][0])
        endless = "endless => void fetch('/v1/master/hardest', {method: 'POST', body: endless})"
        page.evaluate(endless, json.dumps(ENDLESS))
        while not server.client.get("/healthz").json()["busy"]:
            time.sleep(0.05)
        page.click("#how-few")
        see(page.locator("#master-answer")).to_contain_text("The kitchen is busy. Ask again in")


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
