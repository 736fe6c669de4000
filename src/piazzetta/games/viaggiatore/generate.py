"""Random valid decks (1.2): like our own, or within a frame of totals that a designer wants."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Card, Deck
from piazzetta.games.viaggiatore.state import CARDS, HAND, KINDS, VEHICLES

_SHOPS = (None, 1, 1, 2, 3, 4)  # least number that pays, equally likely; similar to the default deck


def random_deck(seed: int) -> Deck:
    """A random deck: each bid, ticket and pair of vehicles once; objects, shops and sides drawn.

    The same seed gives the same deck.

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


@dataclass(frozen=True)
class Frame:
    """The totals of a deck; what is not said is spread as evenly as possible."""

    cards: int = CARDS
    bids: Sequence[int] | None = None  # cards by bid, 1 to 4
    tickets: Sequence[int] | None = None  # cards by the vehicle of their ticket
    objects: Sequence[int] | None = None  # objects by kind: a card brings 5 less its bid
    shops: Sequence[int] | None = None  # shops that ask for a kind


def framed_deck(seed: int, frame: Frame) -> Deck:
    """A random deck with exactly these totals; ``BadInput`` if there is none.

    >>> from piazzetta.games.viaggiatore.generate import Frame, framed_deck
    >>> deck = framed_deck(1, Frame(cards=60, bids=(30, 10, 10, 10)))
    >>> sum(card.bid == 1 for card in deck.cards)
    30
    """
    if not 2 * HAND <= frame.cards <= CARDS:
        raise BadInput(f"a deck has {2 * HAND} to {CARDS} cards, not {frame.cards}")
    dice = random.Random(seed)
    bids = _dealt("bids", ("1", "2", "3", "4"), frame.bids, frame.cards, dice)
    tickets = _dealt("tickets", VEHICLE_NAMES, frame.tickets, frame.cards, dice)
    brought = sum(4 - bid for bid in bids)
    objects = _dealt("objects", KIND_NAMES, frame.objects, brought, dice)
    asked = _asked(frame, dice)
    pairs = list(combinations(range(VEHICLES), 2))
    carriers = [pairs[number % len(pairs)] for number in range(frame.cards)]
    dice.shuffle(carriers)
    cards = []
    for bid, ticket, carrier, asks in zip(bids, tickets, carriers, asked, strict=True):
        kinds = [objects.pop() for _ in range(4 - bid)]
        first, second = dice.sample(carrier, 2)
        shop = tuple(dice.choice([least for least in _SHOPS if least]) if ask else None for ask in asks)
        cards.append(Card(bid + 1, tuple(kinds.count(kind) for kind in range(KINDS)), (first, second), ticket, shop))
    return Deck.read([card.to_json() for card in cards])


def _dealt(what: str, names: Sequence[str], wanted: Sequence[int] | None, total: int, dice: random.Random) -> list[int]:
    """Numbers from 0, each as often as wanted, shuffled."""
    counts = wanted or [total // len(names) + (number < total % len(names)) for number in range(len(names))]
    if len(counts) != len(names) or min(counts) < 0 or sum(counts) != total:
        raise BadInput(f"{what} takes {len(names)} numbers, for {', '.join(names)}, that add up to {total}")
    dealt = [number for number, many in enumerate(counts) for _ in range(many)]
    dice.shuffle(dealt)
    return dealt


def _asked(frame: Frame, dice: random.Random) -> list[list[bool]]:
    """Which shops ask for which kinds: each for at least one (1.2)."""
    usual = round(frame.cards * (1 - _SHOPS.count(None) / len(_SHOPS)))
    counts = frame.shops or (usual,) * KINDS
    if len(counts) != KINDS or not all(0 <= many <= frame.cards for many in counts) or sum(counts) < frame.cards:
        raise BadInput(
            f"shops takes {KINDS} numbers up to {frame.cards}, for {', '.join(KIND_NAMES)}, "
            f"that add up to {frame.cards} at least, so that every shop asks for something"
        )
    asked = [[False] * KINDS for _ in range(frame.cards)]
    for kind, many in enumerate(counts):
        for number in dice.sample(range(frame.cards), many):
            asked[number][kind] = True
    for shop in asked:
        if not any(shop):  # one that asks for several gives one of them away
            other = max(asked, key=sum)
            kind = other.index(True)
            other[kind], shop[kind] = False, True
    return asked
