"""A call on its way: worded for whom it is for, and sent in the way they want."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import msgspec

from piazzetta.server.notifications import letters
from piazzetta.server.notifications.senders import webhooks
from piazzetta.server.notifications.senders.email import Letter, Mailer
from piazzetta.server.notifications.senders.outward import NotSent
from piazzetta.server.notifications.senders.push import MOST, push
from piazzetta.server.notifications.senders.vapid import Vapid
from piazzetta.server.notifications.subscriptions import Way, link_key
from piazzetta.server.notifications.turns import Turn
from piazzetta.server.rooms.seat_keys import new_token, token_hash

_SHORT = 300  # characters of a notification: names can be long, and there can be many tables


class Gone(Exception):
    """Nobody is reached in this way any more."""


@dataclass(frozen=True)
class Message:
    turns: Sequence[Turn]
    waiting: int  # tables that wait for this person, with these


class Sender:
    """``private``: calls may go to private addresses. ``secret``: of the links in mails."""

    def __init__(self, vapid: Vapid, mailer: Mailer | None, secret: str, private: bool) -> None:
        self.vapid = vapid
        self.mailer = mailer
        self.private = private
        self.secret = secret

    async def send(self, way: Way, message: Message) -> str | None:
        """Send it; returns the hash of the token that answers it, if it can be. ``Gone``, or ``NotSent``."""
        if way.kind == "push":
            return await self._push(way, message)
        if way.kind == "mail":
            target = way.target
            text = letters.note(message.turns, target.lang, target.base)
            await self.mail(way, letters.heading(message.turns, target.lang), "mail.text", text=text)
        else:
            await self.hook(way, *self._said(way, message.turns))
        return None

    # --- push ---

    async def _push(self, way: Way, message: Message) -> str | None:
        token = new_token()
        shown = notification(message, way.target.lang, token)
        packed = msgspec.json.encode(shown)
        assert len(packed) <= MOST
        topic = message.turns[0].table if len(message.turns) == 1 else "tables"
        target = way.target
        status = await push(way.address, target.p256dh, target.auth, packed, topic, self.vapid, self.private)
        _check(status, gone=(404, 410))
        return token_hash(token) if "tap" in shown else None

    # --- mail ---

    def stop_link(self, way: Way) -> str:
        return f"{way.target.base}/api/v1/calls/mail/{link_key(self.secret, way.id)}"

    async def mail(self, way: Way, subject: str, key: str, **params: Any) -> None:
        if self.mailer is None:
            raise NotSent("this server sends no mail")
        link = self.stop_link(way)
        text = letters.say(way.target.lang, key, **{"link": link, **params})
        await self.mailer.send(Letter(way.address, subject, text, link))

    # --- webhooks ---

    def _said(self, way: Way, turns: Sequence[Turn]) -> tuple[str, dict[str, Any]]:
        lang, base = way.target.lang, way.target.base
        said = letters.notice if way.owner.startswith("table ") else letters.note
        tables = [
            {"table": turn.table, "seat": turn.seat, "name": turn.name, "game": turn.game, "at": turn.at}
            | ({} if turn.left is None else {"seconds_left": turn.left // 1000})
            for turn in turns
        ]
        return said(turns, lang, base), {"turns": tables}

    async def hook(self, way: Way, text: str, data: dict[str, Any]) -> None:
        form = cast(Literal["discord", "telegram", "json"], way.target.form)
        _check(await webhooks.send(way.address, form, way.target.chat, text, data, self.private), gone=(404, 410))


def _check(status: int, gone: Sequence[int]) -> None:
    if status in gone:
        raise Gone
    if not 200 <= status < 300:
        raise NotSent(f"status {status}")


def notification(message: Message, lang: str, token: str) -> dict[str, Any]:
    """What the service worker shows (``web/src/offline/notifications.ts``). One decision with few answers gets them as
    buttons; the token makes one of these moves, once."""
    turns = message.turns
    first = turns[0]
    shown: dict[str, Any] = {
        "title": letters.heading(turns, lang),
        "body": letters.body(turns, lang)[:_SHORT],
        "url": letters.link(turns, ""),
        "lang": lang,
        "waiting": message.waiting,
    }
    if len(turns) == 1:
        shown["table"] = first.table
        shown["picture"] = f"/api/v1/tables/{first.table}/picture?at={first.at}"
        if first.taps:
            shown["taps"] = [{"move": tap.move, "title": tap.words[lang]} for tap in first.taps]
            shown["tap"] = token
    return shown
