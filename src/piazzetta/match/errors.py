"""What a match and a record refuse, as errors that say why."""

from __future__ import annotations

from piazzetta.games.base import BadInput


class IllegalMove(BadInput):
    """A move that is not allowed: ``clause`` names the rule, ``str`` says it in a sentence."""

    def __init__(self, sentence: str, clause: str, move: str) -> None:
        super().__init__(sentence)
        self.clause = clause
        self.move = move


class BadRecord(BadInput):
    """A record that does not hold; ``index`` is that of the first offending move, if it is a move."""

    def __init__(self, sentence: str, index: int | None = None) -> None:
        super().__init__(sentence if index is None else f"move {index}: {sentence}")
        self.index = index
