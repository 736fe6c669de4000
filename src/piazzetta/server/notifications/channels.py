"""Adding a way to be called: only those that can work, and no more than somebody needs."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

import msgspec

from piazzetta.errors import BadInput
from piazzetta.server.notifications import letters
from piazzetta.server.notifications.quiet_hours import Quiet, check_quiet
from piazzetta.server.notifications.senders.email import check_address
from piazzetta.server.notifications.senders.outward import NotSent, checked
from piazzetta.server.notifications.senders.push import check_subscription
from piazzetta.server.notifications.senders.sender import Gone, Sender
from piazzetta.server.notifications.subscriptions import Book, Target, Way, new_way_id
from piazzetta.server.wire import notifications as m
from piazzetta.tables.refusals import Refused

_MOST = 10  # ways of one owner


def card(way: Way) -> m.WayCard:
    target = way.target
    shown = way.address if way.kind == "mail" else urlsplit(way.address).hostname or ""
    quiet = None if target.quiet is None else msgspec.to_builtins(target.quiet)
    endpoint = way.address if way.kind == "push" else msgspec.UNSET
    return m.WayCard(
        way.id, way.kind, shown, target.lang, way.confirmed, way.owner.startswith("table "), quiet, endpoint
    )


async def renew(book: Book, sender: Sender, wish: m.Renewal, now: int) -> None:
    """All ways of a subscription lead to the one that has replaced it."""
    new = wish.way
    found = [
        way
        for way in await book.ways_at("push", wish.endpoint)
        if hmac.compare_digest(way.target.auth.encode(), wish.auth.encode())
    ]
    if not found:
        raise Refused("missing", "endpoint: this subscription does not exist.")
    try:
        check_subscription(new.endpoint, new.p256dh, new.auth, sender.private)
    except (BadInput, NotSent) as problem:
        raise Refused("bad_way", f"way: {problem}.") from None
    for way in found:
        target = msgspec.structs.replace(way.target, p256dh=new.p256dh, auth=new.auth)
        await book.put(Way(new_way_id(), way.owner, "push", new.endpoint, target), now)
        if new.endpoint != wish.endpoint:
            await book.forget(way.id)


def quiet_of(wish: m.QuietHours | None) -> Quiet | None:
    """``Refused`` if there is no such time zone."""
    if wish is None:
        return None
    quiet = Quiet(wish.begin, wish.end, wish.zone)
    try:
        check_quiet(quiet)
    except BadInput as problem:
        raise Refused("bad", f"quiet: {problem}.") from None
    return quiet


def wished(wish: m.NewWay, owner: str, base: str, sender: Sender) -> Way:
    """The way that somebody wishes; ``Refused`` says which field is wrong."""
    target = Target(wish.lang, base, quiet_of(wish.quiet))
    way, private = wish.way, sender.private
    field = "endpoint"
    try:
        if isinstance(way, m.Push):
            check_subscription(way.endpoint, way.p256dh, way.auth, private)
            target = msgspec.structs.replace(target, p256dh=way.p256dh, auth=way.auth)
            return Way(new_way_id(), owner, "push", way.endpoint, target)
        if isinstance(way, m.Mail):
            field = "address"
            if sender.mailer is None:
                raise Refused("no_mail", "this server cannot send email: the admin has not set it up.")
            check_address(way.address)
            return Way(new_way_id(), owner, "mail", way.address, target, confirmed=False)
        field = "url"
        checked(way.url, private)
        if way.format == "telegram" and way.chat is None:
            field = "chat"
            raise BadInput("Telegram needs the chat_id of the chat")
    except BadInput as problem:
        raise Refused("bad_way", f"{field}: {problem}.") from None
    target = msgspec.structs.replace(target, form=way.format, chat=way.chat)
    return Way(new_way_id(), owner, "webhook", way.url, target)


async def add(book: Book, sender: Sender, way: Way, now: int) -> Way:
    """Write a way down. A webhook gets a first message, so that one sees whether it works; a mail address is asked
    whether it agrees, because anybody could have entered it."""
    before = await book.ways_of([way.owner])
    known = next((one for one in before if (one.kind, one.address) == (way.kind, way.address)), None)
    if known is None and len(before) >= _MOST:
        raise Refused("full_ways", f"you already have {_MOST} notification channels: remove one first.")
    if known is None and way.kind == "webhook":
        try:
            await sender.hook(way, letters.say(way.target.lang, "hook.works"), {"turns": []})
        except (Gone, NotSent):
            raise Refused("no_answer", "the webhook did not accept the test message: check its address.") from None
    kept = await book.put(way, now)
    if known is None and way.kind == "mail":
        try:
            subject = letters.say(way.target.lang, "mail.confirm.subject")
            await sender.mail(kept, subject, "mail.confirm.text")
        except NotSent:
            await book.forget(kept.id)
            raise Refused("no_answer", "the email could not be sent; please try again.") from None
    return kept
