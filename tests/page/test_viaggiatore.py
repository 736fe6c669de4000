"""Il Commercio Viaggiatore through the page."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from tests.page.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: What the page offers to press: cards that glow, the sides of a carrier, the plain buttons.
CARD = ".hand .can .press"
SIDE = ".actions .btn:has(.tx)"
PLAIN = ".actions .btn-primary, .actions .go"


def sit(visitor: Visitor, seats: list[dict[str, Any]], target: int = 5) -> dict[str, Any]:
    """Make a table as the front page does; its links and keys."""
    visitor.go()
    wish = {"game": "viaggiatore", "players": len(seats), "seats": seats, "starter": 0, "rules": {"target": target}}
    made: dict[str, Any] = visitor.page.evaluate(
        """(wish) => fetch("/api/v1/tables", {
          method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
        }).then((answer) => answer.json())""",
        wish,
    )
    return made


def me_and_bots(players: int) -> list[dict[str, Any]]:
    return [{"kind": "me", "name": "Arianna"}] + [
        {"kind": "bot", "level": "easy", "name": name} for name in ("Elena", "Daiana", "Luca")[: players - 1]
    ]


def press_something(visitor: Visitor, rng: random.Random) -> bool:
    """Do one of the things the page offers, as a person would; False if there is nothing to do."""
    page = visitor.page
    try:
        if (sides := page.locator(SIDE)).count():
            sides.nth(rng.randrange(sides.count())).click(timeout=1500)
        elif (cards := page.locator(CARD)).count():
            card = cards.nth(rng.randrange(cards.count()))
            if visitor.phone:
                card.tap(timeout=1500)
                if page.locator(SIDE).count() == 0:
                    page.locator(".actions .btn-primary").first.tap(timeout=1500)
            else:
                card.click(timeout=1500)
        elif (plain := page.locator(PLAIN)).count():
            keen = rng.random() < 0.6 and page.locator(".hand .press").count() > 3  # keep a card for a ticket
            plain.nth(0 if keen else plain.count() - 1).click(timeout=1500)
        else:
            return False
    except Error:  # it was gone before it could be pressed: somebody else moved
        return False
    return True


def play(visitor: Visitor, seconds: float, most: int = 10_000, seed: int = 1) -> int:
    """Press something that is offered, again and again, until the end screen stands; how often it took."""
    rng = random.Random(seed)
    deadline = time.monotonic() + seconds
    pressed = 0
    while visitor.page.locator("main.end").count() == 0 and pressed < most:
        assert time.monotonic() < deadline, f"not over after {pressed} presses: {visitor.page.inner_text('main')[:300]}"
        if press_something(visitor, rng):
            pressed += 1
        else:
            visitor.page.keyboard.press("Escape")  # what the others do need not be watched
        visitor.page.wait_for_timeout(30)
    return pressed


def test_a_whole_game_by_clicks(visit: Visit) -> None:
    ada = visit()
    page = ada.page
    made = sit(ada, me_and_bots(2), target=1)
    ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".hand")
    play(ada, 30, most=5)
    page.reload()  # in mid-game: nothing is lost
    page.wait_for_selector(".hand")
    assert play(ada, 240) > 5
    page.wait_for_selector(".fair:not(.bad)")
    assert page.locator(".podium li").count() == 2
    assert not ada.violations()
    page.click("text=Watch the replay")
    page.wait_for_selector(".controls")
    assert page.locator(".hands section").count() == 2, "after the end all hands are open"


def test_a_game_on_the_phone_in_german(visit: Visit) -> None:
    ada = visit(phone=True, locale="de-DE")
    page = ada.page
    made = sit(ada, me_and_bots(3), target=1)
    ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".hand")
    assert "Auktion" in page.inner_text(".prompt")
    assert play(ada, 90) > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("dark", [False, True])
def test_the_table_is_for_everyone(visit: Visit, dark: bool) -> None:
    ada = visit(dark=dark)
    page = ada.against_bots("viaggiatore", players=4)
    page.wait_for_selector(".hand")
    play(ada, 60, most=2)
    page.wait_for_selector(f"{CARD}, {PLAIN}")
    assert not ada.violations()
    assert page.locator("[role=status]").inner_text()


def tab_to_something(page: Page) -> bool:
    """Tab on until something stands in focus that can be done."""
    able = f"document.activeElement?.matches({json.dumps(f'{CARD}, {SIDE}, {PLAIN}')})"
    for _ in range(70):
        page.keyboard.press("Tab")
        if page.evaluate(able):
            return True
    return False


def test_by_keyboard_alone(visit: Visit) -> None:
    ada = visit()
    page = ada.page
    made = sit(ada, me_and_bots(2), target=1)
    ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".hand")
    pressed = 0
    for _ in range(14):
        page.wait_for_selector(f"{CARD}, {SIDE}, {PLAIN}, main.end")
        if page.locator("main.end").count():
            break
        if tab_to_something(page):
            page.keyboard.press("Enter")
            pressed += 1
        page.wait_for_timeout(120)
    assert pressed >= 10 or page.locator("main.end").count()


def test_two_people_bid_in_secret(visit: Visit) -> None:
    """3.2: nobody sees a card before all have chosen; then all are turned up together, for everybody."""
    ada, leo = visit(), visit()
    made = sit(ada, [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "easy", "name": "Luca"}])
    leo.go(f"/t/{made['table']}#s=1")
    leo.page.wait_for_selector("main")
    if leo.page.locator("form input").count():
        leo.page.fill("form input", "Leo")
        leo.page.locator("form button").first.click()
    ada.go(f"/t/{made['table']}")
    ada.page.wait_for_selector(".hand")
    leo.page.wait_for_selector(".hand")
    ada.page.get_by_role("button", name="Call an auction").click()
    ada.page.wait_for_selector(CARD)
    ada.page.locator(CARD).first.click()
    ada.page.wait_for_selector("text=Waiting for")
    leo.page.wait_for_selector(CARD)
    assert leo.page.locator(".bid .cv[aria-label^=Bid]").count() == 0
    assert leo.page.locator(".stamp").count() == 0
    leo.page.locator(CARD).first.click()
    for person in (ada, leo):
        person.page.wait_for_selector(".stamp")
        assert person.page.locator(".stamp").count() == 3


def test_a_hand_stays_covered_at_one_device(visit: Visit) -> None:
    ada = visit()
    page = ada.page
    made = sit(ada, [{"kind": "me", "name": "Ada"}, {"kind": "hotseat", "name": "Leo"}])
    ada.go(f"/t/{made['table']}")
    page.wait_for_selector("text=Pass the device to Ada")
    assert page.locator(".hand").count() == 0
    page.click("text=Show my cards")
    page.wait_for_selector(".hand")
    page.get_by_role("button", name="Call an auction").click()
    page.wait_for_selector(CARD)
    page.locator(CARD).first.click()
    page.wait_for_selector("text=Pass the device to Leo")
    assert page.locator(".hand").count() == 0


def test_show_me_round(visit: Visit) -> None:
    ada = visit()
    page = ada.page
    made = sit(ada, me_and_bots(2))
    ada.go(f"/t/{made['table']}?tour")
    page.wait_for_selector(".coach:has-text('call an auction')")
    page.get_by_role("button", name="Call an auction").click()
    page.wait_for_selector(".coach:has-text('face down')")
    assert not ada.violations()
    page.click("text=I know the rest")
    assert page.locator(".coach").count() == 0
