"""The numbers by which a network sees a position of Portobello Market.

Within a game little changes between two positions, so ``update`` writes anew what may have changed: stalls stay where
they are once they are built.
"""

from __future__ import annotations

from piazzetta.games.portobello.rules.allowed import free_squares, toll
from piazzetta.games.portobello.rules.scoring import client_factor
from piazzetta.games.portobello.state import (
    ACTING,
    LAID,
    MOST_ALLEYS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NOBODY,
    PICKING,
    PLACING,
    REGULARS,
    SETTING,
    TILES,
    UP,
    ClientsFrom,
)
from piazzetta.games.portobello.view import chair, place_from
from piazzetta.kernel import compiled

TABLE = 64
SEAT = 24
ALLEY = 32
SQUARE = 24
DISTRICT = 24
SEATS_AT = TABLE
ALLEYS_AT = SEATS_AT + MOST_PLAYERS * SEAT
SQUARES_AT = ALLEYS_AT + MOST_ALLEYS * ALLEY
DISTRICTS_AT = SQUARES_AT + MOST_SQUARES * SQUARE

_VALUES = 18  # index, in an alley's numbers, of the values under each seat's stalls
_MIDDLE = 128  # stands for a difference of 0, since the numbers are unsigned


@compiled
def byte(number):
    """The number clamped to 8 bits."""
    return max(0, min(255, number))


@compiled
def widened(params, districts, visited):
    """These districts and all that one crossing leads to, but for those of this walk."""
    wider = districts
    for district in range(params.districts):
        if (districts >> district) & 1:
            for side in range(3):
                beyond = int(params.beyond[district, side])
                if beyond >= 0 and (visited >> beyond) & 1 == 0:
                    wider |= 1 << beyond
    return wider


@compiled
def sides(params, districts):
    """The alleys round these districts, one bit each."""
    found = 0
    for district in range(params.districts):
        if (districts >> district) & 1:
            for side in range(3):
                found |= 1 << int(params.border[district, side])
    return found


@compiled
def encode(params, state, seat, out):
    out[0] = 0
    update(params, state, seat, out)


@compiled
def update(params, state, seat, out):
    known = out[0] != 0
    encode_table(params, state, seat, out)
    encode_seats(params, state, seat, out)
    # How far the Bobby is on this walk (6.4), one bit per district and alley: here, one crossing away, two, three.
    here = 1 << int(state.bobby) if state.bobby >= 0 else 0
    near = widened(params, here, state.visited)
    far = widened(params, near, state.visited)
    farther = widened(params, far, state.visited)
    around = sides(params, here)
    changed = encode_alleys(params, state, seat, out, known, around, sides(params, near))
    encode_squares(params, state, out, changed, around)
    encode_districts(params, state, seat, out, changed, here, near, far, farther)


@compiled
def encode_table(params, state, seat, out):
    out[0] = 1
    out[1] = 1 if state.phase == SETTING else 0
    out[2] = 1 if state.phase == PICKING else 0
    out[3] = 1 if state.phase == ACTING else 0
    out[4] = 1 if state.phase == PLACING else 0
    out[5] = state.left
    out[6] = state.idle_rounds
    out[7] = state.last_round
    out[8] = state.busy
    for tile in range(TILES):
        out[9 + tile] = 1 if state.in_use == tile else 0
    for client in range(1, 4):
        out[14 + client] = 1 if state.hand == client else 0
        out[17 + client] = state.bag[client - 1]
    out[21] = state.taken
    out[22] = state.placed
    out[23] = state.marks
    out[24] = 3 if state.marks < 2 else (2 if state.marks < 4 else 1)  # the neutral tile that comes next (1.2)
    out[25] = 1 if state.lord > 0 else 0
    out[26] = byte(int(free_squares(params, state)))
    out[27] = 1 if state.bobby >= 0 else 0
    for k in range(MOST_PLAYERS):
        out[28 + k] = 1 if chair(params.players, seat, k) == params.starter else 0
    out[32] = 1 if params.players == 2 else 0
    out[33] = 1 if params.players == 3 else 0
    out[34] = 1 if params.players == 4 else 0
    out[35] = params.squares
    out[36] = params.alleys
    out[37] = params.districts
    out[38] = params.bobby_set_by
    out[39] = params.actions
    out[40] = params.lord
    out[41] = params.new_tile
    for choice in range(3):
        out[42 + choice] = 1 if params.shared_majority == choice else 0
        out[45 + choice] = 1 if params.clients == choice else 0
    for place in range(REGULARS):
        to_come = params.clients == ClientsFrom.QUEUE and place >= state.taken
        out[48 + place] = state.row[place] if to_come else 0
    out[58] = byte(int(state.turn))
    out[59] = params.credit
    out[60] = params.scoring
    for i in range(61, TABLE):
        out[i] = 0


