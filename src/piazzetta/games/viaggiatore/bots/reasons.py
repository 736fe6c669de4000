"""Reasons for a move of Il Commercio Viaggiatore: steps, sales, bids and tickets, based on what its seat may know."""

from __future__ import annotations

from typing import Any

from piazzetta.games.facts import Event
from piazzetta.games.reasons import Line
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import card_of
from piazzetta.games.viaggiatore.rules.turn import travel_steps
from piazzetta.games.viaggiatore.state import AUCTION, BID, BLUFF, CARRY, CITY, CLOSE, RIDE, STAY, TRAVEL, WAIT

_MOST = 4
#: The clause that a reason rests on.
CLAUSES = {
    "arrives": "4.3",
    "beaten_by": "3.5",
    "bidders": "3.2",
    "empty_handed": "5.1",
    "face_down": "3.9",
    "falls_short": "4.2",
    "keeps_cards": "3.2",
    "known_shop": "5.2",
    "lets_ride": "4.4",
    "misses_baggage": "3.5",
    "misses_sale": "5.2",
    "no_rider": "4.4",
    "nobody_bids": "3.2",
    "sale": "5.2",
    "sale_grows": "5.2",
    "sells_less": "5.2",
    "steps": "4.2",
    "ticket_steps": "4.2",
    "tie_stays": "3.4",
}


def made(key: str, **params: Any) -> Event:
    return Event(key, params)


class _Sight:
    """What the seat knows, and what it can infer by counting."""

    def __init__(self, line: Line) -> None:
        setting = line.setting
        deck: Any = setting.components
        self.deck: Deck = deck
        self.seat = line.seat
        self.view = setting.game.view(setting.components, setting.params_record, line.state(0), self.seat)
        self.own = self.view["seats"][self.seat]
        self.hand: list[int] = list(self.own["hand"])
        self.target = int(setting.rules["target"])

    def unseen(self) -> list[int]:
        """Cards in the deck and in hands that this seat cannot name."""
        seen = set(self.hand) | set(self.view["pile"])
        for lot in self.view["lots"]:
            seen |= {lot["card"], lot["carrier"]} - {None}
        for other in self.view["seats"]:
            seen |= set(other["known"])
        return [card for card in range(len(self.deck.cards)) if card not in seen]

    def pays(self, card: int, objects: list[int]) -> int:
        """5.2: what a shop pays for the objects."""
        asked = self.deck.cards[card].shop
        return sum(least is not None and objects[kind] >= least for kind, least in enumerate(asked))

    def sale(self, objects: list[int]) -> tuple[float, float]:
        """The average points of a sale over all possible shops, and how often it is enough to win."""
        shops = self.unseen() or list(range(len(self.deck.cards)))
        paid = [self.pays(card, objects) for card in shops]
        missing = self.target - int(self.own["points"])
        return sum(paid) / len(paid), sum(points >= missing for points in paid) / len(paid)


def reasons(line: Line, answer: Line | None) -> list[Event]:
    """The reasons for a move, the strongest first. Ignores what others hold or bid, since that is unknown."""
    sight = _Sight(line)
    action = line.actions[0]
    if action >= TRAVEL:
        found = _walk(sight, line, 0)
    elif action >= CARRY:
        found = _carry(sight, line)
    elif action >= BID:
        found = _bid(sight, card_of(action))
    elif action in (AUCTION, CLOSE, BLUFF):
        found = _talk(sight, line, action)
    else:
        assert action in (STAY, WAIT)
        found = _stay(sight)
    return found[:_MOST]


def _sold(sight: _Sight, objects: list[int]) -> list[Event]:
    if not sum(objects):
        return [made("empty_handed")]
    order = sight.view["deck_order"]
    missing = sight.target - int(sight.own["points"])
    if order:
        points = sight.pays(order[0], objects)
        return [made("known_shop", card=order[0], points=points, enough=float(points >= missing))]
    average, enough = sight.sale(objects)
    return [made("sale", average=average, enough=enough)]


def _walk(sight: _Sight, line: Line, at: int) -> list[Event]:
    """A ticket, played as move ``at`` of the line: how far it goes, what a sale would bring, whom it takes along."""
    setting, action = line.setting, line.actions[at]
    walked = setting.game.preview(setting.components, setting.params_record, line.state(at), action).events[0].params
    found = []
    if walked["arrived"]:
        found.append(made("arrives", steps=walked["steps"], vehicle=walked["vehicle"]))
        found += _sold(sight, sight.own["objects"])
    else:
        found.append(made("steps", steps=walked["steps"], at=walked["at"], vehicle=walked["vehicle"]))
    if action < RIDE:
        riders = [
            seat
            for seat, other in enumerate(sight.view["seats"])
            if seat != sight.seat and other["latest"] == walked["vehicle"] and other["held"] and other["steps"] < CITY
        ]
        found.append(made("lets_ride", seats=riders, vehicle=walked["vehicle"]) if riders else made("no_rider"))
    return found


