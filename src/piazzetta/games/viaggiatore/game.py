"""Il Commercio Viaggiatore as a ``Game``: combines its functions with everything in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.base import Array, FairStart, Game, Kernels, Move, Parts, Value, Viewer
from piazzetta.games.facts import Event, Preview
from piazzetta.games.sources import PointSources
from piazzetta.games.viaggiatore import explored, history, moves, view
from piazzetta.games.viaggiatore.bots.levels import BOTS
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.editions import EDITIONS, FAIR_STARTS, SWITCHES, scaled_start
from piazzetta.games.viaggiatore.listing import LISTING
from piazzetta.games.viaggiatore.positions.positions import ViaggiatorePositions
from piazzetta.games.viaggiatore.rules import functions
from piazzetta.games.viaggiatore.rules.allowed import why_not
from piazzetta.games.viaggiatore.rules.determinize import determinize
from piazzetta.games.viaggiatore.rules.turn import next_seat
from piazzetta.games.viaggiatore.sources import ViaggiatoreSources
from piazzetta.games.viaggiatore.state import (
    ACTIONS,
    BIDDING,
    BLUFFED,
    CARD,
    CARDS,
    DECISIONS,
    HAND,
    NO_BID,
    PARAMS,
    STATE,
)
from piazzetta.games.viaggiatore.words import events, refusals
from piazzetta.games.viaggiatore.words.preview import preview
from piazzetta.games.viaggiatore.words.speech import ViaggiatoreSpeech
from piazzetta.games.words.speech import Reader, Speech
from piazzetta.kernel import plain, records

#: For which editions and numbers of players searching players found the fair start even (docs/balance.md).
JUDGED_STARTS = {"it": (2, 3, 4, 5, 6)}


class Viaggiatore(Game):
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
        functions.payoff,
        view.observe,
        determinize,
        why_not,
        functions.sample,
        view.visible_to,
    )
    state_dtype = STATE
    opening_key = "dealt"
    turn_clause = "2.1"
    has_secrets = True
    looks_ahead = False  # it would reveal the others' bids, or a card that is drawn
    most_legal = 16  # an upper bound: carrying with four cards left has 2 × 4
    most_outcomes = CARDS
    moves_a_seat = 450
    positions = ViaggiatorePositions()
    private_parts = ("hand", "bid")

    def fair_start(self, edition: str, players: int, rules: Mapping[str, Value]) -> FairStart:
        return scaled_start(FAIR_STARTS["it"][players], int(rules["target"]))

    def most_given(self, rules: Mapping[str, Value]) -> int:
        return int(rules["target"]) - 1

    def default_components(self) -> Deck:
        return Deck.default()

    def read_components(self, source: object) -> Deck:
        return Deck.read(source)

    def params(self, components: Deck, players: int, starter: int, rules: Mapping[str, Value]) -> Array:
        array = records(PARAMS, 1)
        record = array[0]
        components.fill_tables(record)
        record["players"] = players
        record["starter"] = starter
        for name, value in rules.items():
            record[name] = SWITCHES[name].number(value)
        return array

    def action_count(self, components: Deck) -> int:
        return ACTIONS

    def decision_count(self, components: Deck) -> int:
        return DECISIONS

    def observation_parts(self, components: Deck, players: int) -> list[tuple[str, int, str]]:
        return view.parts(players)

    def texts(self, components: Deck) -> Sequence[str]:
        return moves.texts(components)

    def explored_numbers(self, components: Deck, players: int) -> list[int]:
        return explored.numbers(players)

    def explored_moves(self, components: Deck) -> Sequence[str]:
        return explored.kinds(components)

    def places(self, components: Deck, players: int) -> list[str]:
        cards = [f"card {card}" for card in range(len(components.cards))]
        return [*super().places(components, players), "deck", "discard", *cards]

    def opening_length(self, params: Any) -> int:
        return HAND * int(params["players"])

    def opening_to_json(self, params: Any, actions: Sequence[int]) -> dict[str, Any]:
        """2.1: the five cards of each seat in the order dealt, the starter's first."""
        players, starter = int(params["players"]), int(params["starter"])
        dealt: list[list[int]] = [[] for _ in range(players)]
        for number, action in enumerate(actions):
            dealt[(starter + number // HAND) % players].append(action - CARD)
        return {"dealt": dealt}

    def opening_from_json(self, params: Any, head: Mapping[str, Any]) -> list[int]:
        players, starter = int(params["players"]), int(params["starter"])
        count = int(params["cards"])
        dealt = head.get("dealt")
        if not isinstance(dealt, list | tuple) or len(dealt) != players:
            raise BadInput(f"dealt must be a list with the cards of each of the {players} seats (clause 2.1)")
        owner: dict[int, int] = {}
        for seat, cards in enumerate(dealt):
            if not isinstance(cards, list | tuple) or len(cards) != HAND:
                raise BadInput(f"dealt: seat {seat} must have a list of {HAND} cards (clause 2.1)")
            for card in cards:
                if not isinstance(card, int) or isinstance(card, bool) or not 0 <= card < count:
                    raise BadInput(f"dealt: seat {seat} must have card numbers from 0 to {count - 1} (clause 1.2)")
                if card in owner:
                    raise BadInput(f"dealt: card {card} is dealt to seat {owner[card]} and to seat {seat} (clause 1.2)")
                owner[card] = seat
        return [CARD + card for number in range(players) for card in dealt[(starter + number) % players]]

    def awaited(self, params: Any, state: Any) -> list[int]:
        """3.2: cards are laid face down and revealed together, so everyone who has not laid one may choose at once."""
        at, players = plain(state), plain(params).players
        if at.phase != BIDDING:
            return super().awaited(params, state)
        bids, seats = at.bid, [(at.asked + k) % players for k in range(players)]
        return [seat for seat in seats if bids[seat] == NO_BID]

    def asking(self, params: Any, state: Any, seat: int) -> Any:
        """3.2: a bid changes nothing for the next seat. A bluff stands for each bid still to come before it."""
        asked = state.copy()
        other = int(state["asked"])
        while other != seat:
            asked["bid"][other] = BLUFFED
            other = int(next_seat(params, other))
        asked["asked"] = seat
        return asked

    def undo_barrier(self, state: Any) -> int:
        return int(state["turn"]) * 4096 + int(state["reveals"])

    def why(self, components: Deck, params: Any, state: Any, action: int, code: int) -> tuple[str, str, dict[str, Any]]:
        return refusals.why_not(components, state, action, code)

    def view(self, components: Deck, params: Any, state: Any, viewer: Viewer) -> dict[str, Any]:
        return view.views(components, params, state, [viewer], Parts())[0]

    def views(
        self, components: Deck, params: Any, state: Any, viewers: Sequence[Viewer], parts: Parts
    ) -> list[dict[str, Any]]:
        return view.views(components, params, state, viewers, parts)

    def events(
        self, components: Deck, params: Any, before: Any, action: int, after: Any, viewer: Viewer
    ) -> list[Event]:
        return events.events(components, params, before, action, after, viewer)

    def history_for(self, players: int, log: Sequence[Move], viewer: Viewer) -> list[tuple[int, int]]:
        return history.history_for(players, log, viewer)

    def resample_history(self, log: Sequence[Move], true: Any, determinized: Any, seat: int, shuffle: Any) -> list[int]:
        return history.resample_history(log, true, determinized, seat, shuffle)

    def preview(self, components: Deck, params: Any, state: Any, action: int, after: Any = None) -> Preview:
        return preview(components, params, state, action)

    def speech(self, reader: Reader, components: Deck) -> Speech:
        return ViaggiatoreSpeech(reader, components)

    def sources(self) -> PointSources:
        return ViaggiatoreSources()


VIAGGIATORE = Viaggiatore()
