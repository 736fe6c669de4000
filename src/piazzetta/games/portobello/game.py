"""Portobello Market as a ``Game``: the eight functions and everything in words, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.games.base import Array, BadInput, Event, Game, Kernels, Preview, Refusal, Value, Viewer
from piazzetta.games.portobello import events, moves, refusals, rules, view
from piazzetta.games.portobello.allowed import why_not
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.editions import EDITIONS, SWITCHES
from piazzetta.games.portobello.state import BAG, HOUSE, NOBODY, REGULARS, STATE, TABLES
from piazzetta.kernel import records


class Portobello(Game):
    name = "portobello"
    title = "Portobello Market"
    seats = range(2, 5)
    editions = EDITIONS
    switches = SWITCHES
    kernels = Kernels(
        rules.setup,
        rules.mover,
        rules.legal,
        rules.chances,
        rules.apply,
        rules.payoff,
        view.observe,
        rules.imagine,
        why_not,
        rules.sample,
        view.witness,
    )
    state_dtype = STATE
    chart_key = "board"
    opening_key = "clients"
    turn_clause = "2.2"
    has_secrets = False
    most_legal = 48  # picking: 6 tiles and 2 × 20 marks
    most_outcomes = 4

    def default_chart(self) -> Board:
        return Board.default()

    def read_chart(self, source: object) -> Board:
        return Board.read(source)

    def tables(self, chart: Board, players: int, starter: int, rules: Mapping[str, Value]) -> Array:
        array = records(TABLES, 1)
        record = array[0]
        chart.fill_tables(record)
        record["players"] = players
        record["starter"] = starter
        for name, value in rules.items():
            record[name] = SWITCHES[name].number(value)
        offsets = moves.Offsets(chart)
        for name in ("place", "build", "mark", "chance"):
            record[name] = getattr(offsets, name)
        return array

    def action_count(self, chart: Board) -> int:
        return moves.Offsets(chart).count

    def decision_count(self, chart: Board) -> int:
        return moves.Offsets(chart).chance

    def observation_parts(self, chart: Board, players: int) -> list[tuple[str, int, str]]:
        return view.parts(chart)

    def texts(self, chart: Board) -> Sequence[str]:
        return moves.texts(chart)

    def opening_length(self, tables: Any) -> int:
        if tables.clients == BAG:
            return 0
        return int(tables.squares) if tables.clients == HOUSE else REGULARS

    def opening_to_json(self, tables: Any, actions: Sequence[int]) -> dict[str, Any]:
        if tables.clients == BAG:
            return {}
        clients = [action - int(tables.chance) for action in actions]
        return {"clients": [moves.CLIENTS[client] if client != NOBODY else None for client in clients]}

    def opening_from_json(self, tables: Any, head: Mapping[str, Any]) -> list[int]:
        clients = head.get("clients")
        if tables.clients == BAG:
            if clients is not None:
                raise BadInput("clients: with clients drawn from the bag nothing is laid out before the game")
            return []
        wanted = self.opening_length(tables)
        if not isinstance(clients, list) or len(clients) != wanted:
            raise BadInput(f"clients must be a list of the {wanted} clients laid out before the game (clause 10)")
        names = {None: NOBODY, "servant": 1, "burgher": 2, "lord": 3}
        for place, client in enumerate(clients):
            if not (client is None or isinstance(client, str)) or client not in names:
                raise BadInput(f"clients: number {place} is {client!r}, not servant, burgher or lord (clause 1.3)")
        return [int(tables.chance) + names[client] for client in clients]

    def epoch(self, state: Any) -> int:
        return int(state.turn)

    def refusal(self, chart: Board, tables: Any, state: Any, action: int, code: int) -> Refusal:
        return refusals.refusal(chart, tables, state, action, code)

    def view(self, chart: Board, tables: Any, state: Any, viewer: Viewer) -> dict[str, Any]:
        return view.view(chart, tables, state, viewer)

    def events(self, chart: Board, tables: Any, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
        return events.events(chart, tables, before, action, after)

    def preview(self, chart: Board, tables: Any, state: Any, action: int, after: Any = None) -> Preview:
        return events.preview(chart, tables, state, action, after)

    def say(self, chart: Board, event: Event) -> str:
        return events.say(event)

    def drawing(self, chart: Board, view: Mapping[str, Any], width: int = 80) -> Any:
        from piazzetta.games.portobello.drawing import drawing  # rich is needed for nothing else

        return drawing(chart, view, width)

    def svg(self, chart: Board, view: Mapping[str, Any]) -> str:
        from piazzetta.games.portobello.svg import svg

        return svg(chart, view)


PORTOBELLO = Portobello()
