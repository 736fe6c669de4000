"""A game's workbench: what the workshop must know about a map or deck."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

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


class Bench(ABC):
    """What the workshop asks."""

    #: The fields of a final position that tell how places were used.
    fields: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def any(self, seed: int) -> Any:
        """Any valid map or deck, for training and tests. The same seed gives the same."""

    @abstractmethod
    def draw(self, seed: int, frame: Mapping[str, Any]) -> Any:
        """One for designers, good to look at, within a frame; ``BadInput`` if there is none."""

    @abstractmethod
    def totals(self, components: Any) -> dict[str, dict[str, float]]:
        """What there is of each thing, by heading."""

    @abstractmethod
    def uses(self, components: Any, games: int, held: Mapping[str, Held], actions: Sequence[int]) -> list[Use]:
        """How often every place was used, from the ``fields`` of the final positions and from how often each action
        was chosen."""

    @abstractmethod
    def heat(self, components: Any, uses: Sequence[Use]) -> str:
        """The same as an SVG picture of the map or deck."""

    @abstractmethod
    def knobs(self, components: Any, shape: bool) -> list[Knob]:
        """What may be changed; with ``shape``, not values alone."""

    @abstractmethod
    def turned(self, components: Any, settings: Sequence[int]) -> Any:
        """The map or deck with its knobs at these settings, in the order and number of ``knobs``."""
