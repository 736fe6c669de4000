"""The components and rules of Acorns."""

from __future__ import annotations

from dataclasses import dataclass

from acorns.state import MOST_TAKEN
from piazzetta.errors import BadInput
from piazzetta.games.base import Components, Switch, Value

#: The rules that a table may change, each with its clause. Their words are in ``words/en/game.json``.
SWITCHES: dict[str, Switch] = {
    "most": Switch("3.2", range(2, MOST_TAKEN + 1)),
    "bonus": Switch("4.1", range(10)),
}
#: Named sets of rules; the first one is the default.
EDITIONS: dict[str, dict[str, Value]] = {"plain": {"most": 3, "bonus": 5}}


@dataclass(frozen=True, eq=False)
class Heap(Components):
    """1.2: the heap."""

    stones: int = 21

    @classmethod
    def read(cls, source: object) -> Heap:
        stones = source.get("stones") if isinstance(source, dict) and len(source) == 1 else None
        if type(stones) is not int or not 5 <= stones <= 99:
            raise BadInput('a heap is written as {"stones": 21}, with 5 to 99 stones (clause 1.2)')
        return cls(stones)

    def to_json(self) -> dict[str, int]:
        return {"stones": self.stones}

    def summary(self) -> str:
        return f"{self.stones} stones"


DEFAULT = Heap()
