"""OpenSpiel's MCTS bot as a side of ``benchmarks.bots``, with as much time per move as its rival takes.

It searches the true position, secrets included: OpenSpiel's bot works this way, and it is no disadvantage to it.
"""

from __future__ import annotations

import time
from importlib import import_module

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from piazzetta.bots import Position
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting

import_module("piazzetta.envs.openspiel")  # registers the games
_FEWEST = 2  # simulations; with one it could not compare two moves


class OpenSpielBot:
    """UCT with random playouts, as implemented in ``open_spiel.python.algorithms.mcts``."""

    name = "openspiel"

    def __init__(self, setting: Setting, seed: int) -> None:
        self._setting = setting
        self._game = pyspiel.load_game(f"piazzetta_{setting.game.name}", {"players": setting.players})
        random_state = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random_state)
        self._bot = mcts.MCTSBot(self._game, 1.4, 20, evaluator, solve=False, random_state=random_state)
        self._rate = 20 / 0.2  # simulations per second, updated during play
        self._state = self._game.new_initial_state()
        self._told = 0
        self._seconds = 0.1

    def watch(self, match: Match, seconds: float) -> None:
        """Take in the moves played, and how long the rival takes per move."""
        for seat, action in match.log[self._told :]:
            self._state.apply_action(action - self._setting.decision_count if seat < 0 else action)
        self._told = len(match.log)
        self._seconds = seconds or self._seconds

    def choose(self, position: Position) -> int:
        actions = position.legal()
        if len(actions) == 1:
            return actions[0]
        self._bot.max_simulations = max(_FEWEST, round(self._rate * self._seconds))
        begun = time.perf_counter()
        action = int(self._bot.step(self._state))
        self._rate = 0.5 * self._rate + 0.5 * self._bot.max_simulations / (time.perf_counter() - begun)
        return action
