"""The page's size, and that it survives losing the server."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Response, Route, WebSocket, expect

from tests.page.people.players import CARD, PLAIN, market, play
from tests.page.people.visitor import CUT_OFF, OFFERED, Visitor
from tests.server.tools import ServerProcess
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]
MOST_SCRIPT = 114 * 1024
MOST_SHIFT = 0.01  # of the layout: the share of the window that moved, times how far


def test_scripts_of_the_first_load_are_small(visit: Visit) -> None:
    ada = visit(own=True)
    scripts: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.url.endswith(".js"):
            scripts[response.url] = len(gzip.compress(response.body(), 9))

    ada.page.on("response", weigh)
    ada.page.clock.install()  # what the home page loads when it has been idle for a second is not counted
    ada.page.clock.pause_at(time.time() + 1)
    page = ada.against_bots()
    page.wait_for_selector(".map")
    assert scripts
    assert sum(scripts.values()) <= MOST_SCRIPT, scripts


def test_nothing_jumps_while_the_front_page_loads(visit: Visit) -> None:
    ada = visit(own=True, painted=True)
    ada.context.add_init_script(
        "window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries()"
        ".map(({ value, sources }) => [value, ...sources.map(({ node, previousRect, currentRect }) =>"
        " [(node?.outerHTML ?? node?.textContent ?? '').slice(0, 80), previousRect.y, currentRect.y])])))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )

    def hesitate(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    for name in ("Ben", "Chiara", "Diego", "Élise", "Fritz", "Gino"):  # a long list
        seats = [{"kind": "me", "name": name}, {"kind": "open"}]
        ada.make({"game": "portobello", "seats": seats, "options": {"listed": True}})
    for late in ("**/api/v1/tables", "**/assets/Lobby*.js"):
        ada.page.route(late, hesitate)
    page = ada.go()
    for part in ("[data-play=viaggiatore]", "[data-tour=viaggiatore]", "#code", ".panel-games"):
        page.wait_for_selector(part)
    shifts: list[list[Any]] = page.evaluate("window.shifts")  # how much, then what moved
    assert sum(shift[0] for shift in shifts) <= MOST_SHIFT, shifts


def test_a_restart_of_the_server_loses_nothing(visit: Visit, server: ServerProcess) -> None:
    ada = visit(own=True)
    page = ada.against_bots()
    page.wait_for_selector(".map")
    assert play([ada], market, most=2) == 2
    before = page.locator(".log li").count()
    ada.meant += CUT_OFF
    server.kill()
    page.wait_for_selector("text=Connection lost")
    server.start()
    page.wait_for_selector("text=Connected")  # without a reload
    expect(page.locator(".log li").nth(before - 1)).to_be_attached()
    assert play([ada], market, most=2) == 2
    # a part of the page that was first needed while nobody answered, and not cached by the service worker yet
    known = ("WebSocket", "ERR_", "Unable to preload")
    ada.trouble = [one for one in ada.trouble if not any(name in one for name in known)]


@pytest.mark.parametrize(
    ("game", "offer", "answer"),
    tier([], [("portobello", OFFERED, ".log li"), ("viaggiatore", f"{PLAIN}, {CARD}", ".stage .auction")]),
)
def test_a_turn_on_a_device_six_times_slower(visit: Visit, game: str, offer: str, answer: str) -> None:
    """No press is lost, and what it did is seen; an error in the console fails every test."""
    ada = visit(own=True, motion=True, painted=True)
    sent: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)) if '"type":"play"' in str(frame) else None)

    ada.page.on("websocket", listen)
    page = ada.against_bots(game)
    page.wait_for_selector(offer)
    ada.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    for presses in (1, 2):
        page.locator(offer).first.click()
        while len(sent) < presses:
            page.wait_for_timeout(20)
        page.wait_for_selector(answer)
    assert len(sent) == 2
