"""The levels, by name: ``bot("hard")``."""

from __future__ import annotations

from typing import Protocol

from piazzetta.bots.position import Position
from piazzetta.bots.thinker import Budget, Thinker, known_digest
from piazzetta.errors import BadInput
from piazzetta.kernel import below, random_stream

#: The seconds a level may take for a move: the one place that says so, for servers and the browser alike.
SECONDS = {"random": 0.2, "easy": 0.2, "medium": 0.5, "hard": 1.0, "expert": 5.0}
#: Their names, from the weakest to the strongest.
LEVELS = tuple(SECONDS)
#: What its search may take of them; the rest is for everything around it.
_SEARCH = {level: 0.8 * seconds for level, seconds in SECONDS.items()}

#: What the thinking levels may spend on a move, by game. Measured in ``docs/bots.md``.
BUDGETS = {
    "portobello": {
        "easy": Budget(60, _SEARCH["easy"], turns=0, slip=0.25),
        "medium": Budget(400, _SEARCH["medium"], turns=1, slip=0.12),
        "hard": Budget(6_000, _SEARCH["hard"], curiosity=0.05),
        "expert": Budget(80_000, _SEARCH["expert"], curiosity=0.05),
    },
    "viaggiatore": {
        "easy": Budget(30, _SEARCH["easy"], turns=0, slip=0.5),
        "medium": Budget(40, _SEARCH["medium"], turns=1, slip=0.3),
        "hard": Budget(150, _SEARCH["hard"], turns=1, slip=0.1),
        "expert": Budget(3_000, _SEARCH["expert"], turns=1, curiosity=0.3),
    },
}


class Bot(Protocol):
    """Anything that can take a seat."""

    name: str

    def choose(self, position: Position) -> int:
        """A legal action of the position's seat."""


def bot(level: str, seed: int = 0, threads: int = 1) -> Bot:
    """The bot of a level. With one thread the same seed makes the same choice in the same position.

    >>> from piazzetta.bots import bot
    >>> bot("easy", seed=1).name
    'easy'
    """
    if level not in LEVELS:
        raise BadInput(f"there is no bot {level!r}; there is {', '.join(LEVELS)}")
    return RandomBot(seed) if level == "random" else Level(level, seed, threads)


class RandomBot:
    """Any legal move, each equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, position: Position) -> int:
        actions = position.legal()
        return actions[int(below(random_stream(self._seed, known_digest(position)), len(actions)))]


class Level:
    """A level that thinks: in each game with that game's budget."""

    def __init__(self, name: str, seed: int = 0, threads: int = 1) -> None:
        self.name = name
        self._seed = seed
        self._threads = threads
        self._thinkers: dict[str, Thinker] = {}

    def thinker(self, game: str) -> Thinker:
        """The search behind it; ``look`` there says what it thinks of every move."""
        if game not in self._thinkers:
            self._thinkers[game] = Thinker(self.name, BUDGETS[game][self.name], self._seed, self._threads)
        return self._thinkers[game]

    def choose(self, position: Position) -> int:
        return self.thinker(position.setting.game.name).choose(position)
