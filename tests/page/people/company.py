"""The people at a table, played by a program over the protocol; it brings a game to a moment worth looking at."""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

#: Moves that waste a turn; played only occasionally, so that games look realistic.
IDLE = ("bobby", "mark", "bluff", "stay", "wait")
#: With enough baggage for a sale, it is time to travel.
PACKED = ("auction", "bid", "stay", "wait")
NAMES = ("Ada", "Ben", "Chiara", "Diego", "Élise", "Fritz")

Sight = dict[str, Any]
Moment = Callable[[Sight], bool]


class Company:
    """Holds every seat of its own table; a page may hold one of them as well."""

    def __init__(self, base: str, game: str, players: int = 2, seed: int = 1, **wish: Any) -> None:
        self.base = base
        self.game = game
        self.rng = random.Random(seed)
        self.over = False
        self.sights: dict[int, Sight] = {}
        self._since = 0
        self._count = 0
        seats = [{"kind": "open" if seat else "me", "name": NAMES[seat]} for seat in range(players)]
        options = {"hints": True, **wish.pop("options", {})}
        made = self._post("/tables", {"game": game, "seats": seats, "starter": 0, "options": options, **wish})
        self.id: str = made["table"]
        self.tokens: dict[int, str] = {0: made["tokens"]["0"]}
        for seat in range(1, players):
            joined = self._post(f"/tables/{self.id}/join", {"name": NAMES[seat], "seat": seat})
            self.tokens[seat] = joined["token"]
        self._stack = ExitStack()
        self._socket: ClientConnection
        self._enter()

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = httpx.post(f"{self.base}/api/v1{path}", json=body, timeout=120)
        assert answer.is_success, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def _enter(self) -> None:
        address = f"{self.base.replace('http', 'ws', 1)}/api/v1/tables/{self.id}/live"
        self._socket = self._stack.enter_context(
            connect(address, max_size=2**24, max_queue=None, compression=None, ping_interval=None)
        )
        seats = [{"seat": seat, "token": token, "contribution": ""} for seat, token in self.tokens.items()]
        self._send(type="hello", v=1, client=secrets.token_hex(6), since=None, seats=seats)
        while not self.sights:
            self.hear()

    def _send(self, **message: Any) -> None:
        self._socket.send(json.dumps(message))

    def hear(self, seconds: float = 120) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=seconds))
        self._since = max(self._since, message.get("at") or 0)
        if message["type"] == "update":
            self.over = message["over"]
            for sight in message.get("sights") or [message["sight"]]:
                if sight["view"]:
                    self.sights[sight["viewer"]] = sight
        return message

    def link(self, seat: int = 0) -> str:
        """The link that seats somebody here."""
        return f"/t/{self.id}#s={seat}&k={self.tokens[seat]}"

    @property
    def awaited(self) -> list[Sight]:
        """The sights of the seats that may decide now."""
        return [sight for seat, sight in sorted(self.sights.items()) if seat in sight["awaited"] and sight["legal"]]

    def play(self, seat: int, move: str) -> None:
        """Play one move, and wait until it is done and seen."""
        self._count += 1
        command = {"type": "play", "id": f"p{self._count}", "at": self._since, "seat": seat, "move": move}
        self._send(**command)
        while (message := self.hear())["type"] != "done":
            if message["type"] == "refused":
                assert message["code"] == "rate", message["sentence"]
                time.sleep(0.3)  # rate limit
                self._send(**command)

    def choose(self, sight: Sight) -> str:
        """Choose as somebody who wants points and wastes little time."""
        seat, legal = sight["viewer"], sight["legal"]
        best = max(option["points"][seat] for option in legal)
        if best > 1 and self.rng.random() < 0.7:
            return str(self.rng.choice([option for option in legal if option["points"][seat] == best])["move"])
        packed = self.game == "viaggiatore" and sight["view"]["seats"][seat]["baggage"] >= 3
        lazy = PACKED if packed else IDLE
        keen = [option for option in legal if not option["move"].startswith(lazy)]
        return str(self.rng.choice(keen if keen and self.rng.random() < 0.93 else legal)["move"])

    def until(self, moment: Moment, most: int = 3000) -> bool:
        """Play for everybody until a seat to move is at such a moment; return whether it came before the end."""
        with suppress(TimeoutError):
            while True:  # catch up on messages
                self.hear(0)
        for _ in range(most):
            for sight in self.awaited:
                if moment(sight):
                    return True
            if self.over or not self.awaited:
                return False
            sight = self.awaited[0]
            self.play(sight["viewer"], self.choose(sight))
        return False

    def others(self, mine: Iterable[int], most: int = 200) -> None:
        """Play for all but some seats, as long as there is something to decide."""
        for _ in range(most):
            free = [sight for sight in self.awaited if sight["viewer"] not in mine]
            if self.over or not free:
                return
            self.play(free[0]["viewer"], self.choose(free[0]))

    def to_the_end(self) -> None:
        assert not self.until(lambda _: False)
        assert self.over

    def leave(self) -> None:
        self._stack.close()
