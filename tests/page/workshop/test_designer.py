"""What a hand does on the drawing table, and what a designer does from the first template to the first game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.people.players import market, play, tried
from tests.page.people.visitor import Visitor
from tests.tiers import long_only

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]
VALID, FAULTY = "[data-verdict=true]", "[data-verdict=false]"

#: Counts what changes within the map that is not dragged: its ground, its pieces, its handles.
WATCH = """() => {
  window.touched = 0;
  const watching = new MutationObserver((changes) => (window.touched += changes.length));
  const [ground, pieces] = document.querySelectorAll(".canvas > svg");
  for (const layer of [ground, pieces, document.querySelector(".canvas > .over")])
    watching.observe(layer, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def square(page: Page, key: str) -> Locator:
    return page.locator(f"[data-place='squares/{key}']")


def on_map(page: Page, x: float, y: float) -> tuple[float, float]:
    """A point of the map on the screen; the map is 1500 wide."""
    box = page.locator(".canvas").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"] / 1500, box["y"] + y * box["width"] / 1500


def drag(page: Page, key: str, *steps: tuple[float, float]) -> None:
    """Take a square and move it step by step; the hand does not let go."""
    x, y = middle(square(page, key))
    page.mouse.move(x, y)
    page.mouse.down()
    for dx, dy in steps:
        page.mouse.move(x + dx, y + dy)


def only_what_is_dragged_is_drawn_anew(page: Page) -> None:
    layers = page.locator(".canvas > svg")
    expect(layers).to_have_count(3)
    place = square(page, "D")
    before = place.get_attribute("cx"), place.get_attribute("cy")
    name = page.locator(".canvas .sq", has_text="Clerkenwell Green").locator("xpath=..")
    drag(page, "D", (12, 8), (25, 16))
    expect(layers).to_have_count(4)  # what moves is a layer of its own
    page.evaluate(WATCH)
    x, y = middle(place)  # the handle waits where it was
    for step in range(1, 9):
        seen = name.get_attribute("transform")
        page.mouse.move(x + 25 + 12 * step, y + 16 + 8 * step)
        expect(name).not_to_have_attribute("transform", str(seen))
    assert page.evaluate("window.touched") == 0
    # the engine looks while the hand still holds it: far away its alleys cross others
    page.mouse.move(x + 350, y - 100)
    page.wait_for_selector(FAULTY)
    expect(page.locator(".canvas .way.fault").first).to_be_attached()
    page.mouse.move(x + 60, y + 40)
    page.wait_for_selector(VALID)
    page.mouse.up()
    expect(layers).to_have_count(3)
    expect(place).not_to_have_attribute("cx", str(before[0]))
    page.keyboard.press("Control+z")  # all of that was one step
    expect(place).to_have_attribute("cx", str(before[0]))
    expect(place).to_have_attribute("cy", str(before[1]))
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def a_square_undone_under_the_hand_is_let_go(page: Page) -> None:
    page.click("[data-tool=square]")
    page.mouse.click(*on_map(page, 1330, 800))
    expect(square(page, "H")).to_have_count(1)
    drag(page, "H", (-10, -10), (-20, -20))
    page.keyboard.press("Control+z")
    expect(square(page, "H")).to_have_count(0)
    page.mouse.move(*on_map(page, 1200, 600))
    page.mouse.up()
    page.wait_for_selector(VALID)
    expect(page.locator(".canvas > svg")).to_have_count(3)


def an_alley_is_bent_by_hand_and_by_keys(page: Page) -> None:
    way = page.locator("[data-place='alleys/A-B']")
    page.focus("[data-place='alleys/A-B']")
    straight = way.get_attribute("d")
    box = page.locator("[data-bow]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 40, steps=4)
    page.mouse.up()
    expect(way).to_have_attribute("d", re.compile("Q"))
    expect(page.locator(VALID)).to_be_visible()
    page.get_by_role("button", name="Straighten").click()
    expect(way).to_have_attribute("d", str(straight))
    page.focus("[data-bow]")
    page.keyboard.press("ArrowRight")
    expect(way).to_have_attribute("d", re.compile("Q"))
    page.keyboard.press("Control+z")
    expect(way).to_have_attribute("d", str(straight))


def test_a_hand_drags_squares_and_bends_an_alley(visit: Visit) -> None:
    page = visit(judging=False).go("/workshop/portobello?design=leather-lane")
    page.wait_for_selector(VALID)
    only_what_is_dragged_is_drawn_anew(page)
    a_square_undone_under_the_hand_is_let_go(page)
    an_alley_is_bent_by_hand_and_by_keys(page)


class Finger:
    """One finger on a phone, as the browser itself feels it: Playwright's own taps do not move."""

    def __init__(self, page: Page) -> None:
        self._felt = page.context.new_cdp_session(page)

    def press(self, x: float, y: float) -> None:
        self._feel("touchStart", x, y)

    def move(self, x: float, y: float) -> None:
        self._feel("touchMove", x, y)

    def lift(self) -> None:
        self._felt.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _feel(self, what: str, x: float, y: float) -> None:
        self._felt.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [{"x": x, "y": y}]})


def test_a_finger_drags_a_square_the_page_stays_and_small_changes_are_made(visit: Visit) -> None:
    ada = visit(phone=True, judging=False)
    page = ada.go("/workshop/portobello?design=leather-lane")
    page.wait_for_selector(VALID)
    place, layers = square(page, "D"), page.locator(".canvas > svg")
    place.scroll_into_view_if_needed()
    before = place.get_attribute("cx"), place.get_attribute("cy")
    x, y = middle(place)
    finger, at = Finger(page), page.evaluate("scrollY")
    finger.press(x, y)
    for step in range(1, 9):  # mostly downwards, as one scrolls
        finger.move(x + step, y + 4 * step)
    expect(layers).to_have_count(4)
    expect(place).to_have_attribute("aria-pressed", "true")
    finger.lift()
    expect(layers).to_have_count(3)
    expect(place).not_to_have_attribute("cy", str(before[1]))
    assert page.evaluate("scrollY") == at
    page.wait_for_selector("[data-verdict]")
    page.get_by_role("button", name="Undo").tap()  # all of that was one step
    expect(place).to_have_attribute("cx", str(before[0]))
    expect(place).to_have_attribute("cy", str(before[1]))
    # where nothing can be taken, the same finger scrolls
    ground = page.locator(".canvas").bounding_box()
    assert ground is not None
    x, y = ground["x"] + 4, ground["y"] + 20
    finger.press(x, y)
    for step in range(1, 13):
        finger.move(x, y - 12 * step)
    finger.lift()
    ada.until(f"scrollY > {at}")
    # name a square, and split a district by a new one
    page.locator("[data-place='squares/B']").tap()
    page.fill("[data-name]", "Ponte Sisto")
    page.locator("[data-tool=square]").tap()
    page.locator("[data-place='districts/D2']").tap()
    page.wait_for_selector(VALID)
    expect(page.locator("[data-place^='districts/']")).to_have_count(7)
    expect(page.locator("[data-place='squares/B']")).to_have_attribute("aria-label", "Square Ponte Sisto")


def test_a_square_on_a_road_is_refused_and_an_invitation_names_the_map(visit: Visit) -> None:
    """What lies on a road is marked there and named; friends are invited for as many as the map is judged for."""
    ada = visit(judging=False)
    page = ada.go("/workshop")
    page.locator(".templates a").first.click()
    page.wait_for_selector(VALID)
    road = page.locator("[data-place='alleys/C-D']")
    name = str(road.get_attribute("aria-label")).removeprefix("Alley ")
    x, y = road.evaluate("(road) => ((at) => [at.x, at.y])(road.getPointAtLength(road.getTotalLength() / 2))")
    page.click("[data-tool=square]")
    page.mouse.click(*on_map(page, x + 12, y + 12))
    page.wait_for_selector(FAULTY)
    expect(page.locator(FAULTY)).to_contain_text(f"Alley {name} runs through square")
    expect(road).to_have_class(re.compile(r"\bfault\b"))
    expect(square(page, "H")).to_have_class(re.compile(r"\bfault\b"))
    ada.looked_at()
    page.keyboard.press("Control+z")
    page.wait_for_selector(VALID)
    for players in ("4", "3"):
        page.locator(".judge").get_by_label("Players").select_option(players)
        page.get_by_role("button", name="Invite friends").click()
        dialog = page.locator("dialog[open]")
        expect(dialog).to_contain_text("Portobello Market · ")
        expect(dialog.get_by_label("Players")).to_have_value(players)
        ada.looked_at()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


@long_only
def test_a_designers_walk(visit: Visit) -> None:
    """The steps of docs/workshop.md, "A walk": from a template to a game on one's own map."""
    ada = visit()
    page = ada.go("/workshop")
    page.locator(".templates a").first.click()
    page.wait_for_selector(VALID)
    # move a square, and name it
    drag(page, "B", (20, 6), (40, 14))
    page.mouse.up()
    page.fill("[data-name]", "Ponte Sisto")
    expect(square(page, "B")).to_have_attribute("aria-label", "Square Ponte Sisto")
    # a new square beside the map has no alleys yet, and the engine says so
    page.click("[data-tool=square]")
    page.mouse.click(*on_map(page, 1330, 500))
    page.wait_for_selector(FAULTY)
    expect(square(page, "H")).to_have_class(re.compile(r"\bfault\b"))
    for other in "CD":
        page.click("[data-tool=alley]")  # it begins where the chosen square is, if one is
        if square(page, "H").get_attribute("aria-pressed") != "true":
            page.mouse.click(*middle(square(page, "H")))
        page.mouse.click(*middle(square(page, other)))
        page.keyboard.press("v")
    expect(page.locator("[data-place^='districts/']")).to_have_count(7)
    page.wait_for_selector(VALID)
    # what a space is worth
    page.focus("[data-place='alleys/C-D']")
    page.locator(".values input").first.fill("3")
    page.wait_for_selector(VALID)
    # the judge answers, and another map is judged anew
    page.wait_for_selector("[data-seat='1']")
    ada.until("Number(document.querySelector('.judge').dataset.games) > 200")
    page.focus("[data-place='districts/D1']")
    page.keyboard.press("Delete")
    page.wait_for_selector(FAULTY)
    page.keyboard.press("Control+z")
    page.wait_for_selector(VALID)
    ada.until("Number(document.querySelector('.judge').dataset.games) > 0")
    # keep it, and send it
    page.click(".acts button:has(use[href='#i-save'])")
    page.wait_for_url("**/workshop/portobello?design=*")
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text } }")
    page.click(".acts .row button:has(use[href='#i-link'])")
    ada.until("typeof window.copied === 'string'")
    # a friend opens the link and plays against a bot
    ben = visit()
    ben.page.goto(page.evaluate("window.copied"))
    ben.page.wait_for_selector(VALID)
    expect(square(ben.page, "B")).to_have_attribute("aria-label", "Square Ponte Sisto")
    ben.page.click("[data-try]")
    ben.page.wait_for_url("**/t/*")
    found = ben.page.evaluate("fetch(`/api/v1/tables/${location.pathname.slice(3)}`).then((a) => a.json())")
    assert found["chart"]["squares"]["B"]["name"] == "Ponte Sisto"
    assert found["chart"]["alleys"]["C-D"]["values"][0] == 3
    assert {"H-C", "H-D"} <= {*found["chart"]["alleys"]}
    assert play([ben], tried(market), most=8) == 8