@compiled
def encode_seats(params, state, seat, out):
    players = int(params.players)
    for k in range(players):
        other = chair(players, seat, k)
        best = -1000
        for third in range(players):
            if third != other:
                best = max(best, int(state.score[third]))
        at = SEATS_AT + k * SEAT
        out[at] = 1
        for place in range(MOST_PLAYERS):
            out[at + 1 + place] = 1 if place == k else 0
        out[at + 5] = byte(int(state.score[other]))
        out[at + 6] = byte(_MIDDLE + int(state.score[other]) - best)
        out[at + 7] = state.stalls[other]
        out[at + 8] = 1 if other == params.starter else 0
        for tile in range(3):
            out[at + 9 + tile] = 1 if state.own[other, tile] == UP else 0
            out[at + 12 + tile] = 1 if state.own[other, tile] == LAID else 0
            out[at + 15 + tile] = state.neutral[other, 1, tile]
            out[at + 18 + tile] = state.neutral[other, 0, tile]
        most = 0  # stalls around the best district that can still be marked
        for district in range(params.districts):
            if state.marked[district] == 0:
                most = max(most, stalls_round(params, state, district, other))
        out[at + 21] = most
        out[at + 22] = (other - int(params.starter) + players) % players
        out[at + 23] = 0


@compiled
def stalls_round(params, state, district, seat):
    stalls = 0
    for side in range(3):
        stalls += int(state.count[params.border[district, side], seat])
    return stalls


@compiled
def encode_alleys(params, state, seat, out, known, here, near):
    """Returns in which alleys stalls or clients may have changed, one bit each.

    Stalls stay where they are: an alley with as many as before, and the same clients, was the same before.
    """
    players = int(params.players)
    changed = 0
    once = 0  # alleys next to one district, to two; to one unmarked district, to two
    twice = 0
    free_once = 0
    free_twice = 0
    for district in range(params.districts):
        for side in range(3):
            bit = 1 << int(params.border[district, side])
            twice |= once & bit
            once |= bit
            if state.marked[district] == 0:
                free_twice |= free_once & bit
                free_once |= bit
    for alley in range(params.alleys):
        at = ALLEYS_AT + alley * ALLEY
        out[at + 26] = (here >> alley) & 1
        out[at + 27] = (near >> alley) & 1
        out[at + 29] = (twice >> alley) & 1
        out[at + 30] = (free_once >> alley) & 1
        out[at + 31] = (free_twice >> alley) & 1
        spaces = int(params.spaces[alley])
        built = int(state.built[alley])
        one = int(state.client[params.ends[alley, 0]])
        two = int(state.client[params.ends[alley, 1]])
        if known and out[at + 2] == spaces - built and out[at + 5 + one] == 1 and out[at + 9 + two] == 1:
            continue
        changed |= 1 << alley
        first = int(params.first[alley])
        begun = int(state.begun[alley])
        out[at] = 1
        out[at + 1] = spaces
        out[at + 2] = spaces - built
        out[at + 3] = 1 if begun == 1 else 0
        out[at + 4] = 1 if begun == 2 else 0
        for client in range(4):
            out[at + 5 + client] = 1 if one == client else 0
            out[at + 9 + client] = 1 if two == client else 0
        out[at + 13] = client_factor(one, two) if one != NOBODY and two != NOBODY else 0
        sums = 0  # values of free spaces and under each seat's stalls, packed: at most 6 · 3 each
        for space in range(first, first + spaces):
            owner = int(state.owner[space])
            place = 0 if owner == 0 else 1 + place_from(players, seat, owner - 1)
            sums += int(params.value[space]) << (6 * place)
        for k in range(MOST_PLAYERS):
            out[at + 14 + k] = state.count[alley, chair(players, seat, k)]
            out[at + _VALUES + k] = (sums >> (6 + 6 * k)) & 63
        out[at + 22] = sums & 63
        out[at + 23] = int(params.value[first + built]) if built < spaces and begun != 2 else 0
        out[at + 24] = int(params.value[first + spaces - 1 - built]) if built < spaces and begun != 1 else 0
        out[at + 25] = toll(params, state, alley, seat)
        out[at + 28] = 1 if built == spaces else 0
    return changed


