"""The memory of a search: all arrays that its kernels work in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from piazzetta.match.setting import Setting

NODES, EDGES, SIMULATIONS = 0, 1, 2  # in ``Tree.used``
DEEPEST = 256
EDGES_A_NODE = 12  # average: a node gets edges when it is revisited. A full tree stops growing
MOST_NODES = 250_000


class Tree(NamedTuple):
    """A node is a decision, an edge a choice there (an action, or a group of actions that look alike)."""

    used: Any  # nodes, edges, simulations
    slots: Any  # node + 1 by key, 0: free
    key: Any  # of a node
    first: Any  # its first edge, −1: not expanded yet
    width: Any  # its number of edges, if they were all made at once
    visits: Any
    mean: Any  # sum of its mover's values
    next: Any  # the node's next edge, −1: none
    label: Any  # what the edge stands for
    action: Any  # the action it stands for in this simulation
    alike: Any  # how many legal actions of this simulation it stands for
    stamp: Any  # the last simulation in which it was legal
    open: Any  # in how many simulations it was legal
    tried: Any  # how often it was chosen
    mean_value: Any  # mean of the mover's values
    rareness: Any  # 1 / √(tried + 1), so that selection needs no root and no division per edge
    prior: Any  # the share that the network gives it before any simulation
    child: Any  # the node behind it, −1: not known yet
    path_node: Any  # this simulation's path
    path_edge: Any
    path_seat: Any
    root_tried: Any  # by action: simulations that began with it
    root_sum: Any  # and the sums of each seat's win and points
    root_prior: Any  # the share that the network gives each action


class SearchOptions(NamedTuple):
    """The options of one search."""

    seat: int  # who searches
    turn: int  # in which turn
    horizon: int  # simulations stop before this turn, and the position is evaluated
    curiosity: float  # exploration: the bonus for what was tried rarely
    root_curiosity: float  # the same at the root
    least: int  # simulations that every move gets at the root, if the network evaluates


def new_tree(setting: Setting, nodes: int) -> Tree:
    """An empty tree with room for this many nodes, within reason."""
    nodes = min(nodes, MOST_NODES)
    edges = EDGES_A_NODE * nodes + setting.game.most_legal
    slots = 1 << max(4, (2 * nodes - 1).bit_length())
    whole, real = np.int32, np.float64
    return Tree(
        used=np.zeros(3, whole),
        slots=np.zeros(slots, whole),
        key=np.zeros(nodes, np.int64),
        first=np.zeros(nodes, whole),
        width=np.zeros(nodes, whole),
        visits=np.zeros(nodes, whole),
        mean=np.zeros(nodes, real),
        next=np.zeros(edges, whole),
        label=np.zeros(edges, whole),
        action=np.zeros(edges, whole),
        alike=np.zeros(edges, whole),
        stamp=np.zeros(edges, whole),
        open=np.zeros(edges, whole),
        tried=np.zeros(edges, whole),
        mean_value=np.zeros(edges, real),
        rareness=np.zeros(edges, real),
        prior=np.zeros(edges, real),
        child=np.zeros(edges, whole),
        path_node=np.zeros(DEEPEST, whole),
        path_edge=np.zeros(DEEPEST, whole),
        path_seat=np.zeros(DEEPEST, whole),
        root_tried=np.zeros(setting.decision_count, whole),
        root_sum=np.zeros((setting.decision_count, 2 * setting.players), real),
        root_prior=np.zeros(setting.decision_count, real),
    )


def clear(tree: Tree) -> None:
    """Empty a tree for another position."""
    for array in (tree.used, tree.slots, tree.root_tried, tree.root_sum, tree.root_prior):
        array[...] = 0
