"""Check that CPU and GPU play the same games, byte for byte: ``python -m benchmarks.same_bytes --games 1000000``.

It plays whole random games with ``rollout``, then ``step`` by ``step`` comparing every array, in five settings.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

import piazzetta
from piazzetta.batch import Batch

SETTINGS = (
    piazzetta.game("portobello", players=3),
    piazzetta.game("portobello", players=2, edition="it", rules={"clients": "queue"}),
    piazzetta.game("portobello", players=4, edition="es", rules={"clients": "house"}),
    piazzetta.game("viaggiatore", players=4),
    piazzetta.game("viaggiatore", players=6, rules={"bonus": "first", "ending": "round", "target": 8}),
)


def host(array: object) -> np.ndarray:
    """Copy an array to the host, whichever library it belongs to."""
    for bring in ("copy_to_host", "get"):  # Numba's, CuPy's
        if hasattr(array, bring):
            array = getattr(array, bring)()
    return np.ascontiguousarray(array)


def same(name: str, left: object, right: object) -> None:
    if host(left).tobytes() != host(right).tobytes():
        sys.exit(f"{name} differs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--steps", type=int, default=300)
    options = parser.parse_args()
    for setting in SETTINGS:
        begun = time.perf_counter()
        games = options.games
        rows = {device: Batch(setting, options.rows, seed=9, restart=True, device=device) for device in ("cpu", "cuda")}
        played = {device: batch.rollout(games, seed=5) for device, batch in rows.items()}
        for field in ("points", "won", "moves", "decisions"):
            same(field, getattr(played["cpu"], field), getattr(played["cuda"], field))
        for step in range(options.steps):
            actions = {device: batch.random_actions() for device, batch in rows.items()}
            same(f"actions of step {step}", actions["cpu"], actions["cuda"])
            for device, batch in rows.items():
                batch.step(actions[device])
            if step % 10 == 0 or step == options.steps - 1:
                for field in ("states", "mover", "legal_mask", "observation", "reward", "finished", "length"):
                    same(f"{field} of step {step}", *(getattr(batch, field) for batch in rows.values()))
        decisions = int(played["cpu"].decisions.sum())
        print(
            f"{setting!r}: {games:,} games ({decisions:,} decisions) and {options.rows:,} rows × {options.steps} steps "
            f"are the same byte for byte ({time.perf_counter() - begun:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
