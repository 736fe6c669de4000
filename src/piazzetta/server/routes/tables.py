"""Tables over HTTP: creating, joining, watching, records and replays, and what is the same for all tables."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from piazzetta.errors import BadInput
from piazzetta.films.cut import WIDTHS
from piazzetta.games.registry import names
from piazzetta.match.provable_draws import commitment_of
from piazzetta.match.record import Record
from piazzetta.server.lobby.lobby import Filter, Lobby
from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.people.archive import with_credits
from piazzetta.server.people.credentials.access_tokens import CREATE, PLAY, READ
from piazzetta.server.people.credentials.device_keys import set_secret_cookie
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.records import Records
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Proven, token_hash
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.checks import ANY_TOKEN
from piazzetta.server.routes.http.cookies import cookie_name, read_cookie, write_cookie
from piazzetta.server.routes.http.endpoints import Limit, Query, SeatKeys, Upload, get, post
from piazzetta.server.routes.http.rate_limits import address_of
from piazzetta.server.settings import Settings
from piazzetta.server.wire import tables as m
from piazzetta.server.wire.common import Empty, encode
from piazzetta.server.wire.lobby import FreeSeats, PaceFilter, Players
from piazzetta.server.wire.tables import GameName, TableId
from piazzetta.server.workers.analyses import Analyses
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.server.workers.films import Films, cut_of
from piazzetta.server.workers.kernels import check_loaded, loaded_games
from piazzetta.server.workers.thinkers import Overloaded
from piazzetta.tables.analyses import AnalysisCard, AnalysisProgress
from piazzetta.tables.lessons import MOST_PLAYED_ON
from piazzetta.tables.messages import Games, GameWords, JsonObject, Replay, RulebookCard, TableCard
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import Wish
from piazzetta.tables.table import setting_of
from piazzetta.tables.viewers import catalogue
from piazzetta.tables.viewers.records import difference_data, replay_record

_MOST_RECORD = 2**20
_COOKIE_SECONDS = 30 * 24 * 3600

Viewer = Annotated[int, Meta(ge=-2, le=5, description="must be a seat, -1 for a spectator or -2 for everything")]
Language = Annotated[str, Meta(max_length=10, description="must be a language code, such as it")]
Kind = Annotated[Literal["webp", "gif"], Meta(description="must be webp or gif")]
Pace = Annotated[Literal["slow", "normal", "fast"], Meta(description="must be slow, normal or fast")]
Width = Annotated[int, Meta(ge=WIDTHS[0], le=WIDTHS[-1], description=f"must be {WIDTHS[0]} to {WIDTHS[-1]} pixels")]
Position = Annotated[int, Meta(ge=0, le=100_000, description="must be a number of moves")]
_OFTEN = Limit("films", "that was many films in a row; please wait a moment.")


class FilmQuery(Query):
    """What a film shows, as ``Cut`` takes it."""

    viewer: Viewer = -1
    first: Position | None = None
    last: Position | None = None
    turn: Position | None = None
    kind: Kind = "webp"
    pace: Pace = "normal"
    width: Width = 800
    lang: Language = "en"


def _set_cookie(request: Request, response: Response, table: str, seats: list[tuple[int, str]]) -> None:
    """Set one cookie per table, sent only to this table's part of the API, inaccessible to scripts."""
    held = read_cookie(request.cookies.get(cookie_name(table), ""))
    seats = [(seat, token) for seat, token in seats if not isinstance(token, Proven)]
    path, value = f"/api/v1/tables/{table}", write_cookie(held + seats)
    set_secret_cookie(request, response, cookie_name(table), value, path, _COOKIE_SECONDS)


def check_game(name: str) -> None:
    """Refuse the name of a game that is not installed."""
    if name not in names():
        raise Refused("missing", f"unknown game {name[:40]!r}: choose from {', '.join(names())}.")


async def drawn(picture: Awaitable[bytes], audience: str = "public") -> Response:
    """Return the response with a picture, for everybody or for one person alone."""
    try:
        png = await picture
    except (TimeoutError, BrokenProcessPool, Overloaded):
        raise Refused("busy", "no picture is available right now; please try again.") from None
    return Response(png, media_type="image/png", headers={"Cache-Control": f"{audience}, max-age=60"})


def _uploaded(body: bytes) -> Record:
    """Return an uploaded record: not too long, which is checked first, and valid."""
    try:
        given = Record.loads(body)
        if len(given.moves) > MOST_PLAYED_ON:
            raise Refused("too_big", f"a replay may have at most {MOST_PLAYED_ON} moves.")
        given.verify()
    except BadInput as problem:
        raise Refused("bad", str(problem)) from None
    return given


def _analysed(progress: AnalysisProgress) -> Reply[AnalysisCard]:
    return Reply(progress.answer(), 202 if progress.analysis is None else 200)


