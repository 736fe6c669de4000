"""A screen of the page with a name, and how people get there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.page.people.company import Company, Moment
from tests.page.people.visitor import Visitor

Press = Callable[[Visitor], object]
Happen = Callable[[Company], object]


@dataclass(frozen=True)
class Scene:
    """A screen with a name. ``game``: a table is brought to ``moment`` and somebody sits down at it, else ``path`` is
    opened. ``press`` is what that person does then, ``happen`` what others do while they look, ``see`` what shows."""

    name: str
    path: str = "/"
    game: str = ""
    players: int = 2
    seed: int = 1
    wish: Callable[[], dict[str, Any]] = dict
    moment: Moment | None = None
    #: The seat to look from, counted from the one that is asked.
    seat: int = 0
    press: Press | None = None
    happen: Happen | None = None
    see: str = "main"
    #: What shows that it has happened.
    shows: str = ""


class Set:
    """Where a scene plays: its table is made once, then any number of people may come and look."""

    def __init__(self, base: str, scene: Scene) -> None:
        self.scene = scene
        self.company: Company | None = None
        self.seat = 0
        if scene.game:
            self._gather(base)

    def _gather(self, base: str) -> None:
        """Some games never come to the moment: then another one is played."""
        scene = self.scene
        for seed in range(scene.seed, scene.seed + 12):
            company = Company(base, scene.game, scene.players, seed, **scene.wish())
            self.company = company
            if scene.moment is None:
                company.to_the_end()
                return
            if company.until(scene.moment):
                asked = next(sight["viewer"] for sight in company.awaited if scene.moment(sight))
                self.seat = (asked + scene.seat) % scene.players
                return
            company.leave()
        raise AssertionError(f"no game came to {scene.name}")

    def enter(self, visitor: Visitor) -> Page:
        """Somebody comes, looks and presses."""
        path = self.scene.path
        if self.company:
            path = self.company.link(self.seat) if path == "/" else path.format(id=self.company.id)
        page = visitor.go(path)
        page.wait_for_selector(self.scene.see)
        page.evaluate("document.fonts.ready")
        if self.scene.press:
            self.scene.press(visitor)
        return page

    def happen(self) -> None:
        if self.scene.happen and self.company:
            self.scene.happen(self.company)

    def leave(self) -> None:
        if self.company:
            self.company.leave()
