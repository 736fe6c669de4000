"""The front page, editions, languages, friends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from piazzetta.games.registry import NAMES, find_game
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def test_every_language_is_spoken_at_once(visit: Visit) -> None:
    ada = visit(locale="fr-CH")
    page = ada.go()
    title = page.locator("h1")
    expect(title).to_have_text("Prends place.")
    titles = set()
    for tag in ("en", "it", "es", "fr", "de"):
        before = title.inner_text()
        page.click("header .site-menu")
        page.select_option("header select", tag)
        page.wait_for_selector(f"html[lang={tag}]")
        expect(title).not_to_have_text(before)
        page.keyboard.press("Escape")
        titles.add(title.inner_text())
    assert len(titles) == 5
    page.reload()
    page.wait_for_selector("html[lang=de] [data-play=portobello]")


def started(page: Page) -> dict[str, Any]:
    """The current table, as the server describes it."""
    page.wait_for_url("**/t/*")
    told: dict[str, Any] = page.evaluate("fetch(`/api/v1/tables/${location.pathname.slice(3)}`).then((a) => a.json())")
    return told


@pytest.mark.parametrize("game", NAMES)
def test_every_edition_can_be_started(visit: Visit, game: str) -> None:
    ada = visit()
    editions = find_game(game).editions
    page = ada.go()
    for number, edition in enumerate(editions):
        if number:
            page.go_back()
        page.click(f"[data-change={game}]")
        if len(editions) > 1:
            page.locator(f"label:has(input[name=edition-{game}][value={edition}])").click()
        page.click("[data-go]")
        assert started(page)["edition"] == edition
        page.wait_for_selector(".map, .hand")  # a browser complains if one leaves before the connection stands


@pytest.mark.parametrize("game", NAMES)
def test_every_switch_can_be_set(visit: Visit, game: str) -> None:
    """Behind the line that says what is played: set each switch to another value than its edition, and start a game."""
    ada = visit(phone=True)
    page = ada.go()
    page.tap(f"[data-change={game}]")
    card = page.locator(f"[data-setup={game}]")
    card.locator("[data-switches] summary").tap()
    wanted: dict[str, object] = {}
    printed = find_game(game).editions[find_game(game).default_edition]
    for name, switch in find_game(game).switches.items():
        field = card.locator(f"[id='{game}-{name}']")
        if isinstance(switch.choices, range):
            wanted[name] = 7
            field.fill("7")
        else:
            wanted[name] = next(choice for choice in reversed(list(switch.choices)) if choice != printed[name])
            field.select_option(str(wanted[name]))
    ada.looked_at()
    assert ada.texts_nobody_judged() == []
    page.tap("[data-go]")
    assert started(page)["rules"] == wanted
    page.wait_for_selector(".map, .hand")


def test_nothing_from_elsewhere_may_run(visit: Visit) -> None:
    """The policy is strict, and the page complies: a violation would show up in the visitor's errors."""
    ada = visit()
    with ada.page.expect_response(f"{ada.base}/") as answer:
        ada.go()
    policy = answer.value.headers["content-security-policy"]
    assert "default-src 'none'" in policy or "default-src 'self'" in policy
    assert "unsafe-inline" not in policy.split("script-src", 1)[-1].split(";")[0]
    ada.page.wait_for_selector("[data-play=portobello]")
    with ada.page.expect_console_message(lambda message: "CSP" in message.text):  # a violation is noticed
        ada.page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))"
        )
    assert ada.page.evaluate("window.ran") is None
    ada.trouble.clear()


def test_two_friends_meet_by_a_link(visit: Visit) -> None:
    ada, ben = visit(), visit(locale="de-DE")
    page = ada.go()
    page.locator("article", has_text="Portobello").get_by_text("Invite friends").click()
    page.locator("dialog select").first.select_option("2")
    page.locator("dialog .seats input").first.fill("Ada")
    page.click("text=Create table")
    link = page.locator("dialog .links input").input_value()
    page.wait_for_selector("dialog .links svg")
    ada.looked_at()
    page.click("text=Go to the table")
    page.wait_for_selector("text=Waiting for the other players")
    other = ben.go(link.removeprefix(ben.base))
    other.fill("#name", "Ben")
    other.click("form .btn-primary")
    for seen in (page, other):
        seen.wait_for_selector(".map")
    expect(page.locator(".board", has_text="Ben")).to_have_count(1)
    expect(other.locator(".board", has_text="Ada")).to_have_count(1)
    page.click("#tab-chat")
    page.fill("#panel-chat input", "Guten Morgen <b>Ben</b>")
    page.keyboard.press("Enter")
    other.click("#tab-chat")
    other.wait_for_selector("text=Guten Morgen <b>Ben</b>")
