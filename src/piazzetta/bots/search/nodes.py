"""What both algorithms do with a tree: find nodes, add edges, evaluate a position, and propagate its value back up."""

from __future__ import annotations

import math

from piazzetta.bots.network.kernels import foresee
from piazzetta.bots.tree import EDGES, NODES
from piazzetta.games.base import mover, payoff
from piazzetta.games.knowledge import evaluate
from piazzetta.kernel import OVER, inlined

UNTRIED_LOSS = 0.05  # how much worse than its node an untried edge is assumed to be, if the network evaluates
DOUBT = 0.04  # what all edges of a node share equally, whatever the network thinks of them


@inlined
def find_node(tree, key):
    """The node with this key; creates it if there is room; −1 if there is none."""
    mask = len(tree.slots) - 1
    slot = (key ^ (key >> 29)) & mask
    while tree.slots[slot] != 0:
        node = int(tree.slots[slot]) - 1
        if tree.key[node] == key:
            return node
        slot = (slot + 1) & mask
    node = int(tree.used[NODES])
    if node == len(tree.key):
        return -1
    tree.used[NODES] = node + 1
    tree.slots[slot] = node + 1
    tree.key[node] = key
    tree.first[node] = -1
    tree.visits[node] = 0
    tree.mean[node] = 0.0
    tree.width[node] = 0
    return node


@inlined
def add_edge(tree, node, label):
    """Add an edge to a node; −1 if there is no room."""
    edge = int(tree.used[EDGES])
    if edge == len(tree.label):
        return -1
    tree.used[EDGES] = edge + 1
    tree.label[edge] = label
    tree.next[edge] = tree.first[node]
    tree.first[node] = edge
    tree.tried[edge] = 0
    tree.open[edge] = 0
    tree.stamp[edge] = 0
    tree.mean_value[edge] = 0.0
    tree.prior[edge] = 0.0
    tree.rareness[edge] = 1.0
    tree.child[edge] = -1
    return edge


def by_features(params, state, who, evaluator, values):
    """Estimate each seat's chance of winning and final points from a game's features."""
    evaluate(params, state, evaluator.weights, evaluator.scratch, values)


def by_network(params, state, who, evaluator, values):
    """The same with the chances of the network; the points still follow from the features."""
    evaluate(params, state, evaluator.weights, evaluator.scratch, values)
    foresee(params, state, who, evaluator.network, evaluator.seen, evaluator.lanes, values)


def estimate(params, state, who, evaluator, values):
    """A stand-in for one of them."""
    raise NotImplementedError


def worth_of(params, state, who, evaluator, values):
    """The value of a position for each seat: its share of the win, then its points; estimated, or final at the end."""
    players = int(params.players)
    if who != OVER:
        estimate(params, state, who, evaluator, values)
        return
    payoff(params, state, values)
    winners = 0.0
    for seat in range(players):
        winners += values[players + seat]
    for seat in range(players):
        points = values[seat]
        values[seat] = values[players + seat] / winners
        values[players + seat] = points


def carry_back(params, state, tree, evaluator, values, leaf, asked, depth, chosen):
    """The end of a simulation: evaluate the position and update all nodes and edges on the way.

    ``leaf`` is the new node, where the seat ``asked`` decides, ``chosen`` the edge of the choice at the root; −1 if
    there is none.
    """
    worth_of(params, state, mover(params, state), evaluator, values)
    if leaf >= 0:
        tree.visits[leaf] = 1
        tree.mean[leaf] = values[asked]
    for level in range(depth):
        node = tree.path_node[level]
        edge = tree.path_edge[level]
        value = values[tree.path_seat[level]]
        tree.visits[node] += 1
        tree.mean[node] += value
        tried = int(tree.tried[edge]) + 1
        tree.tried[edge] = tried
        tree.mean_value[edge] += (value - tree.mean_value[edge]) / tried
        tree.rareness[edge] = 1.0 / math.sqrt(tried + 1.0)
    if chosen >= 0:
        action = int(tree.action[chosen])
        tree.root_tried[action] += 1
        for column in range(2 * int(params.players)):
            tree.root_sum[action, column] += values[column]
