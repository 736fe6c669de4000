"""The switches of Portobello Market, and the five printed rulebooks as named sets of them."""

from __future__ import annotations

from piazzetta.games.base import Switch, Value
from piazzetta.games.portobello.state import (
    Actions,
    BobbySetBy,
    ClientsFrom,
    Credit,
    Handicap,
    LordComes,
    NewTile,
    Scoring,
    SharedMajority,
)

SWITCHES: dict[str, Switch] = {
    "start_score": Switch("2.1", range(1000)),
    "bobby_set_by": Switch("2.3", {"right": BobbySetBy.RIGHT, "left": BobbySetBy.LEFT}),
    "handicap": Switch("2.5", {"off": Handicap.OFF, "fair": Handicap.FAIR}, before="off"),
    "actions": Switch("3.3", {"must": Actions.MUST, "may": Actions.MAY}),
    "lord": Switch("5.4", {"free": LordComes.FREE, "action": LordComes.ACTION}),
    "shared_majority": Switch(
        "6.2c", {"bank": SharedMajority.BANK, "holders": SharedMajority.HOLDERS, "free": SharedMajority.FREE}
    ),
    "credit": Switch("6.3", {"refused": Credit.REFUSED, "granted": Credit.GRANTED}, before="refused"),
    "new_tile": Switch("7.3", {"up": NewTile.UP, "down": NewTile.DOWN}),
    "scoring": Switch("8.1", {"at once": Scoring.AT_ONCE, "end of turn": Scoring.END_OF_TURN}, before="at once"),
    "clients": Switch("10", {"bag": ClientsFrom.BAG, "queue": ClientsFrom.QUEUE, "house": ClientsFrom.HOUSE}),
}

_DE: dict[str, Value] = {
    "start_score": 10,
    "bobby_set_by": "right",
    "handicap": "off",
    "actions": "must",
    "lord": "free",
    "shared_majority": "bank",
    "credit": "refused",
    "new_tile": "up",
    "scoring": "at once",
    "clients": "bag",
}

EDITIONS: dict[str, dict[str, Value]] = {
    "de": _DE,
    "it": {**_DE, "start_score": 0, "lord": "action"},
    "fr": {**_DE, "lord": "action"},
    "es": {**_DE, "actions": "may", "shared_majority": "holders"},
    "fr-memo": {**_DE, "bobby_set_by": "left", "lord": "action", "shared_majority": "free", "new_tile": "down"},
}

#: 2.5: the points for each player in turn order, by edition and number of players (how found: docs/balance.md).
FAIR_STARTS: dict[str, dict[int, tuple[int, ...]]] = {
    "de": {2: (0, 7), 3: (0, 4, 4), 4: (0, 4, 1, 8)},
    "it": {2: (0, 2), 3: (0, 3, 2), 4: (0, 2, 2, 3)},
    "fr": {2: (0, 8), 3: (0, 4, 1), 4: (1, 5, 0, 9)},
    "es": {2: (0, 8), 3: (0, 4, 4), 4: (0, 6, 1, 8)},
    "fr-memo": {2: (0, 4), 3: (0, 3, 1), 4: (0, 3, 1, 7)},
}
