"""Webhooks: a notification as a message of Discord or Telegram, or as plain JSON for a program of the user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from piazzetta.server.notifications.senders.outward import post

Format = Literal["discord", "telegram", "json"]


def written(form: Format, chat: str | None, text: str, data: Mapping[str, object]) -> Mapping[str, object]:
    """Return the body that a service expects. Names may contain anything, so it pings nobody and formats nothing."""
    if form == "discord":
        return {"content": text, "allowed_mentions": {"parse": []}, "flags": 4}  # 4: without a preview of the link
    if form == "telegram":
        return {"chat_id": chat, "text": text, "link_preview_options": {"is_disabled": True}}
    return {"text": text, **data}


async def send(url: str, form: Format, chat: str | None, text: str, data: Mapping[str, object], private: bool) -> int:
    headers = {"Content-Type": "application/json", "User-Agent": "Piazzetta"}
    return await post(url, headers, msgspec.json.encode(written(form, chat, text, data)), private)
