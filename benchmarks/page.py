"""Measure how fast the page is: ``python -m benchmarks.page`` (after ``make page``) prints a table.

It runs a real server and the system's Chromium on one machine. Times are those that the browser's
PerformanceObserver reports. Responses to clicks are measured at a table of four near the end of a game, when the map is
fullest.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, Response, sync_playwright
from rich.console import Console
from rich.table import Table

from piazzetta import game as find_game
from piazzetta.bots import Position, bot
from piazzetta.games.knowledge import SECONDS
from piazzetta.games.registry import NAMES
from tests.page.conftest import launch, serve, usual_pace
from tests.page.people.company import Company
from tests.page.people.visitor import OFFERED, Visitor
from tests.page.scenes.moments import move_that

#: Recorded by the page itself from its first moment: unexpected layout shifts, and responses to presses.
WATCH = """
window.shifts = []; window.presses = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value);
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (one.interactionId) window.presses.push([one.name, one.duration]);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
#: The next seconds' frames, in milliseconds from one to the next.
FRAMES = """(time) => new Promise((resolve) => {
  const gaps = []; let before = performance.now(); const end = before + time;
  const tick = (now) => {
    gaps.push(now - before); before = now;
    if (now < end) requestAnimationFrame(tick); else resolve(gaps.slice(1));
  };
  requestAnimationFrame(tick);
})"""

#: What the card game offers to press.
CARDS = ".hand .can .press, .actions [data-move], .actions .btn-primary:not([disabled])"
#: Play for oneself, and note how long the others' turns take: from one's last press to the next offer.
ROUNDS = """async ([offered, rounds]) => {
  const gaps = []; let since = null; let others = false;
  while (gaps.length < rounds && !document.querySelector("main.end")) {
    const all = [...document.querySelectorAll(offered)];
    const keen = all.filter((one) => !/^(bobby|mark|bluff|stay|wait)/.test(one.dataset.move ?? ""));
    const some = keen.length ? keen : all;
    if (some.length) {
      if (others) gaps.push(performance.now() - since);
      [since, others] = [performance.now(), false];
      some[Math.floor(Math.random() * some.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 60));
    } else {
      if (document.querySelector(".bar.other, .bar.tone-wait")) others = true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return gaps;
}"""

Row = tuple[str, str, str, bool | None]
LEVELS = tuple(SECONDS)


def watched(browser: Browser, base: str, **wishes: Any) -> Visitor:
    visitor = Visitor(browser, base, painted=True, **wishes)
    visitor.context.add_init_script(WATCH)
    return visitor


def first_loads(browser: Browser, base: str, times: int) -> list[Row]:
    """Measure first loads, without a cache and without an open connection."""
    paints: dict[str, list[float]] = {"front page": [], "running game": []}
    started: list[float] = []
    shifts: list[float] = []
    weight = 0
    for _ in range(times):
        visitor = watched(browser, base)
        scripts: dict[str, int] = {}

        def weigh(response: Response, scripts: dict[str, int] = scripts) -> None:
            if response.url.endswith(".js"):
                with suppress(Error):  # one that comes when the page is being closed
                    scripts[response.url] = len(gzip.compress(response.body(), 9))

        visitor.page.on("response", weigh)
        page = visitor.go()
        page.wait_for_selector("[data-play=viaggiatore]")
        paints["front page"].append(page.evaluate(PAINT))
        page.wait_for_timeout(300)
        shifts.append(page.evaluate("window.shifts.reduce((sum, one) => sum + one, 0)"))
        begun = time.monotonic()
        page.click("[data-play=portobello]")
        page.wait_for_selector(".map")
        started.append(time.monotonic() - begun)
        weight = max(weight, sum(scripts.values()))
        table = page.url
        visitor.context.close()
        guest = watched(browser, base)
        guest.page.goto(table)
        guest.page.wait_for_selector(".map")
        paints["running game"].append(guest.page.evaluate(PAINT))
        guest.page.wait_for_timeout(300)
        shifts.append(guest.page.evaluate("window.shifts.reduce((sum, one) => sum + one, 0)"))
        guest.context.close()
    rows: list[Row] = [
        (
            f"first contentful paint, {what}",
            f"{statistics.median(found):.0f} ms",
            "≤ 1,000 ms",
            statistics.median(found) <= 1000,
        )
        for what, found in paints.items()
    ]
    usual = statistics.median(started)
    rows.append(("first visit: from the press to the table", f"{usual:.2f} s", "≤ 2 s", usual <= 2))
    rows.append(("JavaScript until a game runs, gzipped", f"{weight / 1024:.1f} kB", "≤ 120 kB", weight <= 120 * 1024))
    rows.append(("layout shift while loading", f"{max(shifts):.4f}", "≤ 0.01", max(shifts) <= 0.01))
    return rows


