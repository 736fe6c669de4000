"""What a bot knows about Il Commercio Viaggiatore: what each seat can expect from a position, and similar moves.

The feature weights were fitted to games between the bots (see ``docs/bots.md``).
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np

from piazzetta.games.knowledge import Array, Knowledge, SearchKernels, packaged
from piazzetta.games.portable_math import exponential
from piazzetta.games.viaggiatore.bots.encoding import ENCODING
from piazzetta.games.viaggiatore.rules.determinize import determinize
from piazzetta.games.viaggiatore.rules.turn import travel_steps
from piazzetta.games.viaggiatore.state import (
    BID,
    BIDDING,
    CARRY,
    CITY,
    MOST_PLAYERS,
    NO_BID,
    RIDE,
    TRAVEL,
    TRAVELLING,
    VEHICLES,
)
from piazzetta.kernel import compiled

FEATURES = (
    *(f"{gap} points to go" for gap in range(1, 6)),
    "points a sale would bring",
    "chance that a sale wins",
    "steps",
    "sale × steps",
    "sale in the city",
    "winning sale in the city",
    "steps the next ticket gives",
    "sale within the next ticket",
    "winning sale within the next ticket",
    "tickets that fit",
    "baggage",
    "most carriers alike",
    "baggage face down",
    "cards in hand",
    "best bid in hand",
    "bids in hand",
    "own turn before travelling",
    "own turn, sale within the next ticket",
    "turns to wait",
)
FEATURE_COUNT = len(FEATURES)


@compiled
def sale(params, state, seat, gap):
    """What selling now would bring: average points (capped at those needed), and the chance of reaching those."""
    points = 0
    wins = 0
    clothes = int(state.objects[seat, 0])
    hats = int(state.objects[seat, 1])
    shoes = int(state.objects[seat, 2])
    others = int(state.objects[seat, 3])
    if clothes + hats + shoes + others == 0:
        return 0.0, 0.0
    for card in range(params.cards):
        shop = params.shop[card]
        got = (
            int(shop[0] > 0 and clothes >= shop[0])
            + int(shop[1] > 0 and hats >= shop[1])
            + int(shop[2] > 0 and shoes >= shop[2])
            + int(shop[3] > 0 and others >= shop[3])
        )
        points += min(got, gap)
        wins += int(got >= gap)
    return points / params.cards, wins / params.cards


@compiled
def features(params, state, out):
    """Write the features of each seat into its row of ``out``."""
    players = int(params.players)
    for seat in range(players):
        row = out[seat]
        for column in range(FEATURE_COUNT):
            row[column] = 0.0
        gap = max(int(params.target) - int(state.points[seat]), 1)
        row[min(gap, 5) - 1] = 1.0
        points, wins = sale(params, state, seat, gap)
        steps = int(state.steps[seat])
        row[5] = points
        row[6] = wins
        row[7] = steps / CITY
        row[8] = points * steps / CITY
        own_turn = seat == state.active and state.phase <= TRAVELLING
        if steps == CITY:
            row[9] = points
            row[10] = wins
        else:
            furthest = 0
            fitting = 0
            for slot in range(state.held[seat]):
                vehicle = params.ticket[state.hand[seat, slot]]
                if state.carriers[seat, vehicle] > 0:
                    fitting += 1
                    furthest = max(furthest, travel_steps(state, seat, vehicle))
            row[11] = min(furthest, CITY - steps) / CITY
            row[14] = min(fitting, 2)
            if steps + furthest >= CITY:
                row[12] = points
                row[13] = wins
        row[15] = min(int(state.baggage[seat]), 6)
        alike = 0
        for vehicle in range(VEHICLES):
            alike = max(alike, int(state.carriers[seat, vehicle]))
        row[16] = alike
        row[17] = state.down[seat]
        row[18] = state.held[seat] / 5.0
        best = 0
        total = 0
        for slot in range(state.held[seat]):
            bid = int(params.value[state.hand[seat, slot]])
            best = max(best, bid)
            total += bid
        row[19] = best / 4.0
        row[20] = total / 20.0
        if own_turn:
            row[21] = 1.0
            row[22] = row[12] + row[9]
        wait = seat - int(state.active)
        row[23] = (wait + players if wait < 0 else wait) / players


@compiled
def evaluate(params, state, weights, scratch, values):
    """Each seat's chance of winning, from its features; final points are about what it has and would sell."""
    players = int(params.players)
    features(params, state, scratch)
    best = -1e9
    for seat in range(players):
        total = 0.0
        for column in range(FEATURE_COUNT):
            total += weights[0, column] * scratch[seat, column]
        values[seat] = total
        best = max(best, total)
    whole = 0.0
    for seat in range(players):
        values[seat] = exponential(values[seat] - best)
        whole += values[seat]
    for seat in range(players):
        values[seat] /= whole
        points = float(state.points[seat]) + scratch[seat, 5]
        values[players + seat] = points + values[seat] * max(params.target - points, 0.0)


@compiled
def prepare(params, state, seat, rng):
    """Redraw what the seat cannot know. Takes back face-down bids, since a simulation makes them itself."""
    determinize(params, state, seat, rng)
    if state.phase == BIDDING:
        for other in range(params.players):
            state.bid[other] = NO_BID
        state.asked = state.active


@compiled
def group(params, state, action, who, options):
    """Distinguish one's own cards of this turn; group others' and later ones by what they do here."""
    if action < BID or (who == options.seat and state.turn == options.turn):
        return action
    if action >= RIDE:
        return RIDE
    if action >= TRAVEL:
        return TRAVEL + int(params.ticket[action - TRAVEL])
    if action >= CARRY:
        number = action - CARRY
        return CARRY + int(params.vehicles[number >> 1, number & 1])
    return BID + int(params.value[action - BID])


@compiled
def veiled(params, state):
    """Bids lie face down until the last one is in."""
    return state.phase == BIDDING


@compiled
def public_label(params, state):
    """Who has to do what, how much baggage there is, and what the active player has sold."""
    return (
        int(state.phase)
        + 16 * int(state.asked)
        + 128 * int(state.lots)
        + 8192 * int(state.points[state.active])
        + (1 << 20)
    )


@lru_cache
def weights_for(players: int) -> Array:
    """One row."""
    text = (files("piazzetta") / "data" / "bots-viaggiatore.json").read_text(encoding="utf-8")
    fitted = json.loads(text)[str(players)]
    return np.array([[fitted["weights"][name] for name in FEATURES]])


KNOWLEDGE = Knowledge(
    SearchKernels(evaluate, prepare, group, veiled, public_label),
    weights_for,
    scratch=(MOST_PLAYERS, FEATURE_COUNT),
    looks=8,
    encoding=ENCODING,
    network=packaged("network-viaggiatore.bin"),
)
