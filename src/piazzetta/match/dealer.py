"""Dealers decide chance outcomes. They are not part of a game's state."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from piazzetta.kernel import pick, random_stream


class Dealer(Protocol):
    """Decides chance outcomes."""

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        """Draw one of the outcomes of a chance node, according to their weights."""


def outcome(number: int, actions: Sequence[int], weights: Sequence[int]) -> int:
    """The outcome that a number below the total weight stands for."""
    for action, weight in zip(actions, weights, strict=True):
        number -= weight
        if number < 0:
            return action
    raise AssertionError("the weights of a chance node are positive")


class SeededDealer:
    """Deals the same game for the same seed on every machine."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._rng = random_stream(seed, stream)

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        return actions[int(pick(self._rng, np.asarray(weights, np.int32), len(weights)))]


class SystemDealer:
    """Draws from the operating system's random generator: nobody can predict it."""

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        return outcome(secrets.randbelow(int(sum(weights))), actions, weights)
