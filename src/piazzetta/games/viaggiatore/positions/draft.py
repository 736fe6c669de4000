"""Positions of Il Commercio Viaggiatore as data: described, read, and written into a record.

What follows from the cards (objects, carriers, the latest one) is not described. History without any effect is not
kept: where the ring of cards begins once the pile has been turned over, and how often something was revealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.positions import MOST, Fields, is_whole
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.rules.functions import setup
from piazzetta.games.viaggiatore.state import (
    BIDDING,
    BLUFFED,
    CALLING,
    CARDS,
    CARRYING,
    DEALING,
    HAND,
    KINDS,
    LOADING,
    MOST_LOTS,
    NO_BID,
    NO_CARD,
    NO_CARRIER,
    NO_VEHICLE,
    RIDING,
)
from piazzetta.games.viaggiatore.view import PHASE_NAMES
from piazzetta.kernel import plain

_FIELDS = (
    "phase",
    "round",
    "active",
    "asked",
    "scores",
    "seats",
    "lots",
    "deck",
    "pile",
    "turned",
    "pending",
    "ticket",
    "moved_this_round",
    "idle_rounds",
)
_PHASES = PHASE_NAMES[CALLING:]  # before, chance deals
#: The phases in which another than the active player may be asked.
ASKING = (BIDDING, CARRYING, RIDING)
MOST_SHOWN = 99  # of steps and points


class Lot:
    """A baggage card with its carrier."""

    def __init__(self, seat: int, card: int, carrier: int, vehicle: int) -> None:
        self.seat = seat
        self.card = card
        self.carrier = carrier  # a card, or ``NO_CARD``
        self.vehicle = vehicle  # what it shows, or ``NO_VEHICLE``


class Draft:
    """A description as numbers: shaped like a position, which need not be possible."""

    def __init__(self, deck: Deck, params: Any, given: object) -> None:
        fixed = plain(params)
        fields = Fields("position", given, _FIELDS)
        self.players: int = fixed.players
        self.cards = len(deck.cards)
        self.phase = CALLING + fields.choice("phase", _PHASES, 0)
        self.round = fields.whole("round", 1, 1, MOST)
        self.active = fields.whole("active", fixed.starter, 0, self.players - 1)
        self.asked = self.active
        if self.phase in ASKING:
            self.asked = fields.whole("asked", self.active, 0, self.players - 1)
        self.points = [int(points) for points in fixed.head_start[: self.players]]
        if fields.given.get("scores") is not None:
            self.points = fields.listed("scores", self.players)
            for points in self.points:
                if not is_whole(points, 0, MOST_SHOWN):
                    raise BadInput(f"position: scores must be whole numbers from 0 to {MOST_SHOWN}")
        self._read_seats(fields)
        self._read_lots(deck, fields)
        self.pending = fields.whole("pending", NO_CARD, NO_CARD, self.cards - 1) if self.phase == LOADING else NO_CARD
        self.ticket = fields.choice("ticket", VEHICLE_NAMES, NO_VEHICLE) if self.phase == RIDING else NO_VEHICLE
        self.pile = self._cards_in(fields, "pile")
        self.turned = fields.flag("turned")
        if fields.given.get("deck") is None:  # the rest
            taken = [*self.pile, *self._laid, *[card for hand in self.hand for card in hand]]
            self.deck = [card for card in range(self.cards) if card not in taken]
        else:
            self.deck = self._cards_in(fields, "deck")
        self.busy = fields.flag("moved_this_round")
        self.idle_rounds = fields.whole("idle_rounds", 0, 0, 3)

    def _cards_in(self, fields: Fields, name: str) -> list[int]:
        found = fields.listed(name)
        for card in found:
            if not is_whole(card, 0, self.cards - 1):
                raise BadInput(f"{fields.what}: {name} must be card numbers from 0 to {self.cards - 1}")
        if len(found) > self.cards:
            raise BadInput(f"{fields.what}: {name} has more cards than there are")
        return sorted(found) if name in ("hand", "known") else found

    def _read_seats(self, fields: Fields) -> None:
        self.hand: list[list[int]] = []
        self.known: list[list[int]] = []
        self.steps: list[int] = []
        self.bid: list[int] = []
        given = fields.listed("seats", self.players) if fields.given.get("seats") else [{} for _ in range(self.players)]
        for seat, one in enumerate(given):
            inner = Fields(f"position: seat {seat}", one, ("hand", "known", "steps", "bid"))
            self.hand.append(self._cards_in(inner, "hand"))
            self.known.append(self._cards_in(inner, "known"))
            self.steps.append(inner.whole("steps", 0, 0, MOST_SHOWN))
            bid = inner.get("bid", NO_BID) if self.phase == BIDDING else NO_BID
            if isinstance(bid, str):
                if bid != "bluff":
                    raise BadInput(f'{inner.what}: bid must be a card number or "bluff"')
                bid = BLUFFED
            elif not is_whole(bid, NO_BID, self.cards - 1):
                raise BadInput(f'{inner.what}: bid must be a card number or "bluff"')
            self.bid.append(bid)

    def _read_lots(self, deck: Deck, fields: Fields) -> None:
        self.lots: list[Lot] = []
        for number, one in enumerate(fields.listed("lots")):
            inner = Fields(f"position: lot {number}", one, ("seat", "card", "carrier", "vehicle"))
            if inner.given.get("card") is None:
                raise BadInput(f"{inner.what}: card is missing")
            card = inner.whole("card", 0, 0, self.cards - 1)
            carrier = inner.whole("carrier", NO_CARD, NO_CARD, self.cards - 1)
            vehicle = NO_VEHICLE
            if carrier != NO_CARD:
                vehicle = inner.choice("vehicle", VEHICLE_NAMES, deck.cards[carrier].vehicles[0])
            self.lots.append(Lot(inner.whole("seat", 0, 0, self.players - 1), card, carrier, vehicle))
        if len(self.lots) > MOST_LOTS:
            raise BadInput(f"position: lots must be a list of at most {MOST_LOTS}")

    def to_json(self) -> dict[str, Any]:
        """The whole description, with nothing left out."""
        seats = []
        for seat in range(self.players):
            bid = self.bid[seat]
            shown = None if bid == NO_BID else ("bluff" if bid == BLUFFED else bid)
            hand, known = list(self.hand[seat]), list(self.known[seat])
            seats.append({"hand": hand, "known": known, "steps": self.steps[seat], "bid": shown})
        return {
            "phase": PHASE_NAMES[self.phase],
            "round": self.round,
            "active": self.active,
            "asked": self.asked,
            "scores": list(self.points),
            "seats": seats,
            "lots": [
                {
                    "seat": lot.seat,
                    "card": lot.card,
                    "carrier": None if lot.carrier == NO_CARD else lot.carrier,
                    "vehicle": None if lot.carrier == NO_CARD else VEHICLE_NAMES[lot.vehicle],
                }
                for lot in self.lots
            ],
            "deck": list(self.deck),
            "pile": list(self.pile),
            "turned": self.turned,
            "pending": None if self.pending == NO_CARD else self.pending,
            "ticket": None if self.ticket == NO_VEHICLE else VEHICLE_NAMES[self.ticket],
            "moved_this_round": self.busy,
            "idle_rounds": self.idle_rounds,
        }

    # --- what follows ---

    @property
    def _laid(self) -> list[int]:
        """The cards on the table, and the one that must become a carrier."""
        found = [lot.card for lot in self.lots]
        found += [lot.carrier for lot in self.lots if lot.carrier != NO_CARD]
        return [*found, self.pending] if self.pending != NO_CARD else found

    @property
    def everywhere(self) -> list[int]:
        """Every card at every place."""
        return [*self.deck, *self.pile, *self._laid, *[card for hand in self.hand for card in hand]]

    def of_seat(self, seat: int) -> list[Lot]:
        """A seat's lots, the oldest first."""
        return [lot for lot in self.lots if lot.seat == seat]

    def is_down(self, seat: int) -> bool:
        """Whether a seat has face-down baggage: some has no carrier, and none is about to be laid (3.8)."""
        bare = any(lot.carrier == NO_CARD for lot in self.of_seat(seat))
        return bare and not (self.phase == CARRYING and self.asked == seat)

    def shown(self, seat: int) -> list[int]:
        """The vehicles that a seat's carriers show, the oldest first."""
        return [lot.vehicle for lot in self.of_seat(seat) if lot.carrier != NO_CARD]


