"""The map in the workshop: a random one, what its places are used for, and which values may be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.board_check import PRINTED_SPACES, PRINTED_VALUES
from piazzetta.games.portobello.drawing.heat import heat
from piazzetta.games.portobello.generate import random_board
from piazzetta.games.portobello.listing import LISTING
from piazzetta.games.portobello.state import MOST_SPACES
from piazzetta.games.portobello.workbench.drawn import drawn
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
        """What an alley's spaces are worth together, which is shared out as now; with ``shape`` also their number."""
        found = []
        for alley in components.alleys:
            most = PRINTED_VALUES[-1] * (PRINTED_SPACES[-1] if shape else len(alley.values))
            found.append(Knob(f"value of {alley.key}", 1, max(most, sum(alley.values)), sum(alley.values)))
        if shape:
            found += [
                Knob(f"spaces of {a.key}", min(PRINTED_SPACES[0], len(a.values)), PRINTED_SPACES[-1], len(a.values))
                for a in components.alleys
            ]
        return found

    def turned(self, components: Board, settings: Sequence[int]) -> Board:
        file = components.to_file()
        alleys = components.alleys
        lengths = list(settings[len(alleys) :]) or [len(alley.values) for alley in alleys]
        while sum(lengths) > MOST_SPACES:
            lengths[lengths.index(max(lengths))] -= 1
        for alley, worth, length in zip(alleys, settings, lengths, strict=False):
            file["alleys"][alley.key]["values"] = shared_out(alley.values, worth, length)
        return Board.read(file)


def shared_out(values: Sequence[int], worth: int, length: int) -> list[int]:
    """So many spaces worth so much together, each 1 to 3, as like the given ones as possible.

    >>> shared_out((1, 3, 1, 1), 8, 4), shared_out((1, 3, 1, 1), 5, 4), shared_out((1, 3, 1, 1), 5, 3)
    ([2, 3, 2, 1], [1, 2, 1, 1], [1, 3, 1])
    """
    given = [*values[:length], *[values[-1]] * (length - len(values))]
    most = max(PRINTED_VALUES[-1], *values)
    worth = min(max(worth, length), most * length)
    while sum(given) < worth:
        given[given.index(min(given))] += 1
    while sum(given) > worth:
        given[given.index(max(given))] -= 1
    return given


BENCH = PortobelloBench()
