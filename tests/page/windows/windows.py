"""The windows people look through: phones lying down, laptops, tablets both ways, a page at 200%."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.page.people.visitor import Visitor
from tests.page.scenes.scene import Set

REACH = (Path(__file__).parents[1] / "people" / "reach.js").read_text(encoding="utf-8")
#: The share of the window that a game's own ground takes: the map, or the stage with the hand below it.
SHARE = """() => {
  const boxes = [...document.querySelectorAll(".holder, .stage, .own")].map((one) => one.getBoundingClientRect());
  const wide = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
  const high = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  return (wide * high) / (innerWidth * innerHeight);
}"""
#: Where the map or the stage lies.
PLACE = """() => [".holder", ".stage"].flatMap((one) => {
  const box = document.querySelector(one)?.getBoundingClientRect();
  return box ? [box.x, box.y, box.width, box.height].map(Math.round) : [];
})"""


@dataclass(frozen=True)
class Window:
    name: str
    width: int
    height: int
    touch: bool = False

    @property
    def low(self) -> bool:
        """The bars stand at the side, and the map takes most of the room."""
        return self.height <= 760 and self.width > self.height

    def open(self, page: Page) -> None:
        """Resize, as turning a tablet does: nothing is loaded again."""
        page.set_viewport_size({"width": self.width, "height": self.height})
        page.evaluate("new Promise((done) => frame(() => frame(done)))")


WINDOWS = (
    Window("phone lying down", 844, 390, touch=True),
    Window("tablet upright", 820, 1180, touch=True),
    Window("tablet lying down", 1180, 820, touch=True),
    Window("laptop", 1366, 650),
    Window("larger laptop", 1536, 730),
    Window("200%", 720, 450),
)


def visitors(browser: Browser, base: str) -> list[Visitor]:
    """One with fingers, one with a mouse."""
    return [Visitor(browser, base, phone=touch) for touch in (True, False)]


def look(visitor: Visitor, stage: Set) -> Iterator[Window]:
    """Enter a scene once, then see it through each window of this visitor."""
    mine = [window for window in WINDOWS if window.touch == visitor.phone]
    stage.enter(visitor)
    for window in mine:
        window.open(visitor.page)
        yield window


def faults(visitor: Visitor, window: Window, languages: Sequence[str], keys: str = r"\b\B") -> list[str]:
    """What is cut off, too small, covered or out of reach in these languages; whether the map has its room."""
    page = visitor.page
    found = visitor.flaws_in(languages, keys)
    found += [f"{languages[-1]}: {one}" for one in page.evaluate(REACH)]
    if window.low and page.locator(".holder, .stage").count():
        share = page.evaluate(SHARE)
        if share < 0.7:
            found.append(f"the map takes {share:.0%}")
    return [f"{window.name}, {one}" for one in found]
