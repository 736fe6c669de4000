"""Games that were analysed before, as the page keeps them, and a finished game that it has still to analyse."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot
from tests.page.people.visitor import Visitor

#: The finished game on this device.
GAME = "local-insights"
_DAY = 86_400_000
_BEGAN = 1_790_000_000_000
#: By game: kinds of moves with how often they are made, and how much they cost on average.
_KINDS = {
    "portobello": {
        "build": (40, 0.012),
        "tile": (25, 0.02),
        "bobby": (20, 0.035),
        "draw": (10, 0.01),
        "mark": (5, 0.03),
    },
    "viaggiatore": {"bid": (40, 0.02), "travel": (20, 0.01), "carry": (20, 0.015), "auction": (20, 0.03)},
}
_PUT = """([database, store, all]) => new Promise((done, failed) => {
    const asked = indexedDB.open(database, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(store, { keyPath: "id" });
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
        const work = asked.result.transaction(store, "readwrite");
        for (const one of all) work.objectStore(store).put(one);
        work.oncomplete = () => (asked.result.close(), done());
    };
})"""


@cache
def digests() -> tuple[dict[str, Any], ...]:
    """Made-up digests of a player who learns, errs most at the end of a game, and moves the Bobby too often."""
    return tuple(_digest("portobello", number) for number in range(24)) + tuple(
        _digest("viaggiatore", number) for number in range(6)
    )


def _digest(game: str, number: int) -> dict[str, Any]:
    dice = np.random.default_rng(number)
    kinds = _KINDS[game]
    often = np.array([many for many, _ in kinds.values()]) / 100
    choices: list[list[Any]] = []
    for at in range(45):
        kind = str(dice.choice(list(kinds), p=often))
        phase = 3 * at // 45
        lost = dice.exponential(kinds[kind][1] * (0.7 + 0.5 * phase) * (1.3 - number / 48))
        lost = float(lost) if dice.random() < 0.6 else 0.0
        best = "build" if kind == "bobby" and lost > 0.02 else kind
        choices.append([3 * at, phase, kind, best, round(lost, 4), int(dice.exponential(9000))])
    opponents = ["bot:hard", "bot:medium"] if number % 3 else ["person:Ben", "bot:hard"]
    luck = float(dice.normal(-0.03, 0.25))
    return {
        "table": f"local-{game}-{number}",
        "time": _BEGAN + 2 * number * _DAY,
        "game": game,
        "players": 3,
        "seat": number % 3,
        "order": 1 + number % 3,
        "opening": 7,
        "level": "hard",
        "opponents": opponents,
        "luck": {
            "start": 1 / 3,
            "decisions": -sum(choice[4] for choice in choices),
            "luck": luck,
            "others": 0.0,
            "result": float(number % 3 == 0),
            "spread": 0.25,
        },
        "choices": choices,
        "others": [
            [name, 44, 44 * cost, 44 * 4 * cost**2] for name, cost in zip(opponents, (0.011, 0.024), strict=True)
        ],
    }


@cache
def short() -> Record:
    """A short finished game of two, both at random."""
    match = piazzetta.game("viaggiatore", players=2, rules={"target": 1}).start(seed=2)
    seats = [bot("random", 1), bot("random", 2)]
    while not match.over:
        match.play(seats[match.mover].choose(Position.of(match)))
    return Record.of(match)


def _game() -> dict[str, Any]:
    """The finished game as an earlier version of the page stored it, which needs no log."""
    record = short().to_json()
    person = {"kind": "person", "name": "Ada", "level": None}
    robot = {"kind": "bot", "name": "Bruno", "level": "easy"}
    return {
        "id": GAME,
        "game": "viaggiatore",
        "players": 2,
        "starter": short().setting.starter,
        "edition": record["edition"],
        "rules": record.get("rules", {}),
        "seats": [person, robot],
        "seed": "5e" * 32,
        "seal": "",
        "created": _BEGAN,
        "changed": _BEGAN + 60 * _DAY,
        "status": "over",
        "record": record,
        "sealed": [],
        "rematch": None,
    }


def keeps(visitor: Visitor, *, game: bool = False) -> None:
    """Have the analysed games on this device, and perhaps the one that is still to be analysed."""
    page = visitor.page
    kept = [{"id": one["table"], "digest": one} for one in digests()]
    page.evaluate(_PUT, ["piazzetta-insights", "digests", kept])
    if game:
        page.evaluate(_PUT, ["piazzetta", "games", [_game()]])


def _rated(name: str, rating: int, place: int, *, me: bool = False) -> dict[str, Any]:
    line = {"place": place, "name": name, "avatar": "", "rating": rating, "uncertainty": 60, "games": 40, "wins": 20.0}
    return line | {"kind": "person" if me else "bot", "me": me, "program": False}


def insights(visitor: Visitor) -> None:
    """Somebody with a profile, a rating and many analysed games looks at them."""
    page = visitor.page
    visitor.spoilt = True
    page.fill("#own-name", "Ada")
    page.locator("form .btn-primary").first.click()
    page.wait_for_selector("#tab-games")
    members = [_rated("hard", 1710, 1), _rated("Ada", 1622, 2, me=True), _rated("medium", 1540, 4)]
    tables = [{"players": 3, "games": 60, "members": members}]
    page.route("**/api/v1/ratings/*", lambda route: route.fulfill(json={"tables": tables}))
    keeps(visitor)
    visitor.go("/insights")
    page.wait_for_selector("[data-part=rating] .me")
