"""The admin's page over HTTP. For everybody else there is nothing here: 404."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request

from piazzetta.server.moderation.admin import Admin
from piazzetta.server.moderation.audit_log import AuditLog
from piazzetta.server.moderation.lists import AdminLists
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.people.credentials.device_keys import set_secret_cookie
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.checks import ADMIN_COOKIE, AdminDevice
from piazzetta.server.routes.http.endpoints import Limit, get, post
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.common import Empty
from piazzetta.server.wire.tables import TableId
from piazzetta.tables.messages import Status

_PATH = "/api/v1/admin"
_ENTRIES = Limit("host_entries", "that was a lot of codes; please wait a moment.")

StatusFilter = Annotated[Status, Meta(description="must be one of waiting, playing, over, closed")]
NamePart = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$", description="must have at most 40 characters")]


@dataclass
class AdminRoutes:
    _admin: Admin
    _audit_log: AuditLog
    _reports: Reports
    _lists: AdminLists

    @post("/admin/enter", limit=_ENTRIES)
    async def enter(self, request: Request, entry: m.AdminEntry) -> Reply[Empty]:
        """Sign this browser in as the admin's, with the code of `piazzetta admin link`."""
        reply = Reply(Empty())
        set_secret_cookie(request, reply, ADMIN_COOKIE, await self._admin.enter(entry), _PATH)
        return reply

    @post("/admin/leave")
    async def leave(self, device: AdminDevice) -> Reply[Empty]:
        """Sign this browser out."""
        await self._admin.leave(device)
        reply = Reply(Empty())
        reply.delete_cookie(ADMIN_COOKIE, path=_PATH)
        return reply

    @get("/admin")
    async def overview(self, device: AdminDevice) -> m.AdminOverview:
        """The server at a glance, and the activity log."""
        tables, people, reports = await self._lists.counts()
        said, latest = await self._audit_log.announcement(), await self._audit_log.latest()
        return m.AdminOverview(tables, people, reports, said, latest)

    @get("/admin/tables")
    async def tables(self, device: AdminDevice, status: StatusFilter | None = None) -> m.AdminTables:
        """All tables."""
        return m.AdminTables(await self._lists.tables(status or ""))

    @get("/admin/people")
    async def people(self, device: AdminDevice, name: NamePart = "") -> m.AdminPeople:
        """All profiles."""
        return m.AdminPeople(await self._lists.people(name))

    @get("/admin/reports")
    async def reports(self, device: AdminDevice, all: str | None = None) -> m.Reports:
        """Reports that are not resolved, or `all`."""
        return m.Reports(await self._reports.listed(all is not None))

    @post("/admin/reports/{report}/resolve")
    async def settle(self, device: AdminDevice, report: m.ReportId) -> Empty:
        """Resolve a report."""
        await self._admin.resolve(device, report)
        return Empty()

    @post("/admin/people/{person}/ban")
    async def ban(self, device: AdminDevice, person: m.PersonId, wish: m.Ban) -> Empty:
        """Ban a person."""
        await self._admin.ban(device, person, wish.reason)
        return Empty()

    @post("/admin/people/{person}/unban")
    async def unban(self, device: AdminDevice, person: m.PersonId) -> Empty:
        """Unban a person."""
        await self._admin.unban(device, person)
        return Empty()

    @post("/admin/tables/{table}/delete")
    async def delete_table(self, device: AdminDevice, table: TableId) -> Empty:
        """Delete a table."""
        await self._admin.delete_table(device, table)
        return Empty()

    @post("/admin/announcement")
    async def announce(self, device: AdminDevice, wish: m.Announcement) -> Empty:
        """Announce something to everybody; an empty text takes it back."""
        await self._admin.announce(device, wish.text)
        return Empty()
