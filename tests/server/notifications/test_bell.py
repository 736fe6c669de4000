"""When somebody is called: one call, gathered, held back at night, tried again, by one of several servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from piazzetta.server.background import Background
from piazzetta.server.notifications import notifier as bells
from piazzetta.server.notifications.notifier import Bell
from piazzetta.server.notifications.quiet_hours import Quiet, quiet_until
from piazzetta.server.notifications.senders.outward import NotSent
from piazzetta.server.notifications.senders.sender import Gone, Message
from piazzetta.server.notifications.subscriptions import Book, Target, Way
from piazzetta.server.notifications.turns import Turn
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store

pytestmark = pytest.mark.compiled_only

NIGHT = Quiet("22:00", "08:00", "Europe/Rome")
WAY = Way("w1", "seat h", "push", "https://push.example/1", Target())


def moment(text: str, zone: str = "Europe/Rome") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def turn(table: str, here: bool = False, hashed: str = "h") -> Turn:
    return Turn(table, 0, 7, 7, hashed, here, "portobello", "Ada", ("Leo",), ())


@dataclass
class House:
    """A bell with tables and a sender of the test's own."""

    book: Book
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    sent: list[tuple[Way, Message]] = field(default_factory=list)
    problem: Exception | None = None
    time: int = moment("2026-05-04 12:00")

    def bell(self) -> tuple[Bell, Background]:
        background = Background()

        async def look(table: str, languages: tuple[str, ...]) -> Sequence[Turn]:
            return self.turns.get(table, [])

        bell = Bell(Settings(call_after=0), self.book, background, look)
        bell.sender = self  # type: ignore[assignment]
        return bell, background

    async def send(self, way: Way, message: Message) -> str | None:
        if self.problem is not None:
            raise self.problem
        self.sent.append((way, message))
        return None


@asynccontextmanager
async def house(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    store = Store(f"sqlite:///{folder / 'tables.sqlite'}")
    await store.open()
    made = House(Book(store))
    monkeypatch.setattr(bells, "_now", lambda: made.time)
    try:
        yield made
    finally:
        await store.close()


async def ring(*rung: tuple[Bell, Background]) -> None:
    """One round of each bell, with everything that it sends."""
    for bell, background in rung:
        await bell._forget_who_came()
        await bell._write_down()
        await bell._ring()
        while background._tasks:
            await asyncio.gather(*background._tasks)


Story = Callable[[House], Coroutine[None, None, None]]
Told = Callable[[Story], None]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Runs a story in a house."""

    def tell(story: Story) -> None:
        async def run() -> None:
            async with house(tmp_path, monkeypatch) as made:
                await story(made)

        asyncio.run(run())

    return tell


def test_tables_that_call_at_the_same_moment_call_together(told: Told) -> None:
    async def story(house: House) -> None:
        for number, hashed in enumerate("hij"):  # a guest has a seat at each table, and one browser
            await house.book.put(replace(WAY, id=f"w{number}", owner=f"seat {hashed}"), 0)
            house.turns[f"t{number}"] = [turn(f"t{number}", hashed=hashed)]
        bell = house.bell()
        for table in house.turns:
            bell[0].note(table)
        await ring(bell)
        ((_, message),) = house.sent
        assert {one.table for one in message.turns} == {"t0", "t1", "t2"}
        assert message.waiting == 3
        for table in house.turns:
            bell[0].note(table)
        await ring(bell, bell)
        assert len(house.sent) == 1, "nobody has come back"

    told(story)


def test_at_night_calls_wait_for_the_morning_and_come_as_one(told: Told) -> None:
    async def story(house: House) -> None:
        await house.book.put(replace(WAY, target=Target(quiet=NIGHT)), 0)
        bell = house.bell()
        for table, when in (("t1", "2026-05-04 23:30"), ("t2", "2026-05-05 03:00")):
            house.time = moment(when)
            house.turns[table] = [turn(table)]
            bell[0].note(table)
            await ring(bell)
        house.time = moment("2026-05-05 07:59")
        await ring(bell)
        assert not house.sent
        later = house.bell()  # the server was started anew in the meantime
        house.time = moment("2026-05-05 08:00")
        await ring(later)
        ((_, message),) = house.sent
        assert len(message.turns) == 2

    told(story)


def test_what_was_done_in_the_meantime_is_not_called_for(told: Told) -> None:
    async def story(house: House) -> None:
        await house.book.put(replace(WAY, target=Target(quiet=NIGHT)), 0)
        bell = house.bell()
        house.time = moment("2026-05-04 23:30")
        house.turns = {"t1": [turn("t1")], "t2": [turn("t2")]}
        for table in house.turns:
            bell[0].note(table)
        await ring(bell)
        house.turns = {"t1": [], "t2": [turn("t2", here=True)]}
        house.time = moment("2026-05-05 09:00")
        await ring(bell)
        assert not house.sent
        house.turns = {"t1": [turn("t1")]}
        bell[0].note("t1")
        await ring(bell)
        assert len(house.sent) == 1, "the next turn is worth a call"

    told(story)


def test_a_call_that_does_not_arrive_is_tried_again_for_a_while(told: Told) -> None:
    async def story(house: House) -> None:
        await house.book.put(WAY, 0)
        house.turns = {"t1": [turn("t1")]}
        house.problem = NotSent("status 503")
        bell = house.bell()
        bell[0].note("t1")
        for seconds in (0, 30, 60, 300, 1800):
            house.time += 1000 * seconds
            await ring(bell)
        assert bell[0].calls["failed"] == 4
        house.problem = None
        house.time += 24 * 3600 * 1000
        await ring(bell)
        assert not house.sent, "given up, until they come back"

    told(story)


def test_who_is_gone_is_not_called_again(told: Told) -> None:
    async def story(house: House) -> None:
        await house.book.put(WAY, 0)
        house.turns = {"t1": [turn("t1")]}
        house.problem = Gone()
        bell = house.bell()
        bell[0].note("t1")
        await ring(bell)
        assert not await house.book.ways_of(["seat h"])

    told(story)


def test_of_two_servers_one_calls(told: Told) -> None:
    async def story(house: House) -> None:
        await house.book.put(WAY, 0)
        house.turns = {"t1": [turn("t1")]}
        bells = [house.bell(), house.bell()]
        for bell, _ in bells:
            bell.note("t1")
        for bell, _ in bells:
            await bell._write_down()
        await asyncio.gather(*(bell._ring() for bell, _ in bells))
        await ring(*bells)
        assert len(house.sent) == 1

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
