"""The form in which a position of Il Commercio Viaggiatore is edited, and what follows from a change.

A card that comes to a place leaves the one where it was; a card that leaves its place for none goes to the deck.
"""

from __future__ import annotations

from typing import Any

from piazzetta.games.positions import MOST, FormCard, FormWriter, Path, option
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.positions.draft import ASKING, MOST_SHOWN, Draft
from piazzetta.games.viaggiatore.state import BIDDING, CALLING, LOADING, NO_CARD, NO_VEHICLE, RIDING
from piazzetta.games.viaggiatore.view import PHASE_NAMES


def form(deck: Deck, params: Any, draft: Draft) -> FormCard:
    """Return the fields of a description."""
    writer = FormWriter()
    cards = [_card(card) for card in range(draft.cards)]
    writer.choices("phases", [option(name, f"phase.{name}") for name in PHASE_NAMES[CALLING:]])
    writer.choices("seats", [option(seat, "form.player", {"seat": seat}) for seat in range(draft.players)])
    writer.choices("vehicles", [option(name, f"vehicle.{name}") for name in VEHICLE_NAMES])
    writer.choices("cards", cards)
    writer.choices("carriers", [option(None, "form.no_carrier"), *cards])
    _turn(writer, draft)
    for seat in range(draft.players):
        _player(writer, deck, draft, seat)
    writer.group("piles", {})
    writer.listed(["pile"], "pile", {}, draft.pile, "cards")
    writer.flag(["turned"], "turned", {}, draft.turned)
    if draft.turned:  # before, the deck has no order (records.md)
        writer.listed(["deck"], "deck", {}, draft.deck, "cards")
    return writer.form


def _card(card: int) -> Any:
    return option(card, "form.card", {"card": card})


def _turn(writer: FormWriter, draft: Draft) -> None:
    writer.group("turn", {})
    writer.choice(["phase"], "phase", {}, PHASE_NAMES[draft.phase], "phases")
    writer.number(["round"], "round", {}, draft.round, 1, MOST)
    writer.choice(["active"], "active", {}, draft.active, "seats")
    if draft.phase in ASKING:
        writer.choice(["asked"], "asked", {}, draft.asked, "seats")
    if draft.phase == RIDING:
        ticket = None if draft.ticket == NO_VEHICLE else VEHICLE_NAMES[draft.ticket]
        writer.choice(["ticket"], "ticket", {}, ticket, "vehicles")
    if draft.phase == LOADING:
        pending = None if draft.pending == NO_CARD else draft.pending
        writer.choice(["pending"], "pending", {}, pending, "cards")
    writer.flag(["moved_this_round"], "moved_this_round", {}, draft.busy)
    writer.number(["idle_rounds"], "idle_rounds", {}, draft.idle_rounds, 0, 3)


def _player(writer: FormWriter, deck: Deck, draft: Draft, seat: int) -> None:
    writer.group("player", {"seat": seat})
    writer.number(["scores", seat], "score", {}, draft.points[seat], 0, MOST_SHOWN)
    writer.number(["seats", seat, "steps"], "steps", {}, draft.steps[seat], 0, MOST_SHOWN)
    writer.held(["seats", seat, "hand"], "hand", {}, draft.hand[seat], "cards")
    if draft.turned:
        writer.choices(f"hand {seat}", [_card(card) for card in draft.hand[seat]])
        writer.held(["seats", seat, "known"], "known", {}, draft.known[seat], f"hand {seat}")
    if draft.phase == BIDDING:
        bids = [option(None, "form.no_bid"), option("bluff", "term.bluff")]
        writer.choices(f"bids {seat}", [*bids, *[_card(card) for card in draft.hand[seat]]])
        writer.choice(["seats", seat, "bid"], "bid", {}, draft.to_json()["seats"][seat]["bid"], f"bids {seat}")
    writer.listed(["baggage", seat], "baggage", {}, [lot.card for lot in draft.of_seat(seat)], "cards")
    for number, lot in enumerate(draft.lots):
        if lot.seat != seat:
            continue
        carrier = None if lot.carrier == NO_CARD else lot.carrier
        writer.choice(["lots", number, "carrier"], "carrier", {"card": lot.card}, carrier, "carriers")
        if carrier is not None:
            sides = [VEHICLE_NAMES[vehicle] for vehicle in deck.cards[carrier].vehicles]
            writer.choices(f"vehicles {number}", [option(name, f"vehicle.{name}") for name in sides])
            shown = VEHICLE_NAMES[lot.vehicle]
            writer.choice(["lots", number, "vehicle"], "vehicle", {"card": lot.card}, shown, f"vehicles {number}")


