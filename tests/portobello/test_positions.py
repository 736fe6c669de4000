"""Every reason why a position of Portobello Market cannot be, by clause, with where it is and what is said."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import piazzetta
from piazzetta.games.portobello.positions import check
from tests.portobello.table import FIFTEEN_RED, TEN, strip

Json = dict[str, Any]
SERVANTS = dict.fromkeys("ABCDE", "servant")
SEATS = {"r": 0, "y": 1, "g": 2, "b": 3, "-": None}


def alleys(**stalls: str) -> Json:
    """Stalls by alley (``A_B="rry--"``), as a description has them."""
    return {key.replace("_", "-"): {"stalls": [SEATS[one] for one in row]} for key, row in stalls.items()}


def held(*tiles: str) -> list[Json]:
    """The tiles of each seat: those face up, then after a bar those face down."""
    return [{"up": one.partition("|")[0].split(), "down": one.partition("|")[2].split()} for one in tiles]


def found(players: int = 3, edition: str = "it", rules: Json | None = None, **position: Any) -> list[tuple[str, str]]:
    """What is wrong: clause and key of each problem, after a look at its sentence."""
    setting = piazzetta.game("portobello", players=players, edition=edition, rules=rules or {})
    assert setting.game.positions is not None
    given = {"bobby": "D4", **position}
    problems = setting.game.positions.problems(setting.components, setting.params_record, given)
    speech = setting.game.english(setting.components)
    for one in problems:
        assert "{" not in speech.say("position", one.key, one.params)
    return [(one.clause, one.key) for one in problems]


ALL_RED = {key.replace("-", "_"): row for key, row in FIFTEEN_RED.items()}
TURN: Json = {"phase": "acting", "tile_in_use": "3", "actions_left": 3}
PLACING: Json = {"phase": "placing", "tile_in_use": "3", "actions_left": 2}
QUEUE: Json = {"rules": {"clients": "queue"}}
HOUSE: Json = {"rules": {"clients": "house"}}
ROW = ["servant"] * 5 + ["burgher"] * 5
ELEVEN = {**TEN, "K": "lord"}
ODD: dict[str, tuple[str, str, Callable[[], Any]]] = {
    "2.3 anything before the Bobby": ("2.3", "begun", lambda: found(phase="setting", squares={"A": "servant"})),
    "2.1 points before the game": ("2.1", "first_score", lambda: found(phase="setting", scores=[0, 5, 0])),
    "1.1 more stalls than a player has": (
        "1.1",
        "stalls",
        lambda: found(4, alleys=alleys(**ALL_RED, B_C="rr" + "-" * (SPACES["B-C"] - 2))),
    ),
    "4.2 a gap": ("4.2", "gap", lambda: found(alleys=alleys(A_B="r-y--"))),
    "4.2 from the other end": ("4.2", "gap", lambda: found(alleys={"A-B": {"begun": "B", "stalls": [0] + [None] * 4}})),
    "1.3 six servants": ("1.3", "customers", lambda: found(squares={**SERVANTS, "F": "servant"})),
    "1.3 two lords": ("1.3", "customers", lambda: found(**HOUSE, squares={**ELEVEN, "A": "lord"})),
    "1.3 one in hand too many": (
        "1.3",
        "customers",
        lambda: found(**PLACING, in_hand="servant", squares=SERVANTS),
    ),
    "10.1 the row": ("10.1", "row", lambda: found(**QUEUE, row=ROW, squares={"A": "servant"})),
    "10.2 an empty square": ("10.2", "house", lambda: found(**HOUSE, squares=TEN)),
    "5.4 the lord too early": ("5.4", "lord_early", lambda: found(squares={"A": "lord"})),
    "5.4 the lord due": ("5.4", "lord_due", lambda: found(edition="de", squares=TEN)),
    "5.4 the lord in hand": (
        "5.4",
        "lord_in_hand",
        lambda: found(squares=TEN, **PLACING, in_hand="lord", moved_this_round=True),
    ),
    "5.1 nobody to draw": (
        "5.1",
        "no_draw",
        lambda: found(squares=TEN, **{**TURN, "phase": "drawing", "actions_left": 2}),
    ),
    "5.1 no free square": ("5.1", "no_square", lambda: crowded()),
    "5.2 nobody in hand": ("5.2", "no_customer", lambda: found(**PLACING)),
    "7.4 marked twice": (
        "7.4",
        "marked_twice",
        lambda: found(
            districts={"D1": {"seat": 0, "factor": 2}, "D2": {"seat": 0, "factor": 2}},
            tiles=held("3 4 n3", "2 3 4", "2 3 4"),
        ),
    ),
    "7.3 held and laid": (
        "7.3",
        "tile_laid",
        lambda: found(districts={"D1": {"seat": 0, "factor": 4}}, tiles=held("2 3 4 n3", "2 3 4", "2 3 4")),
    ),
    "7.3 lost": ("7.3", "tile_missing", lambda: found(tiles=held("2 3", "2 3 4", "2 3 4"))),
    "7.1 the three": ("7.1", "tile_missing", lambda: found(tiles=held("2 4", "2 3 4", "2 3 4"))),
    "7.3 a neutral tile for nothing": ("7.3", "neutrals", lambda: found(tiles=held("2 3 4 n3", "2 3 4", "2 3 4"))),
    "1.2 from below the top": (
        "1.2",
        "stack",
        lambda: found(districts={"D1": {"seat": 0, "factor": 4}}, tiles=held("2 3 n1", "2 3 4", "2 3 4")),
    ),
    "3.5 all face down": ("3.5", "all_down", lambda: found(tiles=held("2 3 4", "|2 3 4", "2 3 4"))),
    "3.1 no tile": ("3.1", "no_tile", lambda: found(phase="acting")),
    "3.1 a tile face down": ("3.1", "tile_not_up", lambda: found(**TURN, tiles=held("2 4|3", "2 3 4", "2 3 4"))),
    "3.2 too many actions": ("3.2", "actions", lambda: found(**{**TURN, "tile_in_use": "2"})),
    "2.3 no Bobby": ("2.3", "no_bobby", lambda: found(bobby=None)),
    "6.4 not a walk": ("6.4", "walk", lambda: found(bobby="D1", walk=["D9"])),
    "6.3 below zero": ("6.3", "below_zero", lambda: found(scores=[0, -1, 0])),
    "8.1 nothing due at once": (
        "8.1",
        "due",
        lambda: found(**{**TURN, "actions_left": 1}, moved_this_round=True, due=["A-B"]),
    ),
    "9.2 an action of this round": ("9.2", "moved", lambda: found(**{**TURN, "actions_left": 1})),
    "9.2 none yet": ("9.2", "not_moved", lambda: found(moved_this_round=True)),
    "9.2 too many idle rounds": ("9.2", "idle", lambda: found(idle_rounds=2, round=2)),
    "9.2 stalled": ("9.2", "stalled", lambda: found(idle_rounds=3, round=7)),
    "9.1 not over": ("9.1", "not_over", lambda: found(phase="finished")),
    "9.1 over": ("9.1", "over", lambda: found(4, alleys=last_stall())),
}
MAP: Any = piazzetta.game("portobello").components
SPACES: dict[str, int] = {alley.key: len(alley.values) for alley in MAP.alleys}


def last_stall() -> Json:
    """All sixteen red stalls."""
    return alleys(**ALL_RED, B_C="r" + "-" * (SPACES["B-C"] - 1))


def crowded() -> list[tuple[str, str]]:
    """A customer in hand on a map of nine squares, all taken."""
    board = strip(9)
    setting = piazzetta.game("portobello", players=3, board=board, edition="it")
    assert setting.game.positions is not None
    squares = dict(zip("ABCDEFGHI", ["servant"] * 5 + ["burgher"] * 4, strict=True))
    given = {**PLACING, "in_hand": "burgher", "squares": squares, "bobby": "D1"}
    problems = setting.game.positions.problems(board, setting.params_record, given)
    return [(one.clause, one.key) for one in problems]


@pytest.mark.parametrize("why", ODD)
def test_what_cannot_be_names_its_clause(why: str) -> None:
    clause, key, look = ODD[why]
    assert look() == [(clause, key)]


def test_every_reason_has_a_case() -> None:
    known = set(re.findall(r'\bno\("([\d.]+)", "(\w+)"', inspect.getsource(check)))
    assert {(clause, key) for clause, key, _ in ODD.values()} == known


def test_what_can_be_is_not_refused() -> None:
    assert found() == []
    assert found(**TURN) == []
    assert found(phase="setting") == []
    assert found(4, alleys=last_stall(), seat=1) == [], "the round is played to its end"
    assert found(4, alleys=last_stall(), phase="finished", round=2) == []
    assert found(4, alleys=last_stall(), seat=1, rules={"ending": "turn"}) == [("9.1", "over")]
    assert found(4, alleys=last_stall(), phase="finished", seat=1, rules={"ending": "turn"}) == []
    assert found(idle_rounds=3, round=4, phase="finished") == []
    assert found(scores=[0, -1, 0], rules={"credit": "granted"}) == []
    assert found(**HOUSE, squares=ELEVEN) == []
    assert found(**QUEUE, row=ROW[1:], squares={"A": "servant"}) == []
    assert found(squares=ELEVEN) == []
    assert found(bobby="D4", walk=["D4"]) == []
    complete: Json = {"squares": {"A": "servant", "B": "burgher"}, "alleys": alleys(A_B="rrrrr")}
    turn: Json = {**TURN, "actions_left": 1, "moved_this_round": True}
    assert found(**complete, **turn, due=["A-B"], rules={"scoring": "end of turn"}) == []
    marked: Json = {"districts": {"D1": {"seat": 0, "factor": 4}}}
    assert found(**marked) == [], "tiles that are left out follow from the marks"
    assert found(**marked, tiles=held("2 3 n3", "2 3 4", "2 3 4")) == []
