"""Random maps beyond a disc (1.4): with holes, alleys that border no district, gaps, two alleys between two squares."""

from __future__ import annotations

import random
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.generate import random_board

Map = dict[str, Any]


def open_map(seed: int) -> Board:
    """A map with at least one feature that a disc cannot have. The same seed gives the same map."""
    dice = random.Random(seed)
    board = random_board(seed, squares=dice.randint(6, 13))
    file = board.to_file()
    for district, one in zip(board.districts, file["districts"].values(), strict=True):
        one["alleys"] = [board.alleys[alley].key for alley in district.alleys]
        del one["x"], one["y"]
    steps = [_without_district] * 4 + [_without_alley] * 3 + [_with_second_alley] * 3
    while Board.read(file).is_disc or dice.random() < 0.8:
        changed = dice.choice(steps)(file, dice)
        try:
            Board.read(changed)
        except BadInput:
            continue
        file = changed
    return Board.read(file)


def _without_district(file: Map, dice: random.Random) -> Map:
    gone = dice.choice(list(file["districts"]))
    return {**file, "districts": {key: one for key, one in file["districts"].items() if key != gone}}


def _without_alley(file: Map, dice: random.Random) -> Map:
    gone = dice.choice(list(file["alleys"]))
    districts = {key: one for key, one in file["districts"].items() if gone not in one["alleys"]}
    return {**file, "alleys": {key: one for key, one in file["alleys"].items() if key != gone}, "districts": districts}


def _with_second_alley(file: Map, dice: random.Random) -> Map:
    key = dice.choice([key for key in file["alleys"] if "." not in key])
    second = {"values": [dice.randint(1, 3) for _ in range(dice.randint(2, 4))], "bend": dice.choice((-0.2, 0.2))}
    return {**file, "alleys": {**file["alleys"], f"{key}.2": second}}
