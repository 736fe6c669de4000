"""What everyone at a table is told besides the game: who sits there, the chat, the clock, the table's card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import cast

from piazzetta.bots.levels import LEVELS, temperament_of
from piazzetta.match.provable_draws import commitment_of
from piazzetta.tables.apply import chat_message
from piazzetta.tables.bot_turns import bot_seed
from piazzetta.tables.lessons import lesson_card
from piazzetta.tables.log import LogEntry
from piazzetta.tables.messages import (
    ChatMessage,
    ClockMessage,
    OptionsCard,
    RematchMessage,
    SeatCard,
    SeatsMessage,
    TableCard,
)
from piazzetta.tables.missed import missing_seats
from piazzetta.tables.table import Table

#: Events after which everyone is told what happened in the game, and who sits where.
_OF_THE_END = ("resigned", "offered_end", "declined_end", "claimed", "ended")
OF_THE_GAME = ("started", "play", "undo", "holiday", "returned", *_OF_THE_END)
OF_THE_SEATS = (
    *("joined", "bot_joined", "left", "seated", "contributed", "expired", "started", "bot_for", "taken_back"),
    *("stand_in", "holiday", "returned", "hinted"),
    *_OF_THE_END,
)


@dataclass(frozen=True)
class Presence:
    """Who is at a seat right now, as reported by the server or page that runs the table."""

    connected: bool = False
    thinking: bool = False
    away_since: int | None = None  # milliseconds since 1970
    bot_from: int | None = None  # when others may let a bot play, likewise


def seat_cards(table: Table, present: Sequence[Presence]) -> list[SeatCard]:
    """The seats as everyone sees them."""
    missing = missing_seats(table)
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "temperament": temperament(table, number),
            "connected": seat.by_person and here.connected,
            "thinking": here.thinking,
            "away_since": here.away_since if seat.by_person else None,
            "bot_from": here.bot_from if seat.by_person else None,
            "bot_plays": seat.bot_plays,
            "resigned": seat.resigned,
            "offers_end": seat.offers_end,
            "contributed": seat.contribution is not None,
            "stand_in": seat.stand_in,
            "holiday": table.pauses[number][-1][1] if table.pauses.get(number) else None,
            "program": seat.program,
            "hinted": seat.hinted,
            "missing": number in missing,
            "claims": seat.claims,
        }
        for number, (seat, here) in enumerate(zip(table.seats, present, strict=True))
    ]


def temperament(table: Table, seat: int) -> str | None:
    """What the bot on a seat likes to do."""
    if table.seats[seat].kind != "bot" or table.seats[seat].level not in LEVELS[1:]:  # random, or a network
        return None
    return temperament_of(table.setting.game, bot_seed(table, seat))


def table_card(table: Table, present: Sequence[Presence], spectators: int = 0, components: bool = False) -> TableCard:
    """The table as everyone sees it; ``components``: include its map or deck."""
    setting = table.setting
    return {
        "id": table.id,
        "game": setting.game.name,
        "edition": setting.edition,
        "rules": dict(setting.rules),
        "players": setting.players,
        "starter": setting.starter,
        "status": table.status,
        "seats": seat_cards(table, present),
        "options": cast("OptionsCard", asdict(table.options)),
        "commitment": commitment_of(table.seed),
        "created": table.created,
        "at": table.head,
        "chart": setting.components.to_file() if components else None,
        "rematch": table.rematch,
        "spectators": spectators,
        "starter_drawn": table.draws_starter,
        "seats_drawn": table.draws_seats,
        "ended": table.ended,
        "lesson": lesson_card(table),
    }


def seats_message(table: Table, present: Sequence[Presence], spectators: int) -> SeatsMessage:
    return {
        "type": "seats",
        "at": table.head,
        "status": table.status,
        "starter": table.setting.starter,
        "seats_drawn": table.draws_seats,
        "seats": seat_cards(table, present),
        "spectators": spectators,
        "ended": table.ended,
    }


def clock_message(table: Table, time: int) -> ClockMessage | None:
    """How much time everyone who is asked has left, and with banks all people; None if there is no clock or nobody is
    asked."""
    if not table.options.timed or not table.asked:
        return None
    deadlines = {str(seat): table.deadline(seat) for seat in table.asked}
    message: ClockMessage = {"type": "clock", "at": table.head, "now": time, "deadlines": deadlines}
    if table.options.bank is not None:
        message["banks"] = {str(seat): left for seat, left in table.banks.items() if table.seats[seat].by_person}
    return message


def messages_of(entries: Sequence[LogEntry]) -> list[ChatMessage | RematchMessage]:
    """The parts of events that go to everyone alike: chat, and the next table."""
    found: list[ChatMessage | RematchMessage] = []
    for entry in entries:
        if entry.kind == "chat":
            found.append(chat_message(entry))
        elif entry.kind == "rematch":
            found.append({"type": "rematch", "at": entry.number, "table": entry.body["table"]})
    return found


def seating_of(entry: LogEntry) -> list[int] | None:
    """Return the new seat of the person on each seat after an event; None if everybody stays."""
    return entry.body.get("seating") if entry.kind in ("seated", "started") else None
