"""Many comparisons at once: which differences are beyond doubt although one looked often."""

from __future__ import annotations

import math
from collections.abc import Sequence

from piazzetta.arena.results.statistics import Estimate, Z


def p_value(e: Estimate) -> float:
    """How often chance alone brings a difference at least as large as this one."""
    if e.half > 0:
        return math.erfc(abs(e.value) * Z / e.half / math.sqrt(2))
    return 0.0 if e.value else 1.0


def holm(p_values: Sequence[float], level: float = 0.05) -> list[bool]:
    """Which of several differences are beyond doubt, by Holm's method: the chance that even one of them is nothing but
    chance stays below ``level``, however many are compared.

    >>> holm([0.01, 0.04, 0.03])
    [True, False, False]
    """
    found = [False] * len(p_values)
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        if p_values[place] > level / (len(p_values) - rank):
            break
        found[place] = True
    return found
