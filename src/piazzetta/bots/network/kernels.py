"""A small network's arithmetic. ``LAYOUT`` and the encoding's functions are bound for each game."""

from __future__ import annotations

from typing import Any

import numpy as np

from piazzetta.bots.network.layout import HEAD, MOST, POOL, SCORE_BITS, SHIFTS, UNIT_BITS, WORD, Layout
from piazzetta.bots.network.vectors import add_rows
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
def add_layer_change(sums, network, change, values, before, at):
    """Add what changed in a layer that keeps its sums: many values are what they were in the position before."""
    for i in range(len(values)):
        change[i] = values[i] - before[i]
        before[i] = values[i]
    add_rows(sums, network, at, len(sums), change)


@compiled
def rectified(total, shift):
    """The activation that a sum stands for. In 32 bits throughout: a vector holds four of these, and two of 64."""
    return min(np.int32(max(total, np.int32(0)) >> (shift & 31)), np.int32(MOST))


@compiled
def rectify(sums, shift):
    """Negative sums become 0, the others activations."""
    for i in range(len(sums)):
        sums[i] = rectified(sums[i], shift)


@compiled
def differs(words, now, before, count):
    """Whether a thing looks other than when it was last computed: eight numbers at a time."""
    change = np.uint64(0)
    for i in range(count):
        change |= words[now + i] ^ words[before + i]
    return change != 0


@compiled
def add_rectified(total, sums, shift):
    """Add the activations that these sums stand for."""
    for i in range(len(total)):
        total[i] += rectified(sums[i], shift)


@compiled
def take_rectified(total, sums, shift):
    """Take them off again."""
    for i in range(len(total)):
        total[i] -= rectified(sums[i], shift)


def factors_of(lanes, kind):
    """Room for what a thing's numbers are multiplied with; what it does not use is 0."""
    factors = lanes[LAYOUT.factors_at : LAYOUT.factors_at + LAYOUT.numbers_filled[kind]]
    for i in range(LAYOUT.numbers[kind], len(factors)):
        factors[i] = 0
    return factors


def add_thing(network, seen, sums, lanes, kind, thing):
    """The numbers of a thing, times the weights of its kind that decide on it."""
    at = LAYOUT.seen_at[kind] + thing * LAYOUT.numbers[kind]
    factors = factors_of(lanes, kind)
    for i in range(LAYOUT.numbers[kind]):
        factors[i] = np.int32(seen[at + i]) * np.int32(network[LAYOUT.factor_at[kind] + i])
    add_rows(sums, network, LAYOUT.weight_at[kind] + POOL, POOL + HEAD, factors)


def add_change(network, seen, sums, lanes, kind, at):
    """Bring a thing's pooled sums up to date: a move changes few numbers of few things, so only those are added."""
    factors = factors_of(lanes, kind)
    for i in range(LAYOUT.numbers[kind]):
        change = np.int32(seen[at + i]) - np.int32(seen[LAYOUT.seen + at + i])
        factors[i] = change * np.int32(network[LAYOUT.factor_at[kind] + i])
        seen[LAYOUT.seen + at + i] = seen[at + i]
    add_rows(sums, network, LAYOUT.weight_at[kind], POOL + HEAD, factors)


