"""The search itself: one simulation after another, by the algorithm that suits the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from piazzetta.bots.knowledge import kernels_of
from piazzetta.bots.search import information_sets, transpositions
from piazzetta.bots.search.nodes import carry_back, worth_of
from piazzetta.games.base import Game
from piazzetta.kernel import borrowed, inlined


def simulate(params, state, words, tree, weights, scratch, rng, choice, values, options):
    """One simulation: a stand-in for the algorithm bound here."""
    raise NotImplementedError


def search(params, root, work, words, tree, weights, scratch, rng, choice, values, options, simulations):
    """Run simulations from the position ``root``, continuing in the given tree."""
    tree = borrowed(tree)  # reference counting for its arrays took half of the time
    weights, scratch, rng, choice, values = borrowed((weights, scratch, rng, choice, values))
    for _ in range(simulations):
        work[0] = root[0]
        simulate(params[0], work[0], words[0], tree, weights, scratch, rng, choice, values, options)


@lru_cache
def search_of(game: Game) -> Any:
    """The search compiled for one game."""
    known = kernels_of(game)
    worth = game.bind(worth_of, **known)
    back = game.bind(carry_back, inlined, worth_of=worth)
    if game.has_secrets:
        edges = game.bind(information_sets.open_edges, inlined, **known)
        one = game.bind(information_sets.simulate, inlined, **known, open_edges=edges, carry_back=back)
    else:
        one = game.bind(transpositions.simulate, inlined, carry_back=back)
    return game.bind(search, simulate=one)
