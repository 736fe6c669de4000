"""Il Commercio Viaggiatore as a network sees it: seats, the cards in hand and those known to come. Cards are described
by what is printed on them, so that it plays any deck; cards whose place the mover does not know are counted as one
heap, by what they show. Seats are counted from the mover's own.
"""

from __future__ import annotations

from piazzetta.games.encoding import Encoding, Kind
from piazzetta.games.viaggiatore.rules.allowed import slot_of as hand_slot
from piazzetta.games.viaggiatore.rules.turn import travel_steps
from piazzetta.games.viaggiatore.state import (
    BID,
    BIDDING,
    CALLING,
    CARDS,
    CARRY,
    CARRYING,
    CITY,
    DECISIONS,
    HAND,
    KINDS,
    LOADING,
    MOST_PLAYERS,
    NO_BID,
    NO_CARD,
    RIDE,
    RIDING,
    TRAVEL,
    TRAVELLING,
    VEHICLES,
)
from piazzetta.kernel import compiled

TABLE = 64
SEAT = 32
CARD = 32
COMING = 24
MOST_COMING = 6  # cards of a deck whose order is known (6.2)
SEATS_AT = TABLE
CARDS_AT = SEATS_AT + MOST_PLAYERS * SEAT
COMING_AT = CARDS_AT + (HAND + 1) * CARD  # after the hand, the drawn card that must become a carrier (3.9)

# Slots: the table's own choices use their action numbers, up to the bids.
PER_CARD = 5  # bid it, lay it as a carrier (two sides), travel with it, ride along with it
_WHOLE = 32  # one point, in the numbers for a possible sale


@compiled
def encode(params, state, seat, out):
    players = int(params.players)
    for i in range(TABLE):
        out[i] = 0
    encode_table(params, state, players, out)
    # Unseen cards, 8 bits each: by bid, by ticket; and, by kind, the least number that pays (0 to 4).
    bids = 0
    tickets = 0
    shops0 = 0
    shops1 = 0
    shops2 = 0
    shops3 = 0
    unseen = 0
    place = int(state.head)
    hidden = int(state.deck)
    for _ in range(hidden):
        card = int(state.ring[place])
        place = 0 if place == CARDS - 1 else place + 1
        shops0 += 1 << (8 * int(params.shop[card, 0]))
        shops1 += 1 << (8 * int(params.shop[card, 1]))
        shops2 += 1 << (8 * int(params.shop[card, 2]))
        shops3 += 1 << (8 * int(params.shop[card, 3]))
        if state.turned == 0:
            bids += 1 << (8 * (int(params.value[card]) - 1))
            tickets += 1 << (8 * int(params.ticket[card]))
            unseen += 1
    known = min(hidden, MOST_COMING) if state.turned else 0
    for i in range(known):
        place = int(state.head) + i
        encode_coming(params, int(state.ring[place - CARDS if place >= CARDS else place]), i, out)
    for i in range(known, MOST_COMING):
        for number in range(COMING):
            out[COMING_AT + i * COMING + number] = 0
    for other in range(players):
        if other == seat:
            continue
        for slot in range(state.held[other]):
            if state.seen[other, slot] == 0:
                card = int(state.hand[other, slot])
                bids += 1 << (8 * (int(params.value[card]) - 1))
                tickets += 1 << (8 * int(params.ticket[card]))
                unseen += 1
                if state.turned == 0:  # it might just as well be in the deck
                    shops0 += 1 << (8 * int(params.shop[card, 0]))
                    shops1 += 1 << (8 * int(params.shop[card, 1]))
                    shops2 += 1 << (8 * int(params.shop[card, 2]))
                    shops3 += 1 << (8 * int(params.shop[card, 3]))
    out[32] = unseen
    for k in range(4):
        out[33 + k] = (bids >> (8 * k)) & 255
        out[37 + k] = (tickets >> (8 * k)) & 255
        out[41 + k] = (shops0 >> (8 * k + 8)) & 255
        out[45 + k] = (shops1 >> (8 * k + 8)) & 255
        out[49 + k] = (shops2 >> (8 * k + 8)) & 255
        out[53 + k] = (shops3 >> (8 * k + 8)) & 255
    shops = hidden if state.turned else unseen
    for k in range(players):
        other = seat + k
        other = other - players if other >= players else other
        at = SEATS_AT + k * SEAT
        encode_seat(params, state, other, k, out, at)
        paid = paying(shops0, int(state.objects[other, 0])) + paying(shops1, int(state.objects[other, 1]))
        paid += paying(shops2, int(state.objects[other, 2])) + paying(shops3, int(state.objects[other, 3]))
        out[at + 31] = paid * _WHOLE // max(shops, 1)
    encode_hand(params, state, seat, players, out)


