"""Time-outs are told before they come: when, once each, and never lost to the quiet hours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from piazzetta.server.notifications import wording
from piazzetta.server.notifications.quiet_hours import Quiet, warn_at
from piazzetta.server.notifications.senders.sender import Message, push_payload
from piazzetta.server.notifications.subscriptions import Target
from piazzetta.server.notifications.whose_turn import Turn, turns_of
from piazzetta.tables import commands, seating, waiting
from piazzetta.tables.apply import apply, load
from piazzetta.tables.table import Table
from tests.server.notifications.test_notifier import CHANNEL, NIGHT, Club, Told, moment, run_once, told, turn  # noqa: F401  (a fixture)

pytestmark = pytest.mark.compiled_only
HOUR = 3600 * 1000
DAY = 24 * HOUR


def timed(deadline: int, here: bool = False, asked: int = 7) -> Turn:
    """A day for this move, until the deadline."""
    return replace(turn("t1", here), asked=asked, deadline=deadline, warnings=(deadline - 6 * HOUR, deadline - HOUR))


def test_somebody_is_warned_twice_and_then_never_again(told: Told) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        deadline = club.time + DAY
        club.turns = {"t1": [timed(deadline)]}
        notifier = club.notifier()
        notifier[0].table_changed("t1")
        heard = []
        for _ in range(97):
            await run_once(notifier)
            heard += [(club.time - deadline, message.turns[0].left) for _, message in club.sent]
            club.sent.clear()
            notifier[0].table_changed("t1")  # whatever happens at the table
            club.time += HOUR // 4
        assert heard == [(-DAY, None), (-6 * HOUR, 6 * HOUR), (-HOUR, HOUR)]

    told(story)


def test_who_has_looked_and_not_moved_is_warned_all_the_same(told: Told) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        deadline = club.time + DAY
        club.turns = {"t1": [timed(deadline, here=True)]}
        notifier = club.notifier()
        notifier[0].table_changed("t1")
        await run_once(notifier)
        assert not club.sent, "they are here"
        notifier[0].seats_visited("t1", [0])
        club.turns = {"t1": [timed(deadline)]}
        club.time = deadline - 6 * HOUR
        await run_once(notifier)
        assert len(club.sent) == 1
        club.turns = {"t1": [timed(deadline, here=True)]}
        club.time = deadline - HOUR
        await run_once(notifier)
        assert len(club.sent) == 1, "they see the clock"

    told(story)


def test_the_next_question_has_warnings_of_its_own(told: Told) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        deadline = club.time + DAY
        club.turns = {"t1": [timed(deadline)]}
        notifier = club.notifier()
        notifier[0].table_changed("t1")
        await run_once(notifier)
        club.time = deadline - 6 * HOUR
        await run_once(notifier)
        club.sent.clear()
        club.turns = {"t1": [timed(deadline + DAY, asked=9)]}  # they have moved, and are asked again
        notifier[0].table_changed("t1")
        club.time = deadline - HOUR
        await run_once(notifier)
        assert not club.sent
        club.time = deadline + DAY - 6 * HOUR
        await run_once(notifier)
        assert len(club.sent) == 1

    told(story)


def test_a_holiday_postpones_warnings(told: Told) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        deadline = club.time + DAY
        club.turns = {"t1": [timed(deadline)]}
        notifier = club.notifier()
        notifier[0].table_changed("t1")
        await run_once(notifier)
        club.sent.clear()
        away = club.time + 7 * DAY
        club.turns = {"t1": [replace(timed(deadline + 7 * DAY), away_until=away)]}
        for when in (deadline - 6 * HOUR, deadline - HOUR, deadline):
            club.time = when
            await run_once(notifier)
        assert not club.sent
        for when in (deadline + 7 * DAY - 6 * HOUR, deadline + 7 * DAY - HOUR):
            club.time = when
            await run_once(notifier)
        assert len(club.sent) == 2

    told(story)


@pytest.mark.parametrize(
    ("last", "deadline", "now", "warned"),
    [
        # by day
        ("2026-05-04 14:00", "2026-05-04 15:00", "2026-05-04 12:00", "2026-05-04 14:00"),
        # in the night, with the time for it in the morning
        ("2026-05-05 05:00", "2026-05-05 11:00", "2026-05-04 12:00", "2026-05-05 08:00"),
        # in the night, and over in the night: before it
        ("2026-05-05 03:00", "2026-05-05 04:00", "2026-05-04 12:00", "2026-05-04 22:00"),
        # the morning would be too late to do anything
        ("2026-05-05 07:10", "2026-05-05 08:10", "2026-05-04 12:00", "2026-05-04 22:00"),
        # the question itself came in the night: better woken than late
        ("2026-05-05 03:00", "2026-05-05 04:00", "2026-05-04 23:00", "2026-05-05 03:00"),
    ],
)
def test_quiet_hours_swallow_no_warning(last: str, deadline: str, now: str, warned: str) -> None:
    assert warn_at(NIGHT, moment(last), moment(deadline), moment(now)) == moment(warned)
    assert warn_at(None, moment(last), moment(deadline), moment(now)) == moment(last)
    never = Quiet("12:00", "12:00", "Europe/Rome")
    assert warn_at(never, moment(last), moment(deadline), moment(now)) == moment(last)


def test_a_warning_for_the_night_comes_in_the_evening_and_not_again(told: Told) -> None:  # noqa: F811
    async def story(club: Club) -> None:
        await club.subscriptions.put(replace(CHANNEL, target=Target(quiet=NIGHT)), 0)
        club.time = moment("2026-05-04 04:00")
        deadline = moment("2026-05-05 04:00")
        club.turns = {"t1": [timed(deadline)]}
        notifier = club.notifier()
        notifier[0].table_changed("t1")
        heard = []
        while club.time < deadline:
            await run_once(notifier)
            heard += [club.time for _, message in club.sent if message.turns[0].left is not None]
            club.sent.clear()
            club.time += HOUR // 12
        assert heard == [moment("2026-05-04 22:00")], "both are due then, and are one message"

    told(story)


def slow_table(options: dict[str, object]) -> Table:
    wish = {"game": "portobello", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "hotseat"}], "options": options}
    wished = seating.Wish.from_json(wish)
    table = load("t", commands.open_table("t", seating.head_of(wished, bytes(32), {0: "h0", 1: "h1"}), 5))
    for entry in commands.decide(table, waiting.Contribute({0: "a", 1: "b"}), 5):
        apply(table, entry)
    return table


@pytest.mark.parametrize(
    ("options", "warned"),
    [
        ({"clock": 300}, None),
        ({}, None),
        ({"clock": 86400}, (5 + 18 * HOUR, 5 + 23 * HOUR)),
        ({"clock": 3600}, (5 + HOUR * 3 // 4, 5 + HOUR * 9 // 10)),
        ({"bank": 864000, "increment": 86400}, (5 + DAY * 15 // 2, 5 + 10 * DAY - HOUR)),
        ({"bank": 900, "increment": 20}, None),
    ],
)
def test_which_tables_warn(options: dict[str, object], warned: tuple[int, int] | None) -> None:
    (turn,) = turns_of(slow_table(options), lambda seat: False, 5)
    assert turn.warnings == warned


@pytest.mark.parametrize("lang", ["de", "en", "es", "fr", "it"])
def test_what_a_warning_says(lang: str) -> None:
    late = replace(turn("t1"), left=6 * HOUR)
    shown = push_payload(Message([late], 1), lang, "token")
    assert shown["title"] == wording.say(lang, "call.hurry", count=1)
    assert wording.spelled(6 * HOUR, lang) in shown["body"]
    assert "6" in shown["body"]
    assert "Leo" in shown["body"]


def test_how_long_somebody_has() -> None:
    spelled = [wording.spelled(left, "en") for left in (DAY * 5 // 2, DAY, 90 * 60_000, 60_000, 0)]
    assert spelled == ["2 days", "24 hours", "90 minutes", "1 minute", "1 minute"]
