"""Which tables somebody wants to see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from piazzetta.tables.messages import TableCard

_HOUR = 3600


def pace_of(options: Mapping[str, Any]) -> str:
    """``live``: a move takes less than an hour by the clock; ``days``: it may take longer; ``free``: there is none."""
    clock = options.get("clock")
    return "free" if clock is None else "live" if clock < _HOUR else "days"


@dataclass(frozen=True)
class Filter:
    """Which tables somebody wants to see; None: any."""

    game: str | None = None
    players: int | None = None
    pace: str | None = None
    free: int | None = None  # at least so many seats, of tables to join

    def fits(self, card: TableCard) -> bool:
        return (
            self.game in (None, card["game"])
            and self.players in (None, card["players"])
            and self.pace in (None, pace_of(card["options"]))
        )

    def has_room(self, card: TableCard) -> bool:
        return self.free is None or sum(seat["kind"] == "open" for seat in card["seats"]) >= self.free

    @property
    def anything(self) -> bool:
        return self == Filter()
