"""Il Commercio Viaggiatore as a ``Game``: the eight functions and everything in words, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.games.base import Array, BadInput, Event, Game, Kernels, Move, Preview, Refusal, Value, Viewer
from piazzetta.games.viaggiatore import events, moves, refusals, rules, told, view
from piazzetta.games.viaggiatore.allowed import why_not
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.editions import EDITIONS, SWITCHES
from piazzetta.games.viaggiatore.imagine import imagine
from piazzetta.games.viaggiatore.preview import preview
from piazzetta.games.viaggiatore.state import (
    ACTIONS,
    BIDDING,
    BLUFFED,
    CARD,
    CARDS,
    DECISIONS,
    HAND,
    NO_BID,
    STATE,
    TABLES,
)
from piazzetta.games.viaggiatore.turn import next_seat
from piazzetta.kernel import records


class Viaggiatore(Game):
    name = "viaggiatore"
    title = "Il Commercio Viaggiatore"
    seats = range(2, 7)
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
        imagine,
        why_not,
        rules.sample,
        view.witness,
    )
    state_dtype = STATE
    chart_key = "deck"
    opening_key = "dealt"
    turn_clause = "2.1"
    has_secrets = True
    most_legal = 16  # fewer in fact: carrying with four cards left, 2 × 4
    most_outcomes = CARDS
    private_parts = ("hand", "bid")

    def default_chart(self) -> Deck:
        return Deck.default()

    def read_chart(self, source: object) -> Deck:
        return Deck.read(source)

    def tables(self, chart: Deck, players: int, starter: int, rules: Mapping[str, Value]) -> Array:
        array = records(TABLES, 1)
        record = array[0]
        chart.fill_tables(record)
        record["players"] = players
        record["starter"] = starter
        for name, value in rules.items():
            record[name] = SWITCHES[name].number(value)
        return array

    def action_count(self, chart: Deck) -> int:
        return ACTIONS

    def decision_count(self, chart: Deck) -> int:
        return DECISIONS

    def observation_parts(self, chart: Deck, players: int) -> list[tuple[str, int, str]]:
        return view.parts(players)

    def texts(self, chart: Deck) -> Sequence[str]:
        return moves.texts(chart)

    def opening_length(self, tables: Any) -> int:
        return HAND * int(tables["players"])

    def opening_to_json(self, tables: Any, actions: Sequence[int]) -> dict[str, Any]:
        """2.1: the five cards of each seat in the order they were dealt, the starter's being the first."""
        players, starter = int(tables["players"]), int(tables["starter"])
        dealt: list[list[int]] = [[] for _ in range(players)]
        for number, action in enumerate(actions):
            dealt[(starter + number // HAND) % players].append(action - CARD)
        return {"dealt": dealt}

    def opening_from_json(self, tables: Any, head: Mapping[str, Any]) -> list[int]:
        players, starter = int(tables["players"]), int(tables["starter"])
        dealt = head.get("dealt")
        if not isinstance(dealt, list | tuple) or len(dealt) != players:
            raise BadInput(f"dealt must be a list with the cards of each of the {players} seats (clause 2.1)")
        owner: dict[int, int] = {}
        for seat, cards in enumerate(dealt):
            if not isinstance(cards, list | tuple) or len(cards) != HAND:
                raise BadInput(f"dealt: seat {seat} must have a list of {HAND} cards (clause 2.1)")
            for card in cards:
                if not isinstance(card, int) or isinstance(card, bool) or not 0 <= card < CARDS:
                    raise BadInput(f"dealt: seat {seat} must have card numbers from 0 to {CARDS - 1} (clause 1.2)")
                if card in owner:
                    raise BadInput(f"dealt: card {card} is dealt to seat {owner[card]} and to seat {seat} (clause 1.2)")
                owner[card] = seat
        return [CARD + card for number in range(players) for card in dealt[(starter + number) % players]]

    def awaited(self, tables: Any, state: Any) -> list[int]:
        """3.2: cards are laid face down and turned up together, so all who have laid none may choose at once."""
        if state["phase"] != BIDDING:
            return super().awaited(tables, state)
        players, first = int(tables["players"]), int(state["asked"])
        seats = ((first + k) % players for k in range(players))
        return [seat for seat in seats if state["bid"][seat] == NO_BID]

    def asking(self, tables: Any, state: Any, seat: int) -> Any:
        """3.2: a bid changes nothing for the next seat. Those before it will have laid one: a bluff stands for it."""
        asked = state.copy()
        other = int(state["asked"])
        while other != seat:
            asked["bid"][other] = BLUFFED
            other = int(next_seat(tables, other))
        asked["asked"] = seat
        return asked

    def epoch(self, state: Any) -> int:
        return int(state["turn"]) * 4096 + int(state["reveals"])

    def refusal(self, chart: Deck, tables: Any, state: Any, action: int, code: int) -> Refusal:
        return refusals.refusal(chart, tables, state, action, code)

    def view(self, chart: Deck, tables: Any, state: Any, viewer: Viewer) -> dict[str, Any]:
        return view.view(chart, tables, state, viewer)

    def events(self, chart: Deck, tables: Any, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
        return events.events(chart, tables, before, action, after, viewer)

    def told(self, players: int, log: Sequence[Move], viewer: Viewer) -> list[tuple[int, int]]:
        return told.told(players, log, viewer)

    def retold(self, log: Sequence[Move], true: Any, imagined: Any, seat: int, shuffle: Any) -> list[int]:
        return told.retold(log, true, imagined, seat, shuffle)

    def preview(self, chart: Deck, tables: Any, state: Any, action: int, after: Any = None) -> Preview:
        return preview(chart, tables, state, action)

    def say(self, chart: Deck, event: Event) -> str:
        return events.say(event)

    def drawing(self, chart: Deck, view: Mapping[str, Any], width: int = 80) -> Any:
        from piazzetta.games.viaggiatore.drawing import drawing  # rich is needed for nothing else

        return drawing(chart, view, width)

    def svg(self, chart: Deck, view: Mapping[str, Any]) -> str:
        from piazzetta.games.viaggiatore.svg import svg

        return svg(chart, view)


VIAGGIATORE = Viaggiatore()
