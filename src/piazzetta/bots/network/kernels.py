"""A small network's arithmetic. ``LAYOUT`` and the encoding's functions are bound for each game."""

from __future__ import annotations

from typing import Any

from piazzetta.bots.network.layout import HEAD, MOST, POOL, SCORE_BITS, SHIFTS, UNIT_BITS, WIDTH, Layout
from piazzetta.games.portable_math import exponential
from piazzetta.kernel import compiled

LAYOUT: Any = Layout  # a stand-in
POINT = 0.5**SCORE_BITS
# whose number of bits behind the point is which of the first weights; then one for each kind's things, then its votes
FIRST_SHIFT, LAYER_SHIFT, OUT_SHIFT, KIND_SHIFTS = 0, 1, 2, 3


def encode(params: Any, state: Any, seat: int, out: Any) -> None:
    raise NotImplementedError


def slot_of(params: Any, state: Any, action: int) -> int:
    raise NotImplementedError


@compiled
def clear_lanes(lanes):
    for i in range(len(lanes)):
        lanes[i] = 0


@compiled
def add_row(sums, weights, factor):
    for i in range(len(sums)):
        sums[i] += factor * int(weights[i])


@compiled
def rectify(sums, shift):
    """Negative sums become 0, the others activations."""
    for i in range(len(sums)):
        sums[i] = min(max(int(sums[i]), 0) >> shift, MOST)


def add_thing(network, seen, sums, kind, thing, first):
    """The numbers of a thing, times its kind's weights from column ``first`` on."""
    at = LAYOUT.seen_at[kind] + thing * LAYOUT.numbers[kind]
    row = LAYOUT.weight_at[kind] + first
    factor = LAYOUT.factor_at[kind]
    for i in range(LAYOUT.numbers[kind]):
        number = int(seen[at + i])
        if number != 0:
            add_row(sums, network[row : row + len(sums)], number * int(network[factor + i]))
        row += POOL + HEAD


def understand(params, state, seat, network, seen, lanes):
    """Encode a position as ``seat`` sees it and compute the context that all judgements of it share."""
    encode(params, state, seat, seen)
    given = lanes[: LAYOUT.given]
    clear_lanes(given)
    for i in range(LAYOUT.table):
        given[i] = int(seen[i]) * int(network[SHIFTS + i])
    hidden = lanes[LAYOUT.given : LAYOUT.given + WIDTH]
    layer = lanes[LAYOUT.given + WIDTH : LAYOUT.given + 2 * WIDTH]
    at = LAYOUT.given + 2 * WIDTH
    context = lanes[at : at + LAYOUT.context]
    sums = lanes[at + LAYOUT.context : at + LAYOUT.context + POOL]
    for kind in range(LAYOUT.kinds):
        shift = int(network[KIND_SHIFTS + kind])
        total = given[LAYOUT.table + POOL * kind : LAYOUT.table + POOL * (kind + 1)]
        for thing in range(LAYOUT.most[kind]):
            if seen[LAYOUT.seen_at[kind] + thing * LAYOUT.numbers[kind]] != 0:
                clear_lanes(sums)
                add_thing(network, seen, sums, kind, thing, 0)
                rectify(sums, shift)
                add_row(total, sums, 1)
        rectify(total, 0)
    clear_lanes(hidden)
    for i in range(LAYOUT.given):
        if given[i] != 0:
            row = LAYOUT.first_at + i * WIDTH
            add_row(hidden, network[row : row + WIDTH], int(given[i]))
    rectify(hidden, int(network[FIRST_SHIFT]))
    clear_lanes(layer)
    for i in range(WIDTH):
        if hidden[i] != 0:
            row = LAYOUT.layer_at + i * WIDTH
            add_row(layer, network[row : row + WIDTH], int(hidden[i]))
    rectify(layer, int(network[LAYER_SHIFT]))
    add_row(hidden, layer, 1)
    rectify(hidden, 0)
    clear_lanes(context)
    for i in range(WIDTH):
        if hidden[i] != 0:
            row = LAYOUT.out_at + i * LAYOUT.context
            add_row(context, network[row : row + LAYOUT.context], int(hidden[i]))
    shift = int(network[OUT_SHIFT])
    for i in range(LAYOUT.context - LAYOUT.choices):
        context[i] = int(context[i]) >> shift


