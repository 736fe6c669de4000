"""The bots of Il Commercio Viaggiatore: what each level may spend on a move, and what is told of a game."""

from __future__ import annotations

from piazzetta.games.knowledge import Bots, Budget
from piazzetta.games.viaggiatore.bots.reasons import compared, reasons

#: Measured in ``docs/bots.md``.
BOTS = Bots(
    budgets={
        "easy": Budget(30, 0.8, turns=0, slip=0.5),
        "medium": Budget(40, 0.8, turns=1, slip=0.3),
        "hard": Budget(150, 0.8, turns=1, slip=0.1),
        "expert": Budget(3_000, 4.0, turns=1, curiosity=0.3),
    },
    reasons=reasons,
    compared=compared,
    scoring=("shop", "auction_won", "last_round", "game_over"),
    deeds=("carrier_laid", "travelled", "rode", "nobody_won"),
)
