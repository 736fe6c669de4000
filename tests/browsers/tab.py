"""A person's browser window, whichever browser it is: what the journeys see and do."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

#: As long as a busy machine needs.
PATIENCE = 120.0
#: The inner size of a desktop's window and of a phone's, by ``phone``.
SIZES = {False: (1440, 900), True: (390, 844)}

#: The elements that people see, of those that a selector finds.
SEEN = """(() => [...document.querySelectorAll(SELECTOR)].filter((one) =>
  one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden" && !one.disabled))()"""

#: Press one offer after the other until the selector shows, so many presses or so long; return how many there were.
RUSH = """async (selector, most, patience) => {
  const offers = `.map [data-move], .act[data-move], .act.clock:not([disabled]), .btn.end:not([aria-disabled=true]),
    .hand .can .press, .actions .btn:has(.tx), .actions .btn-primary, .actions .go`;
  const end = performance.now() + patience;
  let pressed = 0;
  let random = 1;
  while (pressed < most && !document.querySelector(selector)) {
    if (performance.now() > end) break;
    const confirms = document.querySelector(".preview .btn-primary"); // on the phone
    const all = confirms ? [confirms] : [...document.querySelectorAll(offers)];
    const keen = all.filter((one) => !/^(bobby|mark)/.test(one.dataset.move ?? ""));
    random = (random * 48271) % 2147483647;
    const some = keen.length && random % 10 ? keen : all;
    if (some.length) {
      some[random % some.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      pressed++;
    } else document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, some.length ? 20 : 100));
  }
  return pressed;
}"""


class Tab(ABC):
    """A window of its own, with its own cookies. ``trouble`` lists what the page's console said of errors and warnings,
    and requests to other hosts."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.trouble: list[str] = []

    @abstractmethod
    def go(self, path: str = "/") -> None: ...

    @abstractmethod
    def run(self, function: str, *given: Any) -> Any:
        """Call a JavaScript function, perhaps an asynchronous one, in the page."""

    @abstractmethod
    def press(self, selector: str) -> None:
        """Press the first element that people see, as a mouse does."""

    @abstractmethod
    def write(self, selector: str, text: str) -> None: ...

    @abstractmethod
    def key(self, name: str) -> None:
        """Press a key: a letter, ``Tab``, ``Enter`` or ``Escape``."""

    @abstractmethod
    def picture(self, path: Path) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def seen(self, selector: str) -> list[str]:
        """The texts of the elements that people see."""
        found: list[str] = self.run(
            f"() => {SEEN.replace('SELECTOR', json.dumps(selector))}.map((one) => one.textContent.trim())"
        )
        return found

    def wait(self, selector: str, text: str = "") -> list[str]:
        """Wait until people see such an element, one with this text; return the texts of all."""
        deadline = time.monotonic() + PATIENCE
        while not (found := [one for one in self.seen(selector) if text in one]):
            assert time.monotonic() < deadline, f"no {selector} {text!r} at {self.address}: {self.trouble}"
            time.sleep(0.05)
        return found

    def until(self, expression: str) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + PATIENCE
        while not self.run(f"() => Boolean({expression})"):
            assert time.monotonic() < deadline, f"never true: {expression}"
            time.sleep(0.05)

    @property
    def address(self) -> str:
        return str(self.run("() => location.href"))

    def remember(self, **kept: str) -> None:
        """Have something in the browser's storage before the page is opened, by name."""
        self.go("/icon.svg")
        for name, text in kept.items():
            self.run("(name, text) => localStorage.setItem(`piazzetta.${name}`, text)", name, text)

    def ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask the server as the page does, with this browser's cookies."""
        answer: dict[str, Any] = self.run(
            """async (path, body) => {
              const headers = { "Content-Type": "application/json" };
              const answer = await fetch("/api/v1" + path, { method: "POST", headers, body });
              return answer.json();
            }""",
            path,
            json.dumps(body),
        )
        return answer

    def rush(self, selector: str, most: int = 10_000, seconds: float = PATIENCE) -> int:
        """Press what is offered until something shows; return the number of presses."""
        pressed: int = self.run(RUSH, selector, most, seconds * 1000)
        return pressed
