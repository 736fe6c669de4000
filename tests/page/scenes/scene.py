"""A screen of the page with a name, and how people get there."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.page.people.company import Company, Moment, Sight
from tests.page.people.visitor import Visitor

Press = Callable[[Visitor], object]
Happen = Callable[[Company], object]


@dataclass(frozen=True)
class Scene:
    """A screen with a name. ``game``: a table is brought to ``moment`` and the visitor sits down; otherwise they open
    ``path``. ``press`` is what they do then, ``happen`` what others do while they look, ``see`` what shows."""

    name: str
    path: str = "/"
    game: str = ""
    players: int = 2
    seed: int = 1
    wish: Callable[[], dict[str, Any]] = dict
    #: Not before this many turns; without a moment the game is played to its end.
    turn: int = 0
    moment: Moment | None = None
    #: The seat to look from, counted from the seat to move.
    seat: int = 0
    press: Press | None = None
    happen: Happen | None = None
    see: str = "main"
    #: What shows that it has happened.
    shows: str = ""
    #: Another scene shows the same screen, at another moment of a game or with fewer of its parts: for the long tier.
    alike: bool = False

    @property
    def order(self) -> tuple[str, int, str, float]:
        """Sort scenes that one game can show one after the other."""
        return self.game, self.players, repr(self.wish()), self.turn if self.moment else math.inf

    def has_come(self, sight: Sight) -> bool:
        return self.moment is not None and sight["view"]["turn"] >= self.turn and self.moment(sight)


class Tables:
    """A server's tables at which scenes play. A game continues from one scene to the next where possible."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._companies: dict[tuple[object, ...], Company] = {}

    def gather(self, scene: Scene) -> Company:
        """Bring a table to the scene's moment. Some games never reach it: then play another one."""
        key = scene.order[:3]
        for seed in range(scene.seed, scene.seed + 12):
            company = self._companies.get(key)
            if company is None:
                company = self._companies[key] = Company(self.base, scene.game, scene.players, seed, **scene.wish())
            if scene.moment is None:
                company.to_the_end()
                return company
            if company.until(scene.has_come):
                return company
            self._companies.pop(key).leave()
        raise AssertionError(f"no game came to {scene.name}")

    def close(self) -> None:
        for company in self._companies.values():
            company.leave()


class Set:
    """Where a scene plays: any number of people may come and look."""

    def __init__(self, tables: Tables, scene: Scene) -> None:
        self.scene = scene
        self.company: Company | None = None
        self.seat = 0
        if scene.game:
            self.company = tables.gather(scene)
            asked = next((sight["viewer"] for sight in self.company.awaited if scene.has_come(sight)), 0)
            self.seat = (asked + scene.seat) % scene.players

    def enter(self, visitor: Visitor) -> Page:
        """Let somebody come, look and press."""
        path = self.scene.path
        if self.company:
            path = self.company.link(self.seat) if path == "/" else path.format(id=self.company.id)
        page = visitor.go_anew(path)
        page.wait_for_selector(self.scene.see)
        page.evaluate("document.fonts.ready")
        if self.scene.press:
            visitor.pressed = True
            self.scene.press(visitor)
        return page

    def happen(self) -> None:
        if self.scene.happen and self.company:
            self.scene.happen(self.company)
