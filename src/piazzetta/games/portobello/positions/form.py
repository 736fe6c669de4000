"""The form in which a position of Portobello Market is edited, and what follows from a change."""

from __future__ import annotations

from typing import Any

from piazzetta.games.portobello import view
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import CLIENTS, TILE_NAMES
from piazzetta.games.portobello.positions.draft import IN_TURN, Draft
from piazzetta.games.portobello.state import (
    BURGHER,
    LAID,
    LORD,
    MOST_PLAYERS,
    NOBODY,
    PLACING,
    SERVANT,
    SETTING,
    UP,
    ClientsFrom,
    Scoring,
)
from piazzetta.games.positions import MOST, FormCard, FormWriter, Path, option
from piazzetta.kernel import plain

_OF_A_KIND = 5  # servants, and burghers (1.3)


def form(board: Board, params: Any, draft: Draft) -> FormCard:
    """Return the fields of a description."""
    writer = FormWriter()
    _choices(writer, draft)
    _turn(writer, plain(params), draft)
    _players(writer, draft)
    _places(writer, board, plain(params), draft)
    return writer.form


def _choices(writer: FormWriter, draft: Draft) -> None:
    seats = list(range(draft.players))
    writer.choices("phases", [option(name, f"phase.{name}") for name in view.PHASES[SETTING:]])
    writer.choices("seats", [option(seat, "form.player", {"seat": seat}) for seat in seats])
    customers = [option(CLIENTS[client], f"term.{CLIENTS[client]}") for client in (SERVANT, BURGHER, LORD)]
    writer.choices("in hand", customers)
    writer.choices("row", customers[:2])
    writer.choices("squares", [option(None, "form.free"), *customers])
    writer.choices("spaces", [option(None, "form.free"), *writer.form["choices"]["seats"]])
    tiles = [option(name, "form.tile", {"tile": name}) for name in TILE_NAMES]
    writer.choices("tiles", tiles)
    writer.choices("neutral", tiles[3:])
    faces = [option("up", "form.face_up"), option("down", "form.face_down"), option(None, "tile.laid")]
    writer.choices("faces", faces)
    marks = [
        option({"seat": seat, "factor": factor}, "form.tile_of", {"seat": seat, "factor": factor})
        for seat in seats
        for factor in (2, 4)
    ]
    writer.choices("marks", [option(None, "form.no_tile"), *marks])


