"""What bots know about Acorns: who is ahead, how long each level thinks, and where points come from."""

from __future__ import annotations

import numpy as np

from acorns import words
from acorns.state import MOST_PLAYERS
from piazzetta.games.facts import Event
from piazzetta.games.knowledge import Bots, Budget, Knowledge, SearchKernels
from piazzetta.games.portable_math import exponential
from piazzetta.games.sources import PointSources
from piazzetta.kernel import compiled

BOTS = Bots(
    budgets={
        "easy": Budget(10, 0.2, turns=0, slip=0.4),
        "medium": Budget(40, 0.2, turns=2),
        "hard": Budget(200, 0.4),
        "expert": Budget(1000, 0.8),
    },
    reasons=words.reasons,
    compared=words.compared,
    scoring=("took", "game_over"),
    notable=("took",),
)


@compiled
def evaluate(params, state, weights, scratch, values):
    """Estimate each seat's chance of winning, then its final points: the fewer stones are left, the surer a lead."""
    players = int(params.players)
    rest = float(state.left) + (params.bonus if state.left > 0 else 0)
    best = 0.0
    for seat in range(players):
        scratch[0, seat] = float(state.points[seat])
        best = max(best, scratch[0, seat])
    whole = 0.0
    for seat in range(players):
        values[seat] = exponential(weights[0, 0] * (scratch[0, seat] - best) / (1.0 + rest))
        whole += values[seat]
    for seat in range(players):
        values[seat] /= whole
        values[players + seat] = scratch[0, seat] + rest / players


KNOWLEDGE = Knowledge(SearchKernels(evaluate), lambda players: np.array([[3.0]]), scratch=(1, MOST_PLAYERS))


class Sources(PointSources):
    """All points come from stones; a game with more sources tells them apart by its events."""

    names = ("stones",)
    score_field = "points"

    def gains(self, event: Event) -> list[tuple[int, str, int]]:
        return [(event.params["seat"], "stones", event.params["points"])] if event.key == "took" else []