def late(game: str) -> Callable[[dict[str, Any]], bool]:
    """Near the end: every square of the market has its client, or somebody is close to winning the card game."""
    if game == "portobello":
        return lambda sight: (
            sight["view"]["phase"] == "acting" and all(sight["view"]["squares"].values()) and len(sight["legal"]) > 2
        )
    return lambda sight: max(sight["view"]["scores"]) >= 3 and sight["view"]["phase"] == "bidding"


def at_the_end(browser: Browser, base: str, game: str, seed: int = 1) -> tuple[Company, Visitor, Page]:
    for number in range(seed, seed + 20):
        company = Company(base, game, 4, number)
        if company.until(late(game)):
            seat = next(sight["viewer"] for sight in company.awaited if late(game)(sight))
            visitor = watched(browser, base, motion=True)
            page = visitor.go(company.link(seat))
            page.wait_for_selector(f"{OFFERED}, .hand .can .press")
            page.wait_for_timeout(800)
            return company, visitor, page
        company.leave()
    raise SystemExit("no game came near its end")


def presses(browser: Browser, base: str, game: str) -> list[Row]:
    """Point, tab and press as a person does; return the time until the slowest response was painted."""
    company, visitor, page = at_the_end(browser, base, game)
    page.evaluate("window.presses.length = 0; window.shifts.length = 0")
    for _ in range(2):
        page.click("#tab-chat")
        page.click("#tab-log")
    if game == "portobello":
        for number in range(min(4, page.locator(".map [data-move]").count())):
            page.locator(".map [data-move]").nth(number).hover()
            page.wait_for_timeout(60)
        for key in ("l", "Escape"):
            page.keyboard.press(key)
            page.wait_for_timeout(150)
        for button in page.locator(".act[aria-pressed]").all():
            button.click()
            button.click()
        page.locator(".map [data-move]").first.click()
    else:
        page.locator(".hand .can .press").first.hover()
        page.wait_for_timeout(60)
        page.locator(".hand .can .press").first.click()
    page.wait_for_timeout(1500)
    for _ in range(2):
        page.get_by_role("button", name="Rules").first.click()
        page.wait_for_timeout(300)
        page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.wait_for_timeout(1500)
    found: list[tuple[str, float]] = page.evaluate("window.presses")
    shift: float = page.evaluate("window.shifts.reduce((sum, one) => sum + one, 0)")
    company.leave()
    visitor.context.close()
    answers = sorted(duration for _, duration in found) or [16.0]
    worst, usual = answers[-1], statistics.median(answers)
    name = {"portobello": "Portobello", "viaggiatore": "Viaggiatore"}[game]
    return [
        (f"{name}, end of a game of four: slowest answer to a press", f"{worst:.0f} ms", "≤ 100 ms", worst <= 100),
        (f"{name}: median of those over 16 ms", f"{usual:.0f} ms", "", None),
        (f"{name}: layout shift in play", f"{shift:.4f}", "≤ 0.01", shift <= 0.01),
    ]


