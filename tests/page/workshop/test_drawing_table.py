"""The workshop: a map drawn by keys, dragged, generated, read from a file; kept, printed, shared and played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.workbench import drawn
from tests.page.people.visitor import Visitor
from tests.page.workshop.test_decks import pages
from tests.tiers import LONG

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]
LEATHER_LANE = "/workshop/portobello?design=leather-lane"
VALID, FAULTY = "[data-verdict=true]", "[data-verdict=false]"
#: The workshop's name in the bar.
TO_THE_SHELF = "header a[href='/workshop']"


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there, as somebody without a mouse does."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def own_maps(page: Page) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = json.loads(page.evaluate("localStorage.getItem('piazzetta.designs') ?? '[]'"))
    return kept


def chart(page: Page) -> dict[str, Any]:
    """The map of the current table, as the server has it."""
    page.wait_for_url("**/t/*")
    told = page.evaluate("fetch(`/api/v1/tables/${location.pathname.slice(3)}`).then((a) => a.json())")
    found: dict[str, Any] = told["chart"]
    return found


def test_a_map_is_drawn_by_keys_alone(visit: Visit) -> None:
    page = visit(judging=False).go(LEATHER_LANE)
    page.wait_for_selector(VALID)
    tab_to(page, "[data-tool=square]")
    page.keyboard.press("Enter")
    new = page.locator("[data-place='squares/H']")
    expect(new).to_be_focused()
    page.wait_for_selector(FAULTY)
    expect(new).to_have_class(re.compile(r"\bfault\b"))
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+z")
    expect(page.locator("[data-place='squares/H']")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator("[data-place='squares/H']")).to_have_count(0)
    page.wait_for_selector(VALID)
    page.keyboard.press("Control+y")
    # two alleys from F and G to the new square close a triangle, which becomes a district
    page.focus("[data-place='squares/H']")
    for fields, number in ((1, 1330), (2, 140)):
        page.keyboard.press("Enter")
        expect(page.locator("[data-name]")).to_be_focused()
        for _ in range(fields):
            page.keyboard.press("Tab")
        page.keyboard.press("Control+a")
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(new).to_be_focused()
    for other in "FG":
        page.focus("[data-place='squares/H']")
        page.keyboard.press("a")
        page.focus(f"[data-place='squares/{other}']")
        page.keyboard.press("Enter")
        page.keyboard.press("v")
    page.wait_for_selector(VALID)
    expect(page.locator("[data-place^='districts/']")).to_have_count(6)
    # an alley: its name, a space more, another value
    page.focus("[data-place='alleys/A-B']")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("Via Giulia")
    tab_to(page, ".values input")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.locator("[data-place='alleys/A-B']")).to_have_attribute("aria-label", "Alley Via Giulia")
    page.focus("[data-place='districts/D5']")
    page.keyboard.press("Delete")
    expect(page.locator("[data-place^='districts/']")).to_have_count(5)  # the map has a hole now
    page.keyboard.press("Control+z")
    expect(page.locator("[data-place^='districts/']")).to_have_count(6)
    page.wait_for_selector(VALID)
    tab_to(page, ".acts .row .btn")
    page.keyboard.press("Enter")
    page.wait_for_url("**/workshop/portobello?design=*")
    (kept,) = own_maps(page)
    board = Board.read(kept["file"])
    assert (len(board.squares), len(board.districts)) == (8, 6)
    assert board.alleys[0].name == "Via Giulia"
    assert board.alleys[0].values[0] == 3


def test_a_map_is_dragged_shared_put_on_the_shelf_and_played(visit: Visit) -> None:
    ada, ben = visit(judging=False), visit(judging=False)
    page = ada.go(LEATHER_LANE)
    page.wait_for_selector(VALID)
    before = page.locator("[data-place='squares/F']").bounding_box()
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10)
    page.mouse.move(x + 60, y + 20)
    page.mouse.up()
    page.fill("[data-name]", "Ely Circus")
    page.wait_for_selector(VALID)
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.click(".acts button:has(use[href='#i-link']) >> nth=-1")
    ada.until("typeof window.copied === 'string'")  # Playwright calls what it evaluates, with nothing
    page.click("[data-put]")
    expect(page.get_by_text("Shared: everyone on this server")).to_be_visible()
    other = ben.go("/workshop")
    expect(other.locator("[data-served=portobello] li")).to_have_count(1)
    expect(other.locator("[data-take-down]")).to_have_count(0)
    other.goto(page.evaluate("window.copied"))
    other.wait_for_selector(VALID)
    expect(other.locator("[data-place='squares/F']")).to_have_attribute("aria-label", "Square Ely Circus")
    other.click("[data-try]")
    found = chart(other)
    assert found["squares"]["F"]["name"] == "Ely Circus"
    assert found["squares"]["F"]["x"] > 1060
    other.wait_for_selector(".map")
    page.click(TO_THE_SHELF)
    page.click("[data-take-down]")
    expect(page.locator("[data-served=portobello]")).to_have_count(0)


def test_random_maps_files_paper_and_the_front_page(visit: Visit, tmp_path: Path) -> None:
    ada = visit(judging=False)
    page = ada.go("/workshop")
    # a random map is the generator's
    page.locator(".random select").select_option("3")
    page.fill(".random input", "7")
    page.click(".random button")
    page.wait_for_selector(VALID)
    page.click(".acts .row .btn")
    ada.until("localStorage.getItem('piazzetta.designs')")
    (kept,) = own_maps(page)
    assert Board.read(kept["file"]).to_json() == drawn(7, None, 3).to_json()
    # a file is checked first
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    file = Board.default().to_file()
    good.write_text(json.dumps(file | {"name": "Campo de' Fiori"}))
    bad.write_text(json.dumps(file | {"districts": {}}))
    page.click(TO_THE_SHELF)
    given = page.locator("section[aria-labelledby=shelf-portobello] input[type=file]")
    given.set_input_files(bad)
    expect(page.locator("[role=alert]")).to_contain_text("1 to 20 districts, not 0")
    given.set_input_files(good)
    page.wait_for_selector(VALID)
    if LONG:  # a deck is printed in both tiers
        assert pages(page) == 1  # a poster
    # the front page offers it
    ada.go()
    page.click("[data-change=portobello]")
    page.locator("[data-map]", has_text="Campo de' Fiori").click()
    page.click("[data-go]")
    assert chart(page)["name"] == "Campo de' Fiori"
    page.wait_for_selector(".map")
