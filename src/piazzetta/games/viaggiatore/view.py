"""What a seat may know of Il Commercio Viaggiatore, built as an allowlist: ``view`` as data, ``observe`` as numbers.

``observe`` writes integers. Seats are counted from the observer: 0 is the observer, then clockwise; a spectator counts
from seat 0 and has no hand. Entries about a card are at its number. ``OBSERVATION`` lists the parts in order; those of
``OF_A_SEAT`` come for each seat in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from piazzetta.games.base import OPEN, SPECTATOR, Parts, Viewer
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.editions import SWITCHES
from piazzetta.games.viaggiatore.rules.functions import mover, payoff
from piazzetta.games.viaggiatore.state import (
    BID,
    BLUFF,
    BLUFFED,
    CARD,
    CARDS,
    CARRY,
    DEALING,
    FINISHED,
    KINDS,
    NO_BID,
    NO_CARD,
    NO_CARRIER,
    NO_VEHICLE,
    PHASES,
    SHOP,
    VEHICLES,
)
from piazzetta.kernel import Plain, compiled, plain

PHASE_NAMES = (
    "dealing",
    "calling",
    "bidding",
    "carrying",
    "travelling",
    "riding",
    "shopping",
    "drawing",
    "loading",
    "finished",
)

OF_A_SEAT: list[tuple[str, int, str]] = [
    ("active", 1, "it is this seat's turn"),
    ("asked", 1, "the decision is this seat's (while dealing: it gets the card)"),
    ("starter", 1, "rounds begin here"),
    ("held", 1, "game cards in hand"),
    ("baggage", 1, "baggage cards, face-down ones too"),
    ("face down", 1, "one of them is face down"),
    ("steps", 1, "of 7"),
    ("points", 1, ""),
    ("has bid", 1, "a card lies face down before this seat"),
    ("latest", VEHICLES, "the vehicle that the most recently laid carrier shows (4.4)"),
    ("carriers", VEHICLES, "carriers by vehicle (4.2)"),
    ("objects", KINDS, "objects of the face-up baggage by kind (5.2)"),
]

_SEAT = sum(size for _, size, _ in OF_A_SEAT)

#: The observation part by part: name, count of numbers, meaning. "seats" is for one seat.
OBSERVATION: list[tuple[str, int, str]] = [
    ("phase", PHASES, "one of the phases"),
    ("seats", _SEAT, "for each seat: the parts of OF_A_SEAT"),
    ("hand", CARDS, "the card is in the observer's hand"),
    ("bid", CARDS + 1, "the observer's bid: one of the cards, or the last for bluff"),
    ("known", CARDS, "1 + the seat in whose hand all know the card to be"),
    ("pile", CARDS, "place in the discard pile, the oldest 1"),
    ("order", CARDS, "place in the deck, the next 1; only when the order is known (6.2)"),
    ("baggage", CARDS, "1 + the seat that has the card as baggage"),
    ("lot", CARDS, "for baggage and carriers: the number of the lot, the oldest on the table 1"),
    ("carrier", CARDS, "1 + the vehicle that the card shows as a carrier"),
    ("pending", CARDS, "the card that was drawn to become a carrier (3.9)"),
    ("ticket", VEHICLES, "the vehicle of the ticket that others may follow"),
    ("counts", 2, "cards in the deck, in the discard pile"),
    ("turned", 1, "the deck's order is known"),
    ("turn", 3, "turns begun; rounds without a card moved (7.2); a card moved in this round"),
    ("rules", 3, "target; bonus (0 each, 1 first); ending (0 at once, 1 round; + 2 if who is in the city must bid)"),
]


def parts(players: int) -> list[tuple[str, int, str]]:
    """``OBSERVATION`` for a number of players."""
    return [(name, size * (players if name == "seats" else 1), meaning) for name, size, meaning in OBSERVATION]


@compiled
def visible_to(params, state, action):
    """Bids are laid face down (3.2), and only the drawer sees a drawn card, unless everyone knows it (6.2, 3.9)."""
    seat = int(state.asked)
    if CARD <= action < SHOP:
        known = state.turned or (state.phase != DEALING and state.down[seat])
        return SPECTATOR if known else seat
    return seat if action == BLUFF or BID <= action < CARRY else SPECTATOR


@compiled
def observe_seat(params, state, seat, out, at):
    """The parts of ``OF_A_SEAT``."""
    out[at] = 1 if state.active == seat else 0
    out[at + 1] = 1 if state.asked == seat else 0
    out[at + 2] = 1 if params.starter == seat else 0
    out[at + 3] = state.held[seat]
    out[at + 4] = state.baggage[seat]
    out[at + 5] = state.down[seat]
    out[at + 6] = state.steps[seat]
    out[at + 7] = state.points[seat]
    out[at + 8] = 1 if state.bid[seat] != NO_BID else 0
    for vehicle in range(VEHICLES):
        out[at + 9 + vehicle] = 1 if state.latest[seat] == vehicle else 0
        out[at + 13 + vehicle] = state.carriers[seat, vehicle]
    for kind in range(KINDS):
        out[at + 17 + kind] = state.objects[seat, kind]


@compiled
def observe(params, state, seat, out):
    players = int(params.players)
    chair = max(int(seat), 0)
    for phase in range(PHASES):
        out[phase] = 1 if state.phase == phase else 0
    for k in range(players):
        observe_seat(params, state, (chair + k) % players, out, PHASES + k * _SEAT)
    hand = PHASES + max(players, 0) * _SEAT  # never below 0: lets the compiler skip negative indices
    bid = hand + CARDS
    known = bid + CARDS + 1
    pile = known + CARDS
    order = pile + CARDS
    baggage = order + CARDS
    lots = baggage + CARDS
    carriers = lots + CARDS
    pending = carriers + CARDS
    at = pending + CARDS
    for i in range(hand, at):
        out[i] = 0
    if seat >= 0:
        for slot in range(state.held[seat]):
            out[hand + int(state.hand[seat, slot])] = 1
        if state.bid[seat] != NO_BID:
            out[bid + int(state.bid[seat])] = 1
    for k in range(players):
        other = (chair + k) % players
        for slot in range(state.held[other]):
            if state.seen[other, slot]:
                out[known + int(state.hand[other, slot])] = 1 + k
    place = int(state.head)
    if state.turned:
        for i in range(state.deck):
            out[order + int(state.ring[(place + i) % CARDS])] = 1 + i
    place += int(state.deck)
    for i in range(state.pile):
        out[pile + int(state.ring[(place + i) % CARDS])] = 1 + i
    for lot in range(state.lots):
        card = int(state.lot_card[lot])
        out[baggage + card] = 1 + (int(state.lot_owner[lot]) - chair + players) % players
        out[lots + card] = 1 + lot
        carrier = int(state.lot_carrier[lot])
        if carrier != NO_CARRIER:
            out[lots + (carrier >> 1)] = 1 + lot
            out[carriers + (carrier >> 1)] = 1 + params.vehicles[carrier >> 1, carrier & 1]
    if state.pending != NO_CARD:
        out[pending + int(state.pending)] = 1
    for vehicle in range(VEHICLES):
        out[at + vehicle] = 1 if state.ticket == vehicle else 0
    out[at + 4] = state.deck
    out[at + 5] = state.pile
    out[at + 6] = state.turned
    out[at + 7] = min(int(state.turn), 32767)
    out[at + 8] = state.idle_rounds
    out[at + 9] = state.busy
    out[at + 10] = params.target
    out[at + 11] = params.bonus
    out[at + 12] = params.ending + 2 * params.in_city


def _vehicle(number: int) -> str | None:
    return None if number == NO_VEHICLE else VEHICLE_NAMES[number]


def _facts(at: Plain, seat: int) -> tuple[Any, ...]:
    """What ``_seat`` rests on."""
    return (
        at.held[seat],
        at.hand[seat],
        at.seen[seat],
        at.bid[seat],
        at.baggage[seat],
        at.down[seat],
        at.objects[seat],
        at.carriers[seat],
        at.latest[seat],
        at.steps[seat],
        at.points[seat],
    )


def _seat(facts: tuple[Any, ...]) -> dict[str, Any]:
    """A seat as everyone sees it."""
    held, hand, seen, bid, baggage, down, objects, carriers, latest, steps, points = facts
    return {
        "held": held,
        "hand": None,
        "known": [card for card, known in zip(hand[:held], seen, strict=False) if known],
        "has_bid": bid != NO_BID,
        "bid": None,
        "baggage": baggage,
        "face_down": bool(down),
        "objects": objects,
        "carriers": dict(zip(VEHICLE_NAMES, carriers, strict=True)),
        "latest": _vehicle(latest),
        "steps": steps,
        "points": points,
    }


def _own_seat(facts: tuple[Any, ...], seat: dict[str, Any]) -> dict[str, Any]:
    """The same with what its owner sees of it besides."""
    held, hand, _, bid = facts[:4]
    return {
        **seat,
        "hand": hand[:held],
        "bid": None if bid == NO_BID else ("bluff" if bid == BLUFFED else bid),
    }


def _lots(deck: Deck, at: Plain) -> list[dict[str, Any]]:
    found = []
    owners, cards, down = at.lot_owner, at.lot_card, at.down
    for lot, carrier in enumerate(at.lot_carrier[: at.lots]):
        seat = owners[lot]
        bare = carrier == NO_CARRIER
        found.append(
            {
                "seat": seat,
                "card": cards[lot],
                "carrier": None if bare else carrier // 2,
                "vehicle": None if bare else VEHICLE_NAMES[deck.cards[carrier // 2].vehicles[carrier % 2]],
                "face_down": bare and bool(down[seat]),
            }
        )
    return found


def winners(params: Any, state: Any) -> list[int]:
    """The seats that have won; none while the game is in progress."""
    players = int(params["players"])
    out = np.zeros(2 * players, np.int16)
    payoff(params, state, out)
    return [seat for seat in range(players) if out[players + seat]]


def _public(deck: Deck, params: Any, state: Any, at: Plain, parts: Parts) -> dict[str, Any]:
    """What everyone may know of a position, but for the seats; ``at``: the same position, for reading."""
    fixed = plain(params)
    head, count = at.head, at.deck
    ring = at.ring[head:] + at.ring[:head]
    whose = int(mover(params, state))
    lots = (at.lots, at.lot_owner, at.lot_card, at.lot_carrier, at.down)
    return {
        "game": "viaggiatore",
        "viewer": SPECTATOR,
        "players": fixed.players,
        "starter": fixed.starter,
        "rules": parts.part(
            "rules", fixed, lambda: {name: switch.value(fixed[name]) for name, switch in SWITCHES.items()}
        ),
        "phase": PHASE_NAMES[at.phase],
        "turn": at.turn,
        "mover": whose if whose >= 0 else None,
        "active": at.active,
        "asked": at.asked,
        "idle_rounds": at.idle_rounds,
        "moved_this_round": bool(at.busy),
        "ticket": _vehicle(at.ticket),
        "pending": None if at.pending == NO_CARD else at.pending,
        "deck": count,
        "deck_order": ring[:count] if at.turned else None,
        "pile": ring[count : count + at.pile],
        "scores": at.points[: fixed.players],
        "head_start": fixed.head_start[: fixed.players],
        "winners": winners(params, state) if at.phase == FINISHED else [],
        "seats": [],
        "lots": parts.part("lots", lots, lambda: _lots(deck, at)),
    }


def views(deck: Deck, params: Any, state: Any, viewers: Sequence[Viewer], parts: Parts) -> list[dict[str, Any]]:
    """What each viewer may know of a position. ``OPEN`` sees all hands and bids, but not an order that nobody knows."""
    at = plain(state)
    public = _public(deck, params, state, at, parts)
    seats, own = [], []
    for seat in range(public["players"]):
        facts = _facts(at, seat)
        shown = parts.part(f"seat {seat}", facts, lambda: _seat(facts))  # noqa: B023 — called at once
        seats.append(shown)
        own.append(parts.part(f"own {seat}", facts, lambda: _own_seat(facts, shown)))  # noqa: B023
    found = []
    for viewer in viewers:
        known = own if viewer == OPEN else [own[seat] if seat == viewer else one for seat, one in enumerate(seats)]
        found.append({**public, "viewer": viewer, "seats": known})
    return found
