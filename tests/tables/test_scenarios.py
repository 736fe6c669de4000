"""What happens at a table, seen from outside: the same scenarios for everything that runs tables."""

from __future__ import annotations

import json
from typing import Any

from piazzetta import Record
from tests.tables.driver import Driver, Json

SEED = "5e" * 32
NOON = 1_700_000_000_000


def wish(game: str, *seats: str, **more: Any) -> Json:
    """Seats as "me", "open", "hotseat" or "bot LEVEL"."""
    wished = [{"kind": seat.split()[0], "level": seat.split()[1] if " " in seat else None} for seat in seats]
    return {"game": game, "seats": wished, **more}


def seated(driver: Driver, game: str, players: int, **more: Any) -> None:
    """Start a game with this many people."""
    driver.create(wish(game, "me", *["open"] * (players - 1), **more), SEED, {0: "h0"}, NOON)
    for seat in range(1, players):
        driver.command("Join", {"name": f"P{seat}", "hash": f"h{seat}"}, NOON + seat)
    answer = driver.command("Contribute", {"texts": {seat: f"c{seat}" for seat in range(players)}}, NOON + players)
    assert answer["events"][-1][0] == "started"


def code(answer: Json) -> str:
    refused: str = answer["refused"]["code"]
    return refused


def kinds(answer: Json) -> list[str]:
    return [kind for kind, _ in answer["events"]]


def sight(driver: Driver, seat: int) -> Json:
    found: Json = driver.update([seat])["sight"]
    return found


def play_first(driver: Driver, time: int = NOON, since: int = 0) -> Json:
    """Play the first legal move of the first seat to move; return the answer."""
    seat = driver.update([], since)["sight"]["awaited"][0]
    seen = driver.update([seat], since)
    return driver.command("Play", {"seat": seat, "move": seen["sight"]["legal"][0]["move"], "at": seen["at"]}, time)


def play_to_the_end(driver: Driver) -> None:
    seen = driver.update([])
    for _ in range(3000):
        if seen["over"]:
            return
        assert "events" in play_first(driver, since=seen["at"])
        seen = driver.update([], seen["at"])
    raise AssertionError("the game did not end")


# --- before the game ---


def test_a_table_begins_when_everybody_has_contributed(driver: Driver) -> None:
    made = driver.create(wish("portobello", "me", "open", "bot easy"), SEED, {0: "h0"}, NOON)
    assert kinds(made) == ["created"]
    assert driver.card()["status"] == "waiting"
    assert [seat["kind"] for seat in driver.card()["seats"]] == ["person", "open", "bot"]
    assert driver.card()["seats"][0]["name"] == "Player 1"
    joined = driver.command("Join", {"name": "  Bea\u200b \n B. ", "hash": "h1"}, NOON + 5)
    assert joined == {"events": [["joined", {"seat": 1, "name": "Bea B.", "hash": "h1"}]]}
    assert kinds(driver.command("Contribute", {"texts": {0: "a"}}, NOON + 6)) == ["contributed"]
    assert kinds(driver.command("Contribute", {"texts": {0: "b", 1: "c"}}, NOON + 7)) == ["contributed", "started"]
    assert driver.card()["status"] == "playing"
    assert driver.command("Contribute", {"texts": {0: "d"}}, NOON + 8) == {"events": []}


