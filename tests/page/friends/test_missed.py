"""Who misses two turns in a row loses the game to a claim from the bar, which leaves the players in sight."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.people.company import Company
from tests.page.people.visitor import Visitor
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: The boxes of the notice, of the players' row and of the bar at the bottom.
TOPS = """() => [".missed", ".others", "[data-bar]"].map((one) => {
  const { top, bottom } = document.querySelector(one).getBoundingClientRect();
  return [top, bottom];
})"""


def test_a_claim_from_the_bar_ends_the_game(visit: Visit, server: ServerProcess) -> None:
    ada = visit(phone=True)
    company = Company(server.base, "viaggiatore", options={"clock": 5})
    address = f"{server.base}/api/v1/tables/{company.id}"
    page = ada.go(company.link(0))
    claim = page.get_by_role("button", name="Claim the game")
    while not httpx.get(address).json()["seats"][1]["missing"]:  # Ben is there, but does nothing
        company.others({1})
        with suppress(TimeoutError):
            company.hear(0.2)
    expect(claim).to_be_visible()
    expect(page.locator(".missed")).to_contain_text("Ben missed two turns in a row.")
    ada.until(f"(([notice, players, bar]) => notice[0] >= players[1] && notice[1] <= bar[0])(({TOPS})())")
    assert not ada.flaws()
    claim.tap()
    expect(page.locator("main.end")).to_be_visible()
    ended = httpx.get(address).json()["ended"]
    assert (ended["by"], ended["winners"]) == ("claimed", [0])
    company.leave()
