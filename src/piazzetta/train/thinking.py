"""How a seat thinks in the batched search."""

from __future__ import annotations

from typing import NamedTuple


class Thinking(NamedTuple):
    """How a seat thinks. Without simulations it draws its moves by the square of the network's probabilities."""

    simulations: int  # for a move
    candidates: int = 16  # most moves at the root that share the simulations; 0: PUCT there too
    noise: float = 0.5  # of what is drawn at the root: 1 is the paper's, 0 always plays what looks best
    trust: float = 3.0  # how much values count at the root against the network's probabilities
    curiosity: float = 0.6  # below the root
    network: int = 0  # which of the search's networks it asks
