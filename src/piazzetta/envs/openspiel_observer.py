"""What OpenSpiel's algorithms see of a state: tensors in named parts, and strings."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from piazzetta.envs.extras import need
from piazzetta.envs.openspiel_rules import Position, Rules
from piazzetta.games.base import OPEN, SPECTATOR, UNTOLD, Array

pyspiel: Any = need("pyspiel", "openspiel")


class State(Protocol):
    """What an observer reads of a state."""

    _at: Position

    def view(self, viewer: int) -> dict[str, Any]: ...


class Observer:
    """One kind of observation, as specified by OpenSpiel's ``IIGObservationType``.

    The tensor has the parts of the game's observation (see ``docs/observations.md``), public and private ones as
    requested. With perfect recall, the moves follow as the player was told them, oldest first, two numbers each: 1 +
    the seat, counted from the player's own (chance: 1 + players), and 1 + the action, or 0 for one it did not see.
    """

    def __init__(self, rules: Rules, kind: Any) -> None:
        self._rules = rules
        self._kind = kind
        setting = rules.setting
        whose = kind.private_info
        self._private = {
            pyspiel.PrivateInfoType.NONE: 0,
            pyspiel.PrivateInfoType.SINGLE_PLAYER: 1,
            pyspiel.PrivateInfoType.ALL_PLAYERS: setting.players,
        }[whose]
        self._all = np.zeros(setting.observation_size, np.float32)
        secret = setting.game.private_parts
        pieces: list[tuple[str, int, slice | None, int]] = []  # name, size, position, from which seat
        at = 0
        for name, size, _ in setting.game.observation_parts(setting.components, setting.players):
            place = slice(at, at + size)
            at += size
            if name in secret:
                for chair in range(self._private):
                    pieces.append((f"{name} of {chair}" if chair else name, size, place, chair))
            elif kind.public_info:
                pieces.append((name, size, place, 0))
        if kind.public_info and kind.perfect_recall:
            pieces.append(("history", 2 * rules.remembered, None, 0))
        self.tensor = np.zeros(sum(size for _, size, _, _ in pieces), np.float32)
        self.dict: dict[str, Array] = {}
        self._writes: list[tuple[Array, slice, int]] = []
        at = 0
        for name, size, source, chair in pieces:
            part = self.dict[name] = self.tensor[at : at + size]
            at += size
            if source is not None:
                self._writes.append((part, source, chair))
        self._whole = kind.public_info and self._private == 1 and bool(pieces)
        if "history" in self.dict:
            self.dict["history"] = self.dict["history"].reshape(-1, 2)

    def _viewer(self, player: int) -> int:
        return {0: SPECTATOR, 1: player}.get(self._private, OPEN)

    def _check(self, player: int) -> None:
        if not 0 <= player < self._rules.setting.players:
            raise pyspiel.SpielError(f"there is no player {player}")

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees of a state into ``tensor`` and ``dict``."""
        player = max(player, 0)  # OpenSpiel asks for the shape with player −3
        self._check(player)
        rules = self._rules
        states = state._at.states
        if self._whole:  # all parts in order: written at once
            rules.steps.look(rules.params, states, player, self.tensor[: len(self._all)])
        else:
            looked = -1
            for part, place, chair in sorted(self._writes, key=lambda write: write[2]):
                if chair != looked:
                    seat = (player + chair) % rules.setting.players
                    rules.steps.look(rules.params, states, seat, self._all)
                    looked = chair
                part[:] = self._all[place]
        if "history" in self.dict:
            self._write_history(state, player)

    def _write_history(self, state: State, player: int) -> None:
        rules = self._rules
        players = rules.setting.players
        history = self.dict["history"]
        heard = rules.game.history_for(players, state._at.log, self._viewer(player))[-len(history) :]
        history[:] = 0
        if heard:
            moves = np.array(heard, np.float32)
            seats = moves[:, 0]
            history[: len(moves), 0] = np.where(seats < 0, players + 1, 1 + (seats - player) % players)
            history[: len(moves), 1] = moves[:, 1] + 1

    def string_from(self, state: State, player: int) -> str:
        """What a player sees of a state, as text: the moves with perfect recall, otherwise the position."""
        self._check(player)
        if not self._kind.public_info:
            return self._secrets(state, player)
        viewer = self._viewer(player)
        if not self._kind.perfect_recall:
            return "\n".join(f"{name}: {value}" for name, value in state.view(viewer).items())
        rules = self._rules
        texts = rules.texts
        heard = rules.game.history_for(rules.setting.players, state._at.log, viewer)
        words = [f"{seat}: {texts[action]}" if action != UNTOLD else f"{seat}: ?" for seat, action in heard]
        return f"player {player}\n" + ", ".join(words)

    def _secrets(self, state: State, player: int) -> str:
        """What only the player knows (or each of them), and nothing public."""
        secret = self._rules.game.private_parts
        if not secret or not self._private:
            return ""
        seats = state.view(OPEN)["seats"]
        shown = range(len(seats)) if self._private > 1 else (player,)
        return "\n".join(f"{seat}: " + ", ".join(f"{part} {seats[seat][part]}" for part in secret) for seat in shown)
