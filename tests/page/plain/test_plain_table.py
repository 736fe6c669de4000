"""A game written in Python alone, installed by its entry point, is played in the browser at the plain table."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import PAGE
from tests.page.people.visitor import Visitor
from tests.server.tools import ServerProcess
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only

SITE = Path(__file__).parents[2] / "tinygame" / "site"
#: Seconds until a bot moves: long enough to take one's own move back.
PACE = "3"


@pytest.fixture(scope="module")
def chestnuts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the tiny game. Its process runs interpreted, so that nothing has to be compiled."""
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    db = f"sqlite:///{tmp_path_factory.mktemp('plain')}/tables.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(SITE)
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        server = ServerProcess(db, "--pace", PACE, "--no-address-limits", anew=True).start()
    try:
        deadline = time.monotonic() + 120
        while "chestnuts" not in httpx.get(f"{server.base}/api/v1/games", timeout=60).text:
            assert time.monotonic() < deadline, "the game is never offered"
            time.sleep(0.5)
        yield server
    finally:
        server.stop()


def play_to_the_end(visitor: Visitor) -> None:
    """Make the first legal move until the game is over."""
    page = visitor.page
    while not page.locator("main.end").count():
        move = page.locator("[data-move]:not([disabled])").first
        expect(move.or_(page.locator("main.end")).first).to_be_visible()
        if move.count():
            told = json.dumps(page.locator(".log").inner_text())
            move.click()
            visitor.until(f"document.querySelector('main.end') || document.querySelector('.log').innerText !== {told}")
    expect(page.locator("main.end")).to_contain_text("wins by")


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_a_whole_game_against_a_bot(chestnuts: ServerProcess, browser: Browser, phone: bool) -> None:
    """From the front page through hint and undo to the end and the replay, without an error in the console."""
    visitor = Visitor(browser, chestnuts.base, phone=phone)
    page = visitor.go("/")
    card = page.locator("article", has_text="Chestnuts")
    expect(card).to_contain_text("Take baskets of chestnuts")
    expect(card.locator("img")).to_be_visible()
    card.get_by_role("button", name="Change").click()
    sheet = page.locator("[data-setup]")
    sheet.get_by_label("I go first").check()
    sheet.get_by_role("button", name="Play now").click()

    expect(page.get_by_alt_text("Drawing of the game")).to_be_visible()
    left, undo = page.locator("[data-move=left]"), page.get_by_role("button", name="Undo")
    expect(left).to_contain_text("Take the left basket+3")
    expect(page.locator(".seat", has_text="You")).to_contain_text("0")

    page.get_by_role("button", name="Hint").click()
    page.locator(".advice").get_by_role("button", name="Take the").first.click()
    expect(page.locator(".move.hinted")).to_be_visible()
    page.locator(".advice").get_by_role("button", name="Close").click()

    page.get_by_text("The position in words").click()
    expect(page.locator("details.words")).to_contain_text("3, 1, 5, 2, 4, 1, and 6")
    visitor.looked_at()

    left.click()
    expect(page.locator(".log")).to_contain_text("You take 3 from the left.")
    undo.click()
    expect(left).to_contain_text("+3")
    expect(page.locator(".log")).not_to_contain_text("You take")

    play_to_the_end(visitor)
    assert visitor.flaws() == []

    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".replay").wait_for()
    expect(page.get_by_alt_text("Drawing of the game")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".log")).to_contain_text("from the left.")
    assert visitor.trouble == []
    visitor.leave()


def test_the_table_speaks_every_language(chestnuts: ServerProcess, browser: Browser) -> None:
    """What belongs to the page is translated; the game's own words stay English, as it has no others."""
    visitor = Visitor(browser, chestnuts.base)
    made = httpx.post(
        f"{chestnuts.base}/api/v1/tables",
        json={"game": "chestnuts", "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}], "starter": 0},
    ).json()
    page = visitor.go(made["links"]["0"])
    expect(page.locator("[data-move=left]")).to_be_visible()
    assert visitor.flaws_in(["de", "it", "es", "fr", "en"], r"\b(plain|chestnuts)\.[a-z_.]+") == []
    assert visitor.trouble == []
    visitor.leave()
