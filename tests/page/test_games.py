"""Games to their end through the page: two people in their own browsers with bots, by keyboard alone, on the phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.people.players import END, Hand, market, market_by_keys, play, salesman, salesman_by_keys
from tests.page.people.visitor import Visitor
from tests.page.scenes.records import nearly_over
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

HANDS: dict[str, Hand] = {"portobello": market, "viaggiatore": salesman}
TABLE = {"portobello": ".map", "viaggiatore": ".hand"}


def sit_down(visitor: Visitor, game: str, seats: list[dict[str, Any]]) -> str:
    """Make a table, as the front page does, where a game is nearly over; return its id."""
    made = visitor.make({"game": game, "players": len(seats), "seats": seats, **nearly_over(game, len(seats))})
    visitor.go(f"/t/{made['table']}")
    return str(made["table"])


ME = {"kind": "me", "name": "Ada"}
BOT = {"kind": "bot", "level": "easy", "name": "Luca"}


@pytest.mark.parametrize("game", tier(["viaggiatore"], list(HANDS)))
def test_two_people_and_a_bot(visit: Visit, game: str) -> None:
    ada, leo = visit(), visit(locale="it-IT", dark=True)
    table = sit_down(ada, game, [ME, {"kind": "open"}, BOT])
    ada.page.wait_for_selector(".room")
    leo.go(f"/t/{table}#s=1")
    leo.page.fill("#name", "Leo")
    leo.page.click("form .btn-primary")
    for person in (ada, leo):
        person.page.wait_for_selector(TABLE[game])
    assert play([ada, leo], HANDS[game], most=2)
    leo.page.reload()  # in mid-game: nothing is lost
    leo.page.wait_for_selector(f"{TABLE[game]}, {END}")
    play([ada, leo], HANDS[game])
    for person in (ada, leo):
        expect(person.page.locator(".podium .num")).to_have_count(3)
    scores = [person.page.locator(".podium .num").all_inner_texts() for person in (ada, leo)]
    assert scores[0] == scores[1]
    ada.page.wait_for_selector(".fair:not(.bad)")
    ada.page.click("main.end .others")
    ada.page.click("main.end a[href^='/replay/']")
    ada.page.wait_for_selector(".controls")
    ada.page.click("[aria-label='To the end']")
    expect(ada.page.locator(".count")).to_have_text(re.compile(r"^([1-9]\d*) / \1$"))
    leo.page.click("main.end [data-again]")  # a rematch: both are seated again
    leo.page.wait_for_url(lambda url: table not in url)


@pytest.mark.parametrize("game", tier(["portobello"], list(HANDS)))
def test_a_game_by_keyboard(visit: Visit, game: str) -> None:
    """From the front page into a game, and a game to its end, without a mouse; the page speaks what happens."""
    ada = visit()
    page = ada.go()
    button = f"[data-play={game}]"
    page.wait_for_selector(button)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement?.matches('{button}')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-first]")  # a first game
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-first]", state="detached")
    page.wait_for_selector(TABLE[game])
    hand = market_by_keys if game == "portobello" else salesman_by_keys
    assert play([ada], hand, most=3) == 3
    sit_down(ada, game, [ME, BOT])
    page.wait_for_selector(TABLE[game])
    assert play([ada], hand)
    expect(page.locator("[role=status]")).not_to_be_empty()
    expect(page.locator(".podium li")).to_have_count(2)


@pytest.mark.parametrize("game", tier(["portobello"], list(HANDS)))
def test_a_game_on_the_phone(visit: Visit, game: str) -> None:
    ada = visit(phone=True, locale="de-DE")
    sit_down(ada, game, [ME, BOT])
    ada.page.wait_for_selector(TABLE[game])
    assert play([ada], HANDS[game])
    assert not ada.flaws()
    ada.page.tap("main.end .others")
    ada.page.tap("main.end a[href^='/replay/']")
    ada.page.wait_for_selector(".controls")
    assert not ada.flaws()
