"""What is not done at a table, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piazzetta.errors import IllegalMove


class Refused(Exception):
    """Something that is not done; nothing has changed. It has a code for programs and a sentence for people.

    ``key`` and ``params`` are the rules' reason as data, so that any language can say it.
    """

    def __init__(
        self,
        code: str,
        sentence: str,
        clause: str | None = None,
        key: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause
        self.key = key
        self.params = dict(params or {})


class Repeated(Exception):
    """A command that was carried out before, as this event."""

    def __init__(self, number: int) -> None:
        super().__init__(f"this was done before, as event {number}")
        self.number = number


def by_rules(code: str, refusal: IllegalMove) -> Refused:
    """What the rules refuse, in their words and as their data."""
    return Refused(code, str(refusal), refusal.clause, refusal.key or None, refusal.params)
