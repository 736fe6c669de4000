"""The levels, by name: ``bot("hard")``."""

from __future__ import annotations

from typing import Protocol

from piazzetta.bots.position import Position
from piazzetta.bots.thinker import Thinker, known_digest
from piazzetta.errors import BadInput
from piazzetta.games.base import Game
from piazzetta.games.knowledge import SECONDS
from piazzetta.kernel import below, random_stream

#: Their names, from the weakest to the strongest.
LEVELS = tuple(SECONDS)


class Bot(Protocol):
    """Anything that can take a seat."""

    name: str

    def choose(self, position: Position) -> int:
        """A legal action of the position's seat."""


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
    """The temperament of a game's bot with this seed, if the game has some."""
    names = list(game.bots.temperaments)
    return names[seed % len(names)] if names else None


class RandomBot:
    """Any legal move, each equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, position: Position) -> int:
        actions = position.legal()
        return actions[int(below(random_stream(self._seed, known_digest(position)), len(actions)))]


class Level:
    """A level that thinks, with the budget of the game it plays."""

    def __init__(
        self, name: str, seed: int = 0, threads: int = 1, advises: bool = False, temperament: str | None = None
    ) -> None:
        self.name = name
        self.advises = advises
        self.temperament = temperament
        self._seed = seed
        self._threads = threads
        self._thinkers: dict[str, Thinker] = {}

    def thinker(self, game: Game) -> Thinker:
        """The search behind it; its ``look`` evaluates every move."""
        if game.name not in self._thinkers:
            budgets = game.bots.budgets
            budget = budgets[self.name] if self.name in budgets else budgets["expert"]  # a game may have no master
            budget = budget.for_advice() if self.advises else budget
            self._thinkers[game.name] = Thinker(self.name, budget, self._seed, self._threads, self._favourites(game))
        return self._thinkers[game.name]

    def _favourites(self, game: Game) -> tuple[str, ...]:
        """The first words of the moves that this bot likes more than others do."""
        own = self.temperament or temperament_of(game, self._seed)
        if own is None:
            return ()
        if own not in game.bots.temperaments:
            raise BadInput(f"no bot of {game.name} is a {own}; there is {', '.join(game.bots.temperaments)}")
        return game.bots.temperaments[own]

    def choose(self, position: Position) -> int:
        return self.thinker(position.setting.game).choose(position)
