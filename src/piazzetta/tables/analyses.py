"""Analysis of finished games, one decision or draw after another: the judgements so far, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from piazzetta.bots.analysis import Analysis, Decision, conclude
from piazzetta.bots.luck import Draw
from piazzetta.match.match import Match
from piazzetta.tables.messages import Json

#: The level that judges.
LEVEL = "hard"


class SeatSoFar(TypedDict):
    """What has been judged of a seat so far: what its decisions cost, 0 or less, and the luck of its draws."""

    decisions: float
    luck: float


class AnalysisCard(TypedDict):
    """The analysis of a game: how many decisions and draws have been judged so far, what they say of each seat (none
    before a draw has been judged), and the result, null until all are judged."""

    done: int
    of: int
    so_far: list[SeatSoFar]
    analysis: Analysis | None


@dataclass
class AnalysisProgress:
    """An analysis in progress: what is still to be judged, the judgements so far, and finally the analysis."""

    left: list[int]
    judged: list[Decision | Draw] = field(default_factory=list)
    analysis: Json = None

    def take(self, most: int) -> list[int]:
        """Return the next places to judge."""
        return self.left[:most]

    def add(self, judged: Sequence[Decision | Draw]) -> None:
        """Add judgements of the places taken."""
        self.judged.extend(judged)
        self.left = self.left[len(judged) :]

    def answer(self) -> AnalysisCard:
        """Its progress, as in the protocol."""
        done = len(self.judged)
        return {"done": done, "of": done + len(self.left), "so_far": self._so_far(), "analysis": self.analysis}

    def _so_far(self) -> list[SeatSoFar]:
        draws = [one for one in self.judged if isinstance(one, Draw)]
        decisions = [one for one in self.judged if isinstance(one, Decision)]
        return [
            {
                "decisions": rounded(-sum([one.gave_away for one in decisions if one.seat == seat], 0.0)),
                "luck": rounded(sum([one.swings[seat] for one in draws], 0.0)),
            }
            for seat in range(len(draws[0].swings) if draws else 0)
        ]


def concluded(match: Match, judged: Sequence[Decision | Draw], level: str = LEVEL) -> Json:
    """Return the analysis that results from all judgements, as data."""
    return rounded(conclude(match, list(judged), level).to_json())


def rounded(value: Json) -> Json:
    """Chances are estimates: four decimals are more than enough, and take a third of the bytes."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list | tuple) else value
