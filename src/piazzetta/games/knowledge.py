"""What bots know about a game besides its rules.

The search kernels are declared here as stand-ins, with their names and meanings: ``bots/search`` calls these names, and
a game's own kernels are bound in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from piazzetta.games.encoding import Encoding
from piazzetta.games.facts import Event
from piazzetta.games.reasons import Line
from piazzetta.kernel import compiled

Array = np.ndarray[Any, Any]


def evaluate(params: Any, state: Any, weights: Any, scratch: Any, values: Any) -> None:
    """Estimate each seat's chance of winning (they add up to 1), then its final points, and write them to ``values``.

    ``weights`` is read-only; ``scratch`` is working space.
    """
    raise NotImplementedError


def prepare(params: Any, state: Any, seat: int, rng: Any) -> None:
    """Turn the searching seat's position into the starting position of a simulation.

    Without one of its own a game takes ``determinize``. A game in which others have already chosen face down takes
    those choices back here, since the simulation makes them itself.
    """
    raise NotImplementedError


def group(params: Any, state: Any, action: int, who: int, options: Any) -> int:
    """The number of the group of actions that the search treats as equal here.

    What differs only in what the searching seat cannot see is one choice to it: another's card by its value, not by its
    number. ``options.seat`` searches, ``who`` chooses; by default every action is alone.
    """
    raise NotImplementedError


def veiled(params: Any, state: Any) -> bool:
    """Whether the mover's choice stays hidden from the others for now, like a bid laid face down.

    As long as it is, later choices do not depend on it: positions that differ in it share a node of the search.
    """
    raise NotImplementedError


def public_label(params: Any, state: Any) -> int:
    """A small number for what everyone has seen happen, after chance or a reveal.

    Positions with the same number after the same moves share a node of the search; where they look different to the
    seats, the number must differ.
    """
    raise NotImplementedError


@compiled
def each_apart(params, state, action, who, options):
    """Put every action in its own group."""
    return action


@compiled
def never_veiled(params, state):
    return False


@compiled
def same_label(params, state):
    return 0


class SearchKernels(NamedTuple):
    """A game's own search kernels. All but the first matter only where seats have secrets from each other."""

    evaluate: Callable[..., None]
    prepare: Callable[..., None] | None = None  # None: ``determinize``
    group: Callable[..., int] = each_apart
    veiled: Callable[..., bool] = never_veiled
    public_label: Callable[..., int] = same_label


@dataclass(frozen=True)
class Knowledge:
    """What a search knows about a game."""

    kernels: SearchKernels
    weights: Callable[[int], Array]  # the rows that ``evaluate`` reads, for a number of players
    scratch: tuple[int, int]  # number and length of the rows it writes
    looks: int = 2  # how often a quick player tries each move: more if more is hidden
    encoding: Encoding | None = None  # what the game's small network sees, if it has one
    network: Callable[[], bytes] | None = None  # its weights (``bots/network``)


def packaged(name: str) -> Callable[[], bytes]:
    """Reads one of the package's own data files."""
    return lambda: (files("piazzetta") / "data" / name).read_bytes()


#: The most seconds a level may take for a move. Defined only here, for every game, for servers and the browser alike.
SECONDS = {"random": 0.2, "easy": 0.2, "medium": 0.2, "hard": 0.5, "expert": 1.0, "master": 1.0}

_SEARCH_SHARE = 0.8  # of these seconds; the rest is for everything around a search


def search_seconds(level: str) -> float:
    """The seconds that a level's search may take."""
    return _SEARCH_SHARE * SECONDS[level]


@dataclass(frozen=True)
class Budget:
    """How much a level thinks about a move: this many simulations, unless time runs out first."""

    simulations: int
    seconds: float
    turns: int = 1000  # turns a simulation looks ahead: 0: just the move, 1: to the end of the turn
    curiosity: float = 0.15  # exploration: the bonus for moves tried rarely, or preferred by the network
    root_curiosity: float = 0.2  # the same at the root
    slip: float = 0.0  # probability of playing without thinking
    power: float = 0.0  # 0: play the move tried most; else draw one by this power (2^n) of how often each was tried
    cut: float = 0.05  # moves liked less than this share of the best are never drawn
    least: int = 0  # simulations that every move gets at the root
    advice: int = 0  # simulations for advice, if that is more
    features: bool = False  # judge by the game's features even if it has a network: for comparisons

    @property
    def move_seconds(self) -> float:
        """The seconds that a move may take with it: a moment where there is nothing to search."""
        return SECONDS["random"] if self.simulations == 1 else self.seconds / _SEARCH_SHARE

    def for_advice(self) -> Budget:
        """The same thinking, but enough of it about every move to compare them."""
        simulations = max(self.simulations, self.advice)
        return replace(self, simulations=simulations, least=max(1, simulations // 100), slip=0.0, power=0.0)


@dataclass(frozen=True)
class Bots:
    """How the levels play a game, and how moves are explained."""

    budgets: Mapping[str, Budget]  # by level
    reasons: Callable[[Line, Line | None], list[Event]]  # for a line and the next seat's likely answer
    compared: Callable[[Line, Line | None, Line, Line | None], list[Event]]  # the same, compared with another line
    scoring: tuple[str, ...]  # the events that tell a game's story: what scored,
    notable: tuple[str, ...]  # or else what was done
    clauses: Mapping[str, str] = field(default_factory=dict)  # what a reason rests on, by its key
    temperaments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by name: first words of favourite moves
    #: What speaks against a line, compared with a better one; None: nothing beyond the points that are expected.
    drawbacks: Callable[[Line, Line | None, Line, Line | None], list[Event]] | None = None
    #: Themes of puzzles, each with what shows it: an event or a reason of the best move, or its first word.
    themes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The field of the record that says that the end is near: puzzles are solved exactly from there on.
    endgame: str = ""
