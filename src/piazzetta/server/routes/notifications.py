"""Calls over HTTP."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from piazzetta.server.notifications import channels as ways
from piazzetta.server.notifications import letters
from piazzetta.server.notifications.senders.sender import Sender
from piazzetta.server.notifications.subscriptions import Way, linked_way
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import token_hash
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import Buckets
from piazzetta.server.routes.people import known
from piazzetta.server.routes.tables import asker, read, seat_keys
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


class _Calls:
    """What the routes do. ``letters_out``: how many mails and first messages an address may cause."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._book = registry.book
        settings = registry.settings
        self._letters_out = Buckets(settings.first_calls, settings.address_limits)

    @property
    def _sender(self) -> Sender:
        if self._registry.bell.sender is None:
            raise Refused("busy", "notifications are not ready yet; please try again.")
        return self._registry.bell.sender

    async def offer(self, request: Request) -> Response:
        sender = self._sender
        return answer(m.CallOffer(sender.vapid.public, sender.mailer is not None))

    # --- at a table, or for all tables of a person ---

    async def _owners(self, request: Request, who: Who) -> list[str]:
        """Whom the requester is here; the first of them is for their own calls, the last for the whole table's."""
        if "table" not in request.path_params:
            return [f"person {(await known(self._registry, request)).id}"]
        keys = await seat_keys(self._registry, request, who)
        return await self._registry.callers(request.path_params["table"], keys, who.seat)

    async def list_or_add(self, request: Request) -> Response:
        if request.method != "POST":
            owners = await self._owners(request, Who())
            return answer(m.Ways([ways.card(way) for way in await self._book.ways_of(owners)]))
        wish = await read(request, m.NewWay)
        owners = await self._owners(request, Who(wish.seat, wish.token))
        if wish.whole_table and not (isinstance(wish.way, m.Webhook) and "table" in request.path_params):
            raise Refused("bad_way", "whole_table: only a webhook can notify a whole table, and only from that table.")
        if not isinstance(wish.way, m.Push) and not self._letters_out.take(asker(request)):
            raise Refused("rate", "too many requests; please wait a few minutes.")
        base = self._registry.settings.page_address(request.headers.get("origin"))
        way = ways.wished(wish, owners[-1] if wish.whole_table else owners[0], base, self._sender)
        return answer(ways.card(await ways.add(self._book, self._sender, way, now())), 201)

    async def quiet(self, request: Request) -> Response:
        wish = await read(request, m.NewQuiet)
        (owner, *_) = await self._owners(request, Who(wish.seat, wish.token))
        quiet = ways.quiet_of(wish.quiet)
        for way in await self._book.ways_of([owner]):
            target = msgspec.structs.replace(way.target, quiet=quiet)
            await self._book.put(replace(way, target=target), now())
        return answer(m.Ways([ways.card(way) for way in await self._book.ways_of([owner])]))

    async def stop(self, request: Request) -> Response:
        who = await read(request, Who)
        owners = await self._owners(request, who)
        way = await self._book.find(request.path_params["way"])
        if way is None or way.owner not in owners:
            raise Refused("missing", "this notification channel does not exist.")
        await self._book.forget(way.id)
        return answer({})

    async def renew(self, request: Request) -> Response:
        await ways.renew(self._book, self._sender, await read(request, m.Renewal), now())
        return answer({})

    # --- in a call ---

    async def play(self, request: Request) -> Response:
        """A move made with the button of a notification: its token answers one question, once."""
        wish = await read(request, m.Answered)
        found = await self._book.tapped(token_hash(wish.token))
        if found is None:
            raise Refused("stale", "this notification was already answered, or the game has moved on.")
        table, seat, asked, lang = found
        again = await self._registry.answer_call(table, seat, asked, wish.move)
        await self._book.answered(token_hash(wish.token), again)
        return answer(m.Outcome(letters.say(lang, "call.go_on" if again else "call.done"), again))

    # --- in a mail ---

    async def mail(self, request: Request) -> Response:
        """The page behind a mail's link, and what its button does; or what a mail program does in one press."""
        found = linked_way(self._sender.secret, request.path_params["key"])
        way = None if found is None else await self._book.find(found)
        if way is None:
            return _page(_reader(request), letters.say(_reader(request), "page.gone"), status=404)
        if request.method == "POST":
            return await self._answer_mail(request, way)
        ask = "page.stop" if way.confirmed else "page.confirm"
        wish = "stop" if way.confirmed else "confirm"
        lang = way.target.lang
        button = f'<button name="wish" value="{wish}">{escape(letters.say(lang, f"{ask}.yes"))}</button>'
        return _page(lang, letters.say(lang, ask), f'<form method="post">{button}</form>')

    async def _answer_mail(self, request: Request, way: Way) -> Response:
        got = b""
        async for chunk in request.stream():
            got += chunk
            if len(got) > _FORM:
                raise Refused("too_big", "this request is too large.")
        wish = parse_qs(got.decode("utf-8", "replace"), max_num_fields=5)
        lang = way.target.lang
        if wish.get("wish") == ["confirm"]:
            await self._book.confirm(way.id)
            return _page(lang, letters.say(lang, "page.confirmed"))
        await self._book.forget(way.id)
        return _page(lang, letters.say(lang, "page.stopped"))


def _reader(request: Request) -> str:
    """The reader's language, where the link no longer knows it."""
    tag = request.headers.get("accept-language", "")[:2].lower()
    return tag if tag in ("de", "es", "fr", "it") else "en"


def _page(lang: str, text: str, form: str = "", status: int = 200) -> Response:
    html = _PAGE.format(lang=lang, text=escape(text), form=form)
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def call_routes(registry: TableRegistry) -> list[Route]:
    calls = _Calls(registry)
    return [
        Route("/calls", calls.offer, methods=["GET"]),
        Route("/calls/play", calls.play, methods=["POST"]),
        Route("/calls/renew", calls.renew, methods=["POST"]),
        Route("/calls/mail/{key}", calls.mail, methods=["GET", "POST"]),
        Route("/me/calls", calls.list_or_add, methods=["GET", "POST"]),
        Route("/me/calls/quiet", calls.quiet, methods=["POST"]),
        Route("/me/calls/{way}/stop", calls.stop, methods=["POST"]),
        Route("/tables/{table}/calls", calls.list_or_add, methods=["GET", "POST"]),
        Route("/tables/{table}/calls/quiet", calls.quiet, methods=["POST"]),
        Route("/tables/{table}/calls/{way}/stop", calls.stop, methods=["POST"]),
    ]
