"""A small network's arithmetic. ``LAYOUT`` and the encoding's functions are bound for each game."""

from __future__ import annotations

from typing import Any

from piazzetta.bots.network.layout import HEAD, MOST, POOL, SCORE_BITS, SHIFTS, UNIT_BITS, Layout
from piazzetta.bots.network.vectors import (
    MASK,
    along_row,
    beginning,
    clipped,
    differing,
    differs,
    factor,
    give,
    highest,
    mark,
    marked,
    nonzero,
    take,
    with_row,
    zeros,
)
from piazzetta.games.portable_math import exponential, logarithm
from piazzetta.kernel import below, compiled, rebound

LAYOUT: Any = Layout  # a stand-in for each game's layout
BLOCK = 64  # and another
POINT = 0.5**SCORE_BITS
PER_BIT = 1.4426950408889634  # turns natural logarithms into those of base 2
FINE = float(1 << 24)  # weights of a draw are whole numbers, so that every machine draws the same
LEAST = -17.0  # below e to this power they are 0
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


def add_block(lanes, at, network, start, stride, values_at, count, marks_at):
    """``add_rows`` for one block of sums. While a row is added, the next one is found, and its beginning read."""
    sums = take(lanes, at, BLOCK)
    for first in range(0, count, 2 * MASK):
        left = marked(lanes, marks_at + first // MASK)
        index = first + highest(left | 1)  # after the last row, some other: it is not added
        value = int(lanes[values_at + index])
        row, times = start + index * stride, factor(value)
        begun = beginning(network, row, BLOCK)
        while left != 0:
            this_value, this_row, this_factor, this_beginning = value, row, times, begun
            left ^= 1 << (index - first)
            index = first + highest(left | 1)
            value = int(lanes[values_at + index])
            row, times = start + index * stride, factor(value)
            begun = beginning(network, row, BLOCK)
            if this_value != 0:  # always; without it, compilers put off the search until the row is added
                sums = with_row(sums, network, this_row, this_factor, this_beginning)
    give(lanes, at, sums)


add_16, add_32, add_64 = (compiled(rebound(add_block, str(size), BLOCK=size)) for size in (16, 32, 64))


@compiled
def add_rows(lanes, at, width, network, start, stride, values_at, count, marks_at):
    """Add the rows of weights of the values that are marked, times these; the first of all begins at ``start``."""
    done = 0
    while done + 64 <= width:
        add_64(lanes, at + done, network, start + done, stride, values_at, count, marks_at)
        done += 64
    if done + 32 <= width:
        add_32(lanes, at + done, network, start + done, stride, values_at, count, marks_at)
        done += 32
    if done < width:
        add_16(lanes, at + done, network, start + done, stride, values_at, count, marks_at)


@compiled
def activations(sums, shift):
    """The activations that a block of sums stands for."""
    return clipped(sums >> shift, 0, MOST)


@compiled
def keep(lanes, at, values, marks_at, number):
    """Put back a block of values, and mark which are not 0: only their rows of weights will be added."""
    give(lanes, at + MASK * number, values)
    mark(lanes, marks_at + number, values)
    lanes[marks_at + number + 1] = 0  # marks are read in pairs


@compiled
def note_change(lanes, values_at, before_at, change_at, count, marks_at):
    """Write how values differ from those of the position before, then replace those."""
    for number in range(count // MASK):
        values = take(lanes, values_at + MASK * number, MASK)
        keep(lanes, change_at, values - take(lanes, before_at + MASK * number, MASK), marks_at, number)
        give(lanes, before_at + MASK * number, values)


@compiled
def activate(lanes, sums_at, shift, at, count, marks_at):
    """The activations of sums."""
    for number in range(count // MASK):
        keep(lanes, at, activations(take(lanes, sums_at + MASK * number, MASK), shift), marks_at, number)


@compiled
def add_activations(lanes, sums_at, shift, at, count, marks_at):
    """The activations of sums, and what there was before."""
    for number in range(count // MASK):
        values = activations(take(lanes, sums_at + MASK * number, MASK), shift)
        values = clipped(take(lanes, at + MASK * number, MASK) + values, 0, MOST)
        keep(lanes, at, values, marks_at, number)


def pool_things(network, seen, lanes):
    """Bring what is known of all things up to date, and the sums of each kind.

    A move changes few numbers of few things, so only those are added.
    """
    known_at = LAYOUT.known_at
    for kind in range(LAYOUT.kinds):
        shift = int(network[KIND_SHIFTS + kind])
        numbers = LAYOUT.numbers[kind]
        changed = 0  # one bit for each thing: found first, since no processor could guess which
        for thing in range(LAYOUT.most[kind]):
            at = LAYOUT.seen_at[kind] + thing * numbers
            changed |= int(differs(seen, at, LAYOUT.seen + at, numbers)) << thing
        total = take(lanes, LAYOUT.totals_at + POOL * kind, POOL)
        while changed != 0:
            thing = highest(changed)
            changed ^= 1 << thing
            at = LAYOUT.seen_at[kind] + thing * numbers
            before = LAYOUT.seen + at
            known = take(lanes, known_at + POOL * thing, POOL)
            total = total - activations(known, shift)
            left = differing(seen, at, before) & ((1 << numbers) - 1)
            while left != 0:
                i = highest(left)
                left ^= 1 << i
                change = int(seen[at + i]) - int(seen[before + i])
                seen[before + i] = seen[at + i]
                row = LAYOUT.weight_at[kind] + i * (POOL + HEAD)
                times = factor(change * int(network[LAYOUT.factor_at[kind] + i]))
                known = with_row(known, network, row, times, beginning(network, row, POOL))
            total = total + activations(known, shift)
            give(lanes, known_at + POOL * thing, known)
        known_at += POOL * LAYOUT.most[kind]
        give(lanes, LAYOUT.totals_at + POOL * kind, total)
        give(lanes, LAYOUT.table + POOL * kind, clipped(total, 0, MOST))


@compiled
def forget(seen):
    """Encode the next position in full: it does not follow from the last one, or another seat sees it."""
    seen[0] = 0


def understand(params, state, seat, network, seen, lanes):
    """Encode a position as ``seat`` sees it and compute what all evaluations of it share.

    Marks the rows of weights that make the context of it; ``heed`` adds what is needed of them.
    """
    update(params, state, seat, seen)
    for i in range(LAYOUT.table):
        lanes[i] = int(seen[i]) * int(network[SHIFTS + i])
    pool_things(network, seen, lanes)
    width = LAYOUT.width
    sums_at, given = LAYOUT.first_sums_at, LAYOUT.given
    marks_at, change_at, layer_at = LAYOUT.marks_at, LAYOUT.change_at, given + width
    note_change(lanes, 0, sums_at + width, change_at, given, marks_at)
    add_rows(lanes, sums_at, width, network, LAYOUT.first_at, width, change_at, given, marks_at)
    activate(lanes, sums_at, int(network[FIRST_SHIFT]), given, width, marks_at)
    clear_lanes(lanes[layer_at : layer_at + width])
    add_rows(lanes, layer_at, width, network, LAYOUT.layer_at, width, given, width, marks_at)
    add_activations(lanes, layer_at, int(network[LAYER_SHIFT]), given, width, marks_at)


def heed(network, lanes, start, count):
    """A part of the context, after ``understand``: that of a kind, or the choices of the table."""
    at = LAYOUT.given + 2 * LAYOUT.width + start
    clear_lanes(lanes[at : at + count])
    weights = LAYOUT.out_at + start
    add_rows(lanes, at, count, network, weights, LAYOUT.context, LAYOUT.given, LAYOUT.width, LAYOUT.marks_at)


def heed_kind(network, lanes, kind):
    """What the position means for the things of a kind."""
    heed(network, lanes, LAYOUT.context_at[kind], HEAD)
    at = LAYOUT.given + 2 * LAYOUT.width + LAYOUT.context_at[kind]
    give(lanes, at, take(lanes, at, HEAD) >> int(network[OUT_SHIFT]))


def decide_on(network, seen, lanes, kind, thing):
    """The features that decide on a thing, after ``heed_kind``: its numbers times its kind's weights, in context."""
    numbers = LAYOUT.numbers[kind]
    at = LAYOUT.seen_at[kind] + thing * numbers
    sums = zeros(HEAD)
    left = nonzero(seen, at) & ((1 << numbers) - 1)
    while left != 0:
        i = highest(left)
        left ^= 1 << i
        row = LAYOUT.weight_at[kind] + POOL + i * (POOL + HEAD)
        times = factor(int(seen[at + i]) * int(network[LAYOUT.factor_at[kind] + i]))
        sums = with_row(sums, network, row, times, beginning(network, row, HEAD))
    context = take(lanes, LAYOUT.given + 2 * LAYOUT.width + LAYOUT.context_at[kind], HEAD)
    give(lanes, LAYOUT.features_at, clipped((sums >> int(network[KIND_SHIFTS + kind])) + context, 0, MOST))


def vote(network, lanes, kind, output):
    """A thing's score, after ``decide_on``."""
    total = along_row(take(lanes, LAYOUT.features_at, HEAD), network, LAYOUT.vote_at[kind] + HEAD * output)
    return as_score(int(total), int(network[KIND_SHIFTS + LAYOUT.kinds + kind]))


@compiled
def as_score(total, shift):
    """A sum of activations times weights in the unit of scores."""
    return total << (SCORE_BITS - UNIT_BITS - shift)


def foresee(params, state, seat, network, seen, lanes, values):
    """Each seat's chance of winning, as ``seat``, the mover, sees it."""
    forget(seen)
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


def rate(params, state, seat, network, seen, lanes, choice, count):
    """Score the mover's legal actions, in the last lanes; returns the best score."""
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
    return best


def prefer(params, state, seat, network, seen, lanes, choice, count):
    """``rate``, for ``share`` to make probabilities of the scores: the best one, and the sum by which to divide."""
    best = rate(params, state, seat, network, seen, lanes, choice, count)
    whole = 0.0
    for index in range(count):
        whole += exponential(POINT * (int(lanes[LAYOUT.lanes + index]) - best))
    return best, whole


def share(lanes, index, best, whole):
    """The probability of the legal action with this index, after ``prefer``."""
    score = int(lanes[LAYOUT.lanes + index])
    return exponential(POINT * (score - best)) / whole


def draw_move(params, state, who, net, seen, lanes, choice, count, power, cut, dice):
    """Draw one of the legal moves; also returns the policy's entropy in bits."""
    best = rate(params, state, who, net, seen, lanes, choice, count)
    whole = 0.0
    mean = 0.0
    total = 0
    for index in range(count):
        away = POINT * (int(lanes[LAYOUT.lanes + index]) - best)
        share = exponential(away)
        whole += share
        mean += share * away
        weight = int(FINE * exponential(power * away)) if share >= cut and power * away > LEAST else 0
        lanes[LAYOUT.lanes + index] = weight
        total += weight
    bits = PER_BIT * (logarithm(whole) - mean / whole)
    rest = below(dice, total)
    for index in range(count):
        rest -= int(lanes[LAYOUT.lanes + index])
        if rest < 0:
            return int(choice[index]), bits
    return int(choice[0]), bits
