"""Clocks: for each move, or a bank for the whole game; what they show after each event, also one that is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.tables import clocks
from piazzetta.tables.table import Options
from tests.tables.driver import Driver
from tests.tables.test_scenarios import NOON, SEED, play_first, seated, sight, wish

HOUR = 3600 * 1000
DAY = 24 * HOUR
BEGUN = NOON + 2  # of a game of two, which ``seated`` starts


def first_move(driver: Driver, seat: int) -> str:
    move: str = sight(driver, seat)["legal"][0]["move"]
    return move


def mover(driver: Driver) -> int:
    seat: int = driver.update([])["sight"]["awaited"][0]
    return seat


def begin_turn(driver: Driver, time: int) -> int:
    """Play until a turn of several moves begins; returns whose."""
    while sight(driver, mover(driver))["view"]["phase"] != "picking":
        play_first(driver, time)
    return mover(driver)


def banks(driver: Driver, time: int) -> dict[str, int]:
    told = driver.clock(time)
    assert told is not None
    found: dict[str, int] = told["banks"]
    return found


# --- a bank for the whole game ---


def test_a_bank_pays_for_all_moves_and_a_finished_turn_adds_to_it_once(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"bank": 900, "increment": 20})
    seat, time, used = begin_turn(driver, BEGUN), BEGUN, 0
    assert sight(driver, seat)["deadline"] == BEGUN + 900_000
    while mover(driver) == seat:  # a turn has several moves
        assert banks(driver, time)[str(seat)] == 900_000 - used
        time, used = time + 7000, used + 7000
        play_first(driver, time)
    assert used >= 14_000
    after = {str(seat): 900_000 - used + 20_000, str(1 - seat): 920_000}  # the other one has set the Bobby
    assert banks(driver, time) == after
    assert sight(driver, 1 - seat)["deadline"] == time + 920_000
    assert sight(driver, seat)["deadline"] is None
    driver.reload()
    assert banks(driver, time) == after


def test_an_empty_bank_leaves_the_rest_of_the_turn_to_a_bot_and_the_next_turn_to_the_increment(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"bank": 60, "increment": 20})
    seat, time = mover(driver), BEGUN + 60_000
    assert driver.late(time - 1) == []
    while mover(driver) == seat:
        (late,) = driver.late(time)
        assert (late["seat"], late["level"], late["by"]) == (seat, "medium", "clock")
        move = first_move(driver, seat)
        driver.command("BotPlay", {"seat": seat, "move": move, "asked": late["asked"], "by": "clock"}, time)
    assert banks(driver, time)[str(seat)] == 20_000
    while mover(driver) != seat:
        play_first(driver, time)
    assert sight(driver, seat)["deadline"] == time + 20_000


def test_where_all_bid_at_once_every_clock_runs(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3, options={"bank": 600, "increment": 5})
    begun = NOON + 3
    seen = driver.update([mover(driver)])
    driver.command("Play", {"seat": mover(driver), "move": "auction", "at": seen["at"]}, begun + 1000)
    awaited = driver.update([])["sight"]["awaited"]
    assert len(awaited) > 1
    before = banks(driver, begun + 1000)
    for order, seat in enumerate(reversed(awaited[1:])):
        assert sight(driver, seat)["deadline"] == begun + 1000 + before[str(seat)]
        at = driver.update([])["at"]
        driver.command("Play", {"seat": seat, "move": first_move(driver, seat), "at": at}, begun + 4000 + order)
        assert banks(driver, begun + 4000)[str(seat)] == before[str(seat)] - 3000 - order + 5000
    last = awaited[0]
    assert sight(driver, last)["deadline"] == begun + 1000 + before[str(last)], "others' bids do not renew it"


def test_a_move_that_is_taken_back_turns_the_clock_back_but_thinking_counts(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"bank": 900, "increment": 20})
    seat = begin_turn(driver, BEGUN)
    play_first(driver, BEGUN + 10_000)
    driver.command("Undo", {"seat": seat, "at": driver.update([])["at"]}, BEGUN + 15_000)
    assert banks(driver, BEGUN + 15_000)[str(seat)] == 885_000
    assert sight(driver, seat)["deadline"] == BEGUN + 900_000


def test_with_a_clock_for_each_turn_taking_back_does_not_renew_it(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"clock": 100})
    seat = begin_turn(driver, BEGUN)
    for time in (30_000, 45_000, 55_000, 65_000):  # again and again does not help
        play_first(driver, BEGUN + time)
        assert sight(driver, seat)["deadline"] == BEGUN + 100_000
        driver.command("Undo", {"seat": seat, "at": driver.update([])["at"]}, BEGUN + time + 2000)
        assert sight(driver, seat)["deadline"] == BEGUN + 100_000


def test_a_sealed_bid_that_is_taken_back_runs_on_with_what_was_left(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3, options={"bank": 600, "increment": 5})
    play_first(driver, NOON + 3)  # the auction
    seat = driver.update([])["sight"]["awaited"][-1]
    allowed = sight(driver, seat)["deadline"] - NOON - 3
    at = driver.update([])["at"]
    driver.command("Play", {"seat": seat, "move": first_move(driver, seat), "at": at}, NOON + 3 + 2000)
    driver.command("Undo", {"seat": seat, "at": driver.update([])["at"]}, NOON + 3 + 50_000)
    assert sight(driver, seat)["deadline"] == NOON + 3 + 50_000 + allowed - 2000, "no increment, and nobody was asked"


def test_a_clock_is_of_one_kind(driver: Driver) -> None:
    for options in ({"clock": 60, "bank": 60}, {"increment": 5}, {"clock": 60, "increment": 5}):
        assert "bank" in driver.create(wish("portobello", "me", "open", options=options), SEED, {0: "h"}, NOON)["bad"]


def test_without_a_clock_events_say_nothing_of_time(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    assert "left" not in play_first(driver, BEGUN)["events"][0][1]
    assert driver.clock(BEGUN) is None
    driver.create(wish("portobello", "me", "open", options={"clock": 60}), SEED, {0: "h0"}, NOON)
    assert driver.clock(NOON) is None, "nobody is asked"


def test_a_rematch_has_the_same_clock(driver: Driver) -> None:
    seated(driver, "portobello", 2, options={"bank": 900, "increment": 20})
    play_first(driver, BEGUN + 10_000)
    driver.command("Resign", {"seat": 0}, BEGUN + 10_000)
    options = driver.rematch("t2", SEED, BEGUN + 10_000)["events"][0][1]["options"]
    assert (options["bank"], options["increment"], options["listed"]) == (900, 20, False)


# --- the arithmetic ---

moments = st.integers(0, 40 * DAY)
spans = st.integers(0, 20 * DAY)


@st.composite
def pauses(draw: st.DrawFn) -> list[list[int]]:
    """Some holidays, one after the other."""
    edges = sorted(draw(st.lists(moments, max_size=6)))
    return [list(pair) for pair in zip(edges[::2], edges[1::2], strict=False)]


@given(moments, moments, moments, pauses())
def test_time_adds_up(one: int, two: int, three: int, pauses: list[list[int]]) -> None:
    first, second, third = sorted((one, two, three))
    whole = clocks.passed(first, third, pauses)
    assert 0 <= whole <= third - first
    assert clocks.passed(first, second, pauses) + clocks.passed(second, third, pauses) == whole
    assert clocks.passed(third, first, pauses) == 0


@given(moments, spans, moments, moments, pauses())
def test_what_is_left_is_what_has_not_passed(
    since: int, allowed: int, time: int, begun: int, pauses: list[list[int]]
) -> None:
    end = clocks.runs_out(since, allowed, pauses, 0)
    assert end >= since + allowed
    assert clocks.passed(since, end, pauses) == allowed
    left = clocks.left(max(since, time), end, allowed, pauses)
    assert left == max(0, allowed - clocks.passed(since, time, pauses))
    later = clocks.runs_out(since, allowed, pauses, begun)
    assert later >= end, "a start of the server costs nobody any time"
    assert clocks.passed(begun, later, pauses) >= min(allowed, clocks.GRACE)
    assert 0 <= clocks.left(time, later, allowed, pauses) <= allowed


@given(moments, st.integers(HOUR, 20 * DAY), pauses())
def test_warnings_come_when_that_much_is_left(since: int, allowed: int, pauses: list[list[int]]) -> None:
    end = clocks.runs_out(since, allowed, pauses, 0)
    quarter, last = clocks.warnings(end, allowed, pauses)
    assert since <= quarter <= last <= end
    assert clocks.passed(quarter, end, pauses) == allowed // 4
    assert clocks.passed(last, end, pauses) == min(HOUR, allowed // 10)


@pytest.mark.parametrize(
    ("options", "patient", "slow"),
    [
        ({}, False, False),
        ({"clock": 300}, False, False),
        ({"clock": 3600}, True, False),
        ({"clock": 12 * 3600}, True, True),
        ({"bank": 900}, False, False),
        ({"bank": 12 * 3600}, True, False),
        ({"bank": 24 * 3600}, True, True),
    ],
)
def test_which_games_are_slow(options: dict[str, Any], patient: bool, slow: bool) -> None:
    made = Options(**options)
    assert (made.patient, made.slow) == (patient, slow)
