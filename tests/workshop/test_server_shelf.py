"""The server's shelf: what people made is there for everybody, in the log alone, and goes when its maker or the host
says so."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from piazzetta.games.portobello.board import Board
from piazzetta.games.registry import shelf
from piazzetta.server.shelf.shelf import Shelf
from piazzetta.server.store.store import Store
from piazzetta.server.wire.shelf import Offer
from piazzetta.tables.refusals import Refused
from tests.server.tools import ServerProcess

MAP = Board.default().to_file()


def offer(title: str = "Ours", **changed: Any) -> Offer:
    return Offer("portobello", title, {**MAP, **changed}, 2)


def refused(call: Any) -> str:
    with pytest.raises(Refused) as refusal:
        asyncio.run(call)
    return refusal.value.code


def test_all_who_read_one_log_see_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        await store.open()
        here, there = (Shelf(store, "the host's secret") for _ in range(2))
        first = await here.put(offer(name="One"))
        second = await there.put(offer(name="Two"))
        assert [card.key for card in await here.listed()] == [second.key, first.key]
        assert (await there.find(first.key)).chart == Board.read({**MAP, "name": "One"}).to_file()
        for token in ("", second.token):
            with pytest.raises(Refused, match="only the player who"):
                await there.take_down(first.key, token)
        await there.take_down(first.key, first.token)
        await here.take_down(second.key, "the host's secret")
        assert await here.listed() == []
        again = await here.put(offer(name="One"))
        assert again.key == first.key
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (Offer("chess", "Ours", MAP), "missing"),
        (Offer("portobello", "Ours", {}), "bad"),
        (Offer("viaggiatore", "Ours", MAP), "bad"),
        (Offer("viaggiatore", "Ours", [], 2), "bad"),
    ],
)
def test_only_what_can_be_played_is_taken(wrong: Offer, code: str, tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        await store.open()
        try:
            await Shelf(store).put(wrong)
        finally:
            await store.close()

    assert refused(story()) == code


@pytest.mark.compiled_only
def test_the_shelf_over_http(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = ServerProcess(db, "--host-key", "secret").start()
    try:
        with httpx.Client(base_url=f"{server.base}/api/v1", timeout=60) as api:
            _story(api)
    finally:
        server.stop()


def _story(api: httpx.Client) -> None:
    body = {"game": "portobello", "title": "Ours", "chart": MAP, "players": 3}
    put = api.post("/shelf", json=body)
    assert put.status_code == 201
    key = put.json()["key"]
    (card,) = api.get("/shelf").json()["shelf"]
    assert {name: card[name] for name in ("key", "game", "title", "players")} == {
        "key": key, "game": "portobello", "title": "Ours", "players": 3,
    }  # fmt: skip
    assert api.get(f"/shelf/{key}").json()["chart"] == MAP
    assert api.post("/shelf", json=body).json()["code"] == "taken"
    assert api.post(f"/shelf/{key}/take_down", json={"token": "wrong"}).status_code == 403
    assert api.get("/shelf/nothing").status_code == 404
    assert api.get("/tables/-shelf").status_code == 404
    for one in shelf("portobello"):  # the first six of an address at once, then one a minute
        last = api.post("/shelf", json={"game": "portobello", "title": one.title, "chart": one.source})
    assert last.json()["code"] == "rate"
    assert api.post(f"/shelf/{key}/take_down", json={"token": "secret"}).json() == {}
    assert key not in [card["key"] for card in api.get("/shelf").json()["shelf"]]
