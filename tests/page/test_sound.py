"""Sound and vibration: one switch, remembered; my turn by default; nothing before a gesture."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.people.players import market
from tests.page.people.visitor import OFFERED, Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: Counts what is played and vibrated, on the real audio context.
COUNT = """
window.heard = { tones: 0, vibrations: 0, contexts: 0, early: 0, pressed: 0 };
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() {
    super();
    window.heard.contexts++;
    if (!navigator.userActivation.hasBeenActive) window.heard.early++;
    if (window.event instanceof UIEvent) window.heard.pressed++;
  }
  createOscillator() { window.heard.tones++; return super.createOscillator(); }
};
navigator.vibrate = () => { window.heard.vibrations++; return true; };
"""


def heard(page: Page, what: str) -> int:
    return int(page.evaluate("(what) => window.heard[what]", what))


def level(page: Page, name: str) -> None:
    """Expect the switch in the open menu to stand at this level."""
    expect(page.locator(f"#site-menu input[value={name}]")).to_be_checked()


def test_one_switch_is_remembered(visit: Visit) -> None:
    ada = visit(phone=True)
    page = ada.go("/")
    page.click(".site-menu")
    level(page, "turn")
    page.locator("#site-menu label", has=page.locator("input[value=off]")).tap()
    level(page, "off")
    ada.looked_at()
    page.reload()
    page.click(".site-menu")
    level(page, "off")
    ada.remember(sound="on")  # as earlier versions wrote it
    page.reload()
    page.click(".site-menu")
    level(page, "all")


def test_my_turn_is_called_after_the_others(visit: Visit) -> None:
    ada = visit()
    ada.come_again("/", COUNT)
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    rng = random.Random(1)
    deadline = time.monotonic() + 120
    while heard(page, "vibrations") == 0:
        assert time.monotonic() < deadline
        market(ada, rng)
    ada.until("window.heard.tones >= 2")
    assert heard(page, "tones") == 2 * heard(page, "vibrations"), "two notes for my turn, and nothing else"
    assert heard(page, "contexts") == 1
    assert heard(page, "early") == 0
    assert heard(page, "pressed") == 0, "opening it is slow, so the press is answered first"
