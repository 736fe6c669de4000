"""Help for players: good moves with reasons, the game looked at again, a lesson, a clock."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.page.visitor import OFFERED, Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def test_a_hint_has_reasons_and_points_at_the_map(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    page.keyboard.press("h")
    page.wait_for_selector(".advice ol > li")
    assert 1 <= page.locator(".advice ol > li").count() <= 3
    first = page.locator(".advice ol > li").first.inner_text()
    assert re.search(r"\d+ % to win", first)
    assert page.locator(".advice .why li").count() >= 1
    assert page.locator("[role=status]").inner_text(), "it is spoken as well"
    page.locator(".advice .pick").first.click()
    assert page.locator(".hinted, .tooltip").count() >= 1, "it is shown where it would be made"
    page.click(".advice .btn-primary")
    page.wait_for_selector(".advice", state="detached")


def test_hints_of_the_card_game_in_french(visit: Visit) -> None:
    ada = visit(locale="fr-FR", phone=True)
    page = ada.against_bots("viaggiatore")
    page.wait_for_selector(".actions .btn-primary")
    page.locator("nav .btn").nth(1).tap()
    page.wait_for_selector(".advice ol > li")
    assert "de gagner" in page.inner_text(".advice")
    page.locator(".advice .pick").first.tap()
    assert not ada.violations()
    page.locator(".advice header button").tap()
    assert page.locator(".advice").count() == 0
