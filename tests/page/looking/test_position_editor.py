"""The position editor: places are chosen on the board or in the panel, what cannot be is named with its clause."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import piazzetta
from piazzetta import Record
from piazzetta.studies import Study
from tests.page.looking.test_study import brought, exported
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def beginning(name: str) -> Record:
    match = piazzetta.game(name, players=2).start(seed=4)
    match.play(next(iter(match.legal_moves)))
    return Record.of(match)


def test_a_market_is_set_up_by_keyboard_and_studied(visit: Visit, tmp_path: Path) -> None:
    ada = brought(visit, tmp_path, beginning("portobello"), 1)
    page = ada.page
    page.get_by_role("button", name="Set up a position").click()
    fine = page.get_by_text("This position can be.", exact=True).and_(page.locator(".verdict b"))
    expect(fine).to_be_visible()
    square = page.get_by_role("button", name="Golborne Cross: Free")
    square.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Lord", exact=True).press("Enter")
    verdict = page.get_by_role("region", name="What cannot be")
    expect(verdict).to_contain_text("The lord is on Golborne Cross, but he comes when ten customers are on the board")
    begin = page.get_by_role("button", name="Study from here")
    expect(begin).to_be_disabled()
    verdict.get_by_role("button", name="5.4").click()
    expect(page.get_by_role("dialog")).to_contain_text("5.4")
    page.keyboard.press("Escape")
    page.get_by_role("group", name="Golborne Cross").get_by_role("button", name="Burgher").click()
    expect(fine).to_be_visible()
    page.keyboard.press("Control+z")
    expect(verdict).to_contain_text("The lord is on")
    page.get_by_role("button", name="Redo").click()
    expect(fine).to_be_visible()
    page.get_by_label("Round", exact=True).fill("3")
    page.get_by_label("Round", exact=True).press("Enter")
    page.get_by_text("Position as text").click()
    text = page.get_by_role("textbox", name="Position as text")
    expect(text).to_have_value(re.compile(r'"round":3'))
    position = json.loads(text.input_value())
    text.fill(json.dumps({**position, "seat": 7}))
    page.get_by_role("button", name="Use this text").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "This position cannot be read: position: seat must be a whole number from 0 to 1"
    )
    text.fill(json.dumps({**position, "scores": [31, 4]}))
    page.get_by_role("button", name="Use this text").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    ada.looked_at()
    begin.click()
    page.wait_for_selector(".study-rail")
    study = Study.loads(exported(page, "Export"))
    assert study.setting.position == {**position, "scores": [31, 4]}
    assert list(position["squares"].values()) == ["burgher"]


def test_cards_are_dealt_by_their_pictures(visit: Visit, tmp_path: Path) -> None:
    ada = brought(visit, tmp_path, beginning("viaggiatore"), 12)
    page = ada.page
    page.get_by_role("button", name="Set up a position").click()
    page.locator("summary", has_text="Ada").click()
    hand = page.get_by_role("group", name="Hand", exact=True)
    held = hand.get_by_role("listitem")
    expect(held).to_have_count(5)
    hand.get_by_role("button", name="Remove").first.press("Enter")
    expect(held).to_have_count(4)
    for count in (5, 6):
        hand.get_by_role("button", name="Add to: Hand").press("Enter")
        card = page.get_by_role("dialog").get_by_role("button").nth(90 + count)
        card.press("Enter")
        expect(held).to_have_count(count)
    verdict = page.get_by_role("region", name="What cannot be")
    expect(verdict).to_contain_text("Ada has 6 game cards in hand, but draws only up to 5.")
    expect(verdict.get_by_role("button", name="6.1")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(held).to_have_count(5)
    page.get_by_role("group", name="Baggage, the oldest first").get_by_role("button", name="Add to").press("Enter")
    page.get_by_role("dialog").get_by_role("button").nth(70).press("Enter")
    expect(verdict).to_contain_text("Ada has game cards in hand, so this baggage must have a carrier")
    ada.looked_at()
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".hand")
