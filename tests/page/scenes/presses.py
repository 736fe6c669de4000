"""What a visitor does on a screen: press, point, write, lose the connection."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import WebSocketRoute, expect

import piazzetta
from tests.page.people.players import CARD, PLAIN
from tests.page.people.visitor import OFFERED, REST, Visitor
from tests.page.scenes.records import short_game
from tests.page.scenes.scene import Press
from tests.tiers import LONG

#: It is the visitor's turn: something can be pressed.
ASKED = f"{OFFERED}, {CARD}, {PLAIN}"


def click(selector: str) -> Press:
    return lambda visitor: visitor.page.locator(selector).first.click()


def hover(selector: str) -> Press:
    """Point at it; on the phone, tap once."""

    def press(visitor: Visitor) -> None:
        target = visitor.page.locator(selector).first
        if visitor.phone:
            target.tap()
        else:
            target.hover()

    return press


def rules(visitor: Visitor) -> None:
    """The button with the icon of a book, known in every language; where there is no room for it, in the menu.

    The sign that says which rules are in force has the same icon.
    """
    if not visitor.page.locator("header > .rules").is_visible():
        visitor.page.locator("header .site-menu").click()
    visitor.page.locator("button:not(.edition):has(use[href='#i-rules']):visible").first.click()
    visitor.page.wait_for_selector("dialog[open] .clause")


def map_as_list(visitor: Visitor) -> None:
    visitor.page.wait_for_selector(ASKED)
    visitor.page.keyboard.press("l")
    visitor.page.wait_for_selector("dialog[open]")


def hint(visitor: Visitor) -> None:
    """Ask again if the server was too busy to answer: it gives up after 20 seconds and says so."""
    advice = visitor.page.locator(".advice ol > li").first
    for _ in range(5):
        visitor.page.wait_for_selector(ASKED)
        visitor.page.keyboard.press("h")
        with suppress(PlaywrightTimeout):
            advice.wait_for(timeout=60_000)
            break
    expect(advice).to_be_visible()


def back_to_the_table(visitor: Visitor) -> None:
    """From the result to the pieces as they lay at the end."""
    visitor.page.locator("main.end .btn[aria-expanded=false]").click()
    visitor.page.locator("main.end .btn:has(use[href='#i-fit'])").click()
    visitor.page.wait_for_selector("main.end", state="detached")


def end_too_early(visitor: Visitor) -> None:
    visitor.page.wait_for_selector(ASKED)
    visitor.page.keyboard.press("e")
    visitor.page.wait_for_selector(".refused")


def write_chat(visitor: Visitor) -> None:
    open_rail(visitor, "chat")
    for text in ("Good evening!", "Shall we play one more after this? I still have an hour."):
        visitor.page.fill("#panel-chat input", text)
        visitor.page.keyboard.press("Enter")
        visitor.page.locator("#panel-chat li", has_text=text).first.wait_for()


def open_rail(visitor: Visitor, tab: str) -> None:
    if visitor.phone and not visitor.page.locator("#tab-chat").is_visible():
        visitor.page.locator("nav button:has(use[href='#i-chat']), nav button:has(use[href='#u-log'])").first.click()
    visitor.page.click(f"#tab-{tab}")


def invite(visitor: Visitor) -> None:
    visitor.page.locator("article").nth(1 if visitor.phone else 0).locator("button:has(use[href='#i-link'])").click()
    visitor.page.wait_for_selector("dialog[open]")


def setup(visitor: Visitor) -> None:
    """Everything about a game to come, with its house rules."""
    visitor.page.locator("[data-change]").nth(1 if visitor.phone else 0).click()
    visitor.page.click("[data-switches] summary")


def all_maps(visitor: Visitor) -> None:
    visitor.page.click("[data-change=portobello]")
    visitor.page.click("[data-all-maps]")
    visitor.page.locator("[data-map=sgreenwich]").scroll_into_view_if_needed()  # in a row, pictures come when in sight
    visitor.page.wait_for_selector("[data-map=sgreenwich] svg image")


def plan_turn(visitor: Visitor) -> None:
    visitor.page.click("[data-plan-turn]")
    visitor.page.locator(".act.clock").first.click()
    visitor.page.wait_for_selector("[data-move=draw]")


def make_table(visitor: Visitor) -> None:
    invite(visitor)
    visitor.page.locator("dialog input").first.fill("Ada")
    visitor.page.click("dialog form .btn-primary")
    visitor.page.wait_for_selector("dialog .links svg")


def wait_there(visitor: Visitor) -> None:
    make_table(visitor)
    visitor.page.click("dialog a.btn-primary")
    visitor.page.wait_for_selector(".room")


def tour(game: str) -> Press:
    def press(visitor: Visitor) -> None:
        visitor.page.click(f"[data-tour={game}]")
        visitor.page.wait_for_selector(".coach")

    return press


def lose(visitor: Visitor) -> None:
    """Break the connection, and all later ones."""
    first: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        if first:
            socket.close()
        else:
            first.append(socket)
            socket.connect_to_server()

    visitor.spoilt = True
    visitor.page.route_web_socket(re.compile("/live$"), connect)
    visitor.page.reload()
    visitor.page.wait_for_selector(".live.live")
    first[0].close()
    visitor.page.wait_for_selector(".live.lost")


def hotseat(visitor: Visitor) -> None:
    page = visitor.page
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "hotseat", "name": "Leo"}]
    made = visitor.make({"game": "viaggiatore", "players": 2, "seats": seats, "starter": 0})
    visitor.go(f"/t/{made['table']}")
    page.wait_for_selector(".curtain")


def upload(visitor: Visitor) -> None:
    record = short_game().dumps()
    visitor.page.set_input_files(
        "input[type=file]",
        {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()},
    )
    visitor.page.wait_for_selector(".controls")


def analyse(visitor: Visitor) -> None:
    visitor.page.locator("button:has(use[href='#i-search'])").first.click()
    visitor.page.wait_for_selector(".points .point", timeout=300_000)


def faulty(visitor: Visitor) -> None:
    """A square of the drawing table is pulled over an alley by keys; the engine says what is wrong."""
    page = visitor.page
    page.evaluate(REST)
    page.focus("[data-place='squares/C']")
    for _ in range(14):
        page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_selector("[data-verdict=false]")


def weigh(visitor: Visitor) -> None:
    """Beside a deck: what skill is worth (in the long tier with a figure, for which it plays a while), and how it can
    be made fair."""
    page = visitor.page
    page.click("[data-trials] summary")
    if LONG:
        page.wait_for_selector("[data-rung]")
    page.evaluate(REST)
    page.click("[data-fair] summary")
    page.select_option("[data-fair-what]", "points")


def warm(visitor: Visitor) -> None:
    """The heat map on a map, and how it can be made fair."""
    visitor.page.evaluate(REST)
    visitor.page.click("[data-heat-switch]")
    visitor.page.click("[data-fair] summary")


def served(visitor: Visitor) -> None:
    """Somebody has put a deck on the server's shelf; it stays there for whoever looks next."""
    chart = piazzetta.game("viaggiatore").components.to_file()
    wish = {"game": "viaggiatore", "title": "Mercato della Domenica", "chart": chart, "players": 4}
    visitor.context.request.post(f"{visitor.base}/api/v1/shelf", data=wish)
    visitor.page.reload()
    visitor.page.wait_for_selector("[data-served] [data-try]")


