"""Who deals: what chance brings is decided here, outside the state."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from piazzetta.kernel import pick, random_stream


class Dealer(Protocol):
    """Brings what chance decides."""

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        """One of the outcomes of a chance node, each as likely as its weight."""


def outcome(number: int, actions: Sequence[int], weights: Sequence[int]) -> int:
    """The outcome that a number below the sum of the weights stands for."""
    for action, weight in zip(actions, weights, strict=True):
        number -= weight
        if number < 0:
            return action
    raise AssertionError("the weights of a chance node are positive")


class SeededDealer:
    """The same seed gives the same game on every machine."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._rng = random_stream(seed, stream)

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        return actions[int(pick(self._rng, np.array(weights, np.int32), len(weights)))]


class SystemDealer:
    """Draws from the operating system's generator: nobody can foresee it."""

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        return outcome(secrets.randbelow(sum(weights)), actions, weights)
