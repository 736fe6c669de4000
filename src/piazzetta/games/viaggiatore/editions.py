"""The switches of Il Commercio Viaggiatore, and its one printed rulebook as a named set of them."""

from __future__ import annotations

from piazzetta.games.base import FairStart, Switch, Value
from piazzetta.games.viaggiatore.state import Bonus, Ending, Handicap, InCity

SWITCHES: dict[str, Switch] = {
    "handicap": Switch("2.2", {"off": Handicap.OFF, "fair": Handicap.FAIR}, before="off"),
    "bonus": Switch("4.4", {"each": Bonus.EACH, "first": Bonus.FIRST}),
    "in_city": Switch("5.1", {"may bluff": InCity.MAY_BLUFF, "must bid": InCity.MUST_BID}, before="may bluff"),
    "target": Switch("7.1", range(1, 21)),
    "ending": Switch("7.1", {"at once": Ending.AT_ONCE, "round": Ending.ROUND}),
}

EDITIONS: dict[str, dict[str, Value]] = {
    "it": {"handicap": "off", "bonus": "each", "in_city": "may bluff", "target": 5, "ending": "at once"},
}

#: 2.2: the points for each player in turn order, by number of players (how found: docs/balance.md). One point is too
#: much and none too little, so lots are drawn: the wins are even over many games.
FAIR_STARTS: dict[str, dict[int, FairStart]] = {
    "it": {
        2: ((55, (0, 1)), (45, (0, 0))),
        3: ((58, (0, 0, 0)), (30, (0, 0, 1)), (12, (0, 1, 1))),
        4: ((38, (0, 0, 1, 1)), (35, (0, 0, 0, 0)), (19, (0, 1, 0, 1)), (8, (0, 0, 0, 1))),
        5: ((47, (0, 0, 0, 1, 0)), (24, (0, 1, 1, 1, 2)), (21, (0, 0, 1, 1, 2)), (8, (0, 0, 1, 1, 1))),
        6: ((63, (0, 0, 0, 1, 1, 1)), (14, (0, 0, 1, 0, 2, 0)), (14, (0, 0, 1, 1, 0, 2)), (9, (0, 0, 1, 0, 0, 2))),
    },
}