def changed(deck: Deck, params: Any, draft: Draft, path: Path, value: Any) -> dict[str, Any]:
    """Return the description with another value of a field, and with what follows from it."""
    found = draft.to_json()
    name = str(path[0])
    inner: list[Any] = path[1:]
    if name == "scores":
        found["scores"][inner[0]] = value
    elif name == "seats" and inner[1] == "hand":
        _take(found, [card for card in value if card not in draft.hand[inner[0]]])
        found["seats"][inner[0]]["hand"] = value
    elif name == "seats":
        found["seats"][inner[0]][inner[1]] = value
    elif name == "baggage":
        _pack(found, inner[0], value)
    elif name == "lots" and inner[1] == "carrier":
        lot = found["lots"][inner[0]]
        if lot["carrier"] != value:
            _take(found, [] if value is None else [value], lot["card"])
            _carry(found, lot["card"], value, deck)
    elif name == "lots":
        found["lots"][inner[0]][inner[1]] = value
    elif name == "pending":
        _take(found, [] if value is None else [value])
        found["pending"] = value
    elif name in ("pile", "deck"):
        _take(found, [card for card in value if card not in found[name]])
        found[name] = value
    else:
        found[name] = value
    _tidy(found, draft)
    return found


def _take(found: dict[str, Any], cards: list[Any], but: Any = None) -> None:
    """Take cards from where they are; baggage goes with its carrier to the deck, except the baggage ``but``."""
    for name in ("deck", "pile"):
        found[name] = [card for card in found[name] if card not in cards]
    for one in found["seats"]:
        one["hand"] = [card for card in one["hand"] if card not in cards]
    if found["pending"] in cards:
        found["pending"] = None
    found["lots"] = [lot for lot in found["lots"] if lot["card"] not in cards or lot["card"] == but]
    for lot in found["lots"]:
        if lot["carrier"] in cards:
            lot["carrier"] = None
            lot["vehicle"] = None


def _carry(found: dict[str, Any], baggage: int, carrier: Any, deck: Deck) -> None:
    """Another carrier for some baggage, or none; the first of its vehicles shows."""
    for lot in found["lots"]:
        if lot["card"] == baggage:
            lot["carrier"] = carrier
            lot["vehicle"] = None if carrier is None else VEHICLE_NAMES[deck.cards[carrier].vehicles[0]]


def _pack(found: dict[str, Any], seat: int, cards: list[Any]) -> None:
    """Other baggage of a seat, the oldest first; what stays keeps its carrier."""
    before = {lot["card"]: lot for lot in found["lots"] if lot["seat"] == seat}
    _take(found, [card for card in cards if card not in before])
    new = {"seat": seat, "carrier": None, "vehicle": None}
    own = [before.get(card, {**new, "card": card}) for card in cards]
    lots = []
    for lot in found["lots"]:
        if lot["seat"] != seat:
            lots.append(lot)
        elif own:
            lots.append(own.pop(0))
    found["lots"] = [*lots, *own]


def _tidy(found: dict[str, Any], draft: Draft) -> None:
    """Cards that are nowhere go to the deck; what is known of a hand, and a bid, is in it.

    A card is on its way to be loaded only while someone loads.
    """
    if found["phase"] != PHASE_NAMES[LOADING]:
        found["pending"] = None
    there = [*found["deck"], *found["pile"]]
    for one in found["seats"]:
        one["known"] = [card for card in one["known"] if card in one["hand"]]
        if one["bid"] != "bluff" and one["bid"] not in one["hand"]:
            one["bid"] = None
        there += one["hand"]
    for lot in found["lots"]:
        there += [lot["card"], lot["carrier"]]
    there.append(found["pending"])
    found["deck"] = [*found["deck"], *[card for card in range(draft.cards) if card not in there]]
