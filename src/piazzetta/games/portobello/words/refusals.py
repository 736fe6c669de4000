"""Why a move is not allowed: a sentence for a player, and the clause it rests on."""

from __future__ import annotations

from string import Formatter
from typing import Any

from piazzetta.games.base import Refusal
from piazzetta.games.portobello import allowed as why
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import CLIENTS, TILE_NAMES, Offsets, alley_end, texts
from piazzetta.games.portobello.state import ARRANGING, BOBBY, EMPTY, NOBODY, ClientsFrom

REASONS: dict[int, tuple[str, str]] = {
    why.NO_SUCH_MOVE: ("3.1", "there is no such move"),
    why.GAME_OVER: ("9.1", "the game is over"),
    why.CHANCE_FIRST: ("5.1", "chance has to bring a client first"),
    why.NOT_CHANCE: ("5.1", "no client is being drawn now"),
    why.NONE_LEFT: ("1.3", "no {client} is left to be drawn"),
    why.SET_BOBBY_FIRST: ("2.3", "the Bobby has to be put into a district first"),
    why.PICK_FIRST: ("3.1", "a tile has to be picked first"),
    why.PLACE_FIRST: ("5.2", "the {hand} in hand has to be placed before anything else"),
    why.ACTIONS_REMAIN: ("3.3", "{left} left, and an action is still possible where the Bobby stands"),
    why.NO_ACTION_LEFT: ("3.2", "no action is left"),
    why.BAG_EMPTY: ("2.4", "all ten servants and burghers have been taken"),
    why.NO_FREE_SQUARE: ("5.1", "every square has a client"),
    why.LORD_IS_FREE: ("5.4", "by these rules the lord comes by himself when ten clients are on the board"),
    why.LORD_TOO_EARLY: ("5.4", "the lord comes when ten clients are on the board; now there are {placed}"),
    why.LORD_IS_HERE: ("5.4", "the lord is on the board already"),
    why.TILE_IN_USE: ("3.1", "tile {in_use} has been picked for this turn already"),
    why.TILE_NOT_HELD: ("7.3", "you hold no neutral tile of that value"),
    why.TILE_FACE_DOWN: ("3.5", "that tile lies face down until all three do"),
    why.BOBBY_IS_THERE: ("6.1", "the Bobby stands there already"),
    why.NOT_ADJOINING: ("6.1", "the Bobby crosses one alley at a time, and {district} does not adjoin {here}"),
    why.BEEN_THERE: ("6.4", "the Bobby has been in {district} on this walk; he may go there again after an action"),
    why.TOO_DEAR: ("6.3", "crossing to {district} costs {toll}, and you have {score}"),
    why.NO_CLIENT_IN_HAND: ("5.1", "there is no client in hand; draw one first"),
    why.SQUARE_TAKEN: ("5.1", "a {there} stands on {square} already"),
    why.NO_STALL_LEFT: ("1.1", "all your stalls are built"),
    why.NOT_BOBBYS_ALLEY: ("4.1", "{alley} does not border {here}, where the Bobby stands"),
    why.ALLEY_FULL: ("4.1", "{alley} has no free space"),
    why.WRONG_END: ("4.2", "{alley} was begun at {begun}; the next stall goes beside the last one"),
    why.MARK_ONLY_AT_START: ("7.1", "a district is marked instead of using a tile, and tile {in_use} is in use"),
    why.MARKED_ALREADY: ("7.1", "a tile lies in {district} already"),
    why.TILE_LAID: ("7.3", "that tile marks a district and does not come back"),
    why.MARK_SPENT: ("7.4", "your {tile} marks a district already, and no neutral tile can mark one"),
    why.ALL_ON_BOARD: ("10.2", "the clients have been on the squares since the start"),
}


#: The name of each reason, as ``allowed.py`` has it: what another language looks its sentence up by.
KEYS = {code: name.lower() for name, code in vars(why).items() if name.isupper() and code in REASONS}


def clause_of(params: Any, state: Any, code: int) -> str:
    """The clause a reason rests on; two reasons have another one by how it came to them."""
    if code == why.GAME_OVER and not state.last_round:
        return "9.2"
    if code == why.CHANCE_FIRST and state.phase == ARRANGING:
        return "10.1" if params.clients == ClientsFrom.QUEUE else "10.2"
    return REASONS[code][0]


def points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def _details(board: Board, params: Any, state: Any, action: int, code: int) -> dict[str, Any]:
    """Everything that a sentence may name, as data."""
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


def _worded(details: dict[str, Any]) -> dict[str, Any]:
    """The details that English says in more than a name or a number."""
    words = dict(details)
    if "left" in words:
        words["left"] = "1 action is" if words["left"] == 1 else f"{words['left']} actions are"
    if words.get("client") == CLIENTS[NOBODY]:
        words["client"] = "empty square"  # 10.2 on a larger map
    for name in words.keys() & {"score", "toll"}:
        words[name] = points(words[name])
    return words


def refusal(board: Board, params: Any, state: Any, action: int, code: int) -> Refusal:
    """The sentence for a code of ``why_not``, with its details filled in, its clause, and the same as data."""
    clause, sentence = clause_of(params, state, code), REASONS[code][1]
    if code == why.NO_SUCH_MOVE:
        return Refusal(f"{sentence} (clause {clause}).", clause, KEYS[code], {})
    details = _details(board, params, state, action, code)
    facts = {name: details[name] for _, name, _, _ in Formatter().parse(sentence) if name}
    text = texts(board)[action]
    said = sentence.format(**_worded(facts))
    return Refusal(f"{text} is not allowed: {said} (clause {clause}).", clause, KEYS[code], facts)
