"""One simulation in a game of perfect information: a node's key is a digest of the whole position.

So the same position reached in two ways is a single node.
"""

from __future__ import annotations

import math

from piazzetta.bots.network.kernels import forget, prefer, share
from piazzetta.bots.search.nodes import DOUBT, UNTRIED_LOSS, add_edge, carry_back, find_node
from piazzetta.bots.tree import EDGES, SIMULATIONS
from piazzetta.games.base import apply, legal, mover, sample
from piazzetta.games.portable_math import logarithm
from piazzetta.kernel import CHANCE, OVER, below, compiled, inlined


@compiled
def position_key(words):
    """A digest of a position given as 32-bit words, from 0 to 2^62 − 1."""
    a, b, c, d = 1, 2, 3, 4  # four at a time: the processor multiplies them in parallel
    count = len(words)
    for i in range(0, count - 3, 4):
        a = ((a ^ int(words[i])) * 0x9E3779B1) & 0xFFFFFFFF
        b = ((b ^ int(words[i + 1])) * 0x85EBCA77) & 0xFFFFFFFF
        c = ((c ^ int(words[i + 2])) * 0xC2B2AE3D) & 0xFFFFFFFF
        d = ((d ^ int(words[i + 3])) * 0x27D4EB2F) & 0xFFFFFFFF
        a ^= a >> 15
        b ^= b >> 15
        c ^= c >> 15
        d ^= d >> 15
    for i in range(count - count % 4, count):
        a = ((a ^ int(words[i])) * 0x9E3779B1) & 0xFFFFFFFF
        a ^= a >> 15
    high = ((a + 3 * b) ^ (c >> 3)) & 0x7FFFFFFF
    low = ((c + 5 * d) ^ (a >> 3)) & 0x7FFFFFFF
    return (high << 31) | low


@inlined
def add_edges(tree, node, choice, count):
    """Give a node its edges, one for each legal action, contiguously, as far as there is room."""
    made = int(tree.used[EDGES])
    for index in range(count):
        action = int(choice[index])
        edge = add_edge(tree, node, action)
        if edge < 0:
            break
        tree.action[edge] = action
    tree.width[node] = tree.used[EDGES] - made


def set_priors(params, state, who, tree, node, evaluator, choice, count, options):
    """Give a new node's edges the shares that the network gives their actions, and all a little more: what it overlooks
    would never be tried."""
    forget(evaluator.seen)
    best, whole = prefer(params, state, who, evaluator.network, evaluator.seen, evaluator.lanes, choice, count)
    last = int(tree.first[node])
    width = int(tree.width[node])
    root = tree.used[SIMULATIONS] == 1 and who == options.seat
    for index in range(width):
        prior = share(evaluator.lanes, index, best, whole)
        tree.prior[last - width + 1 + index] = (1.0 - DOUBT) * prior + DOUBT / width
        if root:
            tree.root_prior[choice[index]] = prior


@inlined
def no_priors(params, state, who, tree, node, evaluator, choice, count, options):
    """For games without a network."""


@inlined
def best_by_prior(tree, node, curiosity, least, rng):
    """The most promising edge for the mover: its mean value plus a bonus for what the network prefers (PUCT).

    An untried edge is assumed to be a little worse than the node itself.
    """
    visits = int(tree.visits[node])
    eager = curiosity * math.sqrt(visits + 1.0)
    untried_worth = tree.mean[node] / max(visits, 1) - UNTRIED_LOSS
    last = int(tree.first[node])
    best = -1e9
    chosen = -1
    for edge in range(last - int(tree.width[node]) + 1, last + 1):
        if tree.tried[edge] < least:
            return edge
        rare = tree.rareness[edge]
        worth = eager * tree.prior[edge] * (rare * rare)
        worth += untried_worth if tree.tried[edge] == 0 else tree.mean_value[edge]
        if worth > best:
            best = worth
            chosen = edge
    return chosen


@inlined
def best_by_bound(tree, node, curiosity, least, rng):
    """The most promising edge for the mover: its mean value plus a bonus that shrinks with visits (UCB).

    An untried edge is assumed to be as good as the node itself; ties are broken at random.
    """
    visits = int(tree.visits[node])
    eager = curiosity * math.sqrt(logarithm(visits + 1.0))
    untried_worth = tree.mean[node] / max(visits, 1) + eager
    last = int(tree.first[node])
    first = last - int(tree.width[node]) + 1
    best = -1e9
    chosen = -1
    untried = 0
    for edge in range(first, last + 1):
        worth = tree.mean_value[edge] + eager * tree.rareness[edge]
        if tree.tried[edge] == 0:
            untried += 1
        elif worth > best:
            best = worth
            chosen = edge
    if untried == 0 or untried_worth < best:
        return chosen
    rest = below(rng, untried)
    for edge in range(first, last + 1):
        if tree.tried[edge] == 0:
            if rest == 0:
                return edge
            rest -= 1
    return chosen


best_edge = best_by_bound  # stand-ins, as for a game without a network
expect = no_priors


def simulate(params, state, words, tree, evaluator, rng, choice, values, options):
    """One simulation."""
    tree.used[SIMULATIONS] += 1
    chosen = -1  # the edge of the choice at the root
    leaf = -1
    depth = 0
    came_by = -1  # the edge that leads here, if there is no chance in between
    while True:
        who = mover(params, state)
        if who == OVER:
            break
        if who == CHANCE:
            apply(params, state, sample(params, state, rng))
            came_by = -1
            continue
        inside = chosen >= 0
        if inside and state.turn >= options.horizon:
            break
        node = int(tree.child[came_by]) if came_by >= 0 else -1
        if node < 0:
            node = find_node(tree, position_key(words))
            if node < 0:
                break
            if came_by >= 0:
                tree.child[came_by] = node
        if tree.visits[node] == 0 and inside:
            leaf = node
            break
        if tree.first[node] < 0:
            count = legal(params, state, choice)
            add_edges(tree, node, choice, count)
            expect(params, state, who, tree, node, evaluator, choice, count, options)
        if inside:
            edge = best_edge(tree, node, options.curiosity, 0, rng)
        else:
            edge = best_edge(tree, node, options.root_curiosity, options.least, rng)
        if edge < 0 or depth == len(tree.path_node):
            break
        tree.path_node[depth] = node
        tree.path_edge[depth] = edge
        tree.path_seat[depth] = who
        depth += 1
        apply(params, state, int(tree.action[edge]))
        came_by = edge
        if who == options.seat and chosen < 0:
            chosen = edge
    carry_back(params, state, tree, evaluator, values, leaf, who, depth, chosen)
