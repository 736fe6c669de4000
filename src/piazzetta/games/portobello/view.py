"""What a seat may know of Portobello Market, built as an allowlist. Everything is public except the next draw.

``observe`` writes a vector of integers: seats counted from the observer (0 is the observer, then clockwise), the map's
things in the order of the map; ``parts`` lists it part by part.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from piazzetta.games.base import SPECTATOR, Parts, Viewer
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import CLIENTS, TILE_NAMES
from piazzetta.games.portobello.rules.scoring import client_factor, is_due
from piazzetta.games.portobello.state import (
    ARRANGING,
    BURGHER,
    DOWN,
    DRAWING,
    FINISHED,
    LAID,
    LORD,
    MOST_PLAYERS,
    REGULARS,
    SERVANT,
    TILES,
    UP,
    ClientsFrom,
)
from piazzetta.kernel import Plain, compiled, plain

PHASES = ("arranging", "setting", "picking", "acting", "drawing", "placing", "finished")
NEUTRAL_STACK = (3, 3, 2, 2, 1, 1, 1, 1)  # 1.2
#: The pairs of clients, in the order in which the awning of a player board shows them (8.2).
_PAIRS = ((SERVANT, SERVANT), (SERVANT, BURGHER), (BURGHER, BURGHER), (LORD, SERVANT), (LORD, BURGHER))

_FIXED = (
    ("expected", 7, "one of arranging, setting, picking, acting, drawing, placing, finished"),
    ("mover", 4, "whose turn it is: one of the seats"),
    ("turn", 4, "actions left; rounds without a move (9.2); last round (9.1); somebody moved in this round"),
    ("in use", 6, "the tile in use: 2, 3, 4, neutral 1, 2, 3"),
    ("hand", 3, "the client in hand: servant, burgher, lord"),
    ("supply", 6, "servants, burghers, lords in the bag; clients taken; clients on the board; neutral tiles taken"),
)
_PER_SEAT = 14
_PER_SQUARE = 3
_PER_DISTRICT = 4
_PER_ALLEY = 3 + 2 * MOST_PLAYERS


def parts(board: Board) -> list[tuple[str, int, str]]:
    """The observation part by part: name, count of numbers, meaning."""
    return [
        *_FIXED,
        (
            "seats",
            MOST_PLAYERS * _PER_SEAT,
            "for each seat: points; stalls left; own tiles 2, 3, 4: face up, then laid in a district; "
            "neutral tiles 1, 2, 3: face up, then face down",
        ),
        ("squares", len(board.squares) * _PER_SQUARE, "for each square: servant, burgher, lord"),
        (
            "districts",
            len(board.districts) * _PER_DISTRICT,
            "for each district: the Bobby is here; he has been here on this walk; factor of the tile (0, 2, 4); "
            "whose tile + 1",
        ),
        (
            "alleys",
            len(board.alleys) * _PER_ALLEY,
            "for each alley: free spaces (−1: complete, and scored when the turn ends); begun from its first, second "
            "end; stalls of each seat; "
            "values under each seat's stalls",
        ),
        ("spaces", sum(len(alley.values) for alley in board.alleys), "for each space: whose stall + 1, or 0"),
        ("row", REGULARS, "the clients of the open row, front first, taken ones 0 (queue only)"),
    ]


@compiled
def chair(players, seat, k):
    """The seat ``k`` places clockwise from ``seat``; those beyond the players stay empty. Avoids slow division."""
    other = seat + k
    return k if k >= players else (other - players if other >= players else other)


@compiled
def place_from(players, seat, other):
    """How many places clockwise from ``seat`` the other seat is."""
    k = other - seat
    return k + players if k < 0 else k


@compiled
def visible_to(params, state, action):
    """Everyone sees everything, draws included (5.1)."""
    return SPECTATOR


@compiled
def observe(params, state, seat, out):
    at = 0
    for phase in range(7):
        out[at + phase] = 1 if state.phase == phase else 0
    at += 7
    for k in range(MOST_PLAYERS):
        out[at + k] = 1 if chair(params.players, seat, k) == state.seat else 0
    at += MOST_PLAYERS
    out[at] = state.left
    out[at + 1] = state.idle_rounds
    out[at + 2] = state.last_round
    out[at + 3] = state.busy
    at += 4
    for tile in range(TILES):
        out[at + tile] = 1 if state.in_use == tile else 0
    at += TILES
    for client in range(1, 4):
        out[at + client - 1] = 1 if state.hand == client else 0
    at += 3
    for client in range(3):
        out[at + client] = state.bag[client]
    out[at + 3] = state.taken
    out[at + 4] = state.placed
    out[at + 5] = state.marks
    at += 6
    for k in range(MOST_PLAYERS):
        other = chair(params.players, seat, k)
        out[at] = state.score[other]
        out[at + 1] = state.stalls[other]
        for tile in range(3):
            out[at + 2 + tile] = 1 if state.own[other, tile] == UP else 0
            out[at + 5 + tile] = 1 if state.own[other, tile] == LAID else 0
            out[at + 8 + tile] = state.neutral[other, 1, tile]
            out[at + 11 + tile] = state.neutral[other, 0, tile]
        at += 14
    for square in range(params.squares):
        for client in range(1, 4):
            out[at + client - 1] = 1 if state.client[square] == client else 0
        at += 3
    for district in range(params.districts):
        tile = state.marked[district]
        out[at] = 1 if state.bobby == district else 0
        out[at + 1] = (state.visited >> district) & 1
        out[at + 2] = 0 if tile == 0 else (2 if tile & 1 else 4)
        out[at + 3] = 0 if tile == 0 else 1 + place_from(params.players, seat, (tile - 1) >> 1)
        at += 4
    at = observe_alleys(params, state, seat, out, at)
    arranging = state.phase == ARRANGING
    for place in range(REGULARS):
        gone = not arranging and place < state.taken
        out[at + place] = 0 if params.clients != ClientsFrom.QUEUE or gone else state.row[place]


@compiled
def observe_alleys(params, state, seat, out, at):
    """The parts "alleys" and "spaces"; returns where the next part begins."""
    at = max(at, 0)  # never below 0: lets the compiler skip negative indices
    players = int(params.players)
    second, third, fourth = chair(players, seat, 1), chair(players, seat, 2), chair(players, seat, 3)
    alleys = int(params.alleys)
    spaces_at = at + alleys * (3 + 2 * MOST_PLAYERS)
    space = 0
    for alley in range(alleys):
        out[at] = -1 if is_due(state, alley) else params.spaces[alley] - state.built[alley]
        out[at + 1] = 1 if state.begun[alley] == 1 else 0
        out[at + 2] = 1 if state.begun[alley] == 2 else 0
        out[at + 3] = state.count[alley, seat]
        out[at + 4] = state.count[alley, second]
        out[at + 5] = state.count[alley, third]
        out[at + 6] = state.count[alley, fourth]
        # Five sums packed into one number, the free spaces' first, because the owner of a stall is unpredictable for
        # branches; a sum is at most 63 (board_check).
        sums = 0
        for _ in range(int(params.spaces[alley])):
            owner = int(state.owner[space])
            place = owner - seat if owner > seat else owner - seat + players
            place = 0 if owner == 0 else place
            out[spaces_at + space] = place
            sums += int(params.value[space]) << (6 * place)
            space += 1
        out[at + 7] = (sums >> 6) & 63
        out[at + 8] = (sums >> 12) & 63
        out[at + 9] = (sums >> 18) & 63
        out[at + 10] = (sums >> 24) & 63
        at += 3 + 2 * MOST_PLAYERS
    return spaces_at + space


def _tiles(own: list[int], neutral: list[list[int]]) -> dict[str, list[str]]:
    face_down, face_up = neutral
    return {
        "up": [TILE_NAMES[k] for k in range(3) if own[k] == UP]
        + [f"n{k + 1}" for k in range(3) for _ in range(face_up[k])],
        "down": [TILE_NAMES[k] for k in range(3) if own[k] == DOWN]
        + [f"n{k + 1}" for k in range(3) for _ in range(face_down[k])],
    }


def _free(size: int) -> dict[str, Any]:
    """An alley of so many stalls in which none is built."""
    return {"stalls": [None] * size, "begun": None, "scored": False}


def _alley(board: Board, state: Plain, number: int, parts: Parts) -> dict[str, Any]:
    alley = board.alleys[number]
    begun = state.begun[number]
    size = len(alley.values)
    if not begun:  # most of them, for long: one for all of its size
        free: dict[str, Any] = parts.part(f"free {size}", None, lambda: _free(size))
        return free
    owners = state.owner[alley.first : alley.first + len(alley.values)]
    return {
        "stalls": [owner - 1 if owner else None for owner in owners],
        "begun": board.squares[alley.ends[begun - 1]].key,
        "scored": 0 not in owners and all(state.client[end] for end in alley.ends) and not state.due >> number & 1,
    }


@cache
def _factors() -> list[list[Any]]:
    return [[CLIENTS[one], CLIENTS[other], int(client_factor(one, other))] for one, other in _PAIRS]


def _marked(tile: int) -> dict[str, int] | None:
    return {"seat": (tile - 1) // 2, "factor": 2 if tile % 2 else 4} if tile else None


def _squares(board: Board, clients: list[int]) -> dict[str, str | None]:
    pairs = zip(board.squares, clients, strict=False)
    return {square.key: CLIENTS[client] if client else None for square, client in pairs}


def _alleys(board: Board, state: Plain, parts: Parts) -> dict[str, dict[str, Any]]:
    return {alley.key: _alley(board, state, number, parts) for number, alley in enumerate(board.alleys)}


def _districts(board: Board, tiles: list[int]) -> dict[str, dict[str, int] | None]:
    return {district.key: _marked(tile) for district, tile in zip(board.districts, tiles, strict=False)}


def _walk(board: Board, visited: int) -> list[str]:
    return [district.key for number, district in enumerate(board.districts) if visited >> number & 1]


def view(board: Board, params: Any, record: Any, viewer: Viewer, parts: Parts) -> dict[str, Any]:
    """The whole position: the same for every viewer, since nothing in it is secret."""
    state = plain(record)
    fixed = plain(params)
    players = fixed.players
    phase = state.phase
    chance = phase in (ARRANGING, DRAWING)
    servants, burghers, lords = state.bag
    own, neutral, client = state.own, state.neutral, state.client
    row = [CLIENTS[one] for one in state.row if one] if fixed.clients == ClientsFrom.QUEUE else None
    return {
        "game": "portobello",
        "viewer": viewer,
        "players": players,
        "starter": fixed.starter,
        "phase": PHASES[phase],
        "turn": state.turn,
        "mover": None if phase == FINISHED or chance else state.seat,
        "seat": state.seat,
        "actions_left": state.left,
        "tile_in_use": TILE_NAMES[state.in_use] if state.in_use >= 0 else None,
        "in_hand": CLIENTS[state.hand] if state.hand else None,
        "last_round": bool(state.last_round),
        "idle_rounds": state.idle_rounds,
        "moved_this_round": bool(state.busy),
        "bobby": board.districts[state.bobby].key if state.bobby >= 0 else None,
        "walk": parts.part("walk", state.visited, lambda: _walk(board, state.visited)),
        "scores": state.score[:players],
        "head_start": fixed.head_start[:players],
        "stalls_left": state.stalls[:players],
        "tiles": parts.part(
            "tiles", (own, neutral), lambda: [_tiles(own[seat], neutral[seat]) for seat in range(players)]
        ),
        "neutral_stack": list(NEUTRAL_STACK[state.marks :]),
        "bag": {"servant": servants, "burgher": burghers, "lord": lords},
        "row": row if row is None or phase == ARRANGING else row[state.taken :],
        "clients_taken": state.taken,
        "factors": parts.part("factors", None, lambda: [list(factor) for factor in _factors()]),
        "squares": parts.part("squares", client, lambda: _squares(board, client)),
        "alleys": parts.part(
            "alleys", (state.owner, state.begun, client, state.due), lambda: _alleys(board, state, parts)
        ),
        "districts": parts.part("districts", state.marked, lambda: _districts(board, state.marked)),
    }
