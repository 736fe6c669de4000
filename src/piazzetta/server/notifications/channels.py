"""Adding a channel for notifications: only one that can work, and no more than a person needs."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

import msgspec

from piazzetta.errors import BadInput
from piazzetta.server.notifications import wording
from piazzetta.server.notifications.quiet_hours import Quiet, check_quiet
from piazzetta.server.notifications.senders.email import check_address
from piazzetta.server.notifications.senders.outward import NotSent, checked
from piazzetta.server.notifications.senders.sender import Gone, Sender
from piazzetta.server.notifications.subscriptions import Channel, Subscriptions, Target, new_channel_id
from piazzetta.server.wire import notifications as m
from piazzetta.tables.refusals import Refused

_MOST = 10  # channels of one owner


def card(channel: Channel) -> m.ChannelCard:
    """Return a channel as its owner sees it."""
    target = channel.target
    shown = channel.address if channel.kind == "mail" else urlsplit(channel.address).hostname or ""
    quiet = None if target.quiet is None else msgspec.to_builtins(target.quiet)
    endpoint = channel.address if channel.kind == "push" else msgspec.UNSET
    return m.ChannelCard(
        channel.id,
        channel.kind,
        shown,
        target.lang,
        channel.confirmed,
        channel.owner.startswith("table "),
        quiet,
        endpoint,
    )


def _check_push(sender: Sender, subscription: m.Push) -> None:
    """Refuse a subscription to which nothing can be sent; ``BadInput`` or ``NotSent`` if it is wrong."""
    if sender.vapid is None:
        raise Refused(
            "no_push", "this server sends no push notifications: its admin installs piazzetta[club] for that."
        )
    from piazzetta.server.notifications.senders.push import check_subscription

    check_subscription(subscription.endpoint, subscription.p256dh, subscription.auth, sender.private)


async def renew(subscriptions: Subscriptions, sender: Sender, wish: m.Renewal, now: int) -> None:
    """Replace a push subscription, in all channels that use it, by the one that the browser has now."""
    new = wish.way
    found = [
        channel
        for channel in await subscriptions.channels_at("push", wish.endpoint)
        if hmac.compare_digest(channel.target.auth.encode(), wish.auth.encode())
    ]
    if not found:
        raise Refused("missing", "endpoint: this subscription does not exist.")
    try:
        _check_push(sender, new)
    except (BadInput, NotSent) as problem:
        raise Refused("bad_way", f"way: {problem}.") from None
    for channel in found:
        target = msgspec.structs.replace(channel.target, p256dh=new.p256dh, auth=new.auth)
        await subscriptions.put(Channel(new_channel_id(), channel.owner, "push", new.endpoint, target), now)
        if new.endpoint != wish.endpoint:
            await subscriptions.remove(channel.id)


def quiet_of(wish: m.QuietHours | None) -> Quiet | None:
    """Return the quiet hours that a request asks for; refuse an unknown time zone."""
    if wish is None:
        return None
    quiet = Quiet(wish.begin, wish.end, wish.zone)
    try:
        check_quiet(quiet)
    except BadInput as problem:
        raise Refused("bad", f"quiet: {problem}.") from None
    return quiet


def channel_from(wish: m.NewChannel, owner: str, base: str, sender: Sender) -> Channel:
    """Return the channel that a request asks for; refuse it with the field that is wrong."""
    target = Target(wish.lang, base, quiet_of(wish.quiet))
    channel, private = wish.way, sender.private
    field = "endpoint"
    try:
        if isinstance(channel, m.Push):
            _check_push(sender, channel)
            target = msgspec.structs.replace(target, p256dh=channel.p256dh, auth=channel.auth)
            return Channel(new_channel_id(), owner, "push", channel.endpoint, target)
        if isinstance(channel, m.Mail):
            field = "address"
            if sender.mailer is None:
                raise Refused("no_mail", "this server cannot send email: the admin has not set it up.")
            check_address(channel.address)
            return Channel(new_channel_id(), owner, "mail", channel.address, target, confirmed=False)
        field = "url"
        checked(channel.url, private)
        if channel.format == "telegram" and channel.chat is None:
            field = "chat"
            raise BadInput("Telegram needs the chat_id of the chat")
    except BadInput as problem:
        raise Refused("bad_way", f"{field}: {problem}.") from None
    target = msgspec.structs.replace(target, form=channel.format, chat=channel.chat)
    return Channel(new_channel_id(), owner, "webhook", channel.url, target)


async def add(subscriptions: Subscriptions, sender: Sender, channel: Channel, now: int) -> Channel:
    """Store a channel and return it. A webhook gets a first message, which shows whether it works. An email address is
    asked to confirm, because someone else could have entered it."""
    before = await subscriptions.channels_of([channel.owner])
    known = next((one for one in before if (one.kind, one.address) == (channel.kind, channel.address)), None)
    if known is None and len(before) >= _MOST:
        raise Refused("full_ways", f"you already have {_MOST} notification channels: remove one first.")
    if known is None and channel.kind == "webhook":
        try:
            await sender.hook(channel, wording.say(channel.target.lang, "hook.works"), {"turns": []})
        except (Gone, NotSent):
            raise Refused("no_answer", "the webhook did not accept the test message: check its address.") from None
    kept = await subscriptions.put(channel, now)
    if known is None and channel.kind == "mail":
        try:
            subject = wording.say(channel.target.lang, "mail.confirm.subject")
            await sender.mail(kept, subject, "mail.confirm.text")
        except NotSent:
            await subscriptions.remove(kept.id)
            raise Refused("not_sent", "the email could not be sent; please try again.") from None
    return kept
