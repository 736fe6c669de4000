"""The search, as kernels, generic over games: Monte-Carlo tree search for any number of players, chance and secrets.

A simulation goes down the tree from a position that is determinized for the searching seat, with chance sampled on its
way, adds one node, evaluates it, and carries the value of every seat back up; each seat wants its own to be high.
What a game adds beside its eight functions stands in ``knowledge.py`` and is bound in place of the stand-ins here.

Nodes are decisions. Which node a position belongs to is said by a key: in a game without secrets a digest of the whole
position (so the same position reached in two ways is one node), else a digest of what was seen on the way.
Memory is handed in (``tree.py``).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from piazzetta.bots.tree import EDGES, NODES, SIMULATIONS
from piazzetta.bots.weights import knowledge_of
from piazzetta.games.base import Game, apply, legal, mover, payoff, sample
from piazzetta.games.knowledge import HIDDEN, evaluate, group, position_key, prepare, public_label, veiled
from piazzetta.games.portable_math import logarithm
from piazzetta.kernel import CHANCE, OVER, below, borrowed, compiled, inlined

VEIL = 0x5EC2E7  # stands for a choice that is not seen


@compiled
def mix(key, label):
    """A key made of a key and a label, from 0 to 2^62 − 1."""
    low = ((key & 0x7FFFFFFF) ^ label) * 0x9E3779B1 & 0xFFFFFFFF
    high = ((key >> 31) + low) * 0x85EBCA6B & 0x7FFFFFFF
    return (high << 31) | ((low >> 1) ^ (high >> 7))


@inlined
def find_node(tree, key):
    """The node with this key; a new one if there is none yet and there is room; −1 if there is none."""
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
def find_edge(tree, node, label):
    """The edge of a node with this label; a new one if there is none yet; −1 if there is no room."""
    edge = int(tree.first[node])
    while edge >= 0:
        if tree.label[edge] == label:
            return edge
        edge = int(tree.next[edge])
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
    tree.child[edge] = -1
    return edge


def open_edges(params, state, tree, node, who, options, rng, choice, count):
    """Stamp the edges of the actions that are legal in this simulation; each holds one of its actions."""
    now = int(tree.used[SIMULATIONS])
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


@inlined
def best_edge(tree, node, curiosity, rng):
    """The edge that promises most for the mover: its mean value, and more the less it was tried.

    An untried edge is held for as good as the node itself; of several that are equally good one is drawn. Without
    secrets all edges of a node were made at once and lie side by side, which is quicker than following them.
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


@inlined
def best_open_edge(tree, node, curiosity, rng):
    """The same among the edges that are legal in this simulation; how often each was legal counts as its visits."""
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


def worth_of(params, state, who, lore, values):
    """The value of a position for each seat: its share of the win, then its points; foreseen, or at the end known."""
    players = int(params.players)
    if who != OVER:
        evaluate(params, state, lore, values)
        return
    payoff(params, state, values)
    winners = 0.0
    for seat in range(players):
        winners += values[players + seat]
    for seat in range(players):
        points = values[seat]
        values[seat] = values[players + seat] / winners
        values[players + seat] = points


def simulate(params, state, words, tree, lore, rng, choice, values, options):
    """One simulation."""
    tree.used[SIMULATIONS] += 1
    prepare(params, state, options.seat, rng)
    key = 1
    secret = 0  # the searching seat's choices that nobody has seen yet
    under_veil = False
    chosen = -1  # the edge of the choice that is asked for
    leaf = -1
    depth = 0
    came_by = -1  # the edge that leads here, if no chance lies between
    while True:
        who = mover(params, state)
        if who == OVER:
            break
        if who == CHANCE:
            apply(params, state, sample(params, state, rng))
            if HIDDEN:
                key = mix(key, public_label(params, state))
            came_by = -1
            continue
        inside = chosen >= 0 and not under_veil
        if inside and state.turn >= options.horizon:
            break
        count = 0
        if HIDDEN:
            count = legal(params, state, choice)
            if count == 1 and inside:  # nothing to choose: no node for it
                apply(params, state, int(choice[0]))
                continue
        node = -1
        if not HIDDEN and came_by >= 0:
            node = int(tree.child[came_by])
        if node < 0:
            if not HIDDEN:
                key = position_key(words)
            node = find_node(tree, key)
            if node < 0:
                break
            if came_by >= 0:
                tree.child[came_by] = node
        if tree.visits[node] == 0 and inside:
            leaf = node
            break
        curiosity = options.curiosity if inside else options.root_curiosity
        if HIDDEN:
            open_edges(params, state, tree, node, who, options, rng, choice, count)
            edge = best_open_edge(tree, node, curiosity, rng)
        else:
            if tree.first[node] < 0:
                made = int(tree.used[EDGES])
                open_edges(params, state, tree, node, who, options, rng, choice, legal(params, state, choice))
                tree.width[node] = tree.used[EDGES] - made
            edge = best_edge(tree, node, curiosity, rng)
        if edge < 0 or depth == len(tree.path_node):
            break
        tree.path_node[depth] = node
        tree.path_edge[depth] = edge
        tree.path_seat[depth] = who
        depth += 1
        veil = veiled(params, state)
        apply(params, state, int(tree.action[edge]))
        came_by = edge
        if who == options.seat and chosen < 0:
            chosen = edge
        if HIDDEN:
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
    worth_of(params, state, mover(params, state), lore, values)
    if leaf >= 0:
        tree.visits[leaf] = 1
        tree.mean[leaf] = values[mover(params, state)]
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


def search(params, root, work, words, tree, lore, rng, choice, values, options, simulations):
    """Run simulations from the position ``root`` on, in the tree as it is."""
    tree = borrowed(tree)  # counting references to its arrays took half of the time
    lore, rng, choice, values = borrowed((lore, rng, choice, values))
    for _ in range(simulations):
        work[0] = root[0]
        simulate(params[0], work[0], words[0], tree, lore, rng, choice, values, options)


@lru_cache
def search_of(game: Game) -> Any:
    """The search compiled for one game."""
    known = knowledge_of(game)._asdict()
    parts = {"open_edges": game.bind(open_edges, inlined, **known), "worth_of": game.bind(worth_of, **known)}
    one = game.bind(simulate, inlined, **known, **parts)
    return game.bind(search, simulate=one)
