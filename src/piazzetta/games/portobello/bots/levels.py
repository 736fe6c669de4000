"""The bots of Portobello Market: each level's budget for a move, and which events tell the story of a game."""

from __future__ import annotations

from piazzetta.games.knowledge import Bots, Budget, search_seconds
from piazzetta.games.portobello.bots.reasons import compared, reasons

#: Measured in ``docs/bots.md``.
BOTS = Bots(
    budgets={
        "easy": Budget(60, search_seconds("easy"), turns=0, slip=0.25),
        "medium": Budget(400, search_seconds("medium"), turns=1, slip=0.12),
        "hard": Budget(6_000, search_seconds("hard"), curiosity=0.05),
        "expert": Budget(80_000, search_seconds("expert"), curiosity=0.05),
    },
    reasons=reasons,
    compared=compared,
    scoring=("alley_scored", "lord_scored", "district_marked", "last_round", "game_over"),
    deeds=("built", "client_placed", "lord_came", "bobby_crossed"),
)
