"""What concerns the whole game: its rules, who starts, the pace, and an end before its time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.people.players import END
from tests.page.people.visitor import OFFERED, Visitor
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

READY = {"portobello": ".map", "viaggiatore": ".hand"}


def at_one_table(visit: Visit, game: str, **more: Any) -> tuple[Visitor, Visitor]:
    """Ada, who speaks English, and Leo, with an Italian phone, in the middle of a game."""
    ada, leo = visit(), visit(phone=True, locale="it-IT")
    made = ada.make({"game": game, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}], **more})
    ada.go(f"/t/{made['table']}")
    ada.page.wait_for_selector(".room")
    leo.go(f"/t/{made['table']}#s=1")
    leo.page.fill("#name", "Leo")
    leo.page.keyboard.press("Enter")
    for person in (ada, leo):
        person.page.wait_for_selector(READY[game])
    return ada, leo


@pytest.mark.parametrize("game", tier(["viaggiatore"], ["portobello", "viaggiatore"]))
def test_two_people_end_a_game_together(visit: Visit, game: str) -> None:
    ada, leo = at_one_table(visit, game)
    ada.page.click("header .menu")
    ada.page.wait_for_selector("dialog[open]")
    ada.looked_at()
    ada.page.get_by_role("button", name="Offer to end the game").click()
    ada.page.wait_for_selector(".offer:has-text('Waiting for the others')")
    leo.page.wait_for_selector(".offer:has-text('Ada propone')")
    assert not leo.flaws()
    leo.page.get_by_role("button", name="Continua a giocare").tap()
    for person in (ada, leo):
        person.page.wait_for_selector(".offer", state="detached")
    leo.page.tap("header .menu")
    leo.page.get_by_role("button", name="Proponi di finire la partita").tap()
    leo.page.wait_for_selector("dialog[open]", state="detached")
    ada.page.get_by_role("button", name="End game").click()
    for person in (ada, leo):
        person.page.wait_for_selector(END)
        assert not person.flaws()
    expect(ada.page.locator(END)).to_contain_text(re.compile("ended by agreement", re.IGNORECASE))
    expect(ada.page.locator(f"{END} h1")).to_have_text("You and Leo share the win.")
    ada.page.wait_for_selector(".fair:not(.bad)")
    table = ada.page.url.rsplit("/", 1)[-1]
    record = httpx.get(f"{ada.base}/api/v1/tables/{table}/record").json()
    assert (record["result"], record["ended"]["by"]) == (None, "agreed")


def test_giving_up_needs_two_presses(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots("portobello", 3)
    page.wait_for_selector(OFFERED)
    page.click("header .menu")
    page.wait_for_selector("dialog[open]")
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Offer to end the game"), "there is nobody to ask").to_have_count(0)
    page.get_by_role("button", name="Keep playing").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector(f"{END}:has-text('Ended by resignation')")
    expect(page.locator(f"{END} h1")).not_to_contain_text("You")
    page.click(f"{END} [data-again]")
    page.wait_for_selector(".map")


def test_the_bar_says_which_rules_are_in_force(visit: Visit) -> None:
    """At every size, also where only a sign has room; a press tells what differs from print."""
    ada = visit()
    page = ada.against_bots("viaggiatore", 2, changed={"target": 1, "handicap": "off"})
    page.wait_for_selector(".hand")
    chip = page.locator("header .edition")
    for width, height in ((1440, 900), (390, 844), (360, 640), (740, 360), (820, 1180), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        expect(chip).to_have_accessible_name("Rules of this game: House rules, 1 changed")
        expect(chip.locator(".book")).to_be_visible()
        expect(chip.locator(".sign").last).to_have_attribute("data-sign", "+1")
        expect(chip.locator(".sign").last).to_be_visible()
        chip.click()
        expect(page.locator("dialog[open] li")).to_have_count(1)
        expect(page.locator("dialog[open] li")).to_contain_text("printed: ")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.click("header .menu")
    page.get_by_label("quick").check(force=True)
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".hand")
    page.click("header .menu")
    expect(page.get_by_label("quick"), "the pace is remembered").to_be_checked()
    page.keyboard.press("Escape")
    page.goto(page.url.replace("/t/", "/replay/"))
    expect(chip, "in a replay too").to_have_accessible_name("Rules of this game: House rules, 1 changed")


def test_the_draw_decides_who_starts_unless_i_want_to(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots("portobello", 2, first=False)
    page.wait_for_selector(".log li:has-text('drawn at random')")
    ada.against_bots("portobello", 2)
    page.wait_for_selector(OFFERED + ", .bar.other")
    table = page.url.rsplit("/", 1)[-1]
    card = httpx.get(f"{ada.base}/api/v1/tables/{table}").json()
    assert (card["starter"], card["starter_drawn"]) == (0, False)


def test_refusals_and_the_clock_speak_the_readers_language(visit: Visit) -> None:
    ada = visit(locale="de-DE")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy", "name": "Penny"}]
    made = ada.make({"game": "portobello", "seats": seats, "starter": 0, "options": {"clock": 3600}})
    page = ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".act.clock:not([disabled])")
    page.locator(".act.clock:not([disabled])").first.click()
    page.wait_for_selector(".map [data-move]")  # the tile is in use
    page.keyboard.press("e")
    page.wait_for_selector(".bar.refused")
    spoken = page.locator("[role=status]")
    expect(spoken, "with what else happens at that moment").to_contain_text(
        page.locator(".bar.refused p").first.inner_text()
    )
    expect(spoken).not_to_contain_text("allowed")
    made = ada.make({"game": "portobello", "seats": seats, "starter": 1, "options": {"clock": 5}})
    page = ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".log li:has-text('Deine Zeit ist abgelaufen')")
