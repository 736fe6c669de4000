"""Portobello Market through the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


OFFER = ".act.clock:not([disabled]), .map [data-move]"


def test_a_refusal_opens_the_rules(visit: Visit) -> None:
    """3.3: a player cannot end the turn while an action is possible."""
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFER)
    if page.locator(".map [data-move^=bobby]").count():
        page.locator(".map [data-move^=bobby]").first.click()
    page.locator(".act.clock:not([disabled])").first.click()
    page.wait_for_selector(".map [data-move^=build]")
    expect(page.locator(".btn.end"), "what cannot be done is not offered").to_have_count(0)
    page.keyboard.press("e")  # who asks for it all the same learns why
    page.click("text=Rule 3.3")
    expect(page.locator("dialog[open] .asked")).to_contain_text("3.3")
