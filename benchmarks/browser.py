"""Measure the browser modules: their size, and their speed in Chromium compared with the natively compiled kernels.

``python -m benchmarks.browser`` needs the built modules (``make page``) and a Chromium; it prints the table of
``RESULTS.md``. Native and browser runs alternate in short rounds and the best round of each counts, because machines
are shared. Searches must find the same numbers on both sides; otherwise it prints no table.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table

import piazzetta
from piazzetta import Setting
from piazzetta.batch.playout import random_game, random_games
from piazzetta.bots.knowledge import new_evaluator
from piazzetta.bots.position import Position
from piazzetta.bots.search import search_of
from piazzetta.bots.tree import SearchOptions, clear, new_tree
from piazzetta.kernel import CHANCE, random_stream
from piazzetta.match.steps import steps_of

ROOT = Path(__file__).parents[1]
GENERATED = ROOT / "web" / "src" / "local" / "generated"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
SETTINGS = {"portobello": 3, "viaggiatore": 4}
GAMES = 400  # random games per round
SIMULATIONS = {"portobello": 6000, "viaggiatore": 1500}
POSITIONS = 4

WORKER = """
import { loadKernels } from "./kernels.js";
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
let kernels, plan, params, tree;
const work = {
  async load(given) {
    plan = given;
    kernels = loadKernels(plan.game, await (await fetch(`./${plan.game}.wasm`)).arrayBuffer());
    tables = kernels.tables();
    tables.bytes.set(bytes(plan.params));
    tree = kernels.new_tree(plan.decisions, plan.players, plan.simulations + 64);
  },
  random(games) {
    const row = () => kernels.array("int16", 2 * plan.players);
    const out = Array.from({ length: games }, row);
    const [moves, decisions] = [kernels.array("int32", games), kernels.array("int32", games)];
    const choice = kernels.array("int32", kernels.mostLegal);
    const none = kernels.array("int32", 0);
    const rng = kernels.random_stream(0);
    const start = performance.now();
    kernels.random_games(params, kernels.state(), rng, 0, 0, choice, none, out, moves, decisions);
    return [performance.now() - start, decisions.reduce((sum, count) => sum + count, 0)];
  },
  search(number) {
    const { state, options } = plan.positions[number];
    const root = kernels.state();
    root.bytes.set(bytes(state));
    const kinds = [Float64Array, Float64Array, Int16Array, Uint8Array, Int32Array];
    const judge = plan.judge.map((found, at) =>
      at < 2 ? found.map((row) => Float64Array.from(row)) : kinds[at].from(found));
    const rng = kernels.random_stream(1);
    const choice = kernels.array("int32", kernels.mostLegal);
    const values = kernels.array("float64", 2 * plan.players);
    tree.clear();
    const start = performance.now();
    const work = kernels.state();
    kernels.search(params, root, work, tree, ...judge, rng, choice, values, options, plan.simulations);
    return [performance.now() - start, [...tree.root_tried]];
  },
};
onmessage = async ({ data: [name, argument] }) => postMessage(await work[name](argument));
"""

HTML = """<!doctype html><title>benchmark</title><script type="module">
const worker = new Worker("./worker.js", { type: "module" });
window.call = (name, argument) => new Promise((done, failed) => {
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = (event) => failed(new Error(event.message));
  worker.postMessage([name, argument]);
});
window.ready = true;
</script>"""


def positions(setting: Setting) -> list[Position]:
    """Decisions from random games, early and late."""
    found = []
    for number in range(POSITIONS):
        seats, actions = (np.array(part, np.int32) for part in zip(*random_game(setting, 1, number), strict=True))
        states = setting.states(len(actions) + 1)
        setting.game.kernels.setup(setting.params_record, states.view(np.recarray)[0])
        steps_of(setting.game).retrace(setting.params, states, actions)
        for at in range(30 + 30 * number, len(seats)):
            if seats[at] != CHANCE:
                position = Position.determinized(setting, int(seats[at]), states[at : at + 1])
                if len(position.legal()) > 2:
                    found.append(position)
                    break
    return found


def wishes(position: Position) -> SearchOptions:
    budget = position.setting.game.bots.budgets["hard"]
    turn = int(position.state["turn"][0])
    return SearchOptions(position.seat, turn, turn + budget.turns, budget.curiosity, budget.root_curiosity, 0)


class Native:
    """The kernels compiled natively."""

    def __init__(self, setting: Setting, found: list[Position]) -> None:
        self.setting, self.positions = setting, found
        self.simulations = SIMULATIONS[setting.game.name]
        self.tree = new_tree(setting, self.simulations + 64)

    def random(self) -> tuple[float, int]:
        start = time.perf_counter()
        done = random_games(self.setting, GAMES, threads=1)
        return time.perf_counter() - start, int(done.decisions.sum())

    def search(self, number: int) -> tuple[float, list[int]]:
        setting, position = self.setting, self.positions[number]
        work = setting.states(1)
        words = np.asarray(work).view(np.ndarray).view(np.uint32).reshape(1, -1)
        choice, values = np.zeros(setting.game.most_legal, np.int32), np.zeros(2 * setting.players)
        rng, kernel = random_stream(1), search_of(setting.game)
        judge = new_evaluator(setting)
        clear(self.tree)
        start = time.perf_counter()
        rest = (self.tree, *judge, rng, choice, values, wishes(position), self.simulations)
        kernel(setting.params, position.state, work, words, *rest)
        return time.perf_counter() - start, self.tree.root_tried.tolist()


class InBrowser:
    """The same kernels in a page's worker."""

    def __init__(self, page: Page, setting: Setting, found: list[Position]) -> None:
        self.page = page
        text = {"tables": _text(setting.params)}
        each = [{"state": _text(one.state), "options": wishes(one)._asdict()} for one in found]
        self.call(
            "load",
            {
                "game": setting.game.name,
                "players": setting.players,
                "decisions": setting.decision_count,
                "simulations": SIMULATIONS[setting.game.name],
                "judge": [array.tolist() for array in new_evaluator(setting)],
                "positions": each,
                **text,
            },
        )

    def call(self, name: str, argument: Any) -> Any:
        return self.page.evaluate("([name, argument]) => window.call(name, argument)", [name, argument])

    def random(self) -> tuple[float, int]:
        milliseconds, decisions = self.call("random", GAMES)
        return milliseconds / 1000, decisions

    def search(self, number: int) -> tuple[float, list[int]]:
        milliseconds, tried = self.call("search", number)
        return milliseconds / 1000, tried


