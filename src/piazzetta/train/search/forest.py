"""The memory of a search: one game per row, one tree per game that is being thought about."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from piazzetta.games.base import Game
from piazzetta.train.thinking import Thinking as Thinking

DEEPEST = 96  # decisions on the way down a tree
EDGES_PER_NODE = 24  # on average; a node for whose edges there is no room is never opened


class Forest(NamedTuple):
    """All arrays. A *tree* has nodes (positions with a choice, or the end of a game) and edges (their moves)."""

    # by game
    games: Any  # positions, in words
    game_records: Any  # the same memory, as records
    which: Any  # the setting of each game
    kind: Any  # (games, seats) how each seat thinks: a row of ``sims``, ``ways`` and ``turns``
    mover: Any  # a seat, or OVER
    action: Any  # what the mover chose
    decisions: Any  # how many choices there were so far
    luck: Any  # the generator of what happens in the game
    thought: Any  # the generator of what a search imagines
    seed: Any  # of what happens in the game
    number: Any  # which game of the seed it is
    over: Any  # whether the last move ended a game here, and another began (``RENEW``)
    outcome: Any  # (games, seats) each seat's share of the win in the last game that ended here
    # the same for all
    clock: Any  # the number of the simulation, and how many trees there are
    sims: Any  # by kind: simulations for a move; 0: play by the network alone
    ways: Any  # (kinds, 4) a ``Thinking``'s candidates, noise, trust and curiosity
    turns: Any  # (kinds, candidates, simulations) how often the next root edge has been tried (sequential halving)
    column: Any  # by slot: the network's column
    # by tree
    game: Any  # whose tree it is
    used: Any  # (trees, 2): nodes, edges
    pending: Any  # the new node whose position waits for the network; −1 if there is none
    end: Any  # where the simulation ended; −1 if there was none
    depth: Any  # how many decisions it went down
    path_node: Any  # (trees, DEEPEST)
    path_edge: Any
    slots: Any  # (trees, a power of 2) node + 1 by digest
    noise: Any  # (trees, choices) Gumbel noise of the root's edges
    candidates: Any  # how many of the root's edges are considered
    place: Any  # (trees, choices) the network's column of each of the root's edges
    fates: Any  # (trees, choices, seats) by edge of the root: the sum of each seat's chances of winning
    # by tree and node
    words: Any  # (trees · nodes · words) positions
    records: Any  # (trees · nodes) the same memory, as records
    key: Any  # a digest of the position
    first: Any  # the first edge; −1: not opened
    width: Any  # how many edges
    seat: Any  # the mover, or OVER
    visits: Any
    total: Any  # the sum of the values for the mover
    value: Any  # (trees, nodes, seats) each seat's chance of winning, as first evaluated
    # by tree and edge
    label: Any  # the action
    prior: Any
    tried: Any
    worth: Any  # the mean value for the mover
    child: Any  # the node it always leads to; −1: not known, or chance decides
    # for the network
    seen: Any  # (trees, numbers) what the mover of the pending position sees
    scores: Any  # (columns, trees)
    chairs: Any  # (chairs, trees) scores of the seats, counted from the mover


def shapes(
    games: int,
    trees: int,
    seats: int,
    words: int,
    choices: int,
    deepest_kind: int,
    kinds: int,
    encoding: Any,
    sight: Any,
) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and type of every array but the views ``game_records`` and ``records``."""
    nodes = deepest_kind + 1  # the root, and one for each simulation
    edges = nodes * min(EDGES_PER_NODE, choices) + choices
    slots = 1 << (2 * nodes - 1).bit_length()
    return {
        "games": ((games * words,), np.uint32),
        "which": ((games,), np.int32),
        "kind": ((games, seats), np.int8),
        "mover": ((games,), np.int32),
        "action": ((games,), np.int32),
        "decisions": ((games,), np.int32),
        "luck": ((games, 4), np.int64),
        "thought": ((games, 4), np.int64),
        "seed": ((games,), np.int64),
        "number": ((games,), np.int32),
        "over": ((games,), np.int8),
        "outcome": ((games, seats), np.float32),
        "clock": ((2,), np.int32),
        "sims": ((kinds,), np.int32),
        "ways": ((kinds, 4), np.float32),
        "turns": ((kinds, choices + 1, max(deepest_kind, 1)), np.int16),
        "column": ((encoding.slots,), np.int32),
        "game": ((trees,), np.int32),
        "used": ((trees, 2), np.int32),
        "pending": ((trees,), np.int32),
        "end": ((trees,), np.int32),
        "depth": ((trees,), np.int32),
        "path_node": ((trees, DEEPEST), np.int16),
        "path_edge": ((trees, DEEPEST), np.int32),
        "slots": ((trees, slots), np.int16),
        "noise": ((trees, choices), np.float32),
        "candidates": ((trees,), np.int32),
        "place": ((trees, choices), np.int16),
        "fates": ((trees, choices, seats), np.float32),
        "words": ((trees * nodes * words,), np.uint32),
        "key": ((trees, nodes), np.int64),
        "first": ((trees, nodes), np.int32),
        "width": ((trees, nodes), np.int16),
        "seat": ((trees, nodes), np.int8),
        "visits": ((trees, nodes), np.int32),
        "total": ((trees, nodes), np.float32),
        "value": ((trees, nodes, seats), np.float32),
        "label": ((trees, edges), np.int16),
        "prior": ((trees, edges), np.float32),
        "tried": ((trees, edges), np.int32),
        "worth": ((trees, edges), np.float32),
        "child": ((trees, edges), np.int16),
        "seen": ((trees, encoding.size), np.uint8),
        "scores": ((sight.choices, trees), np.float32),
        "chairs": ((seats, trees), np.float32),
    }


def halving(candidates: int, simulations: int) -> list[int]:
    """Sequential halving: for each simulation, how often the edge it tries has been tried before.

    All candidates are tried equally often, then the better half of them, and so on down to two.

    >>> halving(4, 8)
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    if candidates <= 1:
        return list(range(simulations))
    rounds = (candidates - 1).bit_length()
    tried, left = [0] * candidates, candidates
    found: list[int] = []
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += tried[:left]
            tried[:left] = [one + 1 for one in tried[:left]]
        left = max(2, left // 2)
    return found[:simulations]


def words_of(game: Game) -> int:
    """The length of a position in words of 32 bits."""
    return game.state_dtype.itemsize // 4
