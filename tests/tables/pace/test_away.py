"""Stand-in bots and holidays."""

from __future__ import annotations

from tests.tables.driver import Driver
from tests.tables.pace.test_clocks import BEGUN, DAY, HOUR, first_move, mover
from tests.tables.test_scenarios import NOON, SEED, code, kinds, play_first, seated, sight, wish

SLOW = {"clock": 86400}


# --- a stand-in bot ---


def test_a_stand_in_moves_when_time_runs_out(driver: Driver) -> None:
    seated(driver, "portobello", 2, options=SLOW)
    seat = mover(driver)
    assert kinds(driver.command("ChooseStandIn", {"seat": seat, "level": "hard"}, BEGUN)) == ["stand_in"]
    assert driver.command("ChooseStandIn", {"seat": seat, "level": "hard"}, BEGUN) == {"events": []}
    assert driver.card()["seats"][seat]["stand_in"] == "hard"
    assert driver.bots() == [], "not before"
    (late,) = driver.late(BEGUN + DAY)
    assert (late["level"], late["by"]) == ("hard", "clock")
    driver.reload()
    assert driver.late(BEGUN + DAY) == [late]
    driver.command("ChooseStandIn", {"seat": seat, "level": None}, BEGUN)
    assert driver.late(BEGUN + DAY)[0]["level"] == "medium", "as it always was"


def test_a_stand_in_plays_until_one_is_back(driver: Driver) -> None:
    seated(driver, "viaggiatore", 2, options=SLOW)
    seat = mover(driver)
    driver.command("ChooseStandIn", {"seat": seat, "level": "easy", "now": True}, BEGUN)
    (asked,) = driver.bots()
    assert (asked["seat"], asked["level"], asked["by"]) == (seat, "easy", "bot")
    answer = driver.command("Play", {"seat": seat, "move": first_move(driver, seat), "at": 99}, BEGUN)
    assert code(answer) == "bot_plays"
    driver.command("TakeBackSeat", {"seat": seat}, BEGUN)
    assert driver.bots() == []
    assert driver.card()["seats"][seat]["stand_in"] == "easy", "who stands in when time runs out"


def test_who_may_have_which_stand_in(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open"), SEED, {0: "h0"}, NOON)
    assert code(driver.command("ChooseStandIn", {"seat": 0, "level": "easy", "now": True}, NOON)) == "waiting"
    assert kinds(driver.command("ChooseStandIn", {"seat": 0, "level": "easy"}, NOON)) == ["stand_in"]
    assert code(driver.command("ChooseStandIn", {"seat": 0, "level": "genius"}, NOON)) == "bad"
    seated(driver, "portobello", 3)
    driver.command("Resign", {"seat": 1}, NOON)
    assert code(driver.command("ChooseStandIn", {"seat": 1, "level": "easy"}, NOON)) == "resigned"
    driver.command("Resign", {"seat": 0}, NOON)
    assert code(driver.command("ChooseStandIn", {"seat": 2, "level": "easy"}, NOON)) == "over"


# --- holidays ---


def test_on_holiday_the_clock_stands_still(driver: Driver) -> None:
    seated(driver, "portobello", 2, options=SLOW)
    seat = mover(driver)
    assert sight(driver, seat)["deadline"] == BEGUN + DAY
    driver.command("GoOnHoliday", {"seat": seat, "until": BEGUN + 6 * DAY}, BEGUN + 20 * HOUR)
    assert driver.card()["seats"][seat]["holiday"] == BEGUN + 6 * DAY
    assert sight(driver, seat)["deadline"] == BEGUN + 6 * DAY + 4 * HOUR
    assert driver.late(BEGUN + 5 * DAY) == []
    driver.reload()
    assert sight(driver, seat)["deadline"] == BEGUN + 6 * DAY + 4 * HOUR
    driver.command("EndHoliday", {"seat": seat}, BEGUN + 3 * DAY)
    assert sight(driver, seat)["deadline"] == BEGUN + 3 * DAY + 4 * HOUR
    assert driver.command("EndHoliday", {"seat": seat}, BEGUN + 3 * DAY) == {"events": []}
    played = play_first(driver, BEGUN + 3 * DAY + HOUR)
    assert played["events"][0][1]["left"] == 3 * HOUR


def test_a_holiday_may_become_longer_or_shorter(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"bank": 2 * 86400, "increment": 3600})
    seat = mover(driver)
    driver.command("GoOnHoliday", {"seat": seat, "until": BEGUN + 3 * DAY}, BEGUN)
    assert driver.command("GoOnHoliday", {"seat": seat, "until": BEGUN + 3 * DAY}, BEGUN) == {"events": []}
    driver.command("GoOnHoliday", {"seat": seat, "until": BEGUN + 5 * DAY}, BEGUN + DAY)
    assert sight(driver, seat)["deadline"] == BEGUN + 7 * DAY
    driver.command("GoOnHoliday", {"seat": seat, "until": BEGUN + 4 * DAY}, BEGUN + 2 * DAY)
    assert sight(driver, seat)["deadline"] == BEGUN + 6 * DAY
    assert code(driver.command("GoOnHoliday", {"seat": seat, "until": BEGUN}, BEGUN + 2 * DAY)) == "bad"


def test_the_clocks_of_fast_games_do_not_wait(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 3600})
    assert driver.command("GoOnHoliday", {"seat": 0, "until": BEGUN + DAY}, BEGUN) == {"events": []}


def test_a_holiday_goes_along_to_another_seat(driver: Driver) -> None:
    driver.create(wish("portobello", "me", "open", "open", options=SLOW), SEED, {0: "h0"}, NOON)
    driver.command("GoOnHoliday", {"seat": 0, "until": NOON + DAY}, NOON)
    driver.command("ChangeSeat", {"seat": 0, "to": 2}, NOON)
    assert [seat["holiday"] for seat in driver.card()["seats"]] == [None, None, NOON + DAY]
