"""A trained network takes all seats of many games: of a study, or of a search that needs only results."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import torch

from piazzetta.arena.entries import seed_of
from piazzetta.arena.games import Games
from piazzetta.arena.play import Players, drawn
from piazzetta.match.setting import Setting
from piazzetta.train.network import Network
from piazzetta.train.plan import load_network
from piazzetta.train.selfplay import ROWS, results, self_play

#: Games side by side in a worker: enough to keep a core busy, few enough that an interruption loses little.
_SIDE_BY_SIDE = 256


class LargeNetwork(Players):
    """The network of a file, without search. A portion begins at a multiple of its size.

    ``whole`` games tell all that a study compares, and any number of workers plays them. Otherwise only results are
    known, and one device plays as many games at a time as it can.
    """

    def __init__(self, file: Path, game: str, device: str = "cpu", *, whole: bool = False) -> None:
        load_network(file, game)  # refuses what is no network of this game
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        self.name = f"{file.stem} {digest}"
        self._file, self._device, self._whole = str(file.resolve()), device, whole
        self.portion = _SIDE_BY_SIDE if whole else ROWS[device]
        self.local = "processes" if whole else "here"

    def prepare(self, setting: Setting) -> None:
        _network(self._file)

    def play(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        network = _network(self._file)
        if self._whole:
            return self_play(network, setting, count, seed_of(seed, first // self.portion), self._device)
        lots = drawn(setting, seed, first, count)
        found = results([network], lots[0][0], count, seed + first, self._device)
        for own, rows in lots[1:]:
            other = results([network], own, count, seed + first, self._device)
            found.points[rows], found.won[rows] = other.points[rows], other.won[rows]
        return found


@lru_cache(1)
def _network(file: str) -> Network:
    torch.set_num_threads(1)
    return load_network(file)
