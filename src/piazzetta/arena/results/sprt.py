"""A sequential test between two hypotheses about a bot's share of wins: it ends as soon as the games decide.

This is the generalised sequential probability ratio test that chess engines are tested with. Its unit is a block: all
seatings of the table, with the same chance. With two players a block is a pair of games with five possible results (the
*pentanomial* model); with more the same formula takes whatever shares occur. How the shares are distributed is not
assumed but estimated: each hypothesis gets the most likely distribution that has its mean.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from piazzetta.arena.results.ratings import ELO
from piazzetta.arena.results.statistics import Estimate
from piazzetta.arena.results.statistics import share as share_won
from piazzetta.errors import BadInput

#: Added to the counts of an all-lost and an all-won block, so that every mean between them is possible.
_HINT = 1e-3


@dataclass(frozen=True)
class Hypotheses:
    """The first bot's share of wins is ``share0`` (H0) or ``share1`` (H1), each wrongly rejected at most that often."""

    share0: float
    share1: float
    alpha: float = 0.05  # how often H1 may be accepted though H0 is true
    beta: float = 0.05  # how often H0 may be accepted though H1 is true

    def __post_init__(self) -> None:
        if not 0 < self.share0 < self.share1 < 1:
            raise BadInput(f"a test needs shares 0 < H0 < H1 < 1, not {self.share0:.4g} and {self.share1:.4g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadInput(f"alpha and beta are chances below 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Accept H0 below the first, H1 above the second (Wald's bounds for the log-likelihood ratio)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


def share_of(elo: float, tables: Iterable[Sequence[bool]]) -> float:
    """The share of wins of a bot ``elo`` points stronger than all others, who are equal (Plackett–Luce).

    ``tables`` says of each game of a block which seats are the bot's.

    >>> round(share_of(400, [[True, False]]), 3)
    0.909
    >>> share_of(0, [[True, False, False, False]])
    0.25
    """
    strength = math.exp(elo / ELO)
    shares = [own * strength / (own * strength + rest) for own, rest in ((sum(t), len(t) - sum(t)) for t in tables)]
    return sum(shares) / len(shares)


def _tilt(counts: Mapping[float, float], share: float) -> float:
    """The most likely distribution with this mean is each count divided by 1 + tilt × (value − mean)."""
    low, high = -1 / (max(counts) - share), 1 / (share - min(counts))

    def slope(tilt: float) -> float:
        return sum(n * (value - share) / (1 + tilt * (value - share)) for value, n in counts.items())

    for _ in range(100):  # it falls from plus to minus infinity: halving ends at the last digit
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return low


def log_ratio(counts: Mapping[float, float], share0: float, share1: float) -> float:
    """The log-likelihood ratio of H1 to H0, from how many blocks had each share of wins."""
    known = {value: float(n) for value, n in counts.items()}
    for value in (0.0, 1.0):
        known[value] = known.get(value, 0.0) + _HINT
    tilt0, tilt1 = _tilt(known, share0), _tilt(known, share1)
    return sum(
        n * (math.log1p(tilt0 * (value - share0)) - math.log1p(tilt1 * (value - share1))) for value, n in known.items()
    )


@dataclass
class Sprt:
    """A test in progress, or what it found. Blocks count in their order, whichever was finished first."""

    bot: str
    hypotheses: Hypotheses
    even: float  # the bot's share if all were equal
    games: int = 0
    won: float = 0.0  # games, a shared win as a part of one
    shares: list[float] = field(default_factory=list)  # by block
    ratios: list[float] = field(default_factory=list)  # the log-likelihood ratio after each block
    counts: dict[float, int] = field(default_factory=Counter)

    @property
    def ratio(self) -> float:
        return self.ratios[-1] if self.ratios else 0.0

    @property
    def accepted(self) -> str | None:
        """``H0`` or ``H1``; None if the games do not decide."""
        low, high = self.hypotheses.bounds
        return "H1" if self.ratio >= high else "H0" if self.ratio <= low else None

    @property
    def share(self) -> Estimate:
        """The share of wins so far. A test stops on a lucky or unlucky stretch, so that it is a little too extreme."""
        return share_won(self.won, self.games)

    def add(self, results: Sequence[float]) -> None:
        """Count a block: the bot's share of the win in each of its games."""
        share = round(sum(results) / len(results), 9)
        self.games += len(results)
        self.won += sum(results)
        self.shares.append(share)
        self.counts[share] = self.counts.get(share, 0) + 1
        self.ratios.append(log_ratio(self.counts, self.hypotheses.share0, self.hypotheses.share1))

    def to_json(self) -> dict[str, object]:
        low, high = self.hypotheses.bounds
        return {
            "bot": self.bot,
            "accepted": self.accepted,
            "share0": self.hypotheses.share0,
            "share1": self.hypotheses.share1,
            "alpha": self.hypotheses.alpha,
            "beta": self.hypotheses.beta,
            "even": self.even,
            "bounds": [low, high],
            "ratio": self.ratio,
            "games": self.games,
            "blocks": len(self.shares),
            "share": list(self.share),
            "counts": [[share, self.counts[share]] for share in sorted(self.counts)],
            "ratios": [round(ratio, 4) for ratio in self.ratios],
        }
