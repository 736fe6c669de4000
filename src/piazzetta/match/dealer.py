"""Who deals: what chance brings is decided here, outside the state."""

from __future__ import annotations

import secrets
from typing import Protocol

from piazzetta.games.base import Array
from piazzetta.kernel import pick, random_stream


class Dealer(Protocol):
    """Chooses among the outcomes of a chance node."""

    def choose(self, weights: Array, count: int) -> int:
        """The index of the outcome: each of the first ``count`` as likely as its weight."""


class SeededDealer:
    """The same seed gives the same game on every machine."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._rng = random_stream(seed, stream)

    def choose(self, weights: Array, count: int) -> int:
        return int(pick(self._rng, weights, count))


class SystemDealer:
    """Draws from the operating system's generator: nobody can foresee it."""

    def choose(self, weights: Array, count: int) -> int:
        rest = secrets.randbelow(int(weights[:count].sum()))
        for index in range(count):
            rest -= int(weights[index])
            if rest < 0:
                return index
        raise AssertionError("the weights of a chance node are positive")
