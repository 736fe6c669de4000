"""The switches of Portobello Market, and the five printed rulebooks as named sets of them."""

from __future__ import annotations

from piazzetta.games.base import FairStart, Switch, Value
from piazzetta.games.portobello.state import (
    Actions,
    BobbySetBy,
    ClientsFrom,
    Credit,
    Ending,
    Handicap,
    LordAlleys,
    LordComes,
    NewTile,
    Scoring,
    SharedMajority,
)

SWITCHES: dict[str, Switch] = {
    "start_score": Switch("2.1", range(1000), studied=(0,), trained=(0, 10, 20)),
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
    "ending": Switch("9.1", {"round": Ending.ROUND, "turn": Ending.TURN}, before="round"),
    "lord_alleys": Switch(
        "9.3", {"all": LordAlleys.ALL, "two customers": LordAlleys.TWO_CUSTOMERS}, before="two customers"
    ),
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
    "ending": "round",
    "lord_alleys": "all",
    "clients": "bag",
}

EDITIONS: dict[str, dict[str, Value]] = {
    "de": _DE,
    "it": {**_DE, "start_score": 0, "lord": "action"},
    "fr": {**_DE, "lord": "action"},
    "es": {**_DE, "actions": "may", "shared_majority": "holders"},
    "fr-memo": {
        **_DE,
        "bobby_set_by": "left",
        "lord": "action",
        "shared_majority": "free",
        "new_tile": "down",
        "lord_alleys": "two customers",
    },
}

#: 2.5: the points for each player in turn order, by edition and number of players (how found: docs/balance.md).
#: Where no points make the wins even, lots are drawn between some that do so together.
FAIR_STARTS: dict[str, dict[int, FairStart]] = {
    "de": {2: ((1, (0, 5)),), 3: ((1, (0, 4, 4)),), 4: ((1, (0, 3, 0, 8)),)},
    "it": {
        2: ((55, (0, 2)), (45, (0, 3))),
        3: ((50, (0, 0, 1)), (30, (0, 0, 0)), (20, (0, 1, 2))),
        4: ((38, (0, 0, 0, 0)), (28, (0, 3, 5, 7)), (19, (0, 1, 1, 1)), (15, (0, 0, 1, 1))),
    },
    "fr": {2: ((1, (0, 6)),), 3: ((50, (0, 0, 0)), (50, (0, 2, 1))), 4: ((1, (0, 4, 1, 7)),)},
    "es": {2: ((1, (0, 6)),), 3: ((50, (0, 0, 0)), (50, (0, 1, 0))), 4: ((1, (0, 5, 1, 8)),)},
    "fr-memo": {2: ((1, (0, 4)),), 3: ((1, (0, 2, 1)),), 4: ((1, (0, 3, 0, 5)),)},
}
