"""Before the game: changing seats, drawing them, filling them with bots; the same for everything that runs tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from piazzetta import Record
from piazzetta.errors import BadRecord
from piazzetta.match.provable_draws import FairDealer
from tests.tables.driver import Driver
from tests.tables.test_scenarios import NOON, SEED, code, kinds, play_to_the_end, seated, wish

FILL: dict[str, Any] = {"seat": 0, "level": "easy", "names": ["Penny"], "away_since": {}, "waiting": 60.0}


def names(driver: Driver) -> list[str | None]:
    return [seat["name"] for seat in driver.card()["seats"]]


def test_a_person_takes_a_free_seat_or_a_bots_place(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open", "bot easy", "open"), SEED, {0: "h0"}, NOON)
    driver.command("Join", {"name": "Leo", "hash": "h1"}, NOON)
    driver.command("Contribute", {"texts": {0: "a", 1: "l"}}, NOON)
    for to, refused in ((1, "taken"), (4, "missing")):
        assert code(driver.command("ChangeSeat", {"seat": 0, "to": to}, NOON)) == refused
    assert driver.command("ChangeSeat", {"seat": 0, "to": 0}, NOON) == {"events": []}
    moved = driver.command("ChangeSeat", {"seat": 0, "to": 3}, NOON)
    assert moved["events"] == [["seated", {"seat": 0, "seating": [3, 1, 2, 0]}]]
    assert [seat["kind"] for seat in driver.card()["seats"]] == ["open", "person", "bot", "person"]
    assert driver.card()["starter"] == 3, "whoever wanted to start still does"
    driver.command("Say", {"seat": 1, "text": "I go there"}, NOON)
    driver.command("ChangeSeat", {"seat": 1, "to": 2}, NOON)
    card = driver.card()
    assert [seat["kind"] for seat in card["seats"]] == ["open", "bot", "person", "person"]
    assert [seat["contributed"] for seat in card["seats"]] == [False, False, True, True]
    likes = [seat["temperament"] for seat in card["seats"]]
    assert likes[1] in ("builder", "marker", "traveller")
    assert [likes[0], *likes[2:]] == [None, None, None], "people have no temperament that we know of"
    driver.reload()
    assert driver.card() == card
    driver.command("Join", {"name": "Mia", "hash": "h2"}, NOON)
    assert kinds(driver.command("Contribute", {"texts": {0: "m"}}, NOON)) == ["contributed", "started"]
    assert names(driver)[2:] == ["Leo", "Player 1"]
    assert code(driver.command("ChangeSeat", {"seat": 3, "to": 1}, NOON)) == "over"


def test_bots_fill_the_table_and_the_game_begins(driver: Driver) -> None:
    driver.create(wish("viaggiatore", "me", "open", "open"), SEED, {0: "h0"}, NOON)
    driver.command("Contribute", {"texts": {0: "a"}}, NOON)
    assert code(driver.command("FillSeats", {**FILL, "level": "clever"}, NOON)) == "bad"
    filled = driver.command("FillSeats", FILL, NOON, "0:c:1")
    assert kinds(filled) == ["bot_joined", "bot_joined", "started"]
    assert driver.command("FillSeats", FILL, NOON, "0:c:1") == {"repeated": 3}
    seats = driver.card()["seats"]
    assert [(seat["kind"], seat["name"], seat["level"]) for seat in seats[1:]] == [
        ("bot", "Penny", "easy"),
        ("bot", None, "easy"),
    ]
    assert code(driver.command("FillSeats", FILL, NOON)) == "over"


def test_who_has_not_come_is_given_time_and_finds_the_seat_again(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open", "open"), SEED, {0: "h0"}, NOON)
    driver.command("Join", {"name": "Leo", "hash": "h1"}, NOON)
    driver.command("Contribute", {"texts": {0: "a"}}, NOON)
    for away_since in ({}, {1: NOON - 59_000}):
        assert code(driver.command("FillSeats", {**FILL, "away_since": away_since}, NOON)) == "not_away"
    filled = driver.command("FillSeats", {**FILL, "away_since": {1: NOON - 61_000}}, NOON)
    assert kinds(filled) == ["bot_for", "bot_joined", "started"]
    assert driver.card()["seats"][1]["bot_plays"] is True
    assert kinds(driver.command("TakeBackSeat", {"seat": 1}, NOON)) == ["taken_back"]


def test_the_draw_decides_who_sits_where(driver: Driver) -> None:
    """Every seating comes up; tokens and contributions go along, and what the draws prove is the seating itself."""
    found = set()
    for number in range(40):
        both = {"draw_seats": True, "draw_starter": True}
        driver.create(wish("portobello", "me", "hotseat", "bot easy", **both), SEED, {0: "h0", 1: "h1"}, NOON)
        assert driver.card()["seats_drawn"] is True
        texts = {0: f"a{number}", 1: f"b{number}"}
        started = driver.command("Contribute", {"texts": texts}, NOON)["events"][-1][1]
        seating = started["seating"]
        assert seating == FairDealer(bytes.fromhex(SEED), [texts[0], texts[1], None]).seating(3)
        found.add(tuple(seating))
        before = [names(driver)[seat] for seat in seating]
        assert before == ["Player 1", "Player 2", None]
        assert driver.update([])["happened"][0]["seating"] == seating
        card = driver.card()
        driver.reload()
        assert driver.card() == card
    assert len(found) == 6
    tour = driver.create(wish("portobello", "me", "bot", "bot", tour=True, draw_seats=True), SEED, {0: "h"}, NOON)
    assert "draw_seats" in tour["bad"]


def test_who_chooses_a_seat_keeps_it(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open", draw_seats=True), SEED, {0: "h0"}, NOON)
    driver.command("ChangeSeat", {"seat": 0, "to": 1}, NOON)
    assert driver.card()["seats_drawn"] is False
    driver.command("Join", {"name": "Leo", "hash": "h1"}, NOON)
    driver.command("Contribute", {"texts": {0: "a", 1: "b"}}, NOON)
    assert names(driver) == ["Leo", "Player 1"]


def test_a_record_proves_the_seating(driver: Driver) -> None:
    fields = {"rules": {"target": 1}, "draw_seats": True, "draw_starter": True}
    driver.create(wish("viaggiatore", "me", "hotseat", "hotseat", **fields), SEED, {0: "h", 1: "h", 2: "h"}, NOON)
    driver.command("Contribute", {"texts": {0: "a", 1: "b", 2: "d"}}, NOON)
    play_to_the_end(driver)
    given = driver.record()
    fair = given["fair"]
    assert [fair["contributions"][seat] for seat in fair["seating"]] == ["a", "b", "d"]
    Record.loads(json.dumps(given)).verify(fair["commitment"], ["a"])
    assert fair["seating"] == [1, 0, 2]
    # among so few orders, another one may happen to fit its own draw; these do not
    for seating in ([0, 1, 2], [1, 2, 0], [2, 1, 0], [0, 0, 1], [0], "012", [0, 1, 2.0]):
        with pytest.raises(BadRecord, match="seating"):
            Record.loads(json.dumps({**given, "fair": {**fair, "seating": seating}})).verify()
    rematch = driver.rematch("t2", SEED, NOON)["events"][0][1]
    assert "draw_seats" not in rematch, "the next game keeps the seats"


def test_seats_are_changed_only_while_waiting(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    assert code(driver.command("ChangeSeat", {"seat": 0, "to": 1}, NOON)) == "over"
    assert code(driver.command("FillSeats", FILL, NOON)) == "over"
