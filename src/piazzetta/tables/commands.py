"""What can be done at a table: each command with its conditions and the events it causes.

``decide`` changes nothing. A refused command raises ``Refused``; an outdated one causes no event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from piazzetta.errors import IllegalMove
from piazzetta.match.fair import FairDealer
from piazzetta.tables.apply import apply, dealt_in, load, start_match
from piazzetta.tables.conditions import check_playing, check_turn
from piazzetta.tables.log import Entry
from piazzetta.tables.refusals import Refused, Repeated, by_rules
from piazzetta.tables.seating import plain_text
from piazzetta.tables.table import Table, started_by

#: A future event: its kind and its body.
Draft = tuple[str, dict[str, Any]]


class Command(Protocol):
    """Something that somebody wants to do at a table."""

    def drafts(self, table: Table, time: int) -> list[Draft]:
        """The events it causes; ``Refused`` if it is not allowed."""


def decide(table: Table, command: Command, time: int, key: str | None = None) -> list[Entry]:
    """The events that a command causes at a time, in milliseconds since 1970; ``Refused`` says why there are none.

    ``key`` identifies the command: sending it again raises ``Repeated``. A table that becomes ready begins its game.
    """
    if key is not None and key in table.commands:
        raise Repeated(table.commands[key])
    entries: list[Entry] = []
    for kind, body in command.drafts(table, time):
        # the first event stands for the command: a store has each key only once
        entries.append(Entry(table.head + 1 + len(entries), time, kind, body, None if entries else key))
    return [*entries, *_start_if_ready(table, entries, time)]


def open_table(table_id: str, head: dict[str, Any], time: int) -> list[Entry]:
    """The first events of a new table, from the body of its first one; a table of bots begins at once."""
    created = Entry(1, time, "created", head)
    return [created, *_start_if_ready(load(table_id, [created]), [], time)]


def _start_if_ready(table: Table, entries: Sequence[Entry], time: int) -> list[Entry]:
    """The start of the game, if the table is ready after the given events."""
    if table.status != "waiting":
        return []
    trial = table.copy()
    for entry in entries:
        apply(trial, entry)
    return [Entry(trial.head + 1, time, "started", _started(trial))] if trial.ready else []


def _started(table: Table) -> dict[str, Any]:
    """The start of the game; who starts is drawn before anything else, if the draw decides."""
    if not table.draws_starter:
        return {"dealt": dealt_in(table, start_match(table, table.setting)[0], 0)}
    starter = FairDealer(table.seed, table.contributions).starter(table.setting.players)
    match = start_match(table, started_by(table.setting, starter))[0]
    return {"starter": starter, "dealt": dealt_in(table, match, 0)}


def _played(table: Table, seat: int, move: str, by: str | None = None) -> Draft:
    """A choice with the chance outcomes after it, determined on a copy of the game."""
    assert table.match is not None
    assert table.dealer is not None
    trial = table.match.copy(table.dealer.copy())
    begin = len(trial.log)
    try:
        sealed = trial.choose(move, seat)
    except IllegalMove as refusal:
        raise by_rules("illegal", refusal) from None
    body: dict[str, Any] = {"seat": seat, "move": move}
    if by is not None:
        body["by"] = by
    return "play", {**body, "sealed": sealed, "dealt": dealt_in(table, trial, begin)}


# --- before the game ---


@dataclass(frozen=True)
class Join:
    """Take a free seat: a particular one, or any."""

    name: str
    hash: str  # of the new token
    seat: int | None = None

    def drafts(self, table: Table, time: int) -> list[Draft]:
        name = plain_text(self.name)
        if not name:
            raise Refused("bad", "a name needs visible characters.")
        if table.status != "waiting":
            begun = "this table is closed." if table.status == "closed" else "the game has begun; you can watch it."
            raise Refused("taken", begun)
        free = [number for number, other in enumerate(table.seats) if other.kind == "open"]
        if self.seat is not None and self.seat not in range(len(table.seats)):
            raise Refused("missing", f"this table has no seat {self.seat}.")
        if not free or (self.seat is not None and self.seat not in free):
            raise Refused("taken", "this seat is taken." if free else "all seats are taken.")
        return [("joined", {"seat": free[0] if self.seat is None else self.seat, "name": name, "hash": self.hash})]


@dataclass(frozen=True)
class Contribute:
    """Give the seats' texts for the fair draw, where they are still missing."""

    texts: Mapping[int, str]

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status != "waiting":
            return []
        return [
            ("contributed", {"seat": seat, "text": text})
            for seat, text in self.texts.items()
            if table.seats[seat].contribution is None
        ]


@dataclass(frozen=True)
class Start:
    """Begin without contributions: at a table on one device, where nobody else could influence the draws."""

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status != "waiting":
            raise Refused("over", "the game has begun.")
        if any(seat.kind == "open" for seat in table.seats):
            raise Refused("waiting", "not all seats are taken.")
        return [("started", _started(table))]


@dataclass(frozen=True)
class Expire:
    """Close a table that has waited too long, unless somebody is sitting there now."""

    anybody: bool

    def drafts(self, table: Table, time: int) -> list[Draft]:
        return [] if self.anybody or table.status != "waiting" else [("expired", {})]


@dataclass(frozen=True)
class Leave:
    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status not in ("waiting", "playing"):
            raise Refused("over", "the game is over; there is nothing to leave.")
        return [] if table.seats[self.seat].bot_plays else [("left", {"seat": self.seat})]


