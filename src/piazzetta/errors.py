"""What is refused, as errors that say why. This module imports nothing of the package, so that everybody can use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class BadInput(ValueError):
    """Something given from outside that is invalid: a map, a deck, a switch, a record."""


class IllegalMove(BadInput):
    """A move that is not allowed: ``clause`` names the rule, ``str`` says it in a sentence.

    ``key`` and ``params`` say the same as data, so that any language can.
    """

    def __init__(
        self, sentence: str, clause: str, move: str, key: str = "", params: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(sentence)
        self.clause = clause
        self.move = move
        self.key = key
        self.params = dict(params or {})


class BadRecord(BadInput):
    """An invalid record; ``index`` is that of the first offending move, if it is a move."""

    def __init__(self, sentence: str, index: int | None = None) -> None:
        super().__init__(sentence if index is None else f"move {index}: {sentence}")
        self.index = index
