"""A bot that searches: its budget, and what the search found about each move."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from piazzetta.bots.position import Position
from piazzetta.bots.searcher import Searcher
from piazzetta.games.knowledge import Budget
from piazzetta.kernel import below, random_stream


@dataclass(frozen=True)
class RootMove:
    """What a search found about one legal move."""

    action: int
    tried: int  # number of simulations
    win: tuple[float, ...]  # each seat's chance of winning after it
    points: tuple[float, ...]  # each seat's final points after it


def known_digest(position: Position) -> int:
    """A number that depends only on what the position's seat knows."""
    known = Position.determinized(position.setting, position.seat, position.state)
    return zlib.crc32(known.state.tobytes())


class Thinker:
    """Thinks about one position after another."""

    def __init__(self, name: str, budget: Budget, seed: int = 0, threads: int = 1) -> None:
        self.name = name
        self.budget = budget
        self._seed = seed
        self._searcher = Searcher(budget, seed, threads)
        self.simulations = 0  # in the last search, by all threads

    def choose(self, position: Position) -> int:
        actions = position.legal()
        if len(actions) == 1:
            return actions[0]
        if self.budget.slip > 0:
            rng = random_stream(self._seed, known_digest(position))
            if below(rng, 1000) < 1000 * self.budget.slip:
                return actions[int(below(rng, len(actions)))]
        return max(self.look(position), key=lambda move: (move.tried, move.win[position.seat])).action

    def look(self, position: Position) -> list[RootMove]:
        """Search a position; returns its legal moves, most tried first."""
        players = position.setting.players
        actions = position.legal()
        moves = []
        found = self._searcher.search(position, known_digest(position), actions)
        for action, (tried, total) in zip(actions, found, strict=True):
            means = [value / max(tried, 1) for value in total]
            moves.append(RootMove(action, tried, tuple(means[:players]), tuple(means[players:])))
        self.simulations = sum(move.tried for move in moves)
        return sorted(moves, key=lambda move: (-move.tried, -move.win[position.seat], move.action))
