"""One simulation where seats have secrets: it begins in a position determinized for the searching seat.

A node's key is a digest of what was seen on the way, so all positions that look alike share one node. Which of its
edges are legal varies between simulations.
"""

from __future__ import annotations

import math

from piazzetta.bots.network.kernels import draw_move, forget, prefer, share
from piazzetta.bots.search.nodes import UNTRIED_LOSS, add_edge, carry_back, find_node
from piazzetta.bots.tree import EDGES, SIMULATIONS
from piazzetta.games.base import apply, legal, mover, sample
from piazzetta.games.knowledge import group, prepare, public_label, veiled
from piazzetta.games.portable_math import logarithm
from piazzetta.kernel import CHANCE, OVER, below, compiled, inlined

VEIL = 0x5EC2E7  # stands for an unseen choice
FURTHEST = 64  # moves from a leaf until the searching seat is asked; usually a handful


@compiled
def mix(key, label):
    """A key derived from a key and a label, from 0 to 2^62 − 1."""
    low = ((key & 0x7FFFFFFF) ^ label) * 0x9E3779B1 & 0xFFFFFFFF
    high = ((key >> 31) + low) * 0x85EBCA6B & 0x7FFFFFFF
    return (high << 31) | ((low >> 1) ^ (high >> 7))


@inlined
def find_edge(tree, node, label):
    """The edge of a node with this label; creates it if needed; −1 if there is no room."""
    edge = int(tree.first[node])
    while edge >= 0:
        if tree.label[edge] == label:
            return edge
        edge = int(tree.next[edge])
    return add_edge(tree, node, label)


def set_priors(params, state, who, tree, node, evaluator, choice, count, options, known):
    """Give edges made since there were ``known`` of them the shares that the network gives their actions here."""
    forget(evaluator.seen)
    best, whole = prefer(params, state, who, evaluator.network, evaluator.seen, evaluator.lanes, choice, count)
    root = tree.used[SIMULATIONS] == 1 and who == options.seat and state.turn == options.turn
    for index in range(count):
        action = int(choice[index])
        edge = find_edge(tree, node, group(params, state, action, who, options))
        if edge >= known:
            prior = share(evaluator.lanes, index, best, whole)
            tree.prior[edge] += prior
            if root:
                tree.root_prior[action] = prior


@inlined
def no_priors(params, state, who, tree, node, evaluator, choice, count, options, known):
    """For games without a network."""


expect = no_priors  # a stand-in


def open_edges(params, state, tree, node, who, evaluator, options, rng, choice, count):
    """Stamp the edges of the actions that are legal in this simulation; each stores one of its actions."""
    now = int(tree.used[SIMULATIONS])
    known = int(tree.used[EDGES])
    for index in range(count):
        action = int(choice[index])
        edge = find_edge(tree, node, group(params, state, action, who, options))
        if edge < 0:
            return
        if tree.stamp[edge] != now:
            tree.stamp[edge] = now
            tree.open[edge] += 1
            tree.alike[edge] = 0
        tree.alike[edge] += 1
        if tree.alike[edge] == 1 or below(rng, int(tree.alike[edge])) == 0:
            tree.action[edge] = action
    if tree.used[EDGES] > known:
        expect(params, state, who, tree, node, evaluator, choice, count, options, known)


@inlined
def best_by_prior(tree, node, curiosity, least, rng):
    """The most promising edge for the mover among those legal in this simulation: its mean value plus a bonus for what
    the network prefers (PUCT); the times it was legal count as the parent's visits.
    """
    now = tree.used[SIMULATIONS]
    untried_worth = tree.mean[node] / max(int(tree.visits[node]), 1) - UNTRIED_LOSS
    whole = 1e-9
    edge = int(tree.first[node])
    while edge >= 0:
        if tree.stamp[edge] == now:
            whole += tree.prior[edge]
        edge = int(tree.next[edge])
    best = -1e9
    chosen = -1
    edge = int(tree.first[node])
    while edge >= 0:
        if tree.stamp[edge] == now:
            if tree.tried[edge] < least:
                return edge
            rare = tree.rareness[edge]
            worth = curiosity * math.sqrt(tree.open[edge] + 1.0) * (tree.prior[edge] / whole) * (rare * rare)
            worth += untried_worth if tree.tried[edge] == 0 else tree.mean_value[edge]
            if worth > best:
                best = worth
                chosen = edge
        edge = int(tree.next[edge])
    return chosen


