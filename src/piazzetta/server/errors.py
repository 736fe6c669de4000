"""What a server refuses, with a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from piazzetta.errors import IllegalMove

#: HTTP status of each code.
STATUS = {
    "bad": 400,
    "not_json": 415,
    "foreign": 403,
    "not_your_seat": 403,
    "no_spectators": 403,
    "missing": 404,
    "not_allowed": 405,
    "taken": 409,
    "waiting": 409,
    "over": 409,
    "not_over": 409,
    "too_big": 413,
    "rate": 429,
    "full": 429,
    "busy": 503,
}


class Refused(Exception):
    """Something that is not done; nothing has changed."""

    def __init__(self, code: str, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause
        self.key: str | None = None  # the engine's reason as data, so that any language can say it
        self.params: dict[str, Any] = {}

    @classmethod
    def by_engine(cls, code: str, refusal: IllegalMove) -> Refused:
        """What the engine refuses, in its words and as its data."""
        refused = cls(code, str(refusal), refusal.clause)
        refused.key, refused.params = refusal.key or None, refusal.params
        return refused

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 400)


class Repeated(Exception):
    """A command that was carried out before, as this event."""

    def __init__(self, number: int) -> None:
        self.number = number
