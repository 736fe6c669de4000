"""Whole games seen through every window: ``python -m tests.page.windows.whole_games [--every 12] [--lang de]``.

A company plays each game to its end, with two and with most players; somebody with fingers and somebody with a mouse
watch from the first seat. After every few moves, and at the end, each looks through all windows; what is cut off, too
small, covered or out of reach is printed once, with where it was seen first.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.page.conftest import launch, serve
from tests.page.people.company import Company
from tests.page.people.visitor import Visitor
from tests.page.windows.windows import WINDOWS, faults, visitors

GAMES = (("portobello", 2), ("portobello", 4), ("viaggiatore", 2), ("viaggiatore", 6))


def look_round(people: list[Visitor], language: str, seen: dict[str, str], where: str) -> None:
    for person in people:
        for window in WINDOWS:
            if window.touch != person.phone:
                continue
            window.open(person.page)
            for fault in faults(person, window, (language,)):
                if fault not in seen:
                    seen[fault] = where
                    print(f"{where}: {fault}", flush=True)


def watch(browser: Browser, base: str, game: str, players: int, every: int, language: str) -> int:
    """Play one game to its end; return how many faults were seen."""
    company = Company(base, game, players, seed=players)
    people = visitors(browser, base)
    seen: dict[str, str] = {}
    moves = 0
    for person in people:
        person.go(company.link(0))
        person.page.wait_for_selector("main")
    while not company.over:
        sight = company.awaited[0]
        company.play(sight["viewer"], company.choose(sight))
        moves += 1
        if moves % every == 0 or company.over:
            for person in people:
                person.page.keyboard.press("Escape")  # no need to watch every move
                person.page.wait_for_timeout(300)
            look_round(people, language, seen, f"{game}-{players}, move {moves}")
    for person in people:
        for trouble in person.trouble:
            print(f"{game}-{players}: {trouble}")
        person.context.close()
    company.leave()
    print(f"{game}-{players}: {moves} moves, {len(seen)} faults", flush=True)
    return len(seen)


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole games seen through every window.")
    parser.add_argument("--every", type=int, default=12, help="look round after so many moves")
    parser.add_argument("--lang", default="de", help="in this language")
    parser.add_argument("--game", choices=sorted({game for game, _ in GAMES}), help="only this game")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        found = sum(
            watch(browser, server.base, game, players, asked.every, asked.lang)
            for game, players in GAMES
            if asked.game in (None, game)
        )
        browser.close()
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
