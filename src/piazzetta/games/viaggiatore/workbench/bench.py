"""The deck in the workshop: a random one within a frame, what its cards are used for, and how shops may be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.drawing.heat import heat
from piazzetta.games.viaggiatore.generate import Frame, framed_deck, random_deck
from piazzetta.games.viaggiatore.workbench.knobs import knobs, turned
from piazzetta.games.viaggiatore.workbench.totals import totals
from piazzetta.games.viaggiatore.workbench.uses import uses
from piazzetta.games.workbench.bench import Bench, Held, Knob, Use


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
        return knobs(components, shape)

    def turned(self, components: Deck, settings: Sequence[int]) -> Deck:
        return turned(components, settings)


BENCH = ViaggiatoreBench()
