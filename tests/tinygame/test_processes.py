"""A game from another package in the terminal and on the server, which are separate processes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.nursery import ANEW
from tests.server.tools import Player, ServerProcess, any_move, at_table
from tests.tiers import LONG


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
    assert "1 of 1 records are valid" in command(site, "verify", str(kept))


def wait_until_loaded(server: ServerProcess, name: str = "chestnuts") -> None:
    """Wait until the server offers the game; until then it says that the kernels are being compiled."""
    wish = {"game": name, "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]}
    deadline = time.monotonic() + 400
    while name not in [card["name"] for card in httpx.get(f"{server.base}/api/v1/games").json()["games"]]:
        refused = httpx.post(f"{server.base}/api/v1/tables", json=wish)
        assert refused.json().get("code") in (None, "compiling")
        assert time.monotonic() < deadline, "the game is never loaded"
        time.sleep(1)


@pytest.mark.interpreted_only
def test_what_the_page_asks_of_the_server(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's link opens in any language; catalogue, words and views have what the plain table shows."""
    monkeypatch.chdir(site)
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", "--pace", "0", anew=True).start()
    try:
        wait_until_loaded(server)
        card = httpx.get(f"{server.base}/api/v1/games").json()["games"][-1]
        assert card["title"] == "Chestnuts"
        assert card["drawing"].startswith("<svg")
        for lang in ("en", "de"):
            messages = httpx.get(f"{server.base}/api/v1/words/chestnuts?lang={lang}").json()["messages"]
            assert messages["title"] == "Chestnuts"
            assert messages["reason.takes"] == ["Takes ", ["points"]]
            assert messages["you"] == {"en": "you", "de": "du"}[lang]
            assert httpx.get(f"{server.base}/api/v1/rules/chestnuts?lang={lang}").json()["lang"] == "en"
        made = server.create("chestnuts", ["me", "bot easy"])
        page = httpx.get(f"{server.base}/t/{made['table']}", headers={"accept-language": "de"})
        assert page.status_code == 200
        assert '<meta property="og:title" content="Chestnuts' in page.text

        async def look() -> None:
            async with at_table(Player(server.base, made["table"], {0: made["tokens"]["0"]})) as (player,):
                sight = await player.turn()
                assert sight["view"]["drawing"].startswith("<svg")

        asyncio.run(look())
    finally:
        server.stop()


@pytest.mark.compiled_only
def test_server(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a table over HTTP, and play a game against a bot to its end. In the short tier interpreted: a server of its
    own would compile for a minute what ``test_train.py`` and ``test_library.py`` compile in this process."""
    monkeypatch.chdir(site)  # the server finds the game there
    if not LONG:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", "--pace", "0", anew=True).start()
    try:
        wait_until_loaded(server)
        made = server.create("chestnuts", ["me", "bot medium"], rules={"bonus": 2})

        async def game() -> None:
            async with at_table(Player(server.base, made["table"], {0: made["tokens"]["0"]})) as (player,):
                await player.play_on(any_move(1))

        asyncio.run(game())
        assert server.table(made["table"]).match.over  # type: ignore[union-attr]
    finally:
        server.stop()
