"""Acorns as a ``Game``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from acorns import rules, words
from acorns.bots import BOTS, KNOWLEDGE, Sources
from acorns.heap import DEFAULT, EDITIONS, SWITCHES, Heap
from acorns.listing import LISTING
from acorns.state import ACTIONS, PARAMS, STATE
from piazzetta.games.base import Array, Game, Kernels, Value, Viewer
from piazzetta.games.facts import Event, Preview
from piazzetta.games.knowledge import Knowledge
from piazzetta.games.sources import PointSources
from piazzetta.games.words.speech import Reader, Speech
from piazzetta.kernel import records


class AcornsGame(Game):
    listing = LISTING
    bots = BOTS
    editions = EDITIONS
    switches = SWITCHES
    kernels = Kernels(
        setup=rules.setup,
        mover=rules.mover,
        legal=rules.legal,
        chances=rules.chances,
        apply=rules.apply,
        payoff=rules.payoff,
        observe=rules.observe,
        determinize=rules.determinize,
        why_not=rules.why_not,
        sample=rules.sample,
        visible_to=rules.visible_to,
    )
    state_dtype = STATE
    turn_clause = "3.1"
    has_secrets = False
    looks_ahead = False  # ``preview`` does without the next position
    most_legal = ACTIONS + 1
    most_outcomes = 1

    def default_components(self) -> Heap:
        return DEFAULT

    def read_components(self, source: object) -> Heap:
        return Heap.read(source)

    def params(self, components: Heap, players: int, starter: int, rules: Mapping[str, Value]) -> Array:
        array = records(PARAMS, 1)
        record = array[0]
        record["players"], record["starter"], record["stones"] = players, starter, components.stones
        for name, value in rules.items():
            record[name] = SWITCHES[name].number(value)
        return array

    def action_count(self, components: Heap) -> int:
        return ACTIONS

    def decision_count(self, components: Heap) -> int:
        return ACTIONS

    def observation_parts(self, components: Heap, players: int) -> list[tuple[str, int, str]]:
        return [
            ("stones", 1, "in the heap"),
            ("turn", 1, "whether it is the own turn"),
            ("points", players, "own, then those of the others in turn"),
        ]

    def texts(self, components: Heap) -> Sequence[str]:
        return words.TEXTS

    def undo_barrier(self, state: Any) -> int:
        return int(state["turn"])  # a move ends a turn, and cannot be taken back

    def why(self, components: Heap, params: Any, state: Any, action: int, code: int) -> tuple[str, str, dict[str, Any]]:
        return words.why(params, state, code)

    def view(self, components: Heap, params: Any, state: Any, viewer: Viewer) -> dict[str, Any]:
        """What a viewer may know. Build it as a list of what is shown: then nothing secret slips in."""
        players = int(params["players"])
        return {
            "players": players,
            "mover": int(rules.mover(params, state)),
            "scores": state["points"].tolist()[:players],
            "stones": int(state["left"]),
        }

    def events(
        self, components: Heap, params: Any, before: Any, action: int, after: Any, viewer: Viewer
    ) -> list[Event]:
        return words.events(params, before, action, after)

    def preview(self, components: Heap, params: Any, state: Any, action: int, after: Any = None) -> Preview:
        seat, players = int(rules.mover(params, state)), int(params["players"])
        last = action + 1 == int(state["left"])
        points = action + 1 + (int(params["bonus"]) if last else 0)
        gains = tuple(points if one == seat else 0 for one in range(players))
        event = Event("took", {"seat": seat, "stones": action + 1, "points": points})
        return Preview(words.TEXTS[action], gains, (event,))

    def speech(self, reader: Reader, components: Heap) -> Speech:
        return Speech(reader, components)

    def drawing(self, components: Heap, view: Mapping[str, Any], width: int = 80) -> Any:
        from acorns.drawing import drawing

        return drawing(view)

    def svg(self, components: Heap, view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
        from acorns.drawing import svg

        return svg(view, names)

    def knowledge(self) -> Knowledge:
        return KNOWLEDGE

    def sources(self) -> PointSources:
        return Sources()


ACORNS = AcornsGame()
