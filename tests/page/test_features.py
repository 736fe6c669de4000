"""Help for players: good moves with reasons, analysis, a lesson, a clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.people.visitor import OFFERED, Visitor
from tests.page.scenes.records import short_game
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def test_a_hint_has_reasons_and_points_at_the_map(visit: Visit) -> None:
    ada = visit()
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    page.keyboard.press("h")
    page.wait_for_selector(".advice ol > li")
    expect(page.locator(".advice ol > li").nth(3), "three at most").to_have_count(0)
    expect(page.locator(".advice ol > li").first).to_contain_text(re.compile(r"\d+% to win"))
    expect(page.locator(".advice .why li").first, "it has reasons").to_be_visible()
    expect(page.locator("[role=status]"), "it is spoken as well").not_to_be_empty()
    page.locator(".advice .pick").first.click()
    expect(page.locator(".hinted, .tooltip").first, "it is shown where it would be made").to_be_attached()
    page.click(".advice .btn-primary")
    page.wait_for_selector(".advice", state="detached")


def test_hints_of_the_card_game_in_french(visit: Visit) -> None:
    ada = visit(locale="fr-FR", phone=True)
    page = ada.against_bots("viaggiatore")
    page.wait_for_selector(".actions .btn-primary")
    page.locator("nav .btn:has(use[href='#i-hint'])").tap()
    page.wait_for_selector(".advice ol > li")
    expect(page.locator(".advice")).to_contain_text("de gagner")
    page.locator(".advice .pick").first.tap()
    assert not ada.violations()  # a hint's number hangs over the edge of its button
    page.locator(".advice header button").tap()
    page.wait_for_selector(".advice", state="detached")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "game.json"
    short_game().write(path)
    return path


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_a_record_is_looked_at_again(visit: Visit, record: Path, phone: bool) -> None:
    ada = visit(phone=phone, dark=phone)
    page = ada.go("/replay")
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector(".controls")
    expect(page.locator("text=Leo").first, "the record's names").to_be_attached()
    if phone:
        page.click("[popovertarget=replay-more]")
    page.get_by_role("button", name="Analysis", exact=True).click()
    page.wait_for_selector("dialog .points .point")
    expect(page.locator("dialog .point").nth(3), "three at most").to_have_count(0)
    expect(page.locator("dialog .points .more").first, "why it turned").to_be_visible()
    expect(page.locator("dialog .more", has_text="as good as the best one").first).to_be_visible()
    expect(page.locator("dialog tbody td:first-child li").first, "what speaks against a move").to_be_attached()
    expect(page.locator("dialog .chart svg")).to_have_attribute("aria-label", re.compile("."))
    ada.looked_at()
    page.locator("dialog summary").first.click()
    expect(page.locator("dialog details[open] tbody tr").nth(10), "the graph as a table").to_be_attached()
    page.locator("dialog .point").first.click()
    page.wait_for_selector("dialog[open]", state="detached")
    expect(page.locator(".count")).not_to_have_text(re.compile("^0 "))
    if phone:  # it has no button for that: the slider goes there
        page.locator(".slider").press("End")
    else:
        page.get_by_role("button", name="To the end").click()
    page.wait_for_selector("main.end")
    page.click("text=Analyse game")
    page.wait_for_selector("main.end .points")
    page.locator("main.end .to").first.click()
    page.wait_for_selector("main.end", state="detached")


def test_the_bobby_shows_round_on_a_prepared_map(visit: Visit) -> None:
    ada = visit()
    page = ada.go()
    page.click("[data-tour=portobello]")
    page.wait_for_selector(".coach:has-text('Take the 3')")
    page.click(".act.hinted")
    page.wait_for_selector(".coach:has-text('Elgin Crescent')")
    page.wait_for_selector(".tooltip:has-text('Completes Elgin Crescent')")
    page.locator(".map [data-move='build D-E@D']").click()
    page.keyboard.press("Escape")
    page.wait_for_selector(".coach:has-text('you 12')")
    page.click(".coach button:text-is('Next')")
    page.wait_for_selector(".coach:has-text('costs you 1 point')")
    page.locator(".map [data-move='bobby D11']").click()
    page.wait_for_selector(".coach:has-text('from the bag')")
    page.click(".act[data-move=draw]")
    page.wait_for_selector(".coach:has-text('free square')")
    page.locator(".map [data-move^=place]").first.click()
    page.wait_for_selector(".coach:has-text('You build')")
    page.locator(".map [data-move^=build]").first.click()
    page.wait_for_selector(".coach:has-text('End turn')")
    page.click(".btn.end")
    page.wait_for_selector(".coach:not(:has-text('End turn'))")  # these bots are quick
    page.click(".coach >> text=Skip the tour")
    page.wait_for_selector(".coach", state="detached")  # and the game goes on


def test_the_salesman_shows_round_on_the_phone(visit: Visit) -> None:
    ada = visit(phone=True, locale="it-IT")
    page = ada.go()
    page.locator("[data-tour=viaggiatore]").tap()
    page.wait_for_selector(".coach:has-text('chiama un’asta')")
    ada.looked_at()
    page.locator(".actions .btn-primary").tap()
    page.wait_for_selector(".coach:has-text('coperta')")
    ada.until("document.documentElement.scrollWidth <= 390")


def test_a_clock_counts_down_and_warns(visit: Visit) -> None:
    ada = visit()
    page = ada.go()
    page.locator(".card").first.get_by_role("button", name="Invite friends").click()
    page.locator("dialog select").first.select_option("2")
    page.get_by_label("Seat 2").select_option("bot easy")
    page.get_by_label("Time limit").select_option(label="5 minutes per turn")
    page.get_by_role("button", name="Create table").click()
    page.wait_for_selector(OFFERED)
    clock = page.get_by_role("timer").first
    expect(clock).to_contain_text("4:")
    expect(clock, "it counts").not_to_have_text(clock.inner_text())
    minutes, seconds = map(int, clock.inner_text().split(":"))
    page.evaluate("ms => { const real = Date.now; Date.now = () => real() + ms }", 1000 * (60 * minutes + seconds - 8))
    page.wait_for_selector(".clock.short")
    expect(page.locator("[role=status]")).to_contain_text("for your turn")


def test_a_line_of_the_log_leads_to_its_position(visit: Visit) -> None:
    ada = visit()
    page = ada.go()
    page.click("[data-tour=portobello]")
    page.click(".act.clock:not([disabled])")
    page.wait_for_selector(".log li:has-text('You use the 3')", state="attached")
    told = page.locator(".log details[open]")
    expect(told.first, "the others' turns are told in sentences").to_contain_text(
        re.compile("(uses|builds|places) .*[.]")
    )
    expect(told.locator(".piece").first).to_be_hidden()
    expect(told.filter(has_text="Your turn")).to_have_count(0)
    page.locator(".log .turn > .to").nth(1).click()  # a turn before
    page.wait_for_selector(".look .to-now")
    expect(page.locator(".look .slider"), "21 moves and draws were prepared").to_have_attribute("max", "22")
    expect(page.locator(".look .slider")).to_have_value(re.compile("^(1?[1-9]|10|2[01])$"))
    page.keyboard.press("Escape")
    page.locator(".log summary").nth(1).focus()
    page.wait_for_selector(".map .lit circle, .map .lit path")
