"""The HTTP part of the protocol. Every answer but a picture is JSON; every refusal is a code and a sentence."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.errors import BadInput
from piazzetta.games.registry import names
from piazzetta.match.fair import commitment_of
from piazzetta.match.record import Record
from piazzetta.server.lobby.filters import Filter
from piazzetta.server.lobby.lobby import listed
from piazzetta.server.people.archive import with_credits
from piazzetta.server.people.credentials.access_tokens import CREATE, PLAY, READ
from piazzetta.server.people.credentials.device_keys import person_keys, somebody, who_asks
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, Proven, token_hash
from piazzetta.server.routes import openapi
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import cookie_name, read_cookie, write_cookie
from piazzetta.server.settings import MOST_BYTES
from piazzetta.server.wire.tables import Created, Difference, Invitations, Join, Joined, NewTable, Who, encode
from piazzetta.server.workers.kernels import check_loaded, loaded_games
from piazzetta.server.workers.thinkers import Overloaded
from piazzetta.tables.analyses import AnalysisProgress
from piazzetta.tables.lessons import MOST_PLAYED_ON
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import Wish
from piazzetta.tables.table import setting_of
from piazzetta.tables.viewers import catalogue
from piazzetta.tables.viewers.records import replay_record

_MOST_RECORD = 2**20
_BODY_SECONDS = 60.0
_COOKIE_SECONDS = 30 * 24 * 3600
T = TypeVar("T")
Endpoint = Callable[[TableRegistry, Request], Awaitable[Response]]


async def _body(request: Request, most: int = MOST_BYTES) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # a form on a foreign page cannot send this type
        raise Refused("not_json", "the request body must be application/json.")
    got = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for chunk in request.stream():
                got += chunk
                if len(got) > most:
                    raise Refused("too_big", f"a request body may have at most {most // 1024} KiB.")
    except TimeoutError:
        raise Refused("late", "the request body arrived too slowly; please try again.") from None
    return bytes(got)


async def read(request: Request, kind: type[T], most: int = MOST_BYTES) -> T:
    body = await _body(request, most)
    try:
        return msgspec.convert(_whole(msgspec.json.decode(body)), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused("bad", f"the request body is invalid: {str(problem)[:200]}.") from None


def _whole(value: Any) -> Any:
    """In JSON, and so in our schemas, 1.0 is an integer."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(inner) for key, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list) else value


async def seat_keys(registry: TableRegistry, request: Request, who: Who) -> list[Key]:
    """The seats the requester can act for: from the body, the ``Authorization`` header, or else the cookies of the
    table and of the person."""
    if who.token is not None and who.seat is not None:
        return [(who.seat, who.token)]
    table = request.path_params["table"]
    scope = READ if request.method in ("GET", "HEAD") else PLAY
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    presented = given if scheme.lower() == "bearer" else request.cookies.get(cookie_name(table), "")
    return [*read_cookie(presented), *await person_keys(registry.people, request, table, scope)]


def _set_cookie(request: Request, response: Response, table: str, seats: list[tuple[int, str]]) -> None:
    """Set one cookie per table, sent only to this table's part of the API, inaccessible to scripts."""
    held = read_cookie(request.cookies.get(cookie_name(table), ""))
    seats = [(seat, token) for seat, token in seats if not isinstance(token, Proven)]
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
        raise Refused("bad", "viewer must be a seat, -1 for a spectator or -2 for everything.")
    return int(given)


def asker(request: Request) -> str:
    """Who has to wait for what they asked for before: requests come from an address, not from a person."""
    return request.client.host if request.client else ""


@lru_cache
def _games(loaded: tuple[str, ...]) -> bytes:
    return encode(catalogue.games(loaded))


async def games(registry: TableRegistry, request: Request) -> Response:
    return answer(_games(loaded_games()))


async def invitations(registry: TableRegistry, request: Request) -> Response:
    return answer(Invitations(registry.settings.invitations()))


async def list_tables(registry: TableRegistry, request: Request) -> Response:
    person = await somebody(registry.people, request)
    return answer(await listed(registry, Filter.read(request.query_params), person))


async def create_table(registry: TableRegistry, request: Request) -> Response:
    wish = Wish.from_json(msgspec.to_builtins(await read(request, NewTable, _MOST_RECORD)))
    check_loaded(wish.game)
    person = await who_asks(registry.people, request, CREATE)  # whoever is banned hears it before there is a table
    table, head, tokens = await registry.create(wish, asker(request), program=person is not None and person.program)
    links = {}
    for number, seat in enumerate(head["seats"]):
        if seat["kind"] != "bot":
            key = f"&k={tokens[number]}" if number in tokens else ""
            links[str(number)] = f"/t/{table}#s={number}{key}"
    given = {str(number): token for number, token in tokens.items()}
    components = setting_of(head).components
    differences = [Difference(*one) for one in components.differences]
    commitment = commitment_of(bytes.fromhex(head["seed"]))
    await registry.note(person, table, [token_hash(token) for token in tokens.values()])
    response = answer(Created(table, links, given, commitment, list(components.warnings), differences), 201)
    if tokens:
        _set_cookie(request, response, table, list(tokens.items()))
    return response


async def show_table(registry: TableRegistry, request: Request) -> Response:
    return answer(await registry.card(request.path_params["table"]))


async def drawn(picture: Awaitable[bytes], audience: str = "public") -> Response:
    """The answer with a picture, for everybody or for one person alone."""
    try:
        png = await picture
    except (TimeoutError, BrokenProcessPool, Overloaded):
        raise Refused("busy", "no picture is available right now; please try again.") from None
    return Response(png, media_type="image/png", headers={"Cache-Control": f"{audience}, max-age=60"})


