"""How people play: press what the page offers, by mouse, finger or keyboard alone, until the game is over."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Error, Page

from tests.page.people.visitor import OFFERED, Visitor

#: One thing done, or False if nothing was on offer.
Hand = Callable[[Visitor, random.Random], bool]

#: What can be pressed in the card game: glowing cards, the sides of a carrier, plain buttons.
CARD = ".hand .can .press"
SIDE = ".actions .btn:has(.tx)"
PLAIN = ".actions .btn-primary, .actions .go"
END = "main.end"
#: Milliseconds for one press. It may fail, and is tried again: the offer is gone if somebody else was quicker.
PATIENCE = 8000


def play(people: Sequence[Visitor], hand: Hand, *, most: int = 10_000, seed: int = 1, seconds: float = 900) -> int:
    """All press in turn until everybody sees the end screen; return the number of presses."""
    rng = random.Random(seed)
    deadline = time.monotonic() + seconds
    pressed = pause = 0
    while pressed < most:
        waiting = [visitor for visitor in people if visitor.page.locator(END).count() == 0]
        if not waiting:
            break
        assert time.monotonic() < deadline, (
            f"not over after {pressed} presses: {waiting[0].page.inner_text('body')[:400]}"
        )
        done = [hand(visitor, rng) for visitor in waiting]
        pressed += sum(done)
        if any(done):
            pause = 0
            continue
        for visitor in waiting:
            visitor.page.keyboard.press("Escape")  # no need to watch the others' moves
        pause = min(2 * pause + 20, 300)  # a look at all pages costs three times the first pause
        waiting[0].page.wait_for_timeout(pause)
    return pressed


def tried(hand: Hand) -> Hand:
    """Ignore offers that vanish before they can be pressed because somebody else moved."""

    def trying(visitor: Visitor, rng: random.Random) -> bool:
        try:
            return hand(visitor, rng)
        except (Error, IndexError, ValueError):
            return False

    return trying


# --- Portobello Market ---


def keenest(moves: list[str], rng: random.Random) -> int:
    """The number of a move that advances the game: a client from the bag, a stall, seldom a walk."""
    for verbs, chance in ((("draw", "place", "lord"), 0.7), (("build", "tile", "end"), 0.9)):
        keen = [number for number, move in enumerate(moves) if move.startswith(verbs)]
        if keen and rng.random() < chance:
            return rng.choice(keen)
    return rng.randrange(len(moves))


@tried
def market(visitor: Visitor, rng: random.Random) -> bool:
    page = visitor.page
    moves: list[str] = page.locator(OFFERED).evaluate_all(
        "all => all.map((one) => one.dataset.move ?? (one.matches('.end') ? 'end' : 'tile'))"
    )
    if not moves:
        return False
    target = page.locator(OFFERED).nth(keenest(moves, rng))
    if not visitor.phone:
        target.click(timeout=PATIENCE)
        page.keyboard.press("Escape")  # nor one's own
        return True
    target.scroll_into_view_if_needed(timeout=PATIENCE)
    target.tap(timeout=PATIENCE)
    if (confirm := page.locator(".preview .btn-primary")).count():
        confirm.tap(timeout=PATIENCE)
    return True


@tried
def market_by_keys(visitor: Visitor, rng: random.Random) -> bool:
    """Open the map as a list (L), Tab to a move, Enter; Escape when there is none."""
    page = visitor.page
    if page.locator(OFFERED).count() == 0:
        return False
    page.keyboard.press("l")
    page.wait_for_selector("dialog[open]", timeout=PATIENCE)
    moves = page.locator("dialog[open] .moves button").all_inner_texts()
    keen = [number for number, text in enumerate(moves) if "client" in text.lower()] or range(len(moves))
    if not moves:
        page.keyboard.press("Escape")
        return False
    near = 8  # steps with Tab
    wanted = rng.choice(keen[:near]) if rng.random() < 0.8 else rng.randrange(min(len(moves), near))
    for _ in range(3):  # past the button that closes the list
        page.keyboard.press("Tab")
        if focused(page, "dialog[open] .moves button"):
            break
    for _ in range(wanted):
        page.keyboard.press("Tab")
    pressed = focused(page, "dialog[open] .moves button") == moves[wanted]
    page.keyboard.press("Enter" if pressed else "Escape")
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    return pressed


def focused(page: Page, selector: str) -> str:
    """The text of the focused element, if it matches the selector."""
    found: str = page.evaluate(
        "(wanted) => document.activeElement?.matches(wanted) ? document.activeElement.innerText || ' ' : ''", selector
    )
    return found


# --- Il Commercio Viaggiatore ---


@tried
def salesman(visitor: Visitor, rng: random.Random) -> bool:
    page = visitor.page
    if (sides := page.locator(SIDE)).count():
        sides.nth(rng.randrange(sides.count())).click(timeout=PATIENCE)
    elif (cards := page.locator(CARD)).count():
        card = cards.nth(rng.randrange(cards.count()))
        if visitor.phone:
            card.tap(timeout=PATIENCE)
            if page.locator(SIDE).count() == 0:
                page.locator(".actions .btn-primary").first.tap(timeout=PATIENCE)
        else:
            card.click(timeout=PATIENCE)
    elif (plain := page.locator(PLAIN)).count():
        keen = rng.random() < 0.6 and page.locator(".hand .press").count() > 3  # keep a card for a ticket
        plain.nth(0 if keen else plain.count() - 1).click(timeout=PATIENCE)
    else:
        return False
    return True


#: How many presses of Tab lead from the focused element to one that can be pressed, counted by its number among them.
STEPS = """([able, wanted]) => {
  const all = [...document.querySelectorAll("a[href], button, input, select, [tabindex]")].filter(
    (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }),
  );
  const goal = all.indexOf(document.querySelectorAll(able)[wanted]);
  return (goal - all.indexOf(document.activeElement) + all.length) % all.length;
}"""


@tried
def salesman_by_keys(visitor: Visitor, rng: random.Random) -> bool:
    """Tab to a possible action, and press Enter."""
    page = visitor.page
    able = f"{CARD}, {SIDE}, {PLAIN}"
    many = page.locator(able).count()
    if not many:
        return False
    for _ in range(page.evaluate(STEPS, [able, rng.randrange(many)]) - 1):
        page.keyboard.press("Tab")
    for _ in range(90):  # the last step, or more if the page has changed
        page.keyboard.press("Tab")
        if focused(page, able):
            page.keyboard.press("Enter")
            return True
    return False
