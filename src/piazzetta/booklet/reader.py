"""A reader of the rulebook: knows one language, and the players of an example by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.games.words.messages import words_of

_AND = {"en": " and ", "it": " e ", "es": " y ", "fr": " et ", "de": " und "}


class Reader:
    """What the engine's speech needs to talk to somebody (``games.words.speech.Reader``)."""

    shows_keys = False

    def __init__(self, game: Any, lang: str, names: Sequence[str] = ()) -> None:
        self.lang = lang
        self._words = words_of(game, lang)
        self._names = names

    def t(self, key: str, params: Mapping[str, Any]) -> str:
        return self._words.say(key, params)

    def listed(self, items: Sequence[str]) -> str:
        """A list as the language writes it: only English has a comma before its last "and"."""
        if len(items) < 2:
            return "".join(items)
        comma = "," if self.lang == "en" and len(items) > 2 else ""
        return ", ".join(items[:-1]) + comma + _AND[self.lang] + items[-1]

    def decimal(self, value: float) -> str:
        return f"{value:.1f}" if self.lang == "en" else f"{value:.1f}".replace(".", ",")

    def name(self, seat: int) -> str:
        return self._names[seat] if self._names else self._words.say(f"seat.{seat}.name", {})

    def mine(self, seat: int) -> bool:
        return False
