"""Random valid maps (1.4) for training, tests and designers: triangulated discs grown from one district."""

from __future__ import annotations

import random

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.state import MOST_ALLEYS, MOST_DISTRICTS, MOST_SPACES, MOST_SQUARES

GLUE, CLOSE, INSERT = "glue", "close", "insert"
LEAST_SQUARES = 5
#: Squares of a map for a number of players, and the least spaces: the stalls of all players (1.1) fit, and a few more.
_SQUARES_FOR = {2: (7, 11), 3: (9, 13), 4: (11, 16)}
_LEAST_SPACES = 66
_LONGEST = 6
_LENGTHS = (2, 3, 3, 4, 4, 5, 6)  # of alleys, equally likely; similar to the default map
_VALUES = (1, 1, 1, 2, 2, 3)


class Disc:
    """A triangulated disc that grows from one triangle; squares are numbers."""

    def __init__(self) -> None:
        self.squares = 3
        self.rim = [0, 1, 2]
        self.alleys = [(0, 1), (1, 2), (0, 2)]
        self.districts = [(0, 1, 2)]

    def grow(self, way: str, where: int, least_squares: int) -> None:
        """Take one step, unless the limits forbid it or leave too few alleys to reach ``least_squares``."""
        squares, alleys, districts = {GLUE: (1, 2, 1), CLOSE: (0, 1, 1), INSERT: (1, 3, 2)}[way]
        to_come = max(0, least_squares - self.squares - squares)
        if (
            self.squares + squares <= MOST_SQUARES
            and len(self.alleys) + alleys + 2 * to_come <= MOST_ALLEYS
            and len(self.districts) + districts + to_come <= MOST_DISTRICTS
        ):
            if way == GLUE:
                self._glue(where)
            elif way == CLOSE:
                self._close(where)
            else:
                self._insert(where)

    def _glue(self, where: int) -> None:
        """Add a square outside, joined to both ends of a rim alley."""
        where %= len(self.rim)
        a, b, new = self.rim[where - 1], self.rim[where], self._new_square()
        self.alleys += [(a, new), (b, new)]
        self.districts.append((a, b, new))
        self.rim = [*self.rim[:where], new, *self.rim[where:]]

    def _close(self, where: int) -> None:
        """Add an alley outside, past a corner of the rim; not between squares that are already joined."""
        where %= len(self.rim)
        a, corner, b = self.rim[where - 2], self.rim[where - 1], self.rim[where]
        if len(self.rim) > 3 and (min(a, b), max(a, b)) not in {(min(pair), max(pair)) for pair in self.alleys}:
            self.alleys.append((a, b))
            self.districts.append((a, corner, b))
            self.rim = [square for square in self.rim if square != corner]

    def _insert(self, where: int) -> None:
        """Add a square inside a district, splitting it into three."""
        a, b, c = self.districts.pop(where % len(self.districts))
        new = self._new_square()
        self.alleys += [(a, new), (b, new), (c, new)]
        self.districts += [(a, b, new), (b, c, new), (a, c, new)]

    def _new_square(self) -> int:
        self.squares += 1
        return self.squares - 1


def random_board(seed: int, squares: int | None = None, players: int | None = None) -> Board:
    """A map with this many squares (5 to 16; by default any of these). The same seed gives the same map.

    For a number of ``players`` it has a suitable size: squares, if not said, and spaces for all their stalls.

    >>> from piazzetta.games.portobello.generate import random_board
    >>> len(random_board(1, squares=9).squares)
    9
    """
    dice = random.Random(seed)
    low, high = (LEAST_SQUARES, MOST_SQUARES) if players is None else _SQUARES_FOR[players]
    wanted = dice.randint(low, high) if squares is None else squares
    disc = _any_disc(wanted, dice) if players is None else _even_disc(wanted, dice)
    names = list("ABCDEFGHIJKLMNOP")[: disc.squares]
    spare = MOST_SPACES - 2 * len(disc.alleys)
    alleys = {}
    for ends in disc.alleys:
        a, b = sorted(ends)
        length = min(dice.choice(_LENGTHS), 2 + spare)
        spare -= length - 2
        alleys[f"{names[a]}-{names[b]}"] = [dice.choice(_VALUES) for _ in range(length)]
    if players is not None:
        _lengthen(list(alleys.values()), dice)
    districts = {
        f"D{number + 1}": [names[corner] for corner in corners] for number, corners in enumerate(disc.districts)
    }
    return Board.read({"squares": names, "alleys": alleys, "districts": districts})


def _any_disc(wanted: int, dice: random.Random) -> Disc:
    """Any shape: glued squares make long maps, closed corners and inner squares compact ones."""
    disc = Disc()
    while disc.squares < wanted:
        disc.grow(dice.choice((GLUE, GLUE, CLOSE, CLOSE, INSERT)), dice.randrange(MOST_ALLEYS), wanted)
    for _ in range(dice.randrange(4)):
        disc.grow(CLOSE, dice.randrange(MOST_ALLEYS), wanted)
    return disc


def _even_disc(wanted: int, dice: random.Random) -> Disc:
    """A shape that is good to draw: districts of like size, five or six of them around an inner square."""
    disc = Disc()
    compact = dice.random() < 0.8  # or a long market
    while disc.squares < wanted:
        crowd = [sum(square in corners for corners in disc.districts) for square in range(disc.squares)]
        places = range(len(disc.rim))
        ripe = [where for where in places if crowd[disc.rim[where - 1]] >= dice.choice((4, 4, 5))]
        beside = [crowd[disc.rim[where - 1]] + crowd[disc.rim[where]] + 2 * dice.random() for where in places]
        before = len(disc.alleys)
        if ripe:
            disc.grow(CLOSE, dice.choice(ripe), wanted)
        if len(disc.alleys) == before:
            disc.grow(GLUE, beside.index(max(beside) if compact else min(beside)), wanted)
    return disc


def _lengthen(alleys: list[list[int]], dice: random.Random) -> None:
    """Add spaces, the shortest alleys first, until there are enough."""
    while sum(map(len, alleys)) < _LEAST_SPACES:
        shortest = min(alleys, key=len)
        if len(shortest) == _LONGEST:
            return
        shortest.append(dice.choice(_VALUES))
