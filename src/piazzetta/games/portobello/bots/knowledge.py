"""What a bot knows about Portobello Market: what each seat can expect from a position, in numbers.

The feature weights were fitted to games between the bots (see ``docs/bots.md``). Points always come from the engine
itself: ``own_value`` and ``client_factor``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np

from piazzetta.games.knowledge import Array, Knowledge, SearchKernels, packaged
from piazzetta.games.portable_math import exponential
from piazzetta.games.portobello.bots.encoding import ENCODING
from piazzetta.games.portobello.rules.allowed import majority
from piazzetta.games.portobello.rules.scoring import client_factor, due_points, own_value
from piazzetta.games.portobello.state import LAID, LORD, MOST_PLAYERS, NOBODY, PLACING, UP
from piazzetta.kernel import compiled

#: Each seat's features; each counts again × the progress of the game (0 at the start, 1 at somebody's last stall).
FEATURES = (
    "always",
    # the points that one's own stalls in an unfinished alley would score, by missing clients and stalls
    *(f"alley: {clients} clients, {stalls} stalls missing" for clients in range(3) for stalls in range(4)),
    "alley at the lord's square",
    "best mark with the 4",
    "best mark with the 2",
    "next best mark",
    "stalls left",
    "stalls left, fewest of the others",
    "tiles face up",
    "actions left",
    "burgher in hand",
    "turn is next",
    "majorities",
    "can pay toll",
    "alleys round the Bobby, to move",
)
FEATURE_COUNT = len(FEATURES)
_ALLEYS, _LORD, _REST = 1, 13, 14


@compiled
def expected_client(params, state):
    """The average value of a client still to come."""
    servants, burghers = int(state.bag[0]), int(state.bag[1])
    if servants + burghers == 0:
        return float(LORD) if state.lord == 0 else 1.5
    return (servants + 2.0 * burghers) / (servants + burghers)


@compiled
def features(params, state, out):
    """Write the features of each seat into its row of ``out``; returns the progress of the game."""
    players = int(params.players)
    whole = 30.0 if players == 2 else (20.0 if players == 3 else 16.0)
    fewest = 127
    for seat in range(players):
        fewest = min(fewest, int(state.stalls[seat]))
        for column in range(FEATURE_COUNT):
            out[seat, column] = 0.0
    seat_to_move = int(state.seat)
    client = expected_client(params, state)
    for alley in range(params.alleys):
        here = int(state.client[params.ends[alley, 0]])
        there = int(state.client[params.ends[alley, 1]])
        missing = int(params.spaces[alley]) - int(state.built[alley])
        absent = int(here == NOBODY) + int(there == NOBODY)
        if absent == 0 and missing == 0:
            continue
        most = majority(state, alley)
        if most == 0:
            continue
        factor = client_factor(client if here == NOBODY else here, client if there == NOBODY else there)
        column = _LORD if absent == 0 and (here == LORD or there == LORD) else _ALLEYS + 4 * absent + min(missing, 3)
        for seat in range(players):
            if state.count[alley, seat] > 0:
                out[seat, column] += own_value(params, state, alley, seat) * factor
                if state.count[alley, seat] == most:
                    out[seat, _REST + 9] += 0.1
    for seat in range(players):
        marks(params, state, seat, out)
        least_other = 127
        for other in range(players):
            if other != seat:
                least_other = min(least_other, int(state.stalls[other]))
        out[seat, 0] = 1.0
        out[seat, _REST + 3] = state.stalls[seat] / whole
        out[seat, _REST + 4] = least_other / whole
        up = 0.0
        for tile in range(3):
            if state.own[seat, tile] == UP and not (seat == seat_to_move and state.in_use == tile):
                up += tile + 2.0
            up += state.neutral[seat, 1, tile] * (tile + 1.0)
        out[seat, _REST + 5] = up
        out[seat, _REST + 10] = min(int(state.score[seat]), 3)
    out[seat_to_move, _REST + 6] = state.left
    if state.phase == PLACING:
        out[seat_to_move, _REST + 7] = state.hand - 1.5
    after = seat_to_move
    if state.in_use >= 0:
        after = 0 if seat_to_move + 1 == players else seat_to_move + 1
    out[after, _REST + 8] = 1.0
    if state.bobby >= 0:
        near = 0.0
        for side in range(3):
            alley = params.border[state.bobby, side]
            here = int(state.client[params.ends[alley, 0]])
            there = int(state.client[params.ends[alley, 1]])
            missing = int(params.spaces[alley]) - int(state.built[alley])
            if here != NOBODY and there != NOBODY and missing > 0 and missing <= 3:
                near += client_factor(here, there) * missing
        out[after, _REST + 11] = near
    return 1.0 - fewest / whole


@compiled
def marks(params, state, seat, out):
    """What marking would score now: with the 4 at the best district, with the 2 there or at the next best."""
    best = 0
    second = 0
    for district in range(params.districts):
        if state.marked[district] == 0:
            stalls = 0
            for side in range(3):
                stalls += int(state.count[params.border[district, side], seat])
            if stalls > best:
                second = best
                best = stalls
            elif stalls > second:
                second = stalls
    four = state.own[seat, 2] != LAID
    two = state.own[seat, 0] != LAID
    if four:
        out[seat, _REST] = 4.0 * best
        out[seat, _REST + 2] = 2.0 * second if two else 0.0
    elif two:
        out[seat, _REST + 1] = 2.0 * best


@compiled
def evaluate(params, state, weights, scratch, values):
    """Points now and to come; a large lead late in the game is nearly a win."""
    players = int(params.players)
    rows = scratch[1:]
    done = features(params, state, rows)
    weight = scratch[0]
    for column in range(FEATURE_COUNT):
        weight[column] = weights[0, column] + done * weights[1, column]
    best = -1e9
    for seat in range(players):
        total = float(int(state.score[seat]) + due_points(params, state, seat))
        for column in range(FEATURE_COUNT):
            total += weight[column] * rows[seat, column]
        values[players + seat] = total
        best = max(best, total)
    spread = weights[0, FEATURE_COUNT] + weights[1, FEATURE_COUNT] * done
    whole = 0.0
    for seat in range(players):
        values[seat] = exponential((values[players + seat] - best) / spread)
        whole += values[seat]
    for seat in range(players):
        values[seat] /= whole


@lru_cache
def weights_for(players: int) -> Array:
    """The weights at the start, and what is added to them by the end; then the same for the spread."""
    text = (files("piazzetta") / "data" / "bots-portobello.json").read_text(encoding="utf-8")
    fitted = json.loads(text)[str(players)]
    return np.transpose([fitted["weights"][name] for name in FEATURES] + [fitted["spread"]])


KNOWLEDGE = Knowledge(
    SearchKernels(evaluate),
    weights_for,
    scratch=(1 + MOST_PLAYERS, FEATURE_COUNT),
    encoding=ENCODING,
    network=packaged("network-portobello.bin"),
)
