"""A record is played on from any of its positions, wherever a table runs."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import piazzetta
from piazzetta import Record
from piazzetta.tables.sources import point_sources
from tests.tables.driver import Driver, Json
from tests.tables.test_scenarios import NOON, SEED, play_first, play_to_the_end, wish


def played(game: str, moves: int, **setting: Any) -> Record:
    """A game in which always the first legal move was played."""
    match = piazzetta.game(game, players=2, **setting).start(seed=4)
    while not match.over and len(match.log) < moves:
        match.play(match.legal_moves.actions[0])
    return Record.of(match)


def begin(driver: Driver, record: Record, at: int | None) -> Json:
    wished = wish(record.setting.game.name, "me", "bot random", record=record.to_json(), at=at)
    made = driver.create(wished, SEED, {0: "h0"}, NOON)
    if "bad" not in made:
        driver.command("Contribute", {"texts": {0: "c"}}, NOON)
    return made


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_a_table_goes_on_from_any_position(driver: Driver, game: str) -> None:
    record = played(game, 60)
    whole = record.replay()
    for at in (0, len(record.opening), 31, 47, None):
        begin(driver, record, at)
        match = record.replay(None if at is None else max(0, at - len(record.opening)))
        seen = driver.update([0])
        if match.mover >= 0 and (at is None or at >= len(record.opening)):
            assert seen["sight"]["view"] == msgspec.to_builtins(match.view(0))
        play_first(driver)
        driver.reload()  # what was prepared is in the log
        assert driver.update([0])["at"] > seen["at"]
    play_to_the_end(driver)
    new = Record.loads(msgspec.json.encode(driver.record()))
    assert new.replay().log[: len(whole.log)] == whole.log
    assert new.extra["fair"]["prepared"] == sum(seat < 0 for seat, _ in whole.log)
    new.verify()  # everything after that is the new table's own fair draw


def test_the_rules_and_the_head_start_are_the_records(driver: Driver) -> None:
    begin(driver, played("portobello", 12, rules={"handicap": "fair"}, head_start=[0, 3]), 9)
    card = driver.card()
    assert card["rules"]["handicap"] == "fair"
    assert driver.update([0])["sight"]["view"]["scores"] == [10, 13]


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_a_record_from_a_prepared_position_is_played_on(driver: Driver, game: str) -> None:
    middle = played(game, 60)
    positions, match = middle.setting.game.positions, middle.replay()
    assert positions is not None
    position = positions.describe(middle.setting.components, middle.setting.params_record, match.state())
    record = Record.of(piazzetta.game(game, players=2, position=position).start(seed=1))
    begin(driver, record, None)
    assert driver.update([0])["sight"]["view"]["scores"] == match.scores
    driver.reload()
    play_to_the_end(driver)
    new = Record.loads(msgspec.json.encode(driver.record()))
    assert new.setting.position == position
    new.verify()
    final = new.replay()
    assert [sum(tally.values()) for tally in point_sources(final)] == final.scores
    again = driver.rematch("u", SEED, NOON)
    assert "position" not in json.dumps(again), "a rematch begins anew"


def test_what_cannot_be_played_on(driver: Driver) -> None:
    over = played("viaggiatore", 5000, rules={"target": 1})
    length = len(over.opening) + len(over.moves)
    assert "the game is over" in begin(driver, over, None)["bad"]
    assert f"ends with position {length}" in begin(driver, over, length + 1)["bad"]
    assert "bad" not in begin(driver, over, length - 1)
    broken = played("portobello", 20)
    broken.moves[7] = (broken.moves[7][0], "bobby D1")
    assert "bad" in begin(driver, broken, None)
    assert "bad" not in begin(driver, broken, 7)  # what comes later does not matter
    good = played("portobello", 20).to_json()
    for wished, said in (
        (wish("viaggiatore", "me", "bot", record=good), "is of portobello"),
        (wish("portobello", "me", "bot", "bot", record=good), "for 2 players"),
        (wish("portobello", "me", "bot", record=good, starter=1), "leave out starter"),
        (wish("portobello", "me", "bot", record=good, tour=True), "leave out record"),
        (wish("portobello", "me", "bot", at=3), "give the record too"),
    ):
        assert said in driver.create(wished, SEED, {0: "h"}, NOON)["bad"]
