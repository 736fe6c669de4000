"""Il Commercio Viaggiatore through the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.people.players import CARD
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: Count the bids revealed together, which show only for a moment.
COUNT = """() => {
  window.stamps = 0;
  const count = () => (window.stamps = Math.max(window.stamps, document.querySelectorAll(".stamp").length));
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}"""


def sit(visitor: Visitor, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Make a table as the front page does; return its links and keys."""
    return visitor.make({"game": "viaggiatore", "players": len(seats), "seats": seats, "starter": 0})


def test_two_people_bid_in_secret(visit: Visit) -> None:
    """3.2: nobody sees a card before all have chosen; then all are revealed together, to everybody."""
    ada, leo = visit(), visit()
    made = sit(ada, [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "easy", "name": "Luca"}])
    leo.go(f"/t/{made['table']}#s=1")
    leo.page.wait_for_selector("form input, .hand")
    if leo.page.locator("form input").count():
        leo.page.fill("form input", "Leo")
        leo.page.locator("form button").first.click()
    ada.go(f"/t/{made['table']}")
    ada.page.wait_for_selector(".hand")
    leo.page.wait_for_selector(".hand")
    ada.page.get_by_role("button", name="Call an auction").click()
    ada.page.wait_for_selector(CARD)
    ada.page.locator(CARD).first.click()
    ada.page.wait_for_selector("text=Waiting for")
    leo.page.wait_for_selector(CARD)
    expect(leo.page.locator(".bid .cv[aria-label^=Bid], .stamp")).to_have_count(0)
    for person in (ada, leo):
        person.page.evaluate(COUNT)
    leo.page.locator(CARD).first.click()
    for person in (ada, leo):
        person.until("window.stamps === 3")


def test_a_hand_stays_covered_at_one_device(visit: Visit) -> None:
    ada = visit()
    page = ada.page
    made = sit(ada, [{"kind": "me", "name": "Ada"}, {"kind": "hotseat", "name": "Leo"}])
    ada.go(f"/t/{made['table']}")
    page.wait_for_selector("text=Pass the device to Ada")
    expect(page.locator(".hand")).to_have_count(0)
    page.click("text=Show my cards")
    page.wait_for_selector(".hand")
    page.get_by_role("button", name="Call an auction").click()
    page.wait_for_selector(CARD)
    page.locator(CARD).first.click()
    page.wait_for_selector("text=Pass the device to Leo")
    expect(page.locator(".hand")).to_have_count(0)
