"""A trained network on one seat, as a bot: without search, each move drawn by the square of the network's policy."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import torch

from piazzetta.bots.levels import known_digest
from piazzetta.bots.policy import POWER
from piazzetta.bots.position import Position
from piazzetta.errors import BadInput
from piazzetta.games.base import Game
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.kernel import pick, random_stream
from piazzetta.match.setting import Setting
from piazzetta.train.network import Network
from piazzetta.train.plan import load_network
from piazzetta.train.sight import Sight

_FINE = 1_000_000  # weights are whole numbers


class NetworkBot:
    """The network of a file. The same seed makes the same choice in the same position."""

    def __init__(self, file: str, seed: int = 0) -> None:
        self.name = file
        self._network = _network(file)
        self._seed = seed

    def check(self, game: Game) -> None:
        """Refuse another game than the network's."""
        if self._network.game != game.name:
            raise BadInput(f"{self.name} plays {self._network.game}, not {game.name}")

    def choose(self, position: Position) -> int:
        setting = position.setting
        self.check(setting.game)
        actions = position.legal()
        if len(actions) == 1:
            return actions[0]
        likes = self.policy(position, actions) ** POWER
        weights = np.maximum((_FINE * likes / likes.max()).astype(np.int64), 0)
        return actions[int(pick(random_stream(self._seed, known_digest(position)), weights, len(actions)))]

    def policy(self, position: Position, actions: list[int]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The share that the network gives each of these legal actions."""
        setting = position.setting
        encoding, sight = encoding_of(setting.game.name), _sight(setting)
        seen = np.zeros((1, encoding.size), np.uint8)
        encoding.encode(setting.params[0], position.state[0], position.seat, seen[0])
        given = np.concatenate([seen[:, source : source + count] for source, _, count in sight.pieces], 1)
        with torch.inference_mode():
            scores = self._network(torch.from_numpy(given), sight)[0][0]
        place = {slot: at for at, slot in enumerate(sight.columns)}
        slots = [place[int(encoding.slot_of(setting.params[0], position.state[0], action))] for action in actions]
        return torch.softmax(scores[slots].double(), 0).numpy()


@lru_cache(64)
def _sight(setting: Setting) -> Sight:
    return Sight(encoding_of(setting.game.name), [setting])


def _network(file: str) -> Network:
    try:
        changed = Path(file).stat().st_mtime_ns
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}") from None
    return _kept(file, changed)


@lru_cache(8)
def _kept(file: str, changed: int) -> Network:
    torch.set_num_threads(1)  # a single row: threads would only wait for each other
    return load_network(file).eval()
