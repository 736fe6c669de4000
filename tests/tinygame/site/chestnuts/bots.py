"""What bots know about Chestnuts."""

from __future__ import annotations

import numpy as np

from chestnuts import words
from chestnuts.state import PLAYERS
from piazzetta.games.facts import Event
from piazzetta.games.knowledge import Bots, Budget, Knowledge, SearchKernels
from piazzetta.games.portable_math import exponential
from piazzetta.games.sources import PointSources
from piazzetta.kernel import compiled

BOTS = Bots(
    budgets={
        "easy": Budget(10, 0.5, turns=0, slip=0.5),
        "medium": Budget(40, 0.5, turns=2),
        "hard": Budget(200, 0.5),
        "expert": Budget(1000, 1.0),
    },
    reasons=words.reasons,
    compared=words.compared,
    scoring=("took", "game_over"),
    notable=("took",),
)


@compiled
def evaluate(params, state, weights, scratch, values):
    """The leader will win; the fewer chestnuts are left, the surer."""
    left = 0
    for place in range(int(state.left), int(params.count) - int(state.right)):
        left += int(params.baskets[place])
    for seat in range(PLAYERS):
        scratch[0, seat] = state.points[seat] + params.bonus * state.card[seat]
        values[PLAYERS + seat] = scratch[0, seat] + left / PLAYERS
    ahead = weights[0, 0] * (scratch[0, 0] - scratch[0, 1]) / (1.0 + left)
    values[0] = 1.0 / (1.0 + exponential(-ahead))
    values[1] = 1.0 - values[0]


KNOWLEDGE = Knowledge(SearchKernels(evaluate), lambda players: np.array([[2.0]]), scratch=(1, PLAYERS), looks=3)


class Sources(PointSources):
    names = ("baskets", "cards")
    score_field = "points"

    def gains(self, event: Event) -> list[tuple[int, str, int]]:
        p = event.params
        if event.key == "took":
            return [(p["seat"], "baskets", p["points"])]
        return [(seat, "cards", points) for seat, points in enumerate(p["cards"])] if event.key == "game_over" else []