def desk(tab: str) -> Press:
    """Somebody who is kept, with a game against a bot and a table that waits, at a part of their desk."""

    def press(visitor: Visitor) -> None:
        visitor.page.fill("#own-name", "Ada")
        visitor.page.locator("form .btn-primary").first.click()
        visitor.page.wait_for_selector("#tab-games")
        for other in ({"kind": "bot", "level": "easy"}, {"kind": "open"}):
            visitor.make({"game": "portobello", "seats": [{"kind": "me", "name": "Ada"}, other]})
        visitor.page.reload()
        visitor.page.wait_for_selector("#my-games-panel article")
        visitor.page.click(f"#tab-{tab}")
        visitor.page.wait_for_selector("#my-games-panel .panel")

    return press


def set_up_position(visitor: Visitor) -> None:
    """Open the position editor and choose a place on its board; if it has none, open what the first player has."""
    page = visitor.page
    page.click("[data-edit]")
    page.wait_for_selector(".editor .verdict")
    place = page.locator("[data-place]").nth(8)
    if place.count():
        place.click()
    else:
        page.locator("details summary").nth(1).click()


def with_tiles(visitor: Visitor) -> None:
    """What stands below the games comes when the page has rested."""
    visitor.page.wait_for_selector(".tiles li", state="attached")
