"""The page's journeys in Firefox and WebKit: both games, a friend, offline, the workshop, the club.

What the page does is tested in Chromium, in ``tests/page``. Here people only go their ways in other browsers, and the
console stays empty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from tests.browsers.tab import Tab
from tests.page.conftest import PAGE
from tests.page.scenes.records import nearly_over
from tests.server.tools import ServerProcess
from tests.tiers import LONG, long_only, tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Tab]

TABLE = {"portobello": ".map", "viaggiatore": ".hand"}
ME = {"kind": "me", "name": "Ada"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "easy", "name": "Luca"}
PATHS = ("/", "/learn", "/workshop", "/my-games", "/about", "/rules/viaggiatore")
#: Whether any text of the element is cut at an edge.
CUT = "(one) => { const e = document.querySelector(one); return e.scrollHeight > e.clientHeight + 1; }"

#: Choose the smallest size of a film.
SMALL = """() => {
  const size = document.querySelector("dialog[open] option[value='small']").parentElement;
  size.value = "small";
  size.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def sit_down(tab: Tab, game: str, *seats: dict[str, str]) -> str:
    """Make a table, as the home page does, where a game is nearly over; return its id."""
    tab.remember(pace="0", language="en", played=game)
    made = tab.ask("/tables", {"game": game, "players": len(seats), "seats": seats, **nearly_over(game, len(seats))})
    return str(made["table"])


def start(tab: Tab, game: str) -> None:
    """Press *Play now* on the home page, not for the first time."""
    wish = json.dumps({"players": 2, "level": "easy", "first": True})
    tab.remember(**{f"wish.{game}": wish, "pace": "0", "played": game, "language": "en"})
    tab.go()
    tab.press(f"[data-play={game}]")
    tab.wait(TABLE[game])


@pytest.mark.parametrize("opens", ["firefox", "webkit"], indirect=True, scope="session")
@pytest.mark.parametrize("game", tier(["portobello"], ["portobello", "viaggiatore"]))
def test_a_game_from_the_home_page(visit: Visit, game: str) -> None:
    ada = visit()
    start(ada, game)
    assert ada.rush("main.end", most=6) == 6
    ada.press("header .site-menu")
    ada.wait("header select")
    assert not ada.run(CUT, "header select"), "the language's letters are whole"


@pytest.mark.parametrize("phone", tier([False], [False, True]))
@pytest.mark.parametrize("game", tier(["viaggiatore"], ["portobello", "viaggiatore"]))
def test_a_game_to_its_end_and_back(visit: Visit, game: str, phone: bool) -> None:
    """The end shows who won, every draw is verified in this browser, and the replay runs to its last position."""
    ada = visit(phone=phone)
    table = sit_down(ada, game, ME, BOT)
    ada.go(f"/t/{table}")
    ada.wait(TABLE[game])
    ada.rush("main.end")
    ada.wait(".fair:not(.bad)")
    assert len(ada.wait(".podium li")) == 2
    ada.press("main.end .others")
    ada.press("main.end a[href^='/replay/']")
    ada.wait(".controls")
    if phone:
        return  # its replay has fewer buttons
    ada.press("[aria-label='To the end']")
    ada.until(r"/^([1-9]\d*) \/ \1$/.test(document.querySelector('.count').textContent.trim())")


@long_only  # two browsers at once
@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_a_friend(visit: Visit, game: str) -> None:
    """A link seats a friend; both play to the end and see the same points."""
    ada, leo = visit(), visit(phone=True)
    table = sit_down(ada, game, ME, OPEN)
    ada.go(f"/t/{table}")
    ada.wait(".room")
    leo.remember(pace="0", language="en", played=game)
    leo.go(f"/t/{table}#s=1")
    leo.write("#name", "Leo")
    leo.press("form .btn-primary")
    for person in (ada, leo):
        person.wait(TABLE[game])
    for _ in range(1000):
        if all(person.seen("main.end") for person in (ada, leo)):
            break
        for person in (ada, leo):
            person.rush("main.end", seconds=0.5)
    scores = [person.wait(".podium .num") for person in (ada, leo)]
    assert scores[0] == scores[1]


def test_the_workshop(visit: Visit) -> None:
    """A template is drawn, changed with the keys, judged valid, and its fairness is counted in this browser."""
    ada = visit()
    ada.remember(language="en")
    ada.go("/workshop/portobello?design=leather-lane")
    ada.wait("[data-verdict=true]")
    ada.wait("[data-seat='1']")  # the first games are played
    place = ada.run("() => document.querySelector(\"[data-place='squares/D']\").getAttribute('cx')")
    ada.run("() => document.querySelector(\"[data-place='squares/D']\").focus()")
    ada.key("ArrowRight")
    ada.until(f"document.querySelector(\"[data-place='squares/D']\").getAttribute('cx') !== '{place}'")


def test_the_club(visit: Visit) -> None:
    """A guest creates a profile: the header knows the name, and a game waits in My games."""
    ada = visit()
    ada.remember(language="en")
    ada.go("/my-games")
    ada.write("#own-name", "Ada")
    ada.run(
        "() => { [...document.querySelectorAll('button')].find((o) => /Create a profile/.test(o.textContent)).click() }"
    )
    ada.wait("header p", "Ada")
    if LONG:
        start(ada, "viaggiatore")
        ada.go("/my-games")
        ada.wait("article", "Your turn")
        ada.go("/my-games?tab=numbers")
        ada.wait("main")
        ada.go("/learn")
        ada.wait("[data-learn=viaggiatore]")


def film(tab: Tab) -> None:
    """Make a film of the game on the screen, which this device has."""
    tab.go("/replay/" + tab.address.partition("/t/")[2])
    tab.press("[aria-label='Share a film']")
    tab.wait("dialog[open] form")
    tab.run(SMALL)
    tab.press("dialog[open] form .btn-lg")
    tab.wait("dialog[open] img")
    tab.until("document.querySelector('dialog[open] img').naturalWidth === 480")


@pytest.mark.parametrize("game", tier(["portobello"], ["portobello", "viaggiatore"]))
def test_offline(opens: Visit, tmp_path: Path, game: str) -> None:
    """Somebody was here once. Then the server stops: the page opens, and a game with bots becomes a film."""
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite'}", "--pace", "0").start()
    try:
        ada = opens(server.base)
        ada.remember(language="en")
        ada.go()
        ada.wait("[data-play=portobello]")
        ada.until("navigator.serviceWorker.controller !== null")
        assert not ada.trouble
        server.kill()
        wish = json.dumps({"players": 2, "level": "easy", "first": True})
        ada.run("(game, wish) => { localStorage.setItem(`piazzetta.wish.${game}`, wish) }", game, wish)
        ada.run(
            "(game) => { localStorage.setItem('piazzetta.pace', '0'); localStorage.setItem('piazzetta.played', game) }",
            game,
        )
        ada.go()
        ada.press(f"[data-play={game}]")
        ada.wait(TABLE[game])
        assert re.search(r"/t/local-", ada.address)
        assert ada.rush("main.end", most=6) == 6
        film(ada)
        if LONG:
            ada.go("/t/" + ada.address.partition("/replay/")[2])
            ada.rush("main.end")
            ada.wait(".fair:not(.bad)")
        ada.close()
        assert not [one for one in ada.trouble if not re.search("fetch|network|load|connect", one, re.IGNORECASE)]
    finally:
        server.stop()


@pytest.mark.parametrize("opens", ["firefox", "webkit"], indirect=True, scope="session")
@pytest.mark.parametrize(
    ("path", "phone"), tier([("/", True), ("/my-games", False)], list(product(PATHS, [False, True])))
)
def test_nothing_sticks_out(visit: Visit, path: str, phone: bool) -> None:
    """No page is wider than its window, and none that fits into it keeps room for a scroll bar."""
    ada = visit(phone=phone)
    ada.remember(language="en")
    ada.go(path)
    ada.wait("main")
    ada.run("() => document.fonts.ready.then(() => null)")
    wide, inner, high, window = ada.run(
        """() => { const e = document.documentElement;
        return [e.scrollWidth, e.clientWidth, e.scrollHeight, innerHeight]; }"""
    )
    assert wide <= inner
    if high <= window:
        assert inner == ada.run("() => innerWidth")
