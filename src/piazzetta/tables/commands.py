"""The commands of a table: each with its conditions and the events it causes. ``waiting`` has those before the game.

``decide`` changes nothing. A refused command raises ``Refused``; an outdated one causes no event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from piazzetta.errors import IllegalMove
from piazzetta.tables import log
from piazzetta.tables.apply import apply, load
from piazzetta.tables.conditions import TIME_RAN_OUT, check_away, check_playing, check_turn, moved_by_clock
from piazzetta.tables.lessons import MOST_PLAYED_ON
from piazzetta.tables.log import Draft, LogEntry
from piazzetta.tables.messages import EndedCard
from piazzetta.tables.missed import missing_seats
from piazzetta.tables.refusals import Refused, Repeated, by_rules
from piazzetta.tables.seating import plain_text
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import started


class Command(Protocol):
    """What a person or bot wants to do at a table."""

    def drafts(self, table: Table, time: int) -> list[Draft]:
        """Return the events it causes; raise ``Refused`` if it is not allowed."""


def decide(table: Table, command: Command, time: int, key: str | None = None) -> list[LogEntry]:
    """Return the events that a command causes at a time (milliseconds since 1970); raise ``Refused`` if not allowed.

    ``key`` identifies the command: sending it again raises ``Repeated``. A table that becomes ready begins its game.
    """
    if key is not None and key in table.commands:
        raise Repeated(table.commands[key])
    entries: list[LogEntry] = []
    for kind, body in command.drafts(table, time):
        # the first event stands for the command: a store has each key only once
        entries.append(LogEntry(table.head + 1 + len(entries), time, kind, body, None if entries else key))
    return [*entries, *_start_if_ready(table, entries, time)]


def open_table(table_id: str, head: log.Created, time: int) -> list[LogEntry]:
    """Return the first events of a new table, from the body of the very first. A table of bots starts at once."""
    created = LogEntry(1, time, "created", head)
    return [created, *_start_if_ready(load(table_id, [created]), [], time)]


def _start_if_ready(table: Table, entries: Sequence[LogEntry], time: int) -> list[LogEntry]:
    """Return the event that starts the game, if the table is ready after the given events."""
    if table.status != "waiting":
        return []
    trial = table.copy()
    for entry in entries:
        apply(trial, entry)
    return [LogEntry(trial.head + 1, time, "started", started(trial))] if trial.ready else []


def play_draft(table: Table, seat: int, move: str, time: int, by: str | None = None) -> Draft:
    """Return the event of a choice, or the end of a game that is too long.

    The event has the chance outcomes after the choice, found by trying it, and what the seat's clock shows.
    """
    end = _long(table)
    if end is not None:
        return end
    assert table.match is not None
    assert table.dealer is not None
    try:
        sealed, drawn = table.match.tried(move, seat, table.dealer.copy())
    except IllegalMove as refusal:
        raise by_rules("illegal", refusal) from None
    body = log.Played(seat=seat, move=move)
    if by is not None:
        body["by"] = by
    body["sealed"] = sealed
    body["dealt"] = [table.setting.text(action) for action in drawn]
    _note_clock(body, table, time)
    return "play", body


def _note_clock(body: log.Played | log.Undone, table: Table, time: int) -> None:
    """Note what the seat's clock shows, if there is one: the times of events do not tell when no server ran."""
    left = table.time_left(body["seat"], time)
    if left is not None:
        body["left"] = left


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
            raise Refused("bot_plays", "a bot is playing for you; take your seat back first.")
        if self.at < asked.number:
            raise Refused("stale", "the game has moved on; look at the new position first.")
        return [play_draft(table, self.seat, self.move, time)]


@dataclass(frozen=True)
class BotPlay:
    """A bot's answer to the question ``asked``, for its own seat or (``by`` clock) for a person who was too slow."""

    seat: int
    move: str
    asked: int
    by: str = "bot"  # or clock

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.asked_at(self.seat) != self.asked:
            return []
        deadline = table.deadline(self.seat)
        late = deadline is not None and deadline <= time  # not if the clock stood still while the bot was thinking
        by_bot = table.seats[self.seat].by_bot
        if not late and not by_bot:
            return []
        # taking the seat back while its bot was thinking does not gain time
        by = "clock" if late and (self.by == "clock" or not by_bot) else "bot"
        return [play_draft(table, self.seat, self.move, time, by)]


@dataclass(frozen=True)
class Undo:
    """Take back the last move. ``at``: the latest event the seat has seen."""

    seat: int
    at: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        match = check_playing(table)
        if not table.options.undo:
            raise Refused("off", "undo is off at this table.")
        if table.steps and self.at < table.steps[-1].number:
            raise Refused("stale", "the game has moved on; look at the new position first.")
        refusal = match.undo_refusal(self.seat)
        if refusal is not None:
            raise by_rules("undo", refusal)
        if moved_by_clock(table, self.seat):
            raise Refused("undo", TIME_RAN_OUT, key="undo_clock")
        body = log.Undone(seat=self.seat)
        _note_clock(body, table, time)
        return [("undo", body)]