@compiled
def encode_squares(params, state, out, changed, here):
    """Those at the ends of changed alleys: alley by alley, each adds to the two squares at its ends."""
    players = int(params.players)
    touched = 0
    for alley in range(params.alleys):
        if (changed >> alley) & 1:
            touched |= (1 << int(params.ends[alley, 0])) | (1 << int(params.ends[alley, 1]))
    for square in range(params.squares):
        at = SQUARES_AT + square * SQUARE
        out[at + 7] = 0
        if (touched >> square) & 1:
            for i in range(SQUARE):
                out[at + i] = 0
            out[at] = 1
            out[at + 1 + int(state.client[square])] = 1
    for alley in range(params.alleys):
        built = int(state.built[alley])
        left = int(params.spaces[alley]) - built
        own = ALLEYS_AT + alley * ALLEY + _VALUES
        for end in range(2):
            square = int(params.ends[alley, end])
            at = SQUARES_AT + square * SQUARE
            out[at + 7] |= (here >> alley) & 1
            if (touched >> square) & 1:
                out[at + 5] += 1
                out[at + 6] += left
                if built > 0:
                    other = int(state.client[params.ends[alley, 1 - end]])
                    add_values(out, at, own, left, other, players)


@compiled
def add_values(out, at, own, left, other, players):
    """What an alley adds to the square at one of its ends, for each seat.

    The values of its stalls; again if the ``other`` end has a client; again if the alley is full as well, so that a
    client here scores it; and that again for each rank above a servant.
    """
    for k in range(players):
        value = int(out[own + k])
        out[at + 8 + k] = byte(int(out[at + 8 + k]) + value)
        if other != NOBODY:
            out[at + 12 + k] = byte(int(out[at + 12 + k]) + value)
            if left == 0:
                out[at + 16 + k] = byte(int(out[at + 16 + k]) + value)
                out[at + 20 + k] = byte(int(out[at + 20 + k]) + value * (other - 1))


@compiled
def encode_districts(params, state, seat, out, changed, here, near, far, farther):
    players = int(params.players)
    bobby = int(state.bobby)
    for district in range(params.districts):
        at = DISTRICTS_AT + district * DISTRICT
        tile = int(state.marked[district])
        out[at] = 1
        out[at + 1] = (int(state.visited) >> district) & 1
        out[at + 2] = 1 if tile > 0 and tile & 1 else 0
        out[at + 3] = 1 if tile > 0 and tile & 1 == 0 else 0
        whose = place_from(players, seat, (tile - 1) >> 1) if tile > 0 else -1
        price = 0  # 1 + the toll, if the Bobby stands next door
        beside_change = 0
        for side in range(3):
            alley = int(params.border[district, side])
            beyond = int(params.beyond[district, side])
            beside_change |= (changed >> alley) & 1
            if beyond >= 0 and beyond == bobby:
                price = 1 + int(toll(params, state, alley, seat))
        for k in range(MOST_PLAYERS):
            out[at + 4 + k] = 1 if whose == k else 0
        out[at + 15] = price
        if beside_change:
            encode_sides(params, state, seat, out, at, district)
        out[at + 16] = (here >> district) & 1
        out[at + 17] = (near >> district) & 1
        out[at + 18] = (far >> district) & 1
        out[at + 19] = (farther >> district) & 1
        for i in range(20, DISTRICT):
            out[at + i] = 0


@compiled
def encode_sides(params, state, seat, out, at, district):
    """What stands in the alleys around a district."""
    neighbours = 0
    free = 0
    untouched = 0
    for side in range(3):
        alley = int(params.border[district, side])
        neighbours += 1 if params.beyond[district, side] >= 0 else 0
        free += int(params.spaces[alley]) - int(state.built[alley])
        untouched += 1 if state.begun[alley] == 0 else 0
    for k in range(MOST_PLAYERS):
        out[at + 8 + k] = stalls_round(params, state, district, chair(int(params.players), seat, k))
    out[at + 12] = free
    out[at + 13] = neighbours
    out[at + 14] = untouched
