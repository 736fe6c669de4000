"""A first visit on a phone, frame by frame: ``python -m tests.page.film OUT`` writes OUT/01-home.png and so on.

One press starts a fair game; the first move is understood; the bots move one by one; a friend joins by a link; an
invitation is seen on another page. ``test_film.py`` plays the same without pictures.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.page.conftest import launch, usual_pace
from tests.page.people.visitor import Visitor

#: Takes a frame: its name, and who looks.
Take = Callable[[str, Visitor], object]

LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def first_visit(ada: Visitor, leo: Visitor, take: Take) -> dict[str, float]:
    """Ada's first visit on her phone; Leo, a friend, has another one. Return how long she waited, in seconds."""
    waited = {"from the press to the table": one_press(ada, take)}
    first_move(ada, take)
    by_link(ada, leo, take)
    invitation(ada, leo, take)
    return waited


def one_press(ada: Visitor, take: Take) -> float:
    """One press starts a game, in which all seats win equally often."""
    ada.remember(**{"wish.portobello": json.dumps({"players": 3, "level": "easy", "first": True})})
    page = ada.go()
    button = page.locator("[data-play=portobello]")
    expect(page.locator("[data-change=portobello]")).to_contain_text("balanced for 3 players")
    expect(page.locator("[data-change=portobello] image").first).to_be_attached()
    take("home", ada)
    begun = time.monotonic()
    button.tap()
    page.wait_for_selector("[data-first]")
    waited = time.monotonic() - begun
    table = page.evaluate("fetch(`/api/v1/tables/${location.pathname.slice(3)}`).then((a) => a.json())")
    assert table["rules"]["handicap"] == "fair"
    take("one-press", ada)
    page.tap("[data-start]")
    page.wait_for_selector("[data-first]", state="detached")
    return waited


def first_move(ada: Visitor, take: Take) -> None:
    """The bar says what to do, the places glow, a tap shows what a move does, and a second one plays it. Then the bots
    move, each move named."""
    page = ada.page
    bar = page.locator("[data-bar]")
    expect(bar).to_contain_text("choose an action tile")
    take("your-turn", ada)
    page.locator(".act.clock").first.tap()
    expect(bar).to_contain_text("2 actions left")
    page.locator(".act", has_text="Build").tap()
    take("where-to-build", ada)
    tap_in_sight(page, ".map [data-move^=build]")
    preview = page.locator(".preview")
    expect(preview).to_contain_text("Build a stall in")
    take("what-it-does", ada)
    preview.get_by_role("button", name="Build here").tap()
    expect(bar).to_contain_text("1 action left")
    take("understood", ada)
    tap_in_sight(page, ".map [data-move^=build]")
    preview.get_by_role("button", name="Build here").tap()
    expect(bar).to_contain_text("No actions left")
    page.get_by_role("button", name="End turn").tap()
    expect(bar).to_contain_text(re.compile("(builds a stall in|places the (servant|burgher) on) "))
    take("a-bot-moves", ada)


def tap_in_sight(page: Page, places: str) -> None:
    """Tap the first of these places on the map that no other part of the page covers."""
    page.evaluate(
        """(places) => {
          const seen = [...document.querySelectorAll(places)].find((one) => {
            const { left, top, width, height } = one.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return there && one.parentNode.contains(there);
          });
          seen.dataset.seen = "";
        }""",
        places,
    )
    page.locator("[data-seen]").tap()


def by_link(ada: Visitor, leo: Visitor, take: Take) -> None:
    """Ada invites with a link, Leo opens it, gives a name, and they sit at one table."""
    page = ada.go()
    page.locator(".card").nth(1).get_by_role("button", name="Invite friends").tap()
    page.locator("dialog select").first.select_option("2")
    page.locator("dialog .seats input").first.fill("Ada")
    take("invite", ada)
    page.get_by_role("button", name="Create table").tap()
    link = page.locator("dialog .links input").input_value()
    take("the-link", ada)
    page.get_by_role("link", name="Go to the table").tap()
    page.wait_for_selector(".room")
    other = leo.go(link.removeprefix(leo.base))
    other.locator("main input").fill("Leo")
    take("a-friend-opens-it", leo)
    other.locator("main form .btn-primary").tap()
    for person in (ada, leo):
        person.page.wait_for_selector(".hand")
    expect(page.locator(".others")).to_contain_text("Leo")
    take("both-are-there", ada)


def invitation(ada: Visitor, leo: Visitor, take: Take) -> None:
    """They become friends; Leo challenges Ada, who sees it on the page where she is, and joins there."""
    ids = {}
    for person, name in ((ada, "Ada"), (leo, "Leo")):
        answer = person.context.request.post(f"{person.base}/api/v1/me", data={"name": name, "avatar": "face-2"})
        assert answer.ok, answer.text()
        person.go("/my-games")
        person.page.get_by_role("tab", name="Friends").wait_for()
        ids[name] = person.context.request.get(f"{person.base}/api/v1/me").json()["me"]["id"]
    for person, other in ((ada, "Leo"), (leo, "Ada")):
        assert person.context.request.post(f"{person.base}/api/v1/me/friends/ask", data={"person": ids[other]}).ok
    page = ada.go("/learn")
    leo.go("/my-games")
    leo.page.get_by_role("tab", name="Friends").tap()
    leo.page.get_by_role("button", name="Challenge").tap()
    leo.page.tap("[data-challenge=viaggiatore]")
    leo.page.wait_for_selector(".room")
    page.evaluate(LOOK_AGAIN)
    note = page.locator(".invited")
    expect(note).to_contain_text("Leo invites you to Il Commercio Viaggiatore")
    take("an-invitation-on-another-page", ada)
    note.get_by_role("button", name="Join").tap()
    page.wait_for_selector(".hand")
    take("joined", ada)


def main() -> None:
    parser = argparse.ArgumentParser(description="A first visit on a phone, frame by frame.")
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    frames: list[str] = []

    def take(name: str, visitor: Visitor) -> None:
        visitor.page.wait_for_timeout(600)  # what glides in is there
        for flaw in visitor.flaws():
            print(f"{name}: {flaw}")
        frames.append(f"{len(frames) + 1:02}-{name}.png")
        visitor.page.screenshot(path=asked.out / frames[-1])

    with tempfile.TemporaryDirectory() as folder, usual_pace(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        ada, leo = (Visitor(browser, server.base, phone=True, painted=True, motion=True) for _ in range(2))
        waited = first_visit(ada, leo, take)
        browser.close()
    print("\n".join([*frames, *(f"{what}: {seconds:.1f} s" for what, seconds in waited.items())]))


if __name__ == "__main__":
    main()
