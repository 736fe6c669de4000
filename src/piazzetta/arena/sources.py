"""Where the points of a finished game came from."""

from __future__ import annotations

from piazzetta.games.base import OPEN, Event, Game
from piazzetta.match.match import Match

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
