"""The deck in the workshop: a random one within a frame, what its cards are used for, and how shops may be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.deck import KIND_NAMES, Deck
from piazzetta.games.viaggiatore.drawing.heat import heat
from piazzetta.games.viaggiatore.generate import Frame, framed_deck, random_deck
from piazzetta.games.viaggiatore.workbench.totals import totals
from piazzetta.games.viaggiatore.workbench.uses import uses
from piazzetta.games.workbench.bench import Bench, Held, Knob, Use

_MOST_ASKED = 4  # of a kind in a shop (1.2)


class ViaggiatoreBench(Bench):
    def any(self, seed: int) -> Deck:
        return random_deck(seed)

    def draw(self, seed: int, frame: Mapping[str, Any]) -> Deck:
        """A random deck: like our own, or with the totals of a ``Frame``."""
        known = {field.name for field in fields(Frame)}
        for key in frame:
            if key not in known:
                raise BadInput(f"a deck is drawn by {', '.join(sorted(known))}, not by {key}")
        return framed_deck(seed, Frame(**frame)) if frame else random_deck(seed)

    def totals(self, components: Deck) -> dict[str, dict[str, float]]:
        return totals(components)

    def uses(self, components: Deck, games: int, held: Mapping[str, Held], actions: Sequence[int]) -> list[Use]:
        return uses(components, games, held, actions)

    def heat(self, components: Deck, uses: Sequence[Use]) -> str:
        return heat(components, {use.what: use.a_game for use in uses})

    def knobs(self, components: Deck, shape: bool) -> list[Knob]:
        """How much more or less the shops of a bid ask of a kind; with ``shape`` there is nothing else to change."""
        return [Knob(f"{kind} in shops of bid {bid}", -2, 2, 0) for bid in range(1, 5) for kind in KIND_NAMES]

    def turned(self, components: Deck, settings: Sequence[int]) -> Deck:
        cards = []
        for card in components.cards:
            more = settings[4 * (card.bid - 1) : 4 * card.bid]
            asked = [
                least and min(max(least + change, 1), _MOST_ASKED)
                for least, change in zip(card.shop, more, strict=True)
            ]
            cards.append({**card.to_json(), "shop": asked})
        return Deck.read(cards)


BENCH = ViaggiatoreBench()
