"""Positions with one clearly best move, for both games. Each puzzle names its theme."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from piazzetta.bots import Position
from tests.portobello.table import FIFTEEN_RED, TEN, position

# Four players; red has built all sixteen stalls far in the west, where no client stands: this is the last round.
LAST_ROUND = {"A-B": "rrrrr", "A-H": "rrrrrr", "A-D": "rrr", "H-I": "rr"}
# Blue has marked twice already, so marking plays no part.
BLUE_HAS_MARKED = {"D1": "b4", "D6": "b2"}


@dataclass(frozen=True)
class Puzzle:
    """A position of Portobello Market, as ``position`` takes it, and what must be played."""

    about: str
    best: str  # one move, or several equally good ones separated by |
    seat: int = 3
    last_round: bool = True
    stalls: dict[str, str] = field(default_factory=dict)
    how: dict[str, Any] = field(default_factory=dict)

    def position(self) -> Position:
        stalls = {**(LAST_ROUND if self.last_round else {}), **self.stalls}
        match = position(**{"players": 4, "seat": self.seat, "stalls": stalls, **self.how})
        return Position.of(match)


BURGHERS = {"E": "burgher", "F": "burgher"}

PORTOBELLO = [
    Puzzle(
        "finish an alley, in the last turn",
        "build E-F@E",
        stalls={"E-F": "gb-"},
        how={"bobby": "D4", "tile": "2", "left": 1, "clients": BURGHERS, "score": [48, 20, 20, 40]},
    ),
    Puzzle(
        "finish the alley that is worth more",
        "build E-F@E",
        stalls={"E-F": "gb-", "C-F": "--b"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 1,
            "clients": {**BURGHERS, "C": "servant"},
            "score": [48, 20, 20, 40],
        },
    ),
    Puzzle(
        "place a burgher where the own alley is full",
        "place F",
        stalls={"E-F": "bbb", "G-K": "ggg"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 0,
            "hand": "burgher",
            "clients": {"E": "burgher", "G": "burgher"},
            "score": [50, 20, 20, 40],
        },
    ),
    Puzzle(
        "place a servant where more stalls wait for him",
        "place J",
        stalls={"E-F": "bbb", "E-J": "bbbb"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 0,
            "hand": "servant",
            "clients": {"E": "burgher"},
            "score": [50, 20, 20, 40],
        },
    ),
    Puzzle(
        "one client completes two alleys",
        "place F",
        stalls={"E-F": "bbb", "F-J": "bbbb", "E-I": "bbbbb"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 0,
            "hand": "burgher",
            "clients": {"E": "servant", "J": "burgher"},
            "score": [65, 20, 20, 40],
        },
    ),
    Puzzle(
        "no client for a rival's full alley",
        "place E",
        stalls={"E-F": "bbb", "G-K": "ggg"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 0,
            "hand": "burgher",
            "clients": {"F": "servant", "G": "servant"},
            "score": [42, 20, 36, 40],
        },
    ),
    Puzzle(
        "when to mark: in the last turn, with the 4, where most stalls stand",
        "mark D8 x4",
        stalls={"E-F": "bbb", "E-J": "bbb-", "C-G": "bb"},
        how={"bobby": "D10", "score": [60, 20, 20, 40]},
    ),
    Puzzle(
        "when to mark: the 4 is laid already, the 2 still wins",
        "mark D8 x2",
        stalls={"E-F": "bbb", "E-J": "bbb-", "C-G": "bb"},
        how={"bobby": "D10", "score": [50, 20, 20, 40], "marked": {"D5": "b4"}},
    ),
    Puzzle(
        "when to mark: a rival's tile lies in the best district",
        "mark D4 x4",
        stalls={"E-F": "bbb", "E-J": "bbb-", "C-F": "bb-"},
        how={"bobby": "D10", "score": [58, 20, 20, 40], "marked": {"D8": "g4"}},
    ),
    Puzzle(
        "when not to mark: four stalls finish an alley for more",
        "tile 4",
        stalls={"C-F": "b--", "G-K": "bb-"},
        how={
            "bobby": "D8",
            "clients": {"F": "burgher", "J": "burgher"},
            "score": [57, 20, 20, 40],
        },
    ),
    Puzzle(
        "the smallest tile is not enough",
        "tile 3|tile n3",
        stalls={"F-J": "b---"},
        how={
            "bobby": "D8",
            "clients": {"F": "burgher", "J": "burgher"},
            "score": [57, 20, 20, 40],
            "marked": BLUE_HAS_MARKED,
            "down": {"b": "n3"},
        },
    ),
    Puzzle(
        "walk to the alley that is to be finished",
        "bobby D8",
        stalls={"E-F": "bbb", "F-J": "bbb-"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 1,
            "clients": {"F": "burgher", "J": "burgher"},
            "score": [57, 20, 20, 40],
        },
    ),
    Puzzle(
        "walk the free way, not past those who take toll",
        "bobby D8",
        stalls={"E-F": "bbb", "E-J": "bbbb", "I-J": "bbb-", "D-E": "ggy", "E-I": "ggyyy"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 1,
            "clients": {"I": "burgher", "J": "burgher"},
            "score": [60, 20, 20, 40],
        },
    ),
    Puzzle(
        "the lord: bring him to the own full alley",
        "lord",
        stalls={"G-K": "bbb", "J-K": "ggggg"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 1,
            "clients": TEN,
            "edition": "it",
            "score": [59, 20, 10, 40],
        },
    ),
    Puzzle(
        "the lord: his scoring counts a stall in an alley that is not full",
        "build J-K@J",
        stalls={"J-K": "b----", "F-K": "b--", "G-K": "ggg"},
        how={
            "bobby": "D12",
            "tile": "2",
            "left": 1,
            "clients": {**TEN, "K": "lord"},
            "score": [69, 20, 20, 46],
        },
    ),
    Puzzle(
        "the lord: begin at the end where the space is worth more",
        "build C-G@C",
        how={
            "bobby": "D5",
            "tile": "2",
            "left": 1,
            "clients": {"C": "lord", "G": "burgher", "E": "servant"},
            "score": [50, 20, 20, 40],
        },
    ),
    Puzzle(
        "the last stall: it ends the game while ahead",
        "build D-I@D",
        seat=0,
        last_round=False,
        stalls={**FIFTEEN_RED, "D-I": "gg-", "H-I": "yy", "E-F": "yy-", "B-E": "yy-"},
        how={
            "players": 4,
            "starter": 1,
            "bobby": "D10",
            "tile": "2",
            "left": 1,
            "clients": BURGHERS,
            "score": [60, 58, 30, 30],
        },
    ),
    Puzzle(
        "the last stall: it would end the game while behind",
        "draw|bobby D6|bobby D7",
        seat=0,
        last_round=False,
        stalls={**FIFTEEN_RED, "D-I": "gg-", "H-I": "yy"},
        how={
            "players": 4,
            "starter": 1,
            "bobby": "D10",
            "tile": "2",
            "left": 1,
            "clients": {"A": "burgher", "D": "servant"},
            "score": [60, 75, 30, 30],
        },
    ),
    Puzzle(
        "deny: lead the Bobby away from one who cannot pay",
        "bobby D3",
        seat=2,
        stalls={"E-F": "bb-", "C-F": "b--"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 0,
            "clients": BURGHERS,
            "score": [3, 3, 11, 0],
            "marked": BLUE_HAS_MARKED,
            "edition": "it",
        },
    ),
    Puzzle(
        "deny: take the last space before a rival does",
        "build E-F@E",
        seat=2,
        stalls={"E-F": "bb-", "C-F": "ggg", "C-E": "ggggg"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 1,
            "clients": {**BURGHERS, "C": "servant"},
            "score": [30, 20, 38, 32],
            "marked": BLUE_HAS_MARKED,
        },
    ),
    Puzzle(
        "not the alley that brings a rival more",
        "build C-F@F",
        stalls={"E-F": "-gg", "C-F": "--g", "C-E": "ggyyy"},
        how={
            "bobby": "D4",
            "tile": "3",
            "left": 1,
            "clients": {
                **dict.fromkeys("BCDGH", "servant"),
                **dict.fromkeys("EFIJK", "burgher"),
                "A": "lord",
            },
            "score": [20, 20, 42, 43],
            "marked": BLUE_HAS_MARKED,
        },
    ),
    Puzzle(
        "draw: any client wins, a stall does not",
        "draw|bobby D8|bobby D3",  # free walks, after which it draws: they give nothing away
        stalls={"E-F": "bbb", "F-J": "bbbb", "C-E": "-----"},
        how={
            "bobby": "D4",
            "tile": "2",
            "left": 1,
            "clients": {"E": "burgher", "J": "burgher"},
            "score": [50, 20, 20, 40],
        },
    ),
    Puzzle(
        "stop: with the last action done, a walk would only cost",
        "end",
        stalls={"E-F": "ggg", "C-F": "ggg", "C-E": "ggyyy"},
        how={"bobby": "D4", "tile": "2", "left": 0, "score": [40, 20, 20, 41]},
    ),
]
