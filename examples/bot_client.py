"""Play over the network as a bot account, in 60 lines (docs/programs.md, docs/protocol.md).

    python examples/bot_client.py http://127.0.0.1:8000/t/TABLE               # join a free seat of that table
    PIAZZETTA_TOKEN=tok.… python examples/bot_client.py http://127.0.0.1:8000   # play all games of an account
The second form also keeps one open table. Create its token in the page: My games, Profile, Access tokens.
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


def choose(sight: dict) -> str:  # replace it by your own: here the move with the most points, ties at random
    return max(sight["legal"], key=lambda move: (move["points"][sight["viewer"]], random.random()))["move"]


def ask(address: str, body: dict | None = None) -> dict:
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), HEADERS)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(table: str, join: bool = False) -> None:
    """Play at a table (its address) until the game is over: join a free seat, or use the seats of the account."""
    joined = [ask(f"{table}/join", {"name": "Bot client"})] if join else []
    seats = [{"seat": one["seat"], "token": one["token"]} for one in joined]
    async for socket in connect(f"{table.replace('http', 'ws', 1)}/live", additional_headers=HEADERS):
        with suppress(ConnectionClosed):  # the loop reconnects
            await socket.send(json.dumps({"type": "hello", "v": 1, "client": os.urandom(8).hex(), "seats": seats}))
            async for message in (json.loads(text) async for text in socket):
                if message["type"] == "update" and message["over"]:
                    print(table, message["sight"]["view"]["scores"])
                    return
                if message["type"] == "update" and message["sight"]["asked"]:
                    move = {"at": message["at"], "id": os.urandom(8).hex(), "move": choose(message["sight"])}
                    await socket.send(json.dumps({"type": "play", **move}))  # repeated: refused, no harm


async def serve(api: str, playing: dict[str, asyncio.Task]) -> None:
    while True:
        games = ask(f"{api}/me/games")["games"]
        if not any(game["status"] == "waiting" for game in games):  # keep one open table
            ask(f"{api}/tables", {"game": "viaggiatore", "seats": [{"kind": "me", "name": "Bot"}, {"kind": "open"}]})
        for table in {game["table"] for game in games} - set(playing):
            playing[table] = asyncio.create_task(play(f"{api}/tables/{table}"))
        await asyncio.sleep(1)


if __name__ == "__main__":
    base, _, table = sys.argv[1].partition("/t/")
    api = f"{base.rstrip('/')}/api/v1"
    asyncio.run(play(f"{api}/tables/{table}", join=True) if table else serve(api, {}))
