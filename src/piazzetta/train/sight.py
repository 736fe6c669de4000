"""The part of an encoding that some settings use: no more alleys than on their largest map, no more seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from piazzetta.games.encoding import Encoding
from piazzetta.match.setting import Setting


class Part(NamedTuple):
    """The things of one kind: the positions of their numbers and choices, in the encoding and among those in use."""

    name: str
    things: int  # how many
    numbers: int  # of each thing
    choices: int  # of each thing
    source: int  # where the numbers begin in the encoding
    start: int  # where they begin here
    first: int  # where the choices begin here


class Sight:
    """What a network sees: parts of the numbers that ``encode`` writes, and the slots that can be chosen.

    Without settings: all that the encoding has room for.
    """

    def __init__(self, encoding: Encoding, settings: Sequence[Setting] = ()) -> None:
        self.encoding = encoding
        sizes = [encoding.sizes(setting) for setting in settings] or [{kind.name: kind.most for kind in encoding.kinds}]
        self.parts: list[Part] = []
        self.columns = list(range(encoding.choices))  # the slot of every choice
        self.slot_pieces = [(0, 0, encoding.choices)]  # which legal slots to copy, as in ``pieces``
        source, start, slot = encoding.numbers, encoding.numbers, encoding.choices
        for kind in encoding.kinds:
            count = max(size[kind.name] for size in sizes)
            self.parts.append(Part(kind.name, count, kind.numbers, kind.choices, source, start, len(self.columns)))
            self.slot_pieces.append((slot, len(self.columns), count * kind.choices))
            self.columns += range(slot, slot + count * kind.choices)
            source += kind.most * kind.numbers
            start += count * kind.numbers
            slot += kind.most * kind.choices
        self.size = start
        self.choices = len(self.columns)

    @property
    def pieces(self) -> list[tuple[int, int, int]]:
        """What to copy: source in the encoding, destination, count of numbers."""
        table = (0, 0, self.encoding.numbers)
        return [table, *((part.source, part.start, part.things * part.numbers) for part in self.parts)]
