"""Where the points of Portobello Market come from."""

from __future__ import annotations

from collections.abc import Mapping

from piazzetta.games.facts import Event
from piazzetta.games.sources import PointSources, Value

_BY_MOVE = {"bobby": "tolls", "mark": "districts", "end": "lord"}


class PortobelloSources(PointSources):
    names = ("start", "alleys", "districts", "tolls", "lord")
    note = "Tolls are what was received less what was paid."
    score_field = "score"

    def start(self, rules: Mapping[str, Value]) -> dict[str, int]:
        return {"start": int(rules["start_score"])}

    def gains(self, event: Event) -> list[tuple[int, str, int]]:
        """The payer loses a toll, and the receivers, if any, get it."""
        p = event.params
        match event.key:
            case "alley_scored":
                return [(seat, "alleys", points) for seat, points in enumerate(p["points"])]
            case "lord_scored":
                return [(seat, "lord", points) for seat, points in enumerate(p["points"])]
            case "district_marked":
                return [(p["seat"], "districts", p["points"])]
            case "bobby_crossed":
                received = [(seat, "tolls", 1) for seat in p["receivers"]]  # 6.2: one point to each
                return [(p["seat"], "tolls", -p["toll"]), *received]
        return []

    def of_move(self, text: str, last: bool, rules: Mapping[str, Value]) -> str | None:
        kind = text.split()[0]
        if last and kind == "mark":  # it may trigger the lord scoring as well
            return None
        if kind == "end" and rules["scoring"] != "at once":  # alleys are scored then as well (8.1)
            return None
        return _BY_MOVE.get(kind, "alleys")
