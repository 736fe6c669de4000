"""Positions of Il Commercio Viaggiatore for tests: played out, arranged by hand, or taken from random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from piazzetta.games.base import OPEN, Event
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.games.viaggiatore.moves import texts
from piazzetta.games.viaggiatore.rules.cards import lay_baggage, lay_carrier
from piazzetta.games.viaggiatore.state import (
    ACTIONS,
    CALLING,
    CARDS,
    HAND,
    KINDS,
    LOADING,
    MOST_LOTS,
    MOST_PLAYERS,
    NO_BID,
    NO_CARD,
    NO_CARRIER,
    VEHICLES,
)
from piazzetta.kernel import CHANCE, INTERPRETED, OVER, records
from tests.tiers import LONG

DECK = Deck.default()
KERNELS = VIAGGIATORE.kernels
TEXTS = texts(DECK)
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
#: How many random games a test plays: interpreted ones take a thousand times as long.
GAMES = 1 if INTERPRETED else 2
#: Every number of players; interpreted, two of them in the short tier.
PLAYERS = pytest.mark.parametrize("players", [2, 5] if INTERPRETED and not LONG else range(2, 7))

Lot = tuple[int, int, str | None]  # baggage, carrier, vehicle shown (None: face down, no carrier)


def find(bid: int, ticket: str, *vehicles: str) -> int:
    """The card with this bid and ticket and these two vehicles (any, if none are given)."""
    for number, card in enumerate(DECK.cards):
        shown = {VEHICLE_NAMES[vehicle] for vehicle in card.vehicles}
        if card.bid == bid and VEHICLE_NAMES[card.ticket] == ticket and shown >= set(vehicles):
            return number
    raise AssertionError("every combination is there (1.2)")


class Table:
    """One game in progress, which calls kernels one by one."""

    def __init__(self, players: int = 2, starter: int = 0, **rules: object) -> None:
        self.players = players
        params = VIAGGIATORE.params(DECK, players, starter, VIAGGIATORE.rules("it", rules))
        self.params = params.view(np.recarray)[0]
        self._table = params[0]
        self._seat(records(VIAGGIATORE.state_dtype, 1))
        self.events: list[Event] = []
        self._out = np.zeros(CARDS, np.int32)
        self._weight = np.zeros(CARDS, np.int32)
        KERNELS.setup(self._table, self._state)

    def _seat(self, states: Any) -> None:
        """Set one position, with its fields as attributes and in the fastest form for compiled kernels."""
        self.states = states
        self.state = states.view(np.recarray)[0]
        self._state = states[0]

    def copy(self) -> Table:
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin._seat(self.states.copy())
        return twin

    # --- arranging ---

    def arrange(
        self,
        hands: Sequence[Sequence[int]],
        lots: Mapping[int, Sequence[Lot]] | None = None,
        steps: Sequence[int] = (),
        points: Sequence[int] = (),
        pile: Sequence[int] = (),
        deck: Sequence[int] | None = None,
        turned: bool = False,
        active: int | None = None,
    ) -> Table:
        """A position at the beginning of a turn. Cards not mentioned lie in the deck.

        If ``deck`` is given, they are out of the game altogether, which no rule can detect.
        """
        state = self.state
        used = {card for hand in hands for card in hand} | set(pile)
        for seat_lots in (lots or {}).values():
            for baggage, carrier, vehicle in seat_lots:
                used |= {baggage, carrier} if vehicle else {baggage}
        cards = [card for card in range(CARDS) if card not in used] if deck is None else list(deck)
        state.head, state.deck, state.pile, state.turned = -len(cards) % CARDS, len(cards), len(pile), turned
        state.ring[:] = np.roll([*cards, *pile] + [NO_CARD] * (CARDS - len(cards) - len(pile)), state.head)
        for seat, seat_lots in (lots or {}).items():
            for baggage, carrier, vehicle in seat_lots:
                state.held[seat] = 0 if vehicle is None else 1
                lay_baggage(self.params, state, seat, baggage)
                if vehicle is not None:
                    side = DECK.cards[carrier].vehicles.index(VEHICLE_NAMES.index(vehicle))
                    lay_carrier(self.params, state, seat, carrier, side)
        for seat, hand in enumerate(hands):
            state.hand[seat, : len(hand)] = sorted(hand)
            state.held[seat] = len(hand)
        state.steps[: len(steps)] = steps
        state.points[: len(points)] = points
        state.busy = 0
        state.phase = CALLING
        state.turn = 1
        state.active = state.asked = self.params.starter if active is None else active
        return self

    def deal(self, hands: Sequence[Sequence[int]]) -> Table:
        """2.1, with these hands."""
        for action in VIAGGIATORE.opening_from_json(self.params, {"dealt": [list(hand) for hand in hands]}):
            self.apply(action)
        return self

    # --- playing ---

    @property
    def mover(self) -> int:
        return int(KERNELS.mover(self._table, self._state))

    def legal_actions(self) -> list[int]:
        return self._out[: KERNELS.legal(self._table, self._state, self._out)].tolist()

    def legal(self) -> list[str]:
        return [TEXTS[action] for action in self.legal_actions()]

    def outcomes(self) -> dict[int, int]:
        count = KERNELS.chances(self._table, self._state, self._out, self._weight)
        return dict(zip(self._out[:count].tolist(), self._weight[:count].tolist(), strict=True))

    def choices(self) -> list[int]:
        return list(self.outcomes()) if self.mover == CHANCE else self.legal_actions()

    def why_not(self, action: int) -> int:
        return int(KERNELS.why_not(self._table, self._state, action))

    def refusal(self, move: str) -> tuple[str, str]:
        """The message and the clause with which a move is refused."""
        action = NUMBERS[move]
        code = self.why_not(action)
        assert code, f"{move} is allowed"
        return VIAGGIATORE.refusal(DECK, self.params, self.state, action, code)[:2]

    def apply(self, action: int) -> None:
        """Play a legal action; ``events`` are what everybody could see of it after the game."""
        before = self.states.copy().view(np.recarray)[0]
        assert self.why_not(action) == 0, f"{TEXTS[action]}: {self.refusal(TEXTS[action])}"
        self.step(action)
        self.events = VIAGGIATORE.events(DECK, self.params, before, action, self.state, OPEN)

    def step(self, action: int) -> None:
        """The same, but faster."""
        KERNELS.apply(self._table, self._state, action)

    def play(self, *moves: str) -> Table:
        for move in moves:
            self.apply(NUMBERS[move])
        return self

    def event(self, key: str) -> dict[str, Any]:
        """The parameters of the last move's one event with this key."""
        (params,) = [event.params for event in self.events if event.key == key]
        return params

    def said(self) -> list[str]:
        return [event.key for event in self.events]

    # --- looking ---

    def view(self, viewer: int = OPEN) -> dict[str, Any]:
        return VIAGGIATORE.view(DECK, self.params, self.state, viewer)

    def observation(self, seat: int) -> list[int]:
        out = np.full(VIAGGIATORE.observation_size(DECK, self.players) + 1, -77, np.int16)
        KERNELS.observe(self._table, self._state, seat, out)
        assert out[-1] == -77
        assert -77 not in out[:-1]
        return out[:-1].tolist()

    def hand(self, seat: int) -> list[int]:
        return self.view()["seats"][seat]["hand"]

    def pile(self) -> list[int]:
        return self.view()["pile"]

    def payoff(self) -> tuple[list[int], list[int]]:
        out = np.zeros(2 * self.players, np.int16)
        KERNELS.payoff(self._table, self._state, out)
        return out[: self.players].tolist(), out[self.players :].tolist()

    def determinize(self, seat: int, rng: Any) -> Table:
        """A twin of this table in a position that the seat cannot tell from this one."""
        twin = self.copy()
        KERNELS.determinize(self._table, twin._state, seat, rng)
        return twin


