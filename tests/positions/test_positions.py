"""Positions as data: what play reaches is described and comes back; what was edited and can be is played to the end."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import piazzetta
from piazzetta import BadInput, BadRecord, Record, Setting
from piazzetta.games.positions import Positions, Problem
from piazzetta.kernel import CHANCE, as_records
from piazzetta.match.dealer import SeededDealer
from piazzetta.match.match import Match
from tests.settings import all_settings

Json = dict[str, Any]


def positions_of(setting: Setting) -> Positions:
    found = setting.game.positions
    assert found is not None
    return found


def describe(setting: Setting, state: Any) -> Json:
    return positions_of(setting).describe(setting.components, setting.params_record, state)


def problems(setting: Setting, position: Json) -> list[Problem]:
    return positions_of(setting).problems(setting.components, setting.params_record, position)


def written(setting: Setting, position: Json) -> Any:
    state = as_records(setting.states(1))[0]
    positions_of(setting).write(setting.components, setting.params_record, state, position)
    return state


def without_history(state: Any) -> bytes:
    """A position's bytes, without the history that has no effect (``position.py`` of each game names it)."""
    found = state.copy()
    if "reveals" in found.dtype.names:
        found["reveals"] = 0
        if found["turned"]:
            found["ring"][:] = np.roll(found["ring"], -int(found["head"]))
            found["head"] = 0
    else:
        found["row"][: int(found["taken"])] = 0
    return bytes(found.tobytes())


@cache
def settings() -> list[Setting]:
    return list(all_settings())


SETTINGS = st.integers(0, 10_000).map(lambda number: settings()[number % len(settings())])


def played(setting: Setting, seed: int, moves: int) -> Match:
    """A random game up to a move, or to its end; customers are drawn more often than by chance."""
    match, choice = setting.start(seed=seed), random.Random(seed)
    while not match.over and match.length < moves + setting.opening_length:
        legal = list(match.legal_moves)
        match.play("draw" if "draw" in legal and choice.random() < 0.3 else choice.choice(legal))
    return match


@given(setting=SETTINGS, seed=st.integers(0, 1000), moves=st.integers(0, 400))
def test_every_position_of_play_is_described_and_comes_back(setting: Setting, seed: int, moves: int) -> None:
    match = played(setting, seed, moves)
    for at in range(max(setting.opening_length, match.length - 12), match.length + 1):
        state = match.state(at)
        position = describe(setting, state)
        assert problems(setting, position) == []
        again = written(setting, position)
        assert without_history(again) == without_history(state)
        assert describe(setting, again) == position


def edited(position: Json, choice: random.Random) -> Json:
    """Some fields changed by chance, as somebody at an editor might."""
    found = dict(position)
    players = len(found["scores"])
    found["scores"] = [max(0, points + choice.randrange(-2, 3)) for points in found["scores"]]
    if "lots" in found:
        seats = [dict(seat) for seat in found["seats"]]
        found |= {"seats": seats, "deck": list(found["deck"]), "pile": list(found["pile"])}
        for seat in seats:
            seat["steps"] = choice.randrange(8)
            if seat["hand"] and choice.random() < 0.5:
                found["pile"].append(seat["hand"][0])
                seat["hand"] = seat["hand"][1:]
            elif found["deck"] and len(seat["hand"]) < 5 and choice.random() < 0.5:
                seat["hand"] = [*seat["hand"], found["deck"].pop()]
        found["active"] = found["asked"] = choice.randrange(players)
        return found
    squares = list(found["squares"].items())
    choice.shuffle(squares)
    found["squares"] = dict(squares[choice.randrange(len(squares) + 1) :])
    if "row" in found:
        found["squares"] = dict(squares)
    for key, alley in list(found["alleys"].items()):
        if choice.random() < 0.3:
            found["alleys"] = {other: one for other, one in found["alleys"].items() if other != key}
        else:
            stalls = [None if seat is None else choice.randrange(players) for seat in alley["stalls"]]
            found["alleys"] = {**found["alleys"], key: {**alley, "stalls": stalls}}
    found["seat"] = choice.randrange(players)
    found["actions_left"] = choice.randrange(4)
    return found


