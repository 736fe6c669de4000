"""What a move of Il Commercio Viaggiatore does, as events that a viewer may know of, and in words."""

from __future__ import annotations

from typing import Any

from piazzetta.games.base import OPEN, SPECTATOR, Event, Viewer
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import (
    card_of,
    counted,
    kinds_named,
    listed,
    objects_named,
    seat_name,
    seats_named,
)
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
    KINDS,
    RIDE,
    SHOP,
    STAY,
    TRAVEL,
    WAIT,
)
from piazzetta.games.viaggiatore.view import visible_to, winners

_PLAIN = {AUCTION: "auction_called", CLOSE: "auctions_closed", STAY: "stayed", WAIT: "waited"}


def _bid(deck: Deck, params: Any, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    """3.2: a card is laid face down, which only its owner sees; the last one has all turned up."""
    seat = int(before.asked)
    card = card_of(action) if action != BLUFF else BLUFFED
    laid: dict[str, Any] = {"seat": seat}
    if viewer in (seat, OPEN):
        laid["bid"] = "bluff" if card == BLUFFED else card
    happened = [Event("bid_laid", laid)]
    if after.reveals != before.reveals:
        bids = {other: int(before.bid[other]) for other in range(params.players)}
        happened += _revealed(deck, params, before, after, bids | {seat: card})
    return happened


def _revealed(deck: Deck, params: Any, before: Any, after: Any, bids: dict[int, int]) -> list[Event]:
    """3.3 to 3.9: what an auction came to."""
    active = int(before.active)
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
        lot = int(after.lots) - 1
        winner, card = int(after.lot_owner[lot]), int(after.lot_card[lot])
        won = {"seat": winner, "card": card, "value": value[winner], "objects": list(deck.cards[card].objects)}
        happened.append(Event("auction_won", won))
        if after.down[winner]:
            happened.append(Event("face_down", {"seat": winner, "card": card}))
    return happened


def _carried(deck: Deck, before: Any, action: int, after: Any) -> Event:
    """3.8, 3.9: the lot that got its carrier."""
    seat = int(before.asked)
    carrier = action - CARRY
    lots = after.lot_carrier[: int(after.lots)].tolist()
    return Event(
        "carrier_laid",
        {
            "seat": seat,
            "card": carrier // 2,
            "vehicle": VEHICLE_NAMES[deck.cards[carrier // 2].vehicles[carrier % 2]],
            "baggage": int(after.lot_card[lots.index(carrier)]),
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


def _drew(params: Any, before: Any, action: int, viewer: Viewer) -> Event:
    """2.1, 6: a card drawn, seen by the drawer alone unless the deck's order is known (6.2) or it must carry (3.9)."""
    seat = int(before.asked)
    dealt = before.phase == DEALING
    must_carry = not dealt and bool(before.down[seat])
    facts: dict[str, Any] = {"seat": seat}
    if visible_to(params, before, action) == SPECTATOR or viewer in (seat, OPEN):
        facts["card"] = action - CARD
    if must_carry:
        facts["must_carry"] = True
    return Event("dealt" if dealt else "drew", facts)


def _sold(deck: Deck, before: Any, action: int) -> Event:
    """5.2: what the shop paid."""
    seat = int(before.active)
    card = action - SHOP
    asked = deck.cards[card].shop
    objects = before.objects[seat].tolist()
    pays = [int(least is not None and objects[kind] >= least) for kind, least in enumerate(asked)]
    facts = {"seat": seat, "card": card, "asked": list(asked), "objects": objects, "points": pays, "total": sum(pays)}
    return Event("shop", facts)


def _afterwards(params: Any, before: Any, action: int, after: Any) -> list[Event]:
    """What follows by itself: the pile turned over (6.2), the next turn, the end."""
    happened = []
    left = int(before.deck) - (1 if action >= DECISIONS else 0)
    if left == 0 and after.deck > 0:
        happened.append(Event("pile_turned", {"cards": int(after.deck)}))
    if after.phase == FINISHED:
        scores = [int(after.points[seat]) for seat in range(params.players)]
        reached = max(scores) >= params.target
        over = {
            "scores": scores,
            "winners": winners(params, after),
            "reason": "target" if reached else "stalled",
            "clause": "7.1" if reached else "7.2",
        }
        happened.append(Event("game_over", over))
    elif after.turn != before.turn:
        happened.append(Event("turn", {"seat": int(after.active)}))
    return happened


def events(deck: Deck, params: Any, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    """What happened between two positions, as far as the viewer may know."""
    seat = int(before.asked)
    if action >= SHOP:
        happened = [_sold(deck, before, action)]
    elif action >= CARD:
        happened = [_drew(params, before, action, viewer)]
    elif action >= TRAVEL:
        key = "rode" if action >= RIDE else "travelled"
        start = int(before.steps[seat])
        happened = [walked(key, deck, seat, card_of(action), start, int(after.steps[seat]) - start)]
    elif action >= CARRY:
        happened = [_carried(deck, before, action, after)]
    elif action >= BID or action == BLUFF:
        happened = _bid(deck, params, before, action, after, viewer)
    else:
        happened = [Event(_PLAIN[action], {"seat": seat})]
    return happened + _afterwards(params, before, action, after)


def _say_bid(bid: dict[str, Any]) -> str:
    return f"{seat_name(bid['seat'])} " + ("bluffs" if bid["bid"] == "bluff" else f"{bid['value']} (card {bid['bid']})")


def _say_walk(p: dict[str, Any], how: str) -> str:
    where = "arrives in the city" if p["arrived"] else f"stands at {p['at']} of {CITY}"
    return f"{seat_name(p['seat'])} {how} by {p['vehicle']} (card {p['card']}): {counted(p['steps'], 'step')}, {where}."


def _say_tie(p: dict[str, Any]) -> str:
    verb = "loses" if len(p["seats"]) == 1 else "lose"
    stays = "; the active player's bid stays valid" if p["active_stays"] else ""
    return f"Equal bids of {p['value']}: {seats_named(p['seats'])} {verb}{stays}."


def _say_drew(p: dict[str, Any], who: str) -> str:
    if p.get("must_carry"):
        return f"{who} draws card {p['card']}, which must become a carrier."
    return f"{who} draws card {p['card']}." if "card" in p else f"{who} draws a card."


def _say_over(p: dict[str, Any]) -> str:
    why = "three rounds without a card moved" if p["reason"] == "stalled" else "the target is reached"
    verb = "wins" if len(p["winners"]) == 1 else "win"
    points = listed([f"{seat_name(seat)} {points}" for seat, points in enumerate(p["scores"])])
    return f"The game is over, {why} ({p['clause']}). {seats_named(p['winners'])} {verb}: {points}."


def say(event: Event) -> str:
    """An event in English words."""
    p = event.params
    who = seat_name(p["seat"]) if "seat" in p else ""
    match event.key:
        case "auction_called":
            return f"{who} calls an auction."
        case "auctions_closed":
            return f"{who} calls no more auctions."
        case "bid_laid":
            what = "" if "bid" not in p else (": a bluff" if p["bid"] == "bluff" else f": card {p['bid']}")
            return f"{who} lays a card face down{what}."
        case "auction_revealed":
            return f"The bids are turned up: {listed([_say_bid(bid) for bid in p['bids']])}."
        case "tie_lost":
            return _say_tie(p)
        case "auction_won":
            return f"{who} wins the auction with {p['value']} (card {p['card']}): {objects_named(p['objects'])}."
        case "nobody_won":
            return "Nobody wins the auction."
        case "all_bluffed":
            return f"Everybody bluffs: {who} may call no more auctions in this turn."
        case "face_down":
            return f"{who} has no card to carry it: baggage {p['card']} is turned face down."
        case "carrier_laid":
            up = ", which is turned up" if p["turned_up"] else ""
            return f"{who} has baggage {p['baggage']} carried by {p['vehicle']} (card {p['card']}){up}."
        case "travelled":
            return _say_walk(p, "travels")
        case "rode":
            return _say_walk(p, "rides along")
        case "stayed":
            return f"{who} stays."
        case "waited":
            return f"{who} does not ride along."
        case "shop":
            paid = [kind for kind in range(KINDS) if p["points"][kind]]
            what = f" ({kinds_named(paid)})" if paid else ""
            return f"{who} sells to shop {p['card']}: {counted(p['total'], 'point')}{what}."
        case "dealt":
            return f"{who} is dealt card {p['card']}." if "card" in p else f"{who} is dealt a card."
        case "drew":
            return _say_drew(p, who)
        case "pile_turned":
            return f"The discard pile is turned over and becomes the deck: {counted(p['cards'], 'card')}."
        case "turn":
            return f"{who} to move."
        case "game_over":
            return _say_over(p)
    raise KeyError(event.key)
