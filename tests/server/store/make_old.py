"""Made ``tables-0.1.sqlite``: a database as version 0.1 left it, with the tokens of its seats in ``tables-0.1.json``.

    git archive dd3b39c src | tar -x -C /tmp/old        (the last commit of 0.1)
    python -m tests.server.store.make_old /tmp/old/src

Two finished games, a game that goes on, and a table that waits, with chat. Never make it again: it is what people have.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.server.tools import Player, any_move, at_table

HERE = Path(__file__).parent
DATABASE, TOKENS = HERE / "tables-0.1.sqlite", HERE / "tables-0.1.json"
PORT = 18173
BASE = f"http://127.0.0.1:{PORT}"


def seated(game: str, names: tuple[str, ...], taken: int = 2) -> tuple[str, list[str]]:
    seats = [{"kind": "me", "name": names[0]}, *({"kind": "open"} for _ in names[1:])]
    made = httpx.post(f"{BASE}/api/v1/tables", json={"game": game, "seats": seats}, timeout=600).json()
    tokens = [made["tokens"]["0"]]
    for seat, name in enumerate(names[1:taken], start=1):
        joined = httpx.post(
            f"{BASE}/api/v1/tables/{made['table']}/join", json={"name": name, "seat": seat}, timeout=600
        )
        tokens.append(joined.json()["token"])
    return made["table"], tokens


async def play(table: str, tokens: list[str], seed: int, until: int | None = None) -> None:
    people = [Player(BASE, table, {seat: token}) for seat, token in enumerate(tokens)]
    async with at_table(*people):
        await people[0].command("chat", text="buona fortuna!")
        await people[1].command("chat", text="altrettanto – ¡suerte!")
        await asyncio.gather(*(one.play_on(any_move(seed + at), until) for at, one in enumerate(people)))


def main(source: str) -> None:
    assert not DATABASE.exists(), "it is what people have: never make it again"
    environment = {**os.environ, "PYTHONPATH": source, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "piazzetta", "serve", "--port", str(PORT), "--db", f"sqlite:///{DATABASE}"]
    server = subprocess.Popen([*command, "--pace", "0", "--no-address-limits"], env=environment)
    try:
        for _ in range(600):
            try:
                if httpx.get(f"{BASE}/api/v1/games", timeout=600).status_code == 200:
                    break
            except httpx.TransportError:
                time.sleep(0.5)
        kept = {}
        for name, game, people, until in (
            ("over viaggiatore", "viaggiatore", ("Ada", "Bruno"), None),
            ("over portobello", "portobello", ("Ada", "Çelik"), None),
            ("running", "viaggiatore", ("Bruno", "Ada"), 40),
        ):
            table, tokens = seated(game, people)
            asyncio.run(play(table, tokens, len(name), until))
            kept[name] = {"table": table, "tokens": tokens}
        table, tokens = seated("portobello", ("Ada", "nobody yet", "nobody yet"), taken=1)
        kept["waiting"] = {"table": table, "tokens": tokens}
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
    with sqlite3.connect(DATABASE) as database:  # one file, without its journal
        database.execute("PRAGMA journal_mode=DELETE")
    TOKENS.write_text(json.dumps(kept, indent=1) + "\n")
    DATABASE.with_name(f"{DATABASE.name}.lock").unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1])
