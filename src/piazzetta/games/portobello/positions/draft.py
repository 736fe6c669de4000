"""Positions of Portobello Market as data: described, read, and written into a record.

The fields go by the names of ``view.py``. What follows from them (stalls left, the bag, the lord's square, the turn's
number) is not described. History without any effect is not kept: the order of customers that have left the open row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, Parts
from piazzetta.games.portobello import view
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import CLIENTS, TILE_NAMES
from piazzetta.games.portobello.rules.functions import setup
from piazzetta.games.portobello.state import (
    ACTING,
    ARRANGING,
    BURGHER,
    DOWN,
    DRAWING,
    EMPTY,
    FROM_FIRST,
    FROM_SECOND,
    LAID,
    LORD,
    MOST_PLAYERS,
    NOBODY,
    PICKING,
    PLACING,
    REGULARS,
    SERVANT,
    SETTING,
    UP,
    BobbySetBy,
    ClientsFrom,
)
from piazzetta.games.positions import MOST, Fields, is_whole, place_in
from piazzetta.kernel import plain

_FIELDS = (
    "phase",
    "round",
    "seat",
    "scores",
    "squares",
    "alleys",
    "districts",
    "tiles",
    "bobby",
    "walk",
    "tile_in_use",
    "actions_left",
    "in_hand",
    "row",
    "due",
    "moved_this_round",
    "idle_rounds",
)
_PHASES = view.PHASES[SETTING:]  # before, chance lays out the customers
#: The phases of a turn in which a tile is in use.
IN_TURN = (ACTING, DRAWING, PLACING)


class Draft:
    """A description as numbers: shaped like a position, which need not be possible."""

    def __init__(self, board: Board, params: Any, given: object) -> None:
        fixed = plain(params)
        fields = Fields("position", given, _FIELDS)
        self.board = board
        self.players: int = fixed.players
        self.phase = SETTING + fields.choice("phase", _PHASES, PICKING - SETTING)
        self.round = 0 if self.phase == SETTING else max(1, fields.whole("round", 1, 0, MOST // MOST_PLAYERS))
        self.seat = fields.whole("seat", fixed.starter, 0, self.players - 1)
        if self.phase == SETTING:  # 2.3
            ahead = self.players - 1 if fixed.bobby_set_by == BobbySetBy.RIGHT else 1
            self.seat = (fixed.starter + ahead) % self.players
        self.score = [fixed.start_score + fixed.head_start[seat] for seat in range(self.players)]
        if fields.given.get("scores") is not None:
            self.score = fields.listed("scores", self.players)
            for points in self.score:
                if not is_whole(points, -MOST, MOST):
                    raise BadInput(f"position: scores must be whole numbers from {-MOST} to {MOST}")
        self.client = [NOBODY for _ in board.squares]
        for square, client in fields.keyed("squares", [one.key for one in board.squares]):
            self.client[square] = _client(client, "squares", (SERVANT, BURGHER, LORD))
        self._read_alleys(board, fields)
        self._read_tiles(board, fields)
        self._read_bobby(board, fields)
        self.in_use = fields.choice("tile_in_use", TILE_NAMES, -1) if self.phase in IN_TURN else -1
        self.left = fields.whole("actions_left", 0, 0, 4) if self.phase in IN_TURN else 0
        hand = fields.get("in_hand", None) if self.phase == PLACING else None
        self.hand = NOBODY if hand is None else _client(hand, "in_hand", (SERVANT, BURGHER, LORD))
        self.row = [_client(one, "row", (SERVANT, BURGHER)) for one in fields.listed("row")]
        if len(self.row) > REGULARS:
            raise BadInput(f"position: row must be a list of at most {REGULARS}")
        due = [place_in([alley.key for alley in board.alleys], key, "position: due") for key in fields.listed("due")]
        self.due = sorted(due) if self.phase in IN_TURN else []
        self.busy = fields.flag("moved_this_round")
        self.idle_rounds = fields.whole("idle_rounds", 0, 0, 3)

    def _read_alleys(self, board: Board, fields: Fields) -> None:
        self.owner = [[0 for _ in alley.values] for alley in board.alleys]
        self.begun = [EMPTY for _ in board.alleys]
        for number, one in fields.keyed("alleys", [alley.key for alley in board.alleys]):
            alley = board.alleys[number]
            what = f"position: alley {alley.key}"
            inner = Fields(what, one, ("begun", "stalls"))
            stalls = inner.listed("stalls", len(alley.values))
            for place, seat in enumerate(stalls):
                if seat is not None and not is_whole(seat, 0, self.players - 1):
                    raise BadInput(f"{what}: stalls must be seats from 0 to {self.players - 1}, or null")
                self.owner[number][place] = 0 if seat is None else seat + 1
            ends = [board.squares[end].key for end in alley.ends]
            begun = inner.choice("begun", ends, -1)
            if any(self.owner[number]):
                natural = FROM_FIRST if self.owner[number][0] else FROM_SECOND
                self.begun[number] = natural if begun < 0 else begun + 1

    def _read_tiles(self, board: Board, fields: Fields) -> None:
        self.marked: list[list[int] | None] = [None for _ in board.districts]  # seat, then 0 for the 2 or 1 for the 4
        for number, one in fields.keyed("districts", [district.key for district in board.districts]):
            inner = Fields(f"position: district {board.districts[number].key}", one, ("seat", "factor"))
            factor = inner.whole("factor", 2, 2, 4)
            if factor == 3:
                raise BadInput(f"{inner.what}: factor must be 2 or 4")
            self.marked[number] = [inner.whole("seat", 0, 0, self.players - 1), 0 if factor == 2 else 1]
        self.own = [[LAID, LAID, LAID] for _ in range(self.players)]
        self.neutral = [[[0, 0, 0], [0, 0, 0]] for _ in range(self.players)]  # by seat: face down, face up
        given = fields.given.get("tiles")
        if given is None:
            self._usual_tiles()
            return
        for seat, one in enumerate(fields.listed("tiles", self.players)):
            inner = Fields(f"position: the tiles of seat {seat}", one, ("up", "down"))
            for face, name in ((UP, "up"), (DOWN, "down")):
                for tile in inner.listed(name, None):
                    number = place_in(TILE_NAMES, tile, f"{inner.what}: {name}")
                    if number >= 3:
                        self.neutral[seat][face][number - 3] += 1
                    elif self.own[seat][number] != LAID:
                        raise BadInput(f"{inner.what}: the tile {tile} is listed twice")
                    else:
                        self.own[seat][number] = face
            if len(inner.listed("up")) + len(inner.listed("down")) > 8:
                raise BadInput(f"{inner.what}: there are too many")

    def _usual_tiles(self) -> None:
        """All tiles face up; who marks takes a neutral one, as if districts had been marked in the map's order."""
        self.own = [[UP, UP, UP] for _ in range(self.players)]
        marks = 0
        for mark in self.marked:
            if mark is not None and marks < len(view.NEUTRAL_STACK):
                self.own[mark[0]][2 * mark[1]] = LAID
                self.neutral[mark[0]][1][view.NEUTRAL_STACK[marks] - 1] += 1
                marks += 1

    def _read_bobby(self, board: Board, fields: Fields) -> None:
        keys = [district.key for district in board.districts]
        self.bobby = -1 if self.phase == SETTING else fields.choice("bobby", keys, -1)
        walk = [] if self.phase == SETTING else [place_in(keys, key, "position: walk") for key in fields.listed("walk")]
        if self.bobby >= 0 and not walk:
            walk = [self.bobby]
        self.walk = sorted(set(walk))

    def to_json(self) -> dict[str, Any]:
        """The whole description, with nothing left out."""
        board = self.board
        districts = [district.key for district in board.districts]
        alleys = {}
        for number, alley in enumerate(board.alleys):
            owners = self.owner[number]
            if any(owners):
                begun = board.squares[alley.ends[self.begun[number] - 1]].key
                alleys[alley.key] = {"begun": begun, "stalls": [owner - 1 if owner else None for owner in owners]}
        tiles: list[dict[str, list[str]]] = [{"up": [], "down": []} for _ in range(self.players)]
        for seat, own in enumerate(self.own):
            for face, name in ((UP, "up"), (DOWN, "down")):
                tiles[seat][name] += [TILE_NAMES[tile] for tile in range(3) if own[tile] == face]
                for value, n in enumerate(self.neutral[seat][face]):
                    tiles[seat][name] += [TILE_NAMES[3 + value] for _ in range(n)]
        marks = [(key, self.marked[number]) for number, key in enumerate(districts)]
        return {
            "phase": view.PHASES[self.phase],
            "round": self.round,
            "seat": self.seat,
            "scores": list(self.score),
            "squares": {board.squares[square].key: CLIENTS[one] for square, one in enumerate(self.client) if one},
            "alleys": alleys,
            "districts": {key: {"seat": mark[0], "factor": 4 if mark[1] else 2} for key, mark in marks if mark},
            "tiles": tiles,
            "bobby": None if self.bobby < 0 else districts[self.bobby],
            "walk": [districts[number] for number in self.walk],
            "tile_in_use": None if self.in_use < 0 else TILE_NAMES[self.in_use],
            "actions_left": self.left,
            "in_hand": None if self.hand == NOBODY else CLIENTS[self.hand],
            "row": [CLIENTS[client] for client in self.row],
            "due": [board.alleys[number].key for number in self.due],
            "moved_this_round": self.busy,
            "idle_rounds": self.idle_rounds,
        }

    # --- what follows ---

    def on_board(self, client: int) -> int:
        """How many of a kind of customer are on squares."""
        return self.client.count(client)

    @property
    def placed(self) -> int:
        """How many servants and burghers are on squares."""
        return self.on_board(SERVANT) + self.on_board(BURGHER)

    @property
    def free(self) -> int:
        """How many squares have no customer."""
        return self.on_board(NOBODY)

    def built(self, seat: int) -> int:
        """How many stalls a seat has built."""
        return sum([owners.count(seat + 1) for owners in self.owner])


