"""Il Commercio Viaggiatore on a tablet held upright: a hint leaves the auction its room, watchers see the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.people.visitor import Visitor
from tests.page.scenes.moments import phase
from tests.page.scenes.presses import hint
from tests.page.scenes.scene import Scene, Set, Tables
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

TABLET: ViewportSize = {"width": 820, "height": 1180}
SCENE = Scene("tablet", game="viaggiatore", players=4, turn=6, moment=phase("bidding"), see=".hand")
BOX = """(selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return [left, top, right, bottom];
}"""


def box(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of something."""
    left, top, right, bottom = page.evaluate(BOX, selector)
    return left, top, right, bottom


def test_a_hint_leaves_the_auction_where_it_is(visit: Visit, tables: Tables) -> None:
    ada = visit()
    ada.page.set_viewport_size(TABLET)
    stage = Set(tables, SCENE)
    assert stage.company is not None
    page = ada.go(stage.company.link(stage.seat))
    page.wait_for_selector(".stage .bids")
    before = box(page, ".stage")
    hint(ada)
    expect(page.locator(".advice ol > li").first).to_be_visible()
    assert box(page, ".stage") == before, "not by a pixel"
    assert before[3] - before[1] >= 260
    assert box(page, ".advice")[1] >= box(page, ".stage .bids .bc")[3], "the bids are in sight"
    for part in (".stage .bids", ".stage .piles"):
        inside = box(page, part)
        assert before[1] <= inside[1] <= inside[3] <= before[3], f"{part} on the stage, not on a neighbour"
    assert not ada.flaws()


@pytest.mark.parametrize("players", tier([2, 6], [2, 4, 6]))
def test_watchers_see_places_auction_and_log(visit: Visit, tables: Tables, players: int) -> None:
    ada = visit()
    ada.page.set_viewport_size(TABLET)
    scene = Scene("watching", game="viaggiatore", players=players, turn=4, moment=phase("bidding"))
    page = ada.go(f"/t/{tables.gather(scene).id}")
    expect(page.locator(".others .place")).to_have_count(players)
    expect(page.locator(".rail .log li").first).to_be_visible()
    _, top, _, bottom = box(page, ".stage")
    assert bottom - top <= 420, "no more than its cards need"
    assert box(page, ".others")[3] <= top
    assert bottom <= box(page, ".rail")[1]
    assert box(page, ".rail")[1] + 100 <= box(page, ".dock")[1], "some of the log is above the bar"
    assert not ada.flaws()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("header .live")).to_contain_text("1 spectator")
    assert not ada.flaws(), "beside the phases in the header"
