"""The components and rules of Chestnuts."""

from __future__ import annotations

from dataclasses import dataclass

from chestnuts.state import MOST_BASKETS, Ends
from piazzetta.errors import BadInput
from piazzetta.games.base import Components, Switch, Value

SWITCHES: dict[str, Switch] = {
    "ends": Switch("3.2", {"both": Ends.BOTH, "left": Ends.LEFT}),
    "bonus": Switch("4.1", range(4)),
}
EDITIONS: dict[str, dict[str, Value]] = {"plain": {"ends": "both", "bonus": 1}}


@dataclass(frozen=True, eq=False)
class Baskets(Components):
    """1.2: the row of baskets."""

    chestnuts: tuple[int, ...] = (3, 1, 5, 2, 4, 1, 6)

    @classmethod
    def read(cls, source: object) -> Baskets:
        whole = isinstance(source, list) and all(type(number) is int and 1 <= number <= 9 for number in source)
        if not whole or not 3 <= len(source) <= MOST_BASKETS:  # type: ignore[arg-type]
            raise BadInput(f"baskets must be a list of 3 to {MOST_BASKETS} numbers from 1 to 9 (clause 1.2)")
        return cls(tuple(source))  # type: ignore[arg-type]

    def to_json(self) -> list[int]:
        return list(self.chestnuts)

    def summary(self) -> str:
        return f"{len(self.chestnuts)} baskets"


DEFAULT = Baskets()
