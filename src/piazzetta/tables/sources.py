"""Where the points of a finished game came from."""

from __future__ import annotations

from piazzetta.games.base import OPEN
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting


def at_start(setting: Setting, seat: int) -> dict[str, int]:
    """Return a seat's points before the first move, by source."""
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
        # looking at every move is slow
        if getattr(before, sources.score_field).tolist() != getattr(after, sources.score_field).tolist():
            for event in match.events_of(at, OPEN):
                for seat, source, points in sources.gains(event):
                    tally[seat][source] += points
        before = after
    return tally
