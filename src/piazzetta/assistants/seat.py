"""One seat at a table of a server: a connection that stays, and what its seat may know."""

from __future__ import annotations

import asyncio
import io
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rich.console import Console
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from piazzetta.assistants.account import Account
from piazzetta.errors import BadInput
from piazzetta.games.base import Event, Game
from piazzetta.games.registry import find_game, names

ANSWER_SECONDS = 30.0  # for the server to answer a command
_CLOSED = {
    4401: "the access token does not open this table",
    4403: "the access token lacks the scope games:play, or this table has no spectators",
    4404: "there is no such table",
    4430: "the admin has banned this profile",
}


class TableSeats:
    """The account's seats at one table. The connection comes back by itself when it is needed and has ended."""

    def __init__(self, account: Account, table: str) -> None:
        self.account = account
        self.table = table
        self.card: dict[str, Any] = {}
        self.yours: list[int] = []
        self.over = False
        self.sights: dict[int, dict[str, Any]] = {}  # by seat: a seat's own and nobody else's
        self.at = 0
        self._told: dict[int, int] = {}  # the last event that a seat's assistant has seen
        self._news: dict[int, dict[int, dict[str, Any]]] = {}  # happenings by seat and number
        self._client = secrets.token_hex(6)
        self._commands = 0
        self._answers: dict[str, dict[str, Any]] = {}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._heard = asyncio.Condition()
        self._entering = asyncio.Lock()
        self._closed_with: int | None = None

    async def enter(self) -> None:
        """Connect, unless the connection stands, and wait for the first position."""
        async with self._entering:
            if self._reader is not None and not self._reader.done():
                return
            self._closed_with = None
            address = f"{self.account.address.replace('http', 'ws', 1)}/api/v1/tables/{self.table}/live"
            try:
                # as the page does, it asks for every position whole: a change would need the one before
                self._socket = await connect(address, additional_headers=self.account.headers, max_size=2**24)
            except (OSError, InvalidHandshake) as problem:
                raise BadInput(f"{self.account.address} does not answer ({type(problem).__name__})") from None
            await self._socket.send(_text(type="hello", v=1, client=self._client, since=None, changes=False))
            fresh = asyncio.Event()
            self._reader = asyncio.create_task(self._read(self._socket, fresh))
            waiting = asyncio.create_task(fresh.wait())
            await asyncio.wait({waiting, self._reader}, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not fresh.is_set():
                await self.close()
                raise BadInput(_CLOSED.get(self._closed_with or 0, f"table {self.table} does not answer"))
        if not self.yours:
            await self.close()
            raise BadInput(f"this account has no seat at table {self.table}: join_table takes a free one")

    async def _read(self, socket: ClientConnection, fresh: asyncio.Event) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                message: dict[str, Any] = json.loads(text)
                async with self._heard:
                    self._hear(message)
                    self._heard.notify_all()
                if message["type"] == "update" or (message["type"] == "welcome" and not message["yours"]):
                    fresh.set()
        self._closed_with = socket.close_code
        async with self._heard:
            self._heard.notify_all()

    def _hear(self, message: dict[str, Any]) -> None:
        self.at = max(self.at, message.get("at") or 0)
        match message["type"]:
            case "welcome":
                self.card, self.yours = message["table"], message["yours"]
            case "seats":
                self.card = self.card | {key: message[key] for key in ("status", "seats", "ended")}
            case "seated":
                self.yours = sorted(message["seating"][seat] for seat in self.yours)
            case "update":
                self.over = message["over"]
                for sight in message.get("sights") or [message["sight"]]:
                    seat = sight["viewer"]
                    self.sights[seat] = sight
                    news = self._news.setdefault(seat, {})
                    news.update((one["at"], one) for one in sight.get("happened", message["happened"]))
            case "done" | "refused" | "why":
                if message["id"] is not None:
                    self._answers[message["id"]] = message

    def choose_seat(self, seat: int | None) -> int:
        """Return the seat that is meant: the account's only one, or the one that is named."""
        if seat is None and len(self.yours) == 1:
            return self.yours[0]
        if seat not in self.yours:
            raise BadInput(f"name one of your seats at this table: {' or '.join(map(str, self.yours))}")
        return seat

    async def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return the server's answer. If the connection breaks, the same command is sent again,
        which the server carries out once."""
        self._commands += 1
        name = f"a{self._commands}"
        text = _text(type=kind, id=name, at=self.at, **fields)
        for _ in range(3):
            await self.enter()
            assert self._socket is not None
            with suppress(ConnectionClosed):
                await self._socket.send(text)
                if await self.until(lambda: name in self._answers, ANSWER_SECONDS):
                    return self._answers.pop(name)
        raise BadInput("the server did not answer; look_at_table shows whether it happened")

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until something holds, or the connection ends; return whether it holds."""

        def settled() -> bool:
            return holds() or self._reader is None or self._reader.done()

        with suppress(TimeoutError):
            async with self._heard:
                await asyncio.wait_for(self._heard.wait_for(settled), seconds)
        return holds()

    def my_turn(self, seat: int) -> bool:
        sight = self.sights.get(seat)
        return sight is not None and seat in sight["awaited"]

    def report(self, seat: int) -> dict[str, Any]:
        """What this seat may know now, and what happened since its last report."""
        sight = self.sights.get(seat, {})
        said: dict[str, Any] = {
            "table": self.table,
            "game": self.card["game"],
            "edition": self.card["edition"],
            "status": "over" if self.over else self.card["status"],
            "your_seat": seat,
            "players": [_player(one) for one in self.card["seats"]],
        }
        if sight.get("view") is None:
            return {**said, "note": "The game starts when every seat is taken and everybody has come."}
        view = sight["view"]
        said |= {
            "your_turn": self.my_turn(seat),
            "waiting_for_seats": sight["awaited"],
            "happened": self._happened(seat),
            "scores": view.get("scores"),
            "position": self._drawn(view),
            "view": view,
        }
        if self.over:
            said["winners"] = view.get("winners") if self.card["ended"] is None else self.card["ended"]["winners"]
        if sight["legal"]:
            said["legal_moves"] = [
                {"move": one["move"], "points": one.get("points"), "notes": one.get("notes", [])}
                for one in sight["legal"]
            ]
        if sight["sealed"] is not None:
            said["your_sealed_choice"] = sight["sealed"]
        return said

    def _happened(self, seat: int) -> list[str]:
        known, news = self._told.get(seat, -1), self._news.get(seat, {})
        self._told[seat] = max(news, default=known)
        return [sentence for at in sorted(news) if at > known for sentence in self._sentences(news[at])]

    def _sentences(self, happening: dict[str, Any]) -> list[str]:
        if happening["kind"] not in ("started", "play", "sealed"):
            return [f"Seat {happening['seat']}: {happening['kind'].replace('_', ' ')}"]
        game, events = self._game, happening["events"]
        if game is None:
            return [f"{event['key']} {event['params']}" for event in events]
        return [game.say(self._components, Event(event["key"], event["params"])) for event in events]

    @property
    def _game(self) -> Game | None:
        """The table's game, if it is installed here too."""
        return find_game(self.card["game"]) if self.card["game"] in names() else None

    @property
    def _components(self) -> Any:
        assert self._game is not None
        return self._game.read_components(self.card["chart"])

    def _drawn(self, view: dict[str, Any]) -> str | None:
        """The view in words and signs, as the terminal shows it."""
        if self._game is None:
            return None
        console = Console(file=io.StringIO(), width=100, color_system=None, legacy_windows=False)
        with console.capture() as drawn:
            console.print(self._game.drawing(self._components, view, 100))
        return "\n".join(line.rstrip() for line in drawn.get().splitlines())

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        self._reader = None


def _text(**message: Any) -> str:
    return json.dumps(message)


def _player(card: dict[str, Any]) -> dict[str, Any]:
    """A seat as everyone sees it, without what only a page needs."""
    wanted = ("seat", "kind", "name", "level", "bot_plays", "resigned", "missing", "program")
    return {key: card[key] for key in wanted if card.get(key) not in (None, False)}
