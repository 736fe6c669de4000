"""What messengers show of a link to a table: Open Graph tags in the head of the page."""

from __future__ import annotations

import re
from html import escape

from starlette.requests import Request

from piazzetta.games.registry import find_game
from piazzetta.games.rulebooks.rulebook import LANGUAGES
from piazzetta.games.words.messages import words_of
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.workers.pictures import SIZE
from piazzetta.tables.refusals import Refused

_TABLE = re.compile(r"(?:embed/)?(?:t|replay)/([a-z0-9]{1,32})/?")


def table_in(path: str) -> str | None:
    """Return the table that a place of the page shows: live, replayed, or in a frame of another page."""
    found = _TABLE.fullmatch(path)
    return found[1] if found else None


def _language(request: Request) -> str:
    """Return the first of the reader's languages that we speak; services that fetch previews often name none."""
    wished = request.headers.get("accept-language", "")
    tags = [part.partition(";")[0].strip()[:2].lower() for part in wished.split(",")]
    return next((tag for tag in tags if tag in LANGUAGES), "en")


async def tags_for(registry: TableRegistry, request: Request, table_id: str) -> str:
    """Return the tags of a table's page; empty: no such table. Names are told only where everybody may watch."""
    try:
        card = await registry.card(table_id, chart=False)
    except Refused:
        return ""
    words = words_of(find_game(card["game"]), _language(request))
    public = card["options"]["listed"] and card["options"]["spectators"]
    names = [seat["name"] for seat in card["seats"] if public and seat["name"]]
    base = f"{request.url.scheme}://{request.url.netloc}"
    tags = {
        "og:site_name": "Piazzetta",
        "og:type": "website",
        "og:title": ": ".join([words.say("title", {}), *filter(None, [", ".join(names)])]),
        "og:description": words.say("tagline", {}),
        "og:url": f"{base}{request.url.path}",
        "og:image": f"{base}/api/v1/tables/{table_id}/picture?at={card['at']}",
        "og:image:type": "image/png",
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])
