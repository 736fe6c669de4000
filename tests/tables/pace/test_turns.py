"""Time by the turn: a clock counts turns, a bot finishes a late one, and nobody has to wait for who misses them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from piazzetta.tables.apply import load
from piazzetta.tables.clocks import GRACE
from tests.tables.driver import Driver, Json, PythonDriver
from tests.tables.pace.test_clocks import BEGUN, DAY, HOUR, begin_turn, first_move, mover
from tests.tables.test_scenarios import NOON, code, kinds, play_first, seated, sight

MINUTE = 60_000


def play_late(driver: Driver, seat: int, time: int) -> Json:
    """Let the bot answer for a person whose time has run out."""
    (late,) = [one for one in driver.late(time) if one["seat"] == seat]
    assert late["by"] == "clock"
    move = first_move(driver, seat)
    return driver.command("BotPlay", {"seat": seat, "move": move, "asked": late["asked"], "by": "clock"}, time)


def finish_late(driver: Driver, seat: int, time: int) -> int:
    """Let the bot play for a seat for as long as it is asked without having time; returns how many moves it made."""
    count = 0
    while any(one["seat"] == seat for one in driver.late(time)):
        play_late(driver, seat, time)
        count += 1
    return count


def miss_turn(driver: Driver, seat: int, time: int) -> int:
    """Let others play until it is the seat's turn, and its time run out; returns the time then."""
    while seat not in driver.update([])["sight"]["awaited"]:
        play_first(driver, time)
    time = sight(driver, seat)["deadline"]
    assert finish_late(driver, seat, time)
    return time


def missing(driver: Driver) -> list[int]:
    return [card["seat"] for card in driver.card()["seats"] if card["missing"]]


def notes(driver: Driver, seat: int) -> list[bool]:
    """Of the bot's moves for a seat, which ones say that time ran out."""
    return ["late" in one for one in driver.update([])["happened"] if one.get("by") == "clock" and one["seat"] == seat]


# --- the clock of a turn ---


