"""The two records of Portobello Market, and the constants used in them."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

# Limits of a map (1.4), including custom maps.
MOST_SQUARES = 16
MOST_ALLEYS = 32
MOST_DISTRICTS = 20
MOST_SPACES = 128
MOST_PLAYERS = 4

# What is expected next.
ARRANGING = 0  # chance lays out the clients before the game (10.1, 10.2)
SETTING = 1  # the Bobby is placed in a district (2.3)
PICKING = 2  # a tile is picked, or a district marked (3.1, 7)
ACTING = 3  # actions, Bobby moves, the end of the turn (3.2 to 6)
DRAWING = 4  # chance draws a client from the bag (5.1)
PLACING = 5  # the client in hand is placed on a square (5.2)
FINISHED = 6

# Clients. Two clients a and b at the ends of an alley make the factor a + b − 1 (8.2).
NOBODY = 0
SERVANT = 1
BURGHER = 2
LORD = 3

# An own tile.
DOWN = 0
UP = 1
LAID = 2  # it marks a district

# The end from which an alley was begun (4.2).
EMPTY = 0
FROM_FIRST = 1
FROM_SECOND = 2


# The switches, by their numbers in the params. editions.py says what they mean.
class BobbySetBy(IntEnum):
    RIGHT = 0
    LEFT = 1


class Handicap(IntEnum):
    OFF = 0
    FAIR = 1


class Actions(IntEnum):
    MUST = 0
    MAY = 1


class LordComes(IntEnum):
    FREE = 0
    ACTION = 1


class SharedMajority(IntEnum):
    BANK = 0
    HOLDERS = 1
    FREE = 2


class NewTile(IntEnum):
    UP = 0
    DOWN = 1


class ClientsFrom(IntEnum):
    BAG = 0
    QUEUE = 1
    HOUSE = 2


class Credit(IntEnum):
    REFUSED = 0
    GRANTED = 1


class Scoring(IntEnum):
    AT_ONCE = 0
    END_OF_TURN = 1


class Ending(IntEnum):
    ROUND = 0
    TURN = 1


class LordAlleys(IntEnum):
    ALL = 0
    TWO_CUSTOMERS = 1


# The action numbering. The rest depends on the map: its offsets are in the params.
END = 0
DRAW = 1
SEND_LORD = 2
TILE = 3  # + 0…2: own tile 2, 3, 4; + 3…5: neutral tile 1, 2, 3
TILES = 6
BOBBY = (
    TILE + TILES
)  # + district; then place + square, build + 2 · alley + end, mark + 2 · district + (0: x2, 1: x4), chance + client

REGULARS = 10  # servants and burghers together (1.3)
STALLED_ROUNDS = 3  # 9.2

PARAMS = np.dtype(
    [
        ("players", np.int16),
        ("starter", np.int16),
        ("squares", np.int16),
        ("alleys", np.int16),
        ("districts", np.int16),
        ("start_score", np.int16),
        ("bobby_set_by", np.int16),
        ("handicap", np.int16),
        ("actions", np.int16),
        ("lord", np.int16),
        ("shared_majority", np.int16),
        ("new_tile", np.int16),
        ("clients", np.int16),
        ("credit", np.int16),
        ("scoring", np.int16),
        ("ending", np.int16),
        ("lord_alleys", np.int16),
        ("place", np.int16),  # offsets of the action numbering
        ("build", np.int16),
        ("mark", np.int16),
        ("chance", np.int16),
        ("head_start", np.int16, (MOST_PLAYERS,)),  # points given to each seat (2.5)
        ("first", np.int16, (MOST_ALLEYS,)),  # an alley's first space
        ("ends", np.int8, (MOST_ALLEYS, 2)),  # its two squares
        ("spaces", np.int8, (MOST_ALLEYS,)),  # how many it has
        ("value", np.int8, (MOST_SPACES,)),
        ("border", np.int8, (MOST_DISTRICTS, 3)),  # a district's three alleys
        ("beyond", np.int8, (MOST_DISTRICTS, 3)),  # the district across each, or −1
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("visited", np.int32),  # the districts of this walk, one bit each (6.4)
        ("due", np.uint32),  # alleys to be scored when the turn ends, one bit each (8.1)
        ("turn", np.int16),  # turns begun so far
        ("score", np.int16, (MOST_PLAYERS,)),
        ("count", np.int8, (MOST_ALLEYS, MOST_PLAYERS)),  # stalls by alley and seat
        ("owner", np.int8, (MOST_SPACES,)),  # seat + 1 of the stall on each space, or 0
        ("built", np.int8, (MOST_ALLEYS,)),  # stalls in each alley
        ("begun", np.int8, (MOST_ALLEYS,)),  # from which end
        ("client", np.int8, (MOST_SQUARES,)),
        ("marked", np.int8, (MOST_DISTRICTS,)),  # 0, or 1 + 2 · seat + (0: x2, 1: x4)
        ("stalls", np.int8, (MOST_PLAYERS,)),  # stalls not yet built
        ("own", np.int8, (MOST_PLAYERS, 3)),  # the own tiles 2, 3, 4
        ("neutral", np.int8, (MOST_PLAYERS, 2, 3)),  # neutral tiles held: face down and up, by value 1, 2, 3
        ("row", np.int8, (REGULARS,)),  # the clients in order (10.1)
        ("bag", np.int8, (3,)),  # servants, burghers, lords not yet drawn or laid out
        ("taken", np.int8),  # clients taken from bag or row
        ("placed", np.int8),  # servants and burghers on the board
        ("lord", np.int8),  # the lord's square + 1, or 0
        ("hand", np.int8),  # the client in hand
        ("bobby", np.int8),  # his district, or −1
        ("phase", np.int8),
        ("seat", np.int8),  # whose turn
        ("left", np.int8),  # actions left
        ("in_use", np.int8),  # the tile in use, 0…5, or −1
        ("marks", np.int8),  # neutral tiles taken from the stack
        ("last_round", np.int8),  # a player has built the last stall (9.1)
        ("busy", np.int8),  # somebody built, placed or marked in this round (9.2)
        ("idle_rounds", np.int8),
    ],
    align=True,
)
