"""The rules beside a table: one's own edition, a search that marks what it found, the illustrated rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.people.visitor import OFFERED, Visitor
from tests.page.scenes.presses import rules
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: The texts that are marked as found, without counting one twice.
FOUND = (
    """() => [...new Set([...(CSS.highlights.get("found") ?? [])].map((range) => range.toString().toLowerCase()))]"""
)
#: A word of several editions in a clause.
CODES = re.compile(r"\b(IT|ES|FR|FM|DE)\b[,:;)]")


def test_my_edition_alone_and_the_others_on_demand(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    rules(ada)
    drawer = page.locator("dialog.drawer[open]")
    clauses = drawer.locator(".clause")
    expect(clauses.filter(has_text="2.1").first).to_contain_text("Score markers start on 10")
    expect(clauses.filter(has_text="2.1").first).not_to_contain_text("Score markers start on 0")
    expect(clauses.filter(has_text=CODES)).to_have_count(0)
    expect(drawer).to_contain_text("German short rules")
    drawer.get_by_label("Compare all editions").check()
    expect(clauses.filter(has_text="2.1").first).to_contain_text("IT: Score markers start on 0")
    drawer.get_by_role("button", name="Editions").click()
    expect(drawer.locator("table.editions")).to_be_visible()
    drawer.get_by_label("Compare all editions").uncheck()
    expect(drawer.locator("table.editions")).to_be_hidden()
    expect(drawer.locator(".options dt").first).to_be_visible()
    ada.looked_at()


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_search_marks_what_it_found(visit: Visit, phone: bool) -> None:
    ada = visit(phone=phone)
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    rules(ada)
    drawer = page.locator("dialog.drawer[open]")
    drawer.get_by_label("Search by word or clause").fill("lord")
    ada.until(f"({FOUND})().join() === 'lord'")
    expect(drawer.locator(".clause").filter(has_not_text=re.compile("lord", re.IGNORECASE))).to_have_count(0)
    drawer.get_by_label("Search by word or clause").fill("")
    ada.until(f"({FOUND})().length === 0")


def test_the_illustrated_rulebook_opens_beside_the_table(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    table = page.url
    rules(ada)
    drawer = page.locator("dialog.drawer[open]")
    drawer.get_by_role("button", name="Illustrated rulebook").click()
    expect(drawer.locator(".booklet .example svg").first).to_be_visible()
    expect(drawer.locator(".booklet")).to_have_attribute("data-edition", "de")
    assert page.url == table
    drawer.get_by_label("Search by word or clause").fill("bobby")
    ada.until(f"({FOUND})().join() === 'bobby'")
    ada.looked_at()
    page.locator(OFFERED).first.click()  # the table stays usable
    drawer.get_by_role("button", name="Close").click()
    expect(page.locator("dialog.drawer[open]")).to_have_count(0)
    page.wait_for_selector(".map")
