"""All games as records: a person's own as a ZIP file, a server's in a folder. Each of them replays."""

from __future__ import annotations

import io
import json
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piazzetta import frames
from piazzetta.cli import app
from piazzetta.explorer.book import Book
from piazzetta.match.record import Record
from tests.server.credentials.test_tokens import program
from tests.server.people.friends import keep
from tests.server.people.test_my_games import played, until
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["export", *arguments])
    return done.exit_code, done.output


def test_my_games_and_the_servers(server: ServerProcess, tmp_path: Path) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    tables = []
    for number, game in enumerate(("viaggiatore", "portobello")):
        table = ada.create(game, options={"listed": False})
        bob.join(table, "Bob")
        played(ada, bob, table, seed=number)
        tables.append(table)
    ada.create()  # one that goes on is not among them
    until(lambda: len(ada.get("/me/games").json()["finished"]) == 2)
    answer = ada.get("/me/games.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == [f"{table}.json" for table in tables]
        for table in tables:
            written = archive.read(f"{table}.json")
            assert written == server.get(f"/api/v1/tables/{table}/record").content
            Record.loads(written).verify()
    assert program(ada, "games:read").get("/me/games.zip").status_code == 200
    assert program(ada, "games:play").get("/me/games.zip").json()["code"] == "scope"
    with zipfile.ZipFile(io.BytesIO(keep(server, "Eve").get("/me/games.zip").content)) as archive:
        assert archive.namelist() == []
    assert server.get("/api/v1/me/games.zip").json()["code"] == "nobody"

    status, said = run(str(tmp_path / "all"), "--db", server.db)  # while the server runs
    assert status == 0, said
    for table in tables:
        text = (tmp_path / "all" / f"{table}.json").read_text()
        Record.loads(text.encode()).verify()
        assert "Bob" not in text
        assert "names" not in json.loads(text)
    assert "were there" in run(str(tmp_path / "all"), "--db", server.db)[1]
    if find_spec("pyarrow"):
        status, said = run(str(tmp_path / "all"), "--db", server.db, "--parquet")
        written = frames.read(tmp_path / "all").games["game"].to_pylist()  # other tests have played here, too
        assert f"tables of {len(written)} games" in said
        assert set(written) >= set(tables)
    run(str(tmp_path / "named"), "--db", server.db, "--names")
    assert json.loads((tmp_path / "named" / f"{tables[0]}.json").read_text())["names"][1] == "Bob"
    puzzles = str(tmp_path / "puzzles")
    assert not ada.me()["puzzles"]
    assert ada.post("/me/change", {"puzzles": True}).json()["puzzles"]
    assert "not everybody allows puzzles" in run(puzzles, "--db", server.db, "--for-puzzles")[1]
    assert not list(Path(puzzles).glob("*.json")), "Ada allows it, Bob does not"
    bob.post("/me/change", {"puzzles": True})
    run(puzzles, "--db", server.db, "--for-puzzles")
    assert {file.stem for file in Path(puzzles).glob("*.json")} == set(tables)
    ada.post("/me/change", {"puzzles": False})
    assert ada.me()["name"] == "Ada"
    ours = ["build-explorer", "portobello", "--db", server.db, "--least", "1", "-o", str(tmp_path / "ours.bin")]
    counted = CliRunner().invoke(app, ours)
    assert counted.exit_code == 0, counted.output
    assert Book.read(tmp_path / "ours.bin").games >= 1
    status, _ = run(str(tmp_path / "all"), "--db", f"sqlite:///{tmp_path / 'none.sqlite'}")
    assert status != 0
    assert not (tmp_path / "none.sqlite").exists()
