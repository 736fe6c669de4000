"""Notifications over HTTP."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from piazzetta.server.notifications import channels, wording
from piazzetta.server.notifications.notifier import Notifier
from piazzetta.server.notifications.subscriptions import Channel, Subscriptions, linked_channel
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.seat_keys import token_hash
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import Buckets
from piazzetta.server.routes.tables import asker, read, seat_keys
from piazzetta.server.settings import Settings
from piazzetta.server.wire import notifications as m
from piazzetta.server.wire.tables import Who
from piazzetta.tables.refusals import Refused

_FORM = 2000  # bytes
_PAGE = """<!doctype html>
<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Piazzetta</title>
<h1>Piazzetta</h1>
<p>{text}</p>
{form}
</html>
"""


class _Notifications:
    """What the routes do."""

    def __init__(
        self, *, settings: Settings, authentication: Authentication, subscriptions: Subscriptions, notifier: Notifier
    ) -> None:
        self._settings = settings
        self._authentication = authentication
        self._subscriptions = subscriptions
        self._notifier = notifier
        self._first_messages = Buckets(settings.first_calls, settings.address_limits)

    async def offer(self, request: Request) -> Response:
        sender = self._notifier.sender
        return answer(m.CallOffer(sender.vapid.public, sender.mailer is not None))

    # --- at a table, or for all tables of a person ---

    async def _owners(self, request: Request, who: Who) -> list[str]:
        """Whom the requester is here; the first of them is for their own calls, the last for the whole table's."""
        if "table" not in request.path_params:
            return [f"person {(await self._authentication.person(request)).id}"]
        keys = await seat_keys(self._authentication, request, who)
        return await self._notifier.owners(request.path_params["table"], keys, who.seat)

    async def list_or_add(self, request: Request) -> Response:
        if request.method != "POST":
            owners = await self._owners(request, Who())
            return answer(m.Ways([channels.card(one) for one in await self._subscriptions.channels_of(owners)]))
        wish = await read(request, m.NewWay)
        owners = await self._owners(request, Who(wish.seat, wish.token))
        if wish.whole_table and not (isinstance(wish.way, m.Webhook) and "table" in request.path_params):
            raise Refused("bad_way", "whole_table: only a webhook can notify a whole table, and only from that table.")
        if not isinstance(wish.way, m.Push) and not self._first_messages.take(asker(request)):
            raise Refused("rate", "too many requests; please wait a few minutes.")
        base = self._settings.page_address(request.headers.get("origin"))
        channel = channels.channel_from(
            wish, owners[-1] if wish.whole_table else owners[0], base, self._notifier.sender
        )
        return answer(
            channels.card(await channels.add(self._subscriptions, self._notifier.sender, channel, now())), 201
        )

    async def quiet(self, request: Request) -> Response:
        wish = await read(request, m.NewQuiet)
        (owner, *_) = await self._owners(request, Who(wish.seat, wish.token))
        quiet = channels.quiet_of(wish.quiet)
        for channel in await self._subscriptions.channels_of([owner]):
            target = msgspec.structs.replace(channel.target, quiet=quiet)
            await self._subscriptions.put(replace(channel, target=target), now())
        return answer(m.Ways([channels.card(one) for one in await self._subscriptions.channels_of([owner])]))

    async def stop(self, request: Request) -> Response:
        who = await read(request, Who)
        owners = await self._owners(request, who)
        channel = await self._subscriptions.find(request.path_params["way"])
        if channel is None or channel.owner not in owners:
            raise Refused("missing", "this notification channel does not exist.")
        await self._subscriptions.remove(channel.id)
        return answer({})

    async def renew(self, request: Request) -> Response:
        await channels.renew(self._subscriptions, self._notifier.sender, await read(request, m.Renewal), now())
        return answer({})

    # --- in a call ---

    async def play(self, request: Request) -> Response:
        """A move made with the button of a notification: its token answers one question, once."""
        wish = await read(request, m.Answered)
        found = await self._subscriptions.find_by_token(token_hash(wish.token))
        if found is None:
            raise Refused("stale", "this notification was already answered, or the game has moved on.")
        table, seat, asked, lang = found
        again = await self._notifier.play(table, seat, asked, wish.move)
        await self._subscriptions.use_token(token_hash(wish.token), again)
        return answer(m.Outcome(wording.say(lang, "call.go_on" if again else "call.done"), again))

    # --- in a mail ---

    async def mail(self, request: Request) -> Response:
        """The page behind a mail's link, and what its button does; or what a mail program does in one press."""
        found = linked_channel(self._notifier.sender.secret, request.path_params["key"])
        channel = None if found is None else await self._subscriptions.find(found)
        if channel is None:
            return _page(_reader(request), wording.say(_reader(request), "page.gone"), status=404)
        if request.method == "POST":
            return await self._answer_mail(request, channel)
        ask = "page.stop" if channel.confirmed else "page.confirm"
        wish = "stop" if channel.confirmed else "confirm"
        lang = channel.target.lang
        button = f'<button name="wish" value="{wish}">{escape(wording.say(lang, f"{ask}.yes"))}</button>'
        return _page(lang, wording.say(lang, ask), f'<form method="post">{button}</form>')

    async def _answer_mail(self, request: Request, channel: Channel) -> Response:
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


def _reader(request: Request) -> str:
    """The reader's language, where the link no longer knows it."""
    tag = request.headers.get("accept-language", "")[:2].lower()
    return tag if tag in ("de", "es", "fr", "it") else "en"


def _page(lang: str, text: str, form: str = "", status: int = 200) -> Response:
    html = _PAGE.format(lang=lang, text=escape(text), form=form)
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def notification_routes(**services: Any) -> list[Route]:
    notifications = _Notifications(**services)
    return [
        Route("/calls", notifications.offer, methods=["GET"]),
        Route("/calls/play", notifications.play, methods=["POST"]),
        Route("/calls/renew", notifications.renew, methods=["POST"]),
        Route("/calls/mail/{key}", notifications.mail, methods=["GET", "POST"]),
        Route("/me/calls", notifications.list_or_add, methods=["GET", "POST"]),
        Route("/me/calls/quiet", notifications.quiet, methods=["POST"]),
        Route("/me/calls/{way}/stop", notifications.stop, methods=["POST"]),
        Route("/tables/{table}/calls", notifications.list_or_add, methods=["GET", "POST"]),
        Route("/tables/{table}/calls/quiet", notifications.quiet, methods=["POST"]),
        Route("/tables/{table}/calls/{way}/stop", notifications.stop, methods=["POST"]),
    ]
