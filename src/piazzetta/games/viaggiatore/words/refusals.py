"""Why a move is not allowed: a sentence for a player, and the clause it rests on."""

from __future__ import annotations

from string import Formatter
from typing import Any

from piazzetta.games.base import Refusal
from piazzetta.games.viaggiatore import allowed as why
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import card_of, listed, texts
from piazzetta.games.viaggiatore.state import CARRY, DEALING, LOADING, RIDE, SHOPPING, STALLED_ROUNDS, TRAVEL, VEHICLES

REASONS: dict[int, tuple[str, str]] = {
    why.NO_SUCH_MOVE: ("3.1", "there is no such move"),
    why.GAME_OVER: ("7.1", "the game is over"),
    why.CHANCE_FIRST: ("6.1", "a card has to be turned up or dealt first"),
    why.NOT_CHANCE: ("6.1", "no card is being drawn now"),
    why.WRONG_DRAW: ("5.2", "the next card of the deck is {purpose}"),
    why.NOT_IN_DECK: ("6.1", "card {card} is not in the deck"),
    why.NOT_ON_TOP: ("6.2", "card {card} is not the next one; the deck's order is known, and card {top} comes now"),
    why.BID_FIRST: ("3.2", "an auction is going on; lay a card or bluff"),
    why.CARRY_FIRST: ("3.8", "the new baggage needs its carrier first"),
    why.TRAVEL_OR_STAY: ("4.1", "the auctions are over; travel or stay"),
    why.RIDE_OR_WAIT: ("4.4", "a {ticket} ticket has been played; ride along or wait"),
    why.NO_AUCTION: ("3.2", "no auction is going on"),
    why.NO_NEW_BAGGAGE: ("3.8", "there is no new baggage that needs a carrier"),
    why.NO_TICKET_PLAYED: ("4.4", "nobody has played a ticket to ride along with"),
    why.AUCTIONS_FIRST: ("3.1", "the auctions of this turn have to be closed first"),
    why.NOT_IN_HAND: ("3.2", "card {card} is not in your hand"),
    why.NO_SUCH_CARRIER: ("4.1", "card {card} is a {own_ticket} ticket, and {carriers}"),
    why.OTHER_TICKET: ("4.4", "card {card} is a {own_ticket} ticket, and the ticket played was a {ticket} ticket"),
    why.MUST_TAKE_PART: ("5.1", "who is in the city takes part in the auctions of others; lay a card"),
    why.NOT_THE_FIRST: ("3.9", "the first card drawn, card {pending}, must become the carrier"),
}


#: The name of each reason, as ``allowed.py`` has it: what another language looks its sentence up by.
KEYS = {code: name.lower() for name, code in vars(why).items() if name.isupper() and code in REASONS}


def clause_of(state: Any, action: int, code: int) -> str:
    """The clause a reason rests on; some have another one by the phase of the turn or by what the card was for."""
    phase = state.phase
    if code == why.GAME_OVER and state.idle_rounds == STALLED_ROUNDS:
        return "7.2"
    if code == why.CHANCE_FIRST or code == why.WRONG_DRAW:
        return "2.1" if phase == DEALING else ("5.2" if phase == SHOPPING else "6.1")
    if code == why.CARRY_FIRST and phase == LOADING:
        return "3.9"
    if code == why.NOT_IN_HAND and action >= CARRY:
        return "4.4" if action >= RIDE else ("4.1" if action >= TRAVEL else "3.8")
    return REASONS[code][0]


def _carriers(state: Any) -> list[str]:
    return [VEHICLE_NAMES[vehicle] for vehicle in range(VEHICLES) if state.carriers[int(state.asked), vehicle]]


def refusal(deck: Deck, params: Any, state: Any, action: int, code: int) -> Refusal:
    """The sentence for a code of ``why_not``, with its details filled in, its clause, and the same as data."""
    clause, sentence = clause_of(state, action, code), REASONS[code][1]
    if code == why.NO_SUCH_MOVE:
        return Refusal(f"{sentence} (clause {clause}).", clause, KEYS[code], {})
    card = card_of(action)
    details = {
        "card": card,
        "ticket": VEHICLE_NAMES[int(state.ticket)],
        "pending": int(state.pending),
        "own_ticket": VEHICLE_NAMES[deck.cards[card].ticket] if 0 <= card < len(deck.cards) else "",
        "top": int(state.ring[int(state.head)]),
        "purpose": "shop" if state.phase == SHOPPING else "draw",
        "carriers": _carriers(state),
    }
    facts = {name: details[name] for _, name, _, _ in Formatter().parse(sentence) if name}
    words = facts | {
        "purpose": "the shop" if details["purpose"] == "shop" else "drawn, not a shop",
        "carriers": f"your carriers show only {listed(_carriers(state))}",
    }
    said = f"{texts(deck)[action]} is not allowed: {sentence.format(**words)} (clause {clause})."
    return Refusal(said, clause, KEYS[code], facts)
