"""The steps of a search, played by any players: generations of candidates, then a choice among the last few.

All candidates of a generation play with the same draws. The next generation gets other draws, so that nothing is
fitted to one set of them. Plain numbers, no arrays: the page searches with the same lines, translated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from piazzetta.arena.results.statistics import Estimate
from piazzetta.games.workbench import Knob
from piazzetta.workshop.aim import Aim, Figures
from piazzetta.workshop.tally import Tally

if TYPE_CHECKING:
    from piazzetta.workshop.strategy import Strategy

_FINALISTS = 6  # the middle of the last generation and the best candidates; the original comes on top
#: The seeds of the last two rounds, which no generation has.
CHOOSING, CONFIRMING = 1 << 20, 1 << 21


@dataclass(frozen=True)
class SearchPlan:
    """How much to play. ``games`` limits the generations; choosing and confirming take about as many again."""

    games: int = 6000
    batch: int = 100  # games for a candidate
    candidates: int = 8  # in a generation
    shape: bool = False

    @property
    def generations(self) -> int:
        return self.games // (self.batch * self.candidates)

    @property
    def total(self) -> int:
        """All games, choosing and confirming included."""
        return self.generations * self.batch * self.candidates + self.final * (_FINALISTS + 3)

    @property
    def final(self) -> int:
        """Games for each finalist, and for each of the two that are compared at the end."""
        return max(self.games // 5, self.batch)


class Ask(NamedTuple):
    """Games to play: with the knobs at these settings, and a number that is added to the seed."""

    settings: tuple[int, ...]
    luck: int
    games: int


@dataclass
class Step:
    """A generation: its best candidate, by its own games."""

    generation: int
    loss: float
    figures: Figures


@dataclass
class Confirmed:
    """What was found. ``before`` and ``after`` were played with the same draws, new ones."""

    before: Figures
    after: Figures
    loss_before: float
    loss_after: float
    uneven: Estimate  # how much nearer to even the farthest seat's wins are (below 0: nearer)

    @property
    def better(self) -> bool:
        return self.loss_after < self.loss_before

    def to_json(self) -> dict[str, Any]:
        return {
            "before": {**self.before.to_json(), "loss": self.loss_before},
            "after": {**self.after.to_json(), "loss": self.loss_after},
            "uneven": list(self.uneven),
            "better": self.better,
        }


class Search:
    """Decides which games to play next, from the figures of those before."""

    def __init__(self, knobs: Sequence[Knob], aim: Aim, plan: SearchPlan, strategy: Strategy) -> None:
        self.aim = aim
        self.plan = plan
        self.start = tuple([knob.now for knob in knobs])
        self.chosen = self.start
        self.steps: list[Step] = []
        self.choosing = False
        self.done = False
        self._strategy = strategy
        self._best: dict[tuple[int, ...], float] = {}
        self._asked: list[Ask] = []

    def ask(self) -> list[Ask]:
        """Return the games of the next generation, or of the choice; none when the choice is made."""
        if self.done:
            return []
        if not self.choosing and len(self.steps) == self.plan.generations:
            self.choosing = True
        if self.choosing:
            self._asked = [Ask(settings, CHOOSING, self.plan.final) for settings in self._finalists()]
        else:
            luck = len(self.steps)
            self._asked = [Ask(settings, luck, self.plan.batch) for settings in self._strategy.ask()]
        return self._asked

    def tell(self, found: Sequence[Figures]) -> None:
        """Take the figures of the games asked for."""
        losses = [figures.loss(self.aim) for figures in found]
        best = min(range(len(losses)), key=lambda number: losses[number])
        if self.choosing:
            self.chosen = self._asked[best].settings
            self.done = True
            return
        self._strategy.tell(losses)
        settings = self._asked[best].settings
        self._best[settings] = min(losses[best], self._best.get(settings, losses[best]))
        self.steps.append(Step(len(self.steps), losses[best], found[best]))

    def stop(self) -> None:
        """Stop after this generation, and choose among what was found."""
        self.choosing = True

    def confirmed(self, before: Tally, after: Tally) -> Confirmed:
        """Compare the choice with the original; both tallies have the same draws, the second has the first's rows."""
        was, now = Figures.of(before), Figures.of(after)
        even = 1 / before.players
        seat = max(range(before.players), key=lambda number: abs(was.wins[number] - even))
        value, low, high = after.differences[seat].mean()
        nearer = Estimate(value, low, high) if was.wins[seat] >= even else Estimate(-value, -high, -low)
        return Confirmed(was, now, was.loss(self.aim), now.loss(self.aim), nearer)

    def _finalists(self) -> list[tuple[int, ...]]:
        best = sorted(self._best, key=lambda settings: self._best[settings])
        found: list[tuple[int, ...]] = []
        for settings in [self._strategy.middle(), *best[: _FINALISTS - 1], self.start]:
            if settings not in found:
                found.append(settings)
        return found
