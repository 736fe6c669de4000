"""A batch on the CPU: each core steps its share of the rows, without Python in the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.batch.memory import Memory, Options, all_params, layout
from piazzetta.batch.playout import Playouts, random_games
from piazzetta.batch.rows import begin_game, bound, check_game, random_row, rows_of, step_game
from piazzetta.games.base import Array, Game
from piazzetta.games.encoding import Encoding
from piazzetta.kernel import borrowed, compiled, cores, inlined, random_stream, start_stream
from piazzetta.match.setting import Setting


def begin_rows(params, m, low, high, seed, options, choice):
    m = borrowed(m)
    for i in range(low, high):
        begin_game(params[m.which[i]], m, i, seed, options, choice)


def check_rows(params, m, low, high, actions):
    """Write the reason why each row refuses its action; returns how many do."""
    m = borrowed(m)
    bad = 0
    for i in range(low, high):
        bad += check_game(params[m.which[i]], m, i, actions[i])
    return bad


def step_rows(params, m, low, high, actions, options, choice, out):
    m = borrowed(m)
    for i in range(low, high):
        step_game(params[m.which[i]], m.states[i], m, i, actions[i], options, choice, out)


def random_rows(m, low, high, seed, number, actions, rng):
    m = borrowed(m)
    for i in range(low, high):
        start_stream(rng, seed, i, number)
        actions[i] = random_row(m.mask[i], rng)


@lru_cache
def _kernels(game: Game, encoding: Encoding | None) -> tuple[Any, ...]:
    rows = rows_of(game, encoding, inlined)._asdict()
    loops = (begin_rows, check_rows, step_rows, random_rows)
    return tuple(compiled(bound(loop, game, encoding, **rows)) for loop in loops)


class Cpu:
    """The rows of a batch in this machine's memory."""

    def __init__(
        self,
        settings: Sequence[Setting],
        which: Array,
        options: Options,
        encoding: Encoding | None,
        threads: int | None,
    ) -> None:
        setting = settings[0]
        self.setting = setting
        self.size = size = len(which)
        self.params = all_params(settings)
        self.options = options
        self._cores = threads or cores()
        self.threads = max(1, min(self._cores, size))
        shapes = layout(settings, size, options.watchers, encoding)
        arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()}
        arrays["which"][:] = which
        self.memory = Memory(states=setting.states(size), **arrays)
        self._begin, self._check, self._step, self._random = _kernels(setting.game, encoding)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def _each(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Process all rows, split among the threads."""
        bounds = [self.size * number // self.threads for number in range(self.threads + 1)]
        if self._pool is None:
            return [work(0, self.size)]
        return list(self._pool.map(work, bounds[:-1], bounds[1:]))

    def _room(self) -> Array:
        """Working space for choices."""
        return np.zeros(self.setting.game.most_legal, np.int32)

    def begin(self, seed: int) -> None:
        params, m, options = self.params, self.memory, self.options
        self._each(lambda low, high: self._begin(params, m, low, high, seed, options, self._room()))

    def actions(self, actions: Any) -> Array:
        return np.ascontiguousarray(actions)

    def check(self, actions: Array) -> int:
        """How many rows refuse their action; the reasons are in ``refused``."""
        return sum(self._each(lambda low, high: self._check(self.params, self.memory, low, high, actions)))

    def step(self, actions: Array) -> None:
        params, m, options = self.params, self.memory, self.options
        out = 2 * self.memory.reward.shape[1]
        self._each(
            lambda low, high: self._step(params, m, low, high, actions, options, self._room(), np.zeros(out, np.int16))
        )

    def random(self, seed: int, number: int) -> Array:
        actions = np.empty(self.size, np.int32)
        self._each(lambda low, high: self._random(self.memory, low, high, seed, number, actions, random_stream(seed)))
        return actions

    def rollout(self, games: int, seed: int, first: int) -> Playouts:
        return random_games(self.setting, games, seed, first, self._cores)

    def shown(self, array: Array) -> Array:
        """An array as users see it."""
        return array

    def write(self, name: str, array: Array) -> None:
        """Write back what was read from an array of the memory."""
        getattr(self.memory, name)[...] = array

    def to_host(self, array: Any) -> Array:
        return np.asarray(array)
