"""The bots of Il Commercio Viaggiatore: each level's budget for a move, and which events tell the story of a game."""

from __future__ import annotations

from piazzetta.games.knowledge import Bots, Budget, search_seconds
from piazzetta.games.viaggiatore.bots.reasons import compared, reasons

#: Measured in ``docs/bots.md``.
BOTS = Bots(
    budgets={
        "easy": Budget(30, search_seconds("easy"), turns=0, slip=0.5),
        "medium": Budget(40, search_seconds("medium"), turns=1, slip=0.3),
        "hard": Budget(150, search_seconds("hard"), turns=1, slip=0.1),
        "expert": Budget(3_000, search_seconds("expert"), turns=1, curiosity=0.3),
    },
    reasons=reasons,
    compared=compared,
    scoring=("shop", "auction_won", "last_round", "game_over"),
    deeds=("carrier_laid", "travelled", "rode", "nobody_won"),
)
