"""Which games count for ratings, and why others do not."""

from __future__ import annotations

from functools import lru_cache

from piazzetta.games.base import Components
from piazzetta.games.registry import find_game, shelf
from piazzetta.tables.messages import Unrated
from piazzetta.tables.table import Table

#: Moves per player on average. A game that people end by agreement before them says nothing about their skill.
_EARLY = 10


def why_unrated(table: Table) -> Unrated | None:
    """Return why a game does not count for ratings; None if it does, or will if nothing more happens."""
    reasons: dict[Unrated, bool] = {
        "prepared": bool(table.prepared or table.lesson or table.setting.position is not None),
        "hotseat": any(seat.kind == "hotseat" for seat in table.seats),
        "components": not _is_ours(table.setting.game.name, table.setting.components),
        "hints": any(seat.hinted for seat in table.seats),
        "undo": any(step.kind == "undo" for step in table.steps),
        "stand_in": table.helped,
        "early": _ended_by(table, "agreed") and _moves(table) < _EARLY * len(table.seats),
        "long": _ended_by(table, "long"),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def _ended_by(table: Table, cause: str) -> bool:
    return table.ended is not None and table.ended["by"] == cause


def _moves(table: Table) -> int:
    return sum(step.kind in ("play", "sealed") for step in table.steps)


@lru_cache(maxsize=256)
def _is_ours(game: str, components: Components) -> bool:
    """Return whether a map or deck comes with the game."""
    found = find_game(game)
    return components == found.default_components() or any(
        components == found.read_components(one.source) for one in shelf(game)
    )
