"""Compare the batch engine with its targets and its peer: ``python -m benchmarks.batch [--device cuda]``.

The peer is pgx's backgammon (random play, ``pip install pgx jax``), measured on the same device in the same run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import piazzetta
from piazzetta.batch import Batch

PORTOBELLO = piazzetta.game("portobello", players=3)
VIAGGIATORE = piazzetta.game("viaggiatore", players=4)


def best_rate(run: Callable[[], int], rounds: int = 5) -> float:
    """Units per second in the best of several rounds, after one round to compile."""
    run()
    best = 0.0
    for _ in range(rounds):
        begun = time.perf_counter()
        done = run()
        best = max(best, done / (time.perf_counter() - begun))
    return best


def rollouts(setting: piazzetta.Setting, device: str, games: int, threads: int | None = None) -> Callable[[], int]:
    batch = Batch(setting, 1 if device == "cuda" else 64, device=device, threads=threads, observe="none")
    return lambda: int(batch.rollout(games).decisions.sum())


def steps(setting: piazzetta.Setting, device: str, size: int, count: int) -> Callable[[], int]:
    """Steps that write mask, observation and reward, each after drawing a random legal action for every row."""
    batch = Batch(setting, size, device=device, restart=True, illegal="count")

    def run() -> int:
        for _ in range(count):
            batch.step(batch.random_actions())
        batch.state(0)  # waits for the GPU
        return size * count

    return run


def step_alone(setting: piazzetta.Setting, size: int, count: int) -> float:
    """Steps per second by the GPU's own clock, without drawing actions."""
    from numba import cuda

    batch = Batch(setting, size, device="cuda", restart=True, illegal="count")
    milliseconds = 0.0
    for number in range(count + 60):  # once games are at different points
        actions = batch.random_actions()
        begun, ended = cuda.event(), cuda.event()
        begun.record()
        batch.step(actions)
        ended.record()
        ended.synchronize()
        milliseconds += begun.elapsed_time(ended) if number >= 60 else 0.0
    return size * count / milliseconds * 1000


def pgx_backgammon(size: int, count: int) -> Callable[[], int] | None:
    """Random play of pgx's backgammon, with all steps inside one compiled loop."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
    except ImportError:
        return None
    env = pgx.make("backgammon")

    @jax.jit
    def play(key):
        first, key = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(first, size))

        def step(carry, _):
            state, key = carry
            draw, chance, key = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
            action = jax.random.categorical(draw, logits, axis=1)
            return (jax.vmap(env.step)(state, action, jax.random.split(chance, size)), key), None

        (state, key), _ = jax.lax.scan(step, (state, key), None, length=count)
        return state.rewards.sum(), key

    key = jax.random.PRNGKey(0)

    def run() -> int:
        nonlocal key
        total, key = play(key)
        total.block_until_ready()
        return size * count

    return run


def measure(device: str) -> list[tuple[str, float, float, float, float]]:
    """Task, rate, target, ratio to the peer, target ratio (0 where there is none)."""
    if device == "cuda":
        peer = pgx_backgammon(65_536, 128)
        work = [
            ("rollouts, portobello, 3 players", rollouts(PORTOBELLO, device, 4_000_000), 3e9, 200.0),
            ("rollouts, viaggiatore, 4 players", rollouts(VIAGGIATORE, device, 2_000_000), 1e9, 0.0),
            ("step with everything, 262,144 rows, portobello", steps(PORTOBELLO, device, 262_144, 200), 3e8, 20.0),
            ("step with everything, 262,144 rows, viaggiatore", steps(VIAGGIATORE, device, 262_144, 100), 0.0, 0.0),
        ]
    else:
        peer = pgx_backgammon(1_024, 32)
        work = [
            ("rollouts, portobello, one core", rollouts(PORTOBELLO, device, 40_000, 1), 6e6, 0.0),
            ("rollouts, viaggiatore, one core", rollouts(VIAGGIATORE, device, 10_000, 1), 4e6, 0.0),
            ("rollouts, portobello, all cores", rollouts(PORTOBELLO, device, 80_000), 0.0, 0.0),
            ("rollouts, viaggiatore, all cores", rollouts(VIAGGIATORE, device, 20_000), 0.0, 0.0),
            ("step with everything, 4,096 rows, portobello", steps(PORTOBELLO, device, 4_096, 200), 2e6, 50.0),
            ("step with everything, 4,096 rows, viaggiatore", steps(VIAGGIATORE, device, 4_096, 200), 2e6, 50.0),
        ]
    peer_rate = best_rate(peer, 3) if peer else 0.0
    rows = [("pgx backgammon, random play", peer_rate, 0.0, 0.0, 0.0)] if peer else []
    for name, run, bar, ratio_bar in work:
        rate = best_rate(run)
        rows.append((name, rate, bar, rate / peer_rate if peer else 0.0, ratio_bar))
    if device == "cuda":
        for setting in (PORTOBELLO, VIAGGIATORE):
            for size in (2**18, 2**20):
                bar = 6e8 if setting is PORTOBELLO and size == 2**20 else 0.0
                name = f"step without drawing actions, {size:,} rows, {setting.game.name}"
                rows.append((name, step_alone(setting, size, 100), bar, 0.0, 0.0))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    table = Table(title="The batch engine, decisions a second")
    for column in ("work", "measured", "bar", "to pgx", "bar"):
        table.add_column(column, justify="left" if column == "work" else "right")
    for name, rate, bar, ratio, ratio_bar in measure(parser.parse_args().device):
        table.add_row(
            name,
            f"{rate:,.0f}",
            f"≥ {bar:,.0f}" if bar else "",
            f"{ratio:,.1f} ×" if ratio else "",
            f"≥ {ratio_bar:g} ×" if ratio_bar else "",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
