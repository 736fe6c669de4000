"""A verdict: what games on a map or with a deck were like. Every figure has its 95 % interval."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from piazzetta.arena.results.statistics import Estimate
from piazzetta.games.workbench.bench import Use

#: A place that is used less than this share of what was to be expected is dead.
DEAD = 0.25


@dataclass
class Rung:
    """A step of the skill ladder: one seat plays better than the others."""

    player: str
    others: str
    wins: Estimate  # of the better player, in every seat equally often; even is 1 / players


@dataclass
class Restriction:
    """What a kind of move is worth: the difference when it is barred, with the same luck."""

    move: str  # its first word
    used: float  # how often it is made in a game
    points: Estimate  # of a seat, when nobody may
    wins: Estimate  # of a player who alone may not
    waived: float  # the share of decisions in which nothing else was legal: the bar did not hold there


@dataclass
class Change:
    """A figure against that of another version with the same luck."""

    here: float
    there: float
    difference: Estimate


@dataclass
class Verdict:
    """What was found."""

    game: str
    name: str  # of the map or deck
    players: int
    edition: str
    games: int
    seed: int
    judge: str
    trust: str
    wins: list[Estimate]  # by seat, the starting seat first; a shared win is shared
    first_move: Estimate  # wins of the starter above an even share
    points: list[Estimate]  # by seat
    margin: Estimate  # between the winner and the runner-up
    close: Estimate  # share of games won by at most a tenth of the winner's points
    ties: Estimate
    rounds: Estimate
    moves: Estimate
    lead_changes: Estimate
    decided: Estimate  # the share of the game after which the leader stayed the same
    decisions: Estimate  # with a choice
    open: Estimate  # of these, the share in which the judge itself was in two minds
    entropy: Estimate  # bits in a decision
    sources: dict[str, Estimate]  # points of a seat, by where they came from
    source_games: int  # the first games, which tell the sources
    uses: list[Use]
    dead: dict[str, list[str]]
    totals: dict[str, dict[str, float]]
    ladder: list[Rung]
    restrictions: list[Restriction]
    against: str | None  # the other version
    changes: dict[str, Change]

    @property
    def unevenness(self) -> float:
        """How far the wins of the farthest seat are from an even share."""
        return max(abs(wins.value - 1 / self.players) for wins in self.wins)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "unevenness": self.unevenness}
