"""Looking back at a live table: it cannot be mistaken for now, nothing can be chosen, and one is called."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.people.visitor import OFFERED, Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("phone", [False, True])
def test_looking_back_at_the_board_and_back_to_now(visit: Visit, phone: bool) -> None:
    ada = visit(phone=phone)
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    page.locator(OFFERED).first.click()  # one move to look at
    if phone:
        page.locator(OFFERED).first.click()
        page.locator("button.menu").click()
        page.locator("dialog .look .btn").click()
    else:
        page.locator("button.replay").click()
    page.wait_for_selector(".look .now")
    assert "looking at move" in page.inner_text(".look")
    assert page.locator(OFFERED).count() == 0, "choices are closed"
    page.wait_for_selector(".look.called")  # bots have played: one is called
    assert not ada.violations()
    page.keyboard.press("Home")
    page.locator(".look .now").click()
    page.wait_for_selector(".look", state="detached")
    page.wait_for_selector(OFFERED)


def test_a_card_player_sees_no_more_than_at_the_time(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots("viaggiatore")
    page.wait_for_selector(".actions .btn-primary")
    page.locator("button.replay").click()
    page.wait_for_selector(".look .now")
    page.wait_for_selector(".own .hand, .own")
    assert page.locator(".open").count() == 0, "the others' hands stay hidden"
    page.keyboard.press("Escape")
    page.wait_for_selector(".look", state="detached")
