"""A passkey, from the button in the page to coming in on another device, with the browser's virtual authenticator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.people.visitor import Visitor
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def ada(server: ServerProcess, browser: Browser) -> Iterator[Visitor]:
    """At localhost: a passkey belongs to a name, and 127.0.0.1 is none."""
    visitor = Visitor(browser, f"http://localhost:{server.port}")
    yield visitor
    visitor.leave()


def authenticator(visitor: Visitor) -> tuple[Any, str]:
    tools = visitor.context.new_cdp_session(visitor.page)
    tools.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    more = {"isUserVerified": True, "automaticPresenceSimulation": True}
    return tools, tools.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, **more}})["authenticatorId"]


def test_a_passkey_brings_somebody_back(ada: Visitor) -> None:
    ada.go("/my-games")
    tools, held = authenticator(ada)
    page = ada.page
    page.fill("#own-name", "Ada")
    page.get_by_role("button", name="Create a profile").click()
    page.get_by_role("tab", name="Profile", exact=True).click()
    page.get_by_role("button", name="Create a passkey").click()
    card = page.locator("section", has=page.get_by_role("heading", name="Passkeys"))
    expect(card.get_by_role("button", name="Remove")).to_have_count(1)
    (kept,) = tools.send("WebAuthn.getCredentials", {"authenticatorId": held})["credentials"]
    assert (kept["rpId"], kept["isResidentCredential"]) == ("localhost", True)
    ada.looked_at()

    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("header p")).to_have_text("Ada")
    page.get_by_role("tab", name="Profile", exact=True).click()
    card.get_by_role("button", name="Remove").click()
    expect(card.get_by_role("button", name="Remove")).to_have_count(0)
    page.get_by_role("button", name="Sign out").click()
    assert not ada.flaws()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("not registered here")
    ada.trouble.clear()  # the refusal, which the browser reports
    tools.send("WebAuthn.clearCredentials", {"authenticatorId": held})


def test_a_page_without_a_name_offers_none(server: ServerProcess, browser: Browser) -> None:
    guest = Visitor(browser, server.base)
    guest.go("/my-games")
    expect(guest.page.get_by_role("button", name="Create a profile")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    guest.leave()


def test_a_token_for_a_program(server: ServerProcess, browser: Browser) -> None:
    ada = Visitor(browser, server.base, phone=True)
    ada.go("/my-games")
    page = ada.page
    page.fill("#own-name", "Ada")
    page.get_by_role("button", name="Create a profile").tap()
    page.get_by_role("tab", name="Profile", exact=True).tap()
    page.get_by_role("button", name="New token").tap()
    page.fill("#token-name", "my script")
    page.get_by_label("create tables").check()
    page.get_by_role("button", name="Create token").tap()
    field = page.get_by_label("Token", exact=True)
    expect(field).to_be_visible()
    headers = {"Authorization": f"Bearer {field.input_value()}"}
    assert server.get("/api/v1/me/games", headers=headers).status_code == 200
    listed = page.locator(".lines li", has_text="my script")
    expect(listed).to_contain_text("play for me, see my games, create tables")
    ada.looked_at()
    page.get_by_role("button", name="Revoke").tap()
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    assert server.get("/api/v1/me/games", headers=headers).json()["code"] == "no_token"
    page.get_by_role("button", name="Make this a bot account").tap()
    page.get_by_role("button", name="Make this a bot account").tap()
    expect(page.get_by_text("This is a bot account")).to_be_visible()
    ada.leave()
