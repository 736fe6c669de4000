"""A game from another package in the terminal and on the server, which are separate processes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

import piazzetta
from piazzetta.bots import Position, bot
from tests.nursery import ANEW
from tests.server.tools import Player, ServerProcess, any_move, at_table


def command(site: Path, *words: str, typed: str = "") -> str:
    """Return what the command ``piazzetta`` prints."""
    done = subprocess.run(
        [sys.executable, "-c", ANEW, *words], cwd=site, input=typed, capture_output=True, text=True, timeout=1200
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.interpreted_only
def test_terminal(site: Path, tmp_path: Path) -> None:
    assert json.loads(command(site, "simulate", "chestnuts", "--games", "50", "--json"))["games"] == 50
    assert "left end only" in command(site, "rules", "chestnuts", "3.2")
    own, kept = tmp_path / "own.json", tmp_path / "game.json"
    own.write_text("[1, 2, 3, 4]")
    assert "4 baskets" in command(site, "baskets", "check", str(own))
    options = ["--bots", "easy", "--baskets", str(own), "--record", str(kept), "--seed", "1"]
    told = command(site, "play", "chestnuts", *options, typed="left\nleft\n")
    assert "Final scores" in told
    assert "1 of 1 records are right" in command(site, "verify", str(kept))


@pytest.mark.compiled_only
def test_server(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a table over HTTP, and play a game against a bot to its end."""
    match = piazzetta.game("chestnuts", rules={"bonus": 2}).start(seed=1)
    while not match.over:  # compiles here, so that the server finds it in the cache
        match.preview(bot("random").choose(Position.of(match)))
        match.play(match.legal_moves.actions[0])
    monkeypatch.chdir(site)  # the server finds the game there
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", "--pace", "0", anew=True).start()
    try:
        made = server.create("chestnuts", ["me", "bot random"], rules={"bonus": 2})

        async def game() -> None:
            async with at_table(Player(server.base, made["table"], {0: made["tokens"]["0"]})) as (player,):
                await player.play_on(any_move(1))

        asyncio.run(game())
        assert server.table(made["table"]).match.over  # type: ignore[union-attr]
    finally:
        server.stop()
