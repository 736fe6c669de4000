"""Nothing leaks by time: with a busy worker, a spectator's clock does not tell a forced decline from a choice (4.4)."""

from __future__ import annotations

import asyncio
import random
import selectors
from types import SimpleNamespace
from typing import Any

import pytest
from scipy.stats import ks_2samp

from piazzetta.games.knowledge import SECONDS
from piazzetta.server.background import Background
from piazzetta.server.rooms import bot_seats
from piazzetta.server.rooms.bot_seats import Answer, BotSeats, shown_after
from piazzetta.server.settings import Settings
from piazzetta.server.workers import thinkers
from piazzetta.server.workers.thinkers import Assignment, Thinkers
from piazzetta.tables.bot_turns import Question

pytestmark = pytest.mark.compiled_only

LEVEL = "medium"
FORCED, CHOICE = 0.001, 0.15  # seconds of thinking
ROUNDS = 300


class Skipping(selectors.SelectSelector):
    """Nobody waits: the clock is put forward instead, so that a busy machine changes nothing."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.now += timeout or 0.0
        return super().select(0)


class Story(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = Skipping()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


class Work(Thinkers):
    """Workers that only take time: as long as the question's state says."""

    async def _run(self, seconds: float, function: Any, *arguments: Any) -> Any:
        await asyncio.sleep(float(arguments[2]))
        return 0


class Table:
    """A table with two bots, of which a spectator sees when each has moved."""

    head = 7

    def __init__(self, work: Work, background: Background) -> None:
        self.shown: dict[int, float] = {}
        self.bots = BotSeats("t", self, Settings(pace=0.05), work, background)

    async def ask(self, takes: list[float], by: str = "bot") -> list[float]:
        """Ask all seats at once; the seconds until each answer is shown."""
        self.shown = {}
        begun = asyncio.get_running_loop().time()
        for seat, seconds in enumerate(takes):
            self.bots._think(Secret(seconds), Question(seat, 7, LEVEL, by), False)  # type: ignore[arg-type]
        while len(self.shown) < len(takes):
            await asyncio.sleep(0.01)
        return [self.shown[seat] - begun for seat in range(len(takes))]

    async def play_for_bot(self, command: Answer) -> None:
        self.shown[command.seat] = asyncio.get_running_loop().time()

    async def attend(self) -> None: ...

    async def owned_elsewhere(self) -> bool:
        return False

    async def time_out(self) -> None: ...

    def tell_seats(self) -> None: ...


class Secret:
    """A game with secrets, as far as a bot's seat looks at it."""

    match = True
    steps = ()
    seats = ()

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.setting = self
        self.game = self
        self.has_secrets = True
        self.bots = SimpleNamespace(budgets={})

    def text(self, action: int) -> str:
        return "decline"


@pytest.fixture(autouse=True)
def _time_is_all_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_secret(bots: Any, table: Secret, question: Question, foreign: bool) -> None:
        made = Assignment(b"", question.seat, str(table.seconds).encode(), question.level, [0], 0)
        monkeypatch.setattr(bot_seats, "assignment", lambda *given: made)
        think(bots, table, question, foreign)

    think: Any = BotSeats._think
    dice = random.Random(2)
    monkeypatch.setattr(random, "SystemRandom", lambda: dice)
    monkeypatch.setattr(BotSeats, "_think", of_secret)


def watched(load: int) -> tuple[dict[float, list[float]], dict[float, list[float]]]:
    """When a spectator saw the first bot move, by what it had to think about; and when the second one, likewise."""

    async def story() -> tuple[dict[float, list[float]], dict[float, list[float]]]:
        rng = random.Random(1)
        work, background = Work(1), Background()
        own: dict[float, list[float]] = {FORCED: [], CHOICE: []}
        others: dict[float, list[float]] = {FORCED: [], CHOICE: []}

        async def busy() -> None:
            table = Table(work, background)
            while True:
                await asyncio.sleep(rng.expovariate(1))
                await table.ask([rng.uniform(0.001, 0.16)])

        crowd = [asyncio.create_task(busy()) for _ in range(load)]
        table = Table(work, background)
        for _ in range(ROUNDS):
            await asyncio.sleep(rng.uniform(0, 2))
            takes = rng.choice((FORCED, CHOICE))
            first, second = await table.ask([takes, CHOICE])
            own[takes].append(first)
            others[takes].append(second)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        await background.close()
        return own, others

    loop = Story()
    try:
        return loop.run_until_complete(story())
    finally:
        loop.close()


@pytest.mark.parametrize("load", [0, 6])
def test_a_spectators_clock_tells_nothing(load: int) -> None:
    for seen in watched(load):
        assert min(map(len, seen.values())) > ROUNDS // 3
        assert ks_2samp(seen[FORCED], seen[CHOICE]).pvalue > 0.01


def test_without_the_rule_it_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test can fail: answers shown as soon as they are there, after their usual delay."""
    monkeypatch.setattr(bot_seats, "shown_after", max)
    monkeypatch.setattr(bot_seats, "Expected", lambda *given: thinkers.Expected(Thinkers(1), 0.2))
    own, others = watched(6)
    assert min(ks_2samp(seen[FORCED], seen[CHOICE]).pvalue for seen in (own, others)) < 1e-4


def test_when_time_has_run_out_the_same_rule_holds() -> None:
    async def story() -> list[float]:
        background = Background()
        shown = await Table(Work(1), background).ask([FORCED, CHOICE], "clock")
        await background.close()
        return shown

    loop = Story()
    assert min(loop.run_until_complete(story())) >= SECONDS[LEVEL]
    loop.close()


def test_an_answer_that_comes_late_waits_for_the_next_moment() -> None:
    assert shown_after(0.5, 0.1) == shown_after(0.5, 0.49) == 0.5
    assert shown_after(0.5, 0.6) == shown_after(0.5, 0.9) == 1.0
    assert shown_after(0, 0.3) == 0.3, "a server for tests has no pace"
