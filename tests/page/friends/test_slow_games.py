"""Slow games through the page: the pace of a table, time left, a stand-in bot, a turn planned on the map, holidays."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.people.players import market
from tests.page.people.visitor import OFFERED, Visitor
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: Press whatever is first, as a mouse would.
PRESS = "(one) => document.querySelector(one).dispatchEvent(new MouseEvent('click', { bubbles: true }))"


def keep(visitor: Visitor, name: str, button: str) -> None:
    visitor.go("/my-games")
    visitor.page.fill("#own-name", name)
    visitor.page.get_by_role("button", name=button).click()
    expect(visitor.page.locator("header p")).to_have_text(name)


def open_menu(visitor: Visitor) -> None:
    visitor.page.locator("button:has(use[href='#i-more'])").first.click()
    visitor.page.wait_for_selector("dialog.drawer[open]")


def test_a_game_over_days(visit: Visit) -> None:
    ada, ben = visit(), visit(phone=True, locale="de-DE")
    keep(ada, "Ada", "Create a profile")
    page = ada.go()
    page.locator(".card").first.get_by_role("button", name="Invite friends").click()
    page.locator("dialog select").first.select_option("2")
    page.get_by_label("Time limit").select_option(label="10 days per player, plus 1 day per turn")
    ada.looked_at()
    page.get_by_role("button", name="Create table").click()
    link = page.locator("dialog .links input").input_value()
    table = re.sub(r".*(/t/\w+).*", r"\1", link)
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_selector(".room")
    expect(page.locator(".facts")).to_contain_text("10 days per player, plus 1 day per turn")

    ben.go(link[link.index("/t/") :])
    ben.page.fill("main input", "Ben")
    ben.page.locator("main form .btn-primary").tap()
    ben.page.wait_for_selector("[role=timer]")
    page.wait_for_selector("[role=timer]")
    timers = page.get_by_role("timer")
    expect(timers, "everybody's time is shown").to_have_count(2)
    expect(timers.first).to_contain_text("d")
    expect(timers.first).to_have_attribute("title", re.compile("Time left: (9 days|10 days)"))
    assert not ada.flaws()
    ben.looked_at()

    # one of them is on turn: the other one plans, and chooses a stand-in bot
    if page.locator(OFFERED).count():
        page.locator(OFFERED).first.click()
    mine = ada.page.locator(".board[aria-label='You']")
    expect(mine).to_be_visible()
    open_menu(ada)
    page.locator("[data-away] summary").click()
    page.get_by_label("Stand-in bot").select_option(label="hard bot")
    expect(mine.locator(".stand-in")).to_have_attribute("title", "When time runs out: hard bot")
    ada.looked_at()
    page.keyboard.press("Escape")

    ada.go("/my-games")
    expect(page.locator("article")).to_contain_text("days")
    page.get_by_role("tab", name="Profile", exact=True).click()
    page.wait_for_selector("[data-holiday]")
    expect(page.locator("[data-holiday]")).to_contain_text("You have 30 days of 30 days left")
    last = page.evaluate("new Date(Date.now() + 6 * 86400000).toISOString().slice(0, 10)")
    page.get_by_label("Last day").fill(last)
    ada.looked_at()
    page.get_by_role("button", name="Start holiday").click()
    expect(page.locator("[data-holiday]")).to_contain_text("You are on holiday until")
    expect(ben.page.locator("[role=timer][title*='Urlaub']")).to_be_visible()
    ada.go(table)
    expect(page.locator(".board[aria-label=You]")).to_contain_text("on holiday")
    assert not ada.flaws()
    assert not ben.flaws()
    ada.go("/my-games")
    page.get_by_role("tab", name="Profile", exact=True).click()
    page.get_by_role("button", name="End my holiday").click()
    expect(page.get_by_role("button", name="Start holiday")).to_be_visible()


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_a_turn_planned_on_the_map_is_played(visit: Visit, phone: bool) -> None:
    """Point at the map as in a turn; a press more than in a turn keeps the plan, and only its owner sees it."""
    ada, ben = visit(), visit(phone=phone, locale="de-DE")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = ada.make({"game": "portobello", "seats": seats, "starter": 0, "options": {"clock": 86400}})
    ada.go(f"/t/{made['table']}")
    page = ben.go(made["links"]["1"])
    page.fill("main input", "Ben")
    page.locator("main form .btn-primary").click()
    page.wait_for_selector(OFFERED)
    page.evaluate(PRESS, OFFERED)  # sets the Bobby: then Ada begins, and Ben plans his turn
    ada.page.wait_for_selector(".act.clock:not([disabled])")
    if phone:
        page.locator("[data-plan-turn]").tap()
    else:
        open_menu(ben)
        plan = page.locator("[data-plan]")
        plan.locator("summary").click()
        plan.get_by_role("button", name="Auf dem Plan wählen").click()
        page.wait_for_selector("dialog.drawer[open]", state="detached")
    bar = page.locator("[data-bar], .cloth-bar")
    expect(bar).to_contain_text("Wähle ein Plättchen")
    page.locator(".act.clock").nth(1).click()
    expect(bar).to_contain_text("noch 3 Aktionen")
    page.locator("[data-move=draw]").click()
    for client in ("ein Diener", "ein Bürger"):
        expect(bar).to_contain_text(f"Kommt {client}")
        page.evaluate(PRESS, ".map [data-move='place C']")
    expect(bar).to_contain_text("noch 2 Aktionen")
    assert not ben.flaws()
    stall = page.locator(".map [data-move^=build]").first
    if phone:
        stall.dispatch_event("pointerdown", {"pointerType": "touch"})
        stall.dispatch_event("click")
        page.locator(".preview .btn-primary").tap()
    else:
        stall.click()
    expect(bar).to_contain_text("noch 1 Aktion")
    expect(page.locator(".map .ghost[href^='#stall']")).to_have_count(1)
    page.get_by_role("button", name="Rückgängig").click()
    expect(bar).to_contain_text("noch 2 Aktionen")
    page.get_by_role("button", name="Plan speichern").click()
    expect(page.locator("[data-plan-turn]")).to_be_visible()
    expect(page.locator(".map .ghost"), "the plan stays in sight").to_have_count(2)
    expect(ada.page.locator(".map .ghost"), "of its owner alone").to_have_count(0)
    ben.looked_at()
    if not phone:
        open_menu(ben)
        expect(plan.get_by_role("button", name="Plan löschen")).to_be_visible()
        ben.looked_at()
        page.keyboard.press("Escape")
    rng, played = random.Random(1), ada.page.locator(".log").get_by_text("Ben uses the 3")
    for _ in range(2000):  # Ada plays her turn; then Ben's is played for him
        if played.count():
            break
        if not market(ada, rng):
            ada.page.wait_for_timeout(50)
    expect(ada.page.locator(".log")).to_contain_text("Ben uses the 3")
    expect(ada.page.locator(".log")).to_contain_text("Westbourne Cross")
    expect(bar, "what was not planned is his own").to_contain_text("Noch 2 Aktionen")
