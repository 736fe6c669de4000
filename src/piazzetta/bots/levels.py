"""The levels, by name: ``bot("hard")``. A level searches with the budget that the game it plays gives it."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from typing import Protocol

from piazzetta.bots.position import Position
from piazzetta.bots.searcher import Searcher
from piazzetta.errors import BadInput
from piazzetta.games.base import Game
from piazzetta.games.knowledge import SECONDS, Budget
from piazzetta.kernel import below, random_stream

#: Their names, from the weakest to the strongest.
LEVELS = tuple(SECONDS)
_FINE = 1_000_000  # weights are whole numbers, so that every machine draws the same
_DRAWS = 0x5EED  # tells the stream of draws from that of the search
_FAVOUR = 3.0  # how many times as likely a bot draws its favourite moves


class Bot(Protocol):
    """Anything that can take a seat."""

    name: str

    def choose(self, position: Position) -> int:
        """Return a legal action of the position's seat."""


def bot(level: str, seed: int = 0, threads: int = 1, temperament: str | None = None) -> Bot:
    """The bot of a level. With one thread, the same seed gives the same choice in the same position.

    The seed also gives it one of its game's temperaments, unless one is named.

    >>> from piazzetta.bots import bot
    >>> bot("easy", seed=1).name
    'easy'
    """
    if level not in LEVELS:
        raise BadInput(f"unknown bot level {level!r}; choose from {', '.join(LEVELS)}")
    return RandomBot(seed) if level == "random" else Level(level, seed, threads, temperament=temperament)


def temperament_of(game: Game, seed: int) -> str | None:
    """The temperament of a game's bot with this seed; None if the game has no temperaments."""
    names = list(game.bots.temperaments)
    return names[seed % len(names)] if names else None


def known_digest(position: Position) -> int:
    """A number that depends only on what the position's seat knows."""
    known = Position.determinized(position.setting, position.seat, position.state)
    return zlib.crc32(known.state.tobytes())


class RandomBot:
    """Chooses any legal move, each equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, position: Position) -> int:
        actions = position.legal()
        return actions[int(below(random_stream(self._seed, known_digest(position)), len(actions)))]


@dataclass(frozen=True)
class RootMove:
    """What a search found about one legal move."""

    action: int
    tried: int  # number of simulations
    win: tuple[float, ...]  # each seat's chance of winning after it
    points: tuple[float, ...]  # each seat's final points after it
    prior: float = 0.0  # the share that the network gives it before any search


class Level:
    """A bot that searches.

    Its budget is that of the game it plays, unless one is given. ``advises``: it evaluates every move, and makes no
    deliberate slips.
    """

    def __init__(
        self,
        name: str,
        seed: int = 0,
        threads: int = 1,
        advises: bool = False,
        temperament: str | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.name = name
        self.advises = advises
        self.temperament = temperament
        self.simulations = 0  # in the last search, by all threads
        self._seed = seed
        self._threads = threads
        self._budget = budget
        self._searchers: dict[str, Searcher] = {}

    def budget(self, game: Game) -> Budget:
        """How long it may think in a game."""
        if self._budget is not None:
            return self._budget
        budgets = game.bots.budgets
        budget = budgets[self.name] if self.name in budgets else budgets["expert"]  # a game may have no master
        return budget.for_advice() if self.advises else budget

    def searcher(self, game: Game) -> Searcher:
        """The memory in which it searches positions of a game."""
        if game.name not in self._searchers:
            self.favourites(game)  # refuses an unknown temperament
            self._searchers[game.name] = Searcher(self.budget(game), self._seed, self._threads)
        return self._searchers[game.name]

    def favourites(self, game: Game) -> tuple[str, ...]:
        """The first words of the moves that this bot likes more than others do."""
        own = self.temperament or (temperament_of(game, self._seed) if self._budget is None else None)
        if own is None:
            return ()
        if own not in game.bots.temperaments:
            raise BadInput(f"no bot of {game.name} is a {own}; there is {', '.join(game.bots.temperaments)}")
        return game.bots.temperaments[own]

    def choose(self, position: Position) -> int:
        budget = self.budget(position.setting.game)
        actions = position.legal()
        if len(actions) == 1:
            return actions[0]
        if budget.slip > 0:
            rng = random_stream(self._seed, known_digest(position))
            if below(rng, 1000) < 1000 * budget.slip:
                return actions[int(below(rng, len(actions)))]
        moves = self.look(position)
        return self._drawn(position, moves).action if budget.power > 0 else moves[0].action

    def look(self, position: Position) -> list[RootMove]:
        """Search a position and return its legal moves, most tried first."""
        players = position.setting.players
        actions = position.legal()
        moves = []
        found = self.searcher(position.setting.game).search(position, known_digest(position), actions)
        for action, (tried, total, prior) in zip(actions, found, strict=True):
            means = [value / max(tried, 1) for value in total]
            moves.append(RootMove(action, tried, tuple(means[:players]), tuple(means[players:]), prior))
        self.simulations = sum(move.tried for move in moves)
        return sorted(moves, key=lambda move: (-move.tried, -move.win[position.seat], move.action))

    def weights(self, position: Position, moves: list[RootMove]) -> list[int]:
        """How likely each move is to be drawn.

        A move is the likelier the more often it was tried, or, without a search, the more the network likes it.
        """
        setting = position.setting
        budget = self.budget(setting.game)
        favourites = self.favourites(setting.game)
        liked = [move.prior if budget.simulations == 1 else float(move.tried) for move in moves]
        favour = [_FAVOUR if setting.text(move.action).split(" ")[0] in favourites else 1.0 for move in moves]
        best = max(liked)
        return [
            int(_FINE * tempered(one / best, budget.power) * more) if one >= budget.cut * best else 0
            for one, more in zip(liked, favour, strict=True)
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


def tempered(share: float, power: float) -> float:
    """A share to a power of ``2^n``, by squares and roots alone: the same on every machine."""
    while power > 1:
        share *= share
        power /= 2
    while power < 1:
        share = math.sqrt(share)
        power *= 2
    return share
