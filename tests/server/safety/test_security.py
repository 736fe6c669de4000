"""Who may come in, and what the server sends out."""

from __future__ import annotations

import asyncio
import hmac
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from piazzetta.server.app import Server
from piazzetta.server.rooms import seat_keys as tokens
from piazzetta.server.routes.page import page_routes
from piazzetta.server.settings import Settings
from tests.server.tools import Player, ServerProcess, at_table, closed_with

pytestmark = pytest.mark.compiled_only

FOREIGN = {"Origin": "https://evil.example"}


def live(server: ServerProcess, table: str) -> str:
    return f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/live"


# --- origins ---


def test_foreign_origins_are_refused(server: ServerProcess) -> None:
    wish = {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]}
    refused = server.post("/api/v1/tables", wish, headers=FOREIGN)
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign")
    for origin in ("null", f"http://127.0.0.1:{server.port + 1}", f"http://127.0.0.1:{server.port}.evil.example"):
        assert server.post("/api/v1/tables", wish, headers={"Origin": origin}).status_code == 403
    for host in ("127.0.0.1", "localhost"):
        own = {"Origin": f"http://{host}:{server.port}"}
        assert server.post("/api/v1/tables", wish, headers=own).status_code == 201
    table = server.create("portobello", ["me", "open"])["table"]

    async def story() -> None:
        with pytest.raises(InvalidStatus) as refusal:
            async with connect(live(server, table), additional_headers=FOREIGN):
                pass
        assert refusal.value.response.status_code == 403
        async with connect(live(server, table), origin=f"http://localhost:{server.port}"):  # type: ignore[arg-type]
            pass

    asyncio.run(story())


def test_an_origin_can_be_allowed() -> None:
    settings = Settings(port=8000, origins=("https://play.example.org/",))
    assert "https://play.example.org" in settings.allowed_origins
    assert "http://localhost:8000" in settings.allowed_origins
    assert "http://localhost" not in settings.allowed_origins
    assert "http://localhost" in Settings(port=80).allowed_origins


# --- tokens and cookies ---


def test_a_wrong_token_opens_nothing(server: ServerProcess) -> None:
    made = server.create("viaggiatore", ["me", "open", "bot easy"])
    table, token = made["table"], made["tokens"]["0"]

    async def code(seat: int, wrong: str) -> int:
        player = Player(server.base, table, {seat: wrong})
        player.socket = await connect(player.url)
        await player.send(type="hello", v=1, seats=[{"seat": seat, "token": wrong}])
        return await closed_with(player)

    for seat, wrong in ((0, token[:-1] + "x"), (0, ""), (1, "x"), (5, ""), (0, token.upper() + "é")):
        assert asyncio.run(code(seat, wrong)) == 4401

    async def yours(seat: int) -> Any:
        player = Player(server.base, table, {seat: token})
        async with at_table(player):
            return player.messages[0]["yours"]

    for seat in (1, 2, 5):  # whatever seat a key names, its token opens that of its person
        assert asyncio.run(yours(seat)) == [0]
    for path in ("leave", "rematch"):
        refused = server.post(f"/api/v1/tables/{table}/{path}", {"seat": 0, "token": "0" * 40})
        assert (refused.status_code, refused.json()["code"]) == (403, "not_your_seat")
        assert server.post(f"/api/v1/tables/{table}/{path}").status_code == 403
    # the hash does not work as a key
    digest = tokens.token_hash(token)
    assert digest in str(server.entries(table)[0].body)
    assert token not in str(server.entries(table)[0].body)
    assert asyncio.run(code(0, digest)) == 4401


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(a: bytes, b: bytes) -> bool:
        compared.append((a, b))
        return a == b

    monkeypatch.setattr(hmac, "compare_digest", compare)
    assert tokens.fits("token", tokens.token_hash("token"))
    assert not tokens.fits("other", tokens.token_hash("token"))
    assert not tokens.fits("token", None)
    assert len(compared) == 3
    assert {len(part) for pair in compared for part in pair} == {64}


