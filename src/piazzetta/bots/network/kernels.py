"""A small network's arithmetic. ``LAYOUT`` and the encoding's functions are bound for each game."""

from __future__ import annotations

from typing import Any

from piazzetta.bots.network.layout import HEAD, MOST, POOL, SCORE_BITS, SHIFTS, UNIT_BITS, Layout
from piazzetta.games.portable_math import exponential, logarithm
from piazzetta.kernel import below, compiled

LAYOUT: Any = Layout  # a stand-in
POINT = 0.5**SCORE_BITS
PER_BIT = 1.4426950408889634  # natural logarithms to those of base 2
FINE = float(1 << 24)  # weights of a draw are whole numbers, so that every machine draws the same
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
def copy_lanes(to, source):
    for i in range(len(to)):
        to[i] = source[i]


@compiled
def add_lanes(sums, others):
    for i in range(len(sums)):
        sums[i] += others[i]


@compiled
def pick(picks, count, row, factor):
    """Note a row of weights to add, times a factor, unless that is 0; returns how many are noted.

    It writes in any case: a branch that nobody can predict would cost more than the rest.
    """
    picks[2 * count] = row
    picks[2 * count + 1] = factor
    return count + int(factor != 0)


@compiled
def add_picked(sums, network, picks, count):
    """Add the picked rows of weights, four at a time: so the sums are read and written a quarter as often."""
    width = len(sums)
    for spare in range(count, (count + 3) & ~3):
        picks[2 * spare] = 0
        picks[2 * spare + 1] = 0
    for first in range(0, 2 * count, 8):
        a, b = int(picks[first]), int(picks[first + 2])
        c, d = int(picks[first + 4]), int(picks[first + 6])
        row_a, row_b = network[a : a + width], network[b : b + width]
        row_c, row_d = network[c : c + width], network[d : d + width]
        by_a, by_b = int(picks[first + 1]), int(picks[first + 3])
        by_c, by_d = int(picks[first + 5]), int(picks[first + 7])
        for i in range(width):
            sums[i] += by_a * int(row_a[i]) + by_b * int(row_b[i]) + by_c * int(row_c[i]) + by_d * int(row_d[i])


@compiled
def add_layer(sums, network, picks, values, at):
    """Add a layer of weights that begins at ``at``, times the values that go into it; many of them are 0."""
    width = len(sums)
    count = 0
    for i in range(len(values)):
        count = pick(picks, count, at + i * width, int(values[i]))
    add_picked(sums, network, picks, count)


@compiled
def add_layer_change(sums, network, picks, values, before, at):
    """The same for a layer that keeps its sums: many values are what they were in the position before."""
    width = len(sums)
    count = 0
    for i in range(len(values)):
        count = pick(picks, count, at + i * width, int(values[i]) - int(before[i]))
        before[i] = values[i]
    add_picked(sums, network, picks, count)


@compiled
def rectify(sums, shift):
    """Negative sums become 0, the others activations."""
    for i in range(len(sums)):
        sums[i] = min(max(int(sums[i]), 0) >> shift, MOST)


@compiled
def differs(seen, now, before, count):
    """Whether a thing looks other than when it was last computed."""
    new = seen[now : now + count]
    old = seen[before : before + count]
    change = 0
    for i in range(count):
        change |= int(new[i]) ^ int(old[i])
    return change != 0


@compiled
def add_rectified(total, sums, shift):
    """Add the activations that these sums stand for."""
    for i in range(len(total)):
        total[i] += min(max(int(sums[i]), 0) >> shift, MOST)


def add_thing(network, seen, sums, picks, kind, thing):
    """The numbers of a thing, times the weights of its kind that decide on it."""
    at = LAYOUT.seen_at[kind] + thing * LAYOUT.numbers[kind]
    row = LAYOUT.weight_at[kind] + POOL
    factor = LAYOUT.factor_at[kind]
    count = 0
    for i in range(LAYOUT.numbers[kind]):
        count = pick(picks, count, row + i * (POOL + HEAD), int(seen[at + i]) * int(network[factor + i]))
    add_picked(sums, network, picks, count)


def add_change(network, seen, sums, picks, kind, at):
    """Bring a thing's pooled sums up to date: a move changes few numbers of few things, so only those are added."""
    row = LAYOUT.weight_at[kind]
    factor = LAYOUT.factor_at[kind]
    count = 0
    for i in range(LAYOUT.numbers[kind]):
        change = int(seen[at + i]) - int(seen[LAYOUT.seen + at + i])
        seen[LAYOUT.seen + at + i] = seen[at + i]
        count = pick(picks, count, row + i * (POOL + HEAD), change * int(network[factor + i]))
    add_picked(sums, network, picks, count)


