"""When somebody is notified: once, gathered, held back at night, tried again, by one of several servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from piazzetta.server.background import Background
from piazzetta.server.notifications import notifier as module
from piazzetta.server.notifications.notifier import Notifier
from piazzetta.server.notifications.quiet_hours import Quiet, quiet_until
from piazzetta.server.notifications.senders.outward import NotSent
from piazzetta.server.notifications.senders.sender import Gone, Message
from piazzetta.server.notifications.subscriptions import Channel, Subscriptions, Target
from piazzetta.server.notifications.whose_turn import Turn
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store

pytestmark = pytest.mark.compiled_only

NIGHT = Quiet("22:00", "08:00", "Europe/Rome")
CHANNEL = Channel("w1", "seat h", "push", "https://push.example/1", Target())


def moment(text: str, zone: str = "Europe/Rome") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def turn(table: str, here: bool = False, hashed: str = "h") -> Turn:
    return Turn(table, 0, 7, 7, hashed, here, "portobello", "Ada", ("Leo",), ())


@dataclass
class Club:
    """Tables and a sender of the test's own."""

    subscriptions: Subscriptions
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    sent: list[tuple[Channel, Message]] = field(default_factory=list)
    problem: Exception | None = None
    time: int = moment("2026-05-04 12:00")

    def notifier(self) -> tuple[Notifier, Background]:
        background = Background()

        async def turns(table_id: str, languages: tuple[str, ...] = ()) -> list[Turn]:
            return self.turns.get(table_id, [])

        notifier = Notifier(Settings(call_after=0), self.subscriptions, background, None)  # type: ignore[arg-type]
        notifier.turns = turns  # type: ignore[method-assign]
        notifier.ready = self  # type: ignore[assignment]
        return notifier, background

    async def send(self, channel: Channel, message: Message) -> str | None:
        if self.problem is not None:
            raise self.problem
        self.sent.append((channel, message))
        return None


