"""How fast the bare network plays: games a second, decisions a second on one core (bar: 100,000), and the time until
every seat's wins are known to ± 1 %.

``python -m benchmarks.workshop [--games 640] [--threads N]``
"""

from __future__ import annotations

import argparse
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=640)
    parser.add_argument("--threads", type=int, default=cores())
    given = parser.parse_args()
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
