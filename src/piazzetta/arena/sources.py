"""Where the points of a finished game came from."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from piazzetta.bots.quick import QuickGame
from piazzetta.games.base import OPEN, Array, Event, Game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting

#: What brings points, by game, in the order of the rulebooks.
SOURCES: dict[str, tuple[str, ...]] = {
    "portobello": ("start", "alleys", "districts", "tolls", "lord"),
    "viaggiatore": ("clothes", "hats", "shoes", "accessories"),
}

_SCORE = {"portobello": "score", "viaggiatore": "points"}  # the field of the state


def source_names(game: Game) -> tuple[str, ...]:
    return SOURCES[game.name]


def _add_event(game: Game, tally: list[dict[str, int]], event: Event) -> None:
    """What one event brought to each seat. A toll is taken from the payer and given to the receivers, if any."""
    p = event.params
    match event.key:
        case "alley_scored" | "lord_scored":
            source = "alleys" if event.key == "alley_scored" else "lord"
            for seat, points in enumerate(p["points"]):
                tally[seat][source] += points
        case "district_marked":
            tally[p["seat"]]["districts"] += p["points"]
        case "bobby_crossed":
            tally[p["seat"]]["tolls"] -= p["toll"]
            for seat in p["receivers"]:
                tally[seat]["tolls"] += 1  # 6.2: one point to each
        case "shop":
            for source, points in zip(source_names(game), p["points"], strict=True):
                tally[p["seat"]][source] += points


def point_sources(match: Match) -> list[dict[str, int]]:
    """For each seat, how many points each source brought; together they are its score."""
    setting = match.setting
    game = setting.game
    tally = [dict.fromkeys(source_names(game), 0) for _ in range(setting.players)]
    for row in tally:
        if "start" in row:
            row["start"] = int(setting.rules["start_score"])
    before = match.state(0)
    for at in range(len(match.log)):
        after = match.state(at + 1)
        if (before[_SCORE[game.name]] != after[_SCORE[game.name]]).any():  # events of every move would take long
            for event in match.events_of(at, OPEN):
                _add_event(game, tally, event)
        before = after
    return tally


@lru_cache
def _source_of_action(setting: Setting) -> Array:
    """For each action of Portobello Market the number of the source that its points come from."""
    names = source_names(setting.game)
    kinds = {"bobby": "tolls", "mark": "districts", "end": "lord"}
    return np.array([names.index(kinds.get(text.split()[0], "alleys")) for text in setting.texts])


def quick_sources(setting: Setting, played: QuickGame) -> list[dict[str, int]]:
    """The same as ``point_sources``, from the points after each move where the kind of a move tells the source."""
    last = setting.text(int(played.log[-1]))
    if setting.game.name != "portobello" or last.startswith("mark"):  # a last mark may bring the lord scoring as well
        match = Match(setting)
        for action in played.log.tolist():
            match.play(action)
        return point_sources(match)
    names = source_names(setting.game)
    start = int(setting.rules["start_score"])
    gains = np.diff(played.points.astype(int), axis=0, prepend=start)
    where = _source_of_action(setting)[played.log]
    tally = []
    for seat in range(setting.players):
        sums = np.bincount(where, gains[:, seat], len(names)).astype(int).tolist()
        tally.append(dict(zip(names, sums, strict=True)) | {"start": start})
    return tally
