"""What the messages of Portobello Market name besides players and numbers: places, tiles, the bag."""

from __future__ import annotations

from typing import Any

from piazzetta.games.words.speech import Speech

_PLACES = {
    "square": "squares",
    "end": "squares",
    "begun": "squares",
    "alley": "alleys",
    "district": "districts",
    "here": "districts",
    "from": "districts",
}
_NAMED = ("district", "square", "alley")  # the parameter ``name`` names the first of these in an event


class PortobelloSpeech(Speech):
    """Talks about a map, which knows the name of every place: ``name_of("squares", "A")``."""

    def place(self, kind: str, key: str) -> str:
        return self._shown(str(self.components.name_of(kind, key)), key)

    def _shown(self, name: str, key: str) -> str:
        return f"{name} ({key})" if self.reader.shows_keys and name != key else name

    def tile_text(self, tile: str) -> str:
        """An action tile: "the 3", "the neutral 2"."""
        if tile.startswith("n"):
            return self.reader.t("tile.neutral", {"value": tile[1:]})
        return self.reader.t("tile.own", {"value": tile})

    def params(self, given: Any) -> dict[str, Any]:
        found = super().params(given)
        if "name" in found:
            for kind in _NAMED:
                if kind in found:
                    found["name"] = self._shown(found["name"], found[kind])
                    break
        if "servants" in found:
            found["bag_text"] = self._bag(found)
        return found

    def _bag(self, given: Any) -> str:
        kinds = [kind for kind in ("servants", "burghers") if given[kind]]
        return self.reader.listed([self.reader.t("count." + kind, {"n": given[kind]}) for kind in kinds])

    def single(self, name: str, value: Any) -> dict[str, Any]:
        found = super().single(name, value)
        if name in _PLACES and value != "":
            found[name + "_name"] = self.place(_PLACES[name], value)
        elif name == "tile" or name == "in_use":
            found[name + "_text"] = self.tile_text(value)
        elif name == "clause":
            found["ended"] = "stalled" if value == "9.2" else "played"
        return found

    def several(self, name: str, values: Any) -> dict[str, Any]:
        if name == "points":
            return self.shares(values, False)
        if name == "places":
            return {"places_text": self.reader.listed([self._scored(place) for place in values])}
        return super().several(name, values)

    def _scored(self, place: Any) -> str:
        """A place in a reason: its name alone, or with the spaces taken, or with the points it scores."""
        if "values" in place:
            values = self.reader.listed([str(value) for value in place["values"]])
            return self.reader.t("place.spaces", {"name": place["name"], "values_text": values})
        if "points" in place:
            return self.reader.t("place.points", {"name": place["name"], "points": place["points"]})
        return str(place["name"])

    def move(self, text: str, setting: bool = False, row: bool = False) -> Any:
        """``setting``: the Bobby is placed, not moved; ``row``: clients come from an open row."""
        words = text.split(" ")
        verb = words[0]
        if verb == "draw":
            return "move.draw_row" if row else "move.draw", self.params({})
        if verb == "tile":
            return "move.tile", self.params({"tile": words[1]})
        if verb == "bobby":
            return "move.bobby_set" if setting else "move.bobby", self.params({"district": words[1]})
        if verb == "place":
            return "move.place", self.params({"square": words[1]})
        if verb == "build":
            alley, end = words[1].split("@")
            return "move.build", self.params({"alley": alley, "end": end})
        if verb == "mark":
            return "move.mark", self.params({"district": words[1], "factor": int(words[2][1:])})
        if verb == "end" or verb == "lord":
            return "move." + verb, self.params({})
        return "move.chance", self.params({"client": "lord" if verb == "the" else verb})
