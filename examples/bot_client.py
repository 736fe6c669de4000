"""A bot account that plays over the network: the whole protocol it needs (docs/protocol.md) in 60 lines.

    export PIAZZETTA_TOKEN=tok.…   (made in the page under "Me", for playing, seeing games and opening tables)
    python examples/bot_client.py http://127.0.0.1:8000            offers a table to whoever comes, plays all its games
    python examples/bot_client.py http://127.0.0.1:8000/t/TABLE    joins an open seat there; needs no token
It plays the move that scores the most points at once. It needs only `websockets`; put your own ideas into `choose`.
"""

import asyncio
import json
import os
import random
import secrets
import sys
import urllib.request
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def choose(sight: dict) -> str:
    """Return the text of the move that scores the most points at once; break ties at random."""
    return max(sight["legal"], key=lambda move: (move["points"][sight["viewer"]], random.random()))["move"]


class Bot:
    def __init__(self, address: str, token: str | None) -> None:
        self.api = "{0.scheme}://{0.netloc}/api/v1".format(urlsplit(address))
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, path: str, body: dict | None = None) -> dict:
        text, headers = body and json.dumps(body).encode(), {"Content-Type": "application/json", **self.headers}
        with urllib.request.urlopen(urllib.request.Request(self.api + path, text, headers)) as answer:
            return json.load(answer)

    async def join(self, table: str) -> dict:
        joined = self.ask(f"/tables/{table}/join", {"name": "Bot client"})
        return await self.play(table, [{"seat": joined["seat"], "token": joined["token"]}])

    async def play(self, table: str, seats: list[dict]) -> dict:
        """Play until the game is over; return the last sight. A token opens all seats of its account: none are given."""
        client, since, answered, count = secrets.token_hex(8), None, 0, 0
        url = f"{self.api.replace('http', 'ws', 1)}/tables/{table}/live"
        async for socket in connect(url, additional_headers=self.headers):  # again if it breaks
            try:
                await socket.send(json.dumps({"type": "hello", "v": 1, "client": client, "since": since, "seats": seats}))
                async for message in map_json(socket):
                    since = max(since or 0, message.get("at") or 0)
                    if message["type"] == "update" and message["over"]:
                        return message["sight"]
                    if message["type"] == "update" and (message["sight"]["asked"] or 0) > answered:  # a new question
                        answered, count = message["sight"]["asked"], count + 1
                        move = {"type": "play", "id": str(count), "at": since, "move": choose(message["sight"])}
                        await socket.send(json.dumps(move))
            except ConnectionClosed:
                answered = 0
        raise AssertionError("connect goes on for ever")
