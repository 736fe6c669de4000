"""Compare offline mode with its targets: ``make site && python -m benchmarks.offline`` prints a table.

Chromium opens the static site over Python's ``http.server``, each time as a first visit. To imitate a phone, the
benchmark lets the browser's process run only a quarter of the time (stopped and continued fifty times a second): that
slows down the worker too, which the browser's own throttling does not.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.page.conftest import BROWSERS, FLAGS
from tests.page.people import visitor
from tests.page.people.players import PLAIN
from tests.page.static import serve

SITE = Path(__file__).parents[1] / "site"
OFFERED = {"portobello": ".map [data-move], .act.clock:not([disabled])", "viaggiatore": ".hand .can, .actions .btn"}
PRESSED = {
    "portobello": visitor.OFFERED,
    "viaggiatore": f".hand .can .press, .actions .btn:has(.tx), {PLAIN}",
}
GAMES = tuple(OFFERED)
RUN = 0.005  # seconds a slowed process runs at a time

#: From the start of the load: press the one big button as soon as it appears, and note when a move is offered.
BEGIN = """
(() => {
  const [game, offered] = %s;
  const look = () => {
    const button = document.querySelector(`[data-play=${game}]`);
    if (button && !globalThis.frontAt) { globalThis.frontAt = performance.now(); button.click(); }
    if (document.querySelector(offered)) globalThis.gameAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""

#: The gaps between frames while the worker computes a hint, and while the page is idle.
FRAMES = """
(() => {
  globalThis.gaps = { thinking: [], resting: [] };
  let before = performance.now();
  const frame = (now) => {
    gaps[globalThis.hinting ? "thinking" : "resting"].push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})();
"""

#: How long the worker takes from a bot's turn to its move, measured from its messages to the page.
LISTEN = """
(() => {
  globalThis.thought = [];
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      let since = null;
      this.addEventListener("message", ({ data }) => {
        if (data.type === "update" && since !== null) { thought.push(performance.now() - since); since = null; }
        if (data.type === "thinking") since = data.seat === null ? null : performance.now();
        if (data.id === this.hint) globalThis.hinting = false;
      });
    }
    postMessage(question) {
      super.postMessage(question);
      if (question.name === "hint") { this.hint = question.id; globalThis.hinting = true; }
    }
  };
})();
"""


def visit(browser: Browser, base: str, game: str, script: str, **wish: Any) -> tuple[BrowserContext, Page]:
    """Open the home page in a fresh browser, with the given game selected."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    page = context.new_page()
    kept = {f"piazzetta.wish.{game}": json.dumps(wish), "piazzetta.pace": "0"}
    page.add_init_script(f"Object.assign(localStorage, {json.dumps(kept)}); {script}")
    page.goto(base, wait_until="commit")
    return context, page


def cold_start(browser: Browser, base: str, game: str) -> tuple[float, float]:
    """Seconds from the start of the load to the front page, and to a game in which a move is offered."""
    script = BEGIN % json.dumps([game, OFFERED[game]])
    context, page = visit(browser, base, game, script, players=2, level="easy")
    deadline = time.monotonic() + 60
    while not (found := page.evaluate("globalThis.gameAt ?? null")):
        assert time.monotonic() < deadline, "no game began"
        time.sleep(0.05)
    front = page.evaluate("globalThis.frontAt")
    context.close()
    return front / 1000, found / 1000


def play(page: Page, game: str, until: float) -> None:
    """Play any offered move, so that the bots get to think."""
    offered = PRESSED[game]
    while time.monotonic() < until and page.locator("main.end").count() == 0:
        page.evaluate(
            """(offered) => {
              const keen = (one) => !/^(bobby|mark)/.test(one.dataset.move ?? "");
              const all = [...document.querySelectorAll(offered)].filter(keen);
              const one = all[Math.floor(Math.random() * all.length)];
              one?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            }""",
            offered,
        )
        page.keyboard.press("Escape")
        time.sleep(0.15)


@contextmanager
def slowed(factor: float) -> Iterator[None]:
    """Let the browser's page processes run only 1/``factor`` of the time."""
    if factor == 1:
        yield
        return
    done = threading.Event()
    own = _renderers()

    def halt() -> None:
        ran = RUN
        while not done.is_set():
            _send(own, signal.SIGSTOP)
            time.sleep((factor - 1) * ran)
            _send(own, signal.SIGCONT)
            before = time.monotonic()
            time.sleep(RUN)
            ran = time.monotonic() - before  # on a busy machine a sleep takes longer than requested

    thread = threading.Thread(target=halt)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _renderers() -> list[int]:
    """The page processes of the browser this program started."""
    parents, commands = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                commands[int(entry.name)] = (entry / "cmdline").read_text()
            except OSError:
                continue

    def ours(pid: int) -> bool:
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return [pid for pid, command in commands.items() if "--type=renderer" in command and ours(pid)]


def _send(processes: list[int], number: int) -> None:
    for pid in processes:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def thinking(browser: Browser, base: str, game: str, seconds: float, slow: float) -> list[float]:
    """Play a game against a hard bot; return its milliseconds per move."""
    context, page = visit(browser, base, game, LISTEN, players=2, level="hard")
    page.click(f"[data-play={game}]")
    page.wait_for_selector(OFFERED[game])
    page.evaluate("thought.length = 0")
    with slowed(slow):
        play(page, game, time.monotonic() + seconds)
    found: list[float] = page.evaluate("thought")
    context.close()
    return found


def frames(browser: Browser, base: str, game: str, hints: int = 40) -> dict[str, list[float]]:
    """How even the frames are while the worker thinks as hard as it can and the page has nothing to draw."""
    context, page = visit(browser, base, game, LISTEN + FRAMES, players=2, level="hard")
    page.click(f"[data-play={game}]")
    page.wait_for_selector(OFFERED[game])
    time.sleep(2)
    page.evaluate("gaps.thinking.length = 0; gaps.resting.length = 0")
    for _ in range(hints):
        page.keyboard.press("h")
        time.sleep(1)
        page.keyboard.press("Escape")
        time.sleep(0.3)
    found: dict[str, list[float]] = page.evaluate("gaps")
    context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    if not (SITE / "index.html").exists():
        sys.exit("there is no site yet: make site")
    table = Table(title="The page without a server")
    for column in ("what", "measured", "bar"):
        table.add_column(column)
    found = os.environ.get("PIAZZETTA_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright, serve(SITE) as base:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        for game in GAMES:
            starts = [cold_start(browser, base, game) for _ in range(given.starts)]
            front, begun = (statistics.median(times) for times in zip(*starts, strict=True))
            best = min(start[1] for start in starts)
            table.add_row(
                f"{game}: cold start to a move that is offered",
                f"{begun:.2f} s (best {best:.2f} s; front page {front:.2f} s)",
                "≤ 1.5 s",
            )
        for game in GAMES:
            for slow in (1, 4):
                times = sorted(thinking(browser, base, game, given.seconds, slow)) or [float("nan")]
                table.add_row(
                    f"{game}: hard, {len(times)} moves" + (", a quarter of the processor" if slow > 1 else ""),
                    f"median {statistics.median(times):.0f} ms, longest {times[-1]:.0f} ms",
                    "≤ 1000 ms",
                )
            gaps = frames(browser, base, game)
            late = {name: sum(gap > 34 for gap in found) / max(1, len(found)) for name, found in gaps.items()}
            table.add_row(
                f"{game}: {len(gaps['thinking'])} frames while the worker thinks",
                f"longest gap {max(gaps['thinking'], default=0):.0f} ms, {late['thinking']:.1%} late; "
                f"at rest {max(gaps['resting'], default=0):.0f} ms, {late['resting']:.1%}",
                "no frame dropped",
            )
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
