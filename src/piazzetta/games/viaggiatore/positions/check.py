"""Why a described position of Il Commercio Viaggiatore cannot be, clause by clause."""

from __future__ import annotations

from typing import Any

from piazzetta.games.positions import Problem
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.positions.draft import Draft
from piazzetta.games.viaggiatore.state import (
    BIDDING,
    BLUFFED,
    CARRYING,
    CITY,
    DRAWING,
    FINISHED,
    HAND,
    LOADING,
    NO_BID,
    NO_CARD,
    NO_VEHICLE,
    RIDING,
    SHOPPING,
    STALLED_ROUNDS,
    TRAVELLING,
    Ending,
    InCity,
)
from piazzetta.kernel import plain

_MOST_SOLD = 4  # points of one sale (5.2)


class Check:
    """Looks at one description; collects what is wrong with it."""

    def __init__(self, deck: Deck, params: Any, draft: Draft) -> None:
        self.deck = deck
        self.fixed = plain(params)
        self.draft = draft
        self.found: list[Problem] = []

    def all(self) -> list[Problem]:
        self._cards()
        self._hands()
        self._baggage()
        self._phase()
        self._points()
        self._end()
        return self.found

    def no(self, clause: str, key: str, params: dict[str, Any]) -> None:
        self.found.append(Problem(clause, key, params))

    def _cards(self) -> None:
        """1.2: each card is in one place."""
        places = self.draft.everywhere
        for card in range(self.draft.cards):
            n = places.count(card)
            if n > 1:
                self.no("1.2", "card_twice", {"card": card, "n": n})
            elif n == 0:
                self.no("1.2", "card_missing", {"card": card})

    def _hands(self) -> None:
        draft = self.draft
        for seat in range(draft.players):
            n = len(draft.hand[seat])
            if n > HAND:
                self.no("6.1", "hand", {"seat": seat, "n": n, "most": HAND})
            for card in draft.known[seat]:
                if not draft.turned or card not in draft.hand[seat]:
                    self.no("6.2", "known", {"seat": seat, "card": card})
            if draft.steps[seat] > CITY:
                self.no("4.3", "steps", {"seat": seat, "n": draft.steps[seat], "most": CITY})

    def _baggage(self) -> None:
        """3.8, 3.9: baggage has a carrier, which shows one of its card's vehicles; or it is face down."""
        draft = self.draft
        for lot in draft.lots:
            if lot.carrier != NO_CARD and lot.vehicle not in self.deck.cards[lot.carrier].vehicles:
                self.no("3.8", "vehicle", {"card": lot.carrier, "vehicle": VEHICLE_NAMES[lot.vehicle]})
        for seat in range(draft.players):
            own = draft.of_seat(seat)
            bare = [lot for lot in own if lot.carrier == NO_CARD]
            if len(bare) > 1:
                self.no("3.9", "two_bare", {"seat": seat, "n": len(bare)})
            elif bare and bare[0] is not own[-1]:
                self.no("3.9", "bare_not_last", {"seat": seat, "card": bare[0].card})
            elif draft.is_down(seat) and draft.hand[seat]:
                self.no("3.9", "bare", {"seat": seat, "card": bare[0].card})

    # --- what is expected next ---

    def _phase(self) -> None:
        draft, active = self.draft, self.draft.active
        in_city = draft.steps[active] >= CITY
        if draft.phase == BIDDING:
            self._bids()
        elif draft.phase == CARRYING:
            newest = draft.lots[-1] if draft.lots else None
            fresh = newest is not None and newest.seat == draft.asked and newest.carrier == NO_CARD
            if not fresh or not draft.hand[draft.asked]:
                self.no("3.8", "no_new_baggage", {"seat": draft.asked})
        elif draft.phase == TRAVELLING:
            if in_city or not draft.hand[active] or not draft.shown(active):
                self.no("4.1", "no_travel", {"seat": active})
        elif draft.phase == RIDING:
            self._ride()
        elif draft.phase == SHOPPING:
            if not in_city or not draft.deck:
                self.no("5.1", "no_sale", {"seat": active})
        elif draft.phase == DRAWING:
            if in_city:
                self.no("5.1", "unsold", {"seat": active})
            elif len(draft.hand[active]) >= HAND or not draft.deck:
                self.no("6.1", "no_draw", {"seat": active})
        elif draft.phase == LOADING and (draft.pending == NO_CARD or not draft.is_down(active) or in_city):
            self.no("3.9", "no_load", {"seat": active})

    def _bids(self) -> None:
        """3.2: they are laid in turn, from the active player on."""
        draft = self.draft
        laid = (draft.asked - draft.active) % draft.players
        for place in range(draft.players):
            seat = (draft.active + place) % draft.players
            bid = draft.bid[seat]
            if place < laid and bid == NO_BID:
                self.no("3.2", "bid_missing", {"seat": seat})
            elif place >= laid and bid != NO_BID:
                self.no("3.2", "bid_early", {"seat": seat})
            elif bid == BLUFFED:
                bound = self.fixed.in_city == InCity.MUST_BID and seat != draft.active
                if bound and draft.steps[seat] >= CITY and draft.hand[seat]:
                    self.no("5.1", "must_bid", {"seat": seat})
            elif bid != NO_BID and bid not in draft.hand[seat]:
                self.no("3.2", "bid_not_held", {"seat": seat, "card": bid})

    def _ride(self) -> None:
        """4.4: the active player has played a ticket, and another may follow."""
        draft = self.draft
        if draft.ticket == NO_VEHICLE:
            self.no("4.4", "no_ticket", {})
            return
        name = VEHICLE_NAMES[draft.ticket]
        top = draft.pile[-1] if draft.pile else NO_CARD
        played = top != NO_CARD and self.deck.cards[top].ticket == draft.ticket
        if not played or draft.ticket not in draft.shown(draft.active):
            self.no("4.1", "ticket", {"seat": draft.active, "ticket": name})
        seat = draft.asked
        follows = draft.shown(seat)[-1:] == [draft.ticket]
        if seat == draft.active or draft.steps[seat] >= CITY or not draft.hand[seat] or not follows:
            self.no("4.4", "no_ride", {"seat": seat, "ticket": name})

    # --- points, the end ---

    def _points(self) -> None:
        """7.1: who reaches the target ends the game, or the round."""
        draft, fixed = self.draft, self.fixed
        most = fixed.target - 1 + _MOST_SOLD
        sold = (draft.active - fixed.starter) % draft.players + (1 if draft.phase in (DRAWING, LOADING) else 0)
        for seat in range(draft.players):
            n = draft.points[seat]
            if n > most:
                self.no("7.1", "points", {"seat": seat, "n": n, "most": most})
            elif n >= fixed.target and draft.phase != FINISHED:
                before = (seat - fixed.starter) % draft.players < sold
                if fixed.ending == Ending.AT_ONCE or not before:
                    self.no("7.1", "over", {"seat": seat, "n": n})

    def _end(self) -> None:
        draft, fixed = self.draft, self.fixed
        if draft.phase in (CARRYING, RIDING, LOADING) and not draft.busy:
            self.no("7.2", "moved", {})
        if draft.idle_rounds >= draft.round:
            self.no("7.2", "idle", {"n": draft.idle_rounds})
        stalled = draft.idle_rounds == STALLED_ROUNDS
        if draft.phase != FINISHED:
            if stalled:
                self.no("7.2", "stalled", {"n": draft.idle_rounds})
            return
        first = draft.active == fixed.starter
        reached = [seat for seat in range(draft.players) if draft.points[seat] >= fixed.target]
        at_once = fixed.ending == Ending.AT_ONCE
        won = reached == [draft.active] if at_once else bool(reached) and first
        if not won and not (stalled and first):
            self.no("7.1", "not_over", {})
        elif draft.busy and not (won and at_once):
            self.no("7.2", "not_moved", {})