@asynccontextmanager
async def club(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    store = Store(f"sqlite:///{folder / 'tables.sqlite'}")
    await store.open()
    made = Club(Subscriptions(store))
    monkeypatch.setattr(module, "_now", lambda: made.time)
    try:
        yield made
    finally:
        await store.close()


async def run_once(*running: tuple[Notifier, Background]) -> None:
    """One round of each notifier, with everything that it sends."""
    for notifier, background in running:
        await notifier._clear_visited()
        await notifier._schedule()
        await notifier._send_due()
        while background._tasks:
            await asyncio.gather(*background._tasks)


Story = Callable[[Club], Coroutine[None, None, None]]
Told = Callable[[Story], None]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Runs a story in a club."""

    def tell(story: Story) -> None:
        async def run() -> None:
            async with club(tmp_path, monkeypatch) as made:
                await story(made)

        asyncio.run(run())

    return tell


def test_who_has_moved_has_come_back(told: Told) -> None:
    """Even if the server died before it stored their visit."""

    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        running = club.notifier()
        for asked, acted, sent in ((7, 0, 1), (9, 0, 1), (12, 10, 2), (15, 10, 2)):
            club.turns["t"] = [replace(turn("t"), asked=asked, at=asked, acted=acted)]
            running[0].table_changed("t")
            await run_once(running)
            assert len(club.sent) == sent, f"asked by event {asked}, moved in event {acted}"

    told(story)


def test_tables_that_call_at_the_same_moment_call_together(told: Told) -> None:
    async def story(club: Club) -> None:
        for number, hashed in enumerate("hij"):  # a guest has a seat at each table, and one browser
            await club.subscriptions.put(replace(CHANNEL, id=f"w{number}", owner=f"seat {hashed}"), 0)
            club.turns[f"t{number}"] = [turn(f"t{number}", hashed=hashed)]
        notifier = club.notifier()
        for table in club.turns:
            notifier[0].table_changed(table)
        await run_once(notifier)
        ((_, message),) = club.sent
        assert {one.table for one in message.turns} == {"t0", "t1", "t2"}
        assert message.waiting == 3
        for table in club.turns:
            notifier[0].table_changed(table)
        await run_once(notifier, notifier)
        assert len(club.sent) == 1, "nobody has come back"

    told(story)


def test_at_night_calls_wait_for_the_morning_and_come_as_one(told: Told) -> None:
    async def story(club: Club) -> None:
        await club.subscriptions.put(replace(CHANNEL, target=Target(quiet=NIGHT)), 0)
        notifier = club.notifier()
        for table, when in (("t1", "2026-05-04 23:30"), ("t2", "2026-05-05 03:00")):
            club.time = moment(when)
            club.turns[table] = [turn(table)]
            notifier[0].table_changed(table)
            await run_once(notifier)
        club.time = moment("2026-05-05 07:59")
        await run_once(notifier)
        assert not club.sent
        later = club.notifier()  # the server was started anew in the meantime
        club.time = moment("2026-05-05 08:00")
        await run_once(later)
        ((_, message),) = club.sent
        assert len(message.turns) == 2

    told(story)


def test_what_was_done_in_the_meantime_is_not_called_for(told: Told) -> None:
    async def story(club: Club) -> None:
        await club.subscriptions.put(replace(CHANNEL, target=Target(quiet=NIGHT)), 0)
        notifier = club.notifier()
        club.time = moment("2026-05-04 23:30")
        club.turns = {"t1": [turn("t1")], "t2": [turn("t2")]}
        for table in club.turns:
            notifier[0].table_changed(table)
        await run_once(notifier)
        club.turns = {"t1": [], "t2": [turn("t2", here=True)]}
        club.time = moment("2026-05-05 09:00")
        await run_once(notifier)
        assert not club.sent
        club.turns = {"t1": [turn("t1")]}
        notifier[0].table_changed("t1")
        await run_once(notifier)
        assert len(club.sent) == 1, "the next turn is worth a call"

    told(story)


def test_a_call_that_does_not_arrive_is_tried_again_for_a_while(told: Told) -> None:
    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        club.turns = {"t1": [turn("t1")]}
        club.problem = NotSent("status 503")
        notifier = club.notifier()
        notifier[0].table_changed("t1")
        for seconds in (0, 30, 60, 300, 1800):
            club.time += 1000 * seconds
            await run_once(notifier)
        assert notifier[0].counts["failed"] == 4
        club.problem = None
        club.time += 24 * 3600 * 1000
        await run_once(notifier)
        assert not club.sent, "given up, until they come back"

    told(story)


def test_who_is_gone_is_not_called_again(told: Told) -> None:
    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        club.turns = {"t1": [turn("t1")]}
        club.problem = Gone()
        notifier = club.notifier()
        notifier[0].table_changed("t1")
        await run_once(notifier)
        assert not await club.subscriptions.channels_of(["seat h"])

    told(story)


def test_of_two_servers_one_calls(told: Told) -> None:
    async def story(club: Club) -> None:
        await club.subscriptions.put(CHANNEL, 0)
        club.turns = {"t1": [turn("t1")]}
        notifiers = [club.notifier(), club.notifier()]
        for notifier, _ in notifiers:
            notifier.table_changed("t1")
        for notifier, _ in notifiers:
            await notifier._schedule()
        await asyncio.gather(*(notifier._send_due() for notifier, _ in notifiers))
        await run_once(*notifiers)
        assert len(club.sent) == 1

    told(story)


@pytest.mark.parametrize(
    ("quiet", "now", "until"),
    [
        (None, "2026-05-04 23:00", "2026-05-04 23:00"),
        (NIGHT, "2026-05-04 21:59", "2026-05-04 21:59"),
        (NIGHT, "2026-05-04 22:00", "2026-05-05 08:00"),
        (NIGHT, "2026-05-05 07:59", "2026-05-05 08:00"),
        (NIGHT, "2026-05-05 08:00", "2026-05-05 08:00"),
        (Quiet("13:00", "15:00", "Europe/Rome"), "2026-05-05 14:00", "2026-05-05 15:00"),
        (Quiet("13:00", "13:00", "Europe/Rome"), "2026-05-05 13:00", "2026-05-05 13:00"),
        # the clocks change in this night, and eight o'clock is still eight o'clock
        (NIGHT, "2026-03-28 23:00", "2026-03-29 08:00"),
    ],
)
def test_quiet_hours(quiet: Quiet | None, now: str, until: str) -> None:
    assert quiet_until(quiet, moment(now)) == moment(until)


def test_quiet_hours_are_those_of_the_person() -> None:
    """It is night in Rome and day in New York."""
    night = moment("2026-05-05 02:00")
    assert quiet_until(NIGHT, night) > night
    assert quiet_until(replace_zone(NIGHT, "America/New_York"), night) == night


def replace_zone(quiet: Quiet, zone: str) -> Quiet:
    return Quiet(quiet.begin, quiet.end, zone)
