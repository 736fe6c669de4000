"""Random play in other projects' games, for comparison if they are installed (``piazzetta[bench]``)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

_ROLLOUTS = {"backgammon": 40, "ultimate_tic_tac_toe": 2000}


def _openspiel_length(state: Any, rng: random.Random) -> int:
    """Play a random game to its end; returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _openspiel(pyspiel: Any, name: str) -> Callable[[], int]:
    """OpenSpiel's own C++ rollouts: one search step that evaluates its leaf by many random games."""
    game = pyspiel.load_game(name)
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    rng = random.Random(1)
    length = sum(_openspiel_length(start.clone(), rng) for _ in range(100)) / 100
    rollouts = _ROLLOUTS[name]
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False)

    def run() -> int:
        bot.mcts_search(start)
        return int(rollouts * length)

    return run


def _catanatron(catanatron: Any) -> Callable[[], int]:
    colours = list(catanatron.Color)[:4]

    def run() -> int:
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
        game.play()
        return len(game.state.actions)

    return run


def baselines() -> dict[str, Callable[[], int]]:
    """The installed baselines: each function plays some random games and returns the number of decisions."""
    found: dict[str, Callable[[], int]] = {}
    try:
        import catanatron

        found["catanatron"] = _catanatron(catanatron)
    except ImportError:
        pass
    try:
        import pyspiel

        for name in _ROLLOUTS:
            found[f"openspiel {name}"] = _openspiel(pyspiel, name)
    except ImportError:
        pass
    return found
