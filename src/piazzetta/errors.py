"""Errors that say why something was refused. Imports nothing from the package, so that every module can use it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any


class BadInput(ValueError):
    """Invalid input from outside: a map, a deck, a switch, a record."""


def check_choice(name: str, value: object, choices: Collection[str], nothing: bool = False) -> None:
    """``BadInput`` unless the value is one of the choices, or None if that is allowed."""
    if value not in choices and not (nothing and value is None):
        raise BadInput(f"{name} must be one of {', '.join(choices)}, not {value!r}")


class OldRules(BadInput):
    """A game that was begun under a version of the rules that this package does not play (docs/engine.md)."""


def read_json(path: Path) -> Any:
    """Read a JSON file; ``BadInput`` says why that is not possible."""
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except RecursionError:
        raise BadInput(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{path} is not JSON: {error}") from None


class Fault(BadInput):
    """A map or deck that is well formed but not valid.

    ``key`` and ``params`` give the reason as data, so that it can be worded in any language and shown where it is.
    """

    def __init__(self, sentence: str, key: str, params: Mapping[str, Any]) -> None:
        super().__init__(sentence)
        self.key = key
        self.params = dict(params)


class IllegalMove(BadInput):
    """A move that is not allowed: ``clause`` names the rule, ``str`` gives the reason as a sentence.

    ``key`` and ``params`` give the same reason as data, so that it can be worded in any language.
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
    """An invalid record; ``index`` points at the first offending move, if a move is the problem."""

    def __init__(self, sentence: str, index: int | None = None) -> None:
        super().__init__(sentence if index is None else f"move {index}: {sentence}")
        self.index = index
