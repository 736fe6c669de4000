"""Maps that are no disc (1.4): accepted where their squares have places, played, recorded and drawn like any other."""

from __future__ import annotations

import json
import random
import zlib
from typing import Any

import pytest

import piazzetta
from piazzetta import Match, Record
from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.kernel import INTERPRETED
from tests.auditor import audit_games
from tests.portobello.maps import drawn_kite, from_triangles, loose_board, placed
from tests.portobello.open_maps import open_map
from tests.portobello.reference import Reference
from tests.tiers import tier

SEEDS = range(tier(6, 60))


def ring() -> dict[str, Any]:
    """Six districts around a hole in the middle."""
    places = {"A": (50, 0), "B": (0, 100), "C": (100, 100), "D": (50, 40), "E": (35, 70), "F": (65, 70)}
    return placed(from_triangles("ABD", "BDE", "BCE", "CEF", "ACF", "AFD"), places)


def lens() -> dict[str, Any]:
    """Two alleys between A and B, with four districts between them."""
    source = placed(from_triangles("ABC", "ACD", "BCD"), {"A": (0, 0), "B": (200, 0), "C": (100, -15), "D": (100, 15)})
    source["alleys"] |= {"A-B": {"values": [1, 2], "bend": -0.2}, "A-B.2": {"values": [3, 1], "bend": 0.2}}
    source["districts"]["D1"]["alleys"] = ["A-B", "A-C", "B-C"]
    source["districts"]["D4"] = {"squares": ["A", "B", "D"], "alleys": ["A-B.2", "B-D", "A-D"]}
    return source


def test_1_4_a_hole() -> None:
    board = Board.read(ring())
    assert not board.is_disc
    assert not any("Bobby" in warning for warning in board.warnings)


def test_1_4_an_alley_that_borders_no_district() -> None:
    source = drawn_kite()
    source["squares"]["E"] = {"x": 200, "y": 50}
    source["alleys"]["D-E"] = {"values": [2, 2]}
    board = Board.read(source)
    assert "nobody can build in alleys that border no district: D-E (clause 4.1)" in board.warnings
    match = piazzetta.game("portobello", board=source).start(seed=1)
    match.play("bobby D2")
    match.play("tile 2")
    with pytest.raises(piazzetta.IllegalMove) as refusal:
        match.play("build D-E@D")
    assert refusal.value.clause == "4.1"


def test_1_4_districts_that_meet_in_a_square_alone() -> None:
    """6.1: the Bobby cannot cross a square."""
    board = loose_board()
    assert "the Bobby cannot get from district D1 to these districts: D2 (clause 6.1)" in board.warnings
    match = piazzetta.game("portobello", board=board.to_file()).start(seed=1)
    match.play("bobby D1")
    match.play("tile 2")
    assert "bobby D2" not in match.legal_moves


def test_1_4_two_alleys_between_two_squares() -> None:
    board = Board.read(lens())
    assert [board.alleys[alley].key for alley in board.districts[0].alleys] == ["A-B", "B-C", "A-C"]
    match = piazzetta.game("portobello", board=lens()).start(seed=1)
    match.play("bobby D4")
    match.play("tile 2")
    assert {"build A-B.2@A", "build A-B.2@B"} <= {*match.legal_moves}
    assert not {"build A-B@A", "bobby D1"} & {*match.legal_moves}
    match.play("build A-B.2@B")
    assert match.view(0)["alleys"]["A-B.2"]["stalls"] == [None, 0]
    assert match.view(0)["alleys"]["A-B"]["stalls"] == [None, None]


def bent(*bends: float) -> dict[str, Any]:
    source = lens()
    for alley, bend in zip(("A-B", "A-B.2"), bends, strict=True):
        source["alleys"][alley]["bend"] = bend
    return source


def changed(part: str, key: str, to: object) -> dict[str, Any]:
    source = lens()
    source[part][key] = to
    return source


