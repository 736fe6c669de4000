"""What the cards of a deck are used for. The page counts them too, translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Card, Deck
from piazzetta.games.viaggiatore.state import BID, CARD, CARRY, RIDE, SHOP, TRAVEL
from piazzetta.games.workbench.bench import Held, Use

FIELDS: tuple[str, ...] = ()
BIDS, CARRIERS, TICKETS, SHOPS = "bids", "carriers", "tickets", "shops"


def uses(deck: Deck, games: int, held: Mapping[str, Held], actions: Sequence[int]) -> list[Use]:
    """How often every card was used, and in which part of it, in so many games."""
    count = len(deck.cards)

    def played(first: int, each: int = 1) -> list[float]:
        return [sum(actions[first + each * card : first + each * (card + 1)]) / games for card in range(count)]

    dealt = played(CARD)  # what is seldom dealt is seldom used
    keys = tuple([str(number) for number in range(count)])
    names = tuple([told(card) for card in deck.cards])

    def use(kind: str, what: str, a_game: list[float], alike: bool = False) -> Use:
        rate = sum(a_game) / max(sum(dealt), 1e-9)
        expected = None if alike else tuple([rate * times for times in dealt])
        return Use(what, keys, names, tuple(a_game), None, expected, kind)

    rides = played(RIDE)
    return [
        use(BIDS, "cards bid", played(BID)),
        use(CARRIERS, "cards laid as carriers", played(CARRY, 2)),
        use(TICKETS, "cards played as tickets", [one + rides[card] for card, one in enumerate(played(TRAVEL))]),
        use(SHOPS, "shops turned up", played(SHOP), True),
    ]


def told(card: Card) -> str:
    """A card in a few words."""
    goods = ", ".join(f"{many} {kind}" for kind, many in zip(KIND_NAMES, card.objects, strict=True) if many)
    first, second = (VEHICLE_NAMES[vehicle] for vehicle in card.vehicles)
    return f"bid {card.bid}, {goods or 'nothing'}, {first} or {second}, ticket {VEHICLE_NAMES[card.ticket]}"
