"""A WebSocket at a table: the hello, commands in, messages out. See ``docs/protocol.md``."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from piazzetta.server.moderation.enforcement import BANNED, announcement_message
from piazzetta.server.people.credentials.access_tokens import PLAY
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.room import Room
from piazzetta.server.rooms.seat_keys import Key, held_by, held_seats, new_token
from piazzetta.server.routes.commands import Commander, LiveServices
from piazzetta.server.routes.http.cookies import cookie_name, read_cookie
from piazzetta.server.routes.http.headers import origin_allowed
from piazzetta.server.routes.http.rate_limits import address_of
from piazzetta.server.routes.sockets import EXTENSION, LiveSocket
from piazzetta.server.settings import MOST_BYTES
from piazzetta.server.wire import messages as m
from piazzetta.server.wire.common import encode
from piazzetta.server.wire.messages import INCOMING, VERSION, AskHint, Command, Hello, Look, Ping
from piazzetta.tables.messages import UpdateMessage
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import Contribute

log = logging.getLogger("piazzetta")

_HELLO_SECONDS = 10.0
_BEHIND = 4410  # too slow in reading
_LATER = 1013  # connect again


class Closing(Exception):
    """Close the connection with this code."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason


#: How a connection may end.
_ENDS = (Closing, Refused, WebSocketDisconnect, OSError, RuntimeError)


def _closing(problem: BaseException) -> Closing:
    """Return the code to close a connection with after a problem; 0: it is closed already."""
    if isinstance(problem, Closing):
        return problem
    if isinstance(problem, Refused):  # the database does not respond
        return Closing(_LATER, problem.sentence)
    return Closing(0, "gone")


