"""What a bot knows about a game beside its rules, by name and meaning, as stand-ins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

HIDDEN = False  # whether seats have secrets from each other


def evaluate(params: Any, state: Any, lore: Any, values: Any) -> None:
    """Write each seat's chance to win (they add up to 1), then its points at the end, as far as one can foresee."""
    raise NotImplementedError


def prepare(params: Any, state: Any, seat: int, rng: Any) -> None:
    """Turn the position of the searching seat into the one where a simulation begins."""
    raise NotImplementedError


def position_key(words: Any) -> int:
    """A digest of a position, given as 32-bit words."""
    raise NotImplementedError


def group(params: Any, state: Any, action: int, who: int, options: Any) -> int:
    """The number of the group of actions that the search holds for the same here."""
    raise NotImplementedError


def veiled(params: Any, state: Any) -> bool:
    """Whether the others will not see yet what the mover chooses."""
    raise NotImplementedError


def public_label(params: Any, state: Any) -> int:
    """A small number for what all have seen happen, after chance or a reveal."""
    raise NotImplementedError


class Knowledge(NamedTuple):
    """A game's own."""

    HIDDEN: bool
    evaluate: Callable[..., None]
    prepare: Callable[..., None]
    position_key: Callable[..., int]
    group: Callable[..., int]
    veiled: Callable[..., bool]
    public_label: Callable[..., int]