REFUSED = {
    "both the same way": (bent(0.2, 0.2), ["A-B and A-B.2 cross"]),
    "through a square": (bent(-0.075, 0.2), ["district D1", "straight line"]),
    "one on the wrong side": (bent(-0.05, 0.2), ["cross"]),
    "which alley": (changed("districts", "D4", {"squares": ["A", "B", "D"]}), ["district D4", "A and B"]),
    "no list": (changed("districts", "D4", {"squares": ["A", "B", "D"], "alleys": "A-B"}), ["district D4", "three"]),
    "another alley": (
        changed("districts", "D4", {"squares": ["A", "B", "D"], "alleys": ["A-B", "B-D", "C-D"]}),
        ["district D4", "no alley", "D and A"],
    ),
    "without places": (lens() | {"squares": {key: {} for key in "ABCD"}}, ["A-B", "x and y", "a limit of the program"]),
    "a square in a district": (
        placed(from_triangles("ABC", loose=("AD",)), {"A": (0, 0), "B": (90, 0), "C": (0, 90), "D": (20, 20)}),
        ["square D lies inside district D1"],
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_1_4_refused(why: str) -> None:
    source, words = REFUSED[why]
    with pytest.raises(BadInput) as refusal:
        Board.read(source)
    assert [word for word in words if word not in str(refusal.value)] == [], str(refusal.value)


def test_6_1_two_districts_share_one_alley_at_most() -> None:
    source = placed(from_triangles("ABC"), {"A": (0, 0), "B": (200, 0), "C": (100, 0.5)})
    source["alleys"] |= {"A-B": {"values": [1], "bend": -0.2}, "A-B.2": {"values": [1], "bend": 0.2}}
    source["districts"] = {
        "D1": {"squares": ["A", "B", "C"], "alleys": ["A-B", "B-C", "A-C"]},
        "D2": {"squares": ["A", "B", "C"], "alleys": ["A-B.2", "B-C", "A-C"]},
    }
    with pytest.raises(BadInput, match=r"share two alleys.*\(a limit of the program\)$"):
        Board.read(source)


@pytest.mark.parametrize("seed", SEEDS)
def test_they_come_back_from_files_and_records(seed: int) -> None:
    board = open_map(seed)
    for form in (board.to_file(), board.to_json()):
        again = Board.read(json.loads(json.dumps(form)))
        assert again.to_json() == board.to_json()
        assert [one.alleys for one in again.districts] == [one.alleys for one in board.districts]
        assert again.positions() == board.positions()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_property_holds(seed: int) -> None:
    audit_games(piazzetta.game("portobello", board=open_map(seed).to_file(), players=2 + seed % 3), 1, seed=seed)


def played(seed: int, players: int, moves: int) -> tuple[Match, Reference, list[str]]:
    """A game between players who move at random, in the engine and in the reference."""
    board = open_map(seed)
    match = piazzetta.game("portobello", board=board.to_file(), players=players).start(seed=seed)
    other = Reference(board.to_file(), players)
    dice = random.Random(seed)
    said: list[str] = []
    while not match.over and len(said) < moves:
        legal = set(match.legal_moves)
        assert legal == other.legal(), said
        move = dice.choice(sorted(legal - {"end"} or legal) if dice.random() < 0.9 else sorted(legal))
        before = len(match.log)
        match.play(move)
        for text in [match.setting.text(action) for _, action in match.log[before:]]:
            said.append(text)
            other.play(text)
        assert match.view(0)["scores"] == other.scores, said
    return match, other, said


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_games_agree_with_the_reference(seed: int) -> None:
    match, other, _ = played(seed, 2 + seed % 3, 60 if INTERPRETED else 2000)
    assert INTERPRETED or (match.over and other.phase == "over")
    record = Record.loads(Record.of(match).dumps())
    assert record.replay().state().tobytes() == match.state().tobytes()


def test_interpreted_and_compiled_play_the_same_games() -> None:
    said = "\n".join(move for seed in range(4) for move in played(seed, 2, 60)[2])
    assert zlib.crc32(said.encode()) == 3650141231


def test_they_are_drawn_whole() -> None:
    source = drawn_kite()
    source["squares"]["E"] = {"x": 200, "y": 50}
    source["alleys"]["D-E"] = {"values": [2, 2]}
    match = piazzetta.game("portobello", board=source).start(seed=1)
    assert "E" in str(match)
    assert "(E)" in match.setting.game.svg(match.setting.components, match.view(0))
