"""What "better" means: equal seats and, if asked for, a length and a margin.

Plain numbers, no arrays: the page uses the same lines, translated.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from piazzetta.workshop.tally import Tally

# What counts as one step away from the aim: a seat that wins this much more or less often, a game this much longer, a
# margin this much larger. Errors add up as squares.
_SEAT, _LENGTH, _MARGIN = 0.02, 0.05, 0.1


@dataclass(frozen=True)
class Aim:
    """All seats should win equally often; rounds and margin should be as given. None: they may be anything."""

    rounds: float | None = None
    margin: float | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Figures:
    """The figures that an aim compares, measured in some games."""

    games: int
    wins: tuple[float, ...]
    rounds: float
    margin: float

    @classmethod
    def of(cls, tally: Tally) -> Figures:
        games = tally.games
        wins = tuple([tally.sums[seat].total / games for seat in range(tally.players)])
        return cls(games, wins, tally.sum_of("rounds").total / games, tally.sum_of("margin").total / games)

    @property
    def unevenness(self) -> float:
        """How far the wins of the farthest seat are from an even share."""
        return max([abs(wins - 1 / len(self.wins)) for wins in self.wins])

    def loss(self, aim: Aim) -> float:
        """How far from the aim, in squared steps; what chance alone adds to the seats on average is taken off."""
        even = 1 / len(self.wins)
        chance = even * (1 - even) / self.games
        loss = sum([((wins - even) ** 2 - chance) / _SEAT**2 for wins in self.wins]) / len(self.wins)
        if aim.rounds is not None:
            loss += ((self.rounds / aim.rounds - 1) / _LENGTH) ** 2
        if aim.margin is not None:
            loss += ((self.margin / aim.margin - 1) / _MARGIN) ** 2
        return loss

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "wins": list(self.wins)}
