"""A search tree per game as kernels, generic over games: the same code runs on the processor and on a GPU.

The root picks its moves by sequential halving with Gumbel noise (Danihelka et al., "Policy improvement by planning
with Gumbel", 2022), every other node by PUCT. A node is a position: ways that lead to the same position meet there.
Positions with a single legal move are passed through. Chance is drawn anew each time.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from piazzetta.bots.search.nodes import DOUBT, UNTRIED_LOSS
from piazzetta.bots.search.transpositions import position_key
from piazzetta.games.base import Game, apply, legal, mover, payoff, sample, setup
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.kernel import CHANCE, OVER, borrowed, compiled, next_word, rebound, start_stream
from piazzetta.train.search.forest import words_of

#: The root's values (chances of winning) count as if its best move had been tried so often more (the paper's c_visit).
VISITS_MORE = 50.0
CANDIDATES_AT_LEAST = 4
PER_CANDIDATE = 8  # simulations
#: The power of the network's probabilities by which a seat that does not think draws its moves.
POWER = 2.0

encode: Any = mover  # stand-ins for those of a game's encoding
slot_of: Any = mover
WORDS = 0  # how many words a position is long


def settle(params, state, rng, choice):
    """Deal chance and play only moves until there is a choice; returns whose it is, and whether chance was dealt."""
    dealt = False
    while True:
        who = mover(params, state)
        if who == OVER:
            return who, dealt
        if who == CHANCE:
            apply(params, state, sample(params, state, rng))
            dealt = True
            continue
        if legal(params, state, choice) != 1:
            return who, dealt
        apply(params, state, choice[0])


def begin_game(params, f, g, choice):
    """Start the game of row ``g``."""
    start_stream(f.luck[g], int(f.seed[g]), int(f.number[g]), 0)
    start_stream(f.thought[g], int(f.seed[g]) ^ 0x5EA7C4, int(f.number[g]), 0)
    setup(params, f.game_records[g])
    who, _ = settle(params, f.game_records[g], f.luck[g], choice)
    f.mover[g] = who
    f.decisions[g] = 0


def advance_game(params, f, g, choice):
    """Play the mover's choice in row ``g``."""
    if f.mover[g] >= 0:
        apply(params, f.game_records[g], f.action[g])
        who, _ = settle(params, f.game_records[g], f.luck[g], choice)
        f.mover[g] = who
        f.decisions[g] += 1


def renew_game(params, f, g, choice):
    """Where the game of row ``g`` has ended, keep who won and start another."""
    f.over[g] = 1 if f.mover[g] == OVER else 0
    if f.over[g] == 1:
        share_win(params, f.game_records[g], f.outcome[g], choice)
        f.number[g] += f.mover.shape[0]
        begin_game(params, f, g, choice)


def share_win(params, state, out, points):
    """Write each seat's share of the win. ``points`` is room for twice as many numbers as seats."""
    seats = int(params.players)
    payoff(params, state, points)
    winners = 0
    for seat in range(seats):
        winners += int(points[seats + seat])
    for seat in range(seats):
        out[seat] = float(points[seats + seat]) / winners


def copy_words(source, begin, target, at):
    for i in range(WORDS):
        target[at + i] = source[begin + i]


def node_at(f, t, key):
    """The node with this digest, or −1 − the free slot for it."""
    mask = f.slots.shape[1] - 1
    slot = (key ^ (key >> 29)) & mask
    while f.slots[t, slot] != 0:
        node = int(f.slots[t, slot]) - 1
        if f.key[t, node] == key:
            return node
        slot = (slot + 1) & mask
    return -1 - slot


def open_node(params, f, t, node, who, near, near_words, choice):
    """Make a position a node: its moves become edges, and the network is asked about it."""
    copy_words(near_words, 0, f.words, (t * f.key.shape[1] + node) * WORDS)
    f.used[t, 0] = node + 1
    f.seat[t, node] = who
    f.visits[t, node] = 0
    f.total[t, node] = 0.0
    f.first[t, node] = -1
    f.width[t, node] = 0
    f.end[t] = node
    if who == OVER:
        share_win(params, near, f.value[t, node], choice)
        f.pending[t] = -1
        return
    count = legal(params, near, choice)
    first = int(f.used[t, 1])
    if first + count <= f.label.shape[1]:
        f.used[t, 1] = first + count
        f.first[t, node] = first
        f.width[t, node] = count
        for index in range(count):
            edge = first + index
            f.label[t, edge] = choice[index]
            f.tried[t, edge] = 0
            f.worth[t, edge] = 0.0
            f.child[t, edge] = -1
    encode(params, near, who, f.seen[t])
    f.pending[t] = node


