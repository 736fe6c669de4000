"""One header on every page: the menu, the number of what waits for me, invitations where I am."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.friends.test_together import at_one_table
from tests.page.lobby.test_moderation import keep, kept_here
from tests.page.people.visitor import OFFERED, Visitor
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

PAGES = ("/", "/my-games", "/learn", "/watch", "/workshop", "/rules/portobello", "/replay", "/study", "/about")
PLACES = ("/", "/my-games", "/learn", "/watch", "/workshop", "/rules/portobello")
AT_ONCE = "document.dispatchEvent(new Event('visibilitychange'))"


def friends(visit: Visit) -> tuple[Visitor, Visitor]:
    """Ada, and Leo with an Italian phone; each is the other's friend."""
    ada, leo = visit(), visit(phone=True, locale="it-IT")
    ids = {}
    for person, name in ((ada, "Ada"), (leo, "Leo")):
        keep(person, name)
        kept_here(person)
        ids[name] = person.context.request.get(f"{ada.base}/api/v1/me").json()["me"]["id"]
    for person, other in ((ada, "Leo"), (leo, "Ada")):
        answer = person.context.request.post(f"{ada.base}/api/v1/me/friends/ask", data={"person": ids[other]})
        assert answer.ok
    return ada, leo


def look(page: Page) -> None:
    """Come back to the tab, which asks what waits at once."""
    page.evaluate(AT_ONCE)


@pytest.mark.parametrize("phone", [False, True])
def test_the_same_header_on_every_page(visit: Visit, phone: bool) -> None:
    """In the short tier the desktop sees one half of the pages, and the phone the other."""
    ada = visit(phone=phone)
    for path in tier(PAGES[phone::2], PAGES):
        page = ada.go(path)
        expect(page.locator("header .bell")).to_be_visible()
        if phone:
            page.tap("header .site-menu")
            links = page.locator("#site-menu .place")
        else:
            links = page.locator("header .places a")
        expect(links.nth(5)).to_be_visible()
        for number, place in enumerate(PLACES):
            expect(links.nth(number)).to_have_attribute("href", place)
        expect(page.locator("header [aria-current=page]:visible")).to_have_count(int(path in PLACES))
        if phone:
            page.keyboard.press("Escape")
            expect(links.nth(5)).to_be_hidden()
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    page.click("header .site-menu")
    page.locator("#site-menu .place:has(use[href='#i-rules'])").click()
    page.wait_for_selector("dialog[open] .clause")  # beside the table, not instead of it


def test_a_guest_sees_what_waits_and_their_games(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    game = page.url
    expect(page.locator(".bell .number"), "what waits here is seen here").to_have_count(0)
    ada.go("/learn")
    expect(page.locator(".bell .number")).to_have_text("1")
    expect(page).to_have_title("(1) Learn · Piazzetta")
    page.click("[data-take=alley]")
    page.wait_for_selector(".coach.task")
    expect(page.locator(".bell .number"), "at a table too, and a lesson does not count").to_have_text("1")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    page.click(".bell")
    expect(page.locator("#pending .pending-row")).to_have_count(1)
    ada.looked_at()
    page.locator("#pending").get_by_role("link", name="All my games").click()
    expect(page.locator("article"), "nor is it among my games").to_have_count(1)
    expect(page.get_by_role("heading", name="Your turn 1")).to_be_visible()
    ada.looked_at()
    page.get_by_role("link", name="Play", exact=True).last.click()
    page.wait_for_selector(OFFERED)
    assert page.url == game


def test_players_who_share_a_device_are_called_by_name(visit: Visit) -> None:
    ada = visit()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "hotseat", "name": "Leo"}]
    made = ada.make({"game": "viaggiatore", "seats": seats, "starter": 0})
    keys = [{"seat": int(seat), "token": token} for seat, token in made["tokens"].items()]
    ada.remember(seats=json.dumps({made["table"]: keys}))
    ada.go(f"/t/{made['table']}")
    ada.page.wait_for_selector(".curtain")
    page = ada.go("/my-games")
    expect(page.get_by_role("heading", name="Shared on this device")).to_be_visible()
    expect(page.locator("article")).to_contain_text("Ada")
    expect(page.locator("article")).not_to_contain_text("You")
    expect(page.locator("article img"), "no hand in a small picture").to_have_count(0)
    expect(page.locator(".bell .number")).to_have_count(0)


