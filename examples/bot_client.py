"""A program that takes a seat at a table and plays: the whole protocol it needs (docs/protocol.md) in 60 lines.

    python examples/bot_client.py http://127.0.0.1:8000/t/TABLE     joins an open seat; a seat's link takes that seat
It plays the move that scores the most points at once. It needs only `websockets`; put your own ideas into `choose`.
"""

import asyncio
import json
import random
import secrets
import sys
import urllib.request
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def choose(sight: dict) -> str:
    """Return the text of the move that scores the most points at once; break ties at random."""
    return max(sight["legal"], key=lambda move: (move["points"][sight["viewer"]], random.random()))["move"]


def ask(address: str, body: dict | None = None) -> dict:
    """Ask the server over HTTP."""
    text = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, text, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


async def play(link: str) -> dict:
    """Play until the game is over; return the last sight."""
    parts = urlsplit(link)
    base, table = f"{parts.scheme}://{parts.netloc}", parts.path.rsplit("/", 1)[-1]
    key = parse_qs(parts.fragment)
    house = f"{base}/api/v1/tables/{table}"
    joined = {} if "k" in key else ask(f"{house}/join", {"name": "Bot client"})  # takes an open seat
    seat, token = (int(key["s"][0]), key["k"][0]) if "k" in key else (joined["seat"], joined["token"])
    commitment, contribution = ask(house)["commitment"], secrets.token_hex(16)  # in this order: the draws are fair
    print(f"to check: piazzetta verify --commitment {commitment} --contribution {contribution}", file=sys.stderr)
    mine = {"seat": seat, "token": token, "contribution": contribution}
    client, since, answered, count = secrets.token_hex(8), None, 0, 0
    async for socket in connect(f"{house.replace('http', 'ws', 1)}/live"):  # again if it breaks
        try:
            await socket.send(json.dumps({"type": "hello", "v": 1, "client": client, "since": since, "seats": [mine]}))
            async for text in socket:
                message = json.loads(text)
                since = max(since or 0, message.get("at") or 0)
                if message["type"] == "update":
                    if message["over"]:
                        await socket.close()
                        return message["sight"]
                    if (message["sight"]["asked"] or 0) > answered:  # a question not answered yet
                        answered, count = message["sight"]["asked"], count + 1
                        move = {"type": "play", "id": str(count), "at": since, "move": choose(message["sight"])}
                        await socket.send(json.dumps(move))
        except ConnectionClosed:
            answered = 0
    raise AssertionError("connect goes on for ever")


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1]))["view"]["scores"])