@dataclass
class TableRoutes:
    _settings: Settings
    _tables: TableRegistry
    _records: Records
    _analyses: Analyses
    _long_work: LongWork
    _my_games: MyGames
    _lobby: Lobby
    _block_list: BlockList

    def __post_init__(self) -> None:
        self._games = lru_cache(self._list_games)

    def _list_games(self, loaded: tuple[str, ...]) -> bytes:
        listed = catalogue.games(loaded, self._settings.bots)
        for card in listed["games"]:
            if card["name"] in self._settings.explorers:
                card["explorer"] = True
        return encode(listed)

    @get("/games")
    async def games(self) -> Reply[Games]:
        """The games, their editions and switches."""
        return Reply(self._games(loaded_games()))

    @get("/games/{game}/explorer", media="application/octet-stream")
    async def explorer(self, game: GameName) -> Response:
        """[The opening explorer](explorer.md#the-file) of this server's own games.

        404 `missing` without `serve --explorer`.
        """
        file = self._settings.explorers.get(game)
        if file is None or not file.is_file():
            raise Refused("missing", "this server has no opening explorer of its own games.")
        return FileResponse(file, media_type="application/octet-stream", headers={"Cache-Control": "no-cache"})

    @get("/invitations")
    async def invitations(self) -> m.Invitations:
        """Addresses for friends in the same network.

        The likeliest address comes first; empty without `serve --lan`.
        """
        return m.Invitations(self._settings.invitations())

    @get("/tables", scope=ANY_TOKEN)
    async def list_tables(
        self,
        person: Person | None,
        game: GameName | None = None,
        players: Players | None = None,
        pace: PaceFilter | None = None,
        free: FreeSeats | None = None,
    ) -> m.Listed:
        """Open tables and tables to watch.

        The newest come first. `pace`: `live` (less than an hour for a move, or than a day for the game), `days`
        (longer) or `free` (no clock). `free`: the least number of open seats. Open tables of a host who has blocked the
        person who asks are left out.
        """
        if game is not None and game not in names():
            raise Refused("bad", f"game: must be one of {', '.join(names())}.")
        return await self._lobby.listed(Filter(game, players, pace, free), person)

    @post("/tables", scope=CREATE, status=201, most=_MOST_RECORD)
    async def create_table(self, request: Request, wish: m.NewTable, person: Person | None) -> Reply[m.Created]:
        """Create a table.

        See [the fields](#create-a-table). Also sets the cookie of its seats.
        """
        wished = Wish.from_json(msgspec.to_builtins(wish))
        check_loaded(wished.game)
        program = person is not None and person.program
        table, head, tokens = await self._tables.create(wished, address_of(request), program=program)
        links = {}
        for number, seat in enumerate(head["seats"]):
            if seat["kind"] != "bot":
                key = f"&k={tokens[number]}" if number in tokens else ""
                links[str(number)] = f"/t/{table}#s={number}{key}"
        given = {str(number): token for number, token in tokens.items()}
        components = setting_of(head).components
        commitment = commitment_of(bytes.fromhex(head["seed"]))
        await self._my_games.add(person, table, [token_hash(token) for token in tokens.values()])
        warnings, differences = list(components.warnings), difference_data(components)
        reply = Reply(m.Created(table, links, given, commitment, warnings, differences))
        if tokens:
            _set_cookie(request, reply, table, list(tokens.items()))
        return reply

    @get("/tables/{table}")
    async def show_table(self, table: TableId) -> TableCard:
        """A table, with its map or deck."""
        return await self._tables.card(table)

    @get("/tables/{table}/picture", media="image/png")
    async def picture(self, table: TableId) -> Response:
        """A picture of a table, for previews of its link.

        1200 × 630 pixels: what spectators see, at most some seconds old; before the game, at an unlisted table and
        where there are no spectators, a picture of the game alone. The page at `/t/{table}` names it in Open Graph
        tags.
        """
        return await drawn(self._records.picture(table))

    @post("/tables/{table}/join", scope=PLAY)
    async def join(self, request: Request, table: TableId, wish: m.Join, person: Person | None) -> Reply[m.Joined]:
        """Take an open seat.

        The first one if none is named. Also sets the seat's cookie. With a `token` of your own, asking again returns
        the same seat.
        """
        await self._block_list.check_not_blocked(person, table)
        program = person is not None and person.program
        seat, token, commitment = await self._tables.join(table, wish.name, wish.seat, program, wish.token)
        await self._my_games.add(person, table, [token_hash(token)])
        reply = Reply(m.Joined(table, seat, token, f"/t/{table}#s={seat}&k={token}", commitment))
        _set_cookie(request, reply, table, [(seat, token)])
        return reply

    @post("/tables/{table}/leave", scope=PLAY)
    async def leave(self, table: TableId, who: m.Who, keys: SeatKeys) -> Empty:
        """Leave a seat.

        Before the game: the seat is open again. During it: a bot plays on, and the seat can be taken back.
        """
        await self._tables.leave(table, keys, who.seat)
        return Empty()

    @post("/tables/{table}/resign", scope=PLAY)
    async def resign(self, table: TableId, who: m.Who, keys: SeatKeys) -> Empty:
        """Resign for good, as the command `resign`."""
        await self._tables.resign(table, keys, who.seat)
        return Empty()

    @post("/tables/{table}/rematch", scope=PLAY)
    async def rematch(self, request: Request, table: TableId, who: m.Who, keys: SeatKeys) -> Reply[m.NextTable]:
        """Play again, after the end, by a person who played.

        Same seats, the next seat starts; every person's token is valid for the same seat of the new table. Bots play
        (`bot_plays`) for people who are not connected to the old table by then, until they take their seats back.
        Asking again returns the same table.
        """
        new = await self._tables.rematch(table, keys, who.seat)
        reply = Reply(m.NextTable(new))
        _set_cookie(request, reply, new, keys)
        return reply

    @get("/tables/{table}/record")
    async def record(self, table: TableId) -> Reply[m.GameRecord]:
        """A finished game's record, with `names`, `credits` and [`fair`](#fair-draws)."""
        finished = await self._records.finished(table)
        named = {"Content-Disposition": f'attachment; filename="piazzetta-{table}.json"'}
        return Reply(with_credits(finished).dumps().encode(), headers=named)

    @get("/tables/{table}/replay", scope=READ)
    async def replay(self, request: Request, table: TableId, keys: SeatKeys, viewer: Viewer = -1) -> Reply[Replay]:
        """A game, position by position.

        From a viewer's point of view: own seats and −1 (spectator) at any time; after the end any seat and −2 (open).
        """
        return Reply(await self._records.replay(table, viewer, keys, address_of(request)))

    @get("/tables/{table}/analysis")
    async def analysis(self, request: Request, table: TableId) -> Reply[AnalysisCard]:
        """Analysis of a finished game.

        202 while decisions and draws are being evaluated (ask again every second or so), then 200 with `analysis` as in
        `piazzetta analyse --json` ([hints](hints.md)).
        """
        return _analysed(await self._records.analysis(table, address_of(request)))

    @post("/replay", most=_MOST_RECORD, sent=JsonObject)
    async def upload_replay(self, request: Request, record: Upload, viewer: Viewer = -2) -> Reply[m.UploadedReplay]:
        """A record, position by position."""

        def frames() -> bytes:
            given = _uploaded(record)
            return encode({**replay_record(given, viewer), "warnings": list(given.setting.components.warnings)})

        return Reply(await self._long_work.run(address_of(request), frames))

    @post("/replay/analysis", most=_MOST_RECORD, sent=JsonObject)
    async def upload_analysis(self, request: Request, record: Upload) -> Reply[AnalysisCard]:
        """Analysis of a record.

        Sending it again finds the analysis already begun.
        """
        name = hashlib.sha256(record).hexdigest()
        known = self._analyses.find(name)
        if known is None:
            who = address_of(request)
            given = await self._long_work.run(who, lambda: _uploaded(record))
            known = self._analyses.find(name) or self._analyses.begin(name, given, who)
        return _analysed(known)

    @get("/rules/{game}")
    async def rules(self, game: GameName, lang: Language = "en") -> RulebookCard:
        """A rulebook; if there is no translation, in English."""
        check_game(game)
        return catalogue.rulebook(game, lang)

    @get("/words/{game}")
    async def words(self, game: GameName, lang: Language = "en") -> GameWords:
        """A game's messages in a language, for the page."""
        check_game(game)
        return catalogue.words(game, lang)


