"""Why a move is not allowed: the clause behind it, and the facts that its message names."""

from __future__ import annotations

from typing import Any

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import CLIENTS, TILE_NAMES, Offsets, alley_end
from piazzetta.games.portobello.rules import allowed as why
from piazzetta.games.portobello.state import ARRANGING, BOBBY, EMPTY, ClientsFrom

#: For each reason, the clause behind it and what its message names.
REASONS: dict[int, tuple[str, str]] = {
    why.NO_SUCH_MOVE: ("3.1", ""),
    why.GAME_OVER: ("9.1", ""),
    why.CHANCE_FIRST: ("5.1", ""),
    why.NOT_CHANCE: ("5.1", ""),
    why.NONE_LEFT: ("1.3", "client"),
    why.SET_BOBBY_FIRST: ("2.3", ""),
    why.PICK_FIRST: ("3.1", ""),
    why.PLACE_FIRST: ("5.2", "hand"),
    why.ACTIONS_REMAIN: ("3.3", "left"),
    why.NO_ACTION_LEFT: ("3.2", ""),
    why.BAG_EMPTY: ("2.4", ""),
    why.NO_FREE_SQUARE: ("5.1", ""),
    why.LORD_IS_FREE: ("5.4", ""),
    why.LORD_TOO_EARLY: ("5.4", "placed"),
    why.LORD_IS_HERE: ("5.4", ""),
    why.TILE_IN_USE: ("3.1", "in_use"),
    why.TILE_NOT_HELD: ("7.3", ""),
    why.TILE_FACE_DOWN: ("3.5", ""),
    why.BOBBY_IS_THERE: ("6.1", ""),
    why.NOT_ADJOINING: ("6.1", "district here"),
    why.BEEN_THERE: ("6.4", "district"),
    why.TOO_DEAR: ("6.3", "district toll score"),
    why.NO_CLIENT_IN_HAND: ("5.1", ""),
    why.SQUARE_TAKEN: ("5.1", "there square"),
    why.NO_STALL_LEFT: ("1.1", ""),
    why.NOT_BOBBYS_ALLEY: ("4.1", "alley here"),
    why.ALLEY_FULL: ("4.1", "alley"),
    why.WRONG_END: ("4.2", "alley begun"),
    why.MARK_ONLY_AT_START: ("7.1", "in_use"),
    why.MARKED_ALREADY: ("7.1", "district"),
    why.TILE_LAID: ("7.3", ""),
    why.MARK_SPENT: ("7.4", "tile"),
    why.ALL_ON_BOARD: ("10.2", ""),
}


#: The name of each reason as in ``allowed.py``, which is the key of its message.
KEYS = {code: name.lower() for name, code in vars(why).items() if name.isupper() and code in REASONS}


def clause_of(params: Any, state: Any, code: int) -> str:
    """The clause behind a reason; for two reasons it depends on how they came about."""
    if code == why.GAME_OVER and not state.last_round:
        return "9.2"
    if code == why.CHANCE_FIRST and state.phase == ARRANGING:
        return "10.1" if params.clients == ClientsFrom.QUEUE else "10.2"
    return REASONS[code][0]


def _details(board: Board, params: Any, state: Any, action: int, code: int) -> dict[str, Any]:
    """Everything a message may name."""
    offsets = Offsets(board)
    here = int(state.bobby)
    found: dict[str, Any] = {
        "hand": CLIENTS[int(state.hand)],
        "left": int(state.left),
        "placed": int(state.placed),
        "in_use": TILE_NAMES[int(state.in_use)],
        "here": board.districts[here].key if here >= 0 else "",
        "score": int(state.score[int(state.seat)]),
    }
    if action >= offsets.chance:
        found["client"] = CLIENTS[action - offsets.chance]
    elif action >= offsets.mark:
        found["district"] = board.districts[(action - offsets.mark) // 2].key
        found["tile"] = "4" if (action - offsets.mark) % 2 else "2"
    elif action >= offsets.build:
        alley = (action - offsets.build) // 2
        found["alley"] = board.alleys[alley].key
        begun = int(state.begun[alley])
        found["begun"] = alley_end(board, alley, begun - 1) if begun != EMPTY else ""
    elif action >= offsets.place:
        square = action - offsets.place
        found["square"] = board.squares[square].key
        found["there"] = CLIENTS[int(state.client[square])]
    elif action >= BOBBY:
        district = action - BOBBY
        found["district"] = board.districts[district].key
        if code == why.TOO_DEAR:
            side = why.side_of(params, here, district)
            found["toll"] = int(why.toll(params, state, int(params.border[here, side]), int(state.seat)))
    return found


def why_not(board: Board, params: Any, state: Any, action: int, code: int) -> tuple[str, str, dict[str, Any]]:
    """For a code of the predicate: its clause, the key of its message, and what the message names."""
    names = REASONS[code][1]
    details = _details(board, params, state, action, code) if names else {}
    return clause_of(params, state, code), KEYS[code], {name: details[name] for name in names.split(" ") if name}
