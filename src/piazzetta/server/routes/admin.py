"""The host's page over HTTP. For everybody else there is nothing here: 404."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.moderation.admin import Admin
from piazzetta.server.moderation.audit_log import AuditLog
from piazzetta.server.moderation.lists import STATUSES, AdminLists
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import Buckets, TooMuch
from piazzetta.server.routes.tables import asker, read
from piazzetta.server.settings import Settings
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.people import Nothing
from piazzetta.tables.refusals import Refused

_COOKIE = "piazzetta_host"
_PATH = "/api/v1/host"
_SECONDS = 400 * 24 * 3600
_LONGEST = 64

#: What the host does: which of their devices, and the request.
Deed = Callable[[str, Request], Awaitable[Response]]


class _Host:
    def __init__(
        self, *, settings: Settings, admin: Admin, audit_log: AuditLog, reports: Reports, lists: AdminLists
    ) -> None:
        self._admin = admin
        self._audit_log = audit_log
        self._reports = reports
        self._lists = lists
        self._entries = Buckets(settings.host_entries, settings.address_limits)

    def alone(self, get: Deed | None = None, post: Deed | None = None) -> Callable[[Request], Awaitable[Response]]:
        """For the host alone."""

        async def handle(request: Request) -> Response:
            deed = post if request.method == "POST" else get
            host = await self._admin.device(_key(request))
            if host is None or deed is None:
                raise Refused("missing", "nothing here.")
            return await deed(host, request)

        return handle

    async def enter(self, request: Request) -> Response:
        entry = await read(request, m.HostEntry)
        if not self._entries.take(asker(request)):
            raise TooMuch("that was a lot of codes; please wait a moment.", self._entries.due(asker(request)))
        key = await self._admin.enter(entry)
        response = answer({})
        response.set_cookie(
            _COOKIE,
            key,
            max_age=_SECONDS,
            path=_PATH,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return response

    async def leave(self, host: str, request: Request) -> Response:
        await read(request, Nothing)
        await self._admin.leave(host)
        response = answer({})
        response.delete_cookie(_COOKIE, path=_PATH)
        return response

    async def overview(self, host: str, request: Request) -> Response:
        tables, people, reports = await self._lists.counts()
        return answer(
            m.House(tables, people, reports, await self._audit_log.announcement(), await self._audit_log.latest())
        )

    async def tables(self, host: str, request: Request) -> Response:
        status = request.query_params.get("status", "")
        if status and status not in STATUSES:
            raise Refused("bad", f"status: must be one of {', '.join(STATUSES)}.")
        return answer(m.HostTables(await self._lists.tables(status)))

    async def people(self, host: str, request: Request) -> Response:
        name = request.query_params.get("name", "")
        if len(name) > 40 or "\0" in name:
            raise Refused("bad", "name: must have at most 40 characters.")
        return answer(m.HostPeople(await self._lists.people(name)))

    async def reports(self, host: str, request: Request) -> Response:
        return answer(m.Reports(await self._reports.listed("all" in request.query_params)))

    async def settle(self, host: str, request: Request) -> Response:
        await read(request, Nothing)
        await self._admin.resolve(host, request.path_params["report"])
        return answer({})

    async def ban(self, host: str, request: Request) -> Response:
        wish = await read(request, m.Ban)
        await self._admin.ban(host, request.path_params["person"], wish.reason)
        return answer({})

    async def unban(self, host: str, request: Request) -> Response:
        await read(request, Nothing)
        await self._admin.unban(host, request.path_params["person"])
        return answer({})

    async def delete_table(self, host: str, request: Request) -> Response:
        await read(request, Nothing)
        await self._admin.delete_table(host, request.path_params["table"])
        return answer({})

    async def announce(self, host: str, request: Request) -> Response:
        wish = await read(request, m.Announcement)
        await self._admin.announce(host, wish.text)
        return answer({})


def _key(request: Request) -> str | None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and given.startswith("host."):
        return given[5 : 5 + _LONGEST]
    return request.cookies.get(_COOKIE, "")[:_LONGEST] or None


def admin_routes(**services: Any) -> list[Route]:
    host = _Host(**services)
    read_only = {"": host.overview, "/tables": host.tables, "/people": host.people, "/reports": host.reports}
    changing = {
        "/leave": host.leave,
        "/reports/{report}/settle": host.settle,
        "/people/{person}/ban": host.ban,
        "/people/{person}/unban": host.unban,
        "/tables/{table}/delete": host.delete_table,
        "/announcement": host.announce,
    }
    return [
        Route("/host/enter", host.enter, methods=["POST"]),
        *(Route(f"/host{path}", host.alone(get=deed), methods=["GET"]) for path, deed in read_only.items()),
        *(Route(f"/host{path}", host.alone(post=deed), methods=["POST"]) for path, deed in changing.items()),
    ]