def games(players: int, seed: int = 0, count: int = GAMES, **rules: object) -> Iterator[tuple[Table, random.Random]]:
    """Tables before the deal, and a generator to play them with."""
    for number in range(count):
        yield Table(players, number % players, **rules), random.Random(f"{players} {seed} {number}")


def positions(players: int, seed: int = 0, count: int = GAMES, every: int = 1, **rules: object) -> Iterator[Table]:
    """Every n-th position of random games, the last one included."""
    for table, rng in games(players, seed, count, **rules):
        step = 0
        while table.mover != OVER:
            if step % every == 0:
                yield table
            table.step(rng.choice(table.choices()))
            step += 1
        yield table


def check(table: Table) -> None:
    """Invariants of every position: each card in one place, hands sorted, caches right, nothing stale."""
    state, players = table.state, table.players
    head, deck, pile = int(state.head), int(state.deck), int(state.pile)
    ring = np.roll(state.ring, -head).tolist()
    places = ring[: deck + pile]
    assert state.turned or deck == 0 or head + deck == CARDS
    assert ring[deck + pile :] == [NO_CARD] * (CARDS - deck - pile)
    lots = int(state.lots)
    owners = state.lot_owner[:lots].tolist()
    baggage = state.lot_card[:lots].tolist()
    carriers = state.lot_carrier[:lots].tolist()
    assert state.lot_owner[lots:].tolist() == [0] * (MOST_LOTS - lots)
    assert state.lot_card[lots:].tolist() == [NO_CARD] * (MOST_LOTS - lots)
    assert state.lot_carrier[lots:].tolist() == [NO_CARRIER] * (MOST_LOTS - lots)
    places += baggage + [carrier // 2 for carrier in carriers if carrier != NO_CARRIER]
    assert (state.pending != NO_CARD) == (state.phase == LOADING)
    if state.pending != NO_CARD:
        places.append(int(state.pending))
    for seat in range(MOST_PLAYERS):
        held = int(state.held[seat])
        hand = state.hand[seat].tolist()
        assert hand[:held] == sorted(hand[:held])
        assert hand[held:] == [NO_CARD] * (HAND - held)
        assert state.seen[seat, held:].tolist() == [0] * (HAND - held)
        places += hand[:held]
        if seat >= players:
            assert held == state.baggage[seat] == state.points[seat] == state.steps[seat] == 0
        own = [number for number in range(lots) if owners[number] == seat]
        full = [number for number in own if carriers[number] != NO_CARRIER]
        assert state.baggage[seat] == len(own)
        assert state.down[seat] == 0 or (len(own) == len(full) + 1 and held == 0)
        shown = [DECK.cards[carriers[n] // 2].vehicles[carriers[n] % 2] for n in full]
        assert state.carriers[seat].tolist() == [shown.count(vehicle) for vehicle in range(VEHICLES)]
        face_up = [number for number in own if not (state.down[seat] and carriers[number] == NO_CARRIER)]
        totals = [sum(DECK.cards[baggage[n]].objects[kind] for n in face_up) for kind in range(KINDS)]
        assert state.objects[seat].tolist() == totals
        assert state.latest[seat] == (shown[-1] if shown else -1)
        if state.bid[seat] not in (NO_BID, CARDS):
            assert state.bid[seat] in hand[:held]
    assert sorted(places) == list(range(CARDS))


def allowed(table: Table) -> list[int]:
    """All actions that the predicate allows."""
    return [action for action in range(-1, ACTIONS + 1) if table.why_not(action) == 0]
