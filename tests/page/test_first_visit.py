"""A first visit: one press starts a game, the rules come later; what was chosen is remembered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.page.people.visitor import OFFERED, Visitor
from tests.page.test_front import started
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: Whether one thing stands above another.
ABOVE = """([one, other]) => document.querySelector(one).getBoundingClientRect().bottom
  <= document.querySelector(other).getBoundingClientRect().top"""

#: Note what stands on the map, and what is said beside it, whenever either changes.
WATCH = """() => {
  window.shown = [];
  const look = () => {
    const all = [...document.querySelectorAll(".map use:not(.ghost, .ghost *)")].map((one) => {
      const place = one.closest("[transform*=translate]")?.getAttribute("transform") ?? "";
      return `${one.getAttribute("href")} ${place}`;
    });
    const pieces = all.filter((one) => /^#(stall|servant|burgher|lord)/.test(one));
    const said = document.querySelector(".say")?.textContent ?? "";
    const last = window.shown.at(-1);
    if (!last || last[0] !== said || last[1].length !== pieces.length) window.shown.push([said, pieces]);
  };
  new MutationObserver(look).observe(document.querySelector(".screen"), {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
  look();
}"""

#: Press the first of these that is offered.
PRESS = """(offers) => {
  const able = ":not([disabled], [aria-disabled=true])";
  const one = offers.map((offer) => document.querySelector(offer + able)).find(Boolean);
  one?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


def test_one_press_starts_a_game(visit: Visit) -> None:
    """Before it "Show me around" is offered; nothing is shown until the answer, then the bots move one by one."""
    ada = visit(phone=True, motion=True)
    page = ada.go()
    solid = page.locator(".btn-primary")
    expect(solid, "one button is the one to press").to_have_count(1)
    expect(solid).to_have_attribute("data-play", "portobello")
    solid.tap()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("[data-first]")
    expect(page.locator("[data-first]")).to_contain_text("Show me around")
    ada.looked_at()
    page.tap("[data-start]")
    page.wait_for_selector("[data-first]", state="detached")
    page.wait_for_selector(".map")
    page.tap("header .menu")
    expect(page.get_by_label("slow"), "a pace that one can follow").to_be_checked()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".map")
    expect(page.locator("[data-first]"), "asked once").to_have_count(0)
    ada.go()
    page.tap("[data-play=portobello]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".map")
    expect(page.locator("[data-first]"), "a second game").to_have_count(0)
    page.tap("header .menu")
    expect(page.get_by_label("normal")).to_be_checked()
    ada.go()
    page.tap("[data-play=viaggiatore]")
    expect(page.locator("[data-first] use").first, "the card game's own figure").to_have_attribute("href", "#walker")


def test_bots_of_a_first_game_move_one_by_one(visit: Visit) -> None:
    """Each of their moves is shown alone, and named below the map while it is."""
    ada = visit(motion=True)
    ada.remember(**{"wish.portobello": json.dumps({"players": 3, "level": "easy", "first": True})})
    page = ada.go()
    page.click("[data-play=portobello]")
    page.wait_for_selector("[data-first]")
    page.evaluate(WATCH)
    page.click("[data-start]")
    page.wait_for_selector(OFFERED)
    other = page.locator(".bar.other")
    while not other.count():  # one's own turn; Escape would skip the others' turns, too
        page.evaluate(PRESS, [".act.clock", ".map [data-move^=build]", ".btn.end", ".map [data-move^=bobby]"])
        page.wait_for_timeout(50)
    own = len(page.evaluate("window.shown"))
    page.wait_for_selector(OFFERED)  # theirs
    shown: list[tuple[str, list[str]]] = page.evaluate("window.shown")
    new = [(said, Counter(after) - Counter(before)) for (_, before), (said, after) in pairwise(shown)]
    assert max(pieces.total() for _, pieces in new) == 1, "never two at once"
    theirs = [(said, next(iter(pieces))) for said, pieces in new[own:] if pieces]
    assert len(theirs) >= 3
    for said, piece in theirs:
        assert ("builds a stall in" in said) if piece.startswith("#stall") else ("on " in said), (said, piece)


def test_somebody_would_rather_be_shown_around(visit: Visit) -> None:
    ada = visit()
    page = ada.go()
    page.click("[data-play=viaggiatore]")
    page.locator("[data-first]").get_by_role("button", name="Show me around").click()
    page.wait_for_selector(".coach")
    assert page.url.endswith("?tour")


def test_the_edition_follows_the_language_until_one_is_chosen(visit: Visit) -> None:
    ada = visit(locale="it-IT")
    page = ada.go()
    line = page.locator("[data-change=portobello]")
    expect(line).to_contain_text("Regole italiane")
    expect(line).to_contain_text("equilibrata per")
    page.click("[data-play=portobello]")
    assert (started(page)["edition"], started(page)["rules"]["handicap"]) == ("it", "fair")
    page.wait_for_selector(".map")
    ada.go()
    line.click()
    page.locator("label:has(input[value=fr-memo])").click()
    page.keyboard.press("Escape")
    expect(line).to_contain_text("francese")
    page.reload()
    expect(line, "it is remembered").to_contain_text("francese")
    line.click()
    page.click("[data-usual]")
    expect(page.locator("[data-usual]")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(line).to_contain_text("Regole italiane")


@pytest.mark.parametrize(
    ("locale", "usual", "four"),
    [
        ("es-ES", "equilibrado para 3 jugadores", "salida justa"),
        ("fr-FR", "équilibré pour 3 joueurs", "départ équitable"),
    ][: tier(1, 2)],
)
def test_what_is_dealt_is_called_balanced_only_where_it_was_found_so(
    visit: Visit, locale: str, usual: str, four: str
) -> None:
    """Four players of these rulebooks were not: so three play unless somebody wishes otherwise."""
    ada = visit(locale=locale)
    page = ada.go()
    line = page.locator("[data-change=portobello]")
    expect(line).to_contain_text(usual)
    page.locator(".card").first.locator(".go .btn").nth(1).click()
    expect(page.locator("[data-about]"), "so do friends").to_contain_text(usual)
    page.locator("dialog select").first.select_option("4")
    expect(page.locator("[data-about]")).to_contain_text(f"4 {usual.split()[-1]} · {four}")
    page.keyboard.press("Escape")
    line.click()
    page.locator("label:has(input[name=players-portobello][value='4'])").click()
    page.keyboard.press("Escape")
    expect(line).to_contain_text(four)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.click("[data-play=portobello]")
    table = started(page)
    assert (table["edition"], table["players"], table["rules"]["handicap"]) == (locale[:2], 3, "fair")
    page.wait_for_selector(".map")


def test_choosing_a_map_is_choosing_a_picture(visit: Visit) -> None:
    """One for another number of players changes the number; the next visit remembers it."""
    ada = visit(phone=True)
    page = ada.go()
    line = page.locator("[data-change=portobello]")
    expect(line).to_contain_text("You and 3 bots, medium")
    expect(line).to_contain_text("Notting Hill · balanced for 4 players · German short rules")
    line.tap()
    page.tap("[data-all-maps]")
    card = page.locator("[data-map=sberwick-street]")
    card.locator("svg image").wait_for()
    card.tap()
    expect(page.locator("input[name=players-portobello][value='2']")).to_be_checked()
    ada.looked_at()
    page.keyboard.press("Escape")
    expect(line).to_contain_text("You and one bot, medium")
    expect(line).to_contain_text("Berwick Street")
    page.reload()
    expect(line).to_contain_text("Berwick Street")
    page.locator(".card").first.get_by_role("button", name="Invite friends").tap()
    expect(page.locator("[data-about]")).to_have_text("Portobello Market · Berwick Street, 1925 · 2 players")
    page.keyboard.press("Escape")
    page.tap("[data-play=portobello]")
    table = started(page)
    assert table["players"] == 2
    assert table["chart"]["name"].startswith("Berwick Street")
    assert table["rules"]["handicap"] == "off", "points that even out another map would not fit this one"
    page.wait_for_selector(".map")


@pytest.mark.parametrize(("game", "shown"), [("portobello", ".map"), ("viaggiatore", ".hand")])
def test_a_game_starts_even_unless_the_printed_start_is_chosen(visit: Visit, game: str, shown: str) -> None:
    ada = visit()
    page = ada.go()
    line = page.locator(f"[data-change={game}]")
    expect(line).to_contain_text("balanced for 4 players")
    page.click(f"[data-play={game}]")
    assert started(page)["rules"]["handicap"] == "fair"
    page.wait_for_selector(shown)
    ada.go()
    line.click()
    page.locator(f"label:has(input[name=start-{game}][value=off])").click()
    page.keyboard.press("Escape")
    expect(line).not_to_contain_text("balanced")
    page.click(f"[data-play={game}]")
    assert started(page)["rules"]["handicap"] == "off"
    page.wait_for_selector(shown)


def test_on_a_phone_my_games_come_first(visit: Visit) -> None:
    ada = visit(phone=True)
    ada.against_bots()
    ada.page.wait_for_selector(".act")
    page = ada.go()
    page.wait_for_selector(".yours .pending-row")
    assert page.evaluate(ABOVE, [".yours", "article"])
    solid = page.locator("main .btn-primary")
    expect(solid, "the game that waits").to_have_count(1)
    expect(solid).to_have_text("Play")
    ada.looked_at()
    solid.tap()
    page.wait_for_selector(".act")


@pytest.mark.parametrize("phone", [False, True])
def test_the_home_page_has_something_for_spare_minutes(visit: Visit, phone: bool) -> None:
    """Below the games: the puzzle of the day with its week, lessons, a game to watch. On a newcomer's phone the guided
    turn comes first."""
    ada = visit(phone=phone)
    page = ada.go()
    page.wait_for_selector("[data-tour=portobello]")
    expect(page.locator(".tiles li")).to_have_count(7)
    expect(page.locator(".tiles")).to_be_visible(visible=not phone)
    ada.remember(played="portobello")
    ada.go()
    expect(page.locator(".tiles li")).to_have_count(7)
    for place in ("/learn", "/watch"):
        expect(page.locator(f".tiles a[href='{place}']")).to_be_visible()
    ada.looked_at()
    page.locator(".tiles a[href='/puzzles']").click()
    page.wait_for_selector(".today")
