"""Looking back at a live table: it cannot be mistaken for now, nothing can be chosen, and one is called."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.people.visitor import OFFERED, Visitor
from tests.page.test_screens import KEY, LANGUAGES
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]
BID = ".hand .can .press"


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_looking_back_at_the_board_and_back_to_now(visit: Visit, phone: bool) -> None:
    ada = visit(phone=phone)
    page = ada.against_bots()
    for _ in range(2 if phone else 1):  # a finger looks first
        page.wait_for_selector(OFFERED)
        page.locator(OFFERED).first.click()
    page.wait_for_selector(OFFERED)
    if phone:
        page.locator("button.menu").click()
        page.locator("dialog .look-back").click()
    else:
        page.keyboard.press("b")
    page.wait_for_selector(".look .to-now")
    slider = page.locator(".look .slider")
    shown = int(slider.input_value())
    # the move before the last; one's own may have come only now
    expect(slider).to_have_attribute("max", re.compile(f"^({shown + 1}|{shown + 2})$"))
    expect(page.locator(".look")).to_contain_text(f"Move {shown} of ")
    expect(page.locator(OFFERED)).to_have_count(0)  # choices are closed
    expect(page.locator(".look .call")).to_contain_text("your turn")
    ada.looked_at()
    assert not ada.flaws_in(tier(("de", "it"), LANGUAGES), KEY)
    page.keyboard.press("Home")  # a change of the language has built nothing anew that would miss it
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("0")
    page.locator(".look .next").click()
    expect(slider).to_have_value("1")
    page.locator(".look .to-now").click()
    page.wait_for_selector(".look", state="detached")
    page.wait_for_selector(OFFERED)


def test_one_is_called_when_it_becomes_ones_turn(visit: Visit) -> None:
    """Two people: while one looks back, the other moves."""
    ada, ben = visit(), visit()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = ada.make({"game": "viaggiatore", "starter": 1, "seats": seats, "options": {"hints": True}})
    ben.go(made["links"]["1"].removeprefix(ben.base))
    ben.page.fill("main input", "Ben")
    ben.page.locator("main .btn-primary").first.click()
    ada.go(f"/t/{made['table']}#s=0&k={made['tokens']['0']}")
    ben.page.wait_for_selector(".actions .btn-primary")
    ada.page.wait_for_selector("button.menu")
    expect(ada.page.locator("button.replay"), "nothing has happened yet").to_have_count(0)
    ben.page.locator(".actions .btn-primary").first.click()  # an auction
    ada.page.locator(BID).first.click()
    with ada.page.expect_response("**/replay?viewer=0") as answer:
        ada.page.locator("button.replay").click()
    frames = answer.value.json()["frames"]
    assert all(frame["view"]["seats"][1]["hand"] is None for frame in frames), "Ben's cards are his secret"
    assert any(frame["view"]["seats"][0]["hand"] for frame in frames), "one's own are shown as they were"
    ada.page.wait_for_selector(".look .to-now")
    expect(ada.page.locator(".look.called")).to_have_count(0)
    ben.page.locator(BID).last.click()  # he bluffs: Ada wins the auction
    ada.page.wait_for_selector(".look.called")
    ada.until("document.querySelector('[aria-live]').textContent.includes('your turn')")
    expect(ada.page.locator(".actions .btn"), "choices are closed").to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.page.wait_for_selector(".look", state="detached")
    ada.page.wait_for_selector(".actions .btn")
