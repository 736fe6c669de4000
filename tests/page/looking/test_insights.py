"""Your play: a finished game is analysed here, joins those analysed before, and leads to the move that cost most."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from piazzetta.bots.insights.digest import table_of
from piazzetta.bots.insights.report import insights
from tests.page.learning.test_lessons import tab_to
from tests.page.people.visitor import Visitor
from tests.page.scenes.insights import GAME, digests, keeps

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def saved(page: Page, button: str) -> str:
    with page.expect_download() as found:
        page.get_by_role("button", name=button).click()
    return Path(found.value.path()).read_text(encoding="utf-8")


def test_games_are_analysed_summed_up_and_lead_to_examples(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/my-games")
    visitor.spoilt = True
    page.click("main a[href='/insights']")
    expect(page.locator("main h2")).to_have_text("No finished games yet")
    keeps(visitor, game=True)
    visitor.go("/insights")
    page.wait_for_selector(".working progress")  # while it is analysed, the others are shown
    before = insights(digests(), "portobello")
    expect(page.locator("[data-insights='24'] .big")).to_have_text(f"{before.skill.error:.1%}")
    last = page.locator("[data-part=phase] li").last
    expect(last).to_contain_text("clearly costlier than your other decisions")
    expect(last.locator("b.num")).to_have_text(f"{before.phases[2].skill.error:.1%}")
    expect(page.locator("[data-part=habits] tbody th").first).to_have_text("Build a stall")
    page.get_by_role("button", name="Viaggiatore").click()
    expect(page.locator("[data-insights='7']")).to_be_visible()  # and the new one
    expect(page.locator(".working")).to_have_count(0)
    assert visitor.flaws() == []
    taken = json.loads(saved(page, "Download as JSON"))
    assert [one["games"] for one in taken["insights"]] == [24, 7]
    (own,) = [one for one in taken["digests"] if one["table"] == GAME]
    assert own["opponents"] == ["bot:easy"]
    assert saved(page, "Download all decisions as CSV") == table_of(taken["digests"])
    visitor.go("/insights")  # nothing is analysed again
    expect(page.locator("[data-insights='24']")).to_be_visible()
    expect(page.locator(".working")).to_have_count(0)
    example = before.phases[2].example
    assert example is not None
    tab_to(page, f"[data-part=phase] li:last-child a[href^='/replay/{example.table}?at={example.frame}&']")
