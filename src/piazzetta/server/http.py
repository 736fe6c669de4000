"""The HTTP part of the protocol. Every answer is JSON; every refusal is a code and a sentence."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES
from piazzetta.match.record import Record
from piazzetta.server import openapi
from piazzetta.server.analyses import Progress
from piazzetta.server.answers import answer
from piazzetta.server.errors import Refused
from piazzetta.server.guard import cookie_name, read_cookie, write_cookie
from piazzetta.server.house import House
from piazzetta.server.messages import Join, NewTable, Who, encode
from piazzetta.server.seating import plain_text
from piazzetta.server.settings import MOST_BYTES
from piazzetta.server.sights import replay
from piazzetta.tables import catalogue

_MOST_RECORD = 2**20
_COOKIE_SECONDS = 30 * 24 * 3600
T = TypeVar("T")
Endpoint = Callable[[House, Request], Awaitable[Response]]


async def _body(request: Request, most: int = MOST_BYTES) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # what a foreign page's form cannot send
        raise Refused("not_json", "the body must be application/json.")
    got = b""
    async for chunk in request.stream():
        got += chunk
        if len(got) > most:
            raise Refused("too_big", f"a body has at most {most // 1024} KiB.")
    return got


async def _read(request: Request, kind: type[T]) -> T:
    body = await _body(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Refused("bad", f"this is not understood: {str(problem)[:200]}.") from None


def _keys(request: Request, who: Who) -> list[tuple[int, str]]:
    """The seats somebody can speak for: by the body, else by the cookie."""
    if who.token is not None and who.seat is not None:
        return [(who.seat, who.token)]
    return read_cookie(request.cookies.get(cookie_name(request.path_params["table"]), ""))


def _set_cookie(request: Request, response: Response, table: str, seats: list[tuple[int, str]]) -> None:
    """One cookie for a table, for this table's part of the interface alone, out of reach for scripts."""
    held = read_cookie(request.cookies.get(cookie_name(table), ""))
    response.set_cookie(
        cookie_name(table),
        write_cookie(held + seats),
        max_age=_COOKIE_SECONDS,
        path=f"/api/v1/tables/{table}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _viewer(request: Request, default: int) -> int:
    given = request.query_params.get("viewer", str(default))
    if given not in ("-2", "-1", "0", "1", "2", "3", "4", "5"):
        raise Refused("bad", "viewer is a seat, -1 for a spectator or -2 for everything.")
    return int(given)


@lru_cache
def _games() -> bytes:
    return encode(catalogue.games())


async def games(house: House, request: Request) -> Response:
    return answer(_games())


async def list_tables(house: House, request: Request) -> Response:
    return answer(await house.tables())


async def create_table(house: House, request: Request) -> Response:
    made = await house.create(await _read(request, NewTable))
    response = answer(made, 201)
    if made.tokens:
        _set_cookie(request, response, made.table, [(int(seat), token) for seat, token in made.tokens.items()])
    return response


async def show_table(house: House, request: Request) -> Response:
    return answer(await house.card(request.path_params["table"]))


async def join(house: House, request: Request) -> Response:
    wish = await _read(request, Join)
    name = plain_text(wish.name)
    if not name:
        raise Refused("bad", "a name has to be readable.")
    joined = await house.join(request.path_params["table"], name, wish.seat)
    response = answer(joined)
    _set_cookie(request, response, joined.table, [(joined.seat, joined.token)])
    return response


async def leave(house: House, request: Request) -> Response:
    who = await _read(request, Who)
    await house.leave(request.path_params["table"], _keys(request, who), who.seat)
    return answer({})


async def rematch(house: House, request: Request) -> Response:
    who = await _read(request, Who)
    keys = _keys(request, who)
    new = await house.rematch(request.path_params["table"], keys, who.seat)
    response = answer({"table": new})
    _set_cookie(request, response, new, keys)
    return response


async def record(house: House, request: Request) -> Response:
    table = request.path_params["table"]
    finished = await house.finished(table)
    response = answer(finished.dumps().encode())
    response.headers["Content-Disposition"] = f'attachment; filename="piazzetta-{table}.json"'
    return response


async def show_replay(house: House, request: Request) -> Response:
    keys = _keys(request, Who())
    return answer(await house.replay(request.path_params["table"], _viewer(request, -1), keys))


def _uploaded(body: bytes) -> Record:
    """A record that somebody brings: right, and not too long."""
    try:
        given = Record.loads(body)
        given.verify()
    except BadInput as problem:
        raise Refused("bad", str(problem)) from None
    if len(given.moves) > 5000:
        raise Refused("too_big", "a replay has at most 5000 moves.")
    return given


def _analysed(progress: Progress) -> Response:
    """202 while it is being made: ask again."""
    return answer(progress.answer(), 202 if progress.found is None else 200)


async def show_analysis(house: House, request: Request) -> Response:
    return _analysed(await house.analysis(request.path_params["table"]))


async def upload_analysis(house: House, request: Request) -> Response:
    """A record of one's own, looked at again. Sent again it finds what was begun."""
    body = await _body(request, _MOST_RECORD)
    name = hashlib.sha256(body).hexdigest()
    known = house.analyses.find(name)
    return _analysed(known or house.analyses.begin(name, await asyncio.to_thread(_uploaded, body)))


async def upload_replay(house: House, request: Request) -> Response:
    """A record of one's own as frames. Long games take a moment, so that is done beside the event loop."""
    viewer = _viewer(request, -2)
    body = await _body(request, _MOST_RECORD)

    def frames() -> bytes:
        given = _uploaded(body)
        if viewer >= given.setting.players:
            raise Refused("bad", f"this game has no seat {viewer}.")
        return encode(replay(given.replay(), viewer, given.result))

    return answer(await asyncio.to_thread(frames))


async def rules(house: House, request: Request) -> Response:
    name = request.path_params["game"]
    if name not in NAMES:
        raise Refused("missing", f"there is no game {name[:40]!r}; there is {' and '.join(NAMES)}.")
    return answer(catalogue.rulebook(name, request.query_params.get("lang", "en")))


async def openapi_document(house: House, request: Request) -> Response:
    return answer(openapi.openapi())


async def message_schema(house: House, request: Request) -> Response:
    return answer(openapi.messages())


def routes(house: House) -> list[Route]:
    """All of them, for one house."""

    def route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        async def handle(request: Request) -> Response:
            return await endpoint(house, request)

        return Route(path, handle, methods=[method])

    return [
        route("/games", games),
        route("/tables", list_tables),
        route("/tables", create_table, "POST"),
        route("/tables/{table}", show_table),
        route("/tables/{table}/join", join, "POST"),
        route("/tables/{table}/leave", leave, "POST"),
        route("/tables/{table}/rematch", rematch, "POST"),
        route("/tables/{table}/record", record),
        route("/tables/{table}/replay", show_replay),
        route("/tables/{table}/analysis", show_analysis),
        route("/replay", upload_replay, "POST"),
        route("/replay/analysis", upload_analysis, "POST"),
        route("/rules/{game}", rules),
        route("/openapi.json", openapi_document),
        route("/messages.json", message_schema),
    ]
