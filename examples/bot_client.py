"""A bot account that plays over the network: the whole protocol it needs (docs/protocol.md) in 60 lines.

    python examples/bot_client.py http://127.0.0.1:8000/t/TABLE    joins an open seat there
    PIAZZETTA_TOKEN=tok.… python examples/bot_client.py http://127.0.0.1:8000
The latter plays all games of an account and offers a table to whoever comes, with a token made in the page under "Me".
"""

import asyncio
import json
import os
import random
import sys
import urllib.request
from contextlib import suppress

from websockets import ConnectionClosed, connect

HEADERS = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('PIAZZETTA_TOKEN', '')}"}


def choose(sight: dict) -> str:  # your ideas; here: most points at once, ties broken at random
    return max(sight["legal"], key=lambda move: (move["points"][sight["viewer"]], random.random()))["move"]


def ask(address: str, body: dict | None = None) -> dict:
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), HEADERS)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(house: str, join: bool = False) -> None:
    """Play at a table until the game is over: at a seat that is free, or at those of the account."""
    joined = [ask(f"{house}/join", {"name": "Bot client"})] if join else []
    seats = [{"seat": one["seat"], "token": one["token"]} for one in joined]
    async for socket in connect(f"{house.replace('http', 'ws', 1)}/live", additional_headers=HEADERS):
        with suppress(ConnectionClosed):  # then again
            await socket.send(json.dumps({"type": "hello", "v": 1, "client": os.urandom(8).hex(), "seats": seats}))
            async for message in (json.loads(text) async for text in socket):
                if message["type"] == "update" and message["over"]:
                    print(house, message["sight"]["view"]["scores"])
                    return
                if message["type"] == "update" and message["sight"]["asked"]:
                    move = {"at": message["at"], "id": os.urandom(8).hex(), "move": choose(message["sight"])}
                    await socket.send(json.dumps({"type": "play", **move}))  # a second answer is refused: no harm


async def serve(api: str, playing: dict[str, asyncio.Task]) -> None:
    while True:
        games = ask(f"{api}/me/desk")["games"]
        if not any(game["status"] == "waiting" for game in games):  # always a table to which somebody can come
            ask(f"{api}/tables", {"game": "viaggiatore", "seats": [{"kind": "me", "name": "Bot"}, {"kind": "open"}]})
        for table in {game["table"] for game in games} - set(playing):
            playing[table] = asyncio.create_task(play(f"{api}/tables/{table}"))
        await asyncio.sleep(1)


if __name__ == "__main__":
    base, _, table = sys.argv[1].partition("/t/")
    api = f"{base.rstrip('/')}/api/v1"
    asyncio.run(play(f"{api}/tables/{table}", join=True) if table else serve(api, {}))