def plant(params, f, t, near, near_words, choice):
    """Begin a tree at the position of its game."""
    g = int(f.game[t])
    copy_words(f.games, g * WORDS, near_words, 0)
    for slot in range(f.slots.shape[1]):
        f.slots[t, slot] = 0
    f.used[t, 0] = 0
    f.used[t, 1] = 0
    f.depth[t] = 0
    who = int(f.mover[g])
    f.key[t, 0] = -1
    open_node(params, f, t, 0, who, near, near_words, choice)
    rng = f.thought[g]
    kind = int(f.kind[g, who])
    count = int(f.width[t, 0])
    for index in range(count):
        for seat in range(int(params.players)):
            f.fates[t, index, seat] = 0.0
        uniform = (next_word(rng) + 0.5) / 4294967296.0
        f.noise[t, index] = -f.ways[kind, 1] * math.log(-math.log(uniform))
    room = max(CANDIDATES_AT_LEAST, int(f.sims[kind]) // PER_CANDIDATE)
    f.candidates[t] = min(count, min(int(f.ways[kind, 0]), room))


def most_tried(f, t):
    most = 0
    for edge in range(int(f.width[t, 0])):
        most = max(most, int(f.tried[t, edge]))
    return most


def root_score(f, t, edge, scale, untried):
    """How good a move at the root is, by network, search and noise."""
    value = f.worth[t, edge] if f.tried[t, edge] > 0 else untried
    prior = (1.0 - DOUBT) * f.prior[t, edge] + DOUBT / f.width[t, 0]
    return f.noise[t, edge] + math.log(prior) + scale * value


def root_edge(f, t, tried, kind):
    """The best of the root's edges that were tried so often."""
    scale = (VISITS_MORE + most_tried(f, t)) * f.ways[kind, 2]
    untried = f.total[t, 0] / max(1, f.visits[t, 0])
    best = -1e30
    chosen = -1
    for edge in range(int(f.width[t, 0])):
        if f.tried[t, edge] == tried:
            score = root_score(f, t, edge, scale, untried)
            if score > best:
                best = score
                chosen = edge
    return chosen


def inner_edge(f, t, node, kind):
    """The most promising edge: its mean value plus a bonus for what the network prefers (PUCT)."""
    visits = int(f.visits[t, node])
    eager = f.ways[kind, 3] * math.sqrt(visits + 1.0)
    untried = f.total[t, node] / max(1, visits) - UNTRIED_LOSS
    first = int(f.first[t, node])
    width = int(f.width[t, node])
    share = DOUBT / width
    best = -1e30
    chosen = first
    for edge in range(first, first + width):
        tried = int(f.tried[t, edge])
        score = f.worth[t, edge] if tried > 0 else untried
        score += eager * ((1.0 - DOUBT) * f.prior[t, edge] + share) / (tried + 1.0)
        if score > best:
            best = score
            chosen = edge
    return chosen


def descend(params, f, t, near, near_words, choice):
    """The next simulation: go down the tree to a new position, or to the end of a game."""
    g = int(f.game[t])
    number = int(f.clock[0])
    f.pending[t] = -1
    f.end[t] = -1
    f.depth[t] = 0
    kind = int(f.kind[g, f.seat[t, 0]])
    if number >= f.sims[kind] or f.width[t, 0] == 0:
        return
    begin = t * f.key.shape[1]
    node = 0
    depth = 0
    while True:
        f.end[t] = node
        if f.first[t, node] < 0 or depth == f.path_node.shape[1]:
            break
        if node == 0 and f.candidates[t] > 0:
            edge = root_edge(f, t, int(f.turns[kind, f.candidates[t], number]), kind)
            if edge < 0:
                f.end[t] = -1
                break
        else:
            edge = inner_edge(f, t, node, kind)
        f.path_node[t, depth] = node
        f.path_edge[t, depth] = edge
        depth += 1
        child = int(f.child[t, edge])
        if child >= 0:
            node = child
            continue
        fresh = int(f.used[t, 0])
        copy_words(f.words, (begin + node) * WORDS, near_words, 0)
        apply(params, near, f.label[t, edge])
        who, dealt = settle(params, near, f.thought[g], choice)
        key = position_key(near_words)
        found = node_at(f, t, key)
        if found >= 0:
            node = found
        else:
            node = fresh
            f.slots[t, -1 - found] = fresh + 1
            f.key[t, fresh] = key
            open_node(params, f, t, fresh, who, near, near_words, choice)
        if not dealt:
            f.child[t, edge] = node
        if found < 0:
            break
    f.depth[t] = depth


def grow(params, f, t):
    """Take what the network says of the new position, and carry its value up the tree."""
    node = int(f.end[t])
    if node < 0:
        return
    if f.pending[t] >= 0:
        learn_priors(params, f, t, node)
        learn_values(params, f, t, node)
    depth = int(f.depth[t])
    if f.seat[t, node] >= 0:
        f.visits[t, node] += 1
        f.total[t, node] += f.value[t, node, f.seat[t, node]]
    for level in range(depth):
        above = int(f.path_node[t, level])
        edge = int(f.path_edge[t, level])
        value = f.value[t, node, f.seat[t, above]]
        f.visits[t, above] += 1
        f.total[t, above] += value
        tried = int(f.tried[t, edge]) + 1
        f.tried[t, edge] = tried
        f.worth[t, edge] += (value - f.worth[t, edge]) / tried
        if level == 0:
            for seat in range(int(params.players)):
                f.fates[t, edge, seat] += f.value[t, node, seat]


def learn_priors(params, f, t, node):
    first = int(f.first[t, node])
    if first < 0:
        return
    state = f.records[t * f.key.shape[1] + node]
    last = first + int(f.width[t, node])
    top = -1e30
    for edge in range(first, last):
        column = f.column[slot_of(params, state, int(f.label[t, edge]))]
        f.prior[t, edge] = f.scores[column, t]
        if node == 0:
            f.place[t, edge] = column
        top = max(top, f.prior[t, edge])
    whole = 0.0
    for edge in range(first, last):
        part = math.exp(f.prior[t, edge] - top)
        f.prior[t, edge] = part
        whole += part
    for edge in range(first, last):
        f.prior[t, edge] /= whole


def learn_values(params, f, t, node):
    seats = int(params.players)
    who = int(f.seat[t, node])
    top = -1e30
    for chair in range(seats):
        top = max(top, f.chairs[chair, t])
    whole = 0.0
    for chair in range(seats):
        whole += math.exp(f.chairs[chair, t] - top)
    for chair in range(seats):
        f.value[t, node, (who + chair) % seats] = math.exp(f.chairs[chair, t] - top) / whole


def choose(f, t):
    """The best of the moves that were tried most; without simulations, one drawn by the network's probabilities."""
    g = int(f.game[t])
    most = most_tried(f, t)
    if most > 0:
        edge = root_edge(f, t, most, int(f.kind[g, f.seat[t, 0]]))
    else:
        edge = draw_edge(f, t, f.thought[g])
    f.action[g] = f.label[t, edge]


def draw_edge(f, t, rng):
    best = -1e30
    chosen = 0
    for edge in range(int(f.width[t, 0])):
        uniform = (next_word(rng) + 0.5) / 4294967296.0
        score = POWER * math.log(max(f.prior[t, edge], 1e-12)) - math.log(-math.log(uniform))
        if score > best:
            best = score
            chosen = edge
    return chosen


#: What ``work`` does with a row: several at once, in this order.
BEGIN, ADVANCE, RENEW, PLANT, GROW, DESCEND, CHOOSE = 1, 2, 4, 8, 16, 32, 64


def work(params, f, row, what, near, near_words, choice):
    """Do what is asked with one row: of the games (``BEGIN``, ``ADVANCE``, ``RENEW``), or of the trees.

    ``near`` and ``near_words`` are room for a position, twice the same memory, close to the thread that computes.
    """
    if what & (BEGIN | ADVANCE | RENEW):
        if row < len(f.mover):
            if what & BEGIN:
                begin_game(params[f.which[row]], f, row, choice)
            if what & ADVANCE:
                advance_game(params[f.which[row]], f, row, choice)
            if what & RENEW:
                renew_game(params[f.which[row]], f, row, choice)
    elif row < f.clock[1]:
        own = params[f.which[f.game[row]]]
        if what & PLANT:
            plant(own, f, row, near, near_words, choice)
        if what & GROW:
            grow(own, f, row)
        if what & DESCEND:
            descend(own, f, row, near, near_words, choice)
        if what & CHOOSE:
            choose(f, row)


def work_rows(params, f, low, high, what, near, near_words, choice):
    """``work`` for some rows, on the processor."""
    f = borrowed(f)
    for row in range(low, high):
        work(params, f, row, what, near[0], near_words, choice)


@lru_cache
def work_of(game: Game) -> Any:
    """``work`` compiled for a game."""
    encoding = encoding_of(game.name)
    parts: dict[str, Any] = {
        **game.kernels._asdict(),
        "encode": encoding.encode,
        "slot_of": encoding.slot_of,
        "WORDS": words_of(game),
    }
    each = (settle, begin_game, advance_game, share_win, renew_game, copy_words, node_at, open_node, most_tried,
            root_score, root_edge, inner_edge, plant, descend, learn_priors, learn_values, grow, draw_edge, choose,
            work)  # fmt: skip
    for function in each:  # each after those that it calls
        parts[function.__name__] = compiled(rebound(function, game.name, **parts))
    return parts["work"]


@lru_cache
def rows_of(game: Game) -> Any:
    """``work_rows`` compiled for a game. All is in one file: Numba's cache looks no further for changes."""
    return compiled(rebound(work_rows, game.name, work=work_of(game)))
