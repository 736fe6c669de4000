"""A large network that searches takes all seats of many games, of many settings at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch

from piazzetta.arena.games import Games, joined
from piazzetta.arena.play import Advance, Players, Run, drawn, silent
from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game
from piazzetta.kernel import cores
from piazzetta.match.setting import Setting
from piazzetta.train.network import Network
from piazzetta.train.plan import load_network
from piazzetta.train.search.search import NO_SECRETS, Search, Seating
from piazzetta.train.thinking import Thinking

#: Games of all settings side by side.
SIDE_BY_SIDE = {"cpu": 256, "cuda": 65_536}
MOST_SIMULATIONS = 4_000


class SearchingNetwork(Players):
    """The network of a file, with this many simulations for a move.

    Where the network's sums depend on how many positions it judges at once, so may the last digits of its chances; but
    for that a game is the same, whatever else is played beside it.
    """

    local = "here"
    at_once = True

    def __init__(self, file: Path, game: str, simulations: int, device: str = "cpu") -> None:
        if not 1 <= simulations <= MOST_SIMULATIONS:
            raise BadInput(f"--search takes 1 to {MOST_SIMULATIONS:,} simulations for a move, not {simulations}")
        if find_game(game).has_secrets:
            raise BadInput(NO_SECRETS.format(find_game(game).title))
        load_network(file, game)  # refuses what is no network of this game
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        self.name = f"{file.stem} {digest}, {simulations} simulations"
        self.simulations, self._file, self._device = simulations, str(file.resolve()), device
        self.portion = SIDE_BY_SIDE[device]

    def prepare(self, setting: Setting) -> None:
        _network(self._file)

    def play(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        return self._search([(setting, first, count, seed)])[0]

    def play_at_once(self, runs: Sequence[Run], advance: Advance = silent) -> list[Games]:
        """Play runs side by side, as many games at a time as there is room for."""
        found: list[list[Games]] = [[] for _ in runs]
        for parts in _portions([run.games for run in runs], self.portion):
            asked = [(runs[number].setting, first, count, runs[number].seed) for number, first, count in parts]
            for (number, _, _), games in zip(parts, self._search(asked, advance), strict=True):
                found[number].append(games)
        return [joined(games) for games in found]

    def _search(self, asked: Sequence[tuple[Setting, int, int, int]], advance: Advance = silent) -> list[Games]:
        """The games of each setting, from its first, how many and their seed; with the lots of a fair start drawn."""
        lots = [drawn(setting, seed, first, count) for setting, first, count, seed in asked]
        seatings = [
            Seating(own, [first + row for row in rows], (Thinking(self.simulations),) * own.players, seed)
            for (_, first, _, seed), some in zip(asked, lots, strict=True)
            for own, rows in some
        ]
        search = Search(_network(self._file), seatings, self._device, threads=cores())
        before = 0

        def progress(done: int, _: int) -> None:
            nonlocal before
            advance(done - before)
            before = done

        results = iter(search.play(progress=progress))
        found = []
        for (setting, _, count, _), some in zip(asked, lots, strict=True):
            points, won = np.zeros((count, setting.players), int), np.zeros((count, setting.players), int)
            for _, rows in some:
                result = next(results)
                points[rows], won[rows] = result.points, result.shares > 0
            found.append(Games(points, won))
        return found


def _portions(games: Sequence[int], room: int) -> Iterator[list[tuple[int, int, int]]]:
    """Split runs into portions of at most ``room`` games: pieces of a run's number, first game and count.

    >>> list(_portions([3, 4], 5))
    [[(0, 0, 3), (1, 0, 2)], [(1, 2, 2)]]
    """
    parts: list[tuple[int, int, int]] = []
    left = room
    for number, whole in enumerate(games):
        first = 0
        while first < whole:
            count = min(left, whole - first)
            parts.append((number, first, count))
            first, left = first + count, left - count
            if not left:
                yield parts
                parts, left = [], room
    if parts:
        yield parts


@lru_cache(1)
def _network(file: str) -> Network:
    torch.set_num_threads(1)
    return load_network(file)
