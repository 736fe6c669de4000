"""A game's own knowledge in the form a search needs: its kernels, their weights, its network, and working space."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from piazzetta.bots.network.layout import layout_of
from piazzetta.bots.network.vectors import MASK
from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game
from piazzetta.match.setting import Setting


def kernels_of(game: Game) -> dict[str, Any]:
    """The kernels to bind in place of the stand-ins of ``games/knowledge.py``."""
    kernels = game.knowledge().kernels
    return kernels._replace(prepare=kernels.prepare or game.kernels.determinize)._asdict()


@lru_cache
def weights_of(setting: Setting) -> Array:
    """The weights that ``evaluate`` reads, shared by all searches of a setting."""
    weights = np.array(setting.game.knowledge().weights(setting.players), np.float64, order="C")
    weights.flags.writeable = False
    return weights


@lru_cache
def network_of(game: Game) -> Array:
    """The weights of a game's small network; none if it has no network."""
    known = game.knowledge()
    if known.encoding is None or known.network is None:
        return np.zeros(0, np.int8)
    weights = np.frombuffer(known.network(), np.int8)
    if len(weights) != layout_of(known.encoding).size:
        raise BadInput(f"the network of {game.name} has {len(weights)} weights, which does not fit its encoding")
    return weights


@lru_cache
def _wide(game: Game) -> Array:
    """The weights in 16 bits, as kernels read them: that saves half of the widening before a multiplication."""
    weights = network_of(game).astype(np.int16)
    weights.flags.writeable = False
    return weights


def network_digest(game: Game) -> str:
    """A digest that tells one small network of a game from another."""
    return hashlib.sha256(network_of(game).tobytes()).hexdigest()[:8]


def has_network(game: Game) -> bool:
    return len(network_of(game)) > 0


class Evaluator(NamedTuple):
    """What evaluates positions: the weights of features and of the network, and working space."""

    weights: Any
    scratch: Any
    network: Any
    seen: Any  # encodings of this position and of the one before, and room that the last vector read may touch
    lanes: Any  # the network's sums


def new_evaluator(setting: Setting, network: Array | None = None) -> Evaluator:
    """An evaluator for one search of a setting: what ``encode`` does not write must stay 0.

    ``network``: other weights than those of the game's small network, in 16 bits.
    """
    game = setting.game
    known = game.knowledge()
    encoding = known.encoding if has_network(game) else None
    return Evaluator(
        weights_of(setting),
        np.zeros(known.scratch),
        _wide(game) if network is None else network,
        np.zeros(2 * encoding.size + MASK if encoding else 0, np.uint8),
        np.zeros(layout_of(encoding).lanes + game.most_legal if encoding else 0, np.int32),
    )
