"""Measure luck: how much less a result varies without it, and what weighing a game's draws and analysing it take.

Run it with ``python -m benchmarks.luck``. Quick players play; times are one core's processor time.

``make site && python -m benchmarks.luck --page`` times analyses with luck that the page makes without a server, until
one sees them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, sync_playwright

import piazzetta
from benchmarks.offline import SITE
from piazzetta.bots.analysis import analyse
from piazzetta.bots.luck import luck_alone
from piazzetta.bots.quick import play_quick
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.tables.analyses import LEVEL
from tests.page.conftest import launch
from tests.page.people.visitor import Visitor
from tests.page.static import serve

SETTINGS = (("portobello", 2), ("portobello", 4), ("viaggiatore", 2), ("viaggiatore", 3), ("viaggiatore", 6))
LONG = 200  # decisions of a long game
LONG_GAMES = (("portobello", 4), ("viaggiatore", 6))
QUICKEST = "medium"  # of the levels that analyse


def played(setting: Setting, number: int) -> Match:
    match = Match(setting)
    for action in play_quick(setting, 5, number, 9).log.tolist():
        match.play(action)
    return match


def measure(name: str, players: int, games: int) -> str:
    setting = piazzetta.game(name, players=players)
    luck_alone(played(setting, 0))  # compiles
    matches = [played(setting, number) for number in range(games)]
    began = time.process_time()
    found = [luck_alone(match) for match in matches]
    seconds = (time.process_time() - began) / games
    parts = np.array([[(own.result, own.luck, own.spread) for own in one.seats] for one in found])
    result, luck, spread = parts[..., 0], parts[..., 1], parts[..., 2]
    less = 1 - (result - luck).var(axis=0).sum() / result.var(axis=0).sum()
    mean, error = 100 * luck[:, 0].mean(), 196 * luck[:, 0].std() / games**0.5
    draws = np.mean([len(one.draws) for one in found])
    return (
        f"{name}, {players} players, {games} games: {draws:.0f} draws, {seconds:.3f} s a game; "
        f"luck of the first seat {mean:+.1f} ± {error:.1f}%, deviation of luck / spread {(luck / spread).std():.2f}; "
        f"results vary {100 * less:.0f}% less without luck"
    )


def long_game(name: str, players: int) -> tuple[Record, int]:
    """A game with about as many decisions to judge as a long one has, and how many they are."""
    setting = piazzetta.game(name, players=players)
    for number in range(200):
        record = Record.of(played(setting, number))
        if sum(seat >= 0 for seat, _ in record.moves) < LONG:
            continue
        decisions = len(analyse(record, QUICKEST).decisions)
        if decisions >= LONG * 0.9:
            return record, decisions
    raise LookupError(f"{name}, {players} players: no game has about {LONG} decisions")


def analysed(record: Record) -> float:
    """Seconds that an analysis takes here."""
    analyse(Record(record.setting, record.opening, record.moves[:20]), LEVEL)  # compiles
    began = time.process_time()
    analyse(record, LEVEL)
    return time.process_time() - began


def analysed_by_the_page(browser: Browser, base: str, file: Path) -> float:
    """Seconds until the page shows an analysis that it makes itself."""
    visitor = Visitor(browser, base)
    page = visitor.go("/#/replay")
    page.set_input_files("input[type=file]", file)
    button = page.get_by_role("button", name="Analysis", exact=True)
    button.wait_for()
    began = time.monotonic()
    button.click()
    page.wait_for_selector("dialog .chart svg", timeout=600_000)
    seconds = time.monotonic() - began
    visitor.leave()
    return seconds


def here(games: int) -> None:
    for name, players in SETTINGS:
        print(measure(name, players, games), flush=True)
    for name, players in LONG_GAMES:
        record, decisions = long_game(name, players)
        print(f"{name}, {players} players: {decisions} decisions by {LEVEL} with luck in {analysed(record):.1f} s")


def by_the_page() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serve(SITE) as base:
        browser = launch(playwright)
        for name, players in LONG_GAMES:
            record, decisions = long_game(name, players)
            file = Path(folder) / f"{name}.json"
            record.write(file)
            seconds = analysed_by_the_page(browser, base, file)
            print(f"{name}, {players} players: {decisions} decisions with luck in {seconds:.1f} s", flush=True)
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--page", action="store_true", help="analyses that the page makes without a server")
    given = parser.parse_args()
    if given.page:
        by_the_page()
    else:
        here(given.games)
