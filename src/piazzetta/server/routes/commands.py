"""A client's commands: from a message to an action at the table, and the answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from piazzetta.server.background import Background
from piazzetta.server.metrics import Metrics
from piazzetta.server.moderation.enforcement import Enforcement
from piazzetta.server.people.bans import Bans
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.people.people import People
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.room import Room
from piazzetta.server.rooms.seat_keys import held_by
from piazzetta.server.routes.http.rate_limits import RateLimits
from piazzetta.server.settings import Settings
from piazzetta.server.wire import messages as m
from piazzetta.server.workers.thinkers import Thinkers, assignment
from piazzetta.tables import commands, waiting
from piazzetta.tables.away import ChooseStandIn
from piazzetta.tables.conditions import acting_seat, check_hint, why
from piazzetta.tables.messages import Json
from piazzetta.tables.plan import PlannedMove
from piazzetta.tables.refusals import Refused, Repeated
from piazzetta.tables.table import STAND_IN, Table


@dataclass(frozen=True, kw_only=True)
class LiveServices:
    """The parts of the server that a connection needs."""

    settings: Settings
    limits: RateLimits
    metrics: Metrics
    background: Background
    thinkers: Thinkers
    tables: TableRegistry
    people: People
    authentication: Authentication
    my_games: MyGames
    bans: Bans
    enforcement: Enforcement


def _in_company(table: Table, yours: Sequence[int]) -> bool:
    """Return whether other people play here: against bots alone, hints are not counted."""
    return any(seat.decides and number not in yours for number, seat in enumerate(table.seats))


class Commander:
    """A command's sender: a connection with its seats.

    ``keys``: where the person of each of its tokens sits. ``who``: the person and their address, for rate limits.
    """

    def __init__(self, services: LiveServices, address: str) -> None:
        self.services = services
        self.limits = services.limits
        self.keys: tuple[int, ...] = ()
        self.client = "-"
        self.who = (f"a spectator at {address}", address)

    @property
    def yours(self) -> tuple[int, ...]:
        """The seats it acts for."""
        return self.keys if len(self.keys) < 2 else tuple(sorted(set(self.keys)))

    async def carry_out(self, room: Room, message: m.Command) -> m.Answer:
        """Do what a message says and return the answer."""
        if isinstance(message, m.Ping):
            return m.DoneMessage(message.id, room.table.head if room.table else 0)
        seat = acting_seat(self.yours, message.seat)
        if isinstance(message, m.Why):
            async with room.lock:
                return m.WhyMessage(message.id, **why(await room.load(), seat, message.move))
        if isinstance(message, m.AskHint):
            return m.HintMessage(message.id, m.HintMoves(await self._hint(room, seat)))
        if isinstance(message, m.PlanMoves):
            steps = [[PlannedMove(one.move, one.when, one.value) for one in step] for step in message.steps]
            return m.DoneMessage(message.id, await room.plan(seat, steps))
        key = f"{seat}:{self.client}:{message.id}"
        try:
            number = await room.find_repeat(key, message.at)
            if number is None:
                if isinstance(message, m.Say):
                    await self._check_chat(room, seat)
                # a connection ends when it has carried out what it was told
                entries = await room.act_uncancelled(lambda table: self._command(room, message, seat), key)
                number = entries[0].number if entries else message.at  # it was so already
        except Repeated as repeated:  # another server has carried it out meanwhile
            number = repeated.number
        return m.DoneMessage(message.id, number)

    async def _check_chat(self, room: Room, seat: int) -> None:
        """Refuse who chats too much, or is banned."""
        if not self.limits.chats.take(*self.who):
            raise Refused("rate", "too many chat messages; please wait a moment.")
        async with room.lock:
            hashed = held_by(await room.load(), seat)
        await self.services.bans.check_seat_not_banned(room.id, hashed)

    def _command(self, room: Room, message: m.Command, seat: int) -> commands.Command:
        """Return the command that a message asks for."""
        match message:
            case m.Play(move=move, at=at):
                return commands.Play(seat, move, at)
            case m.Undo(at=at):
                return commands.Undo(seat, at)
            case m.Say(text=text):
                return commands.Say(seat, text)
            case m.BotFor(absent=absent):
                away = room.audience.away_since(absent)
                return commands.BotFor(seat, absent, away, self.services.settings.waiting)
            case m.ChangeSeat(to=to):
                return waiting.ChangeSeat(seat, to)
            case m.FillSeats(level=level, names=names):
                settings = self.services.settings
                everyone_away = room.audience.all_away()
                return waiting.FillSeats(seat, level, names, everyone_away, settings.waiting, settings.bots)
            case m.StandIn(level=level, now=now):
                return ChooseStandIn(seat, level, now, self.services.settings.bots)
            case m.TakeBackSeat():
                return commands.TakeBackSeat(seat)
            case m.Resign():
                return commands.Resign(seat)
            case m.OfferEnd():
                return commands.OfferEnd(seat)
            case m.DeclineEnd():
                return commands.DeclineEnd(seat)
            case m.Claim():
                return commands.Claim(seat)
        raise AssertionError(f"{type(message).__name__} is no command for the table")

    async def _hint(self, room: Room, seat: int) -> Json:
        """Return the best few moves, based on what the seat may know."""
        async with room.lock:
            table = await room.load()
            check_hint(table, seat)
            if _in_company(table, self.yours) and not self.limits.hints.take(*self.who):
                seconds = math.ceil(self.limits.hints.due(*self.who))
                sentence = f"that was a lot of hints; the next is due in {seconds} seconds."
                raise Refused("rate", sentence, key="hint_due", params={"seconds": seconds})
            assert table.match is not None
            asked = assignment(table.match, seat, STAND_IN)
        try:
            found = await self.services.thinkers.hint(asked, self.who[0])
        except Exception:
            raise Refused("busy", "no hint is available right now; please try again.") from None
        await room.act(lambda table: commands.UseHint(seat))
        return found
