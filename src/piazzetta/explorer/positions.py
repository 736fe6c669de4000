"""What the explorer counts together: settings that open alike, positions by their keys, moves by their kinds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from piazzetta.batch.visits import position_key_of
from piazzetta.match.setting import Setting


def without_fair_start(setting: Setting) -> Setting:
    """Return the setting without the points of a fair start: they change no choice of an opening."""
    rules = {**setting.rules, "handicap": "off"} if "handicap" in setting.rules else dict(setting.rules)
    return replace(setting, rules=rules, given=None)


def plain(setting: Setting) -> Setting:
    """Return the setting under which games are counted together. All start players share it, because a position is
    seen by its active player."""
    return replace(without_fair_start(setting), starter=0)


def kinds_of(setting: Setting) -> list[str]:
    """What moves are counted as, by number."""
    return list(dict.fromkeys(setting.game.explored_moves(setting.components)))


def key_of(setting: Setting, state: Any, seat: int) -> int:
    """The key of a position in which a seat decides."""
    states = setting.states(1)
    states[:] = np.frombuffer(state.tobytes(), states.dtype)
    indices = np.array(setting.game.explored_numbers(setting.components, setting.players), np.int32)
    seen = np.zeros(setting.observation_size, np.int16)
    return int(position_key_of(setting.game)(setting.params, states, seat, setting.starter, indices, seen))
