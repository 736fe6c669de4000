"""What the places of a map are used for. The page counts them too, translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import Offsets
from piazzetta.games.portobello.state import BOBBY
from piazzetta.games.workbench.bench import Held, Use

FIELDS = ("owner", "built", "marked", "client")
STALLS, CUSTOMERS, MARKS, VISITS, SPACES = "stalls", "customers", "marks", "visits", "spaces"


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
