"""The map in the workshop: a random one, what its places are used for, and which values may be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.heat import heat
from piazzetta.games.portobello.generate import random_board
from piazzetta.games.portobello.listing import LISTING
from piazzetta.games.portobello.workbench.drawn import drawn
from piazzetta.games.portobello.workbench.knobs import knobs, turned
from piazzetta.games.portobello.workbench.uses import CUSTOMERS, FIELDS, MARKS, SPACES, VISITS, uses
from piazzetta.games.workbench.bench import Bench, Held, Knob, Use


class PortobelloBench(Bench):
    fields = FIELDS

    def any(self, seed: int) -> Board:
        return random_board(seed)

    def draw(self, seed: int, frame: Mapping[str, Any]) -> Board:
        """A random map with places for its squares. A frame may say how many ``squares``, and for how many
        ``players``."""
        for key in frame:
            if key not in ("squares", "players"):
                raise BadInput(f"a map is drawn by squares and players, not by {key}")
        return drawn(seed, frame.get("squares"), frame.get("players", LISTING.seats[0]))

    def totals(self, components: Board) -> dict[str, dict[str, float]]:
        alleys = components.alleys
        values = Counter(value for alley in alleys for value in alley.values)
        lengths = Counter(len(alley.values) for alley in alleys)
        sizes = {"squares": len(components.squares), "alleys": len(alleys), "districts": len(components.districts)}
        return {
            "size": {**sizes, "spaces": components.spaces},
            "spaces by value": {str(value): values[value] for value in sorted(values)},
            "alleys by length": {str(length): lengths[length] for length in sorted(lengths)},
        }

    def uses(self, components: Board, games: int, held: Mapping[str, Held], actions: Sequence[int]) -> list[Use]:
        return uses(components, games, held, actions)

    def heat(self, components: Board, uses: Sequence[Use]) -> str:
        of = {use.kind: use.a_game for use in uses}
        return heat(components, of[SPACES], of[CUSTOMERS], of[VISITS], of[MARKS])

    def knobs(self, components: Board, shape: bool) -> list[Knob]:
        return knobs(components, shape)

    def turned(self, components: Board, settings: Sequence[int]) -> Board:
        return turned(components, settings)


BENCH = PortobelloBench()
