"""Builds an explorer's file: plays games of every setting, or takes records, and counts their decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from piazzetta.errors import BadInput
from piazzetta.explorer.book import Book, Section, head_of
from piazzetta.explorer.count import count
from piazzetta.explorer.gather import NOTE, PLAYER, of_records, self_played
from piazzetta.games.base import Array
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting

#: Gets the games done so far and how many there will be.
Progress = Callable[[int, int], None]


def build_played(
    settings: Sequence[Setting], games: int, seed: int, rounds: int, least: int, workers: int, progress: Progress
) -> Book:
    """Play ``games`` games, as many of each setting, and count the decisions of their first rounds."""
    _check(games, rounds, least)
    if games < len(settings):
        raise BadInput(f"{len(settings)} settings need at least as many games, not {games}")
    done, sections = 0, []

    def advance(more: int) -> None:
        nonlocal done
        done += more
        progress(done, games)

    for number, setting in enumerate(settings):
        own = games // len(settings) + (number < games % len(settings))
        notes = self_played(setting, own, seed, rounds, workers, advance)
        facts = {"games": own, "by": PLAYER.name, "seed": seed, "rounds": rounds, "least": least}
        sections.append(Section.of(setting, count(notes, least), facts))
    return Book(settings[0].game.name, sections)


def build_from(
    game: str, records: Iterable[tuple[str, Record]], rounds: int, least: int, progress: Progress, total: int
) -> Book:
    """Count the decisions of finished games; those of other games are left out."""
    _check(1, rounds, least)
    found: dict[str, tuple[Setting, list[Array]]] = {}
    own = ((name, record) for name, record in records if record.setting.game.name == game)
    for done, (setting, notes) in enumerate(of_records(own, rounds), start=1):
        found.setdefault(str(head_of(setting)), (setting, []))[1].append(notes)
        progress(done, total)
    if not found:
        raise BadInput(f"there are no finished games of {game} to count")
    sections = []
    for setting, parts in found.values():
        facts: dict[str, Any] = {"games": len(parts), "by": "records", "rounds": rounds, "least": least}
        sections.append(Section.of(setting, count(np.concatenate(parts).astype(NOTE), least), facts))
    return Book(game, sections)


def _check(games: int, rounds: int, least: int) -> None:
    for name, value in (("games", games), ("rounds", rounds), ("least", least)):
        if value < 1:
            raise BadInput(f"{name} must be at least 1, not {value}")
