"""Every screen of the page, and how to get there: moments of games that programs have played, then a few presses."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.page.charts import other_deck, other_map
from tests.page.company import Company, Moment, Sight
from tests.page.records import short_game
from tests.page.visitor import Visitor

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


# --- moments ---


def phase(name: str, least: int = 0) -> Moment:
    """Somebody decides in this phase, not before so many turns."""
    return lambda sight: sight["view"]["phase"] == name and sight["view"]["turn"] >= least


def offers(verb: str, least: int = 0, amount: int = 1) -> Moment:
    """At least so many such moves can be made."""
    return lambda sight: (
        sum(option["move"].startswith(verb) for option in sight["legal"]) >= amount and sight["view"]["turn"] >= least
    )


def brings(key: str, least: int = 0) -> Moment:
    """Some move would bring this about."""
    return lambda sight: sight["view"]["turn"] >= least and move_that(sight, key) is not None


def move_that(sight: Sight, key: str) -> str | None:
    for option in sorted(sight["legal"], key=lambda option: -max(option["points"])):
        if any(event["key"] == key for event in option["events"]):
            return str(option["move"])
    return None


def doing(key: str) -> Happen:
    """The one who is asked brings it about."""

    def happen(company: Company) -> None:
        sight = next(sight for sight in company.awaited if move_that(sight, key))
        move = move_that(sight, key)
        assert move is not None
        company.play(sight["viewer"], move)

    return happen


def arrival(sight: Sight) -> str | None:
    """The ticket that brings somebody to the city."""
    for option in sight["legal"]:
        if any(event["key"] == "travelled" and event["params"]["arrived"] for event in option["events"]):
            return str(option["move"])
    return None


def arrive_and_sell(company: Company) -> None:
    sight = next(sight for sight in company.awaited if arrival(sight))
    company.play(sight["viewer"], arrival(sight) or "")
    while company.awaited[0]["view"]["phase"] == "riding":
        asked = company.awaited[0]
        company.play(asked["viewer"], "wait")


def bids_equal(sight: Sight) -> bool:
    """The last bid of an auction in which two others have laid the same, so that a tie is turned up."""
    return sight["view"]["phase"] == "bidding" and sight["view"]["turn"] >= 8 and len(sight["awaited"]) == 1


# --- presses ---


def click(selector: str) -> Press:
    return lambda visitor: visitor.page.locator(selector).first.click()


def hover(selector: str) -> Press:
    """Point at it; on the phone, tap once."""

    def press(visitor: Visitor) -> None:
        target = visitor.page.locator(selector).first
        if visitor.phone:
            target.tap()
        else:
            target.hover()

    return press


def role(name: str) -> Press:
    """The button with an icon, known in every language."""
    return lambda visitor: visitor.page.locator(f"button:has(use[href='#{name}']):visible").first.click()


def both(*presses: Press) -> Press:
    def press(visitor: Visitor) -> None:
        for one in presses:
            one(visitor)

    return press


def key(name: str) -> Press:
    return lambda visitor: visitor.page.keyboard.press(name)


def hint(visitor: Visitor) -> None:
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_selector(".advice ol > li")


def write_chat(visitor: Visitor) -> None:
    open_rail(visitor, "chat")
    for text in ("Good evening!", "Shall we play one more after this? I still have an hour."):
        visitor.page.fill("#panel-chat input", text)
        visitor.page.keyboard.press("Enter")
        visitor.page.locator("#panel-chat li", has_text=text).first.wait_for()


def open_rail(visitor: Visitor, tab: str) -> None:
    if visitor.phone and not visitor.page.locator("#tab-chat").is_visible():
        visitor.page.locator("nav button:has(use[href='#i-chat']), nav button:has(use[href='#u-log'])").first.click()
    visitor.page.click(f"#tab-{tab}")


def invite(visitor: Visitor) -> None:
    visitor.page.locator("article").nth(1 if visitor.phone else 0).locator("button:has(use[href='#i-link'])").click()
    visitor.page.wait_for_selector("dialog[open]")


def make_table(visitor: Visitor) -> None:
    invite(visitor)
    visitor.page.locator("dialog input").first.fill("Ada")
    visitor.page.click("dialog form .btn-primary")
    visitor.page.wait_for_selector("dialog .links svg")


def wait_there(visitor: Visitor) -> None:
    make_table(visitor)
    visitor.page.click("dialog a.btn-primary")
    visitor.page.wait_for_selector(".room")


def tour(game: str) -> Press:
    def press(visitor: Visitor) -> None:
        visitor.page.click(f"[data-tour={game}]")
        visitor.page.wait_for_selector(".coach")

    return press


def lose(visitor: Visitor) -> None:
    """The connection breaks, and all that come after it."""
    first: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        if first:
            socket.close()
        else:
            first.append(socket)
            socket.connect_to_server()

    visitor.page.route_web_socket(re.compile("/live$"), connect)
    visitor.page.reload()
    visitor.page.wait_for_selector(".live.live")
    first[0].close()
    visitor.page.wait_for_selector(".live.lost")


def hotseat(visitor: Visitor) -> None:
    page = visitor.page
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "hotseat", "name": "Leo"}]
    made = visitor.make({"game": "viaggiatore", "players": 2, "seats": seats, "starter": 0})
    visitor.go(f"/t/{made['table']}")
    page.wait_for_selector(".curtain")


def upload(visitor: Visitor) -> None:
    record = short_game().dumps()
    visitor.page.set_input_files(
        "input[type=file]",
        {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()},
    )
    visitor.page.wait_for_selector(".controls")


def analyse(visitor: Visitor) -> None:
    visitor.page.locator("button:has(use[href='#i-search'])").first.click()
    visitor.page.wait_for_selector(".points .point", timeout=120_000)


PORTOBELLO: dict[str, Any] = {"game": "portobello", "see": ".map"}
VIAGGIATORE: dict[str, Any] = {"game": "viaggiatore", "see": ".hand, .curtain"}

SCENES = [
    Scene("front", see="[data-play=viaggiatore]"),
    Scene("front-switches", see="[data-play=viaggiatore]", press=click("article [aria-expanded=false]")),
    Scene("front-invite", see="[data-play=viaggiatore]", press=invite),
    Scene("front-links", see="[data-play=viaggiatore]", press=make_table),
    Scene("waiting-room", see="[data-play=viaggiatore]", press=wait_there),
    Scene("front-rules", see="[data-play=viaggiatore]", press=role("i-rules")),
    Scene("replay-open", path="/replay"),
    Scene("replay-file", path="/replay", press=upload),
    Scene("no-table", path="/t/nowhere"),
    Scene("portobello-tour", see="[data-play=viaggiatore]", press=tour("portobello")),
    Scene("viaggiatore-tour", see="[data-play=viaggiatore]", press=tour("viaggiatore")),
    Scene("portobello-setting", **PORTOBELLO, players=3, moment=phase("setting")),
    Scene("portobello-picking", **PORTOBELLO, players=2, moment=offers("tile", 24, 2)),
    Scene("portobello-2", **PORTOBELLO, players=2, moment=offers("draw", 16)),
    Scene("portobello-3", **PORTOBELLO, players=3, moment=offers("build", 24, 4)),
    Scene("portobello-4", **PORTOBELLO, players=4, moment=offers("build", 36, 3)),
    Scene("portobello-others", **PORTOBELLO, players=4, moment=offers("build", 30, 2), seat=1),
    Scene(
        "portobello-preview",
        **PORTOBELLO,
        players=4,
        moment=brings("alley_scored", 34),
        press=hover(".map [data-move^=build]"),
    ),
    Scene(
        "portobello-bobby",
        **PORTOBELLO,
        players=4,
        moment=offers("bobby", 34, 2),
        press=hover(".map [data-move^=bobby]"),
    ),
    Scene("portobello-client", **PORTOBELLO, players=4, moment=phase("placing", 8)),
    Scene(
        "portobello-client-preview",
        **PORTOBELLO,
        players=4,
        moment=phase("placing", 12),
        press=hover(".map [data-move^=place]"),
    ),
    Scene("portobello-marking", **PORTOBELLO, players=4, moment=offers("mark", 20, 4), press=click(".act.mark")),
    Scene(
        "portobello-refused",
        **PORTOBELLO,
        players=3,
        moment=offers("build", 16, 2),
        press=lambda visitor: visitor.page.click(".btn.end", force=True),
    ),
    *(
        Scene(
            f"portobello-{name}",
            **PORTOBELLO,
            players=4,
            moment=brings(event, after),
            happen=doing(event),
            shows=".scored",
            seat=1,
        )
        for name, event, after in (("scoring", "alley_scored", 30), ("marked", "district_marked", 24))
    ),
    Scene("portobello-hint", **PORTOBELLO, players=4, moment=offers("build", 20, 2), press=hint),
    Scene("portobello-lost", **PORTOBELLO, players=4, moment=offers("build", 30), press=lose),
    Scene("portobello-list", **PORTOBELLO, players=4, moment=offers("build", 30, 3), press=key("l")),
    Scene("portobello-rules", **PORTOBELLO, players=3, moment=offers("build", 20), press=role("i-rules")),
    Scene("portobello-chat", **PORTOBELLO, players=4, moment=offers("build", 20), press=write_chat),
    Scene(
        "portobello-log",
        **PORTOBELLO,
        players=4,
        moment=offers("build", 28),
        press=lambda visitor: open_rail(visitor, "log"),
    ),
    Scene(
        "portobello-row",
        **PORTOBELLO,
        players=3,
        moment=offers("draw", 10),
        wish=lambda: {"rules": {"clients": "queue"}},
    ),
    Scene(
        "portobello-house",
        **PORTOBELLO,
        players=3,
        moment=offers("build", 10),
        wish=lambda: {"rules": {"clients": "house"}},
    ),
    Scene("portobello-lord", **PORTOBELLO, players=3, moment=offers("lord"), wish=lambda: {"edition": "it"}),
    Scene("portobello-map", **PORTOBELLO, players=3, moment=offers("build", 16), wish=lambda: {"board": other_map()}),
    Scene("portobello-end", **PORTOBELLO | {"see": "main.end"}, players=4),
    Scene("portobello-end-2", **PORTOBELLO | {"see": "main.end"}, players=2),
    Scene("portobello-analysis", **PORTOBELLO | {"see": "main.end"}, players=2, press=analyse),
    Scene(
        "portobello-clock",
        **PORTOBELLO,
        players=3,
        moment=offers("build", 6, 2),
        wish=lambda: {"options": {"clock": 3600}},
    ),
    Scene("portobello-replay", **PORTOBELLO | {"see": ".controls"}, players=4, path="/replay/{id}?at=70"),
    Scene("viaggiatore-calling", **VIAGGIATORE, players=4, moment=offers("auction", 9)),
    Scene("viaggiatore-2", **VIAGGIATORE, players=2, moment=phase("bidding", 11)),
    Scene("viaggiatore-3", **VIAGGIATORE, players=3, moment=phase("bidding", 11)),
    Scene("viaggiatore-4", **VIAGGIATORE, players=4, moment=phase("bidding", 14)),
    Scene("viaggiatore-5", **VIAGGIATORE, players=5, moment=phase("bidding", 14)),
    Scene("viaggiatore-6", **VIAGGIATORE, players=6, moment=phase("bidding", 18)),
    Scene("viaggiatore-sealed", **VIAGGIATORE, players=4, moment=lambda sight: len(sight["awaited"]) == 2, seat=2),
    Scene(
        "viaggiatore-reveal",
        **VIAGGIATORE,
        players=4,
        moment=bids_equal,
        seat=1,
        happen=lambda company: company.others([]),
        shows=".stamp",
    ),
    Scene("viaggiatore-carrying", **VIAGGIATORE, players=4, moment=phase("carrying", 9)),
    Scene("viaggiatore-side", **VIAGGIATORE, players=4, moment=phase("carrying", 9), press=click(".hand .can .press")),
    Scene("viaggiatore-travelling", **VIAGGIATORE, players=4, moment=offers("travel", 9)),
    Scene(
        "viaggiatore-journey",
        **VIAGGIATORE,
        players=4,
        moment=brings("travelled", 9),
        happen=doing("travelled"),
        shows=".legs",
        seat=1,
    ),
    Scene("viaggiatore-riding", **VIAGGIATORE, players=4, moment=phase("riding", 5)),
    Scene(
        "viaggiatore-sale",
        **VIAGGIATORE,
        players=4,
        moment=lambda sight: arrival(sight) is not None,
        happen=arrive_and_sell,
        shows=".sale",
    ),
    Scene("viaggiatore-loading", **VIAGGIATORE, players=4, moment=phase("loading")),
    Scene("viaggiatore-hint", **VIAGGIATORE, players=4, moment=phase("bidding", 6), press=hint),
    Scene("viaggiatore-lost", **VIAGGIATORE, players=4, moment=offers("auction", 6), press=lose),
    Scene(
        "viaggiatore-log",
        **VIAGGIATORE,
        players=4,
        moment=offers("auction", 9),
        press=lambda visitor: open_rail(visitor, "log"),
    ),
    Scene("viaggiatore-chat", **VIAGGIATORE, players=4, moment=offers("auction", 9), press=write_chat),
    Scene("viaggiatore-rules", **VIAGGIATORE, players=4, moment=offers("auction", 5), press=role("i-rules")),
    Scene("viaggiatore-hotseat", see="[data-play=viaggiatore]", press=hotseat),
    Scene(
        "viaggiatore-deck", **VIAGGIATORE, players=3, moment=phase("bidding", 8), wish=lambda: {"deck": other_deck()}
    ),
    Scene("viaggiatore-end", **VIAGGIATORE | {"see": "main.end"}, players=4),
    Scene("viaggiatore-end-6", **VIAGGIATORE | {"see": "main.end"}, players=6, wish=lambda: {"rules": {"target": 2}}),
    Scene(
        "viaggiatore-analysis",
        **VIAGGIATORE | {"see": "main.end"},
        players=3,
        wish=lambda: {"rules": {"target": 2}},
        press=analyse,
    ),
    Scene(
        "viaggiatore-clock",
        **VIAGGIATORE,
        players=4,
        moment=phase("bidding", 5),
        wish=lambda: {"options": {"clock": 3600}},
    ),
    Scene("viaggiatore-replay", **VIAGGIATORE | {"see": ".controls"}, players=4, path="/replay/{id}?at=90"),
]


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


def shoot(page: Page, to: Path) -> None:
    page.screenshot(path=to, animations="disabled")
