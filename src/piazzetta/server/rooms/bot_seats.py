"""Bots at one table: they think in other processes, answer when it is time, and play for people who are too slow."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Protocol

from piazzetta.server.background import Background
from piazzetta.server.rooms.audience import now
from piazzetta.server.settings import Settings
from piazzetta.server.workers.thinkers import Assignment, Expected, Thinkers, assignment
from piazzetta.tables.away import PlayPlanned
from piazzetta.tables.bot_turns import (
    Question,
    bots_asked,
    moves_in_a_row,
    next_deadline,
    release_time,
    seconds_to_think,
    too_slow,
)
from piazzetta.tables.commands import BotPlay
from piazzetta.tables.planning import plans_due
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import STAND_IN, Table

#: What is played without a person pressing anything.
Answer = BotPlay | PlayPlanned
#: Seconds until a server takes over the bots of another one that is alive and has gone silent.
TAKEOVER = 8.0
#: Seconds between two looks whether the other one is alive.
_LOOK = 1.0
#: Seconds between attempts to store a bot's move, at first and at most.
_RETRY, _LONGEST_RETRY = 1.0, 30.0


def shown_after(delay: float, taken: float) -> float:
    """Return when an answer is shown where there are secrets, in seconds after the question.

    After the delay, which does not depend on the answer. On a machine so busy that the answer was not ready by then,
    after twice the delay, and so on: the moment does not follow the thinking, which is short where there was nothing to
    choose (Viaggiatore 4.4).
    """
    while 0 < delay < taken:
        delay *= 2
    return max(delay, taken)


class Runner(Protocol):
    """What a bot's seat needs from the room that runs its table."""

    async def play_for_bot(self, command: Answer) -> None:
        """Carry out a bot's choice, or a planned one."""

    async def owned_elsewhere(self) -> bool:
        """Return whether another server owns the table, and is alive."""

    async def time_out(self) -> None:
        """Let bots move for those whose time has run out."""

    async def attend(self) -> None:
        """Check on the bots again: one of them is free."""

    def tell_seats(self) -> None:
        """Tell everybody which bots are thinking now."""


class BotSeats:
    """The bots of one table."""

    def __init__(
        self, table_id: str, runner: Runner, settings: Settings, thinkers: Thinkers, background: Background
    ) -> None:
        self._table_id = table_id
        self._runner = runner
        self._settings = settings
        self._thinkers = thinkers
        self._background = background
        self._timer: asyncio.TimerHandle | None = None
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # seat -> the question, the thinking task
        self._planned: dict[int, tuple[int, asyncio.Task[None]]] = {}  # the same for moves chosen in advance: a secret

    @property
    def waiting(self) -> bool:
        """Whether a clock is running."""
        return self._timer is not None

    def stop(self) -> None:
        """Cancel all thinking, planned moves and clocks: the table was deleted."""
        for busy in (self.thinking, self._planned):
            for _, task in busy.values():
                task.cancel()
            busy.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def attend(self, table: Table, foreign: bool) -> None:
        """Start the bots whose decision is awaited, and watch the clock.

        ``foreign``: another server stored the event, and its bots think there; here they are only shown as thinking.
        """
        if table.match is None:
            return
        for busy in (self.thinking, self._planned):
            for seat, (number, task) in list(busy.items()):
                if table.asked_at(seat) != number:  # no longer relevant
                    del busy[seat]
                    task.cancel()
        for question in bots_asked(table):
            if question.seat not in self.thinking:
                self._think(table, question, foreign)
        for seat in plans_due(table):
            if seat not in self._planned:
                self._carry_out_plan(table, seat, foreign)
        self._set_timer(table)

    def _carry_out_plan(self, table: Table, seat: int, foreign: bool) -> None:
        """Make a move that was chosen in advance, no sooner than the usual bot would: a person who is there might be as
        quick."""
        asked = table.asked[seat].number
        seconds = seconds_to_think(table, STAND_IN)
        secret = table.setting.game.has_secrets
        delay = release_time(seconds, self._settings.pace, secret, random.SystemRandom().random())

        async def play() -> None:
            await asyncio.sleep(delay)
            await self._leave_to_owner(TAKEOVER if foreign else 0)
            self._planned.pop(seat, None)
            await self._play(PlayPlanned(seat, asked))

        self._planned[seat] = (asked, self._background.spawn(play()))

    def _set_timer(self, table: Table) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = next_deadline(table, list(self.thinking))
        if deadline is not None:
            delay = (max(deadline - now(), 0) + 1) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._background.spawn(_insist(self._runner.time_out))

    def play_for_the_slow(self, table: Table, foreign: bool) -> None:
        """Let a bot move for each person who ran out of time."""
        for question in too_slow(table, now()):
            if question.seat not in self.thinking:
                self._think(table, question, foreign)
        self._set_timer(table)  # for the others, or if the timer fired a moment early

    def _think(self, table: Table, question: Question, foreign: bool) -> None:
        assert table.match is not None
        secret = table.setting.game.has_secrets
        pace = 0 if question.by == "clock" and not secret else self._settings.pace
        chance = random.SystemRandom().random()
        seconds = seconds_to_think(table, question.level)
        delay = release_time(seconds, pace, secret, chance, moves_in_a_row(table, question.seat))
        expected = Expected(self._thinkers, seconds)
        if secret and delay:
            delay = max(delay, expected.within)
        wait = TAKEOVER + seconds if foreign else 0
        asked = assignment(table.match, question.seat, question.level, question.seed)
        answer = self._answer(question, asked, table.setting.text, wait, delay, secret, expected)
        task = self._background.spawn(answer)
        task.add_done_callback(lambda _: expected.answered())
        self.thinking[question.seat] = (question.asked, task)
        self._runner.tell_seats()

    async def _answer(
        self,
        question: Question,
        asked: Assignment,
        text: Callable[[int], str],
        wait: float,
        delay: float,
        secret: bool,
        expected: Expected,
    ) -> None:
        """Think, wait until the answer may be shown, and play it if it is still relevant."""
        seat = question.seat
        clock = asyncio.get_running_loop().time
        try:
            await self._leave_to_owner(wait)
            begun = clock()
            chosen = await self._thinkers.choose(asked, self._table_id)
            expected.answered()
            taken = clock() - begun
            await asyncio.sleep((shown_after(delay, taken) if secret else max(delay, taken)) - taken)
            self.thinking.pop(seat, None)
            await self._play(BotPlay(seat, text(chosen), question.asked, question.by))
        except asyncio.CancelledError:
            return
        finally:
            if self.thinking.get(seat, (0, None))[1] is asyncio.current_task():
                del self.thinking[seat]
        self._runner.tell_seats()
        await self._runner.attend()

    async def _leave_to_owner(self, seconds: float) -> None:
        """Wait for ``seconds``, or until no other server owns the table."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        while (left := end - clock()) > 0:
            with contextlib.suppress(Refused):  # the database does not respond: later
                if not await self._runner.owned_elsewhere():
                    return
            await asyncio.sleep(min(left, _LOOK))

    async def _play(self, command: Answer) -> None:
        await _insist(lambda: self._runner.play_for_bot(command))


async def _insist(act: Callable[[], Awaitable[None]]) -> None:
    """Play a bot's choice or let the time run out; while the database does not respond, again and again: nobody else
    would ask the bot."""
    pause = _RETRY
    while True:
        try:
            await act()
            return
        except Refused as refusal:
            if refusal.code not in ("busy", "internal"):
                return
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_RETRY)
