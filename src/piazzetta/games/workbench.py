"""What the workshop asks a game about its map or deck: how to draw one at random, judge its places, and change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

#: Of a field of the final positions, place by place: games that ended with something there, and its sum over all games.
Held = tuple[Sequence[int], Sequence[int]]


@dataclass(frozen=True)
class Use:
    """How often the places of one kind were used, in so many games."""

    what: str  # what happens there, as in "stalls in an alley"
    keys: tuple[str, ...]
    names: tuple[str, ...]
    a_game: tuple[float, ...]  # uses in a game
    games: tuple[float, ...] | None = None  # the share of games in which it was used at all, if known
    fair_share: tuple[float, ...] | None = None  # uses to expect if all were alike; None: the mean
    kind: str = ""  # the same as ``what`` in a word, for messages

    def dead(self, less_than: float) -> list[str]:
        """The places that were used less than this share of what was to be expected."""
        mean = sum(self.a_game) / len(self.a_game) if self.a_game else 0.0
        expected = self.fair_share or (mean,) * len(self.a_game)
        return [
            key
            for key, used, wanted in zip(self.keys, self.a_game, expected, strict=True)
            if wanted and used < less_than * wanted
        ]


class Knob(NamedTuple):
    """Something about a map or deck that may be changed, in whole steps."""

    name: str
    least: int
    most: int
    now: int


@dataclass(frozen=True)
class Bench:
    """A game's answers to the workshop. ``components`` are a map or deck."""

    #: Any valid components for training and tests. The same seed gives the same.
    any: Callable[[int], Any]
    #: Components for designers, good to look at, by a seed and within a frame; ``BadInput`` if there are none.
    draw: Callable[[int, Mapping[str, Any]], Any]
    #: What there is of each thing, by heading.
    totals: Callable[[Any], dict[str, dict[str, float]]]
    #: How often every place was used in so many games, from the ``fields`` of final positions and the actions chosen.
    uses: Callable[[Any, int, Mapping[str, Held], Sequence[int]], list[Use]]
    #: The uses as an SVG picture of the map or deck.
    heat: Callable[[Any, Sequence[Use]], str]
    #: What may be changed; with ``shape``, not values alone.
    knobs: Callable[[Any, bool], list[Knob]]
    #: The components with their knobs at these settings, in the order and number of ``knobs``.
    turned: Callable[[Any, Sequence[int]], Any]
    #: The map or deck alone as an SVG picture; and as one for each page of paper.
    picture: Callable[[Any], str]
    pages: Callable[[Any], list[str]]
    #: The fields of a final position that tell how places were used.
    fields: tuple[str, ...] = ()
