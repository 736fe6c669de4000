"""The moves that a seat may choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piazzetta.match.setting import Setting


class LegalMoves:
    """The mover's legal moves: iterable as texts; ``in`` accepts a text or an action number."""

    def __init__(self, setting: Setting, actions: list[int]) -> None:
        self._setting = setting
        self.actions = actions

    def __iter__(self) -> Iterator[str]:
        return (self._setting.text(action) for action in self.actions)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return self._setting.action(move) in self.actions
        return move in self.actions

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"LegalMoves({list(self)!r})"
