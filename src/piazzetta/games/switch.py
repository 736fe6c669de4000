"""Rules that a table may change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piazzetta.errors import BadInput

Value = int | str


@dataclass(frozen=True)
class Switch:
    """A rule that a table may change. The game's catalogue has its words: ``switch.NAME``, ``switch.NAME.CHOICE``."""

    clause: str
    choices: Mapping[str, int] | range  # names with their number in the kernels; or a range of whole numbers
    before: Value | None = None  # its value in records older than this switch
    studied: tuple[int, ...] = ()  # of a range: the numbers that a study compares with an edition's
    trained: tuple[int, ...] = ()  # of a range: the numbers that training draws from

    def read(self, name: str, value: object) -> Value:
        """The value in its own type, from JSON or a command line; refused if it is not one of the choices."""
        if isinstance(self.choices, range):
            low, high = self.choices[0], self.choices[-1]
            if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 6:
                value = int(value)
            if isinstance(value, int) and not isinstance(value, bool) and value in self.choices:
                return value
            raise BadInput(f"{name} must be a whole number from {low} to {high}, not {value!r} (clause {self.clause})")
        if isinstance(value, str) and value in self.choices:
            return value
        raise BadInput(f"{name} must be one of {', '.join(self.choices)}, not {value!r} (clause {self.clause})")

    def number(self, value: Value) -> int:
        """The value as kernels use it."""
        return int(value) if isinstance(self.choices, range) else int(self.choices[str(value)])

    def value(self, number: int) -> Value:
        """The inverse of ``number``."""
        if isinstance(self.choices, range):
            return number
        return [name for name, own in self.choices.items() if own == number][0]  # noqa: RUF015 — translated