class Connection(Commander):
    """One WebSocket and the seats it acts for."""

    def __init__(self, socket: WebSocket, services: LiveServices, address: str) -> None:
        super().__init__(services, address)
        self._address = address
        self.previews = self.notes = True
        self.changes = False
        self.visible = True
        self.last_update: UpdateMessage | None = None
        self._wire: LiveSocket = socket.scope["extensions"][EXTENSION]
        self.person: Person | None = None
        self.person_id = self.credential = ""
        self._closing: Closing | None = None  # to be closed, for this reason
        self._asked: asyncio.Task[None] | None = None  # for a hint, cancelled with the connection

    def send(self, message: bytes) -> None:
        if not self._wire.say(message):
            self.turn_away(_BEHIND, "fell behind; connect again")

    def turn_away(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = Closing(code, reason)
            self._wire.wake()

    def refuse(self, command: str | None, refusal: Refused) -> None:
        self.services.metrics.refusals[refusal.code] += 1
        code, sentence, clause = refusal.code, refusal.sentence, refusal.clause
        self.send(encode(m.RefusedMessage(command, code, sentence, clause, refusal.key, refusal.params)))

    # --- the lifetime of a connection ---

    async def serve(self, table_id: str, socket: WebSocket) -> None:
        """Let a newcomer in; their messages are read after this returns."""
        room: Room | None = None
        closing: Closing | None = Closing(1000, "")
        try:
            await socket.accept()
            hello = await self._hello()
            room = self.services.tables.room(table_id)
            await self._enter(room, hello, socket)
            self._wire.go_on(self._stay(room))
            closing = None
        except _ENDS as problem:
            closing = _closing(problem)
        finally:
            if closing is not None:
                await self._end(room, closing)

    async def _stay(self, room: Room) -> None:
        closing = Closing(1000, "")
        try:
            await self._read(room)
        except _ENDS as problem:
            closing = _closing(problem)
        finally:
            await self._end(room, closing)

    async def _end(self, room: Room | None, closing: Closing) -> None:
        if self._asked is not None:
            self._asked.cancel()
        if room is not None:
            room.leave(self, lost=closing.code == 0 and self._wire.broken_off)
            self.services.background.spawn(self._note_reading(room))
        self.limits.dismiss(self._address)
        if closing.code:
            with contextlib.suppress(Exception):
                await self._wire.say_goodbye(closing.code, closing.reason, drop=closing.code == _BEHIND)

    async def _receive(self) -> str | None:
        """Return the next text message; None for one that is not text."""
        message = await self._wire.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text = message.get("text") if message["type"] == "websocket.receive" else None
        if text is not None and len(text) > MOST_BYTES:
            raise Closing(1009, "message too big")
        return text

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(_HELLO_SECONDS):
                text = await self._receive()
        except TimeoutError:
            raise Closing(4408, "hello came too late") from None
        try:
            hello = INCOMING.decode(text or "")
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Closing(4400, "the first message must be a hello") from None
        if not isinstance(hello, Hello) or hello.v != VERSION:
            raise Closing(4400, f"the first message must be a hello of version {VERSION}")
        return hello

    async def _enter(self, room: Room, hello: Hello, socket: WebSocket) -> None:
        """Check the newcomer, accept their contribution to the draws, and send them everything."""
        people = self.services.people
        try:
            self.person = None if hello.watch else await self.services.authentication.person_or_guest(socket, PLAY)
        except Refused as refusal:  # a token that may not play, or a banned person
            raise Closing({"banned": BANNED, "busy": _LATER}.get(refusal.code, 4403), refusal.sentence) from None
        if self.person is not None:
            self.person_id, self.credential = self.person.id, self.person.credential
        theirs = await people.seats(self.person, room.id)
        keys: list[Key] = [(key.seat, key.token) for key in hello.seats]
        if hello.watch and keys:
            raise Closing(4400, "who only watches has no seats")
        cookie = socket.cookies.get(cookie_name(room.id), "")
        shown = keys or ([] if hello.watch else read_cookie(cookie))
        valid = await self.services.authentication.valid_keys(socket, room.id, shown)
        if keys and len(valid) < len(keys):
            raise Closing(4401, "signed out")
        keys = valid
        if not hello.seats and not hello.watch:
            keys += [(0, proven) for proven in theirs]
        given = [key.contribution for key in hello.seats] or [hello.contribution] * len(keys)

        def contribute(table: Table) -> Contribute:
            held = held_seats(table, keys)
            if hello.seats and len(held) < len(keys):
                raise Closing(4401, "wrong token")
            return Contribute({seat: text or new_token() for seat, text in zip(held, given, strict=False)})

        try:
            await self.services.tables.act(room.id, contribute)
        except Refused as refusal:
            raise Closing(4404 if refusal.code == "missing" else _LATER, refusal.sentence) from None
        if hello.since is not None:  # what they have seen on another server may not be known here yet
            await room.catch_up(hello.since)
        self.client = hello.client
        self.previews, self.notes, self.changes = hello.previews, hello.notes, hello.changes
        self.visible = hello.visible
        async with room.lock:
            table = await room.load()
            self.keys = tuple(held_seats(table, keys))  # the draw may have changed them
            if self.keys:  # their token stays the same when they connect again or change seats
                self.who = (held_by(table, self.keys[0]), self.who[1])
            hashes = [held_by(table, seat) for seat in self.keys]
            self._check_room(room)
            self._check_caps(room, table)
            await room.enter(self, table, hello.since)
            if self.services.enforcement.announcement:
                self.send(announcement_message(self.services.enforcement.announcement))
        if self.person is not None and not set(hashes) <= set(theirs):  # a seat taken by its secret link
            await self.services.my_games.add(self.person, room.id, hashes)

    async def _note_reading(self, room: Room) -> None:
        """Note that a person with a profile has had the table open until now."""
        if self.person is not None and self.keys and room.table is not None:
            with contextlib.suppress(Refused):
                await self.services.people.read_up_to(self.person, room.id, room.table.head)

    def _check_room(self, room: Room) -> None:
        """Turn a newcomer away whose room was closed while they waited at its door: nobody would tell them anything."""
        if self.services.tables.rooms.get(room.id) is not room:
            raise Closing(_LATER, "connect again")

    def _check_caps(self, room: Room, table: Table) -> None:
        settings = self.services.settings
        if self.yours:
            if any(room.audience.connections_of(seat) >= settings.most_per_seat for seat in self.yours):
                raise Closing(4413, "too many connections to this seat")
        elif not table.options.spectators:
            raise Closing(4403, "this table has no spectators")
        elif room.audience.spectators >= settings.most_spectators:
            raise Closing(4413, "too many spectators")

    async def _read(self, room: Room) -> None:
        while True:
            text = await self._receive()
            if self._closing is not None:
                raise self._closing
            if not self.limits.messages.take(*self.who):
                # a little too fast is refused; much too fast closes the connection
                if not self.limits.bad_messages.take(*self.who):
                    raise Closing(4429, "too many messages")
                self.refuse(None, Refused("rate", "too many messages; please wait a moment."))
                continue
            try:
                command = INCOMING.decode(text or "")
                if isinstance(command, Hello):
                    raise msgspec.ValidationError("hello comes once")
            except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
                if not self.limits.bad_messages.take(*self.who):
                    raise Closing(4429, "too many messages that are none") from None
                self.refuse(None, Refused("bad", f"this message is not part of the protocol: {str(problem)[:200]}"))
                continue
            if not isinstance(command, AskHint):
                await self._carry_out(room, command)
            elif self._asked is not None and not self._asked.done():
                self.refuse(command.id, Refused("busy", "your last hint is still being prepared; please wait for it."))
            else:  # takes a while; the game must not wait for it
                self._asked = self.services.background.spawn(self._carry_out(room, command))

    async def carry_out(self, room: Room, message: Command) -> m.Answer:
        if isinstance(message, Look):
            room.look(self, message.visible)
            message = Ping(message.id)
        return await super().carry_out(room, message)

    async def _carry_out(self, room: Room, command: Command) -> None:
        begun = time.monotonic()
        try:
            self.send(encode(await self.carry_out(room, command)))
        except Refused as refusal:
            self.refuse(command.id, refusal)
        kind = str(type(command).__struct_config__.tag)
        self.services.metrics.command_seconds[kind].note(time.monotonic() - begun)


def live_route(services: LiveServices) -> WebSocketRoute:
    """Return the route of the WebSocket."""
    limits = services.limits

    async def live(socket: WebSocket) -> None:
        address = address_of(socket)
        welcome = origin_allowed(services.settings, socket) and limits.joins.take(address)
        if not welcome or not limits.admit(address):
            await socket.close(1008)  # before accepting: HTTP 403
            return
        await Connection(socket, services, address).serve(socket.path_params["table"], socket)

    return WebSocketRoute("/tables/{table}/live", live)