@given(setting=SETTINGS, seed=st.integers(0, 1000), moves=st.integers(0, 250))
def test_an_edited_position_that_can_be_is_played_to_the_end(setting: Setting, seed: int, moves: int) -> None:
    choice = random.Random(seed)
    position = describe(setting, played(setting, seed, moves).state())
    tries = [edited(position, choice) for _ in range(20)]
    fine = [one for one in tries if not problems(setting, one)]
    for one in fine[:1] or [position]:
        begun = piazzetta.game(
            setting.game.name,
            players=setting.players,
            starter=setting.starter,
            edition=setting.edition,
            rules=dict(setting.rules),
            components=setting.components,
            position=one,
        )
        match = Match(begun, SeededDealer(seed))
        for _ in range(5000):
            if match.over:
                break
            assert problems(begun, describe(begun, match.state())) == []
            legal = match.legal_moves.actions
            assert legal
            match.play(choice.choice(legal))
        assert match.over
        assert match.winners
        assert problems(begun, describe(begun, match.state())) == []
        record = Record.of(match)
        Record.loads(record.dumps()).verify()


def begun(name: str) -> tuple[Record, Json]:
    """The record of a game from a prepared position, draws in it, and that position."""
    middle = played(piazzetta.game(name, players=3), 4, 60)
    position = describe(middle.setting, middle.state())
    match = Match(piazzetta.game(name, players=3, position=position), SeededDealer(1))
    choice = random.Random(2)
    for _ in range(30):
        legal = list(match.legal_moves)
        match.play("draw" if "draw" in legal else choice.choice(legal))
    return Record.of(match), position


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_a_record_begins_from_a_position(name: str) -> None:
    record, position = begun(name)
    data = record.to_json()
    assert data["position"] == position
    assert record.setting.game.opening_key not in data
    again = Record.loads(record.dumps())
    again.verify()
    assert again.to_json() == data
    assert describe(again.setting, again.replay(0).state()) == position
    assert again.replay().state().tobytes() == record.replay().state().tobytes()
    assert CHANCE in [seat for seat, _ in record.moves]
    assert "position=" in repr(record.setting)
    assert Setting.from_json(record.setting.to_json(full=False)).position == position


Change = Callable[[Json], object]
REFUSED: dict[str, tuple[str, Change, str]] = {
    "impossible": (
        "portobello",
        lambda at: at.update(bobby=None),
        r"The Bobby must stand in a district \(clause 2.3\)",
    ),
    "twice": ("viaggiatore", lambda at: at.update(pile=[0, 0]), r"In .* \(clause 1.2\)"),
    "no object": ("portobello", lambda at: at.update(squares=[]), "position: squares must be an object"),
    "unknown": ("portobello", lambda at: at.update(stalls=3), "position has no field stalls"),
    "unknown square": ("portobello", lambda at: at.update(squares={"Z": "lord"}), "position: squares must be one of A"),
    "number": ("viaggiatore", lambda at: at.update(round=True), "position: round must be a whole number from 1"),
    "list": ("viaggiatore", lambda at: at.update(scores=[1]), "position: scores must be a list of 3, not of 1"),
    "phase": ("viaggiatore", lambda at: at.update(phase="dealing"), "position: phase must be one of calling"),
    "card": ("viaggiatore", lambda at: at.update(pile=[96]), "position: pile must be card numbers from 0 to 95"),
    "tile": ("portobello", lambda at: at["tiles"][0].update(up=["2", "2"]), "the tile 2 is listed twice"),
    "seat": ("portobello", lambda at: at["alleys"].update({"A-B": {"stalls": [9] * 5}}), "seats from 0 to 2"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_record_with_another_position_is_refused(why: str) -> None:
    name, change, reason = REFUSED[why]
    data = begun(name)[0].to_json()
    change(data["position"])
    with pytest.raises(BadRecord, match=reason):
        Record.loads(json.dumps(data))


def test_a_position_is_described_from_the_first_decision_on() -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    with pytest.raises(BadInput, match="from the first decision on"):
        describe(setting, Match(setting).state())


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_little_has_to_be_said(name: str) -> None:
    """What is left out is as at the beginning: cards are in the deck, tiles face up, points as at the start."""
    position = {"bobby": "D4"} if name == "portobello" else {"seats": [{"hand": [1]}, {"hand": [2]}]}
    setting = piazzetta.game(name, players=2, position=position)
    match = Match(setting, SeededDealer(0))
    assert match.mover == 0
    assert match.scores == Match(piazzetta.game(name, players=2)).scores
    assert len(match.legal_moves) > 1


def test_a_position_that_says_nothing_is_a_position() -> None:
    """Everything may be left out; the game still begins from there."""
    setting = piazzetta.game("viaggiatore", players=2)
    assert [problem.key for problem in problems(setting, {})] == []
