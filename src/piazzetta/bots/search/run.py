"""The search itself: one simulation after another, by the algorithm and the evaluator that suit the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from piazzetta.bots.knowledge import Evaluator, has_network, kernels_of
from piazzetta.bots.network import kernels as network
from piazzetta.bots.network.layout import layout_of
from piazzetta.bots.search import information_sets, transpositions
from piazzetta.bots.search.nodes import by_features, by_network, carry_back, estimate, worth_of
from piazzetta.games.base import Game, mover
from piazzetta.kernel import borrowed, inlined

#: The kernels of ``bots/network``, each after those that it calls.
_NETWORK = "pool_things understand heed heed_kind decide_on vote foresee rate prefer share draw_move"


def simulate(params, state, words, tree, evaluator, rng, choice, values, options):
    """One simulation: a stand-in for the algorithm bound here."""
    raise NotImplementedError


def search(
    params, root, work, words, tree, weights, scratch, net, seen, lanes, rng, choice, values, options, simulations
):
    """Run simulations from the position ``root``, continuing in the given tree."""
    tree = borrowed(tree)  # reference counting for its arrays took half of the time
    weights, scratch, rng, choice, values = borrowed((weights, scratch, rng, choice, values))
    net, seen, lanes = borrowed((net, seen, lanes))
    evaluator = Evaluator(weights, scratch, net, seen, lanes)
    for _ in range(simulations):
        work[0] = root[0]
        simulate(params[0], work[0], words[0], tree, evaluator, rng, choice, values, options)


def outlook(params, state, weights, scratch, net, seen, lanes, values):
    """Every seat's chance of winning and final points in a position, without a search."""
    evaluator = Evaluator(weights, scratch, net, seen, lanes)
    estimate(params, state, mover(params, state), evaluator, values)


@lru_cache
def network_kernels(game: Game) -> dict[str, Any]:
    """The network's arithmetic, bound to a game's encoding."""
    encoding = game.knowledge().encoding
    assert encoding is not None
    own: dict[str, Any] = {"LAYOUT": layout_of(encoding), "update": encoding.update, "slot_of": encoding.slot_of}
    for name in _NETWORK.split():
        own[name] = game.bind(getattr(network, name), **own)
    return own


def _version(game: Game, features: bool) -> str:
    return "_features" if features and has_network(game) else ""


@lru_cache
def estimate_of(game: Game, features: bool = False) -> Any:
    """Return the kernel that evaluates a position that is not over: by the network, or by features."""
    known = kernels_of(game)
    if features or not has_network(game):
        return game.bind(by_features, inlined, **known)
    return game.bind(by_network, inlined, **known, **network_kernels(game))


@lru_cache
def worth_kernel(game: Game, features: bool = False) -> Any:
    """What a position is worth to each seat, final results included."""
    return game.bind(worth_of, inlined, _version(game, features), estimate=estimate_of(game, features))


@lru_cache
def outlook_of(game: Game) -> Any:
    """``outlook`` compiled for one game."""
    return game.bind(outlook, estimate=estimate_of(game))


@lru_cache
def search_of(game: Game, features: bool = False) -> Any:
    """The search compiled for one game; with ``features``, without its network."""
    version = _version(game, features)
    known = kernels_of(game)
    algorithm: Any = information_sets if game.has_secrets else transpositions
    chosen: dict[str, Any] = {}
    if has_network(game) and not features:
        chosen["expect"] = game.bind(algorithm.set_priors, inlined, **known, **network_kernels(game))
        chosen["best_edge"] = algorithm.best_by_prior
        if game.has_secrets:
            chosen["go_on"] = game.bind(information_sets.until_asked, **known, **network_kernels(game))
    if game.has_secrets:
        chosen["open_edges"] = game.bind(information_sets.open_edges, inlined, version, **known, **chosen)
    chosen["carry_back"] = game.bind(carry_back, inlined, version, worth_of=worth_kernel(game, features))
    one = game.bind(algorithm.simulate, inlined, version, **known, **chosen)
    return game.bind(search, version=version, simulate=one)
