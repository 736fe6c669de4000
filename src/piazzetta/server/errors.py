"""What a server refuses, with a code for programs and a sentence for people."""

from __future__ import annotations

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

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 400)


class Repeated(Exception):
    """A command that was carried out before, as this event."""

    def __init__(self, number: int) -> None:
        self.number = number


def bad_input(sentence: str) -> ValueError:
    """A ``BadInput``: made here so that a server that starts does not wait for the engine it is defined in."""
    from piazzetta.games.base import BadInput

    return BadInput(sentence)
