"""Sending a notification: worded for its reader, by push, email or webhook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict, cast

import msgspec

from piazzetta.server.notifications import wording
from piazzetta.server.notifications.senders import webhooks
from piazzetta.server.notifications.senders.email import Email, Mailer, mailer_of
from piazzetta.server.notifications.senders.outward import NotSent
from piazzetta.server.notifications.subscriptions import Channel, Subscriptions, link_key
from piazzetta.server.notifications.whose_turn import Turn
from piazzetta.server.notifications.wording import Invited
from piazzetta.server.rooms.seat_keys import new_token, token_hash
from piazzetta.server.settings import Settings

if TYPE_CHECKING:
    from piazzetta.server.notifications.senders.vapid import Vapid

_SHORT = 300  # characters of a notification: names can be long, and there can be many tables


class Gone(Exception):
    """The channel no longer works."""


class Tap(TypedDict):
    """A button of a notification, which makes a move."""

    move: str
    title: str


class Shown(TypedDict):
    """What a notification in a browser shows (``web/src/offline/notifications.ts``)."""

    title: str
    body: str
    url: str
    lang: str
    waiting: int
    table: NotRequired[str]
    picture: NotRequired[str]
    taps: NotRequired[list[Tap]]
    tap: NotRequired[str]  # the token that makes one of these moves, once


@dataclass(frozen=True)
class Message:
    turns: Sequence[Turn]
    waiting: int  # tables that wait for this person, with these


@dataclass
class Sender:
    """``private``: notifications may go to private addresses. ``secret``: signs the links in emails. ``vapid``: None
    where the library of Web Push is missing, which comes with ``piazzetta[club]``."""

    vapid: Vapid | None
    mailer: Mailer | None
    secret: str
    private: bool

    async def send(self, channel: Channel, message: Message) -> str | None:
        """Send a message, and return the hash of the token with which its buttons make a move; None: it has no buttons.
        Raise ``Gone`` or ``NotSent``."""
        if channel.kind == "push":
            return await self._push(channel, message)
        if channel.kind == "mail":
            target = channel.target
            text = wording.personal_text(message.turns, target.lang, target.base)
            await self.mail(channel, wording.heading(message.turns, target.lang), "mail.text", text=text)
        else:
            await self.hook(channel, *self._said(channel, message.turns))
        return None

    async def send_invitation(self, channel: Channel, invited: Invited) -> None:
        """Send a friend's invitation. Raise ``Gone`` or ``NotSent``."""
        lang, path = channel.target.lang, f"/t/{invited.table}"
        title, body = wording.invitation(invited, lang)
        if channel.kind == "push":
            shown: Shown = {"title": title[:_SHORT], "body": body[:_SHORT], "url": path, "lang": lang, "waiting": 1}
            await self._pushed(channel, {**shown, "table": invited.table}, invited.table)
            return
        text = f"{title}: {body}\n{channel.target.base}{path}"
        if channel.kind == "mail":
            await self.mail(channel, title, "mail.text", text=text)
        else:
            fields = {"table": invited.table, "game": invited.game, "players": invited.players, "from": invited.who}
            await self.hook(channel, text, {"invitation": fields | ({"map": invited.map} if invited.map else {})})

    # --- push ---

    async def _push(self, channel: Channel, message: Message) -> str | None:
        token = new_token()
        shown = push_payload(message, channel.target.lang, token)
        await self._pushed(channel, shown, message.turns[0].table if len(message.turns) == 1 else "tables")
        return token_hash(token) if "tap" in shown else None

    async def _pushed(self, channel: Channel, shown: Shown, topic: str) -> None:
        if self.vapid is None:  # the channel is from a time when there was push
            raise NotSent("this server sends no push notifications: it lacks piazzetta[club]")
        from piazzetta.server.notifications.senders.push import MOST, push

        packed = msgspec.json.encode(shown)
        assert len(packed) <= MOST
        target = channel.target
        status = await push(channel.address, target.p256dh, target.auth, packed, topic, self.vapid, self.private)
        _check(status, gone=(404, 410))

    # --- mail ---

    def stop_link(self, channel: Channel) -> str:
        return f"{channel.target.base}/api/v1/notifications/mail/{link_key(self.secret, channel.id)}"

    async def mail(self, channel: Channel, subject: str, key: str, **params: object) -> None:
        if self.mailer is None:
            raise NotSent("this server sends no mail")
        link = self.stop_link(channel)
        text = wording.say(channel.target.lang, key, **{"link": link, **params})
        await self.mailer.send(Email(channel.address, subject, text, link))

    # --- webhooks ---

    def _said(self, channel: Channel, turns: Sequence[Turn]) -> tuple[str, dict[str, object]]:
        lang, base = channel.target.lang, channel.target.base
        said = wording.table_text if channel.owner.startswith("table ") else wording.personal_text
        tables = [
            {"table": turn.table, "seat": turn.seat, "name": turn.name, "game": turn.game, "at": turn.at}
            | ({} if turn.left is None else {"seconds_left": turn.left // 1000})
            for turn in turns
        ]
        return said(turns, lang, base), {"turns": tables}

    async def hook(self, channel: Channel, text: str, data: Mapping[str, object]) -> None:
        form = cast(Literal["discord", "telegram", "json"], channel.target.form)
        _check(
            await webhooks.send(channel.address, form, channel.target.chat, text, data, self.private), gone=(404, 410)
        )


def _check(status: int, gone: Sequence[int]) -> None:
    if status in gone:
        raise Gone
    if not 200 <= status < 300:
        raise NotSent(f"status {status}")


def push_payload(message: Message, lang: str, token: str) -> Shown:
    """Return what the service worker shows. A decision with few moves gets them as buttons."""
    turns = message.turns
    first = turns[0]
    shown: Shown = {
        "title": wording.heading(turns, lang),
        "body": wording.body(turns, lang)[:_SHORT],
        "url": wording.link(turns, ""),
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


def _contact(settings: Settings) -> str:
    """Return the address of who runs this server, for push services (RFC 8292, 2.1)."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    secure = [origin for origin in settings.origins if origin.startswith("https://")]
    return secure[0] if secure else "mailto:host@piazzetta.invalid"


async def sender_of(settings: Settings, subscriptions: Subscriptions) -> Sender:
    """Return the sender. Its keys are made at the first start and stay in the database: push subscriptions depend on
    them."""
    vapid = None
    if find_spec("cryptography") is not None:
        from piazzetta.server.notifications.senders.vapid import Vapid

        vapid = Vapid(await subscriptions.secret("vapid", Vapid.new_key()), _contact(settings))
    links = await subscriptions.secret("links", new_token())
    return Sender(vapid, mailer_of(settings), links, settings.private_calls)
