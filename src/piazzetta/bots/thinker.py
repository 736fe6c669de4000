"""A bot that searches: its budget, and what the search found about each move."""

from __future__ import annotations

import math
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
    prior: float = 0.0  # the share that the network gives it before any search


_FINE = 1_000_000  # weights are whole numbers, so that every machine draws the same
_DRAWS = 0x5EED  # tells the stream of draws from that of the search
_FAVOUR = 3.0  # how many times as likely a bot draws its favourite moves


def tempered(share: float, power: float) -> float:
    """A share to a power of ``2^n``, by squares and roots alone: the same on every machine."""
    while power > 1:
        share *= share
        power /= 2
    while power < 1:
        share = math.sqrt(share)
        power *= 2
    return share


def known_digest(position: Position) -> int:
    """A number that depends only on what the position's seat knows."""
    known = Position.determinized(position.setting, position.seat, position.state)
    return zlib.crc32(known.state.tobytes())


class Thinker:
    """Thinks about one position after another."""

    def __init__(
        self, name: str, budget: Budget, seed: int = 0, threads: int = 1, favourites: tuple[str, ...] = ()
    ) -> None:
        self.name = name
        self.budget = budget
        self.favourites = favourites  # the first words of moves
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
        moves = self.look(position)
        return self._drawn(position, moves).action if self.budget.power > 0 else moves[0].action

    def weights(self, position: Position, moves: list[RootMove]) -> list[int]:
        """How likely each move is to be drawn: the likelier, the more often it was tried (or, without a search, the
        more the network likes it)."""
        liked = [move.prior if self.budget.simulations == 1 else float(move.tried) for move in moves]
        best = max(liked)
        return [
            int(_FINE * tempered(one / best, self.budget.power) * self._favour(position, move))
            if one >= self.budget.cut * best
            else 0
            for move, one in zip(moves, liked, strict=True)
        ]

    def _drawn(self, position: Position, moves: list[RootMove]) -> RootMove:
        """One of the better moves, at random."""
        weights = self.weights(position, moves)
        rest = int(below(random_stream(self._seed, known_digest(position) ^ _DRAWS), sum(weights)))
        for move, weight in zip(moves, weights, strict=True):
            rest -= weight
            if rest < 0:
                return move
        return moves[0]

    def _favour(self, position: Position, move: RootMove) -> float:
        word = position.setting.text(move.action).split(" ")[0]
        return _FAVOUR if word in self.favourites else 1.0

    def look(self, position: Position) -> list[RootMove]:
        """Search a position; returns its legal moves, most tried first."""
        players = position.setting.players
        actions = position.legal()
        moves = []
        found = self._searcher.search(position, known_digest(position), actions)
        for action, (tried, total, prior) in zip(actions, found, strict=True):
            means = [value / max(tried, 1) for value in total]
            moves.append(RootMove(action, tried, tuple(means[:players]), tuple(means[players:]), prior))
        self.simulations = sum(move.tried for move in moves)
        return sorted(moves, key=lambda move: (-move.tried, -move.win[position.seat], move.action))
