"""The map in the workshop: a random one, what its places are used for, and what may be changed to make it fairer.

The page calls ``drawn``, ``uses``, ``knobs`` and ``turned`` too, translated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.board_check import PRINTED_SPACES, PRINTED_VALUES
from piazzetta.games.portobello.drawing.heat import heat
from piazzetta.games.portobello.drawing.layout import laid_out
from piazzetta.games.portobello.drawing.sheet import picture
from piazzetta.games.portobello.generate import LEAST_SQUARES, random_board
from piazzetta.games.portobello.listing import LISTING
from piazzetta.games.portobello.moves import Offsets
from piazzetta.games.portobello.state import BOBBY, MOST_SPACES, MOST_SQUARES
from piazzetta.games.workbench import Bench, Held, Knob, Use

FIELDS = ("owner", "built", "marked", "client")
STALLS, CUSTOMERS, MARKS, VISITS, SPACES = "stalls", "customers", "marks", "visits", "spaces"


def drawn(seed: int, squares: int | None, players: int) -> Board:
    """A random map for a number of players, with so many squares or as many as suit them."""
    if squares is not None and not LEAST_SQUARES <= squares <= MOST_SQUARES:
        raise BadInput(f"a random map has {LEAST_SQUARES} to {MOST_SQUARES} squares, not {squares}")
    if players not in LISTING.seats:
        raise BadInput(f"a map is for {LISTING.seats[0]} to {LISTING.seats[-1]} players, not {players}")
    return placed(random_board(seed, squares, players), f"Map {seed}")


def placed(board: Board, name: str) -> Board:
    """The map with a name and with places for its squares."""
    file = board.to_file()
    places = laid_out(board)
    squares = {
        square.key: {"name": square.name, "x": places[number][0], "y": places[number][1]}
        for number, square in enumerate(board.squares)
    }
    districts = {
        key: {"name": district["name"], "squares": district["squares"]} for key, district in file["districts"].items()
    }
    return Board.read({**file, "name": name, "squares": squares, "districts": districts})


def _draw(seed: int, frame: Mapping[str, Any]) -> Board:
    """A random map with places for its squares. A frame may say how many ``squares``, and for how many ``players``."""
    for key in frame:
        if key not in ("squares", "players"):
            raise BadInput(f"a map is drawn by squares and players, not by {key}")
    return drawn(seed, frame.get("squares"), frame.get("players", LISTING.seats[0]))


def _totals(board: Board) -> dict[str, dict[str, float]]:
    values = Counter(value for alley in board.alleys for value in alley.values)
    lengths = Counter(len(alley.values) for alley in board.alleys)
    sizes = {"squares": len(board.squares), "alleys": len(board.alleys), "districts": len(board.districts)}
    return {
        "size": {**sizes, "spaces": board.spaces},
        "spaces by value": {str(value): values[value] for value in sorted(values)},
        "alleys by length": {str(length): lengths[length] for length in sorted(lengths)},
    }


def uses(board: Board, games: int, held: Mapping[str, Held], actions: Sequence[int]) -> list[Use]:
    """How often every alley, square, district and space was used in so many games."""
    squares, alleys, districts = board.squares, board.alleys, board.districts
    place = Offsets(board).place

    def ended(field: str, count: int) -> tuple[float, ...]:
        """The share of games that ended with something there."""
        return tuple([held[field][0][number] / games for number in range(count)])

    def chosen(first: int, count: int) -> tuple[float, ...]:
        return tuple([actions[first + number] / games for number in range(count)])

    stood = ended("owner", board.spaces)
    built = tuple([held["built"][1][number] / games for number in range(len(alleys))])
    marked = ended("marked", len(districts))
    share = sum(stood) / max(len(stood), 1)
    expected = tuple([share * len(alley.values) for alley in alleys])
    spaces = tuple([f"{alley.key}/{number + 1}" for alley in alleys for number in range(len(alley.values))])
    keys = [tuple([one.key for one in of]) for of in (alleys, squares, districts)]
    names = [tuple([one.name for one in of]) for of in (alleys, squares, districts)]
    customers, clients = chosen(place, len(squares)), ended("client", len(squares))
    visits = chosen(BOBBY, len(districts))
    built_at_all = ended("built", len(alleys))
    return [
        Use("stalls built in an alley", keys[0], names[0], built, built_at_all, expected, STALLS),
        Use("customers placed on a square", keys[1], names[1], customers, clients, None, CUSTOMERS),
        Use("marks laid in a district", keys[2], names[2], marked, marked, None, MARKS),
        Use("the Bobby's visits to a district", keys[2], names[2], visits, None, None, VISITS),
        Use("stalls on a space", spaces, spaces, stood, stood, None, SPACES),
    ]


def _heat(board: Board, uses: Sequence[Use]) -> str:
    of = {use.kind: use.a_game for use in uses}
    return heat(board, of[SPACES], of[CUSTOMERS], of[VISITS], of[MARKS])


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


BENCH = Bench(random_board, _draw, _totals, uses, _heat, knobs, turned, picture, lambda board: [picture(board)], FIELDS)
