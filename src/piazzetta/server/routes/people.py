"""People over HTTP: being the same person on several devices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.games.registry import names
from piazzetta.server.people import my_games as desk
from piazzetta.server.people.credentials.access_tokens import PLAY, PROFILE, READ
from piazzetta.server.people.credentials.device_keys import (
    device_key,
    drop_key,
    person_keys,
    set_key,
    somebody,
    who_asks,
)
from piazzetta.server.people.deletion import delete, export
from piazzetta.server.people.holidays import go, holiday_of
from piazzetta.server.people.people import Person
from piazzetta.server.people.statistics import statistics
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.tables import drawn, read
from piazzetta.server.wire import people as m
from piazzetta.server.wire.holidays import NewHoliday
from piazzetta.tables.refusals import Refused

Endpoint = Callable[[TableRegistry, Request], Awaitable[Response]]


async def known(registry: TableRegistry, request: Request, scope: str | None = None, banned: bool = False) -> Person:
    """Who asks; refused if we do not know them, or if it is a program that may not do this (``check_scope``).
    ``banned``: what even those may do whom the host has banned."""
    person = await who_asks(registry.people, request, scope, banned)
    if person is None:
        raise Refused("nobody", "you are not signed in on this device: sign in or create a profile first.")
    return person


async def kept(registry: TableRegistry, request: Request, key: str, status: int = 200) -> Response:
    """The answer to a device that has just become a person's."""
    person = await registry.people.find(key)
    if person is None:  # deleted in the same moment
        raise Refused("nobody", "you are not signed in on this device: sign in or create a profile first.")
    response = answer(m.Kept(await registry.people.me(person), key), status)
    set_key(request, response, key)
    return response


async def a_stranger(registry: TableRegistry, request: Request) -> None:
    if await registry.people.find(device_key(request)) is not None:
        raise Refused("somebody", "someone is already signed in on this device: sign out first.")


async def who_am_i(registry: TableRegistry, request: Request) -> Response:
    """Also begins the cookie's time anew."""
    key = device_key(request)
    person = await somebody(registry.people, request)
    response = answer(m.WhoAmI(None if person is None else await registry.people.me(person)))
    if person is not None and key is not None and "authorization" not in request.headers:
        set_key(request, response, key)
    return response


async def create(registry: TableRegistry, request: Request) -> Response:
    wish = await read(request, m.NewPerson)
    await a_stranger(registry, request)
    return await kept(registry, request, await registry.people.create(wish), 201)


async def change(registry: TableRegistry, request: Request) -> Response:
    wish = await read(request, m.Change)
    await registry.people.change(await known(registry, request, PROFILE), wish)
    return answer(await registry.people.me(await known(registry, request, PROFILE)))


async def claim(registry: TableRegistry, request: Request) -> Response:
    """The games that this device plays become the person's."""
    wish = await read(request, m.Claims)
    person = await known(registry, request, PLAY)
    claimed, refused = 0, []
    for seat in wish.seats:
        hashes = []
        try:
            hashes = await registry.held(seat.table, [(seat.seat, seat.token)])
        except Refused as refusal:  # gone or damaged; when all of them have to wait, say so
            if refusal.code not in ("missing", "damaged"):
                raise
        await registry.note(person, seat.table, hashes)
        if hashes and await registry.people.owner(seat.table, hashes[0]) == person.id:
            claimed += 1
        else:
            refused.append(seat.table)
    return answer(m.Claimed(claimed, refused))


async def new_link(registry: TableRegistry, request: Request) -> Response:
    await read(request, m.Nothing)
    return answer(await registry.people.new_link(await known(registry, request)), 201)


async def new_recovery(registry: TableRegistry, request: Request) -> Response:
    await read(request, m.Nothing)
    return answer(await registry.people.new_recovery(await known(registry, request)), 201)


async def code_owner(registry: TableRegistry, request: Request) -> Response:
    """Whom a code signs in: the page asks before it uses the code of a link that somebody may have sent."""
    question = await read(request, m.CodeQuestion)
    await a_stranger(registry, request)
    return answer(await registry.people.code_owner(question.code))


