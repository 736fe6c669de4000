"""The batch on a GPU, with Numba's CUDA simulator: the same kernels, the same bytes as on the CPU."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.tiers import tier

SCRIPT = """
import sys
import numpy as np
import piazzetta
from piazzetta.batch import Batch

def host(array):
    return np.ascontiguousarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)

for name, players, rules in (("portobello", 3, {}), ("portobello", 2, {"clients": "house", "actions": "may"}),
                             ("viaggiatore", 3, {})):
    setting = piazzetta.game(name, players=players, rules=rules)
    for options in ({"observe": "mover"}, {"observe": "all", "reward": "points", "illegal": "count", "restart": True}):
        batches = [Batch(setting, 3, seed=2, device=device, **options) for device in ("cpu", "cuda")]
        for step in range(int(sys.argv[1])):
            actions = [batch.random_actions() for batch in batches]
            assert (host(actions[0]) == host(actions[1])).all(), "actions"
            for batch, action in zip(batches, actions):
                batch.step(action if step % 2 else host(action))
            for field in ("states", "mover", "legal_mask", "observation", "reward", "finished", "length"):
                left, right = (host(getattr(batch, field)) for batch in batches)
                # the simulator's copies leave out the bytes between a record's fields
                same = (left == right).all() if field == "states" else left.tobytes() == right.tobytes()
                assert same, (name, field, step)
    try:
        batches[0]._raise = batches[1]._raise = 1
        batches[1].step(np.full(3, 10**6))
    except piazzetta.IllegalMove as refusal:
        assert "row 0" in str(refusal)
    else:
        sys.exit("an illegal action was not refused")
    if name == "portobello":
        played = [batch.rollout(2, seed=3) for batch in batches]
        for field in ("points", "won", "moves", "decisions"):
            assert getattr(played[0], field).tobytes() == getattr(played[1], field).tobytes(), field
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.games.portobello.generate import random_board

for settings in ([piazzetta.game("portobello", players=4), piazzetta.game("portobello", board=random_board(3, 7))],
                 [piazzetta.game("viaggiatore", players=players) for players in (2, 4)]):
    encoding = encoding_of(settings[0].game.name)
    batches = [Batch(settings, 4, seed=2, device=device, encoding=encoding, restart=True) for device in ("cpu", "cuda")]
    for round in range(2):
        for step in range(6):
            actions = [batch.random_actions() for batch in batches]
            for batch, action in zip(batches, actions):
                batch.step(action)
        for field in ("mover", "legal_mask", "observation", "reward", "finished", "length"):
            left, right = (host(getattr(batch, field)) for batch in batches)
            assert left.tobytes() == right.tobytes(), (encoding, field)
        batches[0] = Batch(settings, 4, encoding=encoding, restart=True)
        batches[0].restore(batches[1].snapshot())  # games go on where others left them, on another device
print("the same")
"""


def run(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )


@pytest.mark.compiled_only  # starts its own interpreted process
def test_the_simulated_gpu_gives_the_same_bytes() -> None:
    done = run(SCRIPT, str(tier(3, 12)), NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert done.stdout == "the same\n", done.stderr[-3000:]


@pytest.mark.compiled_only
def test_without_a_gpu_the_error_says_what_is_missing() -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("this machine has a GPU")
    done = run(
        "import piazzetta\nfrom piazzetta.batch import Batch\n"
        "try:\n    Batch(piazzetta.game('portobello'), 2, device='cuda')\n"
        "except piazzetta.BadInput as error:\n    print(error)"
    )
    assert "needs an NVIDIA GPU with its driver" in done.stdout, done.stderr
    assert "device='cpu' works" in done.stdout
