"""A person in front of the page: sees what a person sees, presses what a person presses."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, ViewportSize

from tests.tiers import LONG

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"

FLAWS = Path(__file__).with_name("flaws.js").read_text(encoding="utf-8")
#: The flaws in one language after the other, chosen as in the top bar's menu, even while a dialog covers it.
#: Nothing of it is painted; a frame and what it sets off (fitting a text to its box) come before each look.
SPEAK = f"""async ([languages, keys, phone]) => {{
  const flaws = {FLAWS};
  const found = [];
  const worn = [...document.adoptedStyleSheets];
  const plain = new CSSStyleSheet();
  plain.replaceSync("html, dialog {{ clip-path: inset(50%) !important }}");
  document.adoptedStyleSheets = [plain];
  for (const language of languages) {{
    let menu = null; // a screen that reads its words anew may be on its way
    for (let tries = 0; !menu && tries < 6000; tries++) {{
      menu = document.querySelector("header select");
      if (!menu) await new Promise((done) => later(done, 5));
    }}
    menu.value = language;
    menu.dispatchEvent(new Event("change", {{ bubbles: true }}));
    while (document.documentElement.lang !== language) await new Promise((done) => later(done, 5));
    await new Promise((done) => frame(() => later(done, 0)));
    found.push(...flaws(phone).map((flaw) => `${{language}}: ${{flaw}}`));
    for (const key of document.body.textContent.match(new RegExp(keys, "g")) ?? [])
      found.push(`${{language}}: no words for ${{key}}`);
  }}
  document.adoptedStyleSheets = worn;
  return found;
}}"""

#: The same once, as if the page were painted.
LOOK = f"""(phone) => {{
  const worn = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [];
  const found = ({FLAWS})(phone);
  document.adoptedStyleSheets = worn;
  return found;
}}"""

#: Painting is a third of a browser's work, and nobody sees it: everything is where it is and can be pressed, but clear.
#: Whoever looks (``LOOK``, ``SPEAK``, ``VIOLATIONS``) takes this off as long; what is printed never wears it.
UNPAINTED = """const clear = new CSSStyleSheet();
clear.replaceSync("@media screen { html, dialog, ::backdrop { opacity: 0 !important } }");
document.adoptedStyleSheets = [clear];"""

#: Drawings that others use are two thirds of a page's elements and hidden from everybody: they are away as long.
VIOLATIONS = """async (wish) => {
  const worn = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [];
  const drawings = [...document.querySelectorAll("body > .sprite")];
  for (const one of drawings) one.remove();
  const result = await axe.run(document.querySelector("dialog[open]") ?? document, wish);
  document.body.prepend(...drawings);
  document.adoptedStyleSheets = worn;
  return result.violations;
}"""

UNJUDGED = """async () => {
  const worn = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [];
  const root = document.querySelector("dialog[open]") ?? document;
  const { incomplete } = await axe.run(root, { runOnly: ["color-contrast"], preload: false });
  document.adoptedStyleSheets = worn;
  const covered = ({ any }) => any.some(({ data }) => data?.messageKey === "bgOverlap");
  return incomplete.flatMap(({ nodes }) => nodes.filter(covered)).map(({ html }) => html)
    .filter((html) => !html.startsWith("<text"));
}"""

#: A violation of the content security policy is an error like any other; a warning says where it comes from.
NOTICE = """window.later = window.setTimeout.bind(window);
window.frame = window.requestAnimationFrame.bind(window);
addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
const warn = console.warn;
console.warn = (...said) => warn(...said, new Error("here").stack);"""

#: The workshop's judge plays on all cores as long as somebody looks; as if the page were hidden, it rests.
REST = "Object.defineProperty(document, 'hidden', { get: () => true })"

#: The screens of a desktop and of a phone, by ``phone``.
SIZES: dict[bool, ViewportSize] = {False: {"width": 1440, "height": 900}, True: {"width": 390, "height": 844}}
#: What the page offers to press during a turn: places on the map, clocks, the bag, the end of the turn.
OFFERED = ".map [data-move], .act[data-move], .act.clock:not([disabled]), .btn.end:not([aria-disabled=true])"
#: What a browser reports about a server stopped on purpose, a disabled network, a missing service worker.
MEANT = (
    *(f"ERR_CONNECTION_{how}" for how in ("REFUSED", "RESET", "CLOSED", "ABORTED")),
    *("ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED", "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED"),
    *("Connection closed before receiving a handshake response", "registration blocked by Playwright"),
)
#: And what besides where a test stops the server under an open page: an answer or a handshake may be half through. From
#: a server that runs it would be a defect.
CUT_OFF = (
    *("ERR_CONTENT_LENGTH_MISMATCH", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_INVALID_HTTP_RESPONSE"),
    *("WebSocket is closed before the connection is established", "Error during WebSocket handshake"),
)

#: What is about to be drawn is drawn: the fonts have come, and a frame with what it sets off has passed.
DRAWN = "document.fonts.ready.then(() => new Promise((done) => frame(() => later(done, 0))))"

#: Where a browser rests: of the same server, with nothing that works.
NOWHERE = "/icon.svg"

#: Go to a place within the page, as a link does.
FOLLOW = """(place) => {
  history.pushState(null, "", place);
  dispatchEvent(new PopStateEvent("popstate"));
}"""

#: Press any offer until the end screen appears; return the number of presses.
RUSH = """async ([offered, patience]) => {
  const end = performance.now() + patience;
  let pressed = 0;
  let random = 1;
  while (!document.querySelector("main.end")) {
    if (performance.now() > end) throw new Error(`not over after ${pressed} presses`);
    const all = [...document.querySelectorAll(offered)];
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


class Visitor:
    """A separate browser context that records console errors and requests to other hosts."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        phone: bool = False,
        dark: bool = False,
        locale: str = "en-GB",
        motion: bool = False,
        offline: bool = False,
        judging: bool = True,
        painted: bool = False,
    ) -> None:
        """``offline``: with a service worker, which other visitors go without to save its work. ``judging``: with the
        workshop's judge at work. ``painted``: as people see it, where that matters."""
        self.base = base
        self.phone = phone
        self.context = browser.new_context(
            viewport=SIZES[phone],
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            locale=locale,
            service_workers="allow" if offline else "block",
        )
        self.context.add_init_script(NOTICE)
        if not judging:
            self.context.add_init_script(REST)
        if not painted:
            self.context.add_init_script(UNPAINTED)
        self.trouble: list[str] = []
        #: What the console may say. A test that stops the server adds ``CUT_OFF``.
        self.meant = MEANT
        #: Whether the visitor did something that the next place within the page might remember.
        self.pressed = False
        #: Whether the page has routes or scripts that a reload would keep.
        self.spoilt = False
        self.page = self._new_page()

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(120_000)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("request", self._request)
        return page

    def come_again(self, path: str = "/", script: str = "") -> Page:
        """Close the page, and reopen it some time later; a script may run before all others."""
        self.page.close()
        self.page = self._new_page()
        if script:
            self.spoilt = True
            self.page.add_init_script(script)
        return self.go(path)

    def _console(self, message: ConsoleMessage) -> None:
        # a server stopped on purpose is no fault of the page, nor is an icon that a drawing alone does not name
        if message.location["url"].endswith("/favicon.ico"):
            return
        if message.type in ("error", "warning") and not any(known in message.text for known in self.meant):
            self.trouble.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.base, self.base.replace("http", "ws"), "data:", "blob:")):
            self.trouble.append(f"request to {request.url}")

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.base + path)
        return self.page

    def go_anew(self, path: str) -> Page:
        """Go there as a first-time visitor: by a reload if something was pressed, a quarter of the work of a new page;
        in a new page if this one is spoilt."""
        self.context.clear_cookies()
        if not self.page.url.startswith(self.base):
            return self.go(path)
        self.page.evaluate("localStorage.clear()")
        self.page.mouse.move(0, 0)  # nothing new appears under the pointer
        if self.spoilt:
            self.spoilt = self.pressed = False
            return self.come_again(path)
        if self.pressed or path == "/":
            self.pressed = False
            self.page.evaluate("(place) => history.replaceState(null, '', place)", path)
            self.page.reload()
            return self.page
        for place in ("/replay", path):
            self.page.evaluate(FOLLOW, place)
        return self.page

    def look_away(self) -> None:
        """Go where nothing happens: a page at a table would draw every move that brings the game to its next scene."""
        self.page.evaluate(FOLLOW, "/replay")

    def rest(self) -> bool:
        """Forget everything, as a browser that never was here; return whether that is possible. The next page then
        takes half of the work of a first one, since its compiled scripts are kept."""
        assert not self.trouble, self.trouble
        if self.spoilt:
            return False
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.goto(self.base + NOWHERE)
        self.page.evaluate("sessionStorage.clear()")
        assert "native" in self.page.evaluate("String(Date.now)"), "a test that sets the clock wants its own visitor"
        tools = self.context.new_cdp_session(self.page)
        tools.send("Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": "all"})
        tools.detach()
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.page.set_viewport_size(SIZES[self.phone])
        self.page.mouse.move(0, 0)
        self.pressed = False
        self.trouble.clear()  # a connection that did not stand yet when its page was left
        return True

    def remember(self, **kept: str) -> None:
        """Have something in the browser's storage before the page is opened, by name."""
        if not self.page.url.startswith(self.base):
            self.go(NOWHERE)
        for name, text in kept.items():
            self.page.evaluate("([name, text]) => localStorage.setItem(`piazzetta.${name}`, text)", [name, text])

    def make(self, wish: dict[str, Any]) -> dict[str, Any]:
        """Make a table as the front page does, with this browser's cookies; return its links and keys."""
        answer = self.context.request.post(f"{self.base}/api/v1/tables", data=wish, timeout=120_000)
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def stop_time(self) -> None:
        """Keep what is shown only briefly (the page's clock must have been installed)."""
        for margin in (
            0.05,
            0.5,
            5,
        ):  # seconds: on a busy machine the moment may have passed before the clock hears of it
            with suppress(Error):
                self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + margin)
                return
        raise AssertionError("the page's clock cannot be stopped")

    def let_time_pass(self, shows: str, seconds: float = 120) -> None:
        """Let time pass until something shows, then stop it again."""
        deadline = time.monotonic() + seconds
        while not self.page.locator(shows).count():
            assert time.monotonic() < deadline, f"{shows} never shows"
            self.page.clock.run_for(60)
            time.sleep(0.03)  # the server needs real time, whatever the page's clock shows

    def until(self, expression: str, seconds: float = 120) -> None:
        """Wait until an expression is true (the page forbids ``eval``, so this polls)."""
        deadline = time.monotonic() + seconds
        while not self._holds(expression):
            assert time.monotonic() < deadline, f"never true: {expression}"
            self.page.wait_for_timeout(50)

    def _holds(self, expression: str) -> bool:
        try:
            return bool(self.page.evaluate(expression))
        except Error:  # the page is still loading
            return False

    def sees(self) -> str:
        """What the visitor sees, in words, for the report of a test that failed."""
        try:
            shown = self.page.locator("dialog[open], body").last.inner_text(timeout=5_000)
        except Error as problem:
            shown = problem.message
        return "\n".join([self.page.url, *self.trouble, shown.replace("\n", " | ")])

    def leave(self) -> None:
        self.context.close()
        assert not self.trouble, self.trouble

    def against_bots(self, game: str = "portobello", players: int = 2, level: str = "easy", **more: Any) -> Page:
        """Start a game from the front page with the one big button, not the first one of this visitor, who starts
        unless told otherwise."""
        wish = json.dumps({"players": players, "level": level, "first": True, **more})
        self.remember(**{f"wish.{game}": wish, "pace": "0", "played": game})
        self.go()
        self.page.click(f"[data-play={game}]")
        self.page.wait_for_url("**/t/*")
        return self.page

    def flaws(self) -> list[str]:
        """What is cut off, too small to read, or too small to press."""
        self.page.evaluate(DRAWN)
        found: list[str] = self.page.evaluate(LOOK, self.phone)
        return found

    def flaws_in(self, languages: Sequence[str], keys: str, size: ViewportSize | None = None) -> list[str]:
        """The same in each of these languages, and any untranslated ``keys`` (a pattern); at another size."""
        if size:
            self.page.set_viewport_size(size)
        found: list[str] = self.page.evaluate(SPEAK, [languages, keys, self.phone])
        if size:
            self.page.set_viewport_size(SIZES[self.phone])
        return found

    def looked_at(self) -> None:
        """Nothing is cut off, too small or without a name; in the long tier axe-core finds no fault either. It takes a
        second, and ``test_screens.py`` has it judge every screen in both tiers."""
        found = self.flaws()
        if LONG:
            found += self.violations()
        assert not found, found

    def violations(self, *rules: str, colours: bool = LONG) -> list[str]:
        """What axe-core finds wrong (in an open dialog, if there is one); only by these rules, if any are given.

        ``colours``: with their contrast, which takes half of the time. Some scenes look at it in both tiers.
        """
        self.page.evaluate(DRAWN)
        if not self.page.evaluate("'axe' in window"):
            # while the page's time stands still (``stop_time``), give axe the real time
            self.page.evaluate(f"((setTimeout) => {{ {AXE.read_text(encoding='utf-8')} }})(later)")
        wish = {"resultTypes": ["violations"], "preload": False, "rules": {"color-contrast": {"enabled": colours}}}
        if rules:
            wish |= {"runOnly": rules}
        found: list[dict[str, Any]] = self.page.evaluate(VIOLATIONS, wish)
        return [f"{one['id']}: {[node['target'] for node in one['nodes']][:4]}" for one in found]

    def texts_nobody_judged(self) -> list[str]:
        """The texts whose contrast axe-core cannot judge because it takes them for covered; not those of drawings."""
        self.violations("color-contrast", colours=True)
        found: list[str] = self.page.evaluate(UNJUDGED)
        return found

    def rush_to_the_end(self, seconds: float) -> int:
        """Press offers until the end screen appears, by a script within the page; return the number of presses."""
        return int(self.page.evaluate(RUSH, [OFFERED, 1000 * seconds]))
