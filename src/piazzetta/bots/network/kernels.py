"""A small network's arithmetic. ``LAYOUT`` and the encoding's functions are bound for each game."""

from __future__ import annotations

from typing import Any

import numpy as np

from piazzetta.bots.network.layout import HEAD, MOST, POOL, SCORE_BITS, SHIFTS, UNIT_BITS, Layout
from piazzetta.bots.network.vectors import (
    MASK,
    SPREAD,
    clipped,
    differing,
    differs,
    give,
    lowest,
    nonzero,
    spread,
    take,
    with_row,
    with_spread,
    zeros,
)
from piazzetta.games.portable_math import exponential, logarithm
from piazzetta.kernel import below, compiled, rebound

LAYOUT: Any = Layout  # a stand-in
BLOCK = 64  # and another
POINT = 0.5**SCORE_BITS
PER_BIT = 1.4426950408889634  # natural logarithms to those of base 2
FINE = float(1 << 24)  # weights of a draw are whole numbers, so that every machine draws the same
# whose number of bits behind the point is which of the first weights; then one for each kind's things, then its votes
FIRST_SHIFT, LAYER_SHIFT, OUT_SHIFT, KIND_SHIFTS = 0, 1, 2, 3


def update(params: Any, state: Any, seat: int, out: Any) -> None:
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
def pick_rows(lanes, values_at, count, stride, picks_at):
    """Note which values are not 0, spread, each with the row of weights that it multiplies; returns how many."""
    rows_at = picks_at + SPREAD * count
    found = 0
    for first in range(0, count, 2 * MASK):
        left = nonzero(lanes, values_at + first)
        if first + MASK < count:
            left |= nonzero(lanes, values_at + first + MASK) << MASK
        while left != 0:
            index = first + lowest(left)
            left &= left - 1
            spread(lanes, picks_at + SPREAD * found, int(lanes[values_at + index]))
            lanes[rows_at + found] = index * stride
            found += 1
    return found


def add_block(lanes, at, network, row, picks_at, rows_at, found):
    """``add_rows`` for one block of sums."""
    sums = take(lanes, at, BLOCK)
    for pick in range(found):
        sums = with_spread(sums, network, row + int(lanes[rows_at + pick]), lanes, picks_at + SPREAD * pick)
    give(lanes, at, sums)


add_16, add_32, add_64 = (compiled(rebound(add_block, str(size), BLOCK=size)) for size in (16, 32, 64))


@compiled
def add_rows(lanes, at, width, network, row, picks_at, count, found):
    """Add the rows of weights that ``pick_rows`` found for ``count`` values; the first of all begins at ``row``."""
    rows_at = picks_at + SPREAD * count
    done = 0
    while done + 64 <= width:
        add_64(lanes, at + done, network, row + done, picks_at, rows_at, found)
        done += 64
    if done + 32 <= width:
        add_32(lanes, at + done, network, row + done, picks_at, rows_at, found)
        done += 32
    if done < width:
        add_16(lanes, at + done, network, row + done, picks_at, rows_at, found)


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
def activations(sums, shift):
    """The activations that a block of sums stands for."""
    return clipped(sums >> shift, 0, MOST)


@compiled
def note_change(lanes, values_at, before_at, change_at, count):
    """How values differ from those of the position before, which they become."""
    for i in range(count):
        lanes[change_at + i] = lanes[values_at + i] - lanes[before_at + i]
        lanes[before_at + i] = lanes[values_at + i]


def pool_things(network, seen, lanes):
    """Bring what is known of all things up to date, and the sums of each kind.

    A move changes few numbers of few things, so only those are added.
    """
    known_at = LAYOUT.known_at
    for kind in range(LAYOUT.kinds):
        shift = int(network[KIND_SHIFTS + kind])
        numbers = LAYOUT.numbers[kind]
        total = take(lanes, LAYOUT.totals_at + POOL * kind, POOL)
        for thing in range(LAYOUT.most[kind]):
            at = LAYOUT.seen_at[kind] + thing * numbers
            before = LAYOUT.seen + at
            if differs(seen, at, before):  # perhaps in what lies behind it
                left = differing(seen, at, before) & ((1 << numbers) - 1)
                if left != 0:
                    known = take(lanes, known_at, POOL)
                    total = total - activations(known, shift)
                    while left != 0:
                        i = lowest(left)
                        left &= left - 1
                        change = int(seen[at + i]) - int(seen[before + i])
                        seen[before + i] = seen[at + i]
                        row = LAYOUT.weight_at[kind] + i * (POOL + HEAD)
                        known = with_row(known, network, row, change * int(network[LAYOUT.factor_at[kind] + i]))
                    total = total + activations(known, shift)
                    give(lanes, known_at, known)
            known_at += POOL
        give(lanes, LAYOUT.totals_at + POOL * kind, total)
        give(lanes, LAYOUT.table + POOL * kind, clipped(total, 0, MOST))


