"""A position as a network sees it: things in sets, each of them some 8-bit numbers, and a place for every choice.

A game's ``encoding.py`` offers one ``Encoding``. Its numbers are the same for every map, deck, set of rules and number
of players: first the numbers of the whole table, then kind after kind (alleys, cards, seats, …) each thing of it with
the same numbers. Things that a map does not have stay 0. Choices have *slots*: some for the whole table, then for each
kind as many for each of its things, so that one small function of a thing says how good every choice with it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """Things of one kind: how many at most, numbers of each (the first is 1 for every thing that is there), and the
    choices that each of them offers."""

    name: str
    most: int
    numbers: int
    choices: int


@dataclass(frozen=True, eq=False)
class Encoding:
    """The layout, and three kernels.

    ``encode(params, state, seat, out)`` writes what ``seat`` may know, seats counted from its own chair;
    ``slot_of(params, state, action)`` says where a legal decision of the mover stands among the slots,
    ``action_of(params, state, slot)`` is its inverse (−1: no such decision).
    """

    encode: Callable[..., None]
    slot_of: Callable[..., int]
    action_of: Callable[..., int]
    numbers: int  # of the whole table
    choices: int  # of the whole table
    kinds: tuple[Kind, ...]  # "seats" is one of them, the mover's own chair first
    sizes: Callable[[Any], dict[str, int]]  # of a setting: how many things of each kind it has
    scale: Callable[[], list[float]]  # what each number is multiplied by before a network sees it

    @property
    def size(self) -> int:
        """How many numbers ``encode`` writes."""
        return self.numbers + sum(kind.most * kind.numbers for kind in self.kinds)

    @property
    def slots(self) -> int:
        return self.choices + sum(kind.most * kind.choices for kind in self.kinds)


def encoding_of(name: str) -> Encoding:
    """The encoding of a game, by its name."""
    found: Encoding = import_module(f"piazzetta.games.{name}.encoding").ENCODING
    return found