def test_who_may_join(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open", "open"), SEED, {0: "h0"}, NOON)
    assert code(driver.command("Join", {"name": "\u200b", "hash": "x"}, NOON)) == "bad"
    assert code(driver.command("Join", {"name": "B", "hash": "x", "seat": 5}, NOON)) == "missing"
    assert code(driver.command("Join", {"name": "B", "hash": "x", "seat": 0}, NOON)) == "taken"
    assert driver.command("Join", {"name": "B", "hash": "x", "seat": 2}, NOON)["events"][0][1]["seat"] == 2
    assert driver.command("Join", {"name": "C", "hash": "x"}, NOON)["events"][0][1]["seat"] == 1
    full = driver.command("Join", {"name": "D", "hash": "x"}, NOON)
    assert full["refused"]["sentence"] == "all seats are taken."


def test_a_wish_must_make_sense(driver: Driver) -> None:
    for seats in (["me", "me"], ["hotseat", "open"], ["me", "bot nobody"], ["me"]):
        assert "bad" in driver.create(wish("portobello", *seats), SEED, {0: "h", 1: "h"}, NOON)
    three = wish("portobello", "me", "bot", "bot", tour=True)
    assert "leave out edition" in driver.create({**three, "edition": "it"}, SEED, {0: "h"}, NOON)["bad"]
    assert "for 3 players" in driver.create(wish("portobello", "me", "bot", tour=True), SEED, {0: "h"}, NOON)["bad"]


def test_points_of_a_fair_start_are_given_in_turn_order(driver: Driver) -> None:
    fair = {"rules": {"handicap": "fair"}, "head_start": [0, 5, 2], "starter": 1}
    driver.create(wish("portobello", "me", "bot easy", "bot easy", **fair), SEED, {0: "h"}, NOON)
    driver.command("Contribute", {"texts": {0: "a"}}, NOON)
    assert driver.update([0])["sight"]["view"]["head_start"] == [2, 0, 5]
    driver.command("Resign", {"seat": 0}, NOON)
    assert driver.rematch("t2", SEED, NOON)["events"][0][1]["head_start"] == [0, 5, 2]
    for wrong, why in (
        ({"head_start": [0, 5, 2]}, "goes with the rule handicap fair"),
        ({**fair, "head_start": [0, 5]}, "each of the 3 players"),
        ({**fair, "head_start": [0, 5, 100]}, "from 0 to 99"),
        ({"tour": True, "head_start": [0, 0, 0]}, "leave out head_start"),
    ):
        told = driver.create(wish("portobello", "me", "bot", "bot", **wrong), SEED, {0: "h"}, NOON)
        assert why in told["bad"]


def test_leaving_before_the_game_frees_the_seat(driver: Driver) -> None:
    driver.create(wish("viaggiatore", "me", "open"), SEED, {0: "h0"}, NOON)
    driver.command("Join", {"name": "B", "hash": "h1"}, NOON)
    driver.command("Leave", {"seat": 1}, NOON)
    assert driver.card()["seats"][1]["kind"] == "open"
    driver.command("Leave", {"seat": 0}, NOON)
    assert driver.card()["status"] == "closed"
    assert code(driver.command("Join", {"name": "B", "hash": "h1"}, NOON)) == "taken"


def test_a_table_that_nobody_joins_is_closed(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open"), SEED, {0: "h0"}, NOON)
    assert driver.command("Expire", {"anybody": True}, NOON) == {"events": []}
    assert kinds(driver.command("Expire", {"anybody": False}, NOON)) == ["expired"]
    assert driver.card()["status"] == "closed"


def test_an_abandoned_game_is_closed(driver: Driver) -> None:
    driver.create(wish("portobello", "bot easy", "bot easy"), SEED, {}, NOON)
    assert driver.command("Expire", {"anybody": False}, NOON) == {"events": []}
    assert driver.command("Expire", {"anybody": True, "abandoned": True}, NOON) == {"events": []}
    assert kinds(driver.command("Expire", {"anybody": False, "abandoned": True}, NOON)) == ["expired"]
    assert driver.card()["status"] == "closed"
    assert driver.bots() == []
    assert driver.command("Expire", {"anybody": False, "abandoned": True}, NOON) == {"events": []}
    driver.reload()
    assert driver.card()["status"] == "closed"


def test_a_table_of_one_device_starts_by_itself(driver: Driver) -> None:
    made = driver.create(wish("portobello", "me", "hotseat", "bot easy"), SEED, None, NOON)
    assert kinds(made) == ["created"]
    assert [seat["name"] for seat in driver.card()["seats"]] == [None, None, None]
    assert kinds(driver.command("Start", {}, NOON)) == ["started"]
    assert code(driver.command("Start", {}, NOON)) == "over"


# --- the game ---


def test_only_the_awaited_seat_plays_what_is_allowed(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    update = driver.update([])
    (mover,) = update["sight"]["awaited"]
    at = update["at"]
    other = 1 - mover
    move = sight(driver, mover)["legal"][0]["move"]
    assert sight(driver, other)["legal"] == []
    assert code(driver.command("Play", {"seat": other, "move": move, "at": at}, NOON)) == "not_your_turn"
    assert code(driver.command("Play", {"seat": mover, "move": move, "at": 0}, NOON)) == "stale"
    illegal = driver.command("Play", {"seat": mover, "move": "end", "at": at}, NOON)["refused"]
    assert illegal["code"] == "illegal"
    assert illegal["key"]
    assert {**driver.why(mover, "end"), "code": "illegal"} == illegal
    assert driver.why(mover, move) == {"sentence": None, "clause": None, "key": None, "params": {}}
    assert code(driver.why(other, move)) == "not_your_turn"
    assert driver.update([])["at"] == at
    played = driver.command("Play", {"seat": mover, "move": move, "at": at}, NOON)
    assert played["events"][0][1] == {"seat": mover, "move": move, "sealed": False, "dealt": []}
    assert [step["kind"] for step in driver.update([], at)["happened"]] == ["play"]


def test_a_command_is_carried_out_once(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    assert kinds(driver.command("Say", {"seat": 0, "text": "hello"}, NOON, "0:c:1")) == ["chat"]
    number = driver.update([])["at"]
    assert driver.command("Say", {"seat": 0, "text": "hello"}, NOON, "0:c:1") == {"repeated": number}
    driver.reload()
    assert driver.command("Say", {"seat": 0, "text": "hello"}, NOON, "0:c:1") == {"repeated": number}
    for again in range(40):
        driver.command("Say", {"seat": 0, "text": "hello"}, NOON, f"0:c:{again + 2}")
    assert kinds(driver.command("Say", {"seat": 0, "text": "hello"}, NOON, "0:c:1")) == ["chat"]  # the log would know


def test_taking_back(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    at = driver.update([])["at"]
    (mover,) = driver.update([])["sight"]["awaited"]
    play_first(driver)
    assert code(driver.command("Undo", {"seat": mover, "at": at}, NOON)) == "stale"
    before = driver.update([])["at"]
    if sight(driver, mover)["undo"] is None:
        assert kinds(driver.command("Undo", {"seat": mover, "at": before}, NOON)) == ["undo"]
        happened = driver.update([], at)["happened"]
        assert [step["kind"] for step in happened] == ["play", "undo"]
        assert happened[0]["undone"] is True
    refused = driver.command("Undo", {"seat": 1 - mover, "at": before + 1}, NOON)["refused"]
    assert refused["code"] == "undo"
    assert refused["key"] == sight(driver, 1 - mover)["undo_key"]


def test_a_table_without_taking_back_hints_and_chat(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"undo": False, "hints": False, "chat": False})
    at = driver.update([])["at"]
    assert code(driver.command("Undo", {"seat": 0, "at": at}, NOON)) == "off"
    assert code(driver.hint(0)) == "off"
    assert code(driver.command("Say", {"seat": 0, "text": "x"}, NOON)) == "off"
    assert sight(driver, 0)["undo_key"] == "undo_never"


def test_bids_are_sealed_until_the_last_one_is_in(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3)
    while len(driver.update([])["sight"]["awaited"]) < 2:
        (mover,) = driver.update([])["sight"]["awaited"]
        at = driver.update([])["at"]
        moves = [option["move"] for option in sight(driver, mover)["legal"]]
        wanted = "auction" if "auction" in moves else moves[0]
        driver.command("Play", {"seat": mover, "move": wanted, "at": at}, NOON)
    seen = driver.update([])
    last = seen["sight"]["awaited"][-1]
    asked = {seat: sight(driver, seat)["asked"] for seat in seen["sight"]["awaited"]}
    bid = sight(driver, last)["legal"][0]["move"]
    played = driver.command("Play", {"seat": last, "move": bid, "at": seen["at"]}, NOON + 99)
    assert played["events"][0][1]["sealed"] is True
    assert sight(driver, last)["sealed"] == bid
    for viewer in [seat for seat in asked if seat != last]:
        update = driver.update([viewer], seen["at"])
        assert update["happened"] == [
            {
                "at": seen["at"] + 1,
                "frame": update["happened"][0]["frame"],
                "seat": last,
                "kind": "sealed",
                "events": [],
            }
        ]
        assert update["sight"]["sealed"] is None
        assert update["sight"]["asked"] == asked[viewer]  # somebody else's choice does not renew the question
    assert kinds(driver.command("Undo", {"seat": last, "at": seen["at"] + 1}, NOON)) == ["undo"]
    assert sight(driver, last)["sealed"] is None


def test_a_client_with_two_seats_sees_both(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3)
    update = driver.update([0, 2])
    assert [one["viewer"] for one in update["sights"]] == [0, 2]
    hands = [one["view"]["seats"] for one in update["sights"]]
    assert "hand" in str(hands[0][0])
    assert update["sights"][0]["view"] != update["sights"][1]["view"]
    assert driver.update([])["sight"]["viewer"] == -1


# --- bots, clocks, absent people ---


def test_bots_are_asked_and_answer_once(driver: Driver) -> None:
    driver.create(wish("portobello", "bot easy", "bot hard"), SEED, {}, NOON)
    (question,) = driver.bots()
    seat = question["seat"]
    assert question["level"] == ["easy", "hard"][seat]
    move = sight(driver, seat)["legal"][0]["move"]
    answer = {"seat": seat, "move": move, "asked": question["asked"]}
    assert driver.command("BotPlay", {**answer, "asked": 1}, NOON) == {"events": []}
    played = driver.command("BotPlay", answer, NOON)
    assert played["events"][0][1]["by"] == "bot"
    assert driver.command("BotPlay", answer, NOON) == {"events": []}


def test_a_bot_plays_for_who_is_away(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    wanted = {"seat": 0, "absent": 1, "away_since": None, "waiting": 60.0}
    here = driver.command("BotFor", wanted, NOON)["refused"]
    assert (here["code"], here["sentence"]) == ("not_away", "P1 is here.")
    soon = driver.command("BotFor", {**wanted, "away_since": NOON}, NOON + 20_000)["refused"]
    assert soon["sentence"] == "P1 has only just left; wait another 40 seconds."
    assert code(driver.command("TakeBackSeat", {"seat": 1}, NOON)) == "bot_plays"
    assert kinds(driver.command("BotFor", {**wanted, "away_since": NOON}, NOON + 60_000)) == ["bot_for"]
    assert driver.card()["seats"][1]["bot_plays"] is True
    while not driver.bots():
        play_first(driver)
    (question,) = driver.bots()
    assert (question["seat"], question["level"]) == (1, "medium")
    at = driver.update([])["at"]
    assert code(driver.command("Play", {"seat": 1, "move": "end", "at": at}, NOON)) == "bot_plays"
    assert kinds(driver.command("TakeBackSeat", {"seat": 1}, NOON)) == ["taken_back"]
    assert driver.bots() == []


def test_a_clock_plays_for_who_is_too_slow(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 30})
    begun = NOON + 2
    (mover,) = driver.update([])["sight"]["awaited"]
    assert sight(driver, mover)["deadline"] == begun + 30_000
    assert sight(driver, 1 - mover)["deadline"] is None
    assert driver.late(begun + 29_999) == []
    (question,) = driver.late(begun + 30_000)
    assert (question["seat"], question["by"]) == (mover, "clock")
    move = sight(driver, mover)["legal"][0]["move"]
    answer = {"seat": mover, "move": move, "asked": question["asked"], "by": "clock"}
    assert kinds(driver.command("BotPlay", answer, begun + 30_500)) == ["play"]


# --- the end ---


def test_the_secrets_of_the_draws_come_out_at_the_end(driver: Driver) -> None:
    seated(driver, "viaggiatore", 2, rules={"target": 1})
    assert code(driver.record()) == "not_over"
    assert code(driver.replay(-2, [0])) == "not_over"
    assert code(driver.replay(1, [0])) == "not_your_seat"
    assert code(driver.replay(7, [0])) == "missing"
    assert driver.replay(0, [0])["viewer"] == 0
    assert SEED not in str(driver.update([0])) + str(driver.card())
    play_to_the_end(driver)
    record = driver.record()
    assert record["fair"]["seed"] == SEED
    assert record["names"] == ["Player 1", "P1"]
    Record.loads(json.dumps(record)).verify()
    frames = driver.replay(-2, [])
    assert frames["result"] == record["result"]
    assert len(frames["frames"]) > len(record["moves"])


def test_the_record_says_how_long_each_move_took(driver: Driver) -> None:
    """Secret bids count from when all were asked."""
    seated(driver, "viaggiatore", 3, rules={"target": 1})
    seen, time, asked, took = driver.update([]), NOON + 3, dict.fromkeys(range(3), NOON + 3), {}
    chosen: list[tuple[int, int]] = []
    while not seen["over"]:
        awaited = seen["sight"]["awaited"]
        asked = {seat: asked.get(seat, time) for seat in awaited}
        time += 10_000
        took[awaited[0]] = time - asked.pop(awaited[0])
        chosen.append((awaited[0], took[awaited[0]]))
        play_first(driver, time, seen["at"])
        seen = driver.update([], seen["at"])
    record = driver.record()
    times = [(seat, used) for (seat, _), used in zip(record["moves"], record["times"], strict=True)]
    for seat in range(3):
        assert [used for one, used in times if one == seat] == [used for one, used in chosen if one == seat]
    assert any(used > 10_000 for _, used in chosen)
    Record.loads(json.dumps(record)).verify()


def test_moves_of_bots_took_no_time(driver: Driver) -> None:
    driver.create(wish("viaggiatore", "bot easy", "bot easy", rules={"target": 1}), SEED, {}, NOON)
    driver.command("Start", {}, NOON)
    seen = driver.update([])
    while not seen["over"]:
        (question, *_) = driver.bots()
        seat = question["seat"]
        move = driver.update([seat])["sight"]["legal"][-(seen["at"] % 2)]["move"]  # the first, the last
        driver.command("BotPlay", {"seat": seat, "move": move, "asked": question["asked"], "by": "bot"}, NOON + 5)
        seen = driver.update([])
    assert "times" not in driver.record()


def test_a_table_without_spectators_shows_its_replay_to_its_people(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"spectators": False})
    assert code(driver.replay(-1, [])) == "no_spectators"
    assert driver.replay(-1, [1])["viewer"] == -1


def test_a_rematch_is_the_same_people_and_the_next_starter(driver: Driver) -> None:
    seated(driver, "viaggiatore", 2, rules={"target": 1})
    assert code(driver.rematch("u", SEED, NOON)) == "not_over"
    play_to_the_end(driver)
    assert kinds(driver.command("Rematch", {"table": "u"}, NOON)) == ["rematch"]
    assert driver.command("Rematch", {"table": "v"}, NOON) == {"events": []}
    assert driver.card()["rematch"] == "u"
    assert code(driver.command("Leave", {"seat": 0}, NOON)) == "over"
    again = driver.rematch("u", "77" * 32, NOON)
    head = again["events"][0][1]
    assert head["starter"] == 1
    assert [seat["hash"] for seat in head["seats"]] == ["h0", "h1"]
    assert head["options"]["listed"] is False
    assert driver.card()["status"] == "waiting"


def test_a_lesson_begins_with_its_prepared_position(driver: Driver) -> None:
    for game in ("portobello", "viaggiatore"):
        driver.create(wish(game, "me", "bot random", "bot random", tour=True), SEED, {0: "h0"}, NOON)
        driver.command("Contribute", {"texts": {0: "c"}}, NOON)
        seen = driver.update([0])
        assert seen["sight"]["awaited"] == [0]
        assert seen["happened"][0]["events"]
        driver.reload()
        assert driver.update([0]) == seen


def test_the_log_tells_the_same_table_again(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3)
    for _ in range(40):
        play_first(driver)
    seen = [driver.update([viewer]) for viewer in range(3)]
    driver.reload()
    assert [driver.update([viewer]) for viewer in range(3)] == seen
