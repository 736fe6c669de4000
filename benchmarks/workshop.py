"""Measure the workshop: how fast the fairness check plays, and how light its screens are.

``python -m benchmarks.workshop [--games 640] [--threads N]`` prints, for each number of players, games per second,
decisions per second of one core (target: 100,000) and the time until every seat's wins are known to ± 1%.

With ``--page http://127.0.0.1:8000`` it measures a running server's page in Chromium, in this order:

- The screens (only these: ``--screens``): the nodes of each screen, those in pictures and controls included, and the
  processor time of the page's own thread and of the whole browser, on a first visit, while the check rests.
- The map editor (only this: ``--drawing``), on maps of 5, 16 (the most that can be played) and 30 squares. It measures
  how soon a map can be edited (target: 1.5 s), how long the first three frames of a drag take, frames per second after
  that (target: 60) and the processor time per frame (target: 8 ms). Moves come as a mouse reports them, 125 per second.
- The check itself with warm workers: the time from a change until the wins are known, and games per second of the whole
  browser's processor time, which other work on the machine hardly changes.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import piazzetta
from piazzetta.arena.play import Place, play
from piazzetta.arena.players import NetworkPlayers
from piazzetta.arena.results.statistics import Z
from piazzetta.games.portobello.workbench import drawn
from piazzetta.games.registry import NAMES, find_game
from piazzetta.kernel import cores

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator

_MOUSE = 125  # moves a second
_PICKED_UP = 3  # frames
_WARM = 4000  # milliseconds until the workers play as fast as they can

_FRAMES = """() => {
  const seen = (window.frames_ = []);
  const next = (time) => (seen.push(time), requestAnimationFrame(next));
  requestAnimationFrame(next);
}"""


def games_for(half: float, players: int) -> float:
    """Return how many games it takes until the interval of an even share is this wide on each side."""
    even = 1 / players
    return Z * Z * even * (1 - even) / half**2


def grid(columns: int, rows: int) -> dict[str, Any]:
    """Return a map of ``squares`` squares for drawing; it may be too large to play."""
    at = {f"S{c + columns * r}": (150 + c * 1200 / (columns - 1), 150 + r * 700 / (rows - 1))
          for r in range(rows) for c in range(columns)}  # fmt: skip
    names = list(at)
    corners = []
    for r in range(rows - 1):
        for c in range(columns - 1):
            a, b, d, e = (names[c + i + columns * (r + j)] for i, j in ((0, 0), (1, 0), (0, 1), (1, 1)))
            corners += [(a, b, d), (b, e, d)]
    pairs = {tuple(sorted((three[k - 1], three[k]), key=names.index)) for three in corners for k in range(3)}
    middles = [[sum(at[one][axis] for one in three) / 3 for axis in (0, 1)] for three in corners]
    return {
        "name": f"{len(names)} squares",
        "squares": {key: {"name": key, "x": x, "y": y} for key, (x, y) in at.items()},
        "alleys": {f"{a}-{b}": {"name": f"{a} {b}", "values": [1, 2]} for a, b in sorted(pairs)},
        "districts": {
            f"D{number}": {"name": f"D{number}", "squares": list(three), "x": x, "y": y}
            for number, (three, (x, y)) in enumerate(zip(corners, middles, strict=True))
        },
    }


def _visitor(chromium: Browser) -> BrowserContext:
    """Return a first-time visitor whose fairness check rests, as in a hidden page, and who has no
    service worker, because that fetches the whole page in the background."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")
    context.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    return context


def drawing_table(base: str, chromium: Browser) -> None:
    """Measure how soon a map can be edited, and how smoothly a square is dragged for two seconds."""
    columns = (
        f"{'picked up':>12}{'frames/s':>10}{'worst frame':>13}{'work a frame':>14}{'a move':>10}{'browser, a move':>17}"
    )
    print(f"{'squares':>8}{'usable after':>14}{columns}")
    processes = chromium.new_browser_cdp_session()
    for map_ in (drawn(1, 5, 2).to_file(), drawn(1, 16, 4).to_file(), grid(6, 5)):
        context = _visitor(chromium)
        kept = [{"id": "bench", "game": "portobello", "name": "bench", "changed": 1, "file": map_}]
        context.add_init_script(f"localStorage.setItem('piazzetta.designs', {json.dumps(json.dumps(kept))})")
        page = context.new_page()
        page.goto(f"{base}/workshop/portobello?design=bench", wait_until="commit")
        page.wait_for_selector("[data-place^=squares]")
        usable = page.evaluate("performance.now()")
        page.wait_for_selector("[data-verdict]")
        box = page.locator("[data-place^=squares]").first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.keyboard.down("Alt")  # off the grid: every move changes the drawing
        page.mouse.move(x, y)
        page.mouse.down()
        measured = context.new_cdp_session(page)
        measured.send("Performance.enable", {"timeDomain": "threadTicks"})  # processor time, on a busy machine too
        before, busy = _worked(measured), _busy(processes)
        page.evaluate(_FRAMES)
        began = time.perf_counter()
        step = 0
        while time.perf_counter() < began + 2:
            step += 1
            page.mouse.move(x + 60 * (step % 20) / 20, y + 40 * (step % 14) / 14)
            time.sleep(max(0.0, began + step / _MOUSE - time.perf_counter()))
        work, all_ = _worked(measured) - before, _busy(processes) - busy
        times = page.evaluate("window.frames_")
        page.mouse.up()
        page.keyboard.up("Alt")
        gaps = [after - before for before, after in pairwise(times)]
        many = len(map_["squares"])
        dragged = gaps[_PICKED_UP:]
        rate = 1000 * len(dragged) / sum(dragged)
        a_frame, a_move = 1000 * work / len(gaps), 1000 * work / step
        frames = f"{sum(gaps[:_PICKED_UP]):>9.0f} ms{rate:>10.0f}{max(dragged):>10.0f} ms{a_frame:>11.1f} ms"
        print(f"{many:>8}{usable:>11.0f} ms{frames}{a_move:>7.1f} ms{1000 * all_ / step:>14.1f} ms", flush=True)
        context.close()


