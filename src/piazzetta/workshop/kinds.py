"""Kinds of moves in words, for verdicts."""

from __future__ import annotations

from piazzetta.games.registry import find_game
from piazzetta.games.words.messages import english


def kind_of_move(game: str, word: str) -> str:
    """A kind of move as a verb phrase: "move the Bobby"; its first word, if a game has no phrase for it."""
    words = english(find_game(game))
    return words.say(f"kind.{word}", {}) if f"kind.{word}" in words else word