async def picture(registry: TableRegistry, request: Request) -> Response:
    return await drawn(registry.picture(request.path_params["table"]))


async def join(registry: TableRegistry, request: Request) -> Response:
    wish = await read(request, Join)
    table = request.path_params["table"]
    person = await who_asks(registry.people, request, PLAY)
    await registry.manners.check_welcome(person, table)
    program = person is not None and person.program
    seat, token, commitment = await registry.join(table, wish.name, wish.seat, program=program)
    await registry.note(person, table, [token_hash(token)])
    response = answer(Joined(table, seat, token, f"/t/{table}#s={seat}&k={token}", commitment))
    _set_cookie(request, response, table, [(seat, token)])
    return response


async def leave(registry: TableRegistry, request: Request) -> Response:
    who = await read(request, Who)
    await registry.leave(request.path_params["table"], await seat_keys(registry, request, who), who.seat)
    return answer({})


async def resign(registry: TableRegistry, request: Request) -> Response:
    who = await read(request, Who)
    await registry.resign(request.path_params["table"], await seat_keys(registry, request, who), who.seat)
    return answer({})


async def rematch(registry: TableRegistry, request: Request) -> Response:
    who = await read(request, Who)
    keys = await seat_keys(registry, request, who)
    new = await registry.rematch(request.path_params["table"], keys, who.seat)
    response = answer({"table": new})
    _set_cookie(request, response, new, keys)
    return response


async def record(registry: TableRegistry, request: Request) -> Response:
    table = request.path_params["table"]
    finished = await registry.finished(table)
    response = answer(with_credits(finished).dumps().encode())
    response.headers["Content-Disposition"] = f'attachment; filename="piazzetta-{table}.json"'
    return response


async def show_replay(registry: TableRegistry, request: Request) -> Response:
    keys = await seat_keys(registry, request, Who())
    return answer(await registry.replay(request.path_params["table"], _viewer(request, -1), keys, asker(request)))


def _uploaded(body: bytes) -> Record:
    """An uploaded record: not too long, which is checked first, and valid."""
    try:
        given = Record.loads(body)
        if len(given.moves) > MOST_PLAYED_ON:
            raise Refused("too_big", f"a replay may have at most {MOST_PLAYED_ON} moves.")
        given.verify()
    except BadInput as problem:
        raise Refused("bad", str(problem)) from None
    return given


def _analysed(progress: AnalysisProgress) -> Response:
    """202 while in progress: ask again."""
    return answer(progress.answer(), 202 if progress.analysis is None else 200)


async def show_analysis(registry: TableRegistry, request: Request) -> Response:
    return _analysed(await registry.analysis(request.path_params["table"], asker(request)))


async def upload_analysis(registry: TableRegistry, request: Request) -> Response:
    """The analysis of an uploaded record. Sending it again finds the analysis already begun."""
    body = await _body(request, _MOST_RECORD)
    name = hashlib.sha256(body).hexdigest()
    known = registry.analyses.find(name)
    if known is None:
        who = asker(request)
        given = await registry.in_turn(who, lambda: _uploaded(body))
        known = registry.analyses.find(name) or registry.analyses.begin(name, given, who)
    return _analysed(known)


async def upload_replay(registry: TableRegistry, request: Request) -> Response:
    """An uploaded record as frames."""
    viewer = _viewer(request, -2)
    body = await _body(request, _MOST_RECORD)

    def frames() -> bytes:
        given = _uploaded(body)
        return encode(replay_record(given, viewer) | {"warnings": list(given.setting.components.warnings)})

    return answer(await registry.in_turn(asker(request), frames))


def _game_and_language(request: Request) -> tuple[str, str]:
    name = request.path_params["game"]
    if name not in names():
        raise Refused("missing", f"unknown game {name[:40]!r}: choose from {', '.join(names())}.")
    lang = request.query_params.get("lang", "en")
    if len(lang) > 10:
        raise Refused("bad", "lang must be a language code, such as it.")
    return name, lang


async def rules(registry: TableRegistry, request: Request) -> Response:
    return answer(catalogue.rulebook(*_game_and_language(request)))


async def words(registry: TableRegistry, request: Request) -> Response:
    return answer(catalogue.words(*_game_and_language(request)))


async def openapi_document(registry: TableRegistry, request: Request) -> Response:
    return answer(openapi.openapi())


async def message_schema(registry: TableRegistry, request: Request) -> Response:
    return answer(openapi.messages())


def routes(registry: TableRegistry) -> list[Route]:
    """All HTTP routes."""

    def route(path: str, endpoint: Endpoint, method: str = "GET", post: Endpoint | None = None) -> Route:
        async def handle(request: Request) -> Response:
            wanted = post if post is not None and request.method == "POST" else endpoint
            return await wanted(registry, request)

        return Route(path, handle, methods=[method, *(["POST"] if post else [])])

    return [
        route("/games", games),
        route("/invitations", invitations),
        route("/tables", list_tables, post=create_table),
        route("/tables/{table}", show_table),
        route("/tables/{table}/picture", picture),
        route("/tables/{table}/join", join, "POST"),
        route("/tables/{table}/leave", leave, "POST"),
        route("/tables/{table}/resign", resign, "POST"),
        route("/tables/{table}/rematch", rematch, "POST"),
        route("/tables/{table}/record", record),
        route("/tables/{table}/replay", show_replay),
        route("/tables/{table}/analysis", show_analysis),
        route("/replay", upload_replay, "POST"),
        route("/replay/analysis", upload_analysis, "POST"),
        route("/rules/{game}", rules),
        route("/words/{game}", words),
        route("/openapi.json", openapi_document),
        route("/messages.json", message_schema),
    ]
