"""One game with automatic chance: the basis of the PettingZoo and Gymnasium environments."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from piazzetta.envs.kernels.steps import steps_of
from piazzetta.errors import BadInput, IllegalMove
from piazzetta.games.base import OPEN, Array, Viewer
from piazzetta.games.registry import listing
from piazzetta.kernel import OVER, random_stream
from piazzetta.match.setting import Setting
from piazzetta.match.setting import game as set_up

REWARDS = ("win", "points")
RENDER_MODES = ("human", "rgb_array", "ansi")


class OneGame:
    """A game in progress. ``mover`` is the seat to move, or −2 when the game is over."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._steps = steps_of(setting.game)
        self._tables = setting.params
        self.states = setting.states(1)
        self._choice = np.zeros(setting.game.most_legal, np.int32)
        self._out = np.zeros(2 * setting.players, np.int16)
        self._shares = np.zeros(setting.players)
        self._rng = random_stream(0)
        self.mover = OVER

    def begin(self, seed: int) -> None:
        """Begin a new game; the same seed gives the same chance outcomes on every machine."""
        self._rng = random_stream(seed)
        self.mover = self._steps.start(self._tables, self.states, self._rng)

    def number(self, action: Any) -> int:
        """An action as a number; ``BadInput`` if this game has no such action."""
        try:
            number = operator.index(action)
        except TypeError:
            raise BadInput(f"an action is a whole number, not {action!r}") from None
        if not 0 <= number < self.setting.decision_count:
            raise BadInput(f"actions are numbered from 0 to {self.setting.decision_count - 1}; there is no {number}")
        return number

    def play(self, number: int) -> None:
        """Play an action of the mover and the chance after it; ``IllegalMove`` if it is not allowed."""
        reason, self.mover = self._steps.play(self._tables, self.states, self._rng, number)
        if reason:
            raise self._refusal(number, reason)

    def _refusal(self, number: int, reason: int) -> IllegalMove:
        setting = self.setting
        found = setting.game.refusal(setting.components, setting.params_record, self.record, number, reason)
        return IllegalMove(found.sentence, found.clause, setting.texts[number])

    def show(self, seat: int) -> tuple[Array, Array]:
        """What a seat may know, and a mask of its legal actions: new arrays each time."""
        observation = np.empty(self.setting.observation_size, np.int16)
        mask = np.empty(self.setting.decision_count, np.int8)
        self._steps.show(self._tables, self.states, seat, self._choice, mask, observation)
        return observation, mask

    def points(self) -> list[int]:
        self._steps.result(self._tables, self.states, self._out, self._shares)
        points: list[int] = self._out[: self.setting.players].tolist()
        return points

    def shares(self) -> list[float]:
        """At the end: each seat's reward for the result, adding up to 0. A sole winner gets 1."""
        self._steps.result(self._tables, self.states, self._out, self._shares)
        shares: list[float] = self._shares.tolist()
        return shares

    @property
    def record(self) -> Any:
        """The position as a record: not a copy."""
        return self.states.view(np.recarray)[0]

    def view(self, viewer: Viewer = OPEN) -> dict[str, Any]:
        setting = self.setting
        return setting.game.view(setting.components, setting.params_record, self.record, viewer)


def setting_of(game: str | Setting, players: int | None, options: dict[str, Any]) -> Setting:
    """A setting from an environment's arguments: the name of a game with its options, or an existing setting."""
    if isinstance(game, Setting):
        given = [name for name, value in (("players", players), *options.items()) if value is not None]
        if given:
            raise BadInput(f"a setting is complete; {given[0]} cannot be given as well")
        return game
    known = ("starter", "edition", "rules", listing(game).components_key)
    unknown = [name for name in options if name not in known]
    if unknown:
        raise BadInput(f"there is no option {unknown[0]!r}; there is players, {', '.join(known)}")
    return set_up(game, players=players, **options)