def frames(browser: Browser, base: str) -> list[Row]:
    """The frames Chromium draws while an alley is scored."""
    for seed in range(1, 20):
        company = Company(base, "portobello", 4, seed)
        if company.until(lambda sight: move_that(sight, "alley_scored") is not None and sight["view"]["turn"] > 24):
            break
        company.leave()
    sight = next(sight for sight in company.awaited if move_that(sight, "alley_scored"))
    visitor = watched(browser, base, motion=True)
    page = visitor.go(company.link((sight["viewer"] + 1) % 4))
    page.wait_for_selector(".map")
    page.wait_for_timeout(800)
    still: list[float] = page.evaluate(FRAMES, 1000)
    company.play(sight["viewer"], move_that(sight, "alley_scored") or "")
    page.wait_for_selector(".scored")
    gaps: list[float] = page.evaluate(FRAMES, 1800)
    company.leave()
    visitor.context.close()
    rate, rest = 1000 / statistics.mean(gaps), 1000 / statistics.mean(still)
    slow = sum(gap > 50 for gap in gaps)
    return [
        (
            "frames a second while an alley is scored",
            f"{rate:.0f} (at rest {rest:.0f})",
            "60 where Chromium gives them",
            rate >= 0.9 * min(60, rest),
        ),
        ("frames over 50 ms among them", f"{slow} of {len(gaps)}", "", None),
    ]


def rounds(browser: Browser, base: str, level: str, game: str = "portobello", count: int = 12) -> list[Row]:
    """A whole round of three bots at the normal pace, on a server with its usual pace and with motion."""
    visitor = watched(browser, base, motion=True)
    page = visitor.against_bots(game, 4, level)
    offered = OFFERED if game == "portobello" else CARDS
    page.wait_for_selector(offered)
    gaps: list[float] = page.evaluate(ROUNDS, [offered, count])
    visitor.context.close()
    worst, usual = max(gaps) / 1000, statistics.median(gaps) / 1000
    name = game.title()
    return [
        (f"{name}, a round of three {level} bots at normal pace: longest", f"{worst:.1f} s", "≤ 6 s", worst <= 6),
        (f"{name}, {level}: median of {len(gaps)} rounds", f"{usual:.1f} s", "", None),
    ]


def thinking(level: str, game: str, games: int = 2) -> list[Row]:
    """The processor's seconds of three bots in a round, which no other work on the machine changes."""
    spent: list[float] = []
    for seed in range(games):
        match = find_game(game, players=4).start(seed=seed)
        bots = [bot(level if seat else "medium", seed) for seat in range(4)]
        round_of_bots = 0.0
        while not match.over:
            seat, begun = match.mover, time.process_time()
            chosen = bots[seat].choose(Position.of(match))
            if seat:
                round_of_bots += time.process_time() - begun
            elif round_of_bots:
                spent.append(round_of_bots)
                round_of_bots = 0.0
            match.play(chosen)
    most = f"{game.title()}, {level}: processor time in a round, most of {len(spent)}"
    return [(most, f"{max(spent):.1f} s", "", None)]


def main() -> None:
    parser = argparse.ArgumentParser(description="How quick the page is.")
    parser.add_argument("--times", type=int, default=5, help="how often the first loads are repeated")
    parser.add_argument("--level", action="append", choices=LEVELS, help="only rounds of bots of this level")
    parser.add_argument("--game", action="append", choices=NAMES, help="rounds of this game (Portobello)")
    asked = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        if not asked.level:
            with serve(Path(folder)) as server:
                rows += first_loads(browser, server.base, asked.times)
                for game in ("portobello", "viaggiatore"):
                    rows += presses(browser, server.base, game)
                rows += frames(browser, server.base)
        pace = Path(folder) / "pace"
        pace.mkdir()
        with usual_pace(pace) as bots:
            for game, level in product(asked.game or ["portobello"], asked.level or ["medium"]):
                rows += rounds(browser, bots.base, level, game)
                rows += thinking(level, game)
        browser.close()
    table = Table("measure", "measured", "bar", "")
    for what, value, bar, met in rows:
        table.add_row(what, value, bar, "" if met is None else "met" if met else "MISSED")
    Console().print(table)


if __name__ == "__main__":
    main()
