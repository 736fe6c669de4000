"""The desk: keep me, the same person on another device, my games, and goodbye."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.people.company import NAMES, Company
from tests.page.people.visitor import OFFERED, Visitor
from tests.server.tools import ServerProcess
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_a_finished_game_says_who_won_and_my_place(visit: Visit, server: ServerProcess, phone: bool) -> None:
    company = Company(server.base, "viaggiatore", 3, rules={"target": 1})
    assert not company.until(lambda _: False), "played to its end"
    view = company.sights[0]["view"]
    scores, winners = view["scores"], view["winners"]
    last = scores.index(min(scores))
    company.leave()
    ada = visit(phone=phone)
    page = ada.go(company.link(last))
    page.wait_for_selector("main.end")
    ada.go("/my-games")
    ended = page.locator("li", has=page.locator(f"a[href='/replay/{company.id}']"))
    won = f"{NAMES[winners[0]]} wins by" if len(winners) == 1 else "share the win."
    place = sorted(scores, reverse=True).index(scores[last]) + 1
    expect(ended).to_contain_text(won if last not in winners else "win")
    expect(ended).to_contain_text(f"You are {place}" if last not in winners else "you")
    ada.looked_at()
    ended.get_by_role("link", name="Moments to look at").click()
    page.wait_for_url(f"**/moments/{company.id}")


def test_a_link_takes_no_guests_seats(visit: Visit) -> None:
    """Mallory sends Gina a link to Mallory's own profile: Gina is asked, and her seat stays hers even if she agrees."""
    mallory = visit()
    mallory.go("/my-games")
    mallory.page.fill("#own-name", "Mallory")
    mallory.page.get_by_role("button", name="Create a profile").click()
    mallory.page.get_by_role("tab", name="Profile", exact=True).click()
    mallory.page.get_by_role("button", name="Show the code").click()
    link = mallory.page.get_by_label("Add a device").input_value()

    gina = visit()
    gina.against_bots()
    gina.page.wait_for_selector(OFFERED)
    claims: list[str] = []
    gina.page.on("request", lambda request: claims.append(request.url) if "/me/seats" in request.url else None)
    gina.go(link[link.index("/my-games") :])
    expect(gina.page.get_by_role("heading", name="Sign in as Mallory on this device?")).to_be_visible()
    gina.looked_at()
    assert gina.page.evaluate("location.hash") == ""
    gina.page.get_by_role("button", name="Do not sign in").click()
    expect(gina.page.get_by_role("button", name="Create a profile")).to_be_visible()

    gina.go("/")
    gina.go(link[link.index("/my-games") :])
    gina.page.get_by_role("button", name="Sign in as Mallory").click()
    expect(gina.page.locator("header p")).to_have_text("Mallory")
    expect(gina.page.get_by_text("You are playing 1 game on this device as a guest.")).to_be_visible()
    gina.page.reload()
    expect(gina.page.get_by_text("You are playing 1 game on this device as a guest.")).to_be_visible()
    assert not claims
    mallory.go("/my-games")
    expect(mallory.page.locator(".none")).to_be_visible()
    expect(mallory.page.locator("article")).to_have_count(0)
    gina.page.get_by_role("button", name="Add to my games").click()
    expect(gina.page.locator("article", has_text="Your turn")).to_be_visible()


def test_a_new_profile_is_offered_its_recovery_code(visit: Visit) -> None:
    """The code signs another device in; on that device nothing is offered."""
    ada = visit()
    ada.go("/my-games")
    ada.page.fill("#own-name", "Ada")
    ada.page.get_by_role("button", name="Create a profile").click()
    offer = ada.page.locator(".recovery")
    offer.get_by_role("button", name="Create a recovery code").click()
    code = offer.locator(".code")
    expect(code).to_have_text(re.compile(r"^(\w{5}-){4}\w{5}$"))
    ada.looked_at()
    phone = visit(phone=True)
    phone.go("/my-games")
    phone.page.fill("#own-code", code.inner_text())
    phone.page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(phone.page.locator("header p")).to_have_text("Ada")
    expect(phone.page.locator(".recovery")).to_have_count(0)
    offer.get_by_role("button", name="Close").click()
    expect(offer).to_have_count(0)


def test_the_same_person_on_a_phone(visit: Visit) -> None:
    ada = visit()
    ada.against_bots()
    ada.page.wait_for_selector(OFFERED)
    ada.go("/my-games")
    ada.page.wait_for_selector("#own-name")
    ada.looked_at()
    ada.page.fill("#own-name", "Ada")
    ada.page.locator(".faces label").nth(4).click()
    ada.page.get_by_role("button", name="Create a profile").click()
    game = ada.page.locator("article", has_text="Your turn")  # a guest's game has come along
    expect(game).to_contain_text("Portobello Market")
    expect(ada.page.locator("header p")).to_have_text("Ada")
    offer = ada.page.locator(".recovery")
    expect(offer.get_by_role("heading", name="Keep your profile safe")).to_be_visible()
    ada.looked_at()
    offer.get_by_role("button", name="Not now").click()
    expect(offer).to_have_count(0)
    ada.page.get_by_role("tab", name="Profile", exact=True).click()
    ada.page.get_by_role("button", name="Show the code").click()
    link = ada.page.get_by_label("Add a device").input_value()
    ada.page.get_by_role("button", name="Create a recovery code").click()
    expect(ada.page.locator(".code")).to_have_text(re.compile(r"^(\w{5}-){4}\w{5}$"))
    ada.looked_at()

    phone = visit(phone=True, locale="de-DE")
    phone.go(link[link.index("/my-games") :])
    phone.page.get_by_role("button", name="Als Ada anmelden").tap()
    mine = phone.page.locator("article", has_text="Du bist am Zug")
    expect(mine).to_be_visible()
    phone.looked_at()
    mine.get_by_role("link", name="Spielen").tap()
    phone.page.wait_for_selector(OFFERED)  # the seat is ours here, too, without a token
    phone.go("/my-games")
    phone.page.get_by_role("button", name="Aufgeben").tap()
    phone.page.get_by_role("button", name="Aufgeben").tap()
    expect(phone.page.get_by_role("link", name="Nachspielen")).to_be_visible()
    for tab in ("Statistik", "Bestenliste", "Profil"):
        phone.page.get_by_role("tab", name=tab).tap()
        expect(phone.page.locator("#my-games-panel .panel").first).to_be_visible()
        phone.looked_at()
    expect(phone.page.get_by_text("dieses Gerät")).to_be_visible()
    phone.go("/")
    phone.page.tap("header .site-menu")
    expect(phone.page.get_by_role("link", name="Meine Partien").first).to_be_visible()

    ada.page.get_by_role("button", name="Delete my profile").click()
    ada.page.fill("#goodbye", "Ada")
    ada.page.get_by_role("button", name="Delete my profile for good").click()
    expect(ada.page.get_by_role("button", name="Create a profile")).to_be_visible()
    phone.go("/my-games")
    expect(phone.page.locator("#own-name")).to_be_visible()
    phone.looked_at()
