"""Where the points of a finished game came from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from piazzetta.games.base import Game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting
from piazzetta.tables.sources import at_start, point_sources


def source_names(game: Game) -> tuple[str, ...]:
    return game.sources().names


@lru_cache
def _source_of_action(setting: Setting) -> tuple[str, ...] | None:
    """For each action, the only source of its points; None if this depends on events."""
    sources = setting.game.sources()
    found = [sources.of_move(text, False, setting.rules) for text in setting.texts]
    known = [source for source in found if source is not None]
    return tuple(known) if len(known) == len(found) else None


def quick_sources(setting: Setting, log: Sequence[int], points: Sequence[Sequence[int]]) -> list[dict[str, int]]:
    """The same as ``point_sources``, from the actions of a game and everyone's points after each, if the kind of move
    determines the source."""
    of_action = _source_of_action(setting)
    last = setting.game.sources().of_move(setting.text(log[-1]), True, setting.rules)
    if of_action is None or last is None:
        match = Match(setting)
        for action in log:
            match.play(action)
        return point_sources(match)
    tally = [at_start(setting, seat) for seat in range(setting.players)]
    before: Sequence[int] = [sum(start.values()) for start in tally]
    for action, after in zip(log, points, strict=True):
        if before != after:
            for seat, now in enumerate(after):
                tally[seat][of_action[action]] += now - before[seat]
            before = after
    return tally
