"""Networks at the tables of a server: ``serve --bots``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from piazzetta import BadInput
from piazzetta.cli import main
from piazzetta.games.knowledge import packaged
from piazzetta.server.workers.further_bots import read_further_bots
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The small network of Viaggiatore in a file of its own."""
    file = tmp_path / "student.bin"
    file.write_bytes(packaged("network-viaggiatore.bin")())
    return file


def levels(server: ServerProcess) -> dict[str, list[str]]:
    answer = server.get("/api/v1/games")
    assert answer.status_code == 200, (answer.text, server.output)
    return {game["name"]: game["levels"] for game in answer.json()["games"]}


async def watch(server: ServerProcess, table: str) -> None:
    """Wait until the bots of a table have made some moves."""
    onlooker = Player(server.base, table)
    async with at_table(onlooker):
        while (onlooker.since or 0) < 8:
            await onlooker.receive()


def test_networks_play_at_tables(small: Path, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    book = packaged("explorer/portobello.bin")()
    file = tmp_path / "ours.bin"
    file.write_bytes(book)
    options = ("--bots", f"judge,champion={small}", "--explorer", str(file), "--pace", "0")
    server = ServerProcess(db, *options).start()
    known = levels(server)
    has_book = {game["name"]: game.get("explorer") for game in server.get("/api/v1/games").json()["games"]}
    assert has_book == {"portobello": True, "viaggiatore": None}
    assert server.get("/api/v1/games/portobello/explorer").content == book
    assert server.get("/api/v1/games/viaggiatore/explorer").json()["code"] == "missing"
    assert known["viaggiatore"][-3:] == ["master", "judge", "champion"]
    assert known["portobello"][-2:] == ["master", "judge"], "a network plays one game"
    refused = server.post("/api/v1/tables", {"game": "portobello", "seats": [{"kind": "bot", "level": "champion"}] * 2})
    assert refused.status_code == 400
    assert "unknown bot level 'champion'; choose from random, easy" in refused.json()["sentence"]
    made = server.create("viaggiatore", ["me", "bot champion", "bot judge"])
    seats = server.get(f"/api/v1/tables/{made['table']}").json()["seats"]
    assert [seat["level"] for seat in seats] == [None, "champion", "judge"]
    assert [seat["temperament"] for seat in seats] == [None] * 3
    answered: dict[str, Any] = server.get("/api/v1/games").json()
    assert str(tmp_path) not in str(answered), "where the file lies concerns nobody"
    asyncio.run(watch(server, server.create("viaggiatore", ["bot champion", "bot judge"])["table"]))
    assert not any("failed" in line for line in server.output), server.output
    left = server.create("viaggiatore", ["me", "bot champion"])
    server.stop()

    again = ServerProcess(db, "--pace", "0").start()
    assert "champion" not in levels(again)["viaggiatore"]

    async def play_on() -> None:
        person = Player(again.base, left["table"], {0: left["tokens"]["0"]})
        async with at_table(person):
            await person.play_on(any_move(1), until=12)

    asyncio.run(play_on())
    assert again.get(f"/api/v1/tables/{left['table']}").json()["seats"][1]["level"] == "champion", "as the log says"
    again.stop()
    assert any("no bot is called champion here (serve --bots): a medium bot plays" in line for line in again.output)


def test_what_is_no_network_gets_a_sentence(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for given, wrong in {
        "hard": "--bots hard: tables have all levels; add judge, or a network's FILE.pt or FILE.bin",
        f"easy={small}": "and no level",
        f"My bot={small}": "small letters and digits",
        f"{small.parent}/gone.bin": "gone.bin cannot be read: No such file",
    }.items():
        with pytest.raises(BadInput) as refused:
            read_further_bots(given)
        assert wrong in str(refused.value)
    assert read_further_bots("") == {}
    monkeypatch.setattr(sys, "argv", ["piazzetta", "serve", "--bots", "genius"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert "--bots genius" in capsys.readouterr().err
