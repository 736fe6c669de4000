"""Previews of links: the tags in a table's page, and its picture, which shows what spectators may see."""

from __future__ import annotations

import asyncio
import struct
from html import unescape
from html.parser import HTMLParser

import numpy as np
import pytest

from piazzetta.bots import Position
from piazzetta.games.base import SPECTATOR
from piazzetta.puzzles.puzzle import packaged_puzzles
from piazzetta.server.routes.page import PAGE
from piazzetta.server.workers import pictures
from piazzetta.server.workers.pictures import SIZE, draw, shown_of
from piazzetta.studies import Study
from piazzetta.tables.apply import apply, load
from piazzetta.tables.commands import BotPlay, decide, open_table
from piazzetta.tables.seating import Wish, head_of
from piazzetta.tables.table import Table
from tests.server.tools import ServerProcess
from tests.studies.test_files import played

pytestmark = pytest.mark.compiled_only


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "meta" and (name := given.get("property")):
            self.found[name] = unescape(given["content"] or "")


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def playing(game: str, moves: int, **options: bool) -> Table:
    """A table of bots after some moves."""
    wish = Wish.from_json({"game": game, "seats": [{"kind": "bot"}] * 3, "options": options})
    table = load("t", open_table("t", head_of(wish, bytes(32), {}), 5))
    for _ in range(moves):
        assert table.match is not None
        seat, asked = next(iter(table.asked.items()))
        for entry in decide(table, BotPlay(seat, next(iter(table.match.choices(seat))), asked.number), 5):
            apply(table, entry)
    return table


def test_a_picture_has_the_right_size_and_tells_no_secrets() -> None:
    """With other cards in the hands, and in the deck, not a byte of it changes."""
    table = playing("viaggiatore", 30)
    shown = shown_of(table)
    assert (shown.key, shown.number) == ("t -1 True", table.head)
    png = draw(shown.setting, shown.view, shown.names)
    assert size_of(png) == SIZE
    match = table.match
    assert match is not None
    changed = 0
    for seat in range(3):
        setting = match.setting
        true = Position.at(setting, seat, match.state())
        other = Position.determinized(setting, seat, true.state, 7)  # all that the seat does not know is redrawn
        view = setting.game.view(setting.components, setting.params_record, other.record, SPECTATOR)
        changed += not np.array_equal(other.record.hand, match.state().hand)
        assert draw(shown.setting, view, shown.names) == png
    assert changed


@pytest.mark.parametrize("options", [{"spectators": False}, {"listed": False}])
def test_tables_that_are_not_for_everybody_show_only_the_game(options: dict[str, bool]) -> None:
    wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "bot"}, {"kind": "open"}]})
    cover = shown_of(load("t", open_table("t", head_of(wish, bytes(32), {}), 5)))
    shown = shown_of(playing("portobello", 12, **options))
    assert shown == cover
    assert shown.key == "cover portobello"
    assert size_of(draw(shown.setting, shown.view, shown.names)) == SIZE


def test_a_link_is_described(server: ServerProcess) -> None:
    if not (PAGE / "index.html").is_file():
        pytest.skip("the page is not built")
    name = '<Ada> & "Co"'
    seats = [{"kind": "me", "name": name}, {"kind": "open"}]
    tables = {
        listed: server.post(
            "/api/v1/tables", {"game": "portobello", "seats": seats, "options": {"listed": listed}}
        ).json()["table"]
        for listed in (True, False)
    }
    page = server.get(f"/t/{tables[True]}", headers={"Accept-Language": "nl, it-IT;q=0.9"})
    assert name not in page.text
    tags = Tags(page.text).found
    assert tags["og:title"] == f"Portobello Market: {name}"
    assert tags["og:description"].startswith("Apri bancarelle")
    assert tags["og:url"] == f"{server.base}/t/{tables[True]}"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["og:image"].startswith(f"{server.base}/api/v1/tables/{tables[True]}/picture")
    picture = server.get(tags["og:image"].removeprefix(server.base))
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.content) == SIZE
    private = Tags(server.get(f"/t/{tables[False]}").text).found
    assert private["og:title"] == "Portobello Market"
    assert server.get(f"/api/v1/tables/{tables[False]}/picture").content == picture.content, "both wait: only the game"
    assert "og:title" not in server.get("/t/nowhere").text
    assert "og:title" not in server.get("/").text
    assert server.get("/api/v1/tables/nowhere/picture").status_code == 404


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_a_shared_study_is_described(server: ServerProcess, game: str) -> None:
    """The picture shows where its author looks."""
    if not (PAGE / "index.html").is_file():
        pytest.skip("the page is not built")
    study = Study.of(played(game))
    study.entitle('The <last> "turn"')
    there = {"study": study.dumps(), "at": [0] * 20}
    shared = server.post("/api/v1/studies", there).json()
    tags = Tags(server.get(f"/study?shared={shared['key']}").text).found
    assert tags["og:title"].endswith(': The <last> "turn"')
    assert tags["og:url"] == f"{server.base}/study?shared={shared['key']}"
    first = server.get(tags["og:image"].removeprefix(server.base))
    assert first.headers["content-type"] == "image/png"
    assert size_of(first.content) == SIZE
    later = server.post("/api/v1/studies", {**there, "at": [0] * 60}).json()
    framed = Tags(server.get(f"/embed/study?shared={later['key']}").text).found
    assert server.get(framed["og:image"].removeprefix(server.base)).content != first.content
    assert "og:title" not in server.get("/study?shared=nothing").text
    assert "og:title" not in server.get("/study").text
    assert server.get("/api/v1/studies/nothing/picture").status_code == 404


def test_a_busy_table_is_not_drawn_at_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    class Worker:
        async def run(self, function: object, *arguments: object) -> bytes:
            drawn.append(len(drawn))
            return bytes([len(drawn)])

    async def story() -> None:
        found = pictures.Pictures(Worker())  # type: ignore[arg-type]
        first = pictures.Shown("t", 1, b"", {}, [])
        assert await asyncio.gather(*(found.find(first) for _ in range(5))) == [b"\x01"] * 5
        later = pictures.Shown("t", 2, b"", {}, [])
        assert await found.find(later) == b"\x01", "some seconds old"
        monkeypatch.setattr(pictures, "_FRESH", 0.0)
        assert await found.find(later) == b"\x02"
        assert await found.find(later) == b"\x02"

    asyncio.run(story())
    assert len(drawn) == 2


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_a_puzzle_is_described(server: ServerProcess, game: str) -> None:
    """The picture shows what the seat knows that decides."""
    if not (PAGE / "index.html").is_file():
        pytest.skip("the page is not built")
    book = packaged_puzzles(game)
    assert book is not None
    pictures = []
    for puzzle in (book.puzzles[0], book.puzzles[-1]):
        place = f"/puzzles/{game}/{puzzle.id}"
        tags = Tags(server.get(place, headers={"Accept-Language": "it"}).text).found
        assert tags["og:title"].endswith(": trova la mossa migliore")
        assert tags["og:url"] == server.base + place
        picture = server.get(tags["og:image"].removeprefix(server.base))
        assert picture.headers["content-type"] == "image/png"
        assert size_of(picture.content) == SIZE
        pictures.append(picture.content)
    assert pictures[0] != pictures[1]
    for place in (f"/puzzles/{game}/00000000", "/puzzles/nothing/00000000", "/puzzles"):
        assert "og:title" not in server.get(place).text
        assert server.get(f"/api/v1{place}/picture").status_code == 404