def _turn(writer: FormWriter, fixed: Any, draft: Draft) -> None:
    writer.group("turn", {})
    writer.choice(["phase"], "phase", {}, view.PHASES[draft.phase], "phases")
    if draft.phase != SETTING:
        writer.number(["round"], "round", {}, draft.round, 1, MOST // MOST_PLAYERS)
        writer.choice(["seat"], "seat", {}, draft.seat, "seats")
    if draft.phase in IN_TURN:
        in_use = None if draft.in_use < 0 else TILE_NAMES[draft.in_use]
        writer.choice(["tile_in_use"], "tile_in_use", {}, in_use, "tiles")
        writer.number(["actions_left"], "actions_left", {}, draft.left, 0, 4)
    if draft.phase == PLACING:
        hand = None if draft.hand == NOBODY else CLIENTS[draft.hand]
        writer.choice(["in_hand"], "in_hand", {}, hand, "in hand")
    if draft.phase != SETTING:
        writer.flag(["moved_this_round"], "moved_this_round", {}, draft.busy)
        writer.number(["idle_rounds"], "idle_rounds", {}, draft.idle_rounds, 0, 3)
    if fixed.clients == ClientsFrom.QUEUE:
        writer.listed(["row"], "row", {}, [CLIENTS[client] for client in draft.row], "row")


def _players(writer: FormWriter, draft: Draft) -> None:
    tiles = draft.to_json()["tiles"]
    for seat in range(draft.players):
        writer.group("player", {"seat": seat})
        writer.number(["scores", seat], "score", {}, draft.score[seat], -MOST, MOST)
        for number, name in enumerate(TILE_NAMES[:3]):
            face = draft.own[seat][number]
            value = None if face == LAID else ("up" if face == UP else "down")
            writer.choice(["tiles", seat, name], "tile", {"tile": name}, value, "faces")
        for face_name in ("up", "down"):
            held = [name for name in tiles[seat][face_name] if name in TILE_NAMES[3:]]
            writer.held(["tiles", seat, face_name], f"neutral_{face_name}", {}, held, "neutral")


def _places(writer: FormWriter, board: Board, fixed: Any, draft: Draft) -> None:
    writer.group("districts", {})
    for number, district in enumerate(board.districts):
        key = district.key
        given, place = {"district": key}, f"districts {key}"
        mark = draft.marked[number]
        laid = None if mark is None else {"seat": mark[0], "factor": 4 if mark[1] else 2}
        writer.choice(["districts", key], "district", given, laid, "marks", place)
        if draft.phase != SETTING:
            writer.flag(["bobby", key], "bobby", given, draft.bobby == number, place)
            if draft.bobby != number:  # where he is belongs to his walk
                writer.flag(["walk", key], "walk", given, number in draft.walk, place)
    writer.group("squares", {})
    for number, square in enumerate(board.squares):
        client = draft.client[number]
        standing = None if client == NOBODY else CLIENTS[client]
        place = f"squares {square.key}"
        writer.choice(["squares", square.key], "square", {"square": square.key}, standing, "squares", place)
    writer.group("alleys", {})
    for number, alley in enumerate(board.alleys):
        key = alley.key
        for space, owner in enumerate(draft.owner[number]):
            at: dict[str, Any] = {"alley": key, "n": space + 1, "value": alley.values[space]}
            seat = owner - 1 if owner else None
            writer.choice(["alleys", key, space], "space", at, seat, "spaces", f"alleys {key} {space}")
        if fixed.scoring == Scoring.END_OF_TURN and draft.phase in IN_TURN:
            writer.flag(["due", key], "due", {"alley": key}, number in draft.due)


def changed(board: Board, params: Any, draft: Draft, path: Path, value: Any) -> dict[str, Any]:
    """Return the description with another value of a field, and with what follows from it."""
    found = draft.to_json()
    name = str(path[0])
    inner: list[Any] = path[1:]
    if name == "alleys":
        _build(board, found, inner, value)
    elif name == "districts":
        _mark(found, inner[0], value)
    elif name == "tiles":
        _turn_over(found["tiles"][inner[0]], inner[1], value)
    elif name == "bobby":
        if value != (found["bobby"] == inner[0]):
            found["bobby"] = inner[0] if value else None
            found["walk"] = []
    elif name in ("walk", "due"):
        others = [key for key in found[name] if key != inner[0]]
        found[name] = [*others, inner[0]] if value else others
    elif name == "squares":
        if value == CLIENTS[LORD]:  # there is one
            found["squares"] = {key: client for key, client in found["squares"].items() if client != value}
        found["squares"][inner[0]] = value
    elif name == "scores":
        found["scores"][inner[0]] = value
    else:
        found[name] = value
    if name in ("squares", "in_hand") and plain(params).clients == ClientsFrom.QUEUE:
        _follow(found)
    return found


def _build(board: Board, found: dict[str, Any], inner: list[Any], value: Any) -> None:
    """Another stall, or none. The side that an alley fills from is what its first space says."""
    alley = next(one for one in board.alleys if one.key == inner[0])
    known = found["alleys"].get(alley.key)
    stalls = [None for _ in alley.values] if known is None else known["stalls"]
    if stalls[inner[1]] == value:
        return
    stalls[inner[1]] = value
    found["alleys"][alley.key] = {"begun": None, "stalls": stalls}


def _mark(found: dict[str, Any], district: Any, value: Any) -> None:
    """Another tile in a district, or none: its owner's tile comes from there and goes there, with a neutral one."""
    before = found["districts"].get(district)
    found["districts"][district] = value
    if before is not None and before not in found["districts"].values():
        own = found["tiles"][before["seat"]]
        name = str(before["factor"])
        if name not in own["up"] and name not in own["down"]:
            own["up"].append(name)
            _give_back(found, own)
    if value is not None:
        own = found["tiles"][value["seat"]]
        name = str(value["factor"])
        if name in own["up"] or name in own["down"]:
            _turn_over(own, name, None)
            if _taken(found) < len(view.NEUTRAL_STACK):
                own["up"].append(f"n{view.NEUTRAL_STACK[_taken(found)]}")


def _taken(found: dict[str, Any]) -> int:
    """How many neutral tiles the seats hold."""
    return sum([1 for own in found["tiles"] for tile in [*own["up"], *own["down"]] if tile in TILE_NAMES[3:]])


def _give_back(found: dict[str, Any], own: dict[str, list[str]]) -> None:
    """A neutral tile goes back: the one that was taken last if this seat holds it, else one that it holds."""
    if _taken(found) == 0:
        return
    last = f"n{view.NEUTRAL_STACK[min(_taken(found), len(view.NEUTRAL_STACK)) - 1]}"
    held = [(face, tile) for face in ("up", "down") for tile in own[face] if tile in TILE_NAMES[3:]]
    for face, tile in [*[one for one in held if one[1] == last], *reversed(held)][:1]:
        own[face].pop(own[face].index(tile))


def _turn_over(own: dict[str, list[str]], name: Any, value: Any) -> None:
    """A tile of a seat's own to one of its faces, or away; or other neutral tiles of one face."""
    if name in ("up", "down"):
        own[name] = [*[tile for tile in own[name] if tile not in TILE_NAMES[3:]], *value]
        return
    for face in ("up", "down"):
        own[face] = [tile for tile in own[face] if tile != name]
    if value is not None:
        own[value].append(name)


def _follow(found: dict[str, Any]) -> None:
    """The open row holds the customers that are neither on the board nor in hand (10.1)."""
    row = []
    there = [*found["squares"].values(), found["in_hand"]]
    left = {client: _OF_A_KIND - there.count(client) for client in (CLIENTS[SERVANT], CLIENTS[BURGHER])}
    for client in found["row"]:
        if left[client] > 0:
            row.append(client)
            left[client] -= 1
    for client, n in left.items():
        row += [client for _ in range(n)]
    found["row"] = row