def understand(params, state, seat, network, seen, lanes):
    """Encode a position as ``seat`` sees it and compute what all judgements of it share; ``heed`` makes a context of it."""
    encode(params, state, seat, seen)
    given = lanes[: LAYOUT.given]
    for i in range(LAYOUT.table):
        given[i] = int(seen[i]) * int(network[SHIFTS + i])
    hidden = lanes[LAYOUT.given : LAYOUT.given + LAYOUT.width]
    layer = lanes[LAYOUT.given + LAYOUT.width : LAYOUT.given + 2 * LAYOUT.width]
    words = seen.view(np.uint64)
    known_at = LAYOUT.known_at
    for kind in range(LAYOUT.kinds):
        shift = int(network[KIND_SHIFTS + kind])
        total = lanes[LAYOUT.totals_at + POOL * kind : LAYOUT.totals_at + POOL * (kind + 1)]
        for thing in range(LAYOUT.most[kind]):
            at = LAYOUT.seen_at[kind] + thing * LAYOUT.numbers[kind]
            # what is not there, and was not, is 0 throughout
            there = seen[at] != 0 or seen[LAYOUT.seen + at] != 0
            if there and differs(words, at // WORD, (LAYOUT.seen + at) // WORD, LAYOUT.numbers[kind] // WORD):
                known = lanes[known_at : known_at + POOL]
                take_rectified(total, known, shift)
                add_change(network, seen, known, lanes, kind, at)
                add_rectified(total, known, shift)
            known_at += POOL
        pooled = given[LAYOUT.table + POOL * kind : LAYOUT.table + POOL * (kind + 1)]
        copy_lanes(pooled, total)
        rectify(pooled, 0)
    at = LAYOUT.first_sums_at
    sums = lanes[at : at + LAYOUT.width]
    change = lanes[LAYOUT.factors_at : LAYOUT.factors_at + LAYOUT.given]
    add_layer_change(sums, network, change, given, lanes[at + LAYOUT.width : LAYOUT.lanes], LAYOUT.first_at)
    copy_lanes(hidden, sums)
    rectify(hidden, int(network[FIRST_SHIFT]))
    clear_lanes(layer)
    add_rows(layer, network, LAYOUT.layer_at, LAYOUT.width, hidden)
    rectify(layer, int(network[LAYER_SHIFT]))
    add_lanes(hidden, layer)
    rectify(hidden, 0)


def heed(network, lanes, start, count):
    """A part of the context, after ``understand``: that of a kind, or the choices of the table."""
    at = LAYOUT.given + 2 * LAYOUT.width + start
    part = lanes[at : at + count]
    clear_lanes(part)
    hidden = lanes[LAYOUT.given : LAYOUT.given + LAYOUT.width]
    add_rows(part, network, LAYOUT.out_at + start, LAYOUT.context, hidden)


def heed_kind(network, lanes, kind):
    """What the position means for the things of a kind."""
    heed(network, lanes, LAYOUT.context_at[kind], HEAD)
    at = LAYOUT.given + 2 * LAYOUT.width + LAYOUT.context_at[kind]
    shift = int(network[OUT_SHIFT]) & 31
    for i in range(at, at + HEAD):
        lanes[i] = np.int32(lanes[i] >> shift)


def decide_on(network, seen, lanes, kind, thing):
    """The features that decide on a thing, after ``heed_kind``, into the first ``HEAD`` lanes of the sums."""
    at = LAYOUT.given + 2 * LAYOUT.width
    sums = lanes[LAYOUT.sums_at : LAYOUT.sums_at + HEAD]
    context = lanes[at + LAYOUT.context_at[kind] : at + LAYOUT.context_at[kind] + HEAD]
    clear_lanes(sums)
    add_thing(network, seen, sums, lanes, kind, thing)
    shift = int(network[KIND_SHIFTS + kind]) & 31
    for i in range(HEAD):
        sums[i] = rectified(np.int32(np.int32(sums[i] >> shift) + context[i]), 0)


def vote(network, lanes, kind, output):
    """A thing's score, after ``decide_on``."""
    at = LAYOUT.sums_at
    row = LAYOUT.vote_at[kind] + HEAD * output
    total = np.int32(0)
    for i in range(HEAD):
        total = np.int32(total + int(lanes[at + i]) * int(network[row + i]))
    return as_score(int(total), int(network[KIND_SHIFTS + LAYOUT.kinds + kind]))


@compiled
def as_score(total, shift):
    """A sum of activations times weights in the unit of scores."""
    return total << (SCORE_BITS - UNIT_BITS - shift)


def foresee(params, state, seat, network, seen, lanes, values):
    """Each seat's chance of winning, as ``seat``, the mover, sees it."""
    understand(params, state, seat, network, seen, lanes)
    heed_kind(network, lanes, LAYOUT.seats)
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
    table = LAYOUT.context - LAYOUT.choices
    context = LAYOUT.given + 2 * LAYOUT.width + table
    scores = LAYOUT.lanes
    heeded = 0  # one bit for each kind, the highest for the table
    latest = -1
    best = -(1 << 40)
    for index in range(count):
        slot = int(slot_of(params, state, int(choice[index])))
        if slot < LAYOUT.choices:
            if heeded >> LAYOUT.kinds == 0:
                heeded |= 1 << LAYOUT.kinds
                heed(network, lanes, table, LAYOUT.choices_filled)
            score = as_score(int(lanes[context + slot]), int(network[OUT_SHIFT]))
        else:
            kind = LAYOUT.kinds - 1
            while LAYOUT.slot_at[kind] > slot or LAYOUT.outputs[kind] == 0:
                kind -= 1
            place = slot - LAYOUT.slot_at[kind]
            thing = place // LAYOUT.outputs[kind]
            if latest != thing * LAYOUT.kinds + kind:
                latest = thing * LAYOUT.kinds + kind
                if (heeded >> kind) & 1 == 0:
                    heeded |= 1 << kind
                    heed_kind(network, lanes, kind)
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
