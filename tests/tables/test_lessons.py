"""Lessons: prepared positions whose goals the engine judges."""

from __future__ import annotations

import pytest

from piazzetta.games.registry import NAMES
from piazzetta.tables.lessons import lessons
from tests.tables.driver import Driver, Json, PythonDriver
from tests.tables.test_scenarios import NOON, SEED, wish
from tests.tables.ways import WAYS

ALL = [(game, name) for game in NAMES for name in WAYS[game]]
SEATS = {"portobello": ["me", "bot random"], "viaggiatore": ["me", "bot random", "bot random"]}


def begin(driver: Driver, game: str, name: str) -> Json:
    """Begin a lesson; return what the learner sees."""
    driver.create(wish(game, *SEATS[game], lesson=name), SEED, {0: "h0"}, NOON)
    driver.command("Contribute", {"texts": {0: "c"}}, NOON)
    return driver.update([0])


def take(driver: Driver, move: str) -> str:
    """The learner makes a move, then the others answer; return how the lesson stands."""
    at = driver.update([0])["at"]
    answer = driver.command("Play", {"seat": 0, "move": move, "at": at}, NOON)
    assert "events" in answer, (move, answer)
    for _ in range(10):
        for question in driver.bots():
            seen = driver.update([question["seat"]])["sight"]
            fields = {"seat": question["seat"], "move": seen["legal"][-1]["move"], "asked": question["asked"]}
            driver.command("BotPlay", fields, NOON)
    outcome: str = driver.update([0])["lesson"]["outcome"]
    return outcome


def test_every_game_has_five() -> None:
    for game in NAMES:
        assert [lesson.id for lesson in lessons(game)] == list(WAYS[game])
        assert len(WAYS[game]) == 5


@pytest.mark.parametrize(("game", "name"), ALL)
def test_the_goal_can_be_reached_and_missed(game: str, name: str) -> None:
    right, wrong = WAYS[game][name]
    for way, end in ((right, "done"), (wrong, "missed")):
        driver = PythonDriver()
        seen = begin(driver, game, name)
        assert seen["sight"]["awaited"] == [0]
        assert seen["lesson"]["outcome"] == "open"
        outcomes = [take(driver, move) for move in way]
        assert outcomes == ["open"] * (len(way) - 1) + [end]
        assert driver.bots() == [], "the others wait while the learner reads"
        driver.reload()
        assert driver.update([0])["lesson"]["outcome"] == end


@pytest.mark.parametrize("game", NAMES)
def test_the_browser_judges_alike(driver: Driver, game: str) -> None:
    name = list(WAYS[game])[-1]
    card = begin(driver, game, name)["lesson"]
    assert card == {"id": name, "number": 5, "of": 5, "next": None, "outcome": "open"}
    assert driver.card()["lesson"] == card
    assert take(driver, WAYS[game][name][0][0]) == "open"
    driver.reload()
    assert [take(driver, move) for move in WAYS[game][name][0][1:]][-1] == "done"


def test_a_market_lesson_can_be_taken_back() -> None:
    driver = PythonDriver()
    begin(driver, "portobello", "alley")
    assert take(driver, "build D-E@D") == "done"
    driver.command("Undo", {"seat": 0, "at": driver.update([0])["at"]}, NOON)
    assert driver.update([0])["lesson"]["outcome"] == "open"


def test_any_shop_pays_for_the_goods_of_the_last_lesson() -> None:
    """The goal of a point is in the learner's hands, whatever is drawn."""
    (sell,) = [lesson for lesson in lessons("viaggiatore") if lesson.id == "sell"]
    deck = sell.setting.components.to_json()
    goods = [2, 3, 2, 1]
    for card in deck:
        assert any(least is not None and have >= least for have, least in zip(goods, card["shop"], strict=True))


def test_a_lesson_brings_its_own_rules(driver: Driver) -> None:
    def refused(*seats: str, **more: object) -> str:
        found: str = driver.create(wish("portobello", *seats, **more), SEED, {0: "h"}, NOON)["bad"]
        return found

    assert "leave out edition" in refused("me", "bot", lesson="toll", edition="it")
    assert "leave out tour" in refused("me", "bot", lesson="toll", tour=True)
    assert "for 2 players" in refused("me", "bot", "bot", lesson="toll")
    assert "no lesson 'whist'" in refused("me", "bot", lesson="whist")


def test_other_tables_teach_nothing(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "bot random", "bot random", tour=True), SEED, {0: "h0"}, NOON)
    driver.command("Contribute", {"texts": {0: "c"}}, NOON)
    assert "lesson" not in driver.update([0])
    assert driver.card()["lesson"] is None
