"""How fast the bare network plays: games a second, decisions a second on one core (bar: 100,000), and the time until
every seat's wins are known to ± 1 %.

``python -m benchmarks.workshop [--games 640] [--threads N]``; with ``--page http://127.0.0.1:8000`` the same of the
page's judge, in Chromium, on a running server: from the first look at a map or deck until its wins are known.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time

import piazzetta
from piazzetta.arena.results.statistics import Z
from piazzetta.bots.network.play import play
from piazzetta.games.registry import NAMES, find_game
from piazzetta.kernel import cores


def games_for(half: float, players: int) -> float:
    """Games until the interval of an even share reaches this far to each side."""
    even = 1 / players
    return Z * Z * even * (1 - even) / half**2


def in_browser(base: str, patience: float) -> None:
    """The times that the page's judge notes itself; a version that is changed at once is judged by warm workers."""
    from playwright.sync_api import sync_playwright

    print(f"{'game':<12}{'players':>8}{'games/s':>10}{'± 3 %':>9}{'± 1 %':>9}")
    with sync_playwright() as playwright:
        found = os.environ.get("PIAZZETTA_CHROMIUM") or shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for name in NAMES:
            page = chromium.new_page()
            page.goto(f"{base}/workshop/{name}")
            page.wait_for_selector("[data-seat]")
            for players in reversed(find_game(name).seats):
                page.select_option("[data-judge-players]", str(players))
                page.wait_for_selector(f"[data-seat='{players - 1}']")
                began, told = time.perf_counter(), page.locator(".judge")
                while time.perf_counter() < began + patience and told.get_attribute("data-precise") is None:
                    page.wait_for_timeout(200)
                rate = int(told.get_attribute("data-games") or 0) / (time.perf_counter() - began)
                times = [told.get_attribute(f"data-{which}") for which in ("rough", "precise")]
                words = [f"{float(ms) / 1000:.1f} s" if ms else "–" for ms in times]
                print(f"{name:<12}{players:>8}{rate:>10.0f}{words[0]:>9}{words[1]:>9}", flush=True)
            page.close()
        chromium.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=640)
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--page", help="a running server, whose page is measured instead")
    parser.add_argument("--patience", type=float, default=90, help="seconds to wait for ± 1 %% in the page")
    given = parser.parse_args()
    if given.page:
        in_browser(given.page, given.patience)
        return
    print(f"{given.games} games each, {given.threads} threads")
    print(f"{'game':<12}{'players':>8}{'games/s':>10}{'per core':>10}{'decisions':>11}{'± 3 %':>9}{'± 1 %':>9}")
    for name in NAMES:
        for players in find_game(name).seats:
            setting = piazzetta.game(name, players=players)
            play(setting, given.threads)  # compiled, and loaded
            wall, core = time.perf_counter(), time.process_time()
            played = play(setting, given.games, seed=1, threads=given.threads)
            rate = given.games / (time.perf_counter() - wall)
            busy = time.process_time() - core
            per_core = given.games / busy
            decisions = int(played.facts["decisions"].sum()) / busy
            times = [f"{games_for(half, players) / rate:.1f} s" for half in (0.03, 0.01)]
            speeds = f"{rate:>10.0f}{per_core:>10.0f}{decisions:>11,.0f}"
            print(f"{name:<12}{players:>8}{speeds}{times[0]:>9}{times[1]:>9}", flush=True)


if __name__ == "__main__":
    main()
