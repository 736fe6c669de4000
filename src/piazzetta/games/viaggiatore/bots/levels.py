"""The bots of Il Commercio Viaggiatore: each level's budget for a move, and which events tell the story of a game."""

from __future__ import annotations

from piazzetta.games.knowledge import Bots, Budget, search_seconds
from piazzetta.games.viaggiatore.bots.reasons import CLAUSES, compared, drawbacks, reasons

#: Measured in ``docs/bots.md``. Chance decides much, so thinking alone does not make five levels: taste does.
#: A bot's answer comes after the time it *may* take, so that it gives no secret away: a master's search takes some
#: hundredths of a second and gets the time of ``hard``, which is enough for a phone and keeps a round short.
BOTS = Bots(
    budgets={
        "easy": Budget(1, search_seconds("easy"), power=0.03125, cut=1e-8),
        "medium": Budget(1, search_seconds("medium"), turns=1, power=0.0625, cut=1e-5, advice=64),
        "hard": Budget(1, search_seconds("hard"), turns=1, curiosity=0.3, power=0.125, cut=1e-4, advice=1_000),
        "expert": Budget(1, search_seconds("expert"), turns=1, curiosity=0.3, power=0.25, cut=0.003, advice=2_000),
        "master": Budget(1_000, search_seconds("hard"), turns=1, curiosity=1.0, root_curiosity=1.0, power=8.0, least=4),
    },
    reasons=reasons,
    compared=compared,
    drawbacks=drawbacks,
    clauses=CLAUSES,
    scoring=("shop", "auction_won", "last_round", "game_over"),
    notable=("carrier_laid", "travelled", "rode", "nobody_won"),
    temperaments={"bidder": ("auction",), "bluffer": ("bluff",), "sprinter": ("travel", "ride")},
    themes={
        "bid": ("bid",),
        "bluff": ("bluff",),
        "city": ("arrives",),
        "journey": ("travel", "ride", "stay", "wait"),
        "carrier": ("carry",),
    },
)