def _text(array: np.ndarray[Any, Any]) -> str:
    return base64.b64encode(np.asarray(array).tobytes()).decode()


def measure(native: Native, browser: InBrowser, rounds: int) -> dict[str, float]:
    """Decisions and simulations per second on both sides, from the best rounds."""
    best: dict[str, list[float]] = {}
    for _ in range(rounds):
        counts, found = {}, {}
        for side, runner in (("native", native), ("browser", browser)):
            seconds, counts[side] = runner.random()
            best.setdefault(f"{side} random", []).append(counts[side] / seconds)
        assert counts["native"] == counts["browser"], "the two sides played different games"
        for number in range(len(native.positions)):
            for side, runner in (("native", native), ("browser", browser)):
                seconds, found[side] = runner.search(number)
                best.setdefault(f"{side} {number}", []).append(seconds)
            assert found["native"] == found["browser"], "the two sides found different moves"
    result = {}
    for side in ("native", "browser"):
        result[f"{side} random"] = max(best[f"{side} random"])
        total = sum(min(best[f"{side} {number}"]) for number in range(len(native.positions)))
        result[f"{side} search"] = native.simulations * len(native.positions) / total
    return result


def serve(folder: Path) -> ThreadingHTTPServer:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def run(rounds: int) -> dict[str, dict[str, float]]:
    results = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        place = Path(folder)
        bundler = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
        source = ROOT / "web" / "src" / "local" / "kernels" / "kernels.ts"
        bundle = ["node", str(bundler), str(source), "--format", "esm", "--file", str(place / "kernels.js")]
        subprocess.run(bundle, check=True, stdout=subprocess.DEVNULL)
        (place / "worker.js").write_text(WORKER, encoding="utf-8")
        (place / "index.html").write_text(HTML, encoding="utf-8")
        for name in SETTINGS:
            shutil.copy(GENERATED / f"{name}.wasm", place)
        server = serve(place)
        found = os.environ.get("PIAZZETTA_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        for name, players in SETTINGS.items():
            setting = piazzetta.game(name, players=players)
            chosen = positions(setting)
            page = chromium.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
            page.wait_for_function("window.ready")
            results[name] = measure(Native(setting, chosen), InBrowser(page, setting, chosen), rounds)
            page.close()
        results["browser"] = {"version": chromium.version}  # type: ignore[dict-item]
        chromium.close()
        server.shutdown()
    return results


def sizes() -> dict[str, tuple[int, int]]:
    found = {}
    for name in SETTINGS:
        content = (GENERATED / f"{name}.wasm").read_bytes()
        found[name] = len(content), len(gzip.compress(content, 9))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    results, bytes_of = run(given.rounds), sizes()
    if given.json:
        print(json.dumps({"speed": results, "sizes": bytes_of}))
        return
    packed = sum(gz for _, gz in bytes_of.values())
    table = Table("", *SETTINGS, "bar", title=f"Chromium {results['browser']['version']}")
    table.add_row("module (bytes)", *(f"{size:,}" for size, _ in bytes_of.values()), "")
    table.add_row("gzipped", *(f"{size:,}" for _, size in bytes_of.values()), f"{packed:,} together, ≤ 120,000")
    rows = [("random play (decisions/s)", "random", "≥ 2,000,000"), ("search (simulations/s)", "search", "≥ 40%")]
    for title, key, bar in rows:
        for side in ("native", "browser"):
            cells = [f"{results[name][f'{side} {key}']:,.0f}" for name in SETTINGS]
            table.add_row(f"{title}, {side}", *cells, "")
        share = [results[name][f"browser {key}"] / results[name][f"native {key}"] for name in SETTINGS]
        table.add_row("browser to native", *(f"{100 * part:.0f}%" for part in share), bar)
    Console().print(table)


if __name__ == "__main__":
    main()
