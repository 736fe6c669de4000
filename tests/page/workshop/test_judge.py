"""The instant judge: figures come while one draws, a change is judged anew and compared, a place that moves is not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from piazzetta.games.portobello.board import Board
from piazzetta.games.registry import shelf
from tests.page.people.players import CARD, PLAIN
from tests.page.people.visitor import SIZES, Visitor
from tests.page.test_screens import KEY
from tests.tiers import long_only

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]
GAMES = "Number(document.querySelector('.judge').dataset.games)"


def stop_if_it_still_searches(page: Page) -> None:
    """In one step: a search may end by itself at any moment, and its button with it."""
    stop = page.get_by_role("button", name="Stop and use the best so far")
    stop.evaluate_all("(buttons) => buttons.forEach((one) => one.click())")


def a_search_is_given_up_another_makes_a_map_fair_and_it_is_brought_back(page: Page) -> None:
    page.click("[data-fair] summary")
    page.click("[data-fair-begin]")
    expect(page.locator("[data-fair=search]")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    page.select_option("[data-effort]", "quick")
    page.click("[data-fair-begin]")
    expect(page.locator("[data-fair] circle").first).to_be_visible(timeout=180_000)  # its way, step by step
    stop_if_it_still_searches(page)
    over = page.locator("[data-fair=better], [data-fair=same]")
    expect(over).to_be_visible(timeout=300_000)
    undo = page.get_by_role("button", name="Undo")
    if over.get_attribute("data-fair") == "better":  # chance decides, and the network that plays
        expect(page.locator("[data-fair] .said")).to_contain_text("Fairer")
        undo.click()
    else:
        expect(page.locator("[data-fair] .said")).to_contain_text("nothing was changed")
    expect(undo).to_be_disabled()


def test_a_map_is_judged_made_fair_and_judged_while_it_is_drawn(visit: Visit) -> None:
    ada = visit()
    page = ada.go("/workshop/portobello?design=leather-lane")
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator(".judge .change").first).to_have_text("")
    a_search_is_given_up_another_makes_a_map_fair_and_it_is_brought_back(page)
    ada.until(f"{GAMES} >= 220")  # enough to be compared with
    # a square that moves changes the drawing alone: the judge goes on
    games = page.evaluate(GAMES)
    page.focus("[data-place='squares/F']")
    page.keyboard.press("ArrowLeft")
    ada.until(f"{GAMES} > {games}")
    # another value is another game: judged from the start, and compared with the version before
    page.focus("[data-place='alleys/A-B']")
    page.keyboard.press("Enter")
    page.locator(".values input").first.press("ArrowUp")
    expect(page.locator(".judge [data-figure=rounds] .change")).not_to_have_text("")
    assert page.evaluate(GAMES) < games
    # how often each place is used, on the map itself
    page.check("[data-heat-switch]")
    board = Board.read(next(one.source for one in shelf("portobello") if one.key == "leather-lane"))
    expect(page.locator("[data-heat] rect")).to_have_count(board.spaces)
    expect(page.locator("[data-heat] path")).to_have_count(len(board.districts))
    # another number of players
    page.select_option("[data-judge-players]", "4")
    expect(page.locator("[data-seat]")).to_have_count(4)
    # what cannot be played is not judged: no alley leads to a new square
    page.focus("[data-tool=square]")
    page.keyboard.press("Enter")
    expect(page.locator(".judge .words")).to_have_text("Fix the errors first: the bots cannot play this yet.")


@long_only  # tests/browser plays the same trials in the same engine
def test_skill_and_barred_moves_are_played_when_somebody_looks(visit: Visit) -> None:
    ada = visit()
    page = ada.go("/workshop/portobello?design=template-small")
    page.click("[data-trials] summary")
    for player in ("easy", "medium", "judge"):
        expect(page.locator(f"[data-rung={player}]")).to_be_visible(timeout=180_000)
    expect(page.locator("[data-bar=build] .sure").first).to_have_text(re.compile(r"^[-−]\d"), timeout=180_000)


@long_only  # one of the scenes shows the first of these figures
def test_skill_is_weighed_when_somebody_looks(visit: Visit) -> None:
    page = visit().go("/workshop/viaggiatore?design=fiera")
    page.click("[data-trials] summary")
    # against random moves: more than half
    expect(page.locator("[data-rung=easy] b")).to_have_text(re.compile(r"^([5-9]\d|100)\.\d%$"))


@long_only  # tests/browser finds the same points as Python; tests/tables has tables with a fair start
def test_points_make_a_start_fair_and_a_table_has_them(visit: Visit) -> None:
    """Two with our own deck: the starter wins 62%, or 40% if the second has a point; or it is lots."""
    ada = visit()
    page = ada.go("/workshop/viaggiatore?design=fiera")
    page.click("[data-fair] summary")
    page.select_option("[data-fair-what]", "points")
    page.select_option("[data-effort]", "quick")
    page.click("[data-fair-begin]")
    expect(page.locator("[data-fair] circle").nth(1)).to_be_visible()  # without points, and with some
    stop_if_it_still_searches(page)
    expect(page.locator("[data-fair=better]")).to_be_visible(timeout=300_000)
    found = [[int(one) for one in re.findall(r"\d+", line.partition(":")[2] or line)]
             for line in page.locator("[data-start] li").all_inner_texts()]  # fmt: skip
    assert any(any(points) for points in found)
    expect(page.locator("[data-fair-start]")).to_be_visible()
    wrong = ada.flaws_in(("de", "en"), KEY) + ada.violations() + ada.flaws_in(("de", "en"), KEY, size=SIZES[True])
    assert not wrong, wrong
    # without them, if one likes
    page.get_by_label("Play with these points").uncheck()
    expect(page.locator("[data-fair-start]")).to_have_count(0)
    page.get_by_label("Play with these points").check()
    page.click("[data-try]")
    page.wait_for_selector(f"{CARD}, {PLAIN}")
    replay = "/replay?viewer=-1`).then((a) => a.json())"
    told = page.evaluate("fetch(`/api/v1/tables/${location.pathname.slice(3)}" + replay)
    assert sorted(told["frames"][0]["view"]["head_start"]) in [sorted(points) for points in found]
