"""Somebody who hears the page and uses the keyboard alone: everything that a screen reader is told, as a text."""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path

from playwright.sync_api import Page

from tests.page.people.visitor import Visitor

#: Notes what the live regions say, in order; of a text that grows only what is new. What a part of the screen has said
#: before anybody listens is not said again.
LISTEN = """() => {
  window.said = [];
  const last = new WeakMap();
  for (const region of document.querySelectorAll("[role=status]:not(.vh)")) last.set(region, region.textContent);
  const note = () => {
    for (const region of document.querySelectorAll("[role=status]")) {
      const text = region.textContent ?? "", before = (last.get(region) ?? "").trim();
      const grown = before && text.length > before.length + 1 && text.startsWith(before);
      if (text.trim() && text !== last.get(region)) window.said.push(grown ? text.slice(before.length) : text);
      last.set(region, text);
    }
  };
  note();
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
#: Between two sentences.
BETWEEN = re.compile(r"(?<=[.!?]) +(?=[A-Z“])")


class Listener:
    """Keeps a transcript: what was done, what was said, sentence by sentence, and the tree of the screen."""

    def __init__(self, visitor: Visitor) -> None:
        self.page: Page = visitor.page
        self.lines: list[str] = []

    def listen(self) -> None:
        self.page.evaluate(LISTEN)

    def heading(self, text: str) -> None:
        self.lines += ["", f"## {text}", ""]

    def settle(self) -> None:
        """Wait until nothing more is said and the screen stays as it is, even on a busy machine."""
        before: tuple[str, int] | None = None
        while (now := (self.page.locator("main").aria_snapshot(), self._count())) != before:
            before = now
            self.page.wait_for_timeout(600)

    def _count(self) -> int:
        count: int = self.page.evaluate("window.said.length")
        return count

    def hear(self) -> None:
        """Write down what was said since the last time."""
        self.settle()
        said: list[str] = self.page.evaluate("window.said.splice(0)")
        self.lines += [f"    says: {one.strip()}" for text in said for one in BETWEEN.split(text.lstrip(". "))]

    def look(self, selector: str, only: str = "") -> None:
        """Write down the accessibility tree of a part of the screen; with a pattern, only the lines that match it."""
        for line in self.page.locator(selector).first.aria_snapshot().splitlines():
            if not line.strip().startswith("- /url") and re.search(only, line):
                self.lines.append(f"    | {line}")

    def does(self, what: str) -> None:
        self.lines.append(f"> {what}")

    def transcript(self) -> str:
        return "\n".join(self.lines).strip() + "\n"


def compare(text: str, path: Path, write: bool) -> None:
    """The transcript is as it was kept; with ``write`` it is kept anew."""
    if write:
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    different = "\n".join(unified_diff(kept.splitlines(), text.splitlines(), lineterm="", n=1))
    assert not different, f"{path.name} differs (PIAZZETTA_WRITE=1 writes it anew):\n{different}"
