"""What notifications need at the start of a server: its keys, and the connection to its mail server."""

from __future__ import annotations

from piazzetta.server.notifications.senders.email import mailer_of
from piazzetta.server.notifications.senders.sender import Sender
from piazzetta.server.notifications.senders.vapid import Vapid
from piazzetta.server.notifications.subscriptions import Subscriptions
from piazzetta.server.rooms.seat_keys import new_token
from piazzetta.server.settings import Settings


def _contact(settings: Settings) -> str:
    """Return the address of who runs this server, for push services (RFC 8292, 2.1)."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    secure = [origin for origin in settings.origins if origin.startswith("https://")]
    return secure[0] if secure else "mailto:host@piazzetta.invalid"


async def sender_of(settings: Settings, subscriptions: Subscriptions) -> Sender:
    """Return the sender. Its keys are made at the first start and stay in the database: push subscriptions depend on
    them."""
    vapid = Vapid(await subscriptions.secret("vapid", Vapid.new_key()), _contact(settings))
    links = await subscriptions.secret("links", new_token())
    return Sender(vapid, mailer_of(settings), links, settings.private_calls)
