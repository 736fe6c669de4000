"""Puzzles: solved by keyboard alone, on a phone, day by day and in a row; offline it is the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from piazzetta.puzzles.puzzle import Puzzle, PuzzleBook, packaged_puzzles
from tests.page.learning.test_lessons import by_keys, spoken, tab_to
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

KEPT = "JSON.parse(localStorage.getItem('piazzetta.puzzles'))"


def book(game: str) -> PuzzleBook:
    found = packaged_puzzles(game)
    assert found is not None
    return found


def solve(page: Page, game: str, puzzle: Puzzle) -> None:
    """Play the solution, and go on."""
    by_keys(page, game, puzzle.solutions[0])
    page.wait_for_selector("[data-moment=found]")


def test_the_puzzle_of_the_day_is_solved_by_keyboard_alone(visit: Visit) -> None:
    """The day is fixed, so that both games' turns are seen whenever this runs."""
    visitor = visit(own=True)
    page = visitor.page
    page.clock.set_fixed_time("2026-11-18T12:00:00")
    visitor.go("/learn")
    tab_to(page, "a[href='/puzzles']")
    page.keyboard.press("Enter")
    tab_to(page, ".today .btn-primary")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-moment=open]")
    day = page.evaluate("Math.round(Date.UTC(2026, 10, 18) / 86400000)")
    games = ("portobello", "viaggiatore")
    game = games[day % 2]
    puzzles = book(game).puzzles
    puzzle = puzzles[day * 7919 % len(puzzles)]
    expect(page.locator(".about")).to_contain_text(f"Rated {puzzle.rating.rating}.")
    solve(page, game, puzzle)
    spoken(page, "best.")
    tab_to(page, ".do .btn-primary")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Solved today.")
    expect(page.locator("main")).to_contain_text("1 day in a row")
    expect(page.locator(".week .solved")).to_have_text("W")
    assert page.evaluate(f"{KEPT}.skill.{game}.mu") > 25


def test_one_mistake_ends_a_streak(visit: Visit) -> None:
    """On a phone, where everything fits, and the first puzzle of a streak is the easiest of the file."""
    visitor = visit(phone=True)
    page = visitor.page
    page.add_init_script("Math.random = () => 0")
    visitor.go("/puzzles/portobello")
    page.wait_for_selector("main ul .panel")
    assert visitor.flaws() == []
    page.click("[data-streak]")
    page.wait_for_selector("[data-moment=open]")
    first = book("portobello").puzzles[0]
    solve(page, "portobello", first)
    expect(page.locator(".about")).to_contain_text("1 in a row")
    page.click(".do .btn-primary")
    page.wait_for_selector("[data-moment=open]")
    puzzles = book("portobello").puzzles
    second = puzzles[len(puzzles) // 40]
    by_keys(page, "portobello", second.weighed[-1].move)
    page.wait_for_selector("[data-moment=shown]")  # the answer follows at once
    page.click(".do .btn-primary")
    expect(page.locator("main")).to_contain_text("You solved 1 in a row.")
    assert page.evaluate(f"{KEPT}.streak.portobello") == 1


def test_puzzles_of_a_theme_come_near_ones_rating(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/puzzles/viaggiatore")
    themes = book("viaggiatore").themes()
    page.wait_for_selector("main ul .panel")
    for theme, count in themes.items():
        expect(page.locator(f"[data-theme-of={theme}]")).to_contain_text(f"{count:,} puzzle")
    page.click("[data-theme-of=bluff]")
    page.wait_for_selector("[data-moment=open]")
    expect(page.locator(".about h2")).to_have_text("Bluff")
    page.click(".do .btn-quiet")  # the answer
    page.wait_for_selector("[data-moment=shown]")
    assert page.evaluate(f"{KEPT}.skill.viaggiatore.mu") < 25


def test_a_link_leads_to_a_puzzle(visit: Visit) -> None:
    """The address names the puzzle on the board; the next one's is another."""
    visitor = visit()
    puzzle = book("portobello").puzzles[700]
    page = visitor.go(f"/puzzles/portobello/{puzzle.id}")
    page.wait_for_selector("[data-moment=open]")
    expect(page.locator(".about")).to_contain_text(f"Rated {puzzle.rating.rating}.")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    solve(page, "portobello", puzzle)
    page.click(".do .btn-primary")
    page.wait_for_selector("[data-moment=open]")
    assert puzzle.id not in page.url
    assert page.url.startswith(f"{visitor.base}/puzzles/portobello/")
    page.get_by_role("button", name="All puzzles").click()
    page.wait_for_selector("[data-streak]")
    assert page.url == f"{visitor.base}/puzzles/portobello"
    visitor.go("/puzzles/viaggiatore/00000000")
    expect(page.locator("main")).to_contain_text("This puzzle is not among those")
