"""The bots of Il Commercio Viaggiatore: each level's budget for a move, and which events tell the story of a game."""

from __future__ import annotations

from piazzetta.games.knowledge import Bots, Budget, search_seconds
from piazzetta.games.viaggiatore.bots.reasons import CLAUSES, compared, reasons

#: Measured in ``docs/bots.md``.
BOTS = Bots(
    budgets={
        "easy": Budget(1, search_seconds("easy"), power=0.125, cut=0.00001),
        "medium": Budget(1, search_seconds("medium"), turns=1, power=0.5, cut=0.001, advice=64),
        "hard": Budget(60, search_seconds("hard"), turns=1, curiosity=0.6, root_curiosity=0.6, power=2.0, advice=1_000),
        "expert": Budget(600, search_seconds("expert"), turns=1, curiosity=0.6, root_curiosity=0.6, power=4.0, least=4),
        "master": Budget(
            12_000, search_seconds("master"), turns=1, curiosity=0.6, root_curiosity=0.6, power=8.0, least=16
        ),
    },
    reasons=reasons,
    compared=compared,
    clauses=CLAUSES,
    scoring=("shop", "auction_won", "last_round", "game_over"),
    deeds=("carrier_laid", "travelled", "rode", "nobody_won"),
)
