"""Portobello Market as a network sees it: seats, alleys, squares and districts, on any map, under any rules.

Each thing includes its surroundings (an alley its clients and the distance of the Bobby, a square the values of its
alleys, a district the stalls on its sides), one step along the map's own lines, so that no number depends on how the
map is numbered. Seats are counted from the mover's own.
"""

from __future__ import annotations

from piazzetta.games.encoding import Encoding, Kind
from piazzetta.games.portobello.bots.sight import ALLEY, DISTRICT, SEAT, SQUARE, TABLE, encode, update
from piazzetta.games.portobello.state import BOBBY, MOST_ALLEYS, MOST_DISTRICTS, MOST_PLAYERS, MOST_SQUARES, TILE, TILES
from piazzetta.kernel import compiled

# Slots: the table's own choices use their action numbers, up to the tiles.
BUILD_SLOT = TILE + TILES
PLACE_SLOT = BUILD_SLOT + 2 * MOST_ALLEYS
DISTRICT_SLOT = PLACE_SLOT + MOST_SQUARES
PER_DISTRICT = 3  # the Bobby goes there; mark it x2; x4


@compiled
def slot_of(params, state, action):
    if action >= params.mark:
        number = action - params.mark
        return DISTRICT_SLOT + PER_DISTRICT * (number >> 1) + 1 + (number & 1)
    if action >= params.build:
        return BUILD_SLOT + action - params.build
    if action >= params.place:
        return PLACE_SLOT + action - params.place
    if action >= BOBBY:
        return DISTRICT_SLOT + PER_DISTRICT * (action - BOBBY)
    return action


@compiled
def action_of(params, state, slot):
    if slot >= DISTRICT_SLOT:
        district = (slot - DISTRICT_SLOT) // PER_DISTRICT
        choice = slot - DISTRICT_SLOT - PER_DISTRICT * district
        if district >= params.districts:
            return -1
        return BOBBY + district if choice == 0 else params.mark + 2 * district + choice - 1
    if slot >= PLACE_SLOT:
        return params.place + slot - PLACE_SLOT if slot - PLACE_SLOT < params.squares else -1
    if slot >= BUILD_SLOT:
        return params.build + slot - BUILD_SLOT if slot - BUILD_SLOT < 2 * params.alleys else -1
    return slot


def sizes(setting):
    """How many things of each kind a setting has."""
    board = setting.components
    return {
        "seats": setting.players,
        "alleys": len(board.alleys),
        "squares": len(board.squares),
        "districts": len(board.districts),
    }


def scale():
    """The factor of each number, which scales all of them to about 1."""
    table = [1.0] * TABLE
    for number, most in ((5, 4), (18, 5), (19, 5), (21, 10), (22, 10), (23, 8), (24, 3), (26, 11), (58, 64)):
        table[number] = 1 / most
    for number in (35, 36, 37):
        table[number] = 1 / 32
    for number in range(48, 58):
        table[number] = 1 / 2
    seat = [1.0] * SEAT
    seat[5], seat[6], seat[7], seat[21], seat[22] = 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 3
    alley = [1.0] * ALLEY
    for number in (1, 2, 13):
        alley[number] = 1 / 4
    for number in range(14, 18):
        alley[number] = 1 / 3
    for number in range(18, 23):
        alley[number] = 1 / 6
    for number in (23, 24, 25):
        alley[number] = 1 / 2
    square = [1.0] * SQUARE
    square[5], square[6] = 1 / 4, 1 / 16
    for number in range(8, 24):
        square[number] = 1 / 16
    district = [1.0] * DISTRICT
    for number in range(8, 12):
        district[number] = 1 / 4
    district[12], district[13], district[14], district[15] = 1 / 8, 1 / 3, 1 / 3, 1 / 2
    return [
        *table,
        *seat * MOST_PLAYERS,
        *alley * MOST_ALLEYS,
        *square * MOST_SQUARES,
        *district * MOST_DISTRICTS,
    ]


ENCODING = Encoding(
    encode,
    update,
    slot_of,
    action_of,
    TABLE,
    BUILD_SLOT,
    (
        Kind("seats", MOST_PLAYERS, SEAT, 0),
        Kind("alleys", MOST_ALLEYS, ALLEY, 2),
        Kind("squares", MOST_SQUARES, SQUARE, 1),
        Kind("districts", MOST_DISTRICTS, DISTRICT, PER_DISTRICT),
    ),
    sizes,
    scale,
    width=128,
)
