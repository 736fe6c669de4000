"""After a reconnect the page asks again for what it had asked before."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.page.people.players import CARD
from tests.page.people.visitor import OFFERED, Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_the_prompt_comes_back(visit: Visit, game: str) -> None:
    """What found no connection is not refused any more once there is one."""
    offered, prompt = (OFFERED, ".say h2") if game == "portobello" else (CARD, ".prompt .t")
    ada = visit(own=True)
    sockets: list[WebSocketRoute] = []
    reached = True

    def connect(socket: WebSocketRoute) -> None:
        if not reached:
            socket.close()
            return
        sockets.append(socket)
        socket.connect_to_server()

    ada.page.route_web_socket(re.compile("/live$"), connect)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy", "name": "Luca"}]
    made = ada.make({"game": game, "seats": seats, "starter": 0})
    page = ada.go(f"/t/{made['table']}")
    if game == "viaggiatore":
        page.get_by_role("button", name="Call an auction").click()
    page.wait_for_selector(offered)
    asked = page.inner_text(prompt)
    reached = False
    sockets[0].close()
    page.wait_for_selector(".live.lost")
    if game == "portobello":
        page.keyboard.press("u")  # there is nothing to press meanwhile, but undo has a key
    else:
        page.locator(offered).first.click()
    expect(page.locator(prompt)).to_have_text("Connection lost")
    reached = True
    page.wait_for_selector(".live.live")
    expect(page.locator(prompt)).to_have_text(asked)
    expect(page.get_by_text("Not possible")).to_have_count(0)
    page.locator(offered).first.click()
    expect(page.locator(prompt)).not_to_have_text(asked)
