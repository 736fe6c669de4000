"""``determinize``: a position that a seat cannot tell apart from the true one, drawn without peeking."""

from __future__ import annotations

from piazzetta.games.viaggiatore.rules.allowed import ALLOWED, why_not_bluff
from piazzetta.games.viaggiatore.rules.cards import insert
from piazzetta.games.viaggiatore.state import BIDDING, BLUFFED, CARDS, HAND, NO_BID, NO_CARD
from piazzetta.kernel import below, compiled


@compiled
def determinize(params, state, seat, rng):
    """Redeal what ``seat`` (−1: nobody) cannot know: hidden cards of the other hands, the deck, face-down bids.

    Every possibility is equally likely. The result depends only on what the seat knows and on ``rng``: hidden cards are
    first sorted by number, so no trace of their true arrangement remains.
    """
    low = 0  # cards whose place the seat does not know: numbers below 32, below 64, below 96, one bit each
    middle = 0
    high = 0
    hidden = 0
    for other in range(params.players):
        if other == seat:
            continue
        for slot in range(state.held[other]):
            if state.seen[other, slot] == 0:
                hidden += 1
                card = int(state.hand[other, slot])
                if card < 32:
                    low |= 1 << card
                elif card < 64:
                    middle |= 1 << (card - 32)
                else:
                    high |= 1 << (card - 64)
    first = int(state.head) - hidden
    if first < 0:
        first += CARDS
    total = hidden
    if state.turned == 0:  # 6.2: afterwards everyone knows the deck's order
        place = int(state.head)
        for _ in range(state.deck):
            card = int(state.ring[place])
            if card < 32:
                low |= 1 << card
            elif card < 64:
                middle |= 1 << (card - 32)
            else:
                high |= 1 << (card - 64)
            place += 1
            if place == CARDS:
                place = 0
        total += int(state.deck)

    # One heap in front of the discards, from which the hidden cards are dealt like any drawn card.
    place = first
    for card in range(CARDS):
        bits = low if card < 32 else (middle if card < 64 else high)
        if (bits >> (card & 31)) & 1:
            state.ring[place] = card
            place += 1
            if place == CARDS:
                place = 0
    for other in range(params.players):
        if other == seat:
            continue
        kept = 0
        for slot in range(state.held[other]):
            if state.seen[other, slot]:
                state.hand[other, kept] = state.hand[other, slot]
                kept += 1
        missing = int(state.held[other]) - kept
        for slot in range(HAND):
            state.seen[other, slot] = 1 if slot < kept else 0
            if slot >= kept:
                state.hand[other, slot] = NO_CARD
        state.held[other] = kept
        for _ in range(missing):
            place = first + below(rng, total)
            if place >= CARDS:
                place -= CARDS
            card = int(state.ring[place])
            state.ring[place] = state.ring[first]
            state.ring[first] = NO_CARD
            first += 1
            if first == CARDS:
                first = 0
            total -= 1
            insert(state, other, card, 0)
        if state.phase == BIDDING and state.bid[other] != NO_BID:
            slot = below(rng, int(state.held[other]) + int(why_not_bluff(params, state, other) == ALLOWED))
            state.bid[other] = state.hand[other, slot] if slot < state.held[other] else BLUFFED
