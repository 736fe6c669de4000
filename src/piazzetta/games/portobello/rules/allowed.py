"""Whether a move is allowed, and if not, why not: ``legal`` and every refusal rely on this predicate.

Each function returns 0 (allowed) or the number of a reason; the sentences are in ``refusals.py``.
"""

from __future__ import annotations

from piazzetta.games.portobello.state import (
    ACTING,
    ARRANGING,
    BOBBY,
    DRAW,
    DRAWING,
    EMPTY,
    FINISHED,
    LORD,
    MOST_PLAYERS,
    NOBODY,
    PICKING,
    PLACING,
    REGULARS,
    SEND_LORD,
    SETTING,
    TILE,
    UP,
    Actions,
    ClientsFrom,
    Credit,
    LordComes,
    SharedMajority,
)
from piazzetta.kernel import compiled

ALLOWED = 0
NO_SUCH_MOVE = 1
GAME_OVER = 2
CHANCE_FIRST = 3
NOT_CHANCE = 4
NONE_LEFT = 5
SET_BOBBY_FIRST = 6
PICK_FIRST = 7
PLACE_FIRST = 8
ACTIONS_REMAIN = 9
NO_ACTION_LEFT = 10
BAG_EMPTY = 11
NO_FREE_SQUARE = 12
LORD_IS_FREE = 13
LORD_TOO_EARLY = 14
LORD_IS_HERE = 15
TILE_IN_USE = 16
TILE_NOT_HELD = 17
TILE_FACE_DOWN = 18
BOBBY_IS_THERE = 19
NOT_ADJOINING = 20
BEEN_THERE = 21
TOO_DEAR = 22
NO_CLIENT_IN_HAND = 23
SQUARE_TAKEN = 24
NO_STALL_LEFT = 25
NOT_BOBBYS_ALLEY = 26
ALLEY_FULL = 27
WRONG_END = 28
MARK_ONLY_AT_START = 29
MARKED_ALREADY = 30
TILE_LAID = 31
ALL_ON_BOARD = 32
MARK_SPENT = 33


@compiled
def majority(state, alley):
    """6.2: the most stalls of any one colour in an alley. (Seats not in play have none.)"""
    stalls = state.count[alley]
    return max(max(stalls[0], stalls[1]), max(stalls[2], stalls[3]))


@compiled
def toll(params, state, alley, seat):
    """6.2: the toll that ``seat`` pays when the Bobby crosses an alley."""
    stalls = state.count[alley]
    most = majority(state, alley)
    holders = int(stalls[0] == most) + int(stalls[1] == most) + int(stalls[2] == most) + int(stalls[3] == most)
    if most == 0:
        return 1
    if stalls[seat] < most:
        return holders
    if holders == 1 or params.shared_majority == SharedMajority.FREE:
        return 0
    return 1 if params.shared_majority == SharedMajority.BANK else holders - 1


@compiled
def side_of(params, here, there):
    """Which of the three sides of district ``here`` borders ``there``; −1 if none does."""
    for side in range(3):
        if params.beyond[here, side] == there:
            return side
    return -1


@compiled
def free_squares(params, state):
    taken = state.placed + (1 if state.lord > 0 else 0)
    return params.squares - taken


@compiled
def lord_may_come(params, state):
    """5.4: ten clients are on the board, the lord is not, and there is room."""
    return state.placed == REGULARS and state.lord == 0 and free_squares(params, state) > 0


@compiled
def why_not_draw(params, state):
    if state.left == 0:
        return NO_ACTION_LEFT
    if params.clients == ClientsFrom.HOUSE:
        return ALL_ON_BOARD
    if state.taken == REGULARS:
        return BAG_EMPTY
    if free_squares(params, state) == 0:
        return NO_FREE_SQUARE
    return ALLOWED


@compiled
def why_not_lord(params, state):
    if state.lord > 0:
        return LORD_IS_HERE
    if params.lord != LordComes.ACTION:
        return LORD_IS_FREE
    if state.left == 0:
        return NO_ACTION_LEFT
    if not lord_may_come(params, state):
        return NO_FREE_SQUARE if free_squares(params, state) == 0 else LORD_TOO_EARLY
    return ALLOWED


@compiled
def why_not_build_at_all(state):
    if state.left == 0:
        return NO_ACTION_LEFT
    return NO_STALL_LEFT if state.stalls[state.seat] == 0 else ALLOWED


@compiled
def why_not_build_from(params, state, alley, end):
    """4.1, 4.2: whether the alley has room for another stall, and from this end."""
    begun = state.begun[alley]
    reason = ALLOWED if (begun == EMPTY) | (begun == end + 1) else WRONG_END
    return ALLEY_FULL if state.built[alley] == params.spaces[alley] else reason


@compiled
def why_not_build(params, state, alley, end):
    reason = why_not_build_at_all(state)
    if reason != ALLOWED:
        return reason
    bobby = state.bobby
    if params.border[bobby, 0] != alley and params.border[bobby, 1] != alley and params.border[bobby, 2] != alley:
        return NOT_BOBBYS_ALLEY
    return why_not_build_from(params, state, alley, end)


