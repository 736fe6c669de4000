"""Shares and means with 95% confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from piazzetta.games.base import Array

Z = 1.959964


class Estimate(NamedTuple):
    """A figure with its 95% confidence interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95% confidence interval of a share (Wilson's), suitable for few games and for shares near 0 and 1."""
    share = wins / games
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def mean_interval(values: Array) -> tuple[float, float]:
    """The 95% confidence interval of a mean."""
    mean = float(values.mean())
    spread = Z * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return mean - spread, mean + spread


def share(wins: float, games: float) -> Estimate:
    """A share of games; a shared win may count as half."""
    return Estimate(wins / games, *wilson(wins, games)) if games else Estimate(math.nan, 0.0, 1.0)


def mean(values: Sequence[float] | Array, blocks: Sequence[int] | None = None) -> Estimate:
    """A mean. Values of one block share their chance outcomes, so only the blocks are independent."""
    array = np.asarray(values, float)
    if not len(array):
        return Estimate(math.nan, math.nan, math.nan)
    if blocks is None:
        return Estimate(float(array.mean()), *mean_interval(array))
    _, place = np.unique(np.asarray(blocks), return_inverse=True)
    count = np.bincount(place)
    sums = np.bincount(place, array)
    middle = float(array.mean())
    if len(count) < 2:
        return Estimate(middle, *mean_interval(array))
    # the ratio of two sums over blocks, which an interruption may have cut short
    rest = sums - middle * count
    spread = Z * math.sqrt(float((rest**2).sum()) * len(count) / (len(count) - 1)) / len(array)
    return Estimate(middle, middle - spread, middle + spread)
