"""Portobello Market through the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def test_a_whole_game_by_clicks(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots(players=4)
    page.wait_for_selector(".map")
    ada.play_to_the_end(30, most=4)
    page.reload()  # in mid-game: nothing is lost
    page.wait_for_selector(".map")
    assert ada.play_to_the_end(150) > 10
    page.wait_for_selector(".fair:not(.bad)")
    assert page.locator(".podium li").count() == 4
    assert not ada.violations()
    page.click("text=Watch the replay")
    page.wait_for_selector(".controls")
    page.click("[aria-label='To the end']")
    assert page.locator(".count").inner_text().split(" / ")[0] != "0"


def test_a_turn_on_the_phone(visit: Visit) -> None:
    ada = visit(phone=True, locale="de-DE")
    page = ada.against_bots()
    page.wait_for_selector(".map")
    assert ada.play_to_the_end(60, most=8) == 8
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("dark", [False, True])
def test_the_table_is_for_everyone(visit: Visit, dark: bool) -> None:
    ada = visit(dark=dark)
    page = ada.against_bots(players=4)
    page.wait_for_selector(OFFER)
    assert not ada.violations()
    page.keyboard.press("l")
    page.wait_for_selector("dialog[open] .moves button")
    assert not ada.violations()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_selector("dialog[open] .clause")
    assert not ada.violations()


OFFER = ".act.clock:not([disabled]), .map [data-move]"


def test_a_refusal_opens_the_rules(visit: Visit) -> None:
    """3.3: the turn cannot be ended while an action is possible."""
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFER)
    if page.locator(".map [data-move^=bobby]").count():
        page.locator(".map [data-move^=bobby]").first.click()
    page.locator(".act.clock:not([disabled])").first.click()
    page.wait_for_selector(".map [data-move^=build]")
    page.click(".btn.end", force=True)  # a button that cannot says why
    page.click("text=Rule 3.3")
    page.wait_for_selector("dialog[open] .asked")
    assert "3.3" in page.locator("dialog[open] .asked").inner_text()


def test_by_keyboard_alone(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFER)
    before = page.locator(".log li").count()
    for _ in range(6):
        page.wait_for_timeout(300)
        page.keyboard.press("l")
        page.wait_for_selector("dialog[open]")
        moves = page.locator("dialog[open] .moves button")
        if moves.count():
            moves.first.focus()
            page.keyboard.press("Enter")
        page.keyboard.press("Escape")
    page.wait_for_timeout(500)
    assert page.locator(".log li").count() > before
    assert page.locator("[role=status]").inner_text()