@compiled
def action_possible(params, state):
    """3.3: whether any action is possible where the Bobby now stands."""
    if why_not_draw(params, state) == ALLOWED or why_not_lord(params, state) == ALLOWED:
        return True
    if why_not_build_at_all(state) == ALLOWED:
        for side in range(3):
            alley = params.border[state.bobby, side]
            if state.built[alley] < params.spaces[alley]:
                return True
    return False


@compiled
def why_not_end(params, state, possible):
    """3.3; ``possible`` says whether any action is possible."""
    return ACTIONS_REMAIN if possible and params.actions == Actions.MUST and state.left > 0 else ALLOWED


@compiled
def why_not_cross_side(params, state, side):
    """6: whether the Bobby may cross this side of his district, if there is another district beyond it."""
    bobby = state.bobby
    points = state.score[state.seat]
    # no crossing costs more than one point to each of the three others: with that many points, skip the check
    too_dear = (
        points < MOST_PLAYERS - 1
        and params.credit == Credit.REFUSED  # 6.3
        and toll(params, state, params.border[bobby, side], state.seat) > points
    )
    reason = TOO_DEAR if too_dear else ALLOWED
    return BEEN_THERE if (state.visited >> params.beyond[bobby, side]) & 1 else reason


@compiled
def why_not_cross(params, state, district):
    if district == state.bobby:
        return BOBBY_IS_THERE
    side = side_of(params, state.bobby, district)
    return NOT_ADJOINING if side < 0 else why_not_cross_side(params, state, side)


@compiled
def why_not_tile(state, tile):
    if tile < 3:
        face = state.own[state.seat, tile]
        if face == UP:
            return ALLOWED
        return TILE_FACE_DOWN if face == 0 else TILE_LAID
    if state.neutral[state.seat, 1, tile - 3] > 0:
        return ALLOWED
    return TILE_FACE_DOWN if state.neutral[state.seat, 0, tile - 3] > 0 else TILE_NOT_HELD


@compiled
def why_not_mark_there(state, district):
    return ALLOWED if state.marked[district] == 0 else MARKED_ALREADY


@compiled
def why_not_mark(state, district, four):
    reason = why_not_tile(state, 2 if four else 0)
    if reason == TILE_LAID:
        return MARK_SPENT
    return reason if reason != ALLOWED else why_not_mark_there(state, district)


@compiled
def why_not_place(state, square):
    return ALLOWED if state.client[square] == NOBODY else SQUARE_TAKEN


@compiled
def clients_left(params, state, client):
    """How many of this client chance still has to bring; for nobody: squares that stay empty (10.2 on a larger map)."""
    if client != NOBODY:
        return int(state.bag[client - 1])
    if params.clients != ClientsFrom.HOUSE:
        return 0
    laid = REGULARS + 1 - state.bag[0] - state.bag[1] - state.bag[2]
    return max(0, int(params.squares - (REGULARS + 1) - (state.taken - laid)))


@compiled
def wrong_moment(state, action_phase):
    """Why a move of ``action_phase`` is not possible now."""
    if state.phase == FINISHED:
        return GAME_OVER
    if state.phase == ARRANGING or state.phase == DRAWING:
        return CHANCE_FIRST
    if state.phase == SETTING:
        return SET_BOBBY_FIRST
    if state.phase == PLACING:
        return PLACE_FIRST
    if action_phase == PLACING:
        return NO_CLIENT_IN_HAND
    if state.phase == PICKING:
        return PICK_FIRST
    return TILE_IN_USE


@compiled
def why_not(params, state, action):
    """0 if the action is allowed now, else the number of the reason."""
    phase = state.phase
    if action < 0 or action > params.chance + LORD:
        return NO_SUCH_MOVE
    if action >= params.chance:
        if phase == FINISHED:
            return GAME_OVER
        if phase != ARRANGING and phase != DRAWING:
            return NOT_CHANCE
        return ALLOWED if clients_left(params, state, action - params.chance) > 0 else NONE_LEFT
    if action >= params.mark:
        if phase == ACTING:
            return MARK_ONLY_AT_START
        if phase != PICKING:
            return wrong_moment(state, PICKING)
        number = action - params.mark
        return why_not_mark(state, number >> 1, number & 1)
    if action >= params.build:
        if phase != ACTING:
            return wrong_moment(state, ACTING)
        number = action - params.build
        return why_not_build(params, state, number >> 1, number & 1)
    if action >= params.place:
        if phase != PLACING:
            return wrong_moment(state, PLACING)
        return why_not_place(state, action - params.place)
    if action >= BOBBY:
        if phase == SETTING:
            return ALLOWED
        if phase != ACTING:
            return wrong_moment(state, ACTING)
        return why_not_cross(params, state, action - BOBBY)
    if action >= TILE:
        if phase != PICKING:
            return wrong_moment(state, PICKING)
        return why_not_tile(state, action - TILE)
    if phase != ACTING:
        return wrong_moment(state, ACTING)
    if action == SEND_LORD:
        return why_not_lord(params, state)
    if action == DRAW:
        return why_not_draw(params, state)
    return why_not_end(params, state, action_possible(params, state))
