"""Measure playing and learning together, end to end: ``python -m benchmarks.train [--device cuda]``.

It prints decisions per second. The targets are for one H200: 25 million in Portobello Market, 12 million in Il
Commercio Viaggiatore.
"""

from __future__ import annotations

import argparse
import time

import torch

from piazzetta.train.learner import Learner, Recipe
from piazzetta.train.mixture import mixture
from piazzetta.train.network import Network, Size
from piazzetta.train.tables import Tables

BARS = {"portobello": 25e6, "viaggiatore": 12e6}


def make(game: str, maps: str, rows: int, steps: int, size: Size, device: str) -> Learner:
    torch.manual_seed(0)
    network = Network(game, size).to(device)
    tables = Tables(mixture(game, components=maps), rows, device, 0)
    return Learner(network, tables, Recipe(steps=steps, parts=steps), 0)


def measure(learner: Learner, windows: int) -> tuple[float, float, float]:
    """Decisions per second; seconds to play a window, and to learn from it."""
    wait = torch.cuda.synchronize if learner.tables.device == "cuda" else lambda: None
    for _ in range(2):
        learner.play()
        learner.learn(0.0)
    spent = [0.0, 0.0]
    for _ in range(windows):
        wait()
        begun = time.perf_counter()
        learner.play()
        wait()
        played = time.perf_counter()
        learner.learn(0.0)
        wait()
        spent[0] += played - begun
        spent[1] += time.perf_counter() - played
    decisions = windows * learner.recipe.steps * len(learner.tables.batch)
    return decisions / sum(spent), spent[0] / windows, spent[1] / windows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", default="portobello,viaggiatore")
    parser.add_argument("--maps", default="default", help="default or random, several with commas")
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--width", type=int, default=384)
    parser.add_argument("--windows", type=int, default=8)
    args = parser.parse_args()
    cuda = args.device == "cuda"
    rows = args.rows or (262_144 if cuda else 1_024)
    for game in args.games.split(","):
        for maps in args.maps.split(","):
            learner = make(game, maps, rows, args.steps, Size(args.width), args.device)
            rate, play, learn = measure(learner, args.windows)
            print(
                f"{game}, {maps}: {rate / 1e6:.2f} M decisions/s (bar {BARS[game] / 1e6:.0f} on an H200), "
                f"{rows:,} rows × {args.steps}: playing {play * 1e3:.1f} ms, learning {learn * 1e3:.1f} ms",
                flush=True,
            )
            del learner


if __name__ == "__main__":
    main()
