"""People over HTTP: being the same person on several devices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.games.registry import names
from piazzetta.server.people.credentials.access_tokens import PLAY, PROFILE, READ
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.credentials.device_keys import device_key, drop_key, set_key
from piazzetta.server.people.deletion import PersonalData
from piazzetta.server.people.holidays import Holidays
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.people.people import People
from piazzetta.server.people.ratings import Ratings
from piazzetta.server.people.statistics import Statistics
from piazzetta.server.rooms.records import Records
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.tables import drawn, read
from piazzetta.server.wire import people as m
from piazzetta.server.wire.holidays import NewHoliday
from piazzetta.tables.refusals import Refused

Handler = Callable[[Request], Awaitable[Response]]


async def kept(people: People, request: Request, key: str, status: int = 200) -> Response:
    """The answer to a device that has just become a person's."""
    person = await people.find(key)
    if person is None:  # deleted in the same moment
        raise Refused("nobody", "you are not signed in on this device: sign in or create a profile first.")
    response = answer(m.Kept(await people.me(person), key), status)
    set_key(request, response, key)
    return response


async def a_stranger(people: People, request: Request) -> None:
    if await people.find(device_key(request)) is not None:
        raise Refused("somebody", "someone is already signed in on this device: sign out first.")


class _People:
    def __init__(
        self,
        *,
        tables: TableRegistry,
        records: Records,
        people: People,
        authentication: Authentication,
        my_games: MyGames,
        holidays: Holidays,
        statistics: Statistics,
        ratings: Ratings,
        personal_data: PersonalData,
    ) -> None:
        self._tables = tables
        self._records = records
        self._people = people
        self._authentication = authentication
        self._my_games = my_games
        self._holidays = holidays
        self._statistics = statistics
        self._ratings = ratings
        self._personal_data = personal_data

    async def who_am_i(self, request: Request) -> Response:
        """Also begins the cookie's time anew."""
        key = device_key(request)
        person = await self._authentication.anybody(request)
        response = answer(m.WhoAmI(None if person is None else await self._people.me(person)))
        if person is not None and key is not None and "authorization" not in request.headers:
            set_key(request, response, key)
        return response

    async def create(self, request: Request) -> Response:
        wish = await read(request, m.NewPerson)
        await a_stranger(self._people, request)
        return await kept(self._people, request, await self._people.create(wish), 201)

    async def change(self, request: Request) -> Response:
        wish = await read(request, m.Change)
        await self._people.change(await self._authentication.person(request, PROFILE), wish)
        return answer(await self._people.me(await self._authentication.person(request, PROFILE)))

    async def claim(self, request: Request) -> Response:
        """The games that this device plays become the person's."""
        wish = await read(request, m.Claims)
        person = await self._authentication.person(request, PLAY)
        claimed, refused = 0, []
        for seat in wish.seats:
            hashes = []
            try:
                hashes = await self._tables.held(seat.table, [(seat.seat, seat.token)])
            except Refused as refusal:  # gone or damaged; when all of them have to wait, say so
                if refusal.code not in ("missing", "damaged"):
                    raise
            await self._my_games.add(person, seat.table, hashes)
            if hashes and await self._people.owner(seat.table, hashes[0]) == person.id:
                claimed += 1
            else:
                refused.append(seat.table)
        return answer(m.Claimed(claimed, refused))

    async def new_link(self, request: Request) -> Response:
        await read(request, m.Nothing)
        return answer(await self._people.new_link(await self._authentication.person(request)), 201)

    async def new_recovery(self, request: Request) -> Response:
        await read(request, m.Nothing)
        return answer(await self._people.new_recovery(await self._authentication.person(request)), 201)

    async def code_owner(self, request: Request) -> Response:
        """Whom a code signs in: the page asks before it uses the code of a link that somebody may have sent."""
        question = await read(request, m.CodeQuestion)
        await a_stranger(self._people, request)
        return answer(await self._people.code_owner(question.code))

    async def enter(self, request: Request) -> Response:
        entry = await read(request, m.Entry)
        await a_stranger(self._people, request)
        return await kept(self._people, request, await self._people.enter(entry))

    async def devices(self, request: Request) -> Response:
        return answer(m.Devices(await self._people.devices(await self._authentication.person(request))))

    async def sign_out(self, request: Request) -> Response:
        """This device, or another one of the person's."""
        await read(request, m.Nothing)
        person = await self._authentication.person(request)
        device = request.path_params.get("device", person.credential)
        await self._people.sign_out(person, device)
        response = answer({})
        if device == person.credential:
            drop_key(response)
        return response

    async def export_all(self, request: Request) -> Response:
        response = answer(
            await self._personal_data.export(await self._authentication.person(request, even_banned=True))
        )
        response.headers["Content-Disposition"] = 'attachment; filename="piazzetta-me.json"'
        return response

    async def delete_me(self, request: Request) -> Response:
        wish = await read(request, m.Farewell)
        await self._personal_data.delete(await self._authentication.person(request, even_banned=True), wish.name)
        response = answer({})
        drop_key(response)
        return response

    async def show_desk(self, request: Request) -> Response:
        return answer(await self._my_games.of(await self._authentication.person(request, READ)))

    async def show_finished(self, request: Request) -> Response:
        before = request.query_params.get("before", "")
        if not before.isascii() or not before.isdigit() or len(before) > 16:
            raise Refused("bad", "before: must be a time in milliseconds since 1970.")
        return answer(await self._my_games.finished(await self._authentication.person(request, READ), int(before)))

    async def lay(self, request: Request) -> Response:
        wish = await read(request, m.OnMyDesk)
        await self._my_games.hide(
            await self._authentication.person(request, PLAY), request.path_params["table"], wish.hidden
        )
        return answer({})

    async def picture(self, request: Request) -> Response:
        """A game as this person sees it."""
        await self._authentication.person(request, READ)
        table = request.path_params["table"]
        return await drawn(
            self._records.picture(table, await self._authentication.seat_keys(request, table, READ)), "private"
        )

    async def show_holiday(self, request: Request) -> Response:
        return answer(await self._holidays.of(await self._authentication.person(request)))

    async def go_on_holiday(self, request: Request) -> Response:
        wish = await read(request, NewHoliday)
        person = await self._authentication.person(request)
        await self._holidays.set(person, wish.until)
        return answer(await self._holidays.of(person))

    async def show_statistics(self, request: Request) -> Response:
        return answer(await self._statistics.of(await self._authentication.person(request, READ)))

    async def show_ratings(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in names():
            raise Refused("missing", f"unknown game {game[:40]!r}: choose from {', '.join(names())}.")
        person = await self._authentication.anybody(request)
        return answer(await self._ratings.leaderboards(game, person.id if person else None))


def people_routes(**services: Any) -> list[Route]:
    people = _People(**services)

    def route(path: str, get: Handler | None = None, post: Handler | None = None) -> Route:
        async def handle(request: Request) -> Response:
            wanted = post if request.method == "POST" else get
            assert wanted is not None
            return await wanted(request)

        return Route(path, handle, methods=[*(["GET"] if get else []), *(["POST"] if post else [])])

    return [
        route("/me", get=people.who_am_i, post=people.create),
        route("/me/change", post=people.change),
        route("/me/seats", post=people.claim),
        route("/me/links", post=people.new_link),
        route("/me/recovery", post=people.new_recovery),
        route("/me/enter", post=people.enter),
        route("/me/enter/owner", post=people.code_owner),
        route("/me/devices", get=people.devices),
        route("/me/devices/{device}/sign_out", post=people.sign_out),
        route("/me/sign_out", post=people.sign_out),
        route("/me/export", get=people.export_all),
        route("/me/delete", post=people.delete_me),
        route("/me/desk", get=people.show_desk),
        route("/me/finished", get=people.show_finished),
        route("/me/tables/{table}", post=people.lay),
        route("/me/tables/{table}/picture", get=people.picture),
        route("/me/holiday", get=people.show_holiday, post=people.go_on_holiday),
        route("/me/statistics", get=people.show_statistics),
        route("/ratings/{game}", get=people.show_ratings),
    ]
