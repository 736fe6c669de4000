"""What a move of Portobello Market does, as events; what it would do, as a preview."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from piazzetta.games.base import Event, Preview
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import CLIENTS, TILE_NAMES, alley_end, offsets_of, texts
from piazzetta.games.portobello.rules.functions import apply
from piazzetta.games.portobello.rules.scoring import alley_points, client_factor, completed, lord_scores, payoff
from piazzetta.games.portobello.state import (
    ARRANGING,
    BOBBY,
    DRAW,
    END,
    FINISHED,
    LORD,
    NOBODY,
    SEND_LORD,
    SETTING,
    STATE,
    TILE,
    ClientsFrom,
    Ending,
    Scoring,
)
from piazzetta.kernel import Plain, plain, records

#: The events that cost or gain something: previews mention them.
REMARKS = (
    "alley_scored",
    "lord_scored",
    "bobby_crossed",
    "district_marked",
    "tile_picked",
    "last_round",
    "game_over",
    "worth",
    "worth_up_to",
)


def _score_changes(players: int, before: Plain, after: Plain) -> list[int]:
    if after.score == before.score:
        return [0] * players
    return [after.score[seat] - before.score[seat] for seat in range(players)]


def _scored(board: Board, params: Any, before: Any, after: Any) -> list[Event]:
    """8.1: the alleys that became complete, or that were due at the end of the turn."""
    if plain(params).scoring == Scoring.AT_ONCE:
        out = np.zeros(len(board.alleys), np.int32)
        count = completed(params, before, after, out)
        numbers = out[:count].tolist()
    else:
        then, now = int(before["due"]), int(after["due"])
        numbers = [number for number in range(len(board.alleys)) if then >> number & 1 and not now >> number & 1]
    return [_alley_event("alley_scored", board, params, after, number, board.alleys[number].key) for number in numbers]


def _alley_event(key: str, board: Board, params: Any, state: Any, number: int, alley: str) -> Event:
    ends = board.alleys[number].ends
    return Event(
        key,
        {
            "alley": alley,
            "name": board.alleys[number].name,
            "clients": [CLIENTS[int(state["client"][end])] for end in ends],
            "points": [int(alley_points(params, state, number, seat)) for seat in range(params["players"])],
        },
    )


def _arrivals(board: Board, seat: int, before: Plain, after: Plain) -> list[Event]:
    """Clients that arrived at a square: the one placed, and the lord after it (5.4)."""
    clients = after.client
    squares = enumerate(zip(before.client, clients, strict=True))
    came = [square for square, (then, now) in squares if then != now]
    came.sort(key=lambda square: clients[square] == LORD)
    return [
        Event(
            "client_placed" if place == 0 or len(came) == 1 else "lord_came",
            {
                "seat": seat,
                "client": CLIENTS[clients[square]],
                "square": board.squares[square].key,
                "name": board.squares[square].name,
            },
        )
        for place, square in enumerate(came)
    ]


def _after_turn(board: Board, params: Any, after: Any, now: Plain) -> list[Event]:
    """What follows the end of a turn: the next seat, or the end of the game with its lord scoring. ``now``: the same
    position as ``after``, for reading."""
    if now.phase != FINISHED:
        return [Event("turn", {"seat": now.seat})]
    events = [
        _alley_event("lord_scored", board, params, after, number, alley.key)
        for number, alley in enumerate(board.alleys)
        if lord_scores(params, after, number) and now.built[number] > 0
    ]
    players = int(params["players"])
    out = np.zeros(2 * players, np.int16)
    payoff(params, after, out)
    events.append(
        Event(
            "game_over",
            {
                "scores": out[:players].tolist(),
                "winners": [seat for seat in range(players) if out[players + seat]],
                "clause": "9.1" if now.last_round else "9.2",
            },
        )
    )
    return events


def events(board: Board, params: Any, before: Any, action: int, after: Any) -> list[Event]:
    """What happened between two positions. Every viewer may know it."""
    offsets = offsets_of(board)
    then, now = plain(before), plain(after)
    seat = then.seat
    if action >= offsets.chance:
        client = CLIENTS[action - offsets.chance]
        if then.phase != ARRANGING:
            return [Event("client_drawn", {"seat": seat, "client": client})]
        place = then.taken
        if plain(params).clients == ClientsFrom.HOUSE:
            return [Event("client_housed", {"client": client, "square": board.squares[place].key})]
        return [Event("client_queued", {"client": client, "place": place + 1})]
    if action >= offsets.mark:
        number = action - offsets.mark
        factor = 4 if number & 1 else 2
        points = now.score[seat] - then.score[seat]
        if now.phase == FINISHED:  # the change includes the lord scoring
            lord = [n for n in range(len(board.alleys)) if lord_scores(params, after, n)]
            points -= sum(int(alley_points(params, after, n, seat)) for n in lord)
        district = board.districts[number >> 1]
        marked = Event(
            "district_marked",
            {
                "seat": seat,
                "district": district.key,
                "name": district.name,
                "factor": factor,
                "stalls": points // factor,
                "points": points,
            },
        )
        return [marked, *_after_turn(board, params, after, now)]
    if action >= offsets.build:
        number = action - offsets.build
        alley = board.alleys[number >> 1]
        built = then.built[number >> 1]
        facts = {
            "seat": seat,
            "alley": alley.key,
            "name": alley.name,
            "end": alley_end(board, number >> 1, number & 1),
            "space": len(alley.values) - 1 - built if number & 1 else built,
            "left": now.stalls[seat],
        }
        happened = [Event("built", facts)]
        if now.built[number >> 1] == len(alley.values):  # else nothing is complete
            happened += _scored(board, params, before, after)
        if now.last_round and not then.last_round:
            ends = "turn" if plain(params).ending == Ending.TURN else "round"  # 9.1
            happened.append(Event("last_round", {"seat": seat, "ends": ends}))
        return happened
    if action >= offsets.place or action == SEND_LORD:
        happened = [*_arrivals(board, seat, then, now), *_scored(board, params, before, after)]
        if now.hand != NOBODY:  # 5.4 on a larger map: by an action, or by himself after the tenth client
            happened.append(Event("lord_in_hand", {"seat": seat}))
        return happened
    if action >= BOBBY:
        there = board.districts[action - BOBBY]
        if then.phase == SETTING:
            facts = {"seat": seat, "district": there.key, "name": there.name}
            return [Event("bobby_set", facts), Event("turn", {"seat": now.seat})]
        here = board.districts[then.bobby]
        alley = board.alleys[here.alleys[here.neighbours.index(action - BOBBY)]]
        changes = _score_changes(plain(params).players, then, now)
        crossed = {
            "seat": seat,
            "from": here.key,
            "district": there.key,
            "name": there.name,
            "alley": alley.key,
            "alley_name": alley.name,
            "toll": -changes[seat],
            "receivers": [other for other, change in enumerate(changes) if change > 0],
        }
        return [Event("bobby_crossed", crossed)]
    if action >= TILE:
        return [Event("tile_picked", {"seat": seat, "tile": TILE_NAMES[action - TILE], "actions": now.left})]
    if action == DRAW:
        if plain(params).clients == ClientsFrom.QUEUE:
            return [Event("client_drawn", {"seat": seat, "client": CLIENTS[now.hand]})]
        return [Event("drawing", {"seat": seat})]
    assert action == END
    ended = [Event("turn_ended", {"seat": seat}), *_after_turn(board, params, after, now)]
    return ended if plain(params).scoring == Scoring.AT_ONCE else [*_scored(board, params, before, after), *ended]


@cache
def _factors() -> list[list[int]]:
    """8.2: the factor of each pair of clients at the ends of an alley; 0 for nobody, and two lords: there is one."""
    kinds = range(1, LORD + 1)
    pairs = [[int(client_factor(one, other)) if one + other < 2 * LORD else 0 for other in kinds] for one in kinds]
    return [[0] * (LORD + 1), *[[0, *row] for row in pairs]]


def _worth(board: Board, after: Plain, number: int, space: int) -> list[Event]:
    """8.2: what a stall that completes nothing yet will bring, or may bring with the best clients still to come."""
    alley = board.alleys[number]
    row = after.row[after.taken :]
    coming = [kind for kind in range(1, LORD) if after.bag[kind - 1] or kind in row or kind == after.hand]
    if LORD not in after.client:  # 5.4: he comes last
        coming.append(LORD)
    here = [after.client[end] for end in alley.ends]
    ones = [here[0]] if here[0] else coming
    others = [here[1]] if here[1] else coming
    factors = _factors()
    factor = max([factors[one][other] for one in ones for other in others], default=0)
    if not factor:
        return []
    value = alley.values[space]
    key = "worth" if here[0] and here[1] else "worth_up_to"
    facts = {"alley": alley.key, "name": alley.name, "value": value, "factor": factor, "points": value * factor}
    return [Event(key, facts)]


def preview(board: Board, params: Any, state: Any, action: int, after: Any = None) -> Preview:
    """What a legal move costs and gains, and for whom; ``after``: the resulting position, if at hand."""
    if after is None:
        room = records(STATE, 1)
        room[0] = state
        after = room[0]
        apply(params, after, action)
    happened = events(board, params, state, action, after)
    now = plain(after)
    first = happened[0]
    worth: list[Event] = []
    if first.key == "built" and len(happened) == 1:
        worth = _worth(board, now, (action - offsets_of(board).build) >> 1, first.params["space"])
    remarks = (*[event for event in happened if event.key in REMARKS], *worth)
    changes = _score_changes(plain(params).players, plain(state), now)
    return Preview(texts(board)[action], tuple(changes), tuple(happened), (), remarks)
