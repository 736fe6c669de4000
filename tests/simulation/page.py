"""What the page does with a table: ``web/src/table/remote.svelte.ts`` and ``update-feed.svelte.ts`` in Python.

It keeps what the page would show, connects again when a connection ends or falls silent, and sends a command again,
with its id, until the server says that it is done or refused.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulation.client import WebSocket
from tests.simulation.network import Gone, Host, Network

_FIRST_WAIT, _LONGEST_WAIT = 0.5, 15.0
_PATIENCE = 15.0
_PING_EVERY = 10.0
_SILENCE = 25.0  # seconds without a word after which a connection counts as dead
_FINAL = (4400, 4401, 4403, 4404, 4430)

Message = dict[str, Any]


def patched(value: Any, patch: list[Message]) -> Any:
    """Return a value after changes, as ``web/src/patch.ts`` does: what has not changed is shared."""
    for change in patch:
        names = [name.replace("~1", "/").replace("~0", "~") for name in change["path"].split("/")[1:]]
        value = _put(value, names, change)
    return value


def _put(value: Any, names: list[str], change: Message) -> Any:
    if not names:
        return change["value"]
    first, *rest = names
    copy = value.copy()
    if isinstance(copy, dict):
        if rest:
            copy[first] = _put(copy[first], rest, change)
        elif change["op"] == "remove":
            del copy[first]
        else:
            copy[first] = change["value"]
        return copy
    place = len(copy) if first == "-" else int(first)
    if rest:
        copy[place] = _put(copy[place], rest, change)
    elif change["op"] == "add":
        copy.insert(place, change["value"])
    elif change["op"] == "remove":
        del copy[place]
    else:
        copy[place] = change["value"]
    return copy


class Page:
    """A tab with a table. ``seats``: its tokens by seat; none: a spectator. ``host``: a server to connect to now."""

    def __init__(
        self,
        network: Network,
        host: Callable[[], Host | None],
        rng: Random,
        name: str,
        table: str,
        seats: dict[int, str],
        changes: bool = True,
    ) -> None:
        self.name = name
        self.table = table
        self._network = network
        self._host = host
        self._rng = rng
        self._keys = list(seats.items())
        self._changes = changes
        self._client = "".join(rng.choice("0123456789abcdef") for _ in range(8))
        self._count = 0
        self._pending: dict[str, asyncio.Future[Message]] = {}
        self.socket: WebSocket | None = None
        self._heard = 0.0
        self._wait = _FIRST_WAIT
        self.since = network.loop.now  # when it was opened
        # what it shows
        self.live = False
        self.connections = 0  # how often it was welcome
        self.closed = 0  # the server's last word, if it was one
        self.info: Message = {}
        self.yours: list[int] = []
        self.latest: Message | None = None
        self.seen = 0  # the latest event that it has ever shown
        self.log: list[Message] = []
        self.chat: list[Message] = []
        self.on_busy: Callable[[Page], None] = lambda page: None  # a command is refused, but may succeed later
        self.busy = ""  # with which code
        self.on_update: Callable[[Page], None] = lambda page: None
        self.news = asyncio.Event()

    @property
    def at(self) -> int:
        return self.latest["at"] if self.latest else 0

    @property
    def over(self) -> bool:
        return bool(self.latest and self.latest["over"])

    @property
    def sights(self) -> list[Message]:
        if self.latest is None:
            return []
        return self.latest.get("sights") or [self.latest["sight"]]

    @property
    def keys(self) -> list[tuple[int, str]]:
        """The seats that it holds, with their tokens."""
        return self._keys

    # --- the connection ---

    async def run(self) -> None:
        """Show the table until the server says that this is not for us."""
        while not self.closed:
            try:
                await self._connect()
            except (Gone, TimeoutError) as gone:
                if isinstance(gone, Gone) and gone.code in _FINAL:
                    self.closed = gone.code
            self._lose()
            await asyncio.sleep(self._wait)
            self._wait = min(2 * self._wait, _LONGEST_WAIT)

    def leave(self) -> None:
        """Close the page; end ``run`` before."""
        self.closed = 1001
        self._lose()

    def _lose(self) -> None:
        self.live = False
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        for answer in self._pending.values():
            if not answer.done():
                answer.set_result({"type": "lost"})
        self._pending.clear()

    async def _connect(self) -> None:
        host = self._host()
        if host is None:
            raise Gone
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(_SILENCE):
            self.socket = await WebSocket.open(self._network, host, f"/api/v1/tables/{self.table}/live")
        seats = [{"seat": seat, "token": token, "contribution": f"{self.name} {seat}"} for seat, token in self._keys]
        since = self.at if self.info else None
        wishes = {"notes": False, "changes": self._changes, "watch": not seats}
        self._send({"type": "hello", "v": 1, "seats": seats, "since": since, "client": self._client, **wishes})
        self._heard = loop.time()
        pinging = asyncio.ensure_future(self._ping())
        try:
            while True:
                async with asyncio.timeout_at(self._heard + _SILENCE):
                    text = await self.socket.receive()
                self._heard = loop.time()
                self._hear(json.loads(text))
        finally:
            pinging.cancel()

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(_PING_EVERY)
            self._count += 1
            self._send({"type": "ping", "id": f"{self._client}-{self._count}"})

    def _send(self, message: Message) -> None:
        if self.socket is not None:
            self.socket.send(json.dumps(message))

    # --- what it shows ---

    def _hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.info = message["table"]
            self.yours = message["yours"]
            self._sit_at(message["keys"])
            self._wait = _FIRST_WAIT
            self.live = True
            self.connections += 1
        elif kind == "update":
            self._update(message)
        elif kind == "change":
            if self.latest is None or self.latest["at"] != message["from"]:
                raise Gone  # a gap: the next connection begins with a whole update
            self._update(patched(self.latest, message["patch"]))
        elif kind == "seats":
            self.info |= {name: message[name] for name in ("seats", "status", "spectators", "starter", "ended")}
        elif kind == "seated":
            seating = message["seating"]
            self.yours = sorted(seating[seat] for seat in self.yours)
            self._sit_at([seating[seat] for seat, _ in self._keys])
        elif kind == "chat":
            self.chat = [line for line in self.chat if line["at"] != message["at"]] + [message]
        elif message.get("id") in self._pending:
            answer = self._pending.pop(message["id"])
            if not answer.done():
                answer.set_result(message)
        self.news.set()

    def _sit_at(self, seats: list[int]) -> None:
        self._keys = [(seat, token) for seat, (_, token) in zip(seats, self._keys, strict=True)]

    def _update(self, message: Message) -> None:
        happened = message["happened"]
        first = happened[0]["at"] if happened else float("inf")
        self.log = [item for item in self.log if item["at"] < first]
        for item in happened:
            self._happen(item)
        self.latest = message
        self.on_update(self)

    def _happen(self, item: Message) -> None:
        """The log with what happened next; an undone move leaves it."""
        if item["kind"] != "undo":
            self.log.append(item)
            return
        for place in reversed(range(len(self.log))):
            if self.log[place]["seat"] == item["seat"] and self.log[place]["kind"] in ("play", "sealed"):
                del self.log[place]
                return

    # --- commands ---

    async def command(self, kind: str, **more: Any) -> tuple[str, Message]:
        """Give a command until it is answered; its key in the log, if it has one there, and the answer."""
        self._count += 1
        name = f"{self._client}-{self._count}"
        message = {"type": kind, "id": name, "at": self.at, **more}
        key = f"{more.get('seat', 0)}:{self._client}:{name}"
        while True:
            answer = await self._ask(name, message)
            self.busy = answer["code"] if answer.get("code") in ("busy", "internal") else ""
            if self.busy:
                self.on_busy(self)
            elif answer["type"] != "lost":
                return key, answer
            if self.closed:
                return key, {"type": "refused", "code": "closed"}
            await asyncio.sleep(self._rng.uniform(0.2, 2.0))

    async def _ask(self, name: str, message: Message) -> Message:
        if not self.live:
            return {"type": "lost"}
        answer = self._pending[name] = asyncio.get_running_loop().create_future()
        self._send(message)
        try:
            async with asyncio.timeout(_PATIENCE):
                return await answer
        except TimeoutError:
            return {"type": "lost"}
        finally:
            self._pending.pop(name, None)
