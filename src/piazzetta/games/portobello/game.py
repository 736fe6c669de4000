"""Portobello Market as a ``Game``: combines its functions with everything in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.base import SPECTATOR, Array, Game, Kernels, Parts, Value, Viewer
from piazzetta.games.facts import Event, Preview
from piazzetta.games.portobello import moves, view
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.bots.levels import BOTS
from piazzetta.games.portobello.editions import EDITIONS, FAIR_STARTS, SWITCHES
from piazzetta.games.portobello.listing import LISTING
from piazzetta.games.portobello.positions.positions import PortobelloPositions
from piazzetta.games.portobello.rules import functions
from piazzetta.games.portobello.rules.allowed import why_not
from piazzetta.games.portobello.rules.scoring import payoff
from piazzetta.games.portobello.sources import PortobelloSources
from piazzetta.games.portobello.state import NOBODY, PARAMS, REGULARS, STATE, ClientsFrom
from piazzetta.games.portobello.words import events, refusals
from piazzetta.games.portobello.words.speech import PortobelloSpeech
from piazzetta.games.sources import PointSources
from piazzetta.games.words.speech import Reader, Speech
from piazzetta.kernel import records

#: For which editions and numbers of players searching players found the fair start even (docs/balance.md).
JUDGED_STARTS = {"de": (2, 3, 4), "it": (2, 3, 4), "fr": (2, 3), "es": (2, 3), "fr-memo": (2, 3, 4)}


class Portobello(Game):
    listing = LISTING
    bots = BOTS
    editions = EDITIONS
    switches = SWITCHES
    fair_starts = FAIR_STARTS
    judged_starts = JUDGED_STARTS
    kernels = Kernels(
        functions.setup,
        functions.mover,
        functions.legal,
        functions.chances,
        functions.apply,
        payoff,
        view.observe,
        functions.determinize,
        why_not,
        functions.sample,
        view.visible_to,
    )
    state_dtype = STATE
    opening_key = "clients"
    turn_clause = "2.2"
    has_secrets = False
    most_legal = 48  # picking: 6 tiles and 2 × 20 marks
    most_outcomes = 4
    positions = PortobelloPositions()

    def default_components(self) -> Board:
        return Board.default()

    def read_components(self, source: object) -> Board:
        return Board.read(source)

    def params(self, components: Board, players: int, starter: int, rules: Mapping[str, Value]) -> Array:
        array = records(PARAMS, 1)
        record = array[0]
        components.fill_tables(record)
        record["players"] = players
        record["starter"] = starter
        for name, value in rules.items():
            record[name] = SWITCHES[name].number(value)
        offsets = moves.offsets_of(components)
        for name in ("place", "build", "mark", "chance"):
            record[name] = getattr(offsets, name)
        return array

    def action_count(self, components: Board) -> int:
        return moves.offsets_of(components).count

    def decision_count(self, components: Board) -> int:
        return moves.offsets_of(components).chance

    def observation_parts(self, components: Board, players: int) -> list[tuple[str, int, str]]:
        return view.parts(components)

    def texts(self, components: Board) -> Sequence[str]:
        return moves.texts(components)

    def places(self, components: Board, players: int) -> list[str]:
        spaces = [f"space {alley.key}/{space}" for alley in components.alleys for space in range(len(alley.values))]
        return [
            *[f"square {square.key}" for square in components.squares],
            *[f"alley {alley.key}" for alley in components.alleys],
            *spaces,
            *[f"district {district.key}" for district in components.districts],
        ]

    def opening_length(self, params: Any) -> int:
        if params.clients == ClientsFrom.BAG:
            return 0
        return int(params.squares) if params.clients == ClientsFrom.HOUSE else REGULARS

    def opening_to_json(self, params: Any, actions: Sequence[int]) -> dict[str, Any]:
        if params.clients == ClientsFrom.BAG:
            return {}
        clients = [action - int(params.chance) for action in actions]
        return {"clients": [moves.CLIENTS[client] if client != NOBODY else None for client in clients]}

    def opening_from_json(self, params: Any, head: Mapping[str, Any]) -> list[int]:
        clients = head.get("clients")
        if params.clients == ClientsFrom.BAG:
            if clients is not None:
                raise BadInput("clients: with clients drawn from the bag nothing is laid out before the game")
            return []
        wanted = self.opening_length(params)
        if not isinstance(clients, list) or len(clients) != wanted:
            raise BadInput(f"clients must be a list of the {wanted} clients laid out before the game (clause 10)")
        names = {None: NOBODY, "servant": 1, "burgher": 2, "lord": 3}
        for place, client in enumerate(clients):
            if not (client is None or isinstance(client, str)) or client not in names:
                raise BadInput(f"clients: number {place} is {client!r}, not servant, burgher or lord (clause 1.3)")
        return [int(params.chance) + names[client] for client in clients]

    def undo_barrier(self, state: Any) -> int:
        return int(state.turn)

    def why(
        self, components: Board, params: Any, state: Any, action: int, code: int
    ) -> tuple[str, str, dict[str, Any]]:
        return refusals.why_not(components, params, state, action, code)

    def view(self, components: Board, params: Any, state: Any, viewer: Viewer) -> dict[str, Any]:
        return view.view(components, params, state, viewer, Parts())

    def views(
        self, components: Board, params: Any, state: Any, viewers: Sequence[Viewer], parts: Parts
    ) -> list[dict[str, Any]]:
        common = view.view(components, params, state, SPECTATOR, parts)
        return [{**common, "viewer": viewer} for viewer in viewers]

    def events(
        self, components: Board, params: Any, before: Any, action: int, after: Any, viewer: Viewer
    ) -> list[Event]:
        return events.events(components, params, before, action, after)

    def preview(self, components: Board, params: Any, state: Any, action: int, after: Any = None) -> Preview:
        return events.preview(components, params, state, action, after)

    def speech(self, reader: Reader, components: Board) -> Speech:
        return PortobelloSpeech(reader, components)

    def sources(self) -> PointSources:
        return PortobelloSources()

    def arrange(self, components: Board, players: int, starter: int, state: Any, given: Mapping[str, Any]) -> None:
        self._part("positions.arrange:arrange")(components, players, starter, state, **given)


PORTOBELLO = Portobello()
