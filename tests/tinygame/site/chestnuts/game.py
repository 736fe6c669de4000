"""Chestnuts as a ``Game``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from chestnuts import rules, words
from chestnuts.baskets import DEFAULT, EDITIONS, SWITCHES, Baskets
from chestnuts.bots import BOTS, KNOWLEDGE, Sources
from chestnuts.listing import LISTING
from chestnuts.state import ACTIONS, CARD, CARDS, DECISIONS, PARAMS, PLAYERS, STATE
from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, Array, Game, Kernels, Move, Value, Viewer
from piazzetta.games.facts import Event, Preview
from piazzetta.games.knowledge import Knowledge
from piazzetta.games.page import Page
from piazzetta.games.sources import PointSources
from piazzetta.games.words.speech import Reader, Speech
from piazzetta.kernel import records


class Chestnuts(Game):
    listing = LISTING
    bots = BOTS
    editions = EDITIONS
    switches = SWITCHES
    kernels = Kernels(
        rules.setup,
        rules.mover,
        rules.legal,
        rules.chances,
        rules.apply,
        rules.payoff,
        rules.observe,
        rules.determinize,
        rules.why_not,
        rules.sample,
        rules.visible_to,
    )
    state_dtype = STATE
    opening_key = "dealt"
    turn_clause = "3.1"
    has_secrets = True
    most_legal = DECISIONS + 1
    most_outcomes = CARDS
    moves_a_seat = 10
    private_parts = ("card",)

    def default_components(self) -> Baskets:
        return DEFAULT

    def read_components(self, source: object) -> Baskets:
        return Baskets.read(source)

    def params(self, components: Baskets, players: int, starter: int, rules: Mapping[str, Value]) -> Array:
        array = records(PARAMS, 1)
        record = array[0]
        record["players"], record["starter"], record["count"] = players, starter, len(components.chestnuts)
        record["baskets"][: len(components.chestnuts)] = components.chestnuts
        for name, value in rules.items():
            record[name] = SWITCHES[name].number(value)
        return array

    def action_count(self, components: Baskets) -> int:
        return ACTIONS

    def decision_count(self, components: Baskets) -> int:
        return DECISIONS

    def observation_parts(self, components: Baskets, players: int) -> list[tuple[str, int, str]]:
        return [
            ("card", 1, "the own card"),
            ("points", 2, "own, the other's"),
            ("turn", 1, "whether it is the own turn"),
            ("baskets", len(components.chestnuts), "chestnuts in each, 0 when it is taken"),
        ]

    def texts(self, components: Baskets) -> Sequence[str]:
        return words.TEXTS

    def opening_length(self, params: Any) -> int:
        return PLAYERS

    def opening_to_json(self, params: Any, actions: Sequence[int]) -> dict[str, Any]:
        return {"dealt": [action - CARD + 1 for action in actions]}

    def opening_from_json(self, params: Any, head: Mapping[str, Any]) -> list[int]:
        dealt = head.get("dealt")
        cards = set(range(1, CARDS + 1))
        if not isinstance(dealt, list) or len(dealt) != PLAYERS or not set(dealt) <= cards or dealt[0] == dealt[1]:
            raise BadInput("dealt must be a list of two cards from 1 to 3 (clause 2.1)")
        return [CARD + card - 1 for card in dealt]

    def undo_barrier(self, state: Any) -> int:
        return 0  # a move reveals nothing: it may be taken back until the other player has moved

    def why(
        self, components: Baskets, params: Any, state: Any, action: int, code: int
    ) -> tuple[str, str, dict[str, Any]]:
        return words.why(code)

    def view(self, components: Baskets, params: Any, state: Any, viewer: Viewer) -> dict[str, Any]:
        over = bool(state["turn"] == params["count"])
        cards = [int(card) or None for card in state["card"]]
        out = np.zeros(2 * PLAYERS, np.int16)
        rules.payoff(params, state, out)
        first, last = int(state["left"]), len(components.chestnuts) - int(state["right"])
        return {
            "players": PLAYERS,
            "mover": int(rules.mover(params, state)),
            "scores": out[:PLAYERS].tolist(),
            "points": state["points"].tolist(),
            "cards": [card if over or viewer in (seat, OPEN) else None for seat, card in enumerate(cards)],
            "baskets": list(components.chestnuts[first:last]),
        }

    def events(
        self, components: Baskets, params: Any, before: Any, action: int, after: Any, viewer: Viewer
    ) -> list[Event]:
        return words.events(params, before, action, after, viewer)

    def resample_history(self, log: Sequence[Move], true: Any, determinized: Any, seat: int, shuffle: Any) -> list[int]:
        dealt = [CARD + int(card) - 1 for card in determinized["card"]]
        return [action if action < CARD else dealt[at] for at, (_, action, _) in enumerate(log)]

    def preview(self, components: Baskets, params: Any, state: Any, action: int, after: Any = None) -> Preview:
        seat, points = int(rules.mover(params, state)), words.taken(params, state, action)
        event = Event("took", {"seat": seat, "end": words.TEXTS[action], "points": points})
        gains = tuple(points if other == seat else 0 for other in range(PLAYERS))
        return Preview(words.TEXTS[action], gains, (event,))

    def speech(self, reader: Reader, components: Baskets) -> Speech:
        return Speech(reader, components)

    def drawing(self, components: Baskets, view: Mapping[str, Any], width: int = 80) -> Any:
        from chestnuts.drawing import drawing

        return drawing(view)

    def svg(self, components: Baskets, view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
        from chestnuts.drawing import svg

        return svg(view, names)

    def knowledge(self) -> Knowledge:
        return KNOWLEDGE

    def sources(self) -> PointSources:
        return Sources()

    def page(self) -> Page:
        return Page()


CHESTNUTS = Chestnuts()