def _carry(sight: _Sight, line: Line) -> list[Event]:
    card, side = divmod(line.actions[0] - CARRY, 2)
    vehicle = sight.deck.cards[card].vehicles[side]
    steps = int(travel_steps(line.state(1), sight.seat, vehicle))
    tickets = sum(sight.deck.cards[other].ticket == vehicle for other in sight.hand if other != card)
    return [made("ticket_steps", vehicle=VEHICLE_NAMES[vehicle], steps=steps, tickets=tickets)]


def _bid(sight: _Sight, card: int) -> list[Event]:
    value = sight.deck.cards[card].bid
    objects = list(sight.deck.cards[card].objects)
    before = sight.sale(sight.own["objects"])[0]
    after = sight.sale([a + b for a, b in zip(sight.own["objects"], objects, strict=True)])[0]
    unseen = sight.unseen()
    active = sight.view["active"] == sight.seat  # 3.4: an equal bid of another player does not hurt the active one
    beating = sum(sight.deck.cards[other].bid >= value + active for other in unseen)
    found = [made("sale_grows", card=card, objects=objects, before=before, after=after)]
    others = [s for seat, s in enumerate(sight.view["seats"]) if seat != sight.seat]
    if not any(other["held"] for other in others):
        found.append(made("nobody_bids"))
    else:
        found.append(made("beaten_by", value=value, beating=beating, unseen=len(unseen), tie_stays=active))
        if active:
            found.append(made("tie_stays"))
    if len(sight.hand) == 1:
        found.append(made("face_down"))
    return found


def _talk(sight: _Sight, line: Line, action: int) -> list[Event]:
    """Whether to call an auction, close the phase or bluff."""
    if action == AUCTION:
        bidders = sum(other["held"] > 0 for seat, other in enumerate(sight.view["seats"]) if seat != sight.seat)
        found = [made("bidders", bidders=bidders) if bidders else made("nobody_bids")]
        if len(line.actions) > 1 and line.actions[1] >= BID:
            found = _bid(sight, card_of(line.actions[1]))[:2] + found
        return found
    found = [made("keeps_cards", held=len(sight.hand))] if sight.hand else []
    if action == CLOSE and len(line.actions) > 1 and line.actions[1] >= TRAVEL:
        found = _walk(sight, line, 1) + found
    return found


def _stay(sight: _Sight) -> list[Event]:
    found = [made("empty_handed")] if not sum(sight.own["objects"]) else []
    if sight.hand:
        found.append(made("keeps_cards", held=len(sight.hand)))
    return found


def compared(line: Line, answer: Line | None, other: Line, other_answer: Line | None) -> list[Event]:
    """Nothing beyond the chances themselves: what the next seat would do depends on unknown cards."""
    return []


def drawbacks(line: Line, answer: Line | None, better: Line, better_answer: Line | None) -> list[Event]:
    """What a line gives up and lets others do, compared with a better line, as far as its seat can know."""
    sight = _Sight(line)
    found = _shorter(sight, line, better)
    if line.actions[0] >= TRAVEL:
        found += [fact for fact in _walk(sight, line, 0) if fact.key == "lets_ride"]
    elif line.actions[0] >= CARRY:
        found += _carry(sight, line)
    else:
        found += _poorer_bid(sight, _card_bid(line), _card_bid(better))
    return found


def _shorter(sight: _Sight, line: Line, better: Line) -> list[Event]:
    """That a journey is shorter than the better one, or does not reach the city. Only if both have come to it."""
    if not _travelled(line) or not _travelled(better):
        return []
    steps, arrived = _journey(line)
    instead, arriving = _journey(better)
    found = []
    if arriving and not arrived and sum(sight.own["objects"]):
        order = sight.view["deck_order"]
        average = sight.pays(order[0], sight.own["objects"]) if order else sight.sale(sight.own["objects"])[0]
        found.append(made("misses_sale", average=average))
    if steps < instead:
        found.append(made("falls_short", steps=steps, instead=instead))
    return found


def _travelled(line: Line) -> bool:
    """Whether a line decides about a journey."""
    return any(action >= TRAVEL or action in (STAY, WAIT) for action in line.actions)


def _journey(line: Line) -> tuple[int, bool]:
    """How many steps a line's own seat moves, and whether it arrives."""
    legs = [e.params for e in line.events if e.key in ("travelled", "rode") and e.params["seat"] == line.seat]
    return sum(leg["steps"] for leg in legs), any(leg["arrived"] for leg in legs)


def _card_bid(line: Line) -> int | None:
    """The card that a line bids."""
    for action in line.actions:
        if BID <= action < CARRY:
            return card_of(action)
    return None


def _poorer_bid(sight: _Sight, card: int | None, better: int | None) -> list[Event]:
    """That a bid is worth less or is beaten more often than the better one, or that there is none."""
    if better is None:
        return [fact for fact in _bid(sight, card) if fact.key == "beaten_by"] if card is not None else []
    grows = _bid(sight, better)[0].params
    if card is None:
        facts = {key: grows[key] for key in ("card", "objects", "before", "after")}
        return [made("misses_baggage", **facts)]
    mine = _bid(sight, card)
    if mine[0].params["after"] < grows["after"]:
        return [made("sells_less", after=mine[0].params["after"], average=grows["after"])]
    return [fact for fact in mine if fact.key == "beaten_by"]
