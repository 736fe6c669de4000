"""What a move of Il Commercio Viaggiatore does, as events limited to what a viewer may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from piazzetta.games.base import OPEN, SPECTATOR, Event, Viewer
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import card_of
from piazzetta.games.viaggiatore.state import (
    AUCTION,
    BID,
    BLUFF,
    BLUFFED,
    CARD,
    CARRY,
    CITY,
    CLOSE,
    DEALING,
    DECISIONS,
    FINISHED,
    RIDE,
    SHOP,
    STAY,
    TRAVEL,
    WAIT,
)
from piazzetta.games.viaggiatore.view import visible_to, winners
from piazzetta.kernel import Plain, plain

_PLAIN = {AUCTION: "auction_called", CLOSE: "auctions_closed", STAY: "stayed", WAIT: "waited"}


def _bid(deck: Deck, players: int, before: Plain, action: int, after: Plain, viewer: Viewer) -> list[Event]:
    """3.2: a card is laid face down, which only its owner sees; the last one reveals all."""
    seat = before.asked
    card = card_of(action) if action != BLUFF else BLUFFED
    laid: dict[str, Any] = {"seat": seat}
    if viewer in (seat, OPEN):
        laid["bid"] = "bluff" if card == BLUFFED else card
    happened = [Event("bid_laid", laid)]
    if after.reveals != before.reveals:
        bids = dict(enumerate(before.bid[:players]))
        happened += _revealed(deck, before, after, bids | {seat: card})
    return happened


def _revealed(deck: Deck, before: Plain, after: Plain, bids: dict[int, int]) -> list[Event]:
    """3.3 to 3.9: the outcome of an auction."""
    active = before.active
    order = [(active + k) % len(bids) for k in range(len(bids))]
    value = {seat: deck.cards[card].bid for seat, card in bids.items() if card != BLUFFED}
    shown = [
        {"seat": seat, "bid": bids[seat] if seat in value else "bluff", "value": value.get(seat, 0)} for seat in order
    ]
    happened = [Event("auction_revealed", {"bids": shown})]
    for number in sorted(set(value.values())):
        same = [seat for seat in order if value.get(seat) == number]
        if len(same) > 1:
            lost = [seat for seat in same if seat != active]
            happened.append(Event("tie_lost", {"value": number, "seats": lost, "active_stays": active in same}))
    if not value:
        happened.append(Event("all_bluffed", {"seat": active}))
    elif after.lots == before.lots:
        happened.append(Event("nobody_won", {}))
    else:
        lot = after.lots - 1
        winner, card = after.lot_owner[lot], after.lot_card[lot]
        won = {"seat": winner, "card": card, "value": value[winner], "objects": list(deck.cards[card].objects)}
        happened.append(Event("auction_won", won))
        if after.down[winner]:
            happened.append(Event("face_down", {"seat": winner, "card": card}))
    return happened


def _carried(deck: Deck, before: Plain, action: int, after: Plain) -> Event:
    """3.8, 3.9: the lot that got its carrier."""
    seat = before.asked
    carrier = action - CARRY
    lots = after.lot_carrier[: after.lots]
    return Event(
        "carrier_laid",
        {
            "seat": seat,
            "card": carrier // 2,
            "vehicle": VEHICLE_NAMES[deck.cards[carrier // 2].vehicles[carrier % 2]],
            "baggage": after.lot_card[lots.index(carrier)],
            "turned_up": bool(before.down[seat]),
        },
    )


def walked(key: str, deck: Deck, seat: int, card: int, start: int, steps: int) -> Event:
    """4: a ticket was played."""
    at = min(start + steps, CITY)
    facts = {
        "seat": seat,
        "card": card,
        "vehicle": VEHICLE_NAMES[deck.cards[card].ticket],
        "steps": at - start,
        "at": at,
        "arrived": at == CITY,
    }
    return Event(key, facts)


def _drew(before: Plain, action: int, shown: bool) -> Event:
    """2.1, 6: a card drawn, seen by the drawer alone unless the deck's order is known (6.2) or it must carry (3.9)."""
    dealt = before.phase == DEALING
    facts: dict[str, Any] = {"seat": before.asked}
    if shown:
        facts["card"] = action - CARD
    if not dealt and before.down[before.asked]:
        facts["must_carry"] = True
    return Event("dealt" if dealt else "drew", facts)


def shop_pays(asked: Sequence[int | None], objects: Sequence[int]) -> list[int]:
    """5.2: what a shop pays for each kind of goods."""
    return [int(least is not None and objects[kind] >= least) for kind, least in enumerate(asked)]


def _sold(deck: Deck, before: Plain, action: int) -> Event:
    """5.2: what the shop paid."""
    seat = before.active
    card = action - SHOP
    asked = deck.cards[card].shop
    objects = before.objects[seat]
    pays = shop_pays(asked, objects)
    facts = {"seat": seat, "card": card, "asked": list(asked), "objects": objects, "points": pays, "total": sum(pays)}
    return Event("shop", facts)


def _afterwards(params: Any, before: Plain, action: int, after: Any, now: Plain) -> list[Event]:
    """What follows automatically: the pile turned over (6.2), the next turn, the end. ``now``: the same position as
    ``after``, for reading."""
    happened = []
    left = before.deck - (1 if action >= DECISIONS else 0)
    if left == 0 and now.deck > 0:
        happened.append(Event("pile_turned", {"cards": now.deck}))
    if now.phase == FINISHED:
        scores = now.points[: int(params["players"])]
        reached = max(scores) >= int(params["target"])
        over = {
            "scores": scores,
            "winners": winners(params, after),
            "reason": "target" if reached else "stalled",
            "clause": "7.1" if reached else "7.2",
        }
        happened.append(Event("game_over", over))
    elif now.turn != before.turn:
        happened.append(Event("turn", {"seat": now.active}))
    return happened


def events(deck: Deck, params: Any, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    """What happened between two positions, as far as the viewer may know."""
    then, now = plain(before), plain(after)
    seat = then.asked
    if action >= SHOP:
        happened = [_sold(deck, then, action)]
    elif action >= CARD:
        shown = viewer in (seat, OPEN) or visible_to(params, before, action) == SPECTATOR
        happened = [_drew(then, action, shown)]
    elif action >= TRAVEL:
        key = "rode" if action >= RIDE else "travelled"
        start = then.steps[seat]
        happened = [walked(key, deck, seat, card_of(action), start, now.steps[seat] - start)]
    elif action >= CARRY:
        happened = [_carried(deck, then, action, now)]
    elif action >= BID or action == BLUFF:
        happened = _bid(deck, int(params["players"]), then, action, now, viewer)
    else:
        happened = [Event(_PLAIN[action], {"seat": seat})]
    return happened + _afterwards(params, then, action, after, now)
