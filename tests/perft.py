"""Perft: how many sequences of moves, chance included, start from a fixed position. Checks rules and speed at once.

``python -m tests.perft`` rewrites ``perft.txt``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import piazzetta
from piazzetta import Setting
from piazzetta.batch.playout import random_game
from piazzetta.games.base import Game, apply, chances, legal, mover
from piazzetta.kernel import CHANCE, OVER
from piazzetta.match.steps import steps_of

FILE = Path(__file__).parent / "perft.txt"
POSITIONS = ((0, 5), (40, 6), (120, 6))  # moves into game 0 of seed 2, greatest depth
GREATEST = 3_000_000  # no position is counted deeper than this
MOST_DEPTH = 8


def count_paths(params, states, choice, weight, tried, depth):
    """Count the sequences of ``depth`` moves from states[0], by depth-first search without recursion."""
    table = params[0]
    paths = 0
    level = 0
    tried[0] = -1
    while level >= 0:
        state = states[level]
        if tried[level] < 0:  # a new position: list what can follow
            who = mover(table, state)
            if level == depth:
                paths += 1
            tried[level] = 0
            choice[level, 0] = 0
            if level < depth and who != OVER:
                row = choice[level, 1:]
                choice[level, 0] = chances(table, state, row, weight) if who == CHANCE else legal(table, state, row)
        if tried[level] == choice[level, 0]:
            level -= 1
            continue
        action = choice[level, 1 + tried[level]]
        tried[level] += 1
        states[level + 1] = state
        apply(table, states[level + 1], action)
        level += 1
        tried[level] = -1
    return paths


@lru_cache
def _kernel(game: Game) -> Any:
    return game.bind(count_paths)


def perft(setting: Setting, into: int, depth: int) -> int:
    """Count the sequences of ``depth`` moves after ``into`` moves of a fixed random game."""
    states = setting.states(MOST_DEPTH + 2)
    steps = steps_of(setting.game)
    steps.begin(setting.params, states)
    log = np.array(random_game(setting, 2, 0)[:into], np.int32).reshape(-1, 2)
    assert steps.replay(setting.params, states, log[:, 0], log[:, 1]) == into
    width = 2 + max(setting.game.most_legal, setting.game.most_outcomes)
    choice = np.zeros((MOST_DEPTH + 2, width), np.int32)
    weight = np.zeros(width, np.int32)
    tried = np.zeros(MOST_DEPTH + 2, np.int32)
    return int(_kernel(setting.game)(setting.params, states, choice, weight, tried, depth))


def settings() -> Iterator[Setting]:
    for edition in ("de", "it", "fr", "es", "fr-memo"):
        yield piazzetta.game("portobello", edition=edition, players=3)
    yield piazzetta.game("portobello", edition="de", players=2, rules={"clients": "queue"})
    yield piazzetta.game("portobello", edition="es", players=4, rules={"clients": "house"})
    for players in (2, 4, 6):
        yield piazzetta.game("viaggiatore", players=players)


def start(setting: Setting, into: int) -> int:
    """Some games start by dealing: count positions after that."""
    return into + setting.game.opening_length(setting.params_record)


def main() -> None:
    lines = []
    for setting in settings():
        for into, deepest in POSITIONS:
            counts: list[int] = []
            for depth in range(1, deepest + 1):
                counts.append(perft(setting, start(setting, into), depth))
                if counts[-1] * 20 > GREATEST:
                    break
            lines.append(f"{setting!r} | after {into} | {' '.join(map(str, counts))}")
            print(lines[-1])
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