def test_cookies_are_for_one_table_and_out_of_reach(server: ServerProcess) -> None:
    wish = {"game": "viaggiatore", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
    answer = server.post("/api/v1/tables", wish)
    table = answer.json()["table"]
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", f"Path=/api/v1/tables/{table}", "Max-Age"):
        assert part in cookie
    value = cookie.split(";")[0]

    async def story() -> tuple[int, ...]:
        async with connect(live(server, table), additional_headers={"Cookie": value}) as socket:
            player = Player(server.base, table)
            player.socket = socket
            await player.send(type="hello", v=1)
            return tuple((await player.until("welcome"))["yours"])

    assert asyncio.run(story()) == (0, 1)
    assert server.post(f"/api/v1/tables/{table}/leave", headers={"Cookie": value}).status_code == 200


def test_only_a_trusted_proxy_says_who_calls(server: ServerProcess, tmp_path: Path) -> None:
    wish = {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]}
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    assert "Secure" not in server.post("/api/v1/tables", wish, headers=forwarded).headers["set-cookie"]
    behind = ServerProcess(f"sqlite:///{tmp_path / 't.sqlite'}", "--proxy", "127.0.0.1").start()
    try:
        assert "Secure" in behind.post("/api/v1/tables", wish, headers=forwarded).headers["set-cookie"]
        while behind.post("/api/v1/tables", wish, headers=forwarded).status_code == 201:
            pass  # until the caller's own limit
        assert behind.post("/api/v1/tables", wish, headers={"X-Forwarded-For": "203.0.113.10"}).status_code == 201
    finally:
        behind.stop()


# --- sizes and types ---


