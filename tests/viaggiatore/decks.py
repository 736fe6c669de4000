"""Playable decks outside the limits of our own (1.2), such as an owner of the printed game may have."""

from __future__ import annotations

from typing import Any

from piazzetta.games.viaggiatore.deck import Deck


def odd_deck(cards: int = 96) -> list[dict[str, Any]]:
    """Five objects on a bid-1 card, two trains on a card, a combination twice, a card without any use."""
    deck = Deck.default().to_json()[:cards]
    low = next(number for number, card in enumerate(deck) if card["bid"] == 1)
    deck[low]["objects"] = [5, 0, 0, 0]
    for number in range(0, cards, 3):
        deck[number]["vehicles"] = ["train", "train"]
    for number in range(1, cards, 8):
        deck[number]["objects"] = [2, 1, 1, 3]
    deck[2] = dict(deck[4], shop=[None, None, None, 1])
    deck[5]["objects"] = [0, 0, 0, 0]
    return deck