def test_an_invitation_is_seen_on_another_page(visit: Visit) -> None:
    """A challenge from the list of friends; not now, then from the list; another one accepted where it pops up."""
    ada, leo = friends(visit)
    leo.go("/workshop")
    ada.go("/my-games")
    for time in range(2):
        ada.page.get_by_role("tab", name="Friends").click()
        ada.page.get_by_role("button", name="Challenge").click()
        ada.looked_at()
        ada.page.click("[data-challenge=viaggiatore]")
        expect(ada.page.locator(".room")).to_contain_text("Hints are off")
        expect(ada.page.locator(".room"), "not to be asked again").to_contain_text("Invitation sent.")
        look(leo.page)
        note = leo.page.locator(".invited")
        expect(note).to_contain_text("Ada ti invita a Il Commercio Viaggiatore")
        # the second time he may have a turn in the first game
        expect(leo.page).to_have_title(re.compile(r"^\(1\) " if time == 0 else r"^\([12]\) "))
        leo.looked_at()
        if time == 0:
            leo.page.tap(".bell")
            leo.page.wait_for_selector("#pending .pending-row")
            leo.page.keyboard.press("Escape")
            expect(leo.page.locator("#pending .pending-row")).to_have_count(0)
            expect(note, "Escape closes the list alone").to_be_visible()
            note.get_by_role("button", name="Non ora").tap()
            expect(note).to_have_count(0)
            leo.page.tap(".bell")
            leo.looked_at()
            leo.page.locator("#pending").get_by_role("button", name="Unisciti").tap()
        else:
            note.get_by_role("button", name="Unisciti").tap()
        for person in (ada, leo):
            person.page.wait_for_selector(".hand")
        for person in (ada, leo):
            person.go("/my-games")


def test_what_is_said_hangs_at_its_authors_seat(visit: Visit) -> None:
    """As a bubble, and unread on the phone's bar; a reaction is read in the reader's language."""
    ada, leo = at_one_table(visit, "portobello", starter=0)
    ada.page.click("#tab-chat")
    ada.page.click("[data-reaction=played]")
    expect(ada.page.locator("[data-reaction=ouch]"), "not one after the other").to_be_disabled()
    bubble = leo.page.locator(".bubble")
    expect(bubble).to_contain_text("Ada Ben giocato!")
    assert not leo.flaws()
    seat, hung = leo.page.locator(".board[data-player=red]").bounding_box(), bubble.bounding_box()
    assert seat
    assert hung
    assert abs(hung["y"] - seat["y"] - seat["height"]) < 20
    badge = leo.page.locator("nav .badge")
    expect(badge).to_contain_text("1")
    bubble.tap()
    expect(bubble).to_have_count(0)
    leo.page.locator("nav button:has(use[href='#i-chat'])").tap()
    expect(leo.page.locator("#panel-chat li")).to_contain_text("Ben giocato!")
    expect(badge).to_have_count(0)
    leo.looked_at()
    leo.page.tap("[data-reaction=thanks]")
    expect(ada.page.locator("#panel-chat li").last).to_contain_text("Good game, thanks!")


def test_the_newest_line_is_in_sight_beside_four_players(visit: Visit) -> None:
    """On a laptop their boards leave little room for what is said."""
    ada = visit()
    page = ada.against_bots(players=4)
    page.wait_for_selector(OFFERED)
    page.click("#tab-chat")
    page.wait_for_selector("[data-reaction=ouch]")
    for word in ("one", "two", "three", "four"):
        page.fill("#panel-chat input", word)
        page.keyboard.press("Enter")
        expect(page.locator("#panel-chat li").last).to_contain_text(word)
    ada.until(
        """(([list, line]) => list.top <= line.top + 1 && line.bottom <= list.bottom + 1)(["ul", "li:last-child"]
        .map((one) => document.querySelector(`#panel-chat ${one}`).getBoundingClientRect()))"""
    )
    ada.looked_at()
