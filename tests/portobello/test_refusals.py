"""Every reason to refuse a move, triggered by a move, with its clause and its full message."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

import pytest

from piazzetta.games.portobello.rules import allowed as why
from piazzetta.games.portobello.words.refusals import REASONS
from piazzetta.games.rulebooks.rulebook import find_rulebook
from piazzetta.match.match import Match
from tests.portobello.table import TEN, new, play, position, refused, strip

ALL = {**TEN, "K": "lord"}
SIXTEEN_RED = {"A-B": "rrrrr", "A-H": "rrrrrr", "D-H": "rrrr", "F-G": "r-"}


def over() -> Match:
    return play(position(seat=3, tile="2", edition="es", idle_rounds=2), "end")


def small_and_full() -> Match:
    return position(2, tile="3", board=strip(3), clients={"A": "servant", "B": "servant", "C": "burgher"})


Case = tuple[Callable[[], Match], str, str]

# By code: a position, a move, the message after "… is not allowed. ".
CASES: dict[int, Case] = {
    why.GAME_OVER: (over, "tile 2", "The game is over (clause 9.2)."),
    why.CHANCE_FIRST: (
        lambda: play(position(tile="2"), "draw"),
        "place A",
        "A customer has to be drawn first (clause 5.1).",
    ),
    why.NOT_CHANCE: (position, "burgher", "No customer is being drawn now (clause 5.1)."),
    why.NONE_LEFT: (
        lambda: play(position(tile="2", clients=dict.fromkeys("ABCDE", "burgher")), "draw"),
        "burgher",
        "No burgher is left to be drawn (clause 1.3).",
    ),
    why.SET_BOBBY_FIRST: (new, "tile 3", "Place the Bobby in a district first (clause 2.3)."),
    why.PICK_FIRST: (position, "end", "Pick an action tile first (clause 3.1)."),
    why.PLACE_FIRST: (
        lambda: position(tile="3", hand="servant", left=2),
        "draw",
        "Place the servant you drew first (clause 5.2).",
    ),
    why.ACTIONS_REMAIN: (
        lambda: position(tile="3"),
        "end",
        "You have 3 actions left, and an action is still possible where the Bobby stands (clause 3.3).",
    ),
    why.NO_ACTION_LEFT: (lambda: position(tile="3", left=0), "draw", "No action is left (clause 3.2)."),
    why.BAG_EMPTY: (
        lambda: position(tile="3", clients=ALL),
        "draw",
        "All ten servants and burghers have been taken (clause 2.4).",
    ),
    why.NO_FREE_SQUARE: (small_and_full, "draw", "Every square has a customer (clause 5.1)."),
    why.LORD_IS_FREE: (
        lambda: position(tile="3"),
        "lord",
        "In this edition the lord comes by himself once ten customers are on the board (clause 5.4).",
    ),
    why.LORD_TOO_EARLY: (
        lambda: position(tile="3", edition="it", clients={"A": "servant"}),
        "lord",
        "The lord comes when ten customers are on the board; now there is 1 (clause 5.4).",
    ),
    why.LORD_IS_HERE: (
        lambda: position(tile="3", clients=ALL),
        "lord",
        "The lord is on the board already (clause 5.4).",
    ),
    why.TILE_IN_USE: (
        lambda: position(tile="n3", marked={"D1": "r2"}),
        "tile 4",
        "You are already using the neutral 3 tile this turn (clause 3.1).",
    ),
    why.TILE_NOT_HELD: (position, "tile n2", "You hold no neutral tile of that value (clause 7.3)."),
    why.TILE_FACE_DOWN: (
        lambda: position(down={"r": "2"}),
        "tile 2",
        "That tile is face down until you have used all three (clause 3.5).",
    ),
    why.BOBBY_IS_THERE: (lambda: position(tile="3"), "bobby D1", "The Bobby stands there already (clause 6.1)."),
    why.NOT_ADJOINING: (
        lambda: position(tile="3"),
        "bobby D5",
        "The Bobby crosses one alley at a time, and Lace Court (D5) does not adjoin Rag Fair (D1) (clause 6.1).",
    ),
    why.BEEN_THERE: (
        lambda: play(position(tile="3"), "bobby D2"),
        "bobby D1",
        "The Bobby has already been in Rag Fair (D1) on this walk. He can return after an action (clause 6.4).",
    ),
    why.TOO_DEAR: (
        lambda: position(tile="3", stalls={"B-D": "yg--"}, score=[1, 5, 5, 5]),
        "bobby D2",
        "Crossing to Costers Row (D2) costs 2 points, and you have 1 point (clause 6.3).",
    ),
    why.NO_CLIENT_IN_HAND: (
        lambda: position(tile="3"),
        "place A",
        "There is no customer in hand; draw one first (clause 5.1).",
    ),
    why.SQUARE_TAKEN: (
        lambda: position(tile="3", clients={"A": "burgher"}, hand="servant"),
        "place A",
        "There is already a burgher on St Charles Square (A) (clause 5.1).",
    ),
    why.NO_STALL_LEFT: (
        lambda: position(tile="3", bobby="D5", stalls=SIXTEEN_RED),
        "build C-G@C",
        "All your stalls are built (clause 1.1).",
    ),
    why.NOT_BOBBYS_ALLEY: (
        lambda: position(tile="3"),
        "build J-K@J",
        "Chepstow Villas (J-K) does not border Rag Fair (D1), where the Bobby stands (clause 4.1).",
    ),
    why.ALLEY_FULL: (
        lambda: position(tile="3", stalls={"A-D": "yyy"}),
        "build A-D@A",
        "Oxford Gardens (A-D) has no free space (clause 4.1).",
    ),
    why.WRONG_END: (
        lambda: position(tile="3", stalls={"A-D": "--y"}),
        "build A-D@A",
        "Oxford Gardens (A-D) was started at Elgin Square (D). The next stall goes beside the last one (clause 4.2).",
    ),
    why.MARK_ONLY_AT_START: (
        lambda: position(tile="3"),
        "mark D1 x2",
        "You can mark a district only instead of using a tile, and you are already using the 3 tile (clause 7.1).",
    ),
    why.MARKED_ALREADY: (
        lambda: position(marked={"D9": "b4"}),
        "mark D9 x2",
        "A tile lies in Tea Yard (D9) already (clause 7.1).",
    ),
    why.TILE_LAID: (
        lambda: position(marked={"D9": "r4"}),
        "tile 4",
        "That tile marks a district and does not come back (clause 7.3).",
    ),
    why.MARK_SPENT: (
        lambda: position(marked={"D9": "r4"}),
        "mark D8 x4",
        "Your 4 already marks a district, and a neutral tile can never mark one (clause 7.4).",
    ),
    why.ALL_ON_BOARD: (
        lambda: play(new(2, board=strip(3), rules={"clients": "house"}), *["servant"] * 3, "bobby D1", "tile 2"),
        "draw",
        "The customers have been on the squares since the start (clause 10.2).",
    ),
}


def test_every_reason_has_its_case() -> None:
    assert set(CASES) | {why.NO_SUCH_MOVE} == set(REASONS)
    numbers = [int(number) for number in re.findall(r"^[A-Z_]+ = (\d+)$", inspect.getsource(why), re.MULTILINE)]
    assert numbers == [why.ALLOWED, *sorted(REASONS)], "a reason without a sentence, or two with one number"


@pytest.mark.parametrize("code", CASES)
def test_reason(code: int) -> None:
    build, move, sentence = CASES[code]
    match = build()
    refusal = refused(match, move, sentence[sentence.rindex(" ") + 1 : -2])
    assert str(refusal) == f"{move} is not allowed. {sentence}"
    action = match.setting.action(move)
    assert match.setting.game.kernels.why_not(match.setting.params_record, match.state(), action) == code


@pytest.mark.parametrize("action", [-1, 10_000])
def test_no_such_move_is_the_kernels_answer_to_a_number_that_is_none(action: int) -> None:
    """A match catches it earlier; a record's moves go straight to the kernel."""
    match = position()
    setting = match.setting
    assert setting.game.kernels.why_not(setting.params_record, match.state(), action) == why.NO_SUCH_MOVE
    refusal = setting.game.refusal(setting.components, setting.params_record, match.state(), action, why.NO_SUCH_MOVE)
    assert refusal[:2] == ("There is no such move (clause 3.1).", "3.1")


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_names_a_clause_of_the_rulebook(code: int) -> None:
    clause, _ = REASONS[code]
    text = find_rulebook("portobello").clause(clause)
    assert text is not None
    assert text.startswith(f"- {clause} ")


def test_a_move_is_legal_or_has_a_reason_against_it() -> None:
    for match in (position(), position(tile="3"), position(tile="3", hand="servant"), new(), over()):
        for action in range(match.setting.action_count):
            assert (match.why_not(action) is None) == (action in match.legal_moves)