@inlined
def best_by_bound(tree, node, curiosity, least, rng):
    """The most promising edge for the mover among those legal in this simulation.

    Its score is its mean value plus a bonus that shrinks with visits; the times it was legal count as the parent's
    visits. An untried edge is assumed to be as good as the node itself; ties are broken at random.
    """
    now = tree.used[SIMULATIONS]
    mean = tree.mean[node] / max(int(tree.visits[node]), 1)
    best = -1e9
    chosen = -1
    ties = 0
    edge = int(tree.first[node])
    while edge >= 0:
        if tree.stamp[edge] == now:
            eager = curiosity * math.sqrt(logarithm(tree.open[edge] + 1.0))
            worth = mean + eager if tree.tried[edge] == 0 else tree.mean_value[edge] + eager * tree.rareness[edge]
            if worth > best:
                best = worth
                chosen = edge
                ties = 1
            elif worth == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = edge
        edge = int(tree.next[edge])
    return chosen


best_edge = best_by_bound  # a stand-in, as for a game without a network


def until_asked(params, state, evaluator, rng, choice, options):
    """Let the others decide as the network would, until the searching seat is asked.

    The seat that is asked evaluates by its own hand: asking another seat would leave out what this one holds.
    """
    for _ in range(FURTHEST):
        who = mover(params, state)
        if who == OVER or who == options.seat:
            return
        if who == CHANCE:
            apply(params, state, sample(params, state, rng))
            continue
        count = legal(params, state, choice)
        action = int(choice[0])
        if count > 1:
            forget(evaluator.seen)
            action, _ = draw_move(
                params, state, who, evaluator.network, evaluator.seen, evaluator.lanes, choice, count, 1.0, 0.0, rng
            )
        apply(params, state, action)


@inlined
def at_once(params, state, evaluator, rng, choice, options):
    """For games without a network: features know all hands."""


go_on = at_once  # a stand-in


def simulate(params, state, words, tree, evaluator, rng, choice, values, options):
    """One simulation."""
    tree.used[SIMULATIONS] += 1
    prepare(params, state, options.seat, rng)
    key = 1
    secret = 0  # the searching seat's choices that nobody has seen yet
    under_veil = False
    chosen = -1  # the edge of the choice at the root
    leaf = -1
    depth = 0
    while True:
        who = mover(params, state)
        if who == OVER:
            break
        if who == CHANCE:
            apply(params, state, sample(params, state, rng))
            key = mix(key, public_label(params, state))
            continue
        inside = chosen >= 0 and not under_veil
        if inside and state.turn >= options.horizon:
            break
        count = legal(params, state, choice)
        if count == 1 and inside:  # no choice: needs no node
            apply(params, state, int(choice[0]))
            continue
        node = find_node(tree, key)
        if node < 0:
            break
        if tree.visits[node] == 0 and inside:
            leaf = node
            break
        open_edges(params, state, tree, node, who, evaluator, options, rng, choice, count)
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
        veil = veiled(params, state)
        apply(params, state, int(tree.action[edge]))
        if who == options.seat and chosen < 0:
            chosen = edge
        label = int(tree.label[edge])
        if not veil:
            key = mix(key, label)
            continue
        if who == options.seat:
            secret = mix(secret, label) & 0x7FFFFFFF
        key = mix(key, VEIL)
        under_veil = veiled(params, state)
        if not under_veil:
            key = mix(mix(key, secret), public_label(params, state))
            secret = 0
    go_on(params, state, evaluator, rng, choice, options)
    carry_back(params, state, tree, evaluator, values, leaf, who, depth, chosen)
