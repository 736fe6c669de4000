"""A page whose connection dies without a word: it says so, comes back by itself, and makes the move once."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.conftest import PAGE
from tests.page.people.visitor import OFFERED, Visitor
from tests.server.silence import Network, network
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only

BOUND = 25  # seconds


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Network, ServerProcess]]:
    """A server behind a network that can go silent."""
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    with network() as made:
        db = f"sqlite:///{tmp_path_factory.mktemp('silence') / 'tables.sqlite'}"
        options = ("--pace", "0", "--no-address-limits", "--origin", made.base)
        server = ServerProcess(db, *options).start()
        made.to = server.port
        yield made, server
        server.stop()


def moves(server: ServerProcess, table: str) -> int:
    return sum(entry.kind == "play" and bool(entry.command) for entry in server.entries(table))


@pytest.mark.parametrize(("there", "back"), [(True, True), (True, False), (False, True)])
def test_a_silent_network(line: tuple[Network, ServerProcess], browser: Browser, there: bool, back: bool) -> None:
    net, server = line
    ada = Visitor(browser, net.base)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]
    made = ada.make({"game": "portobello", "players": 2, "seats": seats, "starter": 0})
    page = ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".live.live")
    page.wait_for_selector(OFFERED)
    before = moves(server, made["table"])
    net.cut(there, back)
    cut = time.monotonic()
    page.locator(OFFERED).first.click()
    page.wait_for_selector(".live.lost")
    assert time.monotonic() - cut < BOUND
    page.wait_for_selector(".live.live")
    page.wait_for_selector(".log li")
    deadline = time.monotonic() + 20
    while moves(server, made["table"]) == before and time.monotonic() < deadline:
        time.sleep(0.1)
    assert moves(server, made["table"]) == before + 1
    time.sleep(1)
    assert moves(server, made["table"]) == before + 1
    ada.context.close()


def test_waking_up(line: tuple[Network, ServerProcess], browser: Browser) -> None:
    """Whoever comes back to the page, or to another network, does not wait that long."""
    net, server = line
    ada = Visitor(browser, net.base)
    made = ada.make({"game": "portobello", "players": 2, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]})
    page = ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".room")
    for sign in ("window.dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"):
        page.wait_for_timeout(500)
        net.cut()
        with page.expect_websocket(timeout=7_000):
            page.evaluate(sign)
    assert server.get(f"/api/v1/tables/{made['table']}").status_code == 200
    ada.context.close()