def _client(value: object, field: str, allowed: tuple[int, ...]) -> int:
    return allowed[0] + place_in([CLIENTS[client] for client in allowed], value, f"position: {field}")


def describe(board: Board, params: Any, state: Any) -> dict[str, Any]:
    """A position as data."""
    at = plain(state)
    if at.phase == ARRANGING:
        raise BadInput("a position is described from the first decision on")
    shown = view.view(board, params, state, OPEN, Parts())
    players: int = shown["players"]
    found = {name: shown[name] for name in _FIELDS if name not in ("round", "due", "row")}
    found["scores"] = list(shown["scores"])
    found["round"] = (at.turn + players - 1) // players
    found["squares"] = {key: client for key, client in shown["squares"].items() if client is not None}
    found["districts"] = {key: tile for key, tile in shown["districts"].items() if tile is not None}
    found["alleys"] = {
        key: {"begun": alley["begun"], "stalls": alley["stalls"]}
        for key, alley in shown["alleys"].items()
        if alley["begun"] is not None
    }
    found["due"] = [alley.key for number, alley in enumerate(board.alleys) if at.due >> number & 1]
    if shown["row"] is not None:
        found["row"] = shown["row"]
    return found


def write(board: Board, params: Any, state: Any, given: Mapping[str, Any]) -> None:
    """Write a described position into a record. What cannot be is written as far as the record can hold it."""
    draft = Draft(board, params, given)
    fixed = plain(params)
    setup(params, state)
    most = int(state["stalls"][0])
    state["phase"] = draft.phase
    state["seat"] = draft.seat
    if draft.round:
        state["turn"] = 1 + (draft.seat - fixed.starter) % draft.players + draft.players * (draft.round - 1)
    for seat in range(draft.players):
        state["score"][seat] = draft.score[seat]
        state["stalls"][seat] = most - min(draft.built(seat), most)
        for tile in range(3):
            state["own"][seat, tile] = draft.own[seat][tile]
            for face in (DOWN, UP):
                state["neutral"][seat, face, tile] = draft.neutral[seat][face][tile]
    state["last_round"] = 1 if any(draft.built(seat) >= most for seat in range(draft.players)) else 0
    for number, alley in enumerate(board.alleys):
        owners = draft.owner[number]
        for place, owner in enumerate(owners):
            state["owner"][alley.first + place] = owner
        for seat in range(draft.players):
            state["count"][number, seat] = owners.count(seat + 1)
        state["built"][number] = len(owners) - owners.count(0)
        state["begun"][number] = draft.begun[number]
    for number, mark in enumerate(draft.marked):
        state["marked"][number] = 0 if mark is None else 1 + 2 * mark[0] + mark[1]
    state["marks"] = min(len([mark for mark in draft.marked if mark is not None]), len(view.NEUTRAL_STACK))
    state["bobby"] = draft.bobby
    state["visited"] = sum([1 << district for district in draft.walk])
    state["in_use"] = draft.in_use
    state["left"] = draft.left
    state["hand"] = draft.hand
    state["due"] = sum([1 << alley for alley in draft.due])
    state["busy"] = 1 if draft.busy else 0
    state["idle_rounds"] = draft.idle_rounds
    _write_clients(fixed, state, draft)


def _write_clients(fixed: Any, state: Any, draft: Draft) -> None:
    for square, client in enumerate(draft.client):
        state["client"][square] = client
        if client == LORD:
            state["lord"] = square + 1
    state["placed"] = draft.placed
    gone = draft.placed + (1 if draft.hand in (SERVANT, BURGHER) or draft.phase == DRAWING else 0)
    state["taken"] = REGULARS if fixed.clients == ClientsFrom.HOUSE else min(gone, REGULARS)
    for client in (SERVANT, BURGHER, LORD):
        supply = 1 if client == LORD else 5
        in_bag = supply - draft.on_board(client) - (1 if draft.hand == client else 0)
        if fixed.clients == ClientsFrom.QUEUE or (client == LORD and fixed.clients == ClientsFrom.BAG):
            in_bag = 0
        state["bag"][client - 1] = max(in_bag, 0)
    if fixed.clients == ClientsFrom.QUEUE:  # those that have left it first, in any order
        before = []
        for client in (SERVANT, BURGHER):
            before += [client for _ in range(draft.on_board(client) + (1 if draft.hand == client else 0))]
        for place, client in enumerate([*before, *draft.row][:REGULARS]):
            state["row"][place] = client
