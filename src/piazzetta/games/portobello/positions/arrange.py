"""Positions of Portobello Market laid out by hand, for the rulebook's examples and for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.state import ACTING, DOWN, LAID, PICKING, PLACING, REGULARS, UP
from piazzetta.games.portobello.view import NEUTRAL_STACK

SEATS = "rygb"  # red, yellow, green, blue
_CLIENTS = {"servant": 1, "burgher": 2, "lord": 3}
_TILES = ("2", "3", "4", "n1", "n2", "n3")


def arrange(
    board: Board,
    players: int,
    starter: int,
    state: Any,
    *,
    seat: int = 0,
    bobby: str = "D1",
    tile: str | None = None,
    left: int | None = None,
    hand: str | None = None,
    stalls: Mapping[str, str] | None = None,
    clients: Mapping[str, str] | None = None,
    score: Sequence[int] | None = None,
    marked: Mapping[str, str] | None = None,
    down: Mapping[str, str] | None = None,
    idle_rounds: int = 0,
    busy: bool = False,
) -> None:
    """Turn a first position into one of mid-game. Every count in the record follows from the arguments.

    ``stalls``: by alley, a letter (r, y, g, b) or ``-`` for each space from the alley's first square on. ``tile``: the
    tile in use (``3``, ``n1``); without it the player has yet to pick one. ``marked``: by district, whose tile lies
    there (``r4``), in order of marking; the new tiles are held face up. ``down``: by seat letter, the tiles that lie
    face down (``2 n3``). Clients come from the bag.
    """
    _put_stalls(board, state, stalls or {})
    _put_clients(board, state, clients or {})
    _lay_tiles(board, state, marked or {}, down or {})
    if score is not None:
        state["score"][:players] = score
    state["seat"] = seat
    state["turn"] = 1 + (seat - starter) % players
    state["bobby"] = board.district_index(bobby)
    state["visited"] = 1 << int(state["bobby"])
    state["last_round"] = 0 in state["stalls"][:players]
    state["idle_rounds"] = idle_rounds
    state["busy"] = busy
    state["phase"] = PICKING
    if tile is not None:
        number = _TILES.index(tile)
        state["phase"] = ACTING
        state["in_use"] = number
        state["left"] = int(tile[-1]) if left is None else left
        held = state["own"][seat, number] == UP if number < 3 else state["neutral"][seat, 1, number - 3] > 0
        assert held, f"tile {tile} is not held face up"
    if hand is not None:
        assert tile is not None, "a client in hand costs an action of a tile"
        state["phase"] = PLACING
        state["hand"] = _CLIENTS[hand]
        if hand != "lord":
            state["bag"][_CLIENTS[hand] - 1] -= 1
            state["taken"] += 1
    assert state["bag"].min() >= 0
    assert state["taken"] == REGULARS - state["bag"].sum()


def _put_stalls(board: Board, state: Any, stalls: Mapping[str, str]) -> None:
    for key, row in stalls.items():
        number = board.alley_index(key)
        alley = board.alleys[number]
        assert len(row) == len(alley.values), f"{key} has {len(alley.values)} spaces, not {len(row)}"
        owners = [SEATS.find(letter) + 1 for letter in row]
        assert "-" not in row.strip("-"), f"{key}: an alley fills without gaps (4.2)"
        assert row[0] == "-" or row[-1] == "-" or "-" not in row
        state["owner"][alley.first : alley.first + len(row)] = owners
        state["built"][number] = sum(owner > 0 for owner in owners)
        state["begun"][number] = 0 if not any(owners) else (1 if owners[0] else 2)
        for owner in owners:
            if owner:
                state["count"][number, owner - 1] += 1
                state["stalls"][owner - 1] -= 1
    assert state["stalls"].min() >= 0, "more stalls than a player has (1.1)"


def _put_clients(board: Board, state: Any, clients: Mapping[str, str]) -> None:
    for square, client in clients.items():
        kind = _CLIENTS[client]
        state["client"][board.square_index(square)] = kind
        if client == "lord":
            state["lord"] = board.square_index(square) + 1
        else:
            state["bag"][kind - 1] -= 1
            state["taken"] += 1
            state["placed"] += 1


def _lay_tiles(board: Board, state: Any, marked: Mapping[str, str], down: Mapping[str, str]) -> None:
    for district, tile in marked.items():
        seat, four = SEATS.index(tile[0]), tile[1] == "4"
        assert state["own"][seat, 2 * four] == UP
        state["own"][seat, 2 * four] = LAID
        state["marked"][board.district_index(district)] = 1 + 2 * seat + four
        state["neutral"][seat, 1, NEUTRAL_STACK[int(state["marks"])] - 1] += 1
        state["marks"] += 1
    for letter, names in down.items():
        seat = SEATS.index(letter)
        for name in names.split():
            number = _TILES.index(name)
            if number < 3:
                assert state["own"][seat, number] == UP
                state["own"][seat, number] = DOWN
            else:
                state["neutral"][seat, 1, number - 3] -= 1
                state["neutral"][seat, 0, number - 3] += 1
    assert state["neutral"].min() >= 0
