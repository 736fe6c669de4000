"""Films over HTTP: of finished games for everybody, of running games for their players, of records; what is refused."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from PIL import Image

from piazzetta import Record
from piazzetta.server.settings import Settings
from piazzetta.server.workers import films
from piazzetta.server.workers.pictures import shown_of
from piazzetta.tables.refusals import Refused
from tests.films.test_films import played
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only

SMALL = "width=240&pace=fast&lang=de"


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def picture(answer: Any) -> Image.Image:
    assert answer.status_code == 200, answer.text
    return Image.open(io.BytesIO(answer.content))


def begun(server: ServerProcess, **more: Any) -> tuple[str, list[str]]:
    """A game of two, in which some moves have been made."""
    table, tokens = server.seated("viaggiatore", 2, **more)

    async def story() -> None:
        async with at_table(*(Player(server.base, table, {seat: tokens[seat]}) for seat in (0, 1))) as people:
            await asyncio.gather(*(player.play_on(any_move(1), until=12) for player in people))

    asyncio.run(story())
    return table, tokens


def test_a_running_game_is_filmed_by_its_players_alone_and_a_finished_one_by_everybody(server: ServerProcess) -> None:
    table, tokens = begun(server, options={"listed": False})
    path = f"/api/v1/tables/{table}/film?{SMALL}"
    own = {"Authorization": f"Bearer 1.{tokens[1]}"}
    assert code(server.get(path)) == (409, "not_over"), "what spectators have seen is no film yet"
    assert code(server.get(f"{path}&viewer=1")) == (403, "not_your_seat")
    assert code(server.get(f"{path}&viewer=0", headers=own)) == (403, "not_your_seat")
    assert code(server.get(f"{path}&viewer=-2", headers=own)) == (409, "not_over")
    assert picture(server.get(f"{path}&viewer=1&kind=gif", headers=own)).format == "GIF"
    assert shown_of(server.table(table)).key == "cover viaggiatore"

    assert server.post(f"/api/v1/tables/{table}/resign", {"seat": 0, "token": tokens[0]}).status_code == 200
    film = server.get(f"{path}&viewer=-2")
    assert picture(film).size[0] == 240
    assert film.headers["content-type"] == "image/webp"
    assert film.headers["cache-control"].startswith("private")
    assert code(server.get(f"{path}&viewer=2")) == (404, "missing")
    assert code(server.get(f"/api/v1/tables/nowhere/film?{SMALL}")) == (404, "missing")
    end = shown_of(server.table(table))
    assert (end.key, end.names) == (f"{table} -1 False", []), "its preview shows the end, and names nobody"


def test_a_record_is_filmed(server: ServerProcess) -> None:
    record = played("portobello", 2)
    head = {"content-type": "application/json"}
    path = f"/api/v1/replay/film?{SMALL}"
    film = server._http.post(f"{server.base}{path}&first=5&last=12", content=record.dumps(), headers=head)
    assert getattr(picture(film), "n_frames", 1) > 2
    assert code(server.post(path, {"format": "piazzetta/1"})) == (400, "bad")
    for wrong in ("width=20", "pace=hasty", "kind=mp4", "first=-1", "viewer=9", "lang=nl", "turn=1&first=2"):
        assert code(server.post(f"/api/v1/replay/film?{wrong}")) == (400, "bad"), wrong


def test_without_pillow_and_with_a_film_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piazzetta.server.workers.films.sys.executable", "/bin/false")
    with pytest.raises(Refused, match="no film is available"):
        films._made(b"")
    monkeypatch.setattr(films, "find_spec", lambda name: None)
    with pytest.raises(Refused, match="makes no films"):
        asyncio.run(films.Films().make(Record(*[None] * 3), films.cut_of(), ""))  # type: ignore[arg-type]
    assert Settings().films[0] < 10
