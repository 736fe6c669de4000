"""Finished games analysed decision by decision: what has been judged so far, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from piazzetta.bots.analysis import Decision, conclude
from piazzetta.match.match import Match

#: Who judges.
LEVEL = "hard"


@dataclass
class AnalysisProgress:
    """An analysis on its way: the places still to be judged, the judgements so far, and in the end the analysis."""

    left: list[int]
    decisions: list[Decision] = field(default_factory=list)
    analysis: Any = None

    def take(self, most: int) -> list[int]:
        """The next places to be judged."""
        return self.left[:most]

    def add(self, decisions: Sequence[Decision]) -> None:
        """Judgements of the places that were taken."""
        self.decisions.extend(decisions)
        self.left = self.left[len(decisions) :]

    def answer(self) -> dict[str, Any]:
        """How far it is, as the protocol says it."""
        done = len(self.decisions)
        return {"done": done, "of": done + len(self.left), "analysis": self.analysis}


def concluded(match: Match, decisions: Sequence[Decision], level: str = LEVEL) -> Any:
    """The analysis that all judgements together give, as data."""
    return rounded(conclude(match, list(decisions), level).to_json())


def rounded(value: Any) -> Any:
    """Chances are estimates: four places are more than enough, and a third of the bytes."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list | tuple) else value
