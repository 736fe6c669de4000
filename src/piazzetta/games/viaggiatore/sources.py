"""Where the points of Il Commercio Viaggiatore come from."""

from __future__ import annotations

from piazzetta.games.facts import Event
from piazzetta.games.sources import PointSources
from piazzetta.games.viaggiatore.deck import KIND_NAMES


class ViaggiatoreSources(PointSources):
    names = ("start", *KIND_NAMES)
    note = "By what the shops paid for."
    score_field = "points"

    def gains(self, event: Event) -> list[tuple[int, str, int]]:
        if event.key != "shop":
            return []
        p = event.params
        return [(p["seat"], source, points) for source, points in zip(KIND_NAMES, p["points"], strict=True)]