def test_all_moves_of_a_turn_share_its_time(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    assert driver.card()["options"]["by_turn"] is True
    seat = begin_turn(driver, BEGUN)
    assert sight(driver, seat)["deadline"] == BEGUN + MINUTE
    time = BEGUN
    while mover(driver) == seat:
        assert sight(driver, seat)["deadline"] == BEGUN + MINUTE
        time += 10_000
        play_first(driver, time)
    assert time > BEGUN + 10_000, "the turn had several moves"
    assert sight(driver, 1 - seat)["deadline"] == time + MINUTE
    driver.reload()
    assert sight(driver, 1 - seat)["deadline"] == time + MINUTE


def test_a_bot_finishes_a_turn_of_several_moves_and_the_next_one_is_the_persons(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    play_first(driver, BEGUN + 10_000)
    assert mover(driver) == seat
    late = BEGUN + MINUTE
    assert driver.late(late - 1) == []
    play_late(driver, seat, late)
    while mover(driver) == seat:
        assert sight(driver, seat)["deadline"] == late, "no time is left in this turn"
        driver.reload()
        play_late(driver, seat, late)
    assert len(notes(driver, seat)) > 1
    assert notes(driver, seat) == [True] + [False] * (len(notes(driver, seat)) - 1), "one line for all of it"
    while mover(driver) != seat:
        play_first(driver, late)
    assert driver.late(late) == []
    assert sight(driver, seat)["deadline"] == late + MINUTE
    assert kinds(play_first(driver, late + 30_000)) == ["play"], "back in time"


def test_a_bot_bids_for_a_late_bidder_until_the_turn_is_over(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3, options={"clock": 60})
    caller = mover(driver)
    play_first(driver, NOON + 1000)  # an auction
    bidder = next(seat for seat in driver.update([])["sight"]["awaited"] if seat != caller)
    for seat in driver.update([])["sight"]["awaited"]:
        if seat != bidder:
            at = driver.update([])["at"]
            driver.command("Play", {"seat": seat, "move": first_move(driver, seat), "at": at}, NOON + 2000)
    time = sight(driver, bidder)["deadline"]
    turn = sight(driver, bidder)["view"]["turn"]
    play_late(driver, bidder, time)
    again = 0
    for _ in range(200):
        awaited = driver.update([])["sight"]["awaited"]
        if sight(driver, bidder)["view"]["turn"] != turn:
            break
        if bidder in awaited:
            assert sight(driver, bidder)["deadline"] <= time
            again += len([play_late(driver, bidder, time)])
        else:
            at = driver.update([])["at"]
            driver.command("Play", {"seat": awaited[0], "move": first_move(driver, awaited[0]), "at": at}, time)
    assert again > 0, "there was another auction"
    assert notes(driver, bidder) == [True] + [False] * again
    while bidder not in driver.update([])["sight"]["awaited"]:
        play_first(driver, time)
    assert sight(driver, bidder)["deadline"] == time + MINUTE


def test_over_days_all_time_is_there_again_after_another_players_move(driver: Driver) -> None:
    """An auction takes days where each has one: its caller may need several visits in one turn."""
    seated(driver, "viaggiatore", 3, options={"clock": 86_400})
    caller, time = mover(driver), NOON + 20 * HOUR
    play_first(driver, time)
    assert sight(driver, caller)["deadline"] == NOON + 3 + DAY, "nobody else has moved"
    for seat in [caller, (caller + 1) % 3, (caller + 2) % 3]:
        time += HOUR
        move = first_move(driver, seat) if seat == caller else "bluff"
        driver.command("Play", {"seat": seat, "move": move, "at": driver.update([])["at"]}, time)
    assert driver.update([])["sight"]["awaited"] == [caller], "who has won, in the same turn"
    assert sight(driver, caller)["view"]["turn"] == 1
    assert sight(driver, caller)["deadline"] == time + DAY


# --- nobody holds the table longer than the clock says ---


def test_nothing_a_staller_does_gains_time(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    end = BEGUN + MINUTE
    tricks: list[tuple[str, Json]] = [
        ("OfferEnd", {"seat": seat}),
        ("DeclineEnd", {"seat": seat}),
        ("ChooseStandIn", {"seat": seat, "level": "easy", "now": True}),
        ("TakeBackSeat", {"seat": seat}),
        ("ChooseStandIn", {"seat": seat, "level": "hard"}),
        ("GoOnHoliday", {"seat": seat, "until": BEGUN + DAY}),
        ("EndHoliday", {"seat": seat}),
        ("Say", {"seat": seat, "text": "a moment"}),
        ("Leave", {"seat": seat}),
        ("TakeBackSeat", {"seat": seat}),
    ]
    for name, fields in tricks:
        driver.command(name, fields, BEGUN + 1000)
        assert sight(driver, seat)["deadline"] == end, name
        driver.reload()
        assert sight(driver, seat)["deadline"] == end, name
    assert code(driver.plan(seat, [[{"move": "tile 2"}]])) == "your_turn"
    play_first(driver, BEGUN + 2000)
    driver.command("Undo", {"seat": seat, "at": driver.update([])["at"]}, BEGUN + 3000)
    assert sight(driver, seat)["deadline"] == end


def test_a_seat_taken_back_while_its_bot_thinks_does_not_gain_time(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    driver.command("ChooseStandIn", {"seat": seat, "level": "easy", "now": True}, BEGUN + 59_000)
    (asked,) = driver.bots()
    driver.command("TakeBackSeat", {"seat": seat}, BEGUN + 59_500)
    answer = {"seat": seat, "move": first_move(driver, seat), "asked": asked["asked"]}
    assert driver.command("BotPlay", answer, BEGUN + 59_900) == {"events": []}
    (event,) = driver.command("BotPlay", answer, BEGUN + MINUTE)["events"]
    assert event[1]["by"] == "clock"


def test_a_bots_late_move_cannot_be_taken_back(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    play_late(driver, seat, BEGUN + MINUTE)
    assert mover(driver) == seat
    assert sight(driver, seat)["undo_key"] == "undo_clock"
    refused = driver.command("Undo", {"seat": seat, "at": driver.update([])["at"]}, BEGUN + MINUTE)
    assert (code(refused), refused["refused"]["key"]) == ("undo", "undo_clock")


# --- two missed turns ---


def test_after_two_missed_turns_the_other_may_claim_the_game(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    other = 1 - seat
    time = miss_turn(driver, seat, BEGUN)
    assert code(driver.command("Claim", {"seat": other}, time)) == "not_away"
    assert missing(driver) == []
    time = miss_turn(driver, seat, time)
    driver.reload()
    assert missing(driver) == [seat]
    assert code(driver.command("Claim", {"seat": seat}, time)) == "not_away", "not who is missing"
    scores = sight(driver, other)["view"]["scores"]
    answer = driver.command("Claim", {"seat": other}, time)
    assert kinds(answer) == ["claimed", "ended"]
    assert answer["events"][1][1] == {"by": "claimed", "scores": scores, "winners": [other]}
    assert driver.card()["status"] == "over"
    assert driver.record()["ended"]["by"] == "claimed"
    assert [one["kind"] for one in driver.update([])["happened"]][-2:] == ["claimed", "ended"]


def test_who_is_back_in_time_is_not_missing(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    time = miss_turn(driver, seat, miss_turn(driver, seat, BEGUN))
    while mover(driver) != seat:
        play_first(driver, time)
    assert missing(driver) == [seat], "a new turn alone is no move"
    play_first(driver, time + 1000)
    assert missing(driver) == []
    assert code(driver.command("Claim", {"seat": 1 - seat}, time + 1000)) == "not_away"


def test_one_turn_in_time_starts_the_count_again(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    time = miss_turn(driver, seat, BEGUN)
    while mover(driver) != seat:
        play_first(driver, time)
    while mover(driver) == seat:
        play_first(driver, time)
    miss_turn(driver, seat, time)
    assert missing(driver) == []


def test_the_others_may_go_on_with_a_bot_although_the_staller_is_connected(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 60})
    seat = begin_turn(driver, BEGUN)
    wish: Json = {"seat": 1 - seat, "absent": seat, "away_since": None, "waiting": 60}
    time = miss_turn(driver, seat, BEGUN)
    assert code(driver.command("BotFor", wish, time)) == "not_away"
    time = miss_turn(driver, seat, time)
    assert kinds(driver.command("BotFor", wish, time)) == ["bot_for"]
    assert missing(driver) == [], "a bot plays there"
    driver.command("TakeBackSeat", {"seat": seat}, time)
    assert missing(driver) == [], "back: two turns can be missed again"
    assert code(driver.command("BotFor", wish, time)) == "not_away"


def test_with_three_all_others_have_to_agree_on_a_claim(driver: Driver) -> None:
    seated(driver, "portobello", 3, options={"clock": 60})
    seat = begin_turn(driver, NOON)
    one, two = [other for other in range(3) if other != seat]
    time = miss_turn(driver, seat, miss_turn(driver, seat, NOON))
    assert kinds(driver.command("Claim", {"seat": one}, time)) == ["claimed"]
    assert driver.command("Claim", {"seat": one}, time) == {"events": []}
    assert [card["claims"] for card in driver.card()["seats"]] == [other == one for other in range(3)]
    while mover(driver) != seat:
        play_first(driver, time)
    assert driver.card()["seats"][one]["claims"], "their own moves change nothing"
    play_first(driver, time)
    assert not driver.card()["seats"][one]["claims"], "the missing player is back"
    time = miss_turn(driver, seat, miss_turn(driver, seat, time + MINUTE))
    driver.command("Claim", {"seat": two}, time)
    driver.reload()
    answer = driver.command("Claim", {"seat": one}, time)
    assert kinds(answer) == ["claimed", "ended"]
    assert seat not in answer["events"][1][1]["winners"]


def test_a_bot_for_the_missing_player_drops_claims(driver: Driver) -> None:
    seated(driver, "portobello", 3, options={"clock": 60})
    seat = begin_turn(driver, NOON)
    one, two = [other for other in range(3) if other != seat]
    time = miss_turn(driver, seat, miss_turn(driver, seat, NOON))
    driver.command("Claim", {"seat": one}, time)
    driver.command("BotFor", {"seat": two, "absent": seat, "away_since": None, "waiting": 60}, time)
    assert not any(card["claims"] for card in driver.card()["seats"])
    assert code(driver.command("Claim", {"seat": two}, time)) == "not_away"


def test_nobody_claims_from_a_player_on_holiday(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 86_400})
    seat = begin_turn(driver, BEGUN)
    time = miss_turn(driver, seat, miss_turn(driver, seat, BEGUN))
    driver.command("GoOnHoliday", {"seat": seat, "until": time + 3 * DAY}, time)
    assert code(driver.command("Claim", {"seat": 1 - seat}, time)) == "not_away"
    assert kinds(driver.command("Claim", {"seat": 1 - seat}, time + 3 * DAY)) == ["claimed", "ended"]


# --- logs of 0.1 ---


def test_an_old_log_keeps_its_clock_for_each_move() -> None:
    driver = PythonDriver()
    seated(driver, "portobello", 2, options={"clock": 60})
    head: Any = {**driver.log[0].body, "options": dict(driver.log[0].body["options"])}
    del head["options"]["by_turn"]
    driver.log[0] = replace(driver.log[0], body=head)
    driver.reload()
    seat = begin_turn(driver, BEGUN)
    play_first(driver, BEGUN + 30_000)
    assert (mover(driver), sight(driver, seat)["deadline"]) == (seat, BEGUN + 30_000 + MINUTE)
    play_late(driver, seat, BEGUN + 90_000)
    if mover(driver) == seat:
        assert sight(driver, seat)["deadline"] == BEGUN + 90_000 + MINUTE, "the bot made one move"
    table = load("t", driver.log)
    table.clocks_from = BEGUN + GRACE
    assert table.deadline(mover(driver)) == BEGUN + GRACE + MINUTE