@compiled
def forget(seen):
    """What is judged next is not a later position of the same game, as the same seat sees it: encode all of it."""
    seen[0] = 0


def understand(params, state, seat, network, seen, lanes):
    """Encode a position as ``seat`` sees it and compute what all judgements of it share.

    Picks the rows of weights that make the context of it; returns how many. ``heed`` adds those that are needed.
    """
    update(params, state, seat, seen)
    for i in range(LAYOUT.table):
        lanes[i] = int(seen[i]) * int(network[SHIFTS + i])
    pool_things(network, seen, lanes)
    width = LAYOUT.width
    sums_at, given = LAYOUT.first_sums_at, LAYOUT.given
    note_change(lanes, 0, sums_at + width, LAYOUT.change_at, given)
    found = pick_rows(lanes, LAYOUT.change_at, given, width, LAYOUT.picks_at)
    add_rows(lanes, sums_at, width, network, LAYOUT.first_at, LAYOUT.picks_at, given, found)
    hidden = lanes[given : given + width]
    layer = lanes[given + width : given + 2 * width]
    copy_lanes(hidden, lanes[sums_at : sums_at + width])
    rectify(hidden, int(network[FIRST_SHIFT]))
    clear_lanes(layer)
    found = pick_rows(lanes, given, width, width, LAYOUT.picks_at)
    add_rows(lanes, given + width, width, network, LAYOUT.layer_at, LAYOUT.picks_at, width, found)
    rectify(layer, int(network[LAYER_SHIFT]))
    add_lanes(hidden, layer)
    rectify(hidden, 0)
    return pick_rows(lanes, given, width, LAYOUT.context, LAYOUT.picks_at)


def heed(network, lanes, found, start, count):
    """A part of the context, after ``understand`` found so many rows: that of a kind, or the choices of the table."""
    at = LAYOUT.given + 2 * LAYOUT.width + start
    clear_lanes(lanes[at : at + count])
    add_rows(lanes, at, count, network, LAYOUT.out_at + start, LAYOUT.picks_at, LAYOUT.width, found)


def heed_kind(network, lanes, found, kind):
    """What the position means for the things of a kind."""
    heed(network, lanes, found, LAYOUT.context_at[kind], HEAD)
    at = LAYOUT.given + 2 * LAYOUT.width + LAYOUT.context_at[kind]
    give(lanes, at, take(lanes, at, HEAD) >> int(network[OUT_SHIFT]))


def decide_on(network, seen, lanes, kind, thing):
    """The features that decide on a thing, after ``heed_kind``: its numbers times its kind's weights, in context."""
    numbers = LAYOUT.numbers[kind]
    at = LAYOUT.seen_at[kind] + thing * numbers
    sums = zeros(HEAD)
    left = nonzero(seen, at) & ((1 << numbers) - 1)
    while left != 0:
        i = lowest(left)
        left &= left - 1
        row = LAYOUT.weight_at[kind] + POOL + i * (POOL + HEAD)
        sums = with_row(sums, network, row, int(seen[at + i]) * int(network[LAYOUT.factor_at[kind] + i]))
    context = take(lanes, LAYOUT.given + 2 * LAYOUT.width + LAYOUT.context_at[kind], HEAD)
    give(lanes, LAYOUT.features_at, clipped((sums >> int(network[KIND_SHIFTS + kind])) + context, 0, MOST))


def vote(network, lanes, kind, output):
    """A thing's score, after ``decide_on``."""
    at = LAYOUT.features_at
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
    forget(seen)
    heed_kind(network, lanes, understand(params, state, seat, network, seen, lanes), LAYOUT.seats)
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
    found = understand(params, state, seat, network, seen, lanes)
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
                heed(network, lanes, found, table, LAYOUT.choices_filled)
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
                    heed_kind(network, lanes, found, kind)
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
