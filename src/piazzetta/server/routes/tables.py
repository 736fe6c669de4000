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
from piazzetta.server.lobby.lobby import Lobby
from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.people.archive import with_credits
from piazzetta.server.people.credentials.access_tokens import CREATE, PLAY, READ
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.rooms.records import Records
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, Proven, token_hash
from piazzetta.server.routes import openapi
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import cookie_name, read_cookie, write_cookie
from piazzetta.server.settings import MOST_BYTES, Settings
from piazzetta.server.wire.tables import Created, Difference, Invitations, Join, Joined, NewTable, Who, encode
from piazzetta.server.workers.analyses import Analyses
from piazzetta.server.workers.kernels import check_loaded, loaded_games
from piazzetta.server.workers.long_work import LongWork
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
Handler = Callable[[Request], Awaitable[Response]]


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


async def seat_keys(authentication: Authentication, request: Request, who: Who) -> list[Key]:
    """The seats the requester can act for: from the body, the ``Authorization`` header, or else the cookies of the
    table and of the person."""
    if who.token is not None and who.seat is not None:
        return [(who.seat, who.token)]
    table = request.path_params["table"]
    scope = READ if request.method in ("GET", "HEAD") else PLAY
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    presented = given if scheme.lower() == "bearer" else request.cookies.get(cookie_name(table), "")
    return [*read_cookie(presented), *await authentication.seat_keys(request, table, scope)]


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


async def drawn(picture: Awaitable[bytes], audience: str = "public") -> Response:
    """The answer with a picture, for everybody or for one person alone."""
    try:
        png = await picture
    except (TimeoutError, BrokenProcessPool, Overloaded):
        raise Refused("busy", "no picture is available right now; please try again.") from None
    return Response(png, media_type="image/png", headers={"Cache-Control": f"{audience}, max-age=60"})


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


def _game_and_language(request: Request) -> tuple[str, str]:
    name = request.path_params["game"]
    if name not in names():
        raise Refused("missing", f"unknown game {name[:40]!r}: choose from {', '.join(names())}.")
    lang = request.query_params.get("lang", "en")
    if len(lang) > 10:
        raise Refused("bad", "lang must be a language code, such as it.")
    return name, lang


