"""The commands of a client, each with its conditions. What is refused changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from piazzetta.server.errors import Refused, Repeated
from piazzetta.server.guard import Bucket
from piazzetta.server.house import House
from piazzetta.server.messages import BotFor, Command, Hint, Ping, Play, Say, TakeBackSeat, Undo, Why
from piazzetta.server.room import Room
from piazzetta.server.seating import plain_text
from piazzetta.server.store import Entry
from piazzetta.server.table import STAND_IN, Table, now
from piazzetta.server.thinkers import Question, describe, determinized


class Commander(Protocol):
    """Who commands: a connection."""

    house: House
    yours: tuple[int, ...]
    client: str
    chats: Bucket
    hints: Bucket


async def carry_out(who: Commander, room: Room, command: Command) -> dict[str, Any]:
    """Do what a command says; the answer to it."""
    if isinstance(command, Ping):
        return {"type": "done", "id": command.id, "at": room.table.head if room.table else 0}
    seat = _seat(who, command)
    if isinstance(command, Why):
        return await _why(room, command, seat)
    if isinstance(command, Hint):
        return await _hint(who, room, command, seat)
    if isinstance(command, Say) and not who.chats.take():
        raise Refused("rate", "that was a lot of talk; please wait a moment.")
    key = f"{seat}:{who.client}:{command.id}"
    async with room.lock:
        repeated = await room.find_repeat(await room.load(), key, command.at)
    if repeated is not None:
        raise Repeated(repeated)

    def make(table: Table) -> Sequence[Entry]:
        if key in table.commands:  # carried out by another server meanwhile
            raise Repeated(table.commands[key])
        kind, body = _ACTIONS[type(command)](room, table, seat, command)
        return [table.entry(kind, body, key)]

    entries = await room.act(make)
    return {"type": "done", "id": command.id, "at": entries[0].number}


def _seat(who: Commander, command: Command) -> int:
    if command.seat is None:
        if len(who.yours) != 1:
            raise Refused("not_your_seat", "say which of your seats acts." if who.yours else "spectators do not play.")
        return who.yours[0]
    if command.seat not in who.yours:
        raise Refused("not_your_seat", f"seat {command.seat} is not yours.")
    return command.seat


def _playing(table: Table) -> None:
    if table.status == "waiting":
        raise Refused("waiting", "the game has not begun yet.")
    if table.status != "playing":
        raise Refused("over", "the game is over.")


def _turn(table: Table, seat: int) -> None:
    """The seat must be awaited. Asked before anything else: whether a move is allowed is another seat's secret."""
    _playing(table)
    if seat not in table.asked:
        assert table.match is not None
        raise Refused("not_your_turn", "it is not your move.", table.setting.game.turn_clause)


def _play(room: Room, table: Table, seat: int, command: Play) -> tuple[str, dict[str, Any]]:
    _turn(table, seat)
    if table.seats[seat].bot_plays:
        raise Refused("bot_plays", "a bot plays for you; take your seat back first.")
    if command.at < table.asked[seat][0]:
        raise Refused("stale", "the game has gone on since; look at it first.")
    return "play", {"seat": seat, "move": command.move}


def _undo(room: Room, table: Table, seat: int, command: Undo) -> tuple[str, dict[str, Any]]:
    _playing(table)
    assert table.match is not None
    if not table.options.undo:
        raise Refused("off", "this table plays without taking back.")
    if command.at < table.head and table.steps and command.at < table.steps[-1].number:
        raise Refused("stale", "the game has gone on since; look at it first.")
    refusal = table.match.undo_refusal(seat)
    if refusal is not None:
        raise Refused.by_engine("undo", refusal)
    return "undo", {"seat": seat}


def _say(room: Room, table: Table, seat: int, command: Say) -> tuple[str, dict[str, Any]]:
    if not table.options.chat:
        raise Refused("off", "there is no chat at this table.")
    text = plain_text(command.text)
    if not text:
        raise Refused("bad", "there is nothing to read in this.")
    return "chat", {"seat": seat, "name": table.seats[seat].name, "text": text}


def _bot_for(room: Room, table: Table, seat: int, command: BotFor) -> tuple[str, dict[str, Any]]:
    if table.status not in ("waiting", "playing"):
        raise Refused("over", "the game is over.")
    if command.absent >= len(table.seats):
        raise Refused("bad", f"this table has no seat {command.absent}.")
    absent = table.seats[command.absent]
    if absent.kind not in ("person", "hotseat") or absent.bot_plays:
        raise Refused("bot_plays", "no person is to play there now.")
    away = room.away_since(command.absent)
    waited = 0.0 if away is None else (now() - away) / 1000
    if away is None or waited < room.house.settings.waiting:
        left = "" if away is None else f"; {room.house.settings.waiting - waited:.0f} seconds are left to wait"
        raise Refused("not_away", f"{absent.name} {'is here' if away is None else 'may come back'}{left}.")
    return "bot_for", {"absent": command.absent, "by": seat}


def _take_back(room: Room, table: Table, seat: int, command: TakeBackSeat) -> tuple[str, dict[str, Any]]:
    if not table.seats[seat].bot_plays:
        raise Refused("bot_plays", "no bot plays for you.")
    return "taken_back", {"seat": seat}


_ACTIONS: dict[type, Callable[[Room, Table, int, Any], tuple[str, dict[str, Any]]]] = {
    Play: _play,
    Undo: _undo,
    Say: _say,
    BotFor: _bot_for,
    TakeBackSeat: _take_back,
}


async def _why(room: Room, command: Why, seat: int) -> dict[str, Any]:
    async with room.lock:
        table = await room.load()
        _turn(table, seat)
        assert table.match is not None
        refusal = table.match.why_not(command.move, seat)
    answer: dict[str, Any] = {
        "type": "why",
        "id": command.id,
        "sentence": None,
        "clause": None,
        "key": None,
        "params": {},
    }
    if refusal is not None:
        answer |= {"sentence": str(refusal), "clause": refusal.clause, "key": refusal.key, "params": refusal.params}
    return answer


async def _hint(who: Commander, room: Room, command: Hint, seat: int) -> dict[str, Any]:
    """The best few moves, from what the seat may know."""
    async with room.lock:
        table = await room.load()
        if not table.options.hints:
            raise Refused("off", "this table plays without hints.")
        _turn(table, seat)
        if not who.hints.take():
            raise Refused("rate", "that were many hints; please wait a moment.")
        assert table.match is not None
        asked = Question(
            describe(table.setting, table.custom_components), seat, determinized(table.match, seat), STAND_IN, []
        )
    try:
        hint = await room.house.thinkers.hint(asked)
    except Exception:
        raise Refused("busy", "no hint could be made just now; please try again.") from None
    return {"type": "hint", "id": command.id, "hint": {"moves": hint}}
