"""Which tables somebody wants to see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from piazzetta.games.registry import names
from piazzetta.tables.refusals import Refused

_HOUR = 3600
PACES = ("live", "days", "free")


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

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Filter:
        """From a request's parameters; ``Refused`` names the one that is wrong."""
        game, pace = query.get("game"), query.get("pace")
        if game is not None and game not in names():
            raise Refused("bad", f"game: must be one of {', '.join(names())}.")
        if pace is not None and pace not in PACES:
            raise Refused("bad", f"pace: must be one of {', '.join(PACES)}.")
        return cls(game, _number(query, "players", 2, 6), pace, _number(query, "free", 1, 5))

    def fits(self, card: Mapping[str, Any]) -> bool:
        return (
            self.game in (None, card["game"])
            and self.players in (None, card["players"])
            and self.pace in (None, pace_of(card["options"]))
        )

    def has_room(self, card: Mapping[str, Any]) -> bool:
        return self.free is None or sum(seat["kind"] == "open" for seat in card["seats"]) >= self.free

    @property
    def anything(self) -> bool:
        return self == Filter()


def _number(query: Mapping[str, str], name: str, least: int, most: int) -> int | None:
    given = query.get(name)
    if given is None:
        return None
    if given not in {str(number) for number in range(least, most + 1)}:
        raise Refused("bad", f"{name}: must be a number from {least} to {most}.")
    return int(given)
