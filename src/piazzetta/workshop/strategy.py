"""How a search finds its next candidates.

The command line uses CMA-ES from a library (``improve.py``), which needs NumPy. The page has this small evolution
strategy, translated.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from piazzetta.games.workbench import Knob

#: Of a knob's range: how far the first candidates are from the original.
SPREAD = 0.1
_LEAST = 0.4  # of a knob's step: its spread never gets smaller, so that whole numbers still change
_LEARNING = 0.3  # how much of its spread a knob takes from the latest generation


class Strategy(Protocol):
    """Proposes generations of candidates, and learns how far each is from the aim."""

    def ask(self) -> list[tuple[int, ...]]: ...

    def tell(self, losses: Sequence[float]) -> None: ...

    def middle(self) -> tuple[int, ...]:
        """Return the centre of its proposals, which depends less on chance than any one candidate."""


class Evolution:
    """The better half of a generation moves the middle and the spread of every knob, the best most."""

    def __init__(self, knobs: Sequence[Knob], candidates: int, seed: int) -> None:
        self.knobs = knobs
        self.candidates = candidates
        self.dice = random.Random(seed)
        self.middles = [float(knob.now) for knob in knobs]
        self.spreads = [max(SPREAD * (knob.most - knob.least), _LEAST) for knob in knobs]
        self.asked: list[tuple[int, ...]] = []

    def ask(self) -> list[tuple[int, ...]]:
        self.asked = [self._candidate() for _ in range(self.candidates)]
        return self.asked

    def tell(self, losses: Sequence[float]) -> None:
        order = sorted(range(len(losses)), key=lambda number: losses[number])
        parents = [self.asked[number] for number in order[: max(1, len(order) // 2)]]
        weights = [len(parents) - place for place in range(len(parents))]
        total = sum(weights)
        for place in range(len(self.knobs)):
            before = self.middles[place]
            values = [parent[place] for parent in parents]
            self.middles[place] = sum([w * value for w, value in zip(weights, values, strict=True)]) / total
            moved = sum([w * (value - before) ** 2 for w, value in zip(weights, values, strict=True)]) / total
            spread = ((1 - _LEARNING) * self.spreads[place] ** 2 + _LEARNING * moved) ** 0.5
            self.spreads[place] = max(spread, _LEAST)

    def middle(self) -> tuple[int, ...]:
        return tuple([_within(knob, value) for knob, value in zip(self.knobs, self.middles, strict=True)])

    def _candidate(self) -> tuple[int, ...]:
        drawn = zip(self.knobs, self.middles, self.spreads, strict=True)
        return tuple([_within(knob, middle + spread * self._normal()) for knob, middle, spread in drawn])

    def _normal(self) -> float:
        """Draw a nearly normal number as a sum of twelve others: the same in every language."""
        return sum([self.dice.random() for _ in range(12)]) - 6.0


def _within(knob: Knob, value: float) -> int:
    return min(max(round(value), knob.least), knob.most)
