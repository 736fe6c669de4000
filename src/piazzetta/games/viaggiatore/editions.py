"""The switches of Il Commercio Viaggiatore, and its one printed rulebook as a named set of them."""

from __future__ import annotations

from piazzetta.games.base import Switch, Value
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

#: 2.2: the points for each player in turn order, by edition and number of players (how found: docs/balance.md).
FAIR_STARTS: dict[str, dict[int, tuple[int, ...]]] = {
    "it": {2: (0, 1), 3: (0, 0, 0), 4: (0, 0, 0, 0), 5: (0, 0, 0, 1, 1), 6: (0, 0, 0, 1, 1, 1)},
}
