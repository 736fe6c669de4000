"""Refusals at a table, and the reasons for them."""

from __future__ import annotations

from collections.abc import Mapping

from piazzetta.errors import IllegalMove


class Refused(Exception):
    """A refusal; nothing has changed. It has a code for programs and a sentence for people.

    ``key`` and ``params`` give the rules' reason as data, so that it can be worded in any language.
    """

    def __init__(
        self,
        code: str,
        sentence: str,
        clause: str | None = None,
        key: str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause
        self.key = key
        self.params = dict(params or {})


class Repeated(Exception):
    """Raised for a command that was carried out before, as event ``number``."""

    def __init__(self, number: int) -> None:
        super().__init__(f"this was done before, as event {number}")
        self.number = number


def by_rules(code: str, refusal: IllegalMove) -> Refused:
    """Return a refusal by the rules, with their words and data."""
    return Refused(code, str(refusal), refusal.clause, refusal.key or None, refusal.params)