@dataclass(frozen=True)
class UseHint:
    """Note that a seat has been given a hint. Only the first one of a game matters."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status != "playing" or table.seats[self.seat].hinted:
            return []
        return [("hinted", log.OfSeat(seat=self.seat))]


# --- the end, before the rules bring it ---


def _ended(table: Table, by: Literal["resigned", "agreed", "claimed", "long"], gone: Sequence[int]) -> Draft:
    """End the game as it stands. Of the players who have not resigned, those with the most points win."""
    scores = check_playing(table).scores
    staying = [seat for seat in range(len(scores)) if seat not in gone]
    best = max(scores[seat] for seat in staying)
    winners = [seat for seat in staying if scores[seat] == best]
    return "ended", EndedCard(by=by, scores=scores, winners=winners)


def _long(table: Table) -> Draft | None:
    """Return the end of a game that has become too long, since every load of the table replays all of it; else None."""
    if len(check_playing(table).log) < MOST_PLAYED_ON:
        return None
    return _ended(table, "long", [seat for seat, one in enumerate(table.seats) if one.resigned])


@dataclass(frozen=True)
class Resign:
    """Resign: a bot plays the seat to the end. With one player or no person left, the game is over."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_playing(table)
        if table.seats[self.seat].resigned:
            return []
        gone = [seat for seat, one in enumerate(table.seats) if one.resigned or seat == self.seat]
        staying = [seat for seat in range(len(table.seats)) if seat not in gone]
        resigned: Draft = ("resigned", log.OfSeat(seat=self.seat))
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
            raise Refused("bot_plays", "a bot is playing for you; take your seat back first.")
        if table.seats[self.seat].offers_end:
            return []
        offered: Draft = ("offered_end", log.OfSeat(seat=self.seat))
        agreed = all(one.offers_end or seat == self.seat for seat, one in enumerate(table.seats) if one.decides)
        if agreed:
            return [offered, _ended(table, "agreed", [seat for seat, one in enumerate(table.seats) if one.resigned])]
        return [offered]


@dataclass(frozen=True)
class DeclineEnd:
    """Play on: all offers to end the game are withdrawn, including those of this seat."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_playing(table)
        return [("declined_end", log.OfSeat(seat=self.seat))] if any(one.offers_end for one in table.seats) else []


@dataclass(frozen=True)
class Claim:
    """End the game without those who have missed two turns in a row, as soon as all the others who decide want it."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_playing(table)
        one = table.seats[self.seat]
        if not one.decides:
            raise Refused("bot_plays", "a bot is playing for you; take your seat back first.")
        missing = missing_seats(table)
        gone = [seat for seat in missing if table.away_until(seat, time) is None]
        if not gone or self.seat in missing:
            raise Refused("not_away", "no other player has missed two turns in a row.")
        if one.claims:
            return []
        claimed: Draft = ("claimed", log.OfSeat(seat=self.seat))
        others = [seat for seat, other in enumerate(table.seats) if other.decides and seat not in gone]
        if all(seat == self.seat or table.seats[seat].claims for seat in others):
            resigned = [seat for seat, other in enumerate(table.seats) if other.resigned]
            return [claimed, _ended(table, "claimed", [*resigned, *gone])]
        return [claimed]


# --- people ---


@dataclass(frozen=True)
class Say:
    seat: int
    text: str

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if not table.options.chat:
            raise Refused("off", "chat is off at this table.")
        text = plain_text(self.text)
        if not text:
            raise Refused("bad", "the message is empty.")
        return [("chat", log.Chat(seat=self.seat, name=table.seats[self.seat].name, text=text))]


@dataclass(frozen=True)
class BotFor:
    """Let a bot play for ``absent``, who has missed two turns, or has been away for at least ``waiting`` seconds.

    ``away_since`` is None while the person is present.
    """

    seat: int
    absent: int
    away_since: int | None  # milliseconds since 1970
    waiting: float

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status not in ("waiting", "playing"):
            raise Refused("over", "the game is over.")
        check_away(table, self.absent, self.away_since, self.waiting, time)
        return [("bot_for", log.BotFor(absent=self.absent, by=self.seat))]


@dataclass(frozen=True)
class TakeBackSeat:
    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if not table.seats[self.seat].bot_plays:
            raise Refused("bot_plays", "no bot plays for you.")
        if table.seats[self.seat].resigned:
            raise Refused("resigned", "you have resigned; a bot plays your seat to the end.")
        return [("taken_back", log.OfSeat(seat=self.seat))]


@dataclass(frozen=True)
class Rematch:
    """Record the table that continues after this one; only the first counts."""

    table: str

    def drafts(self, table: Table, time: int) -> list[Draft]:
        return [] if table.rematch is not None else [("rematch", log.Rematch(table=self.table))]