async def enter(registry: TableRegistry, request: Request) -> Response:
    entry = await read(request, m.Entry)
    await a_stranger(registry, request)
    return await kept(registry, request, await registry.people.enter(entry))


async def devices(registry: TableRegistry, request: Request) -> Response:
    return answer(m.Devices(await registry.people.devices(await known(registry, request))))


async def sign_out(registry: TableRegistry, request: Request) -> Response:
    """This device, or another one of the person's."""
    await read(request, m.Nothing)
    person = await known(registry, request)
    device = request.path_params.get("device", person.device)
    await registry.people.sign_out(person, device)
    response = answer({})
    if device == person.device:
        drop_key(response)
    return response


async def export_all(registry: TableRegistry, request: Request) -> Response:
    response = answer(await export(registry, await known(registry, request, banned=True)))
    response.headers["Content-Disposition"] = 'attachment; filename="piazzetta-me.json"'
    return response


async def delete_me(registry: TableRegistry, request: Request) -> Response:
    wish = await read(request, m.Farewell)
    await delete(registry, await known(registry, request, banned=True), wish.name)
    response = answer({})
    drop_key(response)
    return response


async def show_desk(registry: TableRegistry, request: Request) -> Response:
    return answer(await desk.desk(registry, await known(registry, request, READ)))


async def show_finished(registry: TableRegistry, request: Request) -> Response:
    before = request.query_params.get("before", "")
    if not before.isascii() or not before.isdigit() or len(before) > 16:
        raise Refused("bad", "before: must be a time in milliseconds since 1970.")
    return answer(await desk.finished(registry, await known(registry, request, READ), int(before)))


async def lay(registry: TableRegistry, request: Request) -> Response:
    wish = await read(request, m.OnMyDesk)
    await desk.hide(registry, await known(registry, request, PLAY), request.path_params["table"], wish.hidden)
    return answer({})


async def picture(registry: TableRegistry, request: Request) -> Response:
    """A game as this person sees it."""
    await known(registry, request, READ)
    table = request.path_params["table"]
    return await drawn(registry.picture(table, await person_keys(registry.people, request, table, READ)), "private")


async def show_holiday(registry: TableRegistry, request: Request) -> Response:
    return answer(await holiday_of(registry, await known(registry, request)))


async def go_on_holiday(registry: TableRegistry, request: Request) -> Response:
    wish = await read(request, NewHoliday)
    person = await known(registry, request)
    await go(registry, person, wish.until)
    return answer(await holiday_of(registry, person))


async def show_statistics(registry: TableRegistry, request: Request) -> Response:
    return answer(await statistics(registry.people.store, await known(registry, request, READ)))


async def show_ratings(registry: TableRegistry, request: Request) -> Response:
    game = request.path_params["game"]
    if game not in names():
        raise Refused("missing", f"unknown game {game[:40]!r}: choose from {', '.join(names())}.")
    person = await somebody(registry.people, request)
    return answer(await registry.ratings.of(game, person.id if person else None))


def people_routes(registry: TableRegistry) -> list[Route]:
    def route(path: str, get: Endpoint | None = None, post: Endpoint | None = None) -> Route:
        async def handle(request: Request) -> Response:
            wanted = post if request.method == "POST" else get
            assert wanted is not None
            return await wanted(registry, request)

        return Route(path, handle, methods=[*(["GET"] if get else []), *(["POST"] if post else [])])

    return [
        route("/me", get=who_am_i, post=create),
        route("/me/change", post=change),
        route("/me/seats", post=claim),
        route("/me/links", post=new_link),
        route("/me/recovery", post=new_recovery),
        route("/me/enter", post=enter),
        route("/me/enter/owner", post=code_owner),
        route("/me/devices", get=devices),
        route("/me/devices/{device}/sign_out", post=sign_out),
        route("/me/sign_out", post=sign_out),
        route("/me/export", get=export_all),
        route("/me/delete", post=delete_me),
        route("/me/desk", get=show_desk),
        route("/me/finished", get=show_finished),
        route("/me/tables/{table}", post=lay),
        route("/me/tables/{table}/picture", get=picture),
        route("/me/holiday", get=show_holiday, post=go_on_holiday),
        route("/me/statistics", get=show_statistics),
        route("/ratings/{game}", get=show_ratings),
    ]
