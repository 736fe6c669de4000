"""What a network sees of a game: the game's own encoding or, if it has none, its observation as it is.

A flat encoding makes any game trainable: the table is what ``observe`` writes, a choice is an action by its number, and
the only things are the seats. It fits a game on its own components, with any number of players; an encoding of its own
(``Knowledge.encoding``) learns faster and fits every map or deck.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.errors import BadInput
from piazzetta.games.base import Game, observe
from piazzetta.games.encoding import Encoding, Kind
from piazzetta.games.registry import find_game
from piazzetta.kernel import compiled

OBSERVED = (0,)  # how many numbers ``observe`` writes, by number of players; bound for each game
TABLE = SEAT = 0  # the numbers of the whole table, and of a seat; bound for each game
_FIRST = 8  # where the observation begins: the number before it is 1, and 16-bit numbers need an even place
_SCALE = 1 / 8  # most observations are small counts
_WIDTH = 64


def encode_flat(params, state, seat, out):
    """Write what ``seat`` may know: two numbers for each observed one, as only 0 to 255 fit: itself, and its negative.

    Whatever exceeds 255 counts as 255.
    """
    players = int(params.players)
    count = OBSERVED[players]
    own = out[_FIRST : _FIRST + 2 * count].view(np.int16)
    observe(params, state, seat, own)
    for place in range(count):
        value = int(own[place])
        out[_FIRST + 2 * place] = min(max(value, 0), 255)
        out[_FIRST + 2 * place + 1] = min(max(-value, 0), 255)
    out[0] = 1
    for chair in range(players):
        out[TABLE + chair * SEAT] = 1
        out[TABLE + chair * SEAT + 1 + chair] = 1


@compiled
def same_slot(params, state, action):
    """Return an action as its slot, and a slot as its action: both have the same number."""
    return action


def encoding_of(name: str) -> Encoding:
    """What networks see of a game, by its name."""
    game = find_game(name)
    return game.knowledge().encoding or flat_encoding(game)


@lru_cache
def flat_encoding(game: Game) -> Encoding:
    """The observation of a game as an encoding."""
    own = game.default_components()
    most = game.seats[-1]
    observed = tuple(game.observation_size(own, count) if count in game.seats else 0 for count in range(most + 1))
    table = _rounded(_FIRST + 2 * max(observed), 32)
    seat = _rounded(1 + most, 8)
    choices = game.decision_count(own)

    def sizes(setting: Any) -> dict[str, int]:
        parts = setting.components
        if (game.observation_size(parts, setting.players), game.decision_count(parts)) != (
            observed[setting.players],
            choices,
        ):
            raise BadInput(
                f"{game.title} has no encoding of its own, so that a network fits its own {game.components_key} alone: "
                "leave out others, or give its Knowledge an encoding"
            )
        return {"seats": setting.players}

    encode = game.bind(encode_flat, OBSERVED=observed, TABLE=table, SEAT=seat)
    scale = [1.0] * _FIRST + [_SCALE] * (table - _FIRST) + [1.0] * (most * seat)
    return Encoding(
        encode=encode,
        update=encode,
        slot_of=same_slot,
        action_of=same_slot,
        numbers=table,
        choices=choices,
        kinds=(Kind("seats", most, seat, 0),),
        sizes=sizes,
        scale=lambda: scale,
        width=_WIDTH,
    )


def _rounded(number: int, to: int) -> int:
    return -(-number // to) * to
