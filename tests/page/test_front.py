"""The front page, the editions, the languages, friends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_the_front_page_is_for_everyone(visit: Visit, dark: bool, phone: bool) -> None:
    ada = visit(dark=dark, phone=phone)
    page = ada.go()
    page.wait_for_selector("[data-play=viaggiatore]")
    assert not ada.violations()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def test_every_language_is_spoken_at_once(visit: Visit) -> None:
    ada = visit(locale="fr-CH")
    page = ada.go()
    assert page.locator("h1").inner_text() == "Prends place."
    titles = set()
    for tag in ("en", "it", "es", "fr", "de"):
        page.select_option("header select", tag)
        page.wait_for_selector(f"html[lang={tag}]")
        titles.add(page.locator("h1").inner_text())
    assert len(titles) == 5
    page.reload()
    page.wait_for_selector("[data-play=portobello]")
    assert page.evaluate("document.documentElement.lang") == "de"


def test_every_edition_can_be_started(visit: Visit) -> None:
    ada = visit()
    for edition in ("German", "Italian", "French", "Spanish", "French memo"):
        page = ada.go()
        page.locator(".seg label", has_text=edition).first.click()
        page.click("[data-play=portobello]")
        page.wait_for_selector(".map")


def test_two_friends_meet_by_a_link(visit: Visit) -> None:
    ada, ben = visit(), visit(locale="de-DE")
    page = ada.go()
    page.locator("article", has_text="Portobello").get_by_text("Invite friends").click()
    page.locator("dialog select").first.select_option("2")
    page.locator("dialog .seats input").first.fill("Ada")
    page.click("text=Make the table")
    link = page.locator("dialog .links input").input_value()
    assert page.locator("dialog .links svg").count() >= 1
    assert not ada.violations()
    page.click("text=Go to the table")
    page.wait_for_selector("text=Waiting for the others")
    other = ben.go(link.removeprefix(ben.base))
    other.fill("#name", "Ben")
    other.click("form .btn-primary")
    for seen in (page, other):
        seen.wait_for_selector(".map")
    assert page.locator(".board", has_text="Ben").count() == 1
    assert other.locator(".board", has_text="Ada").count() == 1
    page.click("#tab-chat")
    page.fill("#panel-chat input", "Guten Morgen <b>Ben</b>")
    page.keyboard.press("Enter")
    other.click("#tab-chat")
    other.wait_for_selector("text=Guten Morgen <b>Ben</b>")
