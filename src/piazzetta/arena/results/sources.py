"""Where the points of a finished game came from."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from piazzetta.bots.quick import QuickGame
from piazzetta.games.base import OPEN, Array, Game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting


def source_names(game: Game) -> tuple[str, ...]:
    return game.sources().names


def at_start(setting: Setting, seat: int) -> dict[str, int]:
    """A seat's points before the first move, by source."""
    sources = setting.game.sources()
    tally = dict.fromkeys(sources.names, 0) | sources.start(setting.rules)
    if setting.head_start:
        tally["start"] += setting.head_start[(seat - setting.starter) % setting.players]
    return tally


def point_sources(match: Match) -> list[dict[str, int]]:
    """For each seat, the points from each source; they add up to its score."""
    setting = match.setting
    sources = setting.game.sources()
    tally = [at_start(setting, seat) for seat in range(setting.players)]
    before = match.state(0)
    for at in range(len(match.log)):
        after = match.state(at + 1)
        if (before[sources.score_field] != after[sources.score_field]).any():  # looking at every move is slow
            for event in match.events_of(at, OPEN):
                for seat, source, points in sources.gains(event):
                    tally[seat][source] += points
        before = after
    return tally


@lru_cache
def _source_of_action(setting: Setting) -> Array | None:
    """For each action, the number of the only source of its points; None if this depends on events."""
    sources = setting.game.sources()
    found = [sources.of_move(text, False, setting.rules) for text in setting.texts]
    known = [sources.names.index(source) for source in found if source is not None]
    return np.array(known) if len(known) == len(found) else None


def quick_sources(setting: Setting, played: QuickGame) -> list[dict[str, int]]:
    """The same as ``point_sources``, from the points after each move, if the kind of move determines the source."""
    sources = setting.game.sources()
    of_action = _source_of_action(setting)
    if of_action is None or sources.of_move(setting.text(int(played.log[-1])), True, setting.rules) is None:
        match = Match(setting)
        for action in played.log.tolist():
            match.play(action)
        return point_sources(match)
    start = [at_start(setting, seat) for seat in range(setting.players)]
    before = np.array([[sum(tally.values()) for tally in start]])
    gains = np.diff(played.points.astype(int), axis=0, prepend=before)
    where = of_action[played.log]
    tally = []
    for seat in range(setting.players):
        sums = np.bincount(where, gains[:, seat], len(sources.names)).astype(int).tolist()
        tally.append({name: start[seat][name] + points for name, points in zip(sources.names, sums, strict=True)})
    return tally