def describe(deck: Deck, params: Any, state: Any) -> dict[str, Any]:
    """A position as data."""
    at = plain(state)
    players: int = plain(params).players
    if at.phase == DEALING:
        raise BadInput("a position is described from the first decision on")
    ring = [*at.ring[at.head :], *at.ring[: at.head]]
    seats = []
    for seat in range(players):
        hand = at.hand[seat][: at.held[seat]]
        known = [card for card, seen in zip(hand, at.seen[seat], strict=False) if seen]
        bid = at.bid[seat]
        shown = None if bid == NO_BID else ("bluff" if bid == BLUFFED else bid)
        seats.append({"hand": list(hand), "known": known, "steps": at.steps[seat], "bid": shown})
    lots = []
    for number in range(at.lots):
        carrier = at.lot_carrier[number]
        bare = carrier == NO_CARRIER
        vehicle = None if bare else VEHICLE_NAMES[deck.cards[carrier // 2].vehicles[carrier % 2]]
        card = at.lot_card[number]
        lots.append(
            {
                "seat": at.lot_owner[number],
                "card": card,
                "carrier": None if bare else carrier // 2,
                "vehicle": vehicle,
            }
        )
    return {
        "phase": PHASE_NAMES[at.phase],
        "round": (at.turn + players - 1) // players,
        "active": at.active,
        "asked": at.asked,
        "scores": list(at.points[:players]),
        "seats": seats,
        "lots": lots,
        "deck": ring[: at.deck],
        "pile": ring[at.deck : at.deck + at.pile],
        "turned": bool(at.turned),
        "pending": None if at.pending == NO_CARD else at.pending,
        "ticket": None if at.ticket == NO_VEHICLE else VEHICLE_NAMES[at.ticket],
        "moved_this_round": bool(at.busy),
        "idle_rounds": at.idle_rounds,
    }


def write(deck: Deck, params: Any, state: Any, given: Mapping[str, Any]) -> None:
    """Write a described position into a record. What cannot be is written as far as the record can hold it."""
    draft = Draft(deck, params, given)
    starter = int(plain(params).starter)
    setup(params, state)
    state["phase"] = draft.phase
    state["active"] = draft.active
    state["asked"] = draft.asked
    state["turn"] = 1 + (draft.active - starter) % draft.players + draft.players * (draft.round - 1)
    state["turned"] = 1 if draft.turned else 0
    state["pending"] = draft.pending
    state["ticket"] = draft.ticket
    state["busy"] = 1 if draft.busy else 0
    state["idle_rounds"] = draft.idle_rounds
    _write_ring(state, draft)
    for seat in range(draft.players):
        hand = draft.hand[seat][:HAND]
        state["held"][seat] = len(hand)
        for slot, card in enumerate(hand):
            state["hand"][seat, slot] = card
            state["seen"][seat, slot] = 1 if card in draft.known[seat] else 0
        state["bid"][seat] = draft.bid[seat]
        state["steps"][seat] = draft.steps[seat]
        state["points"][seat] = draft.points[seat]
        _write_baggage(deck, state, draft, seat)
    state["lots"] = len(draft.lots)
    for number, lot in enumerate(draft.lots):
        state["lot_card"][number] = lot.card
        state["lot_owner"][number] = lot.seat
        if lot.carrier != NO_CARD:
            vehicles = deck.cards[lot.carrier].vehicles
            side = 1 if lot.vehicle != vehicles[0] and lot.vehicle == vehicles[1] else 0
            state["lot_carrier"][number] = 2 * lot.carrier + side


def _write_ring(state: Any, draft: Draft) -> None:
    """The deck ends where its ring did at the beginning, which it must until the pile is turned over."""
    head = (draft.cards - len(draft.deck)) % CARDS
    for place in range(CARDS):
        state["ring"][place] = NO_CARD
    cards = [*draft.deck, *draft.pile][:CARDS]
    for number, card in enumerate(cards):
        state["ring"][(head + number) % CARDS] = card
    state["head"] = head
    state["deck"] = len(draft.deck)
    state["pile"] = len(cards) - len(draft.deck)


def _write_baggage(deck: Deck, state: Any, draft: Draft, seat: int) -> None:
    own, shown = draft.of_seat(seat), draft.shown(seat)
    down = draft.is_down(seat)
    state["baggage"][seat] = len(own)
    state["down"][seat] = 1 if down else 0
    state["latest"][seat] = shown[-1] if shown else NO_VEHICLE
    for vehicle in range(len(VEHICLE_NAMES)):
        state["carriers"][seat, vehicle] = shown.count(vehicle)
    for kind in range(KINDS):
        held = [deck.cards[lot.card].objects[kind] for lot in own if lot.carrier != NO_CARD or not down]
        state["objects"][seat, kind] = min(sum(held), 255)
