"""The two records of Il Commercio Viaggiatore, and the constants used in them."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

MOST_PLAYERS = 6  # 1.1
CARDS = 96  # 1.2: as many as are printed; a deck may have fewer
HAND = 5  # game cards in a full hand (2.1, 6.1)
CITY = 7  # steps to the city (1.3)
PACE = 5  # steps without baggage (4.2)
KINDS = 4  # clothes, hats, shoes, accessories
VEHICLES = 4  # train, plane, ship, bus
# A lot is a baggage card with its carrier. Face-down baggage has none, and each seat has at most one (3.9):
# 2 · (lots with a carrier) + (lots without) ≤ 96 cards.
MOST_LOTS = (CARDS - MOST_PLAYERS) // 2 + MOST_PLAYERS

# What is expected next.
DEALING = 0  # chance deals five cards to each seat (2.1)
CALLING = 1  # the active player calls an auction or closes the phase (3.1)
BIDDING = 2  # each seat in turn lays a card face down (3.2)
CARRYING = 3  # the winner of an auction lays a carrier from hand (3.8)
TRAVELLING = 4  # the active player plays a ticket or stays (4.1)
RIDING = 5  # another player rides along or waits (4.4)
SHOPPING = 6  # chance turns up the shop (5.2)
DRAWING = 7  # chance gives the active player a card (6.1)
LOADING = 8  # the first card drawn becomes the carrier of face-down baggage (3.9)
FINISHED = 9
PHASES = 10

NO_CARD = -1  # an empty place in the ring, in a hand, in the table of lots
NO_BID = -1
BLUFFED = CARDS  # instead of a card bid
NO_CARRIER = 255  # a carrier is 2 · card + side
NO_VEHICLE = -1


# The switches, by their numbers in the params. editions.py says what they mean.
class Handicap(IntEnum):
    OFF = 0
    FAIR = 1


class Bonus(IntEnum):
    EACH = 0
    FIRST = 1


class Ending(IntEnum):
    AT_ONCE = 0
    ROUND = 1


class InCity(IntEnum):
    MAY_BLUFF = 0
    MUST_BID = 1


# The action numbering.
AUCTION = 0
CLOSE = 1
BLUFF = 2
STAY = 3
WAIT = 4
BID = 5  # + card
CARRY = BID + CARDS  # + 2 · card + which of its two vehicles
TRAVEL = CARRY + 2 * CARDS  # + card
RIDE = TRAVEL + CARDS  # + card
DECISIONS = RIDE + CARDS
CARD = DECISIONS  # + card: chance deals it
SHOP = CARD + CARDS  # + card: chance turns it up
ACTIONS = SHOP + CARDS

STALLED_ROUNDS = 3  # 7.2

PARAMS = np.dtype(
    [
        ("players", np.int16),
        ("starter", np.int16),
        ("handicap", np.int16),
        ("bonus", np.int16),
        ("target", np.int16),
        ("ending", np.int16),
        ("in_city", np.int16),
        ("cards", np.int16),  # in this deck
        ("head_start", np.int16, (MOST_PLAYERS,)),  # points given to each seat (2.2)
        ("value", np.int8, (CARDS,)),  # the bid on each card
        ("goods", np.int8, (CARDS, KINDS)),  # its objects
        ("vehicles", np.int8, (CARDS, 2)),
        ("ticket", np.int8, (CARDS,)),
        ("shop", np.int8, (CARDS, KINDS)),  # the least number that pays, 0: not bought
    ],
    align=True,
)

# Deck and discard pile form one ring: the deck is ring[head], ring[head + 1], …, followed by the discards, oldest
# first, so that turning the pile over (6.2) moves no card. Until then, the deck's part is an unordered set. Unused
# entries hold NO_CARD, NO_CARRIER or 0, so that equal positions have equal bytes.
STATE = np.dtype(
    [
        ("turn", np.int32),  # turns begun so far
        ("reveals", np.int32),  # how often something hidden was revealed
        ("head", np.int16),
        ("deck", np.int16),  # cards in the deck
        ("pile", np.int16),  # cards in the discard pile
        ("ring", np.int8, (CARDS,)),
        ("hand", np.int8, (MOST_PLAYERS, HAND)),  # by card number
        ("seen", np.int8, (MOST_PLAYERS, HAND)),  # 1 if everyone knows that this card is in this hand (6.2)
        ("held", np.int8, (MOST_PLAYERS,)),
        ("bid", np.int8, (MOST_PLAYERS,)),  # a card, which stays in hand until all have bid; BLUFFED; NO_BID
        ("lot_card", np.int8, (MOST_LOTS,)),  # all baggage on the table, oldest first
        ("lot_carrier", np.uint8, (MOST_LOTS,)),
        ("lot_owner", np.int8, (MOST_LOTS,)),
        ("baggage", np.int8, (MOST_PLAYERS,)),  # baggage cards, face-down ones too
        ("down", np.int8, (MOST_PLAYERS,)),  # 1 if one of them is face down (3.9)
        ("carriers", np.int8, (MOST_PLAYERS, VEHICLES)),  # carriers by the vehicle they show
        ("objects", np.uint8, (MOST_PLAYERS, KINDS)),  # objects of the face-up baggage
        ("latest", np.int8, (MOST_PLAYERS,)),  # what the most recently laid carrier shows, unless sold (4.4)
        ("steps", np.int8, (MOST_PLAYERS,)),
        ("points", np.int8, (MOST_PLAYERS,)),
        ("lots", np.int8),  # lots on the table
        ("turned", np.int8),  # 1 once the pile has been turned over: everyone then knows the deck's order (6.2)
        ("pending", np.int8),  # the drawn card that must become a carrier (3.9)
        ("ticket", np.int8),  # the vehicle of the ticket that others may follow (4.4)
        ("phase", np.int8),
        ("active", np.int8),  # whose turn
        ("asked", np.int8),  # whose decision; while dealing, who gets the card
        ("busy", np.int8),  # somebody laid, discarded or drew a card in this round (7.2)
        ("idle_rounds", np.int8),
    ],
    align=True,
)
