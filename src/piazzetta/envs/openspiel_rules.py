"""What the states of an OpenSpiel game share, and what each of them holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from piazzetta.envs.kernels.steps import steps_of
from piazzetta.errors import BadInput, read_json
from piazzetta.games.base import Array, Move
from piazzetta.games.registry import find_game
from piazzetta.match.match import MOST_MOVES
from piazzetta.match.setting import Setting
from piazzetta.match.setting import game as set_up


def _setting(name: str, given: Mapping[str, Any]) -> Setting:
    game = find_game(name)
    rules = {key: given[key] for key in game.switches if given[key] not in ("", -1)}
    file = given[game.listing.components_option]
    fixed = {key: given[key] for key in ("players", "starter", "edition")}
    return set_up(name, rules=rules, components=read_json(Path(file)) if file else None, **fixed)


class Rules:
    """What all states of a game share: its setting, its kernels, its sizes. Never copied."""

    def __init__(self, name: str, given: tuple[tuple[str, Any], ...]) -> None:
        self._source = (name, given)
        setting = self.setting = _setting(name, dict(given))
        self.game = setting.game
        self.params = setting.params
        self.texts = setting.texts
        self.decisions = setting.decision_count
        self.actions = setting.action_count
        # moves of history in an information-state tensor, unless ``history`` is given; the string has all moves
        self.remembered = dict(given)["history"] or self.game.moves_a_seat * setting.players
        if not 1 <= self.remembered <= MOST_MOVES:
            raise BadInput(f"history must be from 1 to {MOST_MOVES} moves, not {self.remembered}")
        steps = self.steps = steps_of(self.game)
        self.attempt, self.list_chances = steps.attempt, steps.list_chances
        self.first = setting.states(1)
        self.first_mover = int(self.steps.begin(self.params, self.first))
        self.choice = np.zeros(max(self.game.most_legal, self.game.most_outcomes), np.int32)
        self.first_legal = self.choice[: steps.list_legal(self.params, self.first, self.choice)].tolist()
        self.weight = np.zeros(self.game.most_outcomes, np.int32)
        self.out = np.zeros(2 * setting.players, np.int16)
        self.shares = np.zeros(setting.players)

    def __deepcopy__(self, memo: Any) -> Rules:
        return self

    def __reduce__(self) -> Any:
        return rules_of, self._source


@lru_cache(maxsize=64)
def rules_of(name: str, given: tuple[tuple[str, Any], ...]) -> Rules:
    return Rules(name, given)


class Position:
    """All that a state holds: the position, whose move it is, and the moves that led there."""

    __slots__ = ("legal", "log", "mover", "rules", "states")

    def __init__(self, rules: Rules, states: Array, mover: int, legal: list[int], log: list[Move]) -> None:
        self.rules = rules
        self.states = states
        self.mover = mover
        self.legal = legal  # never modified: copies share it
        self.log = log

    def __deepcopy__(self, memo: Any) -> Position:
        return Position(self.rules, self.states.copy(), self.mover, self.legal, self.log.copy())

    def __reduce__(self) -> Any:
        return Position, (self.rules, self.states, self.mover, self.legal, self.log)
