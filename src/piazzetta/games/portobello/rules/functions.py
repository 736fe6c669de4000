"""The rules of Portobello Market as kernels. Comments name the clauses they implement."""

from __future__ import annotations

from piazzetta.games.portobello.rules.allowed import (
    ALLOWED,
    clients_left,
    free_squares,
    lord_may_come,
    majority,
    side_of,
    toll,
    why_not_build_at_all,
    why_not_build_from,
    why_not_cross_side,
    why_not_draw,
    why_not_end,
    why_not_lord,
    why_not_mark_there,
    why_not_place,
    why_not_tile,
)
from piazzetta.games.portobello.rules.scoring import score_due, score_lord, settle
from piazzetta.games.portobello.state import (
    ACTING,
    ARRANGING,
    BOBBY,
    DOWN,
    DRAW,
    DRAWING,
    END,
    FINISHED,
    LAID,
    LORD,
    NOBODY,
    PICKING,
    PLACING,
    REGULARS,
    SEND_LORD,
    SERVANT,
    SETTING,
    STALLED_ROUNDS,
    TILE,
    TILES,
    UP,
    BobbySetBy,
    ClientsFrom,
    Ending,
    LordComes,
    NewTile,
    SharedMajority,
)
from piazzetta.kernel import CHANCE, OVER, below, compiled


@compiled
def setup(params, state):
    """2: the first position."""
    state.visited = 0
    state.due = 0
    state.turn = 0
    state.count[:, :] = 0
    state.owner[:] = 0
    state.built[:] = 0
    state.begun[:] = 0
    state.client[:] = NOBODY
    state.marked[:] = 0
    state.row[:] = NOBODY
    state.neutral[:, :, :] = 0
    stalls = 30 if params.players == 2 else (20 if params.players == 3 else 16)  # 1.1
    for seat in range(4):
        plays = seat < params.players
        state.score[seat] = params.start_score + params.head_start[seat] if plays else 0  # 2.1, 2.5
        state.stalls[seat] = stalls if plays else 0
        for tile in range(3):
            state.own[seat, tile] = UP if plays else DOWN
    state.bag[:2] = 5
    state.bag[2] = 1 if params.clients == ClientsFrom.HOUSE else 0  # 2.4: otherwise the lord waits next to the board
    state.taken = 0
    state.placed = 0
    state.lord = 0
    state.hand = NOBODY
    state.bobby = -1
    state.phase = SETTING if params.clients == ClientsFrom.BAG else ARRANGING
    ahead = params.players - 1 if params.bobby_set_by == BobbySetBy.RIGHT else 1  # 2.3
    state.seat = (params.starter + ahead) % params.players
    state.left = 0
    state.in_use = -1
    state.marks = 0
    state.last_round = 0
    state.busy = 0
    state.idle_rounds = 0


@compiled
def mover(params, state):
    if state.phase == FINISHED:
        return OVER
    if state.phase == ARRANGING or state.phase == DRAWING:
        return CHANCE
    return int(state.seat)


@compiled
def legal(params, state, out):
    # Write each candidate, and count it if it is allowed: this avoids branches that the processor cannot predict.
    phase = state.phase
    if phase == ACTING:
        return legal_acting(params, state, out)
    n = 0
    if phase == PICKING:
        for tile in range(TILES):
            out[n] = TILE + tile
            n += int(why_not_tile(state, tile) == ALLOWED)
        for four in range(2):
            if why_not_tile(state, 2 * four) == ALLOWED:
                for district in range(params.districts):
                    out[n] = params.mark + 2 * district + four
                    n += int(why_not_mark_there(state, district) == ALLOWED)
    elif phase == PLACING:
        for square in range(params.squares):
            out[n] = params.place + square
            n += int(why_not_place(state, square) == ALLOWED)
    elif phase == SETTING:
        for district in range(params.districts):
            out[n] = BOBBY + district
            n += 1
    return n


