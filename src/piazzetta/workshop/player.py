"""Who judges: a game's small network without search, and weaker versions of it for the skill ladder."""

from __future__ import annotations

from piazzetta.bots.knowledge import network_digest
from piazzetta.bots.network.play import JUDGE, POWER, Player
from piazzetta.games.base import Game


def judge_name(game: Game) -> str:
    """The judge's network by its digest, and how it plays."""
    how = "without search, moves drawn by the square of its policy"
    return f"the small network of {game.name} ({network_digest(game)}), {how}"


#: How far to trust it.
TRUST = (
    "It plays every seat alike and does not think ahead: intervals cover chance, not its mistakes. The levels that "
    "search are stronger, so an advantage that only deep thought finds is not seen; on maps and decks unlike those it "
    "learned on (5 to 16 squares, 96 cards) it plays worse than elsewhere."
)


def ladder(game: Game) -> list[Player]:
    """Players of growing strength: any move, the levels that do not search, the judge."""
    levels = [
        Player(name, budget.power, budget.cut)
        for name, budget in game.bots.budgets.items()
        if budget.simulations == 1 and 0 < budget.power < POWER
    ]
    return [Player("random", 0.0), *levels, JUDGE]