def understand(params, state, seat, network, seen, lanes):
    """Encode a position as ``seat`` sees it and compute the context that all judgements of it share."""
    encode(params, state, seat, seen)
    given = lanes[: LAYOUT.given]
    clear_lanes(given)
    for i in range(LAYOUT.table):
        given[i] = int(seen[i]) * int(network[SHIFTS + i])
    hidden = lanes[LAYOUT.given : LAYOUT.given + LAYOUT.width]
    layer = lanes[LAYOUT.given + LAYOUT.width : LAYOUT.given + 2 * LAYOUT.width]
    at = LAYOUT.given + 2 * LAYOUT.width
    context = lanes[at : at + LAYOUT.context]
    picks = lanes[LAYOUT.picks_at : LAYOUT.known_at]
    known_at = LAYOUT.known_at
    for kind in range(LAYOUT.kinds):
        shift = int(network[KIND_SHIFTS + kind])
        total = given[LAYOUT.table + POOL * kind : LAYOUT.table + POOL * (kind + 1)]
        for thing in range(LAYOUT.most[kind]):
            at = LAYOUT.seen_at[kind] + thing * LAYOUT.numbers[kind]
            if seen[at] != 0:
                known = lanes[known_at : known_at + POOL]
                if differs(seen, at, LAYOUT.seen + at, LAYOUT.numbers[kind]):
                    add_change(network, seen, known, picks, kind, at)
                add_rectified(total, known, shift)
            known_at += POOL
        rectify(total, 0)
    at = LAYOUT.first_sums_at
    sums = lanes[at : at + LAYOUT.width]
    add_layer_change(sums, network, picks, given, lanes[at + LAYOUT.width : LAYOUT.lanes], LAYOUT.first_at)
    copy_lanes(hidden, sums)
    rectify(hidden, int(network[FIRST_SHIFT]))
    clear_lanes(layer)
    add_layer(layer, network, picks, hidden, LAYOUT.layer_at)
    rectify(layer, int(network[LAYER_SHIFT]))
    add_lanes(hidden, layer)
    rectify(hidden, 0)
    clear_lanes(context)
    add_layer(context, network, picks, hidden, LAYOUT.out_at)
    shift = int(network[OUT_SHIFT])
    for i in range(LAYOUT.context - LAYOUT.choices):
        context[i] = int(context[i]) >> shift


def decide_on(network, seen, lanes, kind, thing):
    """The features that decide on a thing, into the first ``HEAD`` lanes of the sums."""
    at = LAYOUT.given + 2 * LAYOUT.width
    sums = lanes[at + LAYOUT.context : at + LAYOUT.context + HEAD]
    context = lanes[at + LAYOUT.context_at[kind] : at + LAYOUT.context_at[kind] + HEAD]
    clear_lanes(sums)
    add_thing(network, seen, sums, lanes[LAYOUT.picks_at : LAYOUT.known_at], kind, thing)
    shift = int(network[KIND_SHIFTS + kind])
    for i in range(HEAD):
        sums[i] = min(max((int(sums[i]) >> shift) + int(context[i]), 0), MOST)


def vote(network, lanes, kind, output):
    """A thing's score, after ``decide_on``."""
    at = LAYOUT.given + 2 * LAYOUT.width + LAYOUT.context
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
    context = LAYOUT.given + 2 * LAYOUT.width + LAYOUT.context - LAYOUT.choices
    scores = LAYOUT.lanes
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
    score = int(lanes[LAYOUT.lanes + index])
    return exponential(POINT * (score - best)) / whole


def draw_move(params, state, who, net, seen, lanes, choice, count, power, cut, dice):
    """One of the legal moves, and how open the decision was: the policy's entropy in bits."""
    best, whole = prefer(params, state, who, net, seen, lanes, choice, count)
    mean = 0.0
    total = 0
    for index in range(count):
        away = POINT * (int(lanes[LAYOUT.lanes + index]) - best)
        share = exponential(away)
        mean += share * away
        weight = int(FINE * exponential(power * away)) if share >= cut else 0
        lanes[LAYOUT.lanes + index] = weight
        total += weight
    bits = PER_BIT * (logarithm(whole) - mean / whole)
    rest = below(dice, total)
    for index in range(count):
        rest -= int(lanes[LAYOUT.lanes + index])
        if rest < 0:
            return int(choice[index]), bits
    return int(choice[0]), bits