@compiled
def legal_acting(params, state, out):
    n = 0
    bobby = state.bobby
    if why_not_build_at_all(state) == ALLOWED:
        for side in range(3):
            alley = params.border[bobby, side]
            for end in range(2):
                out[n] = params.build + 2 * alley + end
                n += int(why_not_build_from(params, state, alley, end) == ALLOWED)
    out[n] = DRAW
    n += int(why_not_draw(params, state) == ALLOWED)
    out[n] = SEND_LORD
    n += int(why_not_lord(params, state) == ALLOWED)
    out[n] = END
    n += int(why_not_end(params, state, n > 0) == ALLOWED)
    for side in range(3):
        district = params.beyond[bobby, side]
        if district >= 0:
            out[n] = BOBBY + district
            n += int(why_not_cross_side(params, state, side) == ALLOWED)
    return n


@compiled
def chances(params, state, out, weight):
    n = 0
    if state.phase == ARRANGING or state.phase == DRAWING:
        for client in range(NOBODY, LORD + 1):
            left = clients_left(params, state, client)
            if left > 0:
                out[n] = params.chance + client
                weight[n] = left
                n += 1
    return n


@compiled
def sample(params, state, rng):
    nobody = clients_left(params, state, NOBODY)
    bag = state.bag
    rest = below(rng, nobody + int(bag[0]) + int(bag[1]) + int(bag[2])) - nobody
    if rest < 0:
        return int(params.chance) + NOBODY
    client = SERVANT
    while rest >= bag[client - 1]:
        rest -= int(bag[client - 1])
        client += 1
    return int(params.chance) + client


@compiled
def put_client(params, state, square, client):
    """5.1: a client arrives at a square; 8.1: this may complete several alleys."""
    state.client[square] = client
    if client == LORD:
        state.lord = square + 1
    else:
        state.placed += 1
    for alley in range(params.alleys):
        if params.ends[alley, 0] == square or params.ends[alley, 1] == square:
            settle(params, state, alley)


@compiled
def bring_lord(params, state):
    """5.4: the lord goes to the last free square. On a larger map several are left, and the player chooses."""
    if free_squares(params, state) > 1:
        state.hand = LORD
        state.phase = PLACING
        return
    for square in range(params.squares):
        if state.client[square] == NOBODY:
            put_client(params, state, square, LORD)
            return


@compiled
def place(params, state, square):
    client = state.hand
    state.hand = NOBODY
    state.phase = ACTING
    put_client(params, state, square, client)
    if params.lord == LordComes.FREE and lord_may_come(params, state):
        bring_lord(params, state)


@compiled
def acted(state):
    """After an action: a new walk begins where the Bobby stands (6.4)."""
    state.visited = 1 << int(state.bobby)
    state.busy = 1


@compiled
def build(params, state, alley, end):
    """4: build a stall on the next space, from the end where the alley was begun."""
    seat = state.seat
    state.begun[alley] = end + 1
    number = state.built[alley]
    space = number if end == 0 else params.spaces[alley] - 1 - number
    state.owner[params.first[alley] + space] = seat + 1
    state.built[alley] += 1
    state.count[alley, seat] += 1
    state.left -= 1
    state.stalls[seat] -= 1
    if state.stalls[seat] == 0:
        state.last_round = 1  # 9.1
    settle(params, state, alley)


@compiled
def pay_toll(params, state, alley):
    """6.2: pay the toll at once, to those with the majority or to nobody."""
    seat = state.seat
    most = majority(state, alley)
    shared = state.count[alley, seat] == most
    state.score[seat] -= toll(params, state, alley, seat)
    if most > 0 and (not shared or params.shared_majority == SharedMajority.HOLDERS):
        for other in range(params.players):
            if other != seat and state.count[alley, other] == most:
                state.score[other] += 1


@compiled
def mark(params, state, district, four):
    """7: score one's own stalls around a district, leave the tile there, take a neutral one."""
    seat = state.seat
    for side in range(3):
        state.score[seat] += state.count[params.border[district, side], seat] * (4 if four else 2)
    state.marked[district] = 1 + 2 * seat + four
    state.own[seat, 2 if four else 0] = LAID
    value = 3 if state.marks < 2 else (2 if state.marks < 4 else 1)  # 1.2: 3 3 2 2 1 1 1 1
    state.marks += 1
    state.neutral[seat, 1 if params.new_tile == NewTile.UP else 0, value - 1] += 1
    state.busy = 1
    pass_turn(params, state)


