"""A game written in Python alone is played without a server where the page was built with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page import static
from tests.page.people.visitor import Visitor
from tests.page.plain.test_plain_table import play_to_the_end

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def address(tiny_site: Path) -> Iterator[str]:
    with static.serve(tiny_site) as base:
        yield base


def test_a_whole_game_without_a_server(address: str, browser: Browser) -> None:
    """From the front page through hint, undo and reload to the end, replay and film, with the package's drawing."""
    visitor = Visitor(browser, address, offline=True)
    page = visitor.go()
    card = page.locator("article", has_text="Chestnuts")
    expect(card.locator("img")).to_be_visible()
    card.get_by_role("button", name="Change").click()
    sheet = page.locator("[data-setup]")
    sheet.get_by_label("I go first").check()
    sheet.get_by_role("button", name="Play now").click()

    expect(page.get_by_alt_text("Drawing of the game")).to_be_visible()
    assert "#/t/local-" in page.url
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice").get_by_role("button", name="Take the").first).to_be_visible()
    page.locator(".advice").get_by_role("button", name="Close").click()
    left = page.locator("[data-move=left]")
    expect(left).to_contain_text("Take the left basket+3")
    assert visitor.flaws_in(["de", "en"], r"\b(plain|chestnuts)\.[a-z_.]+") == []
    left.click()
    expect(page.locator(".log")).to_contain_text("You take 3 from the left.")
    page.reload()
    expect(page.locator(".log")).to_contain_text("You take 3 from the left.")

    play_to_the_end(visitor)
    page.wait_for_selector(".fair:not(.bad)")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_alt_text("Drawing of the game")).to_be_visible()
    page.get_by_role("button", name="Share a film").click()
    page.get_by_role("button", name="Make the film").click()
    expect(page.get_by_role("img", name="The film")).to_be_visible()
    assert visitor.trouble == []
    visitor.leave()
