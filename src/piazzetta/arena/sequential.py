"""A sequential test in an arena: what is asked about the first bot, and which games have answered so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from piazzetta.arena.lines import FIELD
from piazzetta.arena.results.sprt import Hypotheses, Sprt, share_of
from piazzetta.arena.results.summary import won
from piazzetta.arena.seating import Job
from piazzetta.errors import BadInput

#: The most games of a test that does not decide, if nothing else is said.
MOST_GAMES = 20_000


@dataclass(frozen=True)
class Question:
    """By how many Elo points the first bot is stronger than the others, or what its share of wins is: H0 and H1."""

    elo: tuple[float, float] = (0.0, 50.0)
    share: tuple[float, float] | None = None  # if given, it counts instead of ``elo``
    alpha: float = 0.05
    beta: float = 0.05


class SequentialTest:
    """Counts the blocks of an arena in their order, however the games finish, until the test decides.

    Which games count depends only on their results: with more workers or after an interruption the answer is the same.
    """

    def __init__(self, question: Question, names: Sequence[str], jobs: Sequence[Job]) -> None:
        if len(names) < 2 or any(set(job.bots) != set(names) for job in jobs):
            raise BadInput("a sequential test takes at least two bots, and no more than there are seats")
        self._names = names
        self._blocks = [list(block) for _, block in groupby(jobs, key=lambda job: job.block)]
        tables = [[name == names[0] for name in job.bots] for job in self._blocks[0]]
        low, high = question.share or (share_of(elo, tables) for elo in question.elo)
        hypotheses = Hypotheses(low, high, question.alpha, question.beta)
        self.found = Sprt(names[0], hypotheses, share_of(0, tables))

    def count(self, played: Mapping[Job, Mapping[str, Any]]) -> None:
        """Count all blocks that are complete by now, as far as the test needs them."""
        while not self.over:
            block = self._blocks[len(self.found.shares)]
            if not all(job in played for job in block):
                return
            self.found.add([self._share(played[job]) for job in block])

    def _share(self, line: Mapping[str, Any]) -> float:
        bots = line[FIELD]["bots"]
        return sum(part for part, name in zip(won(line), bots, strict=True) if name == self._names[0])

    @property
    def over(self) -> bool:
        return self.found.accepted is not None or len(self.found.shares) == len(self._blocks)

    def counted(self, job: Job) -> bool:
        return job.block < len(self.found.shares)