# --- the game ---


@dataclass(frozen=True)
class Play:
    """A person's choice. ``at``: the latest event that person has seen."""

    seat: int
    move: str
    at: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        asked = check_turn(table, self.seat)
        if table.seats[self.seat].bot_plays:
            raise Refused("bot_plays", "a bot plays for you; take your seat back first.")
        if self.at < asked.number:
            raise Refused("stale", "the game has gone on since; look at it first.")
        return [_played(table, self.seat, self.move)]


@dataclass(frozen=True)
class BotPlay:
    """A bot's answer to the question ``asked``, for its own seat or (``by`` clock) for a person who was too slow."""

    seat: int
    move: str
    asked: int
    by: str = "bot"  # or clock

    def drafts(self, table: Table, time: int) -> list[Draft]:
        wanted = self.by == "clock" or table.seats[self.seat].by_bot
        if not wanted or table.asked_at(self.seat) != self.asked:
            return []
        return [_played(table, self.seat, self.move, self.by)]


@dataclass(frozen=True)
class Undo:
    """Take back the last move. ``at``: the latest event the seat has seen."""

    seat: int
    at: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        match = check_playing(table)
        if not table.options.undo:
            raise Refused("off", "moves cannot be taken back at this table.")
        if table.steps and self.at < table.steps[-1].number:
            raise Refused("stale", "the game has gone on since; look at it first.")
        refusal = match.undo_refusal(self.seat)
        if refusal is not None:
            raise by_rules("undo", refusal)
        return [("undo", {"seat": self.seat})]


# --- the end, before the rules bring it ---


def _ended(table: Table, by: str, gone: Sequence[int]) -> Draft:
    """The end of the game as it stands: of those who have not given up, whoever has the most points wins."""
    scores = check_playing(table).scores
    staying = [seat for seat in range(len(scores)) if seat not in gone]
    best = max(scores[seat] for seat in staying)
    return "ended", {"by": by, "scores": scores, "winners": [seat for seat in staying if scores[seat] == best]}


@dataclass(frozen=True)
class Resign:
    """Give up for good: a bot plays the seat to the end. With one player or no person left, the game is over."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_playing(table)
        if table.seats[self.seat].resigned:
            return []
        gone = [seat for seat, one in enumerate(table.seats) if one.resigned or seat == self.seat]
        staying = [seat for seat in range(len(table.seats)) if seat not in gone]
        resigned: Draft = ("resigned", {"seat": self.seat})
        if len(staying) == 1 or not any(table.seats[seat].by_person for seat in staying):
            return [resigned, _ended(table, "resigned", gone)]
        return [resigned]


@dataclass(frozen=True)
class OfferEnd:
    """Offer to end the game as it stands, or accept that. It ends when everybody who decides here agrees."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_playing(table)
        if not table.seats[self.seat].decides:
            raise Refused("bot_plays", "a bot plays for you; take your seat back first.")
        if table.seats[self.seat].offers_end:
            return []
        offered: Draft = ("offered_end", {"seat": self.seat})
        agreed = all(one.offers_end or seat == self.seat for seat, one in enumerate(table.seats) if one.decides)
        if agreed:
            return [offered, _ended(table, "agreed", [seat for seat, one in enumerate(table.seats) if one.resigned])]
        return [offered]


@dataclass(frozen=True)
class DeclineEnd:
    """Play on: every offer to end the game is gone, also one's own."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_playing(table)
        return [("declined_end", {"seat": self.seat})] if any(one.offers_end for one in table.seats) else []


# --- people ---


@dataclass(frozen=True)
class Say:
    seat: int
    text: str

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if not table.options.chat:
            raise Refused("off", "there is no chat at this table.")
        text = plain_text(self.text)
        if not text:
            raise Refused("bad", "the message is empty.")
        return [("chat", {"seat": self.seat, "name": table.seats[self.seat].name, "text": text})]


@dataclass(frozen=True)
class BotFor:
    """Let a bot play for ``absent``, who has been away for at least ``waiting`` seconds (None: is present)."""

    seat: int
    absent: int
    away_since: int | None  # milliseconds since 1970
    waiting: float

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status not in ("waiting", "playing"):
            raise Refused("over", "the game is over.")
        if self.absent >= len(table.seats):
            raise Refused("bad", f"this table has no seat {self.absent}.")
        absent = table.seats[self.absent]
        if not absent.by_person or absent.bot_plays:
            raise Refused("bot_plays", "no person is due to move there now.")
        if self.away_since is None:
            raise Refused("not_away", f"{absent.name} is here.")
        left = self.waiting - (time - self.away_since) / 1000
        if left > 0:
            raise Refused("not_away", f"{absent.name} may come back; {left:.0f} seconds are left to wait.")
        return [("bot_for", {"absent": self.absent, "by": self.seat})]


@dataclass(frozen=True)
class TakeBackSeat:
    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if not table.seats[self.seat].bot_plays:
            raise Refused("bot_plays", "no bot plays for you.")
        if table.seats[self.seat].resigned:
            raise Refused("resigned", "you have given up; the bot plays to the end.")
        return [("taken_back", {"seat": self.seat})]


@dataclass(frozen=True)
class Rematch:
    """Record the table that continues after this one; only the first counts."""

    table: str

    def drafts(self, table: Table, time: int) -> list[Draft]:
        return [] if table.rematch is not None else [("rematch", {"table": self.table})]
