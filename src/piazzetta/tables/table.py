"""A table as described by its log: who sits there, the game, the chat, who is asked and since when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from piazzetta.match.match import Match
from piazzetta.match.provable_draws import FairDealer
from piazzetta.match.setting import Setting
from piazzetta.tables import log
from piazzetta.tables.clocks import PATIENT, SLOW_BANK, SLOW_MOVE, Pauses, left, merged, runs_out
from piazzetta.tables.messages import ChatMessage, EndedCard, SeatKind, Status
from piazzetta.tables.plan import Plan

#: Who plays for a person who is away or whose time has run out.
STAND_IN = "medium"
#: How many commands a table remembers itself; the log has the others.
REMEMBERED = 32
#: How much of the chat is kept in memory.
TALK = 200

_RULES = ("game", "players", "starter", "edition", "rules", "head_start", "rules_version")
_SETTING = (*_RULES, "position", "components", "chart")


@dataclass(frozen=True)
class Options:
    """What a table allows."""

    spectators: bool = True
    undo: bool = True
    hints: bool = True
    chat: bool = True
    listed: bool = True  # shown among the open tables; otherwise joined only by its link
    clock: int | None = None  # seconds per turn
    bank: int | None = None  # or: seconds for the whole game,
    increment: int = 0  # seconds added to the bank for each finished turn
    by_turn: bool = False  # otherwise, in logs of 0.1, the clock is for each move, and a bot makes only the late one

    @property
    def timed(self) -> bool:
        return self.clock is not None or self.bank is not None

    @property
    def patient(self) -> bool:
        """Whether the time limit is long enough to notify people before it runs out."""
        return (self.clock or 0) >= PATIENT or (self.bank or 0) >= PATIENT

    @property
    def slow(self) -> bool:
        """Whether holidays stop the clocks."""
        return (self.clock or 0) >= SLOW_MOVE or (self.bank or 0) >= SLOW_BANK

    @property
    def unlisted(self) -> Options:
        """These options, but only the link leads to the table."""
        return replace(self, listed=False)


@dataclass(frozen=True)
class Seat:
    """A seat and who sits there."""

    kind: SeatKind
    name: str | None = None
    level: str | None = None
    hash: str | None = None  # of the token
    contribution: str | None = None
    bot_plays: bool = False  # on behalf of a person who is away
    resigned: bool = False  # a bot plays to the end
    offers_end: bool = False  # offers to end the game as it stands
    stand_in: str | None = None  # the level of the stand-in bot, if its person has chosen one
    program: bool = False  # a bot account plays there
    hinted: bool = False  # has asked for a hint in this game
    claims: bool = False  # wants to end the game without those who have missed their turns
    back_at: int = 0  # the event with which its person took it back from a bot; 0: they never did

    @property
    def by_person(self) -> bool:
        """Whether a person sits there, even if a bot plays for them at the moment."""
        return self.kind in ("person", "hotseat")

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.bot_plays

    @property
    def decides(self) -> bool:
        """Whether a person plays there themselves, who has a say in how the game ends."""
        return self.by_person and not self.bot_plays

    @property
    def bot_level(self) -> str:
        """The level of the bot that plays there, for good or in a person's place."""
        return self.level or self.stand_in or STAND_IN

    @property
    def ready(self) -> bool:
        return self.by_bot or (self.kind != "open" and self.contribution is not None)


class Step(NamedTuple):
    """An event of the game and its part of the match's log."""

    number: int
    kind: str
    seat: int | None
    begin: int
    end: int
    by_clock: bool = False  # a bot moved because time ran out
    left: int | None = None  # milliseconds that the seat's clock showed then
    planned: bool = False  # the seat had chosen it in advance
    turn: int = 0  # of the game, in which it happened
    used: int | None = None  # milliseconds that its person took; 0: planned; None: no choice of a person


class Asked(NamedTuple):
    """The event and time since which a seat has been asked for its decision."""

    number: int
    time: int
    allowed: int | None = None  # milliseconds for it; None: there is no clock


