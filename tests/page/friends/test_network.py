"""Friends in the same network: a game over plain http and an address of this machine, where browsers withhold
what they call a secure context (random UUIDs, the clipboard, digests, service workers)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from piazzetta.server.addresses import own_addresses
from piazzetta.server.settings import Settings
from tests.page.conftest import PAGE, serve
from tests.page.people.players import END, play, salesman
from tests.page.people.visitor import Visitor
from tests.server.tools import ServerProcess
from tests.tiers import LONG, tier

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def network(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that listens on an address of this machine's network; all other tests keep to 127.0.0.1."""
    addresses = own_addresses()
    if not addresses or not PAGE.exists():
        pytest.skip("this machine is in no network, or the page is not built")
    with serve(tmp_path, addresses[0]) as process:
        yield process


def test_two_browsers_play_over_the_network_and_again(network: ServerProcess, browser: Browser) -> None:
    ada, leo = Visitor(browser, network.base), Visitor(browser, network.base, phone=True, locale="it-IT")
    ada.remember(**{"wish.viaggiatore": '{"players": 2, "changed": {"target": 1}}'})
    page = ada.go()
    assert page.evaluate("!isSecureContext && !crypto.randomUUID && !navigator.clipboard")
    page.locator(".card").nth(1).get_by_role("button", name="Invite friends").click()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".links input")).to_have_value(re.compile(f"^{network.base}/t/"))
    link = page.locator(".links input").input_value()
    expect(page.locator(".only-here")).to_have_count(0)
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_selector("text=Link copied")
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_selector(".room")

    leo.page.goto(link)
    leo.page.fill("#name", "Leo")
    leo.page.keyboard.press("Enter")
    for person in (ada, leo):
        person.page.wait_for_selector(".hand")
    assert play([ada, leo], salesman, most=tier(4, 10_000)) >= 4
    if not LONG:  # test_games.py plays one to its end
        ada.page.click("header .menu")
        ada.page.get_by_role("button", name="Offer to end the game").click()
        ada.page.keyboard.press("Escape")
        leo.page.get_by_role("button", name="Finisci la partita").tap()
        ada.page.wait_for_selector(END)
    ada.page.wait_for_selector(".fair:not(.bad)")  # without the browser's own digests

    # again: each takes the own key to the next table, whoever asks first
    first = ada.page.url
    leo.page.click(f"{END} [data-again]")
    ada.page.wait_for_selector(f"{END} .btn-primary:has-text('Join the next game')")
    ada.page.click(f"{END} .btn-primary")
    for person in (ada, leo):
        person.page.wait_for_selector(".hand")
    assert ada.page.url == leo.page.url != first, "both sit at the same new table"
    assert play([ada, leo], salesman, most=4) >= 4
    for person in (ada, leo):
        person.leave()


def test_an_invitation_has_an_address_that_others_reach(visit: Callable[..., Visitor]) -> None:
    """Whoever runs the server with ``--lan`` looks at 127.0.0.1; the links are for other machines."""
    ada = visit(own=True)

    answers: list[str] = []
    ada.page.route("**/api/v1/invitations", lambda route: route.fulfill(json={"addresses": answers}))
    addresses: list[str]
    for addresses in ([], ["http://192.168.1.7:8000", "http://10.0.0.3:8000"]):
        answers[:] = addresses
        page = ada.go()
        page.wait_for_selector("[data-play=portobello]")
        page.wait_for_selector(".network", state="visible" if addresses else "detached")
        page.locator(".card").first.get_by_role("button", name="Invite friends").click()
        page.get_by_role("button", name="Create table").click()
        link = page.locator(".links input").first
        link.wait_for()
        expect(page.locator(".only-here")).to_have_count(0 if addresses else 1)
        expect(link).to_have_value(re.compile(f"^{(addresses or [ada.base])[0]}/t/"))
    page.get_by_label("Address of this computer").select_option(addresses[1])
    expect(link).to_have_value(re.compile(f"^{re.escape(addresses[1])}/t/"))


def test_the_server_says_where_it_is() -> None:
    assert Settings(lan=False, host="0.0.0.0").invitations() == []
    assert Settings(lan=True, host="192.168.1.7", port=80).invitations() == ["http://192.168.1.7"]
    everywhere = Settings(lan=True, host="0.0.0.0", port=8000).invitations()
    assert everywhere == [f"http://{address}:8000" for address in own_addresses()]
    assert all(re.fullmatch(r"http://[\d.]+:8000", address) for address in everywhere)
    assert not any("127." in address for address in everywhere)
