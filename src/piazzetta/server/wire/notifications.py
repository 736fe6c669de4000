"""Requests and answers about notifications and their channels (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.tables import MoveText, SeatNumber, Token

Language = Literal["de", "en", "es", "fr", "it"]
_Time = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
_Url = Annotated[str, Meta(max_length=1000)]


class Push(Body, tag_field="kind", tag="push"):
    """A push subscription, as a browser gives it."""

    endpoint: _Url
    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=40)]


class Mail(Body, tag_field="kind", tag="mail"):
    address: Annotated[str, Meta(max_length=254)]


class Webhook(Body, tag_field="kind", tag="webhook"):
    url: _Url
    format: Literal["discord", "telegram", "json"]
    chat: Annotated[str, Meta(min_length=1, max_length=64)] | None = None  # Telegram's chat_id


class Renewal(Body):
    """Replace a push subscription whose address has changed. ``endpoint`` and ``auth``: of the old one; ``way``: the
    new one."""

    endpoint: _Url
    auth: Annotated[str, Meta(max_length=40)]
    way: Push


class QuietHours(Body):
    begin: _Time
    end: _Time
    zone: Annotated[str, Meta(max_length=64)]  # such as Europe/Rome


class NewChannel(Body):
    """Notify me through this channel: at this table, or at all tables of my profile."""

    way: Push | Mail | Webhook
    lang: Language = "en"
    quiet: QuietHours | None = None
    whole_table: bool = False  # a webhook that tells everybody whose turn it is
    seat: SeatNumber | None = None
    token: Token | None = None


class NewQuiet(Body):
    """Quiet hours for all my channels; null: none."""

    quiet: QuietHours | None
    seat: SeatNumber | None = None
    token: Token | None = None


class ChannelCard(Struct):
    """A channel as its owner sees it, without what is secret in its address."""

    id: str
    kind: Literal["push", "mail", "webhook"]
    shown: str
    lang: str
    confirmed: bool  # false: the owner of the email address has not agreed yet
    whole_table: bool
    quiet: QuietHours | None = None
    endpoint: str | UnsetType = UNSET  # of a push subscription, by which a browser knows its own


class Channels(Struct):
    ways: list[ChannelCard]


class NotificationOffer(Struct):
    """How this server can notify: the public key for push subscriptions, and whether it sends email."""

    push: str
    mail: bool


class Answered(Body):
    """A move made by a button of a notification."""

    token: Token
    move: MoveText


class Outcome(Struct):
    """What to show in place of the notification."""

    title: str
    again: bool  # the same person is asked again