class _Tables:
    def __init__(
        self,
        *,
        settings: Settings,
        tables: TableRegistry,
        records: Records,
        analyses: Analyses,
        long_work: LongWork,
        authentication: Authentication,
        my_games: MyGames,
        lobby: Lobby,
        block_list: BlockList,
    ) -> None:
        self._settings = settings
        self._tables = tables
        self._records = records
        self._analyses = analyses
        self._long_work = long_work
        self._authentication = authentication
        self._my_games = my_games
        self._lobby = lobby
        self._block_list = block_list

    async def games(self, request: Request) -> Response:
        return answer(_games(loaded_games()))

    async def invitations(self, request: Request) -> Response:
        return answer(Invitations(self._settings.invitations()))

    async def list_tables(self, request: Request) -> Response:
        person = await self._authentication.anybody(request)
        return answer(await self._lobby.listed(Filter.read(request.query_params), person))

    async def create_table(self, request: Request) -> Response:
        wish = Wish.from_json(msgspec.to_builtins(await read(request, NewTable, _MOST_RECORD)))
        check_loaded(wish.game)
        # a banned person is refused before there is a table
        person = await self._authentication.person_or_guest(request, CREATE)
        program = person is not None and person.program
        table, head, tokens = await self._tables.create(wish, asker(request), program=program)
        links = {}
        for number, seat in enumerate(head["seats"]):
            if seat["kind"] != "bot":
                key = f"&k={tokens[number]}" if number in tokens else ""
                links[str(number)] = f"/t/{table}#s={number}{key}"
        given = {str(number): token for number, token in tokens.items()}
        components = setting_of(head).components
        differences = [Difference(*one) for one in components.differences]
        commitment = commitment_of(bytes.fromhex(head["seed"]))
        await self._my_games.add(person, table, [token_hash(token) for token in tokens.values()])
        response = answer(Created(table, links, given, commitment, list(components.warnings), differences), 201)
        if tokens:
            _set_cookie(request, response, table, list(tokens.items()))
        return response

    async def show_table(self, request: Request) -> Response:
        return answer(await self._tables.card(request.path_params["table"]))

    async def picture(self, request: Request) -> Response:
        return await drawn(self._records.picture(request.path_params["table"]))

    async def join(self, request: Request) -> Response:
        wish = await read(request, Join)
        table = request.path_params["table"]
        person = await self._authentication.person_or_guest(request, PLAY)
        await self._block_list.check_not_blocked(person, table)
        program = person is not None and person.program
        seat, token, commitment = await self._tables.join(table, wish.name, wish.seat, program=program)
        await self._my_games.add(person, table, [token_hash(token)])
        response = answer(Joined(table, seat, token, f"/t/{table}#s={seat}&k={token}", commitment))
        _set_cookie(request, response, table, [(seat, token)])
        return response

    async def leave(self, request: Request) -> Response:
        who = await read(request, Who)
        await self._tables.leave(
            request.path_params["table"], await seat_keys(self._authentication, request, who), who.seat
        )
        return answer({})

    async def resign(self, request: Request) -> Response:
        who = await read(request, Who)
        await self._tables.resign(
            request.path_params["table"], await seat_keys(self._authentication, request, who), who.seat
        )
        return answer({})

    async def rematch(self, request: Request) -> Response:
        who = await read(request, Who)
        keys = await seat_keys(self._authentication, request, who)
        new = await self._tables.rematch(request.path_params["table"], keys, who.seat)
        response = answer({"table": new})
        _set_cookie(request, response, new, keys)
        return response

    async def record(self, request: Request) -> Response:
        table = request.path_params["table"]
        finished = await self._records.finished(table)
        response = answer(with_credits(finished).dumps().encode())
        response.headers["Content-Disposition"] = f'attachment; filename="piazzetta-{table}.json"'
        return response

    async def show_replay(self, request: Request) -> Response:
        keys = await seat_keys(self._authentication, request, Who())
        return answer(
            await self._records.replay(request.path_params["table"], _viewer(request, -1), keys, asker(request))
        )

    async def show_analysis(self, request: Request) -> Response:
        return _analysed(await self._records.analysis(request.path_params["table"], asker(request)))

    async def upload_analysis(self, request: Request) -> Response:
        """The analysis of an uploaded record. Sending it again finds the analysis already begun."""
        body = await _body(request, _MOST_RECORD)
        name = hashlib.sha256(body).hexdigest()
        known = self._analyses.find(name)
        if known is None:
            who = asker(request)
            given = await self._long_work.run(who, lambda: _uploaded(body))
            known = self._analyses.find(name) or self._analyses.begin(name, given, who)
        return _analysed(known)

    async def upload_replay(self, request: Request) -> Response:
        """An uploaded record as frames."""
        viewer = _viewer(request, -2)
        body = await _body(request, _MOST_RECORD)

        def frames() -> bytes:
            given = _uploaded(body)
            return encode(replay_record(given, viewer) | {"warnings": list(given.setting.components.warnings)})

        return answer(await self._long_work.run(asker(request), frames))

    async def rules(self, request: Request) -> Response:
        return answer(catalogue.rulebook(*_game_and_language(request)))

    async def words(self, request: Request) -> Response:
        return answer(catalogue.words(*_game_and_language(request)))

    async def openapi_document(self, request: Request) -> Response:
        return answer(openapi.openapi())

    async def message_schema(self, request: Request) -> Response:
        return answer(openapi.messages())


def table_routes(**services: Any) -> list[Route]:
    tables = _Tables(**services)

    def route(path: str, endpoint: Handler, method: str = "GET", post: Handler | None = None) -> Route:
        async def handle(request: Request) -> Response:
            wanted = post if post is not None and request.method == "POST" else endpoint
            return await wanted(request)

        return Route(path, handle, methods=[method, *(["POST"] if post else [])])

    return [
        route("/games", tables.games),
        route("/invitations", tables.invitations),
        route("/tables", tables.list_tables, post=tables.create_table),
        route("/tables/{table}", tables.show_table),
        route("/tables/{table}/picture", tables.picture),
        route("/tables/{table}/join", tables.join, "POST"),
        route("/tables/{table}/leave", tables.leave, "POST"),
        route("/tables/{table}/resign", tables.resign, "POST"),
        route("/tables/{table}/rematch", tables.rematch, "POST"),
        route("/tables/{table}/record", tables.record),
        route("/tables/{table}/replay", tables.show_replay),
        route("/tables/{table}/analysis", tables.show_analysis),
        route("/replay", tables.upload_replay, "POST"),
        route("/replay/analysis", tables.upload_analysis, "POST"),
        route("/rules/{game}", tables.rules),
        route("/words/{game}", tables.words),
        route("/openapi.json", tables.openapi_document),
        route("/messages.json", tables.message_schema),
    ]
