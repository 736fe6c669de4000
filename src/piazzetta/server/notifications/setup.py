"""What calls need at the start of a server: its keys, and the way to its mail server."""

from __future__ import annotations

from piazzetta.server.notifications.senders.email import mailer_of
from piazzetta.server.notifications.senders.sender import Sender
from piazzetta.server.notifications.senders.vapid import Vapid
from piazzetta.server.notifications.subscriptions import Book
from piazzetta.server.rooms.seat_keys import new_token
from piazzetta.server.settings import Settings


def _contact(settings: Settings) -> str:
    """Whom a push service may ask about our messages (RFC 8292, 2.1)."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    secure = [origin for origin in settings.origins if origin.startswith("https://")]
    return secure[0] if secure else "mailto:host@piazzetta.invalid"


async def sender_of(settings: Settings, book: Book) -> Sender:
    """The keys are made at the first start and stay with the database: subscriptions are bound to them."""
    vapid = Vapid(await book.secret("vapid", Vapid.new_key()), _contact(settings))
    links = await book.secret("links", new_token())
    return Sender(vapid, mailer_of(settings), links, settings.private_calls)