@compiled
def paying(shops, objects):
    """How many shops pay a point for this many objects of a kind."""
    found = 0
    for least in range(1, min(objects, 4) + 1):
        found += (shops >> (8 * least)) & 255
    return found


@compiled
def encode_table(params, state, players, out):
    out[0] = 1
    out[1] = 1 if state.phase == CALLING else 0
    out[2] = 1 if state.phase == BIDDING else 0
    out[3] = 1 if state.phase == CARRYING else 0
    out[4] = 1 if state.phase == TRAVELLING else 0
    out[5] = 1 if state.phase == RIDING else 0
    out[6] = 1 if state.phase == LOADING else 0
    for vehicle in range(VEHICLES):
        out[7 + vehicle] = 1 if state.ticket == vehicle else 0
    out[11] = state.deck
    out[12] = state.pile
    out[13] = state.turned
    out[14] = state.idle_rounds
    out[15] = state.busy
    out[16] = params.target
    out[17] = params.bonus
    out[18] = params.ending
    out[17 + players] = 1  # 19 to 23: two to six players
    bids = 0
    for seat in range(players):
        bids += 1 if state.bid[seat] != NO_BID else 0
    out[24] = bids
    out[25] = players - bids
    out[26] = min(int(state.turn), 255)
    out[27] = params.in_city


@compiled
def encode_seat(params, state, seat, k, out, at):
    players = int(params.players)
    after = seat - int(state.active)
    out[at] = 1
    out[at + 1] = 1 if k == 0 else 0
    out[at + 2] = k
    out[at + 3] = 1 if state.active == seat else 0
    out[at + 4] = 1 if params.starter == seat else 0
    out[at + 5] = state.held[seat]
    out[at + 6] = state.baggage[seat]
    out[at + 7] = state.down[seat]
    out[at + 8] = state.steps[seat]
    out[at + 9] = 1 if state.steps[seat] == CITY else 0
    out[at + 10] = max(int(state.points[seat]), 0)
    out[at + 11] = max(int(params.target) - int(state.points[seat]), 0)
    out[at + 12] = 1 if state.bid[seat] != NO_BID else 0
    out[at + 13] = after + players if after < 0 else after
    for vehicle in range(VEHICLES):
        out[at + 14 + vehicle] = 1 if state.latest[seat] == vehicle else 0
        out[at + 18 + vehicle] = state.carriers[seat, vehicle]
    for kind in range(KINDS):
        out[at + 22 + kind] = min(int(state.objects[seat, kind]), 255)
    known = 0  # cards that everyone knows to be in this hand, by bid
    for slot in range(state.held[seat]):
        if state.seen[seat, slot]:
            known += 1 << (8 * (int(params.value[state.hand[seat, slot]]) - 1))
    for k in range(4):
        out[at + 26 + k] = (known >> (8 * k)) & 255
    out[at + 30] = 0


