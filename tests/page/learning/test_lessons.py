"""The lessons: a newcomer finishes them without reading a rule, and nothing hides what the coach asks for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.people.visitor import Visitor
from tests.tables.ways import WAYS
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: Whether two elements on the screen overlap.
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((wanted) => document.querySelector(wanted).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


#: About how many presses of Tab lead from the focused element to one that is wanted, through the open dialog if any.
STEPS = """(wanted) => {
  const ground = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
  const all = [...ground.querySelectorAll("a[href], button, input, select, summary, [tabindex]")].filter(
    (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }),
  );
  const goal = all.findIndex((one) => one.matches(wanted));
  return goal - all.indexOf(document.activeElement);
}"""


def tab_to(page: Page, wanted: str) -> None:
    """Tab until something wanted has the focus; only near it look whether it has."""
    page.wait_for_selector(wanted)
    for _ in range(page.evaluate(STEPS, wanted) - 3):
        page.keyboard.press("Tab")
    for _ in range(250):
        if page.evaluate("(wanted) => Boolean(document.activeElement?.matches(wanted))", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {wanted}")


def by_keys(page: Page, game: str, move: str) -> None:
    """Make a move without a mouse: on the map from its list, in the card game with a card and then its side."""
    verb, *more = move.split()
    if game == "portobello":
        page.wait_for_selector(".map [data-move], .act[data-move], .act.clock:not([disabled])", state="attached")
        page.keyboard.press("l")
        tab_to(page, f"dialog[open] [data-move='{move}']")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")  # the list
        page.wait_for_selector("dialog[open]", state="hidden")
        page.keyboard.press("Escape")  # a scoring need not be watched
        return
    card = f".hand .can [data-card='{more[0] if more else verb}']"
    if verb in ("bid", "travel", "bluff", "carry"):
        tab_to(page, card)
        page.keyboard.press("Enter")
    if verb in ("carry", "close", "stay"):
        tab_to(page, f".actions [data-move='{move}']")
        page.keyboard.press("Enter")
    page.wait_for_selector(card, state="hidden")  # until then other cards could still be bid
    page.keyboard.press("Escape")


def spoken(page: Page, text: str) -> None:
    """Wait until a screen reader is told the text."""
    expect(page.locator("[role=status]").filter(has_text=text)).not_to_have_count(0)


def test_all_ten_by_keyboard_alone(visit: Visit) -> None:
    """In the short tier the last one of each game: ``tests/tables/test_lessons.py`` solves all of them."""
    page = visit().go("/learn")
    for game, ways in WAYS.items():
        wanted = list(ways)[tier(-1, 0) :]
        tab_to(page, f"[data-learn={game}] [data-take={wanted[0]}]")
        page.keyboard.press("Enter")
        for number, (lesson, (right, _)) in enumerate(ways.items(), 1):
            if lesson not in wanted:
                continue
            page.wait_for_selector(f".coach.task:has-text('Lesson {number} of 5')")
            spoken(page, f"Lesson {number} of 5")
            for move in right:
                by_keys(page, game, move)
            page.wait_for_selector(".coach.done")
            spoken(page, page.inner_text(".coach.done p"))
            tab_to(page, f"[data-lesson={'play' if number == len(ways) else 'next'}]")
            page.keyboard.press("Enter")
        page.wait_for_selector("[data-play]")
        page.click("header nav a[href='/learn']")
        expect(page.locator(f"[data-learn={game}] .done"), "this device remembers").to_have_count(len(wanted))
    page.reload()
    page.wait_for_selector("[data-learn=viaggiatore]")
    expect(page.locator("[data-learn] .done")).to_have_count(tier(2, 10))
    expect(page.locator("section:has-text('Your games')"), "lessons are not among one's games").to_have_count(0)


def test_a_friendly_second_try_on_the_phone(visit: Visit) -> None:
    ada = visit(phone=True, locale="it-IT")
    page = ada.go("/learn")
    page.locator("[data-take=tie]").tap()
    page.wait_for_selector(".coach:has-text('Lezione 1 di 5')")
    for _ in range(2):  # a look, then the bid
        page.locator(".hand [data-card='66']").tap()
    page.wait_for_selector(".coach.missed:has-text('Solo il 4')")
    ada.looked_at()
    page.locator("[data-lesson=again]").tap()
    page.wait_for_selector(".coach.task:has-text('Lezione 1 di 5')")
    expect(page.locator(".hand [data-card='66']"), "the same position").to_have_count(1)
    for _ in range(2):
        page.locator(".hand [data-card='66']").tap()
    page.locator("[data-lesson=study]").tap()
    page.wait_for_selector(".controls .acts")
    expect(page.locator(".hand [data-card='66']"), "the lesson's position on the analysis board").to_have_count(1)


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_the_coach_covers_nothing(visit: Visit, phone: bool) -> None:
    """The squares of the map, Ladbroke Square too, are free while the Bobby asks for one of them."""
    page = visit(phone=phone).go()
    page.click("[data-tour=portobello]")
    page.wait_for_selector(".coach")
    assert not page.evaluate(OVERLAP, [".coach", ".frame"])
    page.goto(f"{page.url.split('/t/')[0]}/learn")
    page.click("[data-take=client]")
    page.wait_for_selector(".coach.task")
    page.click(".act[data-move=draw]")
    page.wait_for_selector(".map [data-move='place I'], .map [data-move='place J']")
    assert not page.evaluate(OVERLAP, [".coach", ".frame"])
    page.goto(f"{page.url.split('/t/')[0]}/learn")
    page.click("[data-take=carrier]")
    page.wait_for_selector(".coach.task")
    for place in (".hand", ".table > .stage", ".others"):
        assert not page.evaluate(OVERLAP, [".coach", place])
