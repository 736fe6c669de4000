"""A page whose connection dies without a word: it says so, comes back by itself, and makes the move once."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import PAGE
from tests.page.people.visitor import OFFERED, Visitor
from tests.server.silence import Network, network
from tests.server.tools import ServerProcess
from tests.tiers import covering

pytestmark = pytest.mark.compiled_only

BOUND = 25_000  # milliseconds
#: Milliseconds; a page that has lost its connection tries again 500 later at the earliest.
STEP = 400
#: Which directions of the network go silent: there, back.
WAYS = covering([(True, True), (True, False), (False, True)], lambda ways: ways)


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


def pass_time(ada: Visitor, most: int, until: str) -> None:
    """Let the page's own time pass until something shows, faster than ours, and however busy the machine is."""
    for _ in range(most // STEP):
        if ada.page.locator(until).count():
            return
        ada.page.clock.run_for(STEP)
    expect(ada.page.locator(until)).to_have_count(1)


def moves(server: ServerProcess, table: str) -> int:
    return sum(entry.kind == "play" and bool(entry.command) for entry in server.entries(table))


@pytest.mark.parametrize(("there", "back"), WAYS)
def test_a_silent_network(line: tuple[Network, ServerProcess], browser: Browser, there: bool, back: bool) -> None:
    net, server = line
    ada = Visitor(browser, net.base)
    ada.page.clock.install()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]
    made = ada.make({"game": "portobello", "players": 2, "seats": seats, "starter": 0})
    page = ada.go(f"/t/{made['table']}")
    page.wait_for_selector(".live.live")
    page.wait_for_selector(OFFERED)
    before = moves(server, made["table"])
    ada.stop_time()
    net.cut(there, back)
    page.locator(OFFERED).first.click()
    pass_time(ada, BOUND, ".live.lost")
    page.clock.resume()
    page.wait_for_selector(".live.live")
    page.wait_for_selector(".log li")
    deadline = time.monotonic() + 120
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
    ada.page.clock.install()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]
    made = ada.make({"game": "portobello", "players": 2, "seats": seats, "starter": 0})
    page = ada.go(f"/t/{made['table']}")
    for sign in ("window.dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"):
        page.wait_for_selector(".live.live")
        ada.stop_time()
        net.cut()
        with page.expect_websocket():
            page.evaluate(sign)
            page.clock.run_for(7_000)
        page.clock.resume()
    assert server.get(f"/api/v1/tables/{made['table']}").status_code == 200
    ada.context.close()
