"""Ends that people bring about, and who starts: the same for everything that runs tables."""

from __future__ import annotations

import json

import pytest

from piazzetta import Record
from piazzetta.errors import BadRecord
from piazzetta.tables import commands
from tests.tables.driver import Driver, PythonDriver
from tests.tables.test_scenarios import NOON, SEED, code, kinds, play_first, play_to_the_end, seated, wish


def test_who_gives_up_against_one_loses(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    play_first(driver)
    scores = driver.update([])["sight"]["view"]["scores"]
    ended = driver.command("Resign", {"seat": 0}, NOON, "0:c:1")
    assert kinds(ended) == ["resigned", "ended"]
    assert driver.command("Resign", {"seat": 0}, NOON, "0:c:1") == {"repeated": driver.update([])["at"] - 1}
    assert ended["events"][1][1] == {"by": "resigned", "scores": scores, "winners": [1]}
    card = driver.card()
    assert (card["status"], card["ended"]["winners"]) == ("over", [1])
    assert card["seats"][0]["resigned"] is True
    update = driver.update([0])
    assert update["over"] is True
    assert (update["sight"]["mover"], update["sight"]["awaited"], update["sight"]["legal"]) == (-2, [], [])
    assert [step["kind"] for step in update["happened"]][-2:] == ["resigned", "ended"]
    assert driver.bots() == []
    for command, fields in (("Resign", {"seat": 1}), ("OfferEnd", {"seat": 1}), ("TakeBackSeat", {"seat": 0})):
        assert code(driver.command(command, fields, NOON)) in ("over", "resigned")
    record = driver.record()
    assert (record["result"], record["ended"]["winners"]) == (None, [1])
    Record.loads(json.dumps(record)).verify()
    driver.reload()
    assert driver.card() == card
    assert kinds(driver.rematch("t2", SEED, NOON))[0] == "created"


def test_among_several_a_bot_plays_on_for_good(driver: Driver) -> None:
    seated(driver, "portobello", 3)
    seat = driver.update([])["sight"]["awaited"][0]
    assert kinds(driver.command("Resign", {"seat": seat}, NOON)) == ["resigned"]
    assert driver.command("Resign", {"seat": seat}, NOON) == {"events": []}
    assert [question["seat"] for question in driver.bots()] == [seat]
    assert code(driver.command("TakeBackSeat", {"seat": seat}, NOON)) == "resigned"
    other = (seat + 1) % 3
    assert kinds(driver.command("Resign", {"seat": other}, NOON)) == ["resigned", "ended"]
    assert driver.card()["ended"]["winners"] == [(seat + 2) % 3]


def test_alone_against_bots_giving_up_ends_it(driver: Driver) -> None:
    driver.create(wish("viaggiatore", "me", "bot easy", "bot easy"), SEED, {0: "h0"}, NOON)
    driver.command("Contribute", {"texts": {0: "c"}}, NOON)
    ended = driver.command("Resign", {"seat": 0}, NOON)["events"][1][1]
    assert ended["winners"] == [1, 2]  # nobody has a point yet


def test_ending_together_takes_everybody(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3)
    assert driver.command("DeclineEnd", {"seat": 0}, NOON) == {"events": []}
    assert kinds(driver.command("OfferEnd", {"seat": 0}, NOON)) == ["offered_end"]
    assert driver.command("OfferEnd", {"seat": 0}, NOON) == {"events": []}
    assert [seat["offers_end"] for seat in driver.card()["seats"]] == [True, False, False]
    assert kinds(driver.command("DeclineEnd", {"seat": 1}, NOON)) == ["declined_end"]
    assert not any(seat["offers_end"] for seat in driver.card()["seats"])
    driver.command("Leave", {"seat": 2}, NOON)  # a bot plays there, and has no say
    assert code(driver.command("OfferEnd", {"seat": 2}, NOON)) == "bot_plays"
    driver.command("OfferEnd", {"seat": 1}, NOON)
    assert kinds(driver.command("OfferEnd", {"seat": 0}, NOON)) == ["offered_end", "ended"]
    assert driver.card()["ended"] == {"by": "agreed", "scores": [0, 0, 0], "winners": [0, 1, 2]}


def test_before_and_after_the_game_nobody_gives_up(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open"), SEED, {0: "h0"}, NOON)
    for command in ("Resign", "OfferEnd", "DeclineEnd"):
        assert code(driver.command(command, {"seat": 0}, NOON)) == "waiting"


def test_the_draw_decides_who_starts(driver: Driver) -> None:
    starters = set()
    for number in range(12):
        driver.create(wish("portobello", "me", "bot easy", "bot easy", draw_starter=True), SEED, {0: "h0"}, NOON)
        assert driver.card()["starter_drawn"] is True
        started = driver.command("Contribute", {"texts": {0: f"c{number}"}}, NOON)["events"][-1]
        assert started[0] == "started"
        starter = started[1]["starter"]
        starters.add(starter)
        assert driver.card()["starter"] == starter
        assert driver.update([])["sight"]["view"]["starter"] == starter
        assert driver.update([])["happened"][0]["starter"] == starter
        before = driver.card()
        driver.reload()
        assert driver.card() == before
    assert starters == {0, 1, 2}
    assert (
        "draw_starter"
        in driver.create(wish("portobello", "me", "bot", "bot", tour=True, draw_starter=True), SEED, {0: "h"}, NOON)[
            "bad"
        ]
    )


def test_a_record_proves_who_started(driver: Driver) -> None:
    driver.create(wish("viaggiatore", "me", "hotseat", draw_starter=True, rules={"target": 1}), SEED, None, NOON)
    starter = driver.command("Start", {}, NOON)["events"][-1][1]["starter"]
    play_to_the_end(driver)
    given = driver.record()
    assert given["fair"]["starter_drawn"] is True
    record = Record.loads(json.dumps(given))
    record.verify()
    assert record.setting.starter == starter
    other = driver.rematch("t2", SEED, NOON)["events"][0][1]
    assert other["starter"] == (starter + 1) % 2
    assert "draw_starter" not in other
    # a false claim is found: these draws give another starter than the one who began
    given["fair"] = {**given["fair"], "contributions": ["x", None]}
    with pytest.raises(BadRecord):
        Record.loads(json.dumps(given)).verify()


def test_lots_decide_a_fair_start_and_a_rematch_draws_again(driver: Driver) -> None:
    wanted = wish("viaggiatore", "me", "bot easy", rules={"handicap": "fair"})
    drawn = [
        tuple(driver.create(wanted, f"{number:02x}" * 32, {0: "h0"}, NOON)["events"][0][1]["head_start"])
        for number in range(12)
    ]
    assert set(drawn) == {(0, 0), (0, 1)}
    driver.command("Contribute", {"texts": {0: "c"}}, NOON)
    driver.command("Resign", {"seat": 0}, NOON)
    again = [driver.rematch("t2", f"{number:02x}" * 32, NOON) for number in range(1)]
    assert tuple(again[0]["events"][0][1]["head_start"]) == drawn[0]


def test_a_game_of_too_many_moves_ends_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a table could grow until it is slow to open."""
    monkeypatch.setattr(commands, "MOST_PLAYED_ON", 2)
    driver = PythonDriver()
    seated(driver, "portobello", 2)
    for _ in range(2):
        play_first(driver)
    scores = driver.update([])["sight"]["view"]["scores"]
    seat = driver.update([])["sight"]["mover"]
    move = driver.update([seat])["sight"]["legal"][0]["move"]
    ended = driver.command("Play", {"seat": seat, "move": move, "at": driver.update([])["at"]}, NOON)
    assert ended["events"][0][1] == {"by": "long", "scores": scores, "winners": [0, 1]}
    assert driver.card()["status"] == "over"
