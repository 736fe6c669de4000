"""A batch on an NVIDIA GPU: one game per thread, calling the games' own functions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd
from typing import Any

import numpy as np

from piazzetta.batch.memory import Memory, Options, all_params, layout
from piazzetta.batch.playout import Playouts, playout, playout_of
from piazzetta.batch.rows import begin_game, bound, check_game, random_row, rows_of, step_game
from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game, payoff
from piazzetta.games.encoding import Encoding
from piazzetta.kernel import RNG_DTYPE, RNG_SIZE, random_stream, start_stream
from piazzetta.match.setting import Setting

if not hasattr(np, "row_stack"):  # removed in NumPy 2.5, still used by numba-cuda 0.30
    np.row_stack = np.vstack

from numba import config, from_dtype
from numba import cuda as numba_cuda

cuda: Any = numba_cuda  # built from names that type checkers cannot see
settings: Any = config
settings.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small batches are fine
try:
    import cupy
except ImportError:
    cupy = None

# Measured on an H200: benchmarks/RESULTS.md.
THREADS = 64  # per block
ROLLOUT_THREADS = 64
ROLLOUTS_AT_ONCE = 2**20  # games in flight
STEP_REGISTERS = 128  # fewer spill into memory
CHOICES = OUT = STATE = WORD = WORDS = 0  # stand-ins: each game's kernels are compiled with its own sizes and record


def begin_all(params, states, which, rng, mover, count, length, finished, refused, reward, mask, seen, seed, options):
    i = cuda.grid(1)
    if i < len(mover):
        m = Memory(states, which, rng, mover, count, length, finished, refused, reward, mask, seen)
        choice = cuda.local.array(CHOICES, np.int32)
        begin_game(params[which[i]], m, i, seed, Options(*options), choice)


def check_all(params, states, which, rng, mover, count, length, finished, refused, reward, mask, seen, actions, bad):
    i = cuda.grid(1)
    if i < len(mover):
        m = Memory(states, which, rng, mover, count, length, finished, refused, reward, mask, seen)
        if check_game(params[which[i]], m, i, actions[i]):
            cuda.atomic.add(bad, 0, 1)


def step_all(params, words, which, rng, mover, count, length, finished, refused, reward, mask, seen, actions, options):
    """The states of a block, as ``words``, come into the memory that its threads share, and go back after the step.

    A step reads a state byte by byte: there it is one access for all threads together, in ``words`` one for each.
    """
    i = cuda.grid(1)
    thread = cuda.threadIdx.x
    first = (i - thread) * WORDS + thread
    # two views of the same memory
    near = cuda.shared.array(0, STATE)
    near_words = cuda.shared.array(0, WORD)
    for k in range(WORDS):
        near_words[k * THREADS + thread] = words[first + k * THREADS]
    cuda.syncthreads()
    if i < len(mover):
        m = Memory(near, which, rng, mover, count, length, finished, refused, reward, mask, seen)
        choice = cuda.local.array(CHOICES, np.int32)
        out = cuda.local.array(OUT, np.int16)
        step_game(params[which[i]], near[thread], m, i, actions[i], Options(*options), choice, out)
    cuda.syncthreads()
    for k in range(WORDS):
        words[first + k * THREADS] = near_words[k * THREADS + thread]


def random_all(mask, actions, seed, number):
    i = cuda.grid(1)
    if i < len(actions):
        rng = cuda.local.array(RNG_SIZE, RNG_DTYPE)
        start_stream(rng, seed, i, number)
        actions[i] = random_row(mask[i], rng)


def rollout_all(params, seed, first, nothing, points, moves, decisions):
    """Each thread plays its share of the games, one after another, in its own memory."""
    state = cuda.local.array(1, STATE)
    choice = cuda.local.array(CHOICES, np.int32)
    rng = cuda.local.array(RNG_SIZE, RNG_DTYPE)
    for game in range(cuda.grid(1), len(moves), cuda.gridsize(1)):
        start_stream(rng, seed, first + game, 0)
        took, decided = playout(params[0], state[0], rng, choice, nothing, nothing)
        moves[game] = took
        decisions[game] = decided
        payoff(params[0], state[0], points[game])


def _local(kind: np.dtype[Any]) -> Any:
    """A type as arrays of a thread or block want it."""
    return _record(kind) if settings.ENABLE_CUDASIM else from_dtype(kind)


def _record(kind: np.dtype[Any]) -> np.dtype[Any]:
    """A type whose fields are attributes in the simulator too, as they are on a GPU."""
    return np.dtype((np.record, kind)) if settings.ENABLE_CUDASIM and kind.fields else kind


def _word(game: Game) -> np.dtype[Any]:
    """The widest number that a state is made of in whole."""
    return np.dtype(f"u{gcd(game.state_dtype.itemsize, 8)}")


def _words(game: Game) -> int:
    return game.state_dtype.itemsize // _word(game).itemsize


@lru_cache
def _kernels(game: Game, encoding: Encoding | None) -> dict[str, Any]:
    parts = {
        **rows_of(game, encoding)._asdict(),
        "playout": playout_of(game),
        "CHOICES": game.most_legal,
        "OUT": 2 * game.seats[-1],
        "STATE": _local(game.state_dtype),
        "WORD": _local(_word(game)),
        "WORDS": _words(game),
    }
    loops = (begin_all, check_all, step_all, random_all, rollout_all)
    # the simulator has no registers
    limits = {} if settings.ENABLE_CUDASIM else {"step_all": {"max_registers": STEP_REGISTERS}}
    return {
        loop.__name__: cuda.jit(bound(loop, game, encoding, **parts), **limits.get(loop.__name__, {})) for loop in loops
    }


def why_unavailable() -> str:
    """Say why no GPU can be used here; empty if one can."""
    if cuda.is_available():
        return ""
    try:
        cuda.detect()
    except Exception as error:  # whatever the driver's loader raises is only reported
        return " ".join(str(error).split()).rstrip(".: ") or type(error).__name__
    return "no CUDA driver or no NVIDIA GPU was found"


class Gpu:
    """The rows of a batch in a GPU's memory."""

    def __init__(self, settings: Sequence[Setting], which: Array, options: Options, encoding: Encoding | None) -> None:
        problem = why_unavailable()
        if problem:
            raise BadInput(f"device='cuda' needs an NVIDIA GPU with its driver ({problem}); device='cpu' works here")
        self.setting = setting = settings[0]
        self.size = size = len(which)
        self.options = options
        self.stream: Any = 0  # kernels are launched here: the default stream
        self._kernels = _kernels(setting.game, encoding)
        self._tables = cuda.to_device(all_params(settings))
        shapes = layout(settings, size, options.watchers, encoding)
        arrays = {name: cuda.device_array(shape, kind, order="F") for name, (shape, kind) in shapes.items()}
        arrays["which"].copy_to_device(which)
        arrays["rng"] = cuda.device_array(*shapes["rng"])  # read only by its own game
        # what no kernel writes stays 0: the numbers beyond those of a row's own setting
        self._clear(arrays["mask"], arrays["observation"])
        # zeros, not uninitialised memory: the padding between a record's fields is never written. Up to the end of the
        # last block, so that its threads copy without asking whether there is something
        rows = -(-size // THREADS) * THREADS
        self._words = cuda.to_device(np.zeros(rows * _words(setting.game), _word(setting.game)))
        states = self._words[: size * _words(setting.game)].view(_record(setting.game.state_dtype))
        self.memory = Memory(states=states, **arrays)
        self._bad = cuda.to_device(np.zeros(1, np.int32))

    def _launch(self, name: str, rows: int, threads: int = THREADS, shared: int = 0) -> Any:
        return self._kernels[name][(rows + threads - 1) // threads, threads, self.stream, shared]

    def _clear(self, *arrays: Any) -> None:
        for array in arrays:
            if array.size:
                array.copy_to_device(np.zeros(array.shape, array.dtype, order="F"))

    def begin(self, seed: int) -> None:
        self._launch("begin_all", self.size)(self._tables, *self.memory, seed, tuple(self.options))

    def actions(self, actions: Any) -> Any:
        """Actions already on the GPU, unchanged; those from the host, copied there."""
        if hasattr(actions, "__cuda_array_interface__"):
            return cuda.as_cuda_array(actions)
        if cupy and hasattr(actions, "__dlpack__") and not isinstance(actions, np.ndarray):
            return cuda.as_cuda_array(cupy.from_dlpack(actions))
        return cuda.to_device(np.ascontiguousarray(actions))

    def check(self, actions: Any) -> int:
        self._bad.copy_to_device(np.zeros(1, np.int32))
        self._launch("check_all", self.size)(self._tables, *self.memory, actions, self._bad)
        return int(self._bad.copy_to_host()[0])

    def step(self, actions: Any) -> None:
        launch = self._launch("step_all", self.size, shared=THREADS * self.setting.game.state_dtype.itemsize)
        launch(self._tables, *self.memory._replace(states=self._words), actions, tuple(self.options))

    def random(self, seed: int, number: int) -> Any:
        actions = cuda.device_array(self.size, np.int32)
        self._launch("random_all", self.size)(self.memory.mask, actions, seed, number)
        return actions

    def rollout(self, games: int, seed: int, first: int) -> Playouts:
        slots = min(games, ROLLOUTS_AT_ONCE)
        players = self.setting.players
        points = cuda.device_array((games, 2 * players), np.int16)
        moves = cuda.device_array(games, np.int32)
        decisions = cuda.device_array(games, np.int32)
        nothing = cuda.device_array(0, np.int32)
        launch = self._launch("rollout_all", slots, ROLLOUT_THREADS)
        launch(self._tables, int(random_stream(seed)[0]), first, nothing, points, moves, decisions)
        out = points.copy_to_host()
        return Playouts(out[:, :players], out[:, players:], moves.copy_to_host(), decisions.copy_to_host())

    def shown(self, array: Any) -> Any:
        """An array as users see it: CuPy's if CuPy is installed (it supports DLPack), else Numba's. No copy."""
        return cupy.asarray(array) if cupy else array

    def write(self, name: str, array: Array) -> None:
        """Write back what was read from an array of the memory."""
        kept = getattr(self.memory, name)
        kept.copy_to_device(np.asfortranarray(array) if kept.ndim > 1 and name != "rng" else array)

    def to_host(self, array: Any) -> Array:
        return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)
