"""Moments to learn from: looked at by keyboard alone and on a phone, and scheduled to come again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from piazzetta.bots.moments import Moment, judge
from piazzetta.bots.position import Position
from tests.mistakes import mistaken, searched
from tests.page.learning.test_lessons import by_keys, spoken, tab_to
from tests.page.people.visitor import Visitor
from tests.page.scenes.mistakes import moments

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def warmth(moment: Moment, move: str) -> str:
    return judge(Position.of(mistaken("portobello").replay(moment.index)), moment, move).warmth


def test_a_moment_is_solved_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    moments("portobello")(visitor)
    page = visitor.page
    found = searched("portobello").found
    expect(page.locator(".numbers li")).to_have_count(len(found))
    expect(page.locator("[data-moment=open] .num").first).to_have_text(f"{found[0].before:.0%}")
    tab_to(page, ".do button:has(use[href='#i-hint'])")
    page.keyboard.press("Enter")
    spoken(page, "Look at ")
    worst = min(found[0].weighed, key=lambda one: one.win).move
    by_keys(page, "portobello", worst)
    spoken(page, f"{warmth(found[0], worst)}.")
    expect(page.locator(".try")).to_have_count(1)
    by_keys(page, "portobello", found[0].weighed[0].move)  # waits until the try has been taken back
    page.wait_for_selector("[data-moment=found]")
    spoken(page, "best.")
    expect(page.locator(".do .btn-primary")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-moment=open]")
    tab_to(page, ".do .btn-quiet")
    page.keyboard.press("Enter")  # the answer
    page.wait_for_selector("[data-moment=shown]")
    for _ in found[1:]:
        page.locator(".do .btn:last-child").click()
    expect(page.locator("main")).to_contain_text(f"You found 1 of {len(found)}.")
    visitor.go("/moments")  # what was solved or given up comes again another day
    expect(page.locator("main")).to_contain_text("Nothing is due today.")


def test_moments_that_were_skipped_are_due_today(visit: Visit) -> None:
    visitor = visit(phone=True)
    moments("viaggiatore")(visitor)
    page = visitor.page
    assert visitor.flaws() == []
    found = searched("viaggiatore").found
    for moment in found:
        hint = page.locator(".do button:has(use[href='#i-hint'])")
        hint.click()
        if " " in moment.weighed[0].move:
            hint.click()
            card, what = page.locator(".do p"), r"worth \d\.$|(train|plane|ship|bus)( ticket)?\.$"
            expect(card, "the kind of move, then which card").to_have_text(re.compile(what))
        expect(hint).to_be_disabled()
        page.click(".do .btn-quiet:last-child")
    expect(page.locator("main")).to_contain_text(f"You found 0 of {len(found)}.")
    page.click("main a[href='/learn']")
    page.click("a.due")
    page.wait_for_selector("[data-moment=open]")
    expect(page.locator(".numbers li")).to_have_count(len(found))
