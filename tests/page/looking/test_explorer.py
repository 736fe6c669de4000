"""The opening explorer: its numbers are those of the command, and it is used by keyboard, phone and analysis board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

import piazzetta
from piazzetta.explorer.book import Book, Section, packaged_book
from piazzetta.explorer.lookup import Lookup, look_up
from piazzetta.match.match import Match
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def known(moves: list[str]) -> Lookup:
    """What the explorer says after some moves of three."""
    match, book = Match(piazzetta.game("portobello", players=3)), packaged_book("portobello")
    for move in moves:
        match.play(move)
    assert book is not None
    return look_up(book, match)


def says(page: Page, told: Lookup) -> None:
    expect(page.locator(".reached")).to_contain_text(f"{told.visits:,}")
    first = page.locator("[data-explored]").first
    expect(first).to_have_attribute("data-explored", str(told.moves[0].plays))
    row = page.locator("tbody tr").first
    for share in (told.moves[0].chosen, told.moves[0].wins):
        expect(row).to_contain_text(f"{100 * share:.1f}".removesuffix(".0") + "%")


def test_an_opening_is_explored_by_keyboard_and_goes_on_the_board(visit: Visit) -> None:
    page = visit().go("/learn")
    page.locator("[data-learn=portobello]").get_by_role("link", name="Opening explorer").click()
    page.get_by_label("Players").select_option("3")
    page.wait_for_url("**players=3**")
    says(page, told := known([]))
    line = [str(told.moves[0].plays)]
    page.locator("[data-explored]").first.press("Enter")
    says(page, told := known(line))
    line.append(str(told.moves[0].plays))
    page.locator("[data-explored]").first.press("Enter")
    says(page, known(line))
    letters = page.locator(".map g:has(circle) > text", has_text="A")
    expect(letters, "the best known move has its letter on the map").not_to_have_count(0)
    expect(page.get_by_role("list", name="The way here").get_by_role("button")).to_have_count(2)
    page.reload()  # the address is what is seen
    says(page, known(line))
    page.keyboard.press("ArrowLeft")
    says(page, known(line[:1]))
    page.keyboard.press("ArrowRight")
    says(page, known(line))
    page.keyboard.press("Home")
    page.locator("[data-others]").click()
    expect(page.locator("[data-explored]")).to_have_count(len(known([]).moves))
    page.keyboard.press("End")
    page.get_by_role("button", name="Analysis board").click()
    page.get_by_role("tab", name="Opening explorer").click()
    says(page, known(line))


def test_a_host_shows_the_games_of_their_own_server(visit: Visit) -> None:
    """Beside the package's million, which stays the first to be seen."""
    own = packaged_book("portobello")
    assert own is not None
    few = Book("portobello", [section for section in own.sections if section.head["players"] == 3])
    few = Book("portobello", [Section({**one.head, "games": 7}, one.data) for one in few.sections])
    leo = visit()

    def listed(route: Route) -> None:
        answer = route.fetch()
        games = answer.json()
        games["games"][0]["explorer"] = True
        route.fulfill(response=answer, json=games)

    leo.page.route("**/api/v1/games", listed)
    leo.page.route("**/api/v1/games/portobello/explorer", lambda route: route.fulfill(body=few.dumps()))
    page = leo.go("/explore/portobello?players=3")
    says(page, known([]))
    whose = page.get_by_role("group", name="Whose games are counted")
    expect(whose.get_by_role("button", name="A million bot games")).to_have_attribute("aria-pressed", "true")
    whose.get_by_role("button", name="Games of this server").click()
    expect(whose.get_by_role("button", name="Games of this server")).to_have_attribute("aria-pressed", "true")
    says(page, known([]))  # the same counts, from the server's file
    page.get_by_label("Players").select_option("2")
    expect(page.locator(".reached")).to_contain_text("The explorer has no games by these rules")


def test_the_way_in_the_card_game_on_a_phone(visit: Visit) -> None:
    leo = visit(phone=True)
    page = leo.go("/explore/viaggiatore?players=4&move=auction")
    expect(page.locator(".reached")).to_contain_text("games reached this position")
    expect(page.locator("tbody tr:has-text('not with these cards')"), "a bid needs a card").not_to_have_count(0)
    leo.looked_at()
    page.locator("[data-explored]").first.tap()
    expect(page.get_by_text("round 1, Yellow to move")).to_be_visible()