@compiled
def turn_down(state):
    """3.5: the used tile is turned face down."""
    seat, tile = state.seat, state.in_use
    if tile < 3:
        state.own[seat, tile] = DOWN
    else:
        state.neutral[seat, 1, tile - 3] -= 1
        state.neutral[seat, 0, tile - 3] += 1
    state.in_use = -1


@compiled
def turn_all_up(state):
    """3.5: when all three tiles of a player are face down, turn them up again."""
    seat = state.seat
    for k in range(3):
        if state.own[seat, k] == UP or state.neutral[seat, 1, k] > 0:
            return
    for k in range(3):
        if state.own[seat, k] == DOWN:
            state.own[seat, k] = UP
        state.neutral[seat, 1, k] = state.neutral[seat, 0, k]
        state.neutral[seat, 0, k] = 0


@compiled
def pass_turn(params, state):
    turn_all_up(state)
    state.left = 0
    state.turn += 1
    state.seat = (state.seat + 1) % params.players
    state.phase = PICKING
    round_over = state.seat == params.starter
    if round_over:
        state.idle_rounds = 0 if state.busy else state.idle_rounds + 1
        state.busy = 0
    last = state.last_round == 1 and (round_over or params.ending == Ending.TURN)  # 9.1
    if last or state.idle_rounds == STALLED_ROUNDS:  # 9.2
        score_lord(params, state)
        state.phase = FINISHED


@compiled
def begin_turns(params, state):
    state.seat = params.starter
    state.phase = PICKING
    state.turn = 1


@compiled
def chance_brings(params, state, client):
    if client != NOBODY:
        state.bag[client - 1] -= 1
    if state.phase == DRAWING:
        state.hand = client
        state.phase = PLACING
        return
    if params.clients == ClientsFrom.QUEUE:
        state.row[state.taken] = client
        last = REGULARS
    else:
        state.client[state.taken] = client
        if client == LORD:
            state.lord = state.taken + 1
        elif client != NOBODY:
            state.placed += 1
        last = params.squares
    state.taken += 1
    if state.taken == last:
        state.taken = 0 if params.clients == ClientsFrom.QUEUE else REGULARS
        state.phase = SETTING


@compiled
def draw(params, state):
    """5.1: blind from the bag, or from the front of the row (10.1)."""
    state.left -= 1
    if params.clients == ClientsFrom.QUEUE:
        state.hand = state.row[state.taken]
        state.phase = PLACING
    else:
        state.phase = DRAWING
    state.taken += 1


@compiled
def apply(params, state, action):
    if action >= params.chance:
        chance_brings(params, state, action - params.chance)
    elif action >= params.mark:
        number = action - params.mark
        mark(params, state, number >> 1, number & 1)
    elif action >= params.build:
        number = action - params.build
        build(params, state, number >> 1, number & 1)
        acted(state)
    elif action >= params.place:
        place(params, state, action - params.place)
        acted(state)
    elif action >= BOBBY:
        district = action - BOBBY
        if state.phase == SETTING:
            begin_turns(params, state)
            state.visited = 1 << int(district)
        else:
            pay_toll(params, state, params.border[state.bobby, side_of(params, state.bobby, district)])
            state.visited |= 1 << int(district)
        state.bobby = district
    elif action >= TILE:
        tile = action - TILE
        state.in_use = tile
        state.left = tile + 2 if tile < 3 else tile - 2
        state.phase = ACTING
        state.visited = 1 << int(state.bobby)
    elif action == SEND_LORD:
        state.left -= 1
        bring_lord(params, state)
        acted(state)
    elif action == DRAW:
        draw(params, state)
    else:
        score_due(params, state)
        turn_down(state)
        pass_turn(params, state)


@compiled
def determinize(params, state, seat, rng):
    """Nothing in Portobello Market is hidden except the next draw, which is not in the state."""
