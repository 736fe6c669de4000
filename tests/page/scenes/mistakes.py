"""A finished game of one's own with moments to learn from, as a server would tell of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route

from tests.mistakes import analysis_of, mistaken
from tests.page.people.visitor import Visitor
from tests.page.scenes.scene import Press

TABLE = "mistaken"
NAMES = ("Anna", "Barrow")


def _answering(answer: Any) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=answer)


def moments(game: str) -> Press:
    """Open the moments of the first seat's game; the page's own worker finds and judges them."""

    def press(visitor: Visitor) -> None:
        page = visitor.page
        kinds = zip(("person", "bot"), NAMES, strict=True)
        card = {
            "id": TABLE,
            "game": game,
            "status": "over",
            "seats": [
                {"seat": seat, "kind": kind, "name": name, "level": None, "connected": True}
                | {"thinking": False, "away_since": None, "bot_plays": False}
                for seat, (kind, name) in enumerate(kinds)
            ],
        }
        visitor.spoilt = True
        for path, answer in (("", card), ("/record", mistaken(game).to_json()), ("/analysis", analysis_of(game))):
            page.route(f"**/api/v1/tables/{TABLE}{path}", _answering(answer))
        visitor.remember(seats=json.dumps({TABLE: [{"seat": 0, "token": "x", "contribution": None}]}))
        visitor.go(f"/moments/{TABLE}")
        page.wait_for_selector("[data-moment=open]")

    return press


def opens_puzzle(visitor: Visitor) -> None:
    """Open the same puzzle whenever this runs: the easiest."""
    visitor.page.evaluate("Math.random = () => 0")
    visitor.page.click("[data-streak]")
    visitor.page.wait_for_selector("[data-moment=open]")
