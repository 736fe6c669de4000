"""Compare the environments with their targets and peers: ``python -m benchmarks.envs`` prints a table.

Peers are PettingZoo's connect_four_v3 and chess_v6 and OpenSpiel's python_team_dominoes (extra ``all``, and
``chess``); the vector environment's peer is the bare batch. All run on one core and alternate in several rounds; the
best round of each counts, in processor seconds, so that other work on the machine has little effect.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from numba import njit
from open_spiel.python.games import team_dominoes  # noqa: F401 (registers it)
from rich.console import Console
from rich.progress import track
from rich.table import Table

import piazzetta
import piazzetta.envs.openspiel
from piazzetta.batch import Batch
from piazzetta.envs import aec_env

ROUNDS = 4
SECONDS = 1.0
ROWS = 4096


def aec(env: Any) -> Callable[[], int]:
    """Play whole games with random masked actions; return how many decisions they took."""
    env.reset(seed=1)

    def run() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            action = None if over else random.choice(np.flatnonzero(observation["action_mask"]).tolist())
            env.step(action)
            decisions += not over
        return decisions

    return run


def openspiel(name: str) -> Callable[[], int]:
    """Play a whole random game; return how many actions it took, including those of chance."""
    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def run() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        return int(state.move_number())

    return run


@njit
def choose(mask, chance, actions):
    """Choose a random action from each row's mask."""
    for i in range(len(mask)):
        rest = int(chance[i] * mask[i].sum())
        for action in range(mask.shape[1]):
            rest -= mask[i, action]
            if rest < 0:
                actions[i] = action
                break


def bare(setting: piazzetta.Setting) -> Callable[[], int]:
    batch = Batch(setting, ROWS, seed=1, restart=True, threads=1)

    def run() -> int:
        for _ in range(10):
            batch.step(batch.random_actions())
        return 10 * ROWS

    return run


def vector(setting: piazzetta.Setting) -> Callable[[], int]:
    """Count only the learner's decisions; those of the opponents, made in the same steps, do not count."""
    identity = f"piazzetta/{setting.game.name.capitalize()}-v0"
    envs = gymnasium.make_vec(identity, num_envs=ROWS, opponents="random", players=setting.players, threads=1)
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    actions = np.zeros(ROWS, np.int64)

    def run() -> int:
        nonlocal infos
        for _ in range(10):
            choose(infos["action_mask"], rng.random(ROWS), actions)
            infos = envs.step(actions)[4]
        return 10 * ROWS

    return run


def workloads() -> dict[str, Callable[[], int]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo deprecates this way of importing its own games
        from pettingzoo.classic import chess_v6, connect_four_v3
    portobello, viaggiatore = piazzetta.game("portobello", players=3), piazzetta.game("viaggiatore", players=4)
    return {
        "PettingZoo, connect_four_v3": aec(connect_four_v3.env()),
        "PettingZoo, chess_v6": aec(chess_v6.env()),
        "PettingZoo, portobello_v0, 3 players": aec(aec_env(portobello)),
        "PettingZoo, viaggiatore_v0, 4 players": aec(aec_env(viaggiatore)),
        "OpenSpiel, python_team_dominoes": openspiel("python_team_dominoes"),
        "OpenSpiel, piazzetta_portobello, 3 players": openspiel("piazzetta_portobello(players=3)"),
        "OpenSpiel, piazzetta_viaggiatore, 4 players": openspiel("piazzetta_viaggiatore(players=4)"),
        "bare batch, portobello, 3 players": bare(portobello),
        "Gymnasium vector, Portobello-v0, 3 players": vector(portobello),
        "bare batch, viaggiatore, 4 players": bare(viaggiatore),
        "Gymnasium vector, Viaggiatore-v0, 4 players": vector(viaggiatore),
    }


BARS = [
    ("PettingZoo, portobello_v0, 3 players", "PettingZoo, connect_four_v3", 2),
    ("PettingZoo, portobello_v0, 3 players", "PettingZoo, chess_v6", 20),
    ("PettingZoo, viaggiatore_v0, 4 players", "PettingZoo, connect_four_v3", 2),
    ("PettingZoo, viaggiatore_v0, 4 players", "PettingZoo, chess_v6", 20),
    ("OpenSpiel, piazzetta_portobello, 3 players", "OpenSpiel, python_team_dominoes", 3),
    ("OpenSpiel, piazzetta_viaggiatore, 4 players", "OpenSpiel, python_team_dominoes", 3),
    ("Gymnasium vector, Portobello-v0, 3 players", "bare batch, portobello, 3 players", 0.5),
    ("Gymnasium vector, Viaggiatore-v0, 4 players", "bare batch, viaggiatore, 4 players", 0.5),
]


def main() -> int:
    console = Console(width=132)
    work = workloads()
    best = dict.fromkeys(work, 0.0)
    for run in work.values():
        run()  # compile
    for _ in track(range(ROUNDS), "measuring", console=console, transient=True):
        for name, run in work.items():
            done, begun = 0, time.process_time()
            while (seconds := time.process_time() - begun) < SECONDS:
                done += run()
            best[name] = max(best[name], done / seconds)
    table = Table(title="Environments, steps a second on one core, the best of several rounds")
    for column in ("work", "steps/s", "to", "ratio", "bar", ""):
        table.add_column(column, justify="left" if column in ("work", "to", "") else "right")
    for name in best:
        if not any(name == own for own, _, _ in BARS):
            table.add_row(name, f"{best[name]:,.0f}")
    missed = 0
    for own, peer, bar in BARS:
        ratio = best[own] / best[peer]
        missed += ratio < bar
        verdict = "met" if ratio >= bar else "missed"
        table.add_row(own, f"{best[own]:,.0f}", peer, f"{ratio:,.2f} ×", f"≥ {bar:g} ×", verdict)
    console.print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
