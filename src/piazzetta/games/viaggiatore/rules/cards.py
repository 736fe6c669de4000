"""Moving cards between hands, deck, discard pile and baggage. Each kernel leaves a consistent position: hands sorted,
caches correct, unused entries at their fixed value."""

from __future__ import annotations

from piazzetta.games.viaggiatore.rules.allowed import place_in_deck, slot_of
from piazzetta.games.viaggiatore.state import CARDS, KINDS, NO_CARD, NO_CARRIER, NO_VEHICLE, VEHICLES
from piazzetta.kernel import compiled


@compiled
def insert(state, seat, card, seen):
    """Add a card to a hand, at its place by number."""
    slot = int(state.held[seat])
    while slot > 0 and state.hand[seat, slot - 1] > card:
        state.hand[seat, slot] = state.hand[seat, slot - 1]
        state.seen[seat, slot] = state.seen[seat, slot - 1]
        slot -= 1
    state.hand[seat, slot] = card
    state.seen[seat, slot] = seen
    state.held[seat] += 1


@compiled
def remove(state, seat, card):
    """Remove a card from a hand."""
    last = int(state.held[seat]) - 1
    for slot in range(slot_of(state, seat, card), last):
        state.hand[seat, slot] = state.hand[seat, slot + 1]
        state.seen[seat, slot] = state.seen[seat, slot + 1]
    state.hand[seat, last] = NO_CARD
    state.seen[seat, last] = 0
    state.held[seat] = last


@compiled
def discard(state, card):
    """Put a card at the end of the discard pile."""
    place = int(state.head) + int(state.deck) + int(state.pile)
    state.ring[place - CARDS if place >= CARDS else place] = card
    state.pile += 1
    state.busy = 1


@compiled
def turn_over(state):
    """6.2: if the deck has run out, the pile becomes the deck, in order. False if there are no cards at all (6.3)."""
    if state.deck > 0:
        return True
    if state.pile == 0:
        return False
    state.deck = state.pile
    state.pile = 0
    state.turned = 1
    return True


@compiled
def take(state, card):
    """Remove a card from the deck. In an unordered deck, the card at the head fills its place."""
    head = int(state.head)
    state.ring[place_in_deck(state, card)] = state.ring[head]
    state.ring[head] = NO_CARD
    state.head = 0 if head == CARDS - 1 else head + 1
    state.deck -= 1
    state.busy = 1


@compiled
def add_goods(params, state, seat, card):
    for kind in range(KINDS):
        state.objects[seat, kind] += params.goods[card, kind]


@compiled
def lay_baggage(params, state, seat, card):
    """3.7, 3.9: make a card baggage, face down if there is no game card to carry it."""
    lot = state.lots
    state.lot_card[lot] = card
    state.lot_carrier[lot] = NO_CARRIER
    state.lot_owner[lot] = seat
    state.lots += 1
    state.baggage[seat] += 1
    state.busy = 1
    if state.held[seat] == 0:
        state.down[seat] = 1
    else:
        add_goods(params, state, seat, card)


@compiled
def lay_carrier(params, state, seat, card, side):
    """3.8, 3.9: lay a card next to the baggage without a carrier, turning that face up if it was face down."""
    lot = int(state.lots) - 1
    while state.lot_owner[lot] != seat or state.lot_carrier[lot] != NO_CARRIER:
        lot -= 1
    state.lot_carrier[lot] = 2 * int(card) + side
    vehicle = params.vehicles[card, side]
    state.carriers[seat, vehicle] += 1
    state.latest[seat] = vehicle
    state.busy = 1
    if state.down[seat]:
        state.down[seat] = 0
        add_goods(params, state, seat, state.lot_card[lot])


@compiled
def discard_sold(params, state, seat):
    """5.3, 5.4: discard all face-up baggage of a seat with its carriers, oldest first; face-down baggage stays."""
    kept = 0
    for lot in range(state.lots):
        carrier = int(state.lot_carrier[lot])
        if state.lot_owner[lot] == seat and carrier != NO_CARRIER:
            discard(state, state.lot_card[lot])
            discard(state, carrier >> 1)
            continue
        state.lot_card[kept] = state.lot_card[lot]
        state.lot_carrier[kept] = state.lot_carrier[lot]
        state.lot_owner[kept] = state.lot_owner[lot]
        kept += 1
    for lot in range(kept, state.lots):
        state.lot_card[lot] = NO_CARD
        state.lot_carrier[lot] = NO_CARRIER
        state.lot_owner[lot] = 0
    state.lots = kept
    state.baggage[seat] = state.down[seat]
    state.latest[seat] = NO_VEHICLE
    for vehicle in range(VEHICLES):
        state.carriers[seat, vehicle] = 0
    for kind in range(KINDS):
        state.objects[seat, kind] = 0
