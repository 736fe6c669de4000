"""What bots know about a game beside its rules.

The kernels of a search stand here by name and meaning, as stand-ins: ``bots/search`` is written against these names,
and a game's own are bound in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from piazzetta.games.facts import Event
from piazzetta.games.reasons import Line
from piazzetta.kernel import compiled

Array = np.ndarray[Any, Any]


def evaluate(params: Any, state: Any, weights: Any, scratch: Any, values: Any) -> None:
    """Write each seat's chance to win (they add up to 1), then its points at the end, as far as one can foresee.

    ``weights`` are read; ``scratch`` is room to work in.
    """
    raise NotImplementedError


def prepare(params: Any, state: Any, seat: int, rng: Any) -> None:
    """Turn the position of the searching seat into the one where a simulation begins."""
    raise NotImplementedError


def group(params: Any, state: Any, action: int, who: int, options: Any) -> int:
    """The number of the group of actions that the search takes for the same here."""
    raise NotImplementedError


def veiled(params: Any, state: Any) -> bool:
    """Whether the others will not see yet what the mover chooses."""
    raise NotImplementedError


def public_label(params: Any, state: Any) -> int:
    """A small number for what all have seen happen, after chance or a reveal."""
    raise NotImplementedError


@compiled
def each_apart(params, state, action, who, options):
    """Every action is a group of its own."""
    return action


@compiled
def never_veiled(params, state):
    return False


@compiled
def same_label(params, state):
    return 0


class SearchKernels(NamedTuple):
    """A game's own. All but the first matter only where seats have secrets from each other."""

    evaluate: Callable[..., None]
    prepare: Callable[..., None] | None = None  # None: ``determinize``
    group: Callable[..., int] = each_apart
    veiled: Callable[..., bool] = never_veiled
    public_label: Callable[..., int] = same_label


@dataclass(frozen=True)
class Knowledge:
    """What a search knows about a game."""

    kernels: SearchKernels
    weights: Callable[[int], Array]  # the rows that ``evaluate`` reads, for so many players
    scratch: tuple[int, int]  # how many rows it writes, and how long they are
    looks: int = 2  # how often a quick player tries each move: more where more is hidden


#: The seconds a level may take for a move: the one place that says so, for every game, servers and the browser alike.
SECONDS = {"random": 0.2, "easy": 0.2, "medium": 0.5, "hard": 1.0, "expert": 5.0}


def search_seconds(level: str) -> float:
    """What the search of a level may take of them; the rest is for everything around it."""
    return 0.8 * SECONDS[level]


@dataclass(frozen=True)
class Budget:
    """How much a level thinks about a move: so many simulations, unless the seconds are over before."""

    simulations: int
    seconds: float
    turns: int = 1000  # how many turns a simulation looks ahead: 0 the one move, 1 the own turn
    curiosity: float = 0.15  # how much a move is worth trying that was tried little
    root_curiosity: float = 0.2  # the same for the choice that is asked for
    slip: float = 0.0  # how often a move is played without thinking


@dataclass(frozen=True)
class Bots:
    """How the levels play a game, and what speaks for a move."""

    budgets: Mapping[str, Budget]  # by level
    reasons: Callable[[Line, Line | None], list[Event]]  # for a line, and what the next seat would answer
    compared: Callable[[Line, Line | None, Line, Line | None], list[Event]]  # the same against another line
    scoring: tuple[str, ...]  # the events that tell a game's story: what scored,
    deeds: tuple[str, ...]  # or else what was done
