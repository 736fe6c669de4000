"""What may be changed about a map to make it fairer. The page turns the same knobs, translated."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.board_check import PRINTED_SPACES, PRINTED_VALUES
from piazzetta.games.portobello.state import MOST_SPACES
from piazzetta.games.workbench.bench import Knob


def knobs(board: Board, shape: bool) -> list[Knob]:
    """What an alley's spaces are worth together, which is shared out as now; with ``shape`` also their number."""
    found = []
    for alley in board.alleys:
        most = PRINTED_VALUES[-1] * (PRINTED_SPACES[-1] if shape else len(alley.values))
        found.append(Knob(f"value of {alley.key}", 1, max(most, sum(alley.values)), sum(alley.values)))
    if shape:
        for alley in board.alleys:
            now = len(alley.values)
            found.append(Knob(f"spaces of {alley.key}", min(PRINTED_SPACES[0], now), PRINTED_SPACES[-1], now))
    return found


def turned(board: Board, settings: Sequence[int]) -> Board:
    """The map with its knobs at these settings."""
    file = board.to_file()
    alleys = board.alleys
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
