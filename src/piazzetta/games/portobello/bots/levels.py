"""The bots of Portobello Market: each level's budget for a move, and which events tell the story of a game."""

from __future__ import annotations

from piazzetta.games.knowledge import Bots, Budget, search_seconds
from piazzetta.games.portobello.bots.reasons import CLAUSES, compared, drawbacks, reasons

#: Measured in ``docs/bots.md``.
BOTS = Bots(
    budgets={
        "easy": Budget(1, search_seconds("easy"), power=0.25, cut=0.02),
        "medium": Budget(1, search_seconds("medium"), power=1.0, advice=64),
        "hard": Budget(60, search_seconds("hard"), curiosity=0.6, root_curiosity=0.6, power=2.0, advice=1_000),
        "expert": Budget(300, search_seconds("expert"), curiosity=0.6, root_curiosity=0.6, power=4.0, least=4),
        "master": Budget(4_000, search_seconds("master"), curiosity=0.6, root_curiosity=0.6, power=8.0, least=16),
    },
    reasons=reasons,
    compared=compared,
    drawbacks=drawbacks,
    clauses=CLAUSES,
    scoring=("alley_scored", "lord_scored", "district_marked", "last_round", "game_over"),
    notable=("built", "client_placed", "lord_came", "bobby_crossed"),
    temperaments={"builder": ("build",), "marker": ("mark",), "traveller": ("bobby",)},
    endgame="last_round",
    themes={
        "close": ("alley_scored",),
        "toll": ("bobby_pays_you", "bobby_costs"),
        "block": ("denies",),
        "lord": ("lord", "lord_came", "lord_scored", "last_stall", "ends_game"),
        "district": ("district_marked",),
        "customer": ("client_placed", "drawing"),
        "bobby": ("bobby",),
        "stall": ("build",),
    },
)
