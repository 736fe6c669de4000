"""Moments to learn from: looked at by keyboard alone and on a phone, and scheduled to come again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import piazzetta
from piazzetta import Record
from piazzetta.bots import bot
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


def test_moments_of_a_record_from_a_file(visit: Visit, tmp_path: Path) -> None:
    """Those of each seat are looked for; none is kept, as nobody says who sat there."""
    match = piazzetta.game("viaggiatore", players=2, rules={"target": 1}).start(seed=4)
    player = bot("random", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    record = Record.of(match)
    record.extra["names"] = ["Ada", "Leo"]
    record.write(tmp_path / "game.json")
    visitor = visit()
    page = visitor.go("/replay")
    page.set_input_files("input[type=file]", tmp_path / "game.json")
    page.get_by_role("button", name="Analysis", exact=True).click()
    page.get_by_role("button", name="Moments to look at").click()
    page.wait_for_selector("[data-moment=open]")
    assert visitor.flaws() == []
    for _ in range(page.locator(".numbers li").count()):
        page.click(".do .btn-quiet:last-child")
    whose = page.get_by_role("group", name="Whose moves?").get_by_role("button")
    expect(whose).to_have_text(["Ada", "Leo"])
    visitor.go("/moments")
    expect(page.locator("main")).to_contain_text("Nothing is due today.")
    visitor.go("/moments/new")
    expect(page, "after a reload its file is opened again").to_have_url(f"{visitor.base}/replay")
