"""A position as a network sees it: sets of things, each described by 8-bit numbers, and a slot for every choice.

A game's ``Knowledge`` may have one ``Encoding``; without it, networks see its observation (``flat_encoding.py``). The
layout is the same for every map, deck, set of rules and number of players: first the numbers of the whole table, then,
kind by kind (alleys, cards, seats, …), the same numbers for each thing. Things that a map lacks stay 0. Choices have
*slots*: some for the whole table, then, for each kind, the same number per thing, so that one small function of a thing
can rate every choice that involves it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """Things of one kind: their maximum count, the numbers of each (a multiple of eight; the first is 1 for every thing
    present, and all are 0 for others), and the choices each of them offers."""

    name: str
    most: int
    numbers: int
    choices: int


@dataclass(frozen=True, eq=False)
class Encoding:
    """The layout, and four kernels.

    ``encode(params, state, seat, out)`` writes what ``seat`` may know, with seats counted from its own; ``update`` does
    the same where ``out`` begins with 0, or holds what the same seat saw earlier in the same game, of which it leaves
    what cannot have changed;
    ``slot_of(params, state, action)`` gives the slot of a legal decision of the mover;
    ``action_of(params, state, slot)`` is its inverse (−1: no such decision).
    """

    encode: Callable[..., None]
    update: Callable[..., None]
    slot_of: Callable[..., int]
    action_of: Callable[..., int]
    numbers: int  # of the whole table
    choices: int  # of the whole table
    kinds: tuple[Kind, ...]  # "seats" is one of them, the mover's own first
    sizes: Callable[[Any], dict[str, int]]  # for a setting: how many things of each kind it has
    scale: Callable[[], list[float]]  # what each number is multiplied by before a network sees it
    width: int  # of the bots' network

    @property
    def size(self) -> int:
        """How many numbers ``encode`` writes."""
        return self.numbers + sum(kind.most * kind.numbers for kind in self.kinds)

    @property
    def slots(self) -> int:
        return self.choices + sum(kind.most * kind.choices for kind in self.kinds)