def _shown(film: bytes, kind: str, name: str) -> Response:
    headers = {"Cache-Control": "private, max-age=600", "Content-Disposition": f'inline; filename="{name}.{kind}"'}
    return Response(film, media_type=f"image/{kind}", headers=headers)


@dataclass
class FilmRoutes:
    _records: Records
    _films: Films
    _long_work: LongWork

    @get("/tables/{table}/film", scope=READ, limit=_OFTEN, media="image/webp")
    async def film(
        self,
        request: Request,
        table: TableId,
        keys: SeatKeys,
        asked: FilmQuery,
    ) -> Response:
        """A game as a film: an animated WebP or GIF.

        `first`, `last`: the positions of the replay it begins and ends with; `turn`: only this turn. A finished game
        is for everybody, from any viewer's point of view; a running one for its players, from theirs.
        """
        cut = cut_of(**msgspec.structs.asdict(asked))
        return _shown(await self._records.film(table, cut, keys, address_of(request)), cut.kind, f"piazzetta-{table}")

    @post("/replay/film", limit=_OFTEN, most=_MOST_RECORD, sent=JsonObject, media="image/webp")
    async def upload_film(
        self,
        request: Request,
        record: Upload,
        asked: FilmQuery,
    ) -> Response:
        """A record as a film, as for a table."""
        cut = cut_of(**msgspec.structs.asdict(asked))
        who = address_of(request)
        given = await self._long_work.run(who, lambda: _uploaded(record))
        return _shown(await self._films.make(given, cut, who), cut.kind, "piazzetta")
