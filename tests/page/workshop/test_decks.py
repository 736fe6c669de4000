"""The deck editor: a deck changed in the sheet, pasted, generated, judged, printed, kept and played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.workbench import drawn
from tests.page.people.visitor import REST, Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]
VALID, FAULTY = "[data-verdict=true]", "[data-verdict=false]"
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def pages(page: Page) -> int:
    """How many sheets of paper it takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_a_deck_needs_no_sideways_scrolling_on_a_laptop(visit: Visit) -> None:
    """1366 × 768, with the columns that the fairness check adds, in the language with the longest words."""
    luc = visit(locale="fr-FR")
    luc.page.set_viewport_size({"width": 1366, "height": 768})
    page = luc.go("/workshop/viaggiatore?design=fiera")
    expect(page.locator("[data-card='0'] .used").first).to_be_visible()
    expect(page.locator("[data-card='0'] .drop"), "the last of its row").to_be_in_viewport(ratio=1)


def test_a_deck_is_changed_judged_and_played(visit: Visit) -> None:
    page = visit().go("/workshop/viaggiatore?design=fiera")
    page.wait_for_selector(VALID)
    rows = page.locator("[data-card]")
    expect(rows).to_have_count(60)
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator("[data-card='0'] .used").first).to_be_visible()
    page.evaluate(REST)
    # cards farther down are said in words until somebody comes there
    expect(rows.nth(40).locator("input")).to_have_count(0)
    expect(rows.nth(40)).to_contain_text("Bid 2.")
    rows.nth(40).scroll_into_view_if_needed()
    expect(rows.nth(40).locator("input")).to_have_count(9)
    # a shop may ask for nothing, but not for nine
    for cell in range(4):
        rows.nth(2).locator("td:nth-child(n+10) input").nth(cell).fill("")
    page.wait_for_selector(VALID)
    rows.nth(2).locator("td:nth-child(n+10) input").first.fill("9")
    page.wait_for_selector(FAULTY)
    expect(page.locator(".verdict")).to_contain_text("Card 2 must have 1 to 4")
    expect(rows.nth(2)).to_have_class(re.compile(r"\bwrong\b"))
    rows.nth(2).locator("td:nth-child(n+10) input").first.fill("3")
    page.wait_for_selector(VALID)
    # a card more, as drawn, and pasted lines instead of all
    page.click("[data-add]")
    expect(rows).to_have_count(61)
    expect(rows.nth(60).locator("input").first).to_be_focused()
    page.click("[data-drawn]")
    expect(page.locator(".faces li")).to_have_count(61)
    page.locator(".faces li").nth(60).scroll_into_view_if_needed()
    expect(page.locator(".faces li").nth(60).locator("svg")).to_have_count(1)
    page.evaluate(PASTE, "\n".join(["1,1,1,1,1,train,bus,ship,1,,,4"] * 12))
    expect(page.locator(".faces li")).to_have_count(12)
    expect(page.locator("[data-totals]")).to_contain_text("Cards by bid")
    assert pages(page) == 2  # nine cards a page
    page.keyboard.press("Control+z")
    expect(page.locator(".faces li")).to_have_count(61)
    # the generator's, as in Python
    page.fill("[data-generate] input[type=number]", "7")
    page.click("[data-generate] button")
    expect(page.locator(".faces li")).to_have_count(96)
    page.wait_for_selector(VALID)
    page.fill("[data-name]", "Mercato")
    page.click(".acts .row .btn")
    page.wait_for_url("**/workshop/viaggiatore?design=*")
    (kept,) = json.loads(page.evaluate("localStorage.getItem('piazzetta.designs')"))
    assert kept["name"] == "Mercato"
    assert Deck.read(kept["file"]) == drawn(7)
    page.click("[data-try]")
    page.wait_for_url("**/t/*")
    told = page.evaluate("fetch(`/api/v1/tables/${location.pathname.slice(3)}`).then((a) => a.json())")
    assert Deck.read(told["chart"]) == drawn(7)