def decide_on(network, seen, lanes, kind, thing):
    """The features that decide on a thing, into the first ``HEAD`` lanes of the sums."""
    at = LAYOUT.given + 2 * WIDTH
    sums = lanes[at + LAYOUT.context : at + LAYOUT.context + HEAD]
    context = lanes[at + LAYOUT.context_at[kind] : at + LAYOUT.context_at[kind] + HEAD]
    clear_lanes(sums)
    add_thing(network, seen, sums, kind, thing, POOL)
    shift = int(network[KIND_SHIFTS + kind])
    for i in range(HEAD):
        sums[i] = min(max((int(sums[i]) >> shift) + int(context[i]), 0), MOST)


def vote(network, lanes, kind, output):
    """A thing's score, after ``decide_on``."""
    at = LAYOUT.given + 2 * WIDTH + LAYOUT.context
    row = LAYOUT.vote_at[kind] + HEAD * output
    total = 0
    for i in range(HEAD):
        total += int(lanes[at + i]) * int(network[row + i])
    return as_score(total, int(network[KIND_SHIFTS + LAYOUT.kinds + kind]))


@compiled
def as_score(total, shift):
    """A sum of activations times weights in the unit of scores."""
    return total << (SCORE_BITS - UNIT_BITS - shift)


def foresee(params, state, seat, network, seen, lanes, values):
    """Each seat's chance of winning, as ``seat``, the mover, sees it."""
    understand(params, state, seat, network, seen, lanes)
    players = int(params.players)
    best = -1e18
    for chair in range(players):
        decide_on(network, seen, lanes, LAYOUT.seats, chair)
        score = POINT * vote(network, lanes, LAYOUT.seats, 0)
        other = seat + chair
        values[other - players if other >= players else other] = score
        best = max(best, score)
    whole = 0.0
    for other in range(players):
        values[other] = exponential(values[other] - best)
        whole += values[other]
    for other in range(players):
        values[other] /= whole


def prefer(params, state, seat, network, seen, lanes, choice, count):
    """Score the mover's legal actions, in the last lanes; ``share`` makes probabilities of them.

    Returns the best score, and the sum by which to divide.
    """
    understand(params, state, seat, network, seen, lanes)
    context = LAYOUT.given + 2 * WIDTH + LAYOUT.context - LAYOUT.choices
    scores = context + LAYOUT.choices + POOL
    latest = -1
    best = -(1 << 40)
    for index in range(count):
        slot = int(slot_of(params, state, int(choice[index])))
        if slot < LAYOUT.choices:
            score = as_score(int(lanes[context + slot]), int(network[OUT_SHIFT]))
        else:
            kind = LAYOUT.kinds - 1
            while LAYOUT.slot_at[kind] > slot or LAYOUT.outputs[kind] == 0:
                kind -= 1
            place = slot - LAYOUT.slot_at[kind]
            thing = place // LAYOUT.outputs[kind]
            if latest != thing * LAYOUT.kinds + kind:
                latest = thing * LAYOUT.kinds + kind
                decide_on(network, seen, lanes, kind, thing)
            score = vote(network, lanes, kind, place - thing * LAYOUT.outputs[kind])
        lanes[scores + index] = score
        best = max(best, score)
    whole = 0.0
    for index in range(count):
        whole += exponential(POINT * (int(lanes[scores + index]) - best))
    return best, whole


def share(lanes, index, best, whole):
    """The probability of the legal action with this index, after ``prefer``."""
    score = int(lanes[LAYOUT.given + 2 * WIDTH + LAYOUT.context + POOL + index])
    return exponential(POINT * (score - best)) / whole