#: A screen, and what shows that it can be used.
SCREENS = (
    ("/workshop", ".templates"),
    ("/workshop/portobello?design=leather-lane", "[data-verdict]"),
    ("/workshop/viaggiatore?design=fiera", "[data-verdict]"),
)


def screens(base: str, chromium: Browser) -> None:
    """Measure the nodes and processor time of each screen, two seconds after it can be used."""
    print(f"{'screen':<42}{'nodes':>8}{'usable after':>14}{'own thread':>12}{'browser':>10}")
    processes = chromium.new_browser_cdp_session()
    for path, see in SCREENS:
        busy = _busy(processes)
        context = _visitor(chromium)
        page = context.new_page()
        measured = context.new_cdp_session(page)
        measured.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(base + path, wait_until="commit")
        page.wait_for_selector(see)
        usable = page.evaluate("performance.now()")
        page.wait_for_timeout(2000)
        measured.send("HeapProfiler.collectGarbage")
        nodes, work, all_ = _metric(measured, "Nodes"), _worked(measured), _busy(processes) - busy
        print(f"{path:<42}{nodes:>8.0f}{usable:>11.0f} ms{1000 * work:>9.0f} ms{all_:>8.1f} s", flush=True)
        context.close()


def _worked(measured: CDPSession) -> float:
    """Return the processor seconds of the page's own thread."""
    return _metric(measured, "TaskDuration")


def _metric(measured: CDPSession, name: str) -> float:
    found = {one["name"]: one["value"] for one in measured.send("Performance.getMetrics")["metrics"]}
    return float(found[name])


def _busy(processes: CDPSession) -> float:
    """Return the processor seconds of all processes of the browser."""
    return float(sum(one["cpuTime"] for one in processes.send("SystemInfo.getProcessInfo")["processInfo"]))


def _games(told: Locator) -> int:
    return int(told.get_attribute("data-games") or 0)


def in_browser(base: str, patience: float, only: str | None) -> None:
    """Measure the times that the page's fairness check records itself."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = os.environ.get("PIAZZETTA_CHROMIUM") or shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        if only != "drawing":
            screens(base, chromium)
        if only != "screens":
            drawing_table(base, chromium)
        if only:
            chromium.close()
            return
        print(f"{'game':<12}{'players':>8}{'games/s':>10}{'a cpu s':>10}{'± 3%':>9}{'± 1%':>9}")
        processes = chromium.new_browser_cdp_session()
        for name in NAMES:
            page = chromium.new_page()
            page.goto(f"{base}/workshop/{name}")
            page.wait_for_selector("[data-seat]")
            seats = find_game(name).seats
            page.select_option("[data-judge-players]", str(seats[-1]))
            page.wait_for_timeout(_WARM)
            for players in seats:
                page.select_option("[data-judge-players]", str(players))
                page.wait_for_selector(f"[data-seat='{players - 1}']")
                began, told = time.perf_counter(), page.locator(".judge")
                busy, before = _busy(processes), _games(told)
                while time.perf_counter() < began + patience and told.get_attribute("data-precise") is None:
                    page.wait_for_timeout(200)
                played, wall = _games(told), time.perf_counter() - began
                rate, per_core = (played - before) / wall, (played - before) / (_busy(processes) - busy)
                times = [told.get_attribute(f"data-{which}") for which in ("rough", "precise")]
                words = [f"{float(ms) / 1000:.2f} s" if ms else "–" for ms in times]
                print(f"{name:<12}{players:>8}{rate:>10.0f}{per_core:>10.0f}{words[0]:>9}{words[1]:>9}", flush=True)
            page.close()
        chromium.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=640)
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--page", help="a running server, whose page is measured instead")
    parser.add_argument("--screens", action="store_const", const="screens", dest="only", help="with --page: only those")
    parser.add_argument("--drawing", action="store_const", const="drawing", dest="only", help="only the drawing table")
    parser.add_argument("--patience", type=float, default=90, help="seconds to wait for ± 1%% in the page")
    given = parser.parse_args()
    if given.page:
        in_browser(given.page, given.patience, given.only)
        return
    print(f"{given.games} games each, {given.threads} threads")
    print(f"{'game':<12}{'players':>8}{'games/s':>10}{'per core':>10}{'decisions':>11}{'± 3%':>9}{'± 1%':>9}")
    for name in NAMES:
        for players in find_game(name).seats:
            setting = piazzetta.game(name, players=players)
            place, network = Place(workers=given.threads), NetworkPlayers(setting.game)
            place.prepare(network, setting)  # compiled, and loaded
            wall, core = time.perf_counter(), time.process_time()
            played = play(setting, network, given.games, seed=1, on=place)
            assert played.facts is not None
            rate = given.games / (time.perf_counter() - wall)
            busy = time.process_time() - core
            per_core = given.games / busy
            decisions = int(played.facts["decisions"].sum()) / busy
            times = [f"{games_for(half, players) / rate:.1f} s" for half in (0.03, 0.01)]
            speeds = f"{rate:>10.0f}{per_core:>10.0f}{decisions:>11,.0f}"
            print(f"{name:<12}{players:>8}{speeds}{times[0]:>9}{times[1]:>9}", flush=True)


if __name__ == "__main__":
    main()
