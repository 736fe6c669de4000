"""Analysis of finished games, decision by decision: the judgements so far, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from piazzetta.bots.analysis import Analysis, Decision, conclude
from piazzetta.match.match import Match
from piazzetta.tables.messages import Json

#: The level that judges.
LEVEL = "hard"


class AnalysisCard(TypedDict):
    """The analysis of a game: how many decisions have been judged so far, and the result, null until all are."""

    done: int
    of: int
    analysis: Analysis | None


@dataclass
class AnalysisProgress:
    """An analysis in progress: the decisions still to be judged, the judgements so far, and finally the analysis."""

    left: list[int]
    decisions: list[Decision] = field(default_factory=list)
    analysis: Json = None

    def take(self, most: int) -> list[int]:
        """Return the next decisions to judge, as indices."""
        return self.left[:most]

    def add(self, decisions: Sequence[Decision]) -> None:
        """Add judgements of the decisions taken."""
        self.decisions.extend(decisions)
        self.left = self.left[len(decisions) :]

    def answer(self) -> AnalysisCard:
        """Its progress, as in the protocol."""
        done = len(self.decisions)
        return {"done": done, "of": done + len(self.left), "analysis": self.analysis}


def concluded(match: Match, decisions: Sequence[Decision], level: str = LEVEL) -> Json:
    """Return the analysis that results from all judgements, as data."""
    return rounded(conclude(match, list(decisions), level).to_json())


def rounded(value: Json) -> Json:
    """Chances are estimates: four decimals are more than enough, and take a third of the bytes."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list | tuple) else value
