"""Measure luck: how much less a result varies without it, and what weighing a game's draws and analysing it take.

Run it with ``python -m benchmarks.luck``. Quick players play; times are one core's processor time.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import piazzetta
from piazzetta.bots.analysis import analyse
from piazzetta.bots.luck import luck_alone
from piazzetta.bots.quick import play_quick
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.tables.analyses import LEVEL

SETTINGS = (("portobello", 2), ("portobello", 4), ("viaggiatore", 2), ("viaggiatore", 3), ("viaggiatore", 6))
LONG = 200  # decisions of a long game


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


def long_game(name: str, players: int) -> str:
    setting = piazzetta.game(name, players=players)
    for number in range(200):
        record = Record.of(played(setting, number))
        if number == 0:
            analyse(record, LEVEL)  # compiles
        if sum(seat >= 0 for seat, _ in record.moves) < LONG:
            continue
        began = time.process_time()
        found = analyse(record, LEVEL)
        if len(found.decisions) >= LONG * 0.9:
            seconds = time.process_time() - began
            return (
                f"{name}, {players} players: {len(found.decisions)} decisions by {LEVEL} with luck in {seconds:.1f} s"
            )
    return f"{name}, {players} players: no game has about {LONG} decisions"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    given = parser.parse_args()
    for name, players in SETTINGS:
        print(measure(name, players, given.games), flush=True)
    for name, players in (("portobello", 4), ("viaggiatore", 6)):
        print(long_game(name, players), flush=True)