def test_oversize_is_refused(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open"])
    # a table may be made from a record; everything else is short
    for path, size in (("tables", 2**20), (f"tables/{made['table']}/join", 2**16)):
        refused = server.post(f"/api/v1/{path}", {"name": "y" * size})
        assert (refused.status_code, refused.json()["code"]) == (413, "too_big")

    async def story(size: int) -> int:
        player = Player(server.base, made["table"], {0: made["tokens"]["0"]})
        await player.enter()
        assert player.socket is not None
        await player.socket.send("x" * size)
        return await closed_with(player)

    assert asyncio.run(story(64 * 1024 + 1)) == 1009


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_bodies_are_json_by_name(server: ServerProcess, kind: str) -> None:
    import httpx

    headers = {"Content-Type": kind} if kind else {}
    answer = httpx.post(f"{server.base}/api/v1/tables", content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "game"),
        ({"game": "chess", "seats": [{"kind": "me"}, {"kind": "open"}]}, "chess"),
        ({"game": "portobello", "seats": [{"kind": "me"}]}, "seats"),
        ({"game": "portobello", "seats": [{"kind": "king"}, {"kind": "me"}]}, "king"),
        ({"game": "portobello", "seats": [{"kind": "me"}] * 5}, "players|me"),
        ({"game": "portobello", "seats": [{"kind": "me"}, {"kind": "me"}]}, "only one seat"),
        ({"game": "portobello", "seats": [{"kind": "hotseat"}, {"kind": "open"}]}, "hotseat"),
        ({"game": "portobello", "seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]}, "god"),
        ({"game": "portobello", "players": 3, "seats": [{"kind": "me"}, {"kind": "open"}]}, "players is 3"),
        ({"game": "portobello", "starter": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}, "starter"),
        ({"game": "portobello", "edition": "xx", "seats": [{"kind": "me"}, {"kind": "open"}]}, "edition"),
        ({"game": "portobello", "rules": {"lord": "x"}, "seats": [{"kind": "me"}, {"kind": "open"}]}, "lord"),
        ({"game": "portobello", "board": {}, "seats": [{"kind": "me"}, {"kind": "open"}]}, "map|board|squares"),
        ({"game": "portobello", "deck": [], "seats": [{"kind": "me"}, {"kind": "open"}]}, "deck"),
        ({"game": "portobello", "options": {"clock": 1}, "seats": [{"kind": "me"}, {"kind": "open"}]}, "clock"),
        ({"game": "portobello", "more": 1, "seats": [{"kind": "me"}, {"kind": "open"}]}, "more"),
    ],
)
def test_a_wrong_wish_is_refused_with_a_sentence(server: ServerProcess, body: dict[str, Any], sentence: str) -> None:
    answer = server.post("/api/v1/tables", body)
    assert answer.status_code == 400
    assert re.search(sentence, answer.json()["sentence"])


# --- what goes out ---


def test_every_answer_has_its_headers(server: ServerProcess) -> None:
    for path in ("/", "/t/abc", "/api/v1/games", "/api/v1/none", "/healthz", "/metrics", "/missing.js"):
        headers = server.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert "unsafe-inline" not in policy["script-src"]
        assert "'unsafe-eval'" not in policy["script-src"]
        assert policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_errors_carry_no_insides(server: ServerProcess) -> None:
    for path in ("/api/v1/tables/none", "/api/v1/tables/none/record", "/api/v1/none", "/api/v1/rules/chess"):
        answer = server.get(path)
        assert answer.status_code == 404
        assert set(answer.json()) == {"code", "sentence", "clause"}
        assert not re.search(r"Traceback|File |\.py|sqlite|SELECT", answer.text)
    assert server.get("/api/v1/tables/x/replay?viewer=9").status_code == 400
    assert server.get("/../../etc/passwd").status_code == 404 or "root:" not in server.get("/../../etc/passwd").text
    assert "root:" not in server.get("/%2e%2e/%2e%2e/%2e%2e/etc/passwd").text
    assert server.post("/api/v1/games").status_code == 405


def test_healthz_and_metrics(server: ServerProcess) -> None:
    server.get("/api/v1/games")
    assert server.get("/healthz").json() == {"alive": True, "database": True, "engine": True}
    assert server.get("/readyz").json() == {"ready": True}
    text = server.metrics()
    assert re.search(r"^piazzetta_connections \d+(\.0)?$", text, re.MULTILINE)
    assert "# TYPE piazzetta_events_total counter" in text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) piazzetta_\w+ .+|piazzetta_\w+(\{[\w=,\".+]+\})? [-+.e\d]+", line), line


@pytest.mark.parametrize("token", ["", "Bearer", "Bearer of the test", "Basic of the tests", "Bearer \u00e9"])
def test_metrics_are_private(server: ServerProcess, token: str) -> None:
    answer = server.get("/metrics", headers={"Authorization": token.encode()})
    assert (answer.status_code, answer.json()["code"]) == (404, "missing")


def test_nobody_reads_the_metrics_of_a_server_without_a_token(tmp_path: Path) -> None:
    async def story() -> list[int]:
        transport = httpx.ASGITransport(app=Server(Settings(db=f"sqlite:///{tmp_path / 't.sqlite'}"), tmp_path).app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            tried: list[dict[str, str]] = [{}, {"Authorization": "Bearer "}, {"Authorization": "Bearer None"}]
            return [(await client.get("/metrics", headers=one)).status_code for one in tried]

    assert asyncio.run(story()) == [404, 404, 404]


def test_files_have_the_types_browsers_insist_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mimetypes.guess_type", lambda *given, **more: (None, None))  # a machine that knows no types
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "sw.js", "manifest.webmanifest", "assets/a.wasm", "assets/a.js"):
        (tmp_path / name).write_bytes(b"\0")

    async def story() -> dict[str, httpx.Headers]:
        transport = httpx.ASGITransport(app=Starlette(routes=page_routes(tmp_path)))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            names = ("sw.js", "manifest.webmanifest", "assets/a.wasm", "assets/a.js")
            return {name: (await client.get(f"/{name}")).headers for name in names}

    heads = asyncio.run(story())
    assert heads["assets/a.wasm"]["content-type"] == "application/wasm"
    assert heads["assets/a.js"]["content-type"].startswith("text/javascript")
    assert heads["sw.js"]["content-type"].startswith("text/javascript")
    assert heads["manifest.webmanifest"]["content-type"] == "application/manifest+json"
    assert heads["sw.js"]["cache-control"] == "no-cache"  # clients find a new version at once
    assert "immutable" in heads["assets/a.wasm"]["cache-control"]