@dataclass
class Table:
    """A table after its latest event. Only ``apply`` changes it."""

    id: str
    setting: Setting
    options: Options
    seats: list[Seat]
    seed: bytes
    created: int
    prepared: log.Prepared | None = None  # draws and moves before a tour or lesson
    head: int = 0  # the number of the latest event
    status: Status = "waiting"
    rematch: str | None = None
    match: Match | None = None
    dealer: FairDealer | None = None
    steps: list[Step] = field(default_factory=list)
    talk: list[ChatMessage] = field(default_factory=list)
    asked: dict[int, Asked] = field(default_factory=dict)  # by awaited seat
    commands: dict[str, int] = field(default_factory=dict)  # the latest commands, and the event of each
    clocks_from: int = 0  # time before this, when nobody ran the table, does not count
    draws_starter: bool = False  # the fair draw decides who starts
    ended: EndedCard | None = None
    lesson: log.Lesson | None = None
    draws_seats: bool = False  # the fair draw decides who sits where
    seating: list[int] | None = None  # if it has decided: the new seat of the person on each seat
    banks: dict[int, int] = field(default_factory=dict)  # by seat, what is left for the game in milliseconds
    pauses: dict[int, list[list[int]]] = field(default_factory=dict)  # by seat, when its clock stands still
    helped: bool = False  # a stand-in bot stronger than the usual one has made a move
    plans: dict[int, Plan] = field(default_factory=dict)  # by seat; set by the server or page that runs the table
    outages: list[list[int]] = field(default_factory=list)  # when the server could not store moves; set by the server

    @property
    def awaited(self) -> list[int]:
        return list(self.asked)

    @property
    def contributions(self) -> list[str | None]:
        return [seat.contribution for seat in self.seats]

    @property
    def ready(self) -> bool:
        """Whether the game can begin."""
        return self.status == "waiting" and all(seat.ready for seat in self.seats)

    @property
    def shown(self) -> bool:
        """Whether it is listed among the open tables."""
        return self.options.listed and any(seat.kind == "open" for seat in self.seats)

    @property
    def watchable(self) -> bool:
        return self.options.spectators and self.options.listed

    @property
    def unattended(self) -> bool:
        """Whether a bot or a clock may have to act while nobody is there."""
        return self.options.timed or any(seat.by_bot or not seat.by_person for seat in self.seats)

    @property
    def forgets(self) -> bool:
        """Whether only the log still has some of the commands."""
        return len(self.commands) >= REMEMBERED

    def asked_at(self, seat: int) -> int | None:
        """Return the event since which a seat has been asked; None if it has not."""
        return self.asked[seat].number if seat in self.asked else None

    def deadline(self, seat: int) -> int | None:
        """Return when the clock runs out for an awaited seat, in milliseconds since 1970."""
        asked = self.asked.get(seat)
        if asked is None or asked.allowed is None:
            return None
        return runs_out(asked.time, asked.allowed, self.stood_still(seat), self.clocks_from)

    def time_left(self, seat: int, time: int) -> int | None:
        """Return how many milliseconds an awaited seat has left."""
        asked, end = self.asked.get(seat), self.deadline(seat)
        if asked is None or asked.allowed is None or end is None:
            return None
        return left(time, end, asked.allowed, self.stood_still(seat))

    def stood_still(self, seat: int) -> Pauses:
        """Return when a seat's clock stands still: during its holidays, and while the server cannot store a move."""
        return merged(self.pauses.get(seat, []), self.outages)

    @property
    def turn(self) -> int:
        """The number of the turn that is being played; it grows whenever a turn is finished."""
        return 0 if self.match is None else self.match.turn

    def last_move(self, seat: int) -> Step | None:
        """Return the latest choice of a seat that was not taken back, its own or a bot's; None if there is none."""
        taken_back = 0
        for step in reversed(self.steps):
            if step.seat != seat:
                continue
            if step.kind == "undo":
                taken_back += 1
            elif step.kind in ("play", "sealed"):
                if not taken_back:
                    return step
                taken_back -= 1
        return None

    def ran_out(self, seat: int) -> bool:
        """Return whether the time of a seat has run out in this turn, so that a bot finishes the turn."""
        last = self.last_move(seat)
        return last is not None and last.by_clock and last.turn == self.turn

    def away_until(self, seat: int, time: int) -> int | None:
        """Until when a seat is on holiday; None if it is not at that time."""
        return next((until for begin, until in self.pauses.get(seat, []) if begin <= time < until), None)

    def copy(self) -> Table:
        """Return a copy of the table, to try things out without changing this one."""
        dealer = None if self.dealer is None else self.dealer.copy()
        return replace(
            self,
            seats=list(self.seats),
            match=None if self.match is None else self.match.copy(dealer),
            dealer=dealer,
            steps=list(self.steps),
            talk=list(self.talk),
            asked=dict(self.asked),
            commands=dict(self.commands),
            banks=dict(self.banks),
            pauses={seat: list(pauses) for seat, pauses in self.pauses.items()},
            plans=dict(self.plans),
        )


@lru_cache(maxsize=256)
def _shared(text: str) -> Setting:
    """Return a setting that all tables with the same one share."""
    return Setting.from_json(json.loads(text))


def started_by(setting: Setting, starter: int) -> Setting:
    """Return a setting in which another seat starts."""
    return setting_of({**setting.to_json(full=False), "starter": starter})


def setting_of(head: Mapping[str, object]) -> Setting:
    """Return the setting that a ``created`` event describes.

    Logs of 0.1 call the components ``chart``. There it may be null, which means the map or deck of that version: it is
    still the package's own.
    """
    return _shared(json.dumps({name: head[name] for name in _SETTING if name in head}))
