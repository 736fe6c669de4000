"""The view and the observation mirror the position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from piazzetta.games.base import OPEN, SPECTATOR
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import Offsets
from piazzetta.games.portobello.view import parts
from piazzetta.kernel import random_stream
from piazzetta.match.match import Match
from tests.portobello.table import new, play, position, strip


def midgame(**changes: Any) -> Match:
    """A bit of everything; the lord is early, so that he shows beside free squares."""
    return position(
        3,
        **{
            "seat": 2,
            "starter": 1,
            "bobby": "D8",
            "tile": "n3",
            "left": 2,
            "hand": "burgher",
            "stalls": {"A-B": "ry---", "B-C": "----gg", "C-G": "gr"},
            "clients": {"C": "servant", "G": "lord", "K": "burgher"},
            "score": [7, 130, 21],
            "marked": {"D3": "g4", "D7": "r2"},
            "down": {"r": "3", "g": "2"},
            "idle_rounds": 1,
            "busy": True,
            **changes,
        },
    )


def test_every_field_mirrors_the_position() -> None:
    seen = midgame().view(1)
    assert {key: seen[key] for key in seen if key not in ("squares", "alleys", "districts")} == {
        "game": "portobello",
        "viewer": 1,
        "players": 3,
        "starter": 1,
        "head_start": [0, 0, 0],
        "phase": "placing",
        "turn": 2,
        "mover": 2,
        "seat": 2,
        "actions_left": 2,
        "tile_in_use": "n3",
        "in_hand": "burgher",
        "last_round": False,
        "idle_rounds": 1,
        "moved_this_round": True,
        "bobby": "D8",
        "walk": ["D8"],
        "scores": [7, 130, 21],
        "stalls_left": [18, 19, 17],
        "tiles": [
            {"up": ["4", "n3"], "down": ["3"]},
            {"up": ["2", "3", "4"], "down": []},
            {"up": ["3", "n3"], "down": ["2"]},
        ],
        "neutral_stack": [2, 2, 1, 1, 1, 1],
        "bag": {"servant": 4, "burgher": 3, "lord": 0},
        "row": None,
        "clients_taken": 3,
        "factors": [
            ["servant", "servant", 1],
            ["servant", "burgher", 2],
            ["burgher", "burgher", 3],
            ["lord", "servant", 3],
            ["lord", "burgher", 4],
        ],
    }
    assert seen["squares"] == {**dict.fromkeys("ABCDEFGHIJK"), "C": "servant", "G": "lord", "K": "burgher"}
    nothing = {"stalls": [None, None, None], "begun": None, "scored": False}
    assert seen["alleys"]["A-D"] == nothing
    assert seen["alleys"]["A-B"] == {"stalls": [0, 1, None, None, None], "begun": "A", "scored": False}
    assert seen["alleys"]["B-C"] == {"stalls": [None] * 4 + [2, 2], "begun": "C", "scored": False}
    assert seen["alleys"]["C-G"] == {"stalls": [2, 0], "begun": "C", "scored": True}
    marked = {key: tile for key, tile in seen["districts"].items() if tile}
    assert marked == {"D3": {"seat": 2, "factor": 4}, "D7": {"seat": 0, "factor": 2}}
    assert list(seen["districts"]) == [district.key for district in Board.default().districts]


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR, OPEN])
def test_everybody_sees_the_same(viewer: int) -> None:
    match = midgame()
    assert {**match.view(viewer), "viewer": None} == {**match.view(0), "viewer": None}


def test_phase_by_phase() -> None:
    match = new(2, rules={"clients": "queue"})
    phases = [match.view(0)["phase"]]
    for move in [*["servant", "burgher"] * 5, "bobby D1", "tile 2", "draw", "place A"]:
        match.play(move)
        phases.append(match.view(0)["phase"])
    assert phases == ["arranging"] * 10 + ["setting", "picking", "acting", "placing", "acting"]
    match = play(position(tile="2"), "draw")
    assert (match.view(0)["phase"], match.view(0)["mover"], match.view(0)["seat"]) == ("drawing", None, 0)
    match = play(position(2, seat=1, tile="2", edition="es", idle_rounds=2), "end")
    assert (match.view(0)["phase"], match.view(0)["mover"]) == ("finished", None)


def test_before_the_bobby_is_set() -> None:
    seen = new(4).view(SPECTATOR)
    assert (seen["phase"], seen["mover"], seen["bobby"], seen["walk"], seen["turn"]) == ("setting", 3, None, [], 0)
    assert (seen["tile_in_use"], seen["in_hand"], seen["actions_left"]) == (None, None, 0)


def test_a_view_of_an_earlier_position() -> None:
    match = play(position(tile="2"), "bobby D2", "build B-D@B")
    assert match.view(0, at=0)["bobby"] == "D1"
    assert match.view(0, at=1)["bobby"] == "D2"
    assert match.view(0, at=1)["walk"] == ["D1", "D2"]
    assert match.view(0)["walk"] == ["D2"]


# --- the same as numbers ---


def observed(match: Match, seat: int) -> dict[str, list[int]]:
    setting = match.setting
    assert isinstance(setting.components, Board)
    out = np.full(setting.observation_size, 99, np.int16)  # 99 marks what was left unwritten
    setting.game.kernels.observe(setting.params_record, match.state(), seat, out)
    found, at = {}, 0
    for name, length, _ in parts(setting.components):
        found[name] = out[at : at + length].tolist()
        at += length
    assert at == len(out)
    assert 99 not in out
    return found


def test_observation_part_by_part() -> None:
    seen = observed(midgame(), 2)
    assert seen["expected"] == [0, 0, 0, 0, 0, 1, 0]
    assert seen["mover"] == [1, 0, 0, 0], "seats are counted from the own chair"
    assert seen["turn"] == [2, 1, 0, 1]
    assert seen["in use"] == [0, 0, 0, 0, 0, 1]
    assert seen["hand"] == [0, 1, 0]
    assert seen["supply"] == [4, 3, 0, 3, 2, 2]
    seats = [seen["seats"][start : start + 14] for start in range(0, 56, 14)]
    assert seats == [
        [21, 17, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0],
        [7, 18, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0],
        [130, 19, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0] * 14,
    ]
    assert seen["squares"][6:9] == [1, 0, 0]  # C
    assert seen["squares"][18:21] == [0, 0, 1]  # G
    assert sum(seen["squares"]) == 3
    districts = [seen["districts"][start : start + 4] for start in range(0, 48, 4)]
    assert districts[7] == [1, 1, 0, 0]  # D8: the Bobby
    assert districts[2] == [0, 0, 4, 1]  # D3: the observer's 4
    assert districts[6] == [0, 0, 2, 2]  # D7: the next seat's 2
    alleys = [seen["alleys"][start : start + 11] for start in range(0, 22 * 11, 11)]
    assert alleys[0] == [3, 1, 0, 0, 1, 1, 0, 0, 1, 3, 0]  # A-B: red on 1, yellow on 3
    assert alleys[3] == [4, 0, 1, 2, 0, 0, 0, 3, 0, 0, 0]  # B-C: green on 1 and 2, from the far end
    assert seen["spaces"][:5] == [2, 3, 0, 0, 0]
    assert seen["row"] == [0] * 10


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_observation_turns_with_the_chair(seat: int) -> None:
    seen = observed(midgame(), seat)
    assert seen["mover"].index(1) == (2 - seat) % 3
    assert [seen["seats"][14 * k] for k in range(3)] == [[7, 130, 21][(seat + k) % 3] for k in range(3)]


def test_observation_of_the_row() -> None:
    row = ["servant", "burgher"] * 5
    match = play(new(2, rules={"clients": "queue"}), *row[:3])
    assert observed(match, 0)["row"] == [1, 2, 1] + [0] * 7
    play(match, *row[3:], "bobby D1", "tile 2", "draw")
    assert observed(match, 0)["row"] == [0, 2, 1, 2, 1, 2, 1, 2, 1, 2]


@pytest.mark.parametrize("squares", [3, 11, 16])
def test_sizes_by_the_map(squares: int) -> None:
    match = play(new(2, board=strip(squares)), "bobby D1")
    observed(match, 0)
    setting = match.setting
    assert isinstance(setting.components, Board)
    assert setting.action_count == len(setting.game.texts(setting.components)) == Offsets(setting.components).count
    assert setting.decision_count == setting.action_count - 4
    assert len(set(setting.game.texts(setting.components))) == setting.action_count


def test_imagining_changes_nothing() -> None:
    """Only the next draw is hidden, and no state contains it."""
    match = play(position(tile="3"), "draw")
    state = match.state()
    match.setting.game.kernels.determinize(match.setting.params_record, state, 1, random_stream(1, 2))
    assert state.tobytes() == match.state().tobytes()
