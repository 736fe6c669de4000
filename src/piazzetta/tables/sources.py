"""Where the points of a finished game came from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from piazzetta.games.base import OPEN, Game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting


def at_start(setting: Setting, seat: int) -> dict[str, int]:
    """Return a seat's points before the first move, by source; those of a prepared position as its start."""
    sources = setting.game.sources()
    if setting.position is not None:
        return dict.fromkeys(sources.names, 0) | {"start": Match(setting).scores[seat]}
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
        # looking at every move is slow
        if getattr(before, sources.score_field).tolist() != getattr(after, sources.score_field).tolist():
            for event in match.events_of(at, OPEN):
                for seat, source, points in sources.gains(event):
                    tally[seat][source] += points
        before = after
    return tally


def source_names(game: Game) -> tuple[str, ...]:
    return game.sources().names


@lru_cache
def _source_of_action(setting: Setting) -> tuple[str, ...] | None:
    """Return the only source of points of each action; None if events decide."""
    sources = setting.game.sources()
    found = [sources.of_move(text, False, setting.rules) for text in setting.texts]
    known = [source for source in found if source is not None]
    return tuple(known) if len(known) == len(found) else None


def quick_sources(setting: Setting, log: Sequence[int], points: Sequence[Sequence[int]]) -> list[dict[str, int]]:
    """Return the same as ``point_sources``, from the actions of a game and everyone's points after each.

    Where the kind of move determines the source, this needs no events and is much faster.
    """
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
