"""Games of a game's small network, as the workshop has them played."""

from __future__ import annotations

from typing import Any

from piazzetta import Setting
from piazzetta.arena.play import Place, play
from piazzetta.arena.players import NetworkPlayers


def network_games(setting: Setting, games: int, seed: int = 0, workers: int | None = None, **how: Any) -> Any:
    """Play games on so many threads and return ``Games``, which has all that a network tells.

    ``how``: line-ups, barred moves, how many games keep their moves.
    """
    return play(setting, NetworkPlayers(setting.game, **how), games, seed, on=Place(workers=workers))
