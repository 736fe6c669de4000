"""Random valid decks (1.2): each bid, ticket and pair of vehicles once; objects, shops and sides drawn at random."""

from __future__ import annotations

import random
from itertools import combinations, product

from piazzetta.games.viaggiatore.deck import Card, Deck
from piazzetta.games.viaggiatore.state import KINDS, VEHICLES

_SHOPS = (None, 1, 1, 2, 3, 4)  # least number that pays, equally likely; similar to the default deck


def random_deck(seed: int) -> Deck:
    """A random deck. The same seed gives the same deck.

    >>> from piazzetta.games.viaggiatore.generate import random_deck
    >>> len(random_deck(1).cards)
    96
    """
    dice = random.Random(seed)
    cards = []
    for bid, ticket, pair in product(range(1, 5), range(VEHICLES), combinations(range(VEHICLES), 2)):
        kinds = [dice.randrange(KINDS) for _ in range(5 - bid)]
        first, second = dice.sample(pair, 2)
        shop = tuple(dice.choice(_SHOPS) for _ in range(KINDS))
        while all(least is None for least in shop):  # 1.2: a shop asks for something
            shop = tuple(dice.choice(_SHOPS) for _ in range(KINDS))
        cards.append(Card(bid, tuple(kinds.count(kind) for kind in range(KINDS)), (first, second), ticket, shop))
    return Deck.read([card.to_json() for card in cards])
