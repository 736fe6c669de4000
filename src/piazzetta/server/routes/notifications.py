"""Notifications over HTTP."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Annotated
from urllib.parse import parse_qs

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from piazzetta.server.notifications import channels, wording
from piazzetta.server.notifications.notifier import Notifier
from piazzetta.server.notifications.subscriptions import Channel, Subscriptions, linked_channel
from piazzetta.server.people.credentials.access_tokens import PLAY, READ
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.seat_keys import token_hash
from piazzetta.server.routes.http.checks import DEVICE
from piazzetta.server.routes.http.endpoints import SeatKeys, get, post
from piazzetta.server.routes.http.rate_limits import Buckets, address_of
from piazzetta.server.settings import Settings
from piazzetta.server.wire import notifications as m
from piazzetta.server.wire.common import Empty
from piazzetta.server.wire.tables import TableId, Who
from piazzetta.tables.refusals import Refused

_FORM = 2000  # bytes
_PAGE = """<!doctype html>
<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Piazzetta</title>
<h1>Piazzetta</h1>
<p>{text}</p>
{form}
</html>
"""

ChannelId = Annotated[str, Meta(max_length=16)]
MailKey = Annotated[str, Meta(max_length=80)]


class NotificationRoutes:
    def __init__(self, settings: Settings, subscriptions: Subscriptions, notifier: Notifier) -> None:
        self._settings = settings
        self._subscriptions = subscriptions
        self._notifier = notifier
        self._first_messages = Buckets(settings.first_calls, settings.address_limits)

    @get("/notifications")
    async def offer(self) -> m.NotificationOffer:
        """How this server can [notify people](notifications.md); `push` is empty if it sends none."""
        sender = self._notifier.sender
        return m.NotificationOffer(sender.vapid.public if sender.vapid else "", sender.mailer is not None)

    # --- at a table ---

    @get("/tables/{table}/notifications", scope=READ)
    async def channels(self, table: TableId, keys: SeatKeys) -> m.Channels:
        """My notification channels here or everywhere; what is secret in an address is not shown."""
        return await self._listed(await self._notifier.owners(table, keys, None))

    @post("/tables/{table}/notifications", scope=PLAY, status=201)
    async def add(self, request: Request, table: TableId, wish: m.NewChannel, keys: SeatKeys) -> m.ChannelCard:
        """Notify me through this channel.

        The same channel again changes it. `whole_table`: a webhook for everybody here.
        """
        return await self._add(request, wish, await self._notifier.owners(table, keys, wish.seat), at_table=True)

    @post("/tables/{table}/notifications/quiet", scope=PLAY)
    async def quiet(self, table: TableId, wish: m.NewQuiet, keys: SeatKeys) -> m.Channels:
        """Set quiet hours for all my channels here, or null."""
        (owner, *_) = await self._notifier.owners(table, keys, wish.seat)
        return await self._quiet(owner, wish)

    @post("/tables/{table}/notifications/{way}/stop", scope=PLAY)
    async def stop(self, table: TableId, way: ChannelId, who: Who, keys: SeatKeys) -> Empty:
        """Remove a channel."""
        return await self._stop(way, await self._notifier.owners(table, keys, who.seat))

    # --- for all tables of a person ---

    @get("/me/notifications", scope=DEVICE)
    async def my_channels(self, person: Person) -> m.Channels:
        """My notification channels for all my tables."""
        return await self._listed([f"person {person.id}"])

    @post("/me/notifications", scope=DEVICE, status=201)
    async def add_mine(self, request: Request, wish: m.NewChannel, person: Person) -> m.ChannelCard:
        """Notify me through this channel, at all my tables."""
        return await self._add(request, wish, [f"person {person.id}"], at_table=False)

    @post("/me/notifications/quiet", scope=DEVICE)
    async def my_quiet(self, wish: m.NewQuiet, person: Person) -> m.Channels:
        """Set quiet hours for all my channels, or null."""
        return await self._quiet(f"person {person.id}", wish)

    @post("/me/notifications/{way}/stop", scope=DEVICE)
    async def stop_mine(self, way: ChannelId, who: Who, person: Person) -> Empty:
        """Remove one of my channels."""
        return await self._stop(way, [f"person {person.id}"])

    async def _listed(self, owners: list[str]) -> m.Channels:
        return m.Channels([channels.card(one) for one in await self._subscriptions.channels_of(owners)])

    async def _add(self, request: Request, wish: m.NewChannel, owners: list[str], at_table: bool) -> m.ChannelCard:
        """``owners``: the first is for the person's own notifications, the last for those of the whole table."""
        if wish.whole_table and not (isinstance(wish.way, m.Webhook) and at_table):
            raise Refused("bad_way", "whole_table: only a webhook can notify a whole table, and only from that table.")
        if not isinstance(wish.way, m.Push):
            self._first_messages.check(address_of(request), "too many requests; please wait a few minutes.")
        base = self._settings.page_address(request.headers.get("origin"))
        owner, sender = owners[-1] if wish.whole_table else owners[0], self._notifier.sender
        channel = channels.channel_from(wish, owner, base, sender)
        return channels.card(await channels.add(self._subscriptions, sender, channel, now()))

    async def _quiet(self, owner: str, wish: m.NewQuiet) -> m.Channels:
        quiet = channels.quiet_of(wish.quiet)
        for channel in await self._subscriptions.channels_of([owner]):
            target = msgspec.structs.replace(channel.target, quiet=quiet)
            await self._subscriptions.put(replace(channel, target=target), now())
        return await self._listed([owner])

    async def _stop(self, way: str, owners: list[str]) -> Empty:
        channel = await self._subscriptions.find(way)
        if channel is None or channel.owner not in owners:
            raise Refused("missing", "this notification channel does not exist.")
        await self._subscriptions.remove(channel.id)
        return Empty()

    # --- in a notification ---

    @post("/notifications/renew")
    async def renew(self, renewal: m.Renewal) -> Empty:
        """Replace a push subscription, known by its old endpoint and secret."""
        await channels.renew(self._subscriptions, self._notifier.sender, renewal, now())
        return Empty()

    @post("/notifications/play")
    async def play(self, wish: m.Answered) -> m.Outcome:
        """Make one of the moves of a push notification, with its token, once."""
        found = await self._subscriptions.find_by_token(token_hash(wish.token))
        if found is None:
            raise Refused("stale", "this notification was already answered, or the game has moved on.")
        table, seat, asked, lang = found
        again = await self._notifier.play(table, seat, asked, wish.move)
        await self._subscriptions.use_token(token_hash(wish.token), again)
        return m.Outcome(wording.say(lang, "call.go_on" if again else "call.done"), again)

    # --- in an email ---

    @get("/notifications/mail/{key:path}", media="text/html")
    async def mail_page(self, request: Request, key: MailKey) -> Response:
        """The page behind an email's link, with its button."""
        channel = await self._linked(key)
        if channel is None:
            return _gone(request)
        ask = "page.stop" if channel.confirmed else "page.confirm"
        wish = "stop" if channel.confirmed else "confirm"
        lang = channel.target.lang
        button = f'<button name="wish" value="{wish}">{escape(wording.say(lang, f"{ask}.yes"))}</button>'
        return _page(lang, wording.say(lang, ask), f'<form method="post">{button}</form>')

    @post("/notifications/mail/{key:path}", media="text/html", form=True)
    async def answer_mail(self, request: Request, key: MailKey) -> Response:
        """Agree to emails, or end them: the page's button, or what a mail program does (RFC 8058).

        The form has `wish=confirm`, or anything else to stop.
        """
        channel = await self._linked(key)
        if channel is None:
            return _gone(request)
        got = b""
        async for chunk in request.stream():
            got += chunk
            if len(got) > _FORM:
                raise Refused("too_big", "this request is too large.")
        wish = parse_qs(got.decode("utf-8", "replace"), max_num_fields=5)
        lang = channel.target.lang
        if wish.get("wish") == ["confirm"]:
            await self._subscriptions.confirm(channel.id)
            return _page(lang, wording.say(lang, "page.confirmed"))
        await self._subscriptions.remove(channel.id)
        return _page(lang, wording.say(lang, "page.stopped"))

    async def _linked(self, key: str) -> Channel | None:
        found = linked_channel(self._notifier.sender.secret, key)
        return None if found is None else await self._subscriptions.find(found)


def _gone(request: Request) -> Response:
    lang = _reader(request)
    return _page(lang, wording.say(lang, "page.gone"), status=404)


def _reader(request: Request) -> str:
    """Return the reader's language, where the link no longer knows it."""
    tag = request.headers.get("accept-language", "")[:2].lower()
    return tag if tag in ("de", "es", "fr", "it") else "en"


def _page(lang: str, text: str, form: str = "", status: int = 200) -> Response:
    html = _PAGE.format(lang=lang, text=escape(text), form=form)
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})