@compiled
def encode_hand(params, state, seat, players, out):
    held = int(state.held[seat])
    loading = state.pending != NO_CARD and state.asked == seat
    for slot in range(HAND + 1):
        at = CARDS_AT + slot * CARD
        there = slot < held if slot < HAND else loading
        if not there:
            for number in range(CARD):
                out[at + number] = 0
            continue
        card = int(state.hand[seat, slot]) if slot < HAND else int(state.pending)
        ticket = int(params.ticket[card])
        out[at] = 1
        out[at + 1] = 1 if slot == HAND else 0
        out[at + 2] = state.seen[seat, slot] if slot < HAND else 1
        for k in range(4):
            out[at + 3 + k] = 1 if params.value[card] == k + 1 else 0
            out[at + 7 + k] = params.goods[card, k]
            out[at + 11 + k] = 1 if params.vehicles[card, 0] == k else 0
            out[at + 15 + k] = 1 if params.vehicles[card, 1] == k else 0
            out[at + 19 + k] = 1 if ticket == k else 0
            out[at + 23 + k] = params.shop[card, k]
        steps = travel_steps(state, seat, ticket)
        out[at + 27] = state.carriers[seat, ticket]
        out[at + 28] = steps
        out[at + 29] = 1 if int(state.steps[seat]) + steps >= CITY else 0
        riders = 0  # others who could ride along with this ticket (4.4)
        for other in range(players):
            riders += 1 if other != seat and state.latest[other] == ticket else 0
        out[at + 30] = riders
        out[at + 31] = 1 if state.latest[seat] == ticket else 0


@compiled
def encode_coming(params, card, place, out):
    at = COMING_AT + place * COMING
    out[at] = 1
    for k in range(MOST_COMING):
        out[at + 1 + k] = 1 if place == k else 0
    out[at + 7] = params.value[card]
    for k in range(4):
        out[at + 8 + k] = params.goods[card, k]
        out[at + 12 + k] = 1 if params.ticket[card] == k else 0
        out[at + 16 + k] = params.shop[card, k]
        out[at + 20 + k] = 1 if params.vehicles[card, 0] == k or params.vehicles[card, 1] == k else 0


@compiled
def slot_of(params, state, action):
    if action < BID:
        return action
    if state.phase == LOADING:
        return BID + PER_CARD * HAND + 1 + ((action - CARRY) & 1)
    if action >= RIDE:
        card, use = action - RIDE, 4
    elif action >= TRAVEL:
        card, use = action - TRAVEL, 3
    elif action >= CARRY:
        card, use = (action - CARRY) >> 1, 1 + ((action - CARRY) & 1)
    else:
        card, use = action - BID, 0
    return BID + PER_CARD * hand_slot(state, state.asked, card) + use


@compiled
def action_of(params, state, slot):
    if slot < BID:
        return slot
    index = (slot - BID) // PER_CARD
    use = slot - BID - PER_CARD * index
    seat = state.asked
    if index > HAND or (index < HAND and index >= state.held[seat]) or (index == HAND and state.pending == NO_CARD):
        return -1
    card = int(state.hand[seat, index]) if index < HAND else int(state.pending)
    if use == 0:
        return BID + card
    if use <= 2:
        return CARRY + 2 * card + use - 1
    return TRAVEL + card if use == 3 else RIDE + card


def sizes(setting):
    """How many things of each kind a setting has."""
    return {"seats": setting.players, "cards": HAND + 1, "coming": MOST_COMING}


def scale():
    """The factor of each number, which scales all of them to about 1."""
    table = [1.0] * TABLE
    for number in (11, 12, 32):
        table[number] = 1 / 64
    table[16], table[24], table[25], table[26] = 1 / 8, 1 / 3, 1 / 3, 1 / 64
    for number in range(33, 57):
        table[number] = 1 / 16
    seat = [1.0] * SEAT
    for number in (2, 5, 13):
        seat[number] = 1 / 4
    for number in (6, 8, 10, 11, *range(18, 26)):
        seat[number] = 1 / 3
    seat[31] = 1 / _WHOLE
    card = [1.0] * CARD
    for number in (*range(7, 11), *range(23, 29)):
        card[number] = 1 / 3
    coming = [1.0] * COMING
    for number in (*range(7, 12), *range(16, 20)):
        coming[number] = 1 / 3
    return [*table, *seat * MOST_PLAYERS, *card * (HAND + 1), *coming * MOST_COMING]


assert DECISIONS == RIDE + CARDS  # every decision with a card has a slot: bid, carry, travel, ride

ENCODING = Encoding(
    encode,
    encode,
    slot_of,
    action_of,
    TABLE,
    BID,
    (
        Kind("seats", MOST_PLAYERS, SEAT, 0),
        Kind("cards", HAND + 1, CARD, PER_CARD),
        Kind("coming", MOST_COMING, COMING, 0),
    ),
    sizes,
    scale,
    width=192,
)
