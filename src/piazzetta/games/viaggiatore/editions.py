"""The switches of Il Commercio Viaggiatore, and its one printed rulebook as a named set of them."""

from __future__ import annotations

from piazzetta.games.base import FairStart, Switch, Value
from piazzetta.games.viaggiatore.state import Bonus, Ending, Handicap, InCity

SWITCHES: dict[str, Switch] = {
    "handicap": Switch("2.2", {"off": Handicap.OFF, "fair": Handicap.FAIR}, before="off"),
    "bonus": Switch("4.4", {"each": Bonus.EACH, "first": Bonus.FIRST}),
    "in_city": Switch("5.1", {"may bluff": InCity.MAY_BLUFF, "must bid": InCity.MUST_BID}, before="may bluff"),
    "target": Switch("7.1", range(1, 21), studied=(3, 8), trained=(3, 4, 5, 5, 6, 8)),
    "ending": Switch("7.1", {"at once": Ending.AT_ONCE, "round": Ending.ROUND}),
}

EDITIONS: dict[str, dict[str, Value]] = {
    "it": {"handicap": "off", "bonus": "each", "in_city": "may bluff", "target": 5, "ending": "at once"},
}

#: The points to win with which the fair starts were measured: the printed ones.
MEASURED_TARGET = 5

#: 2.2: the points for each player in turn order, by number of players (how found: docs/balance.md). One point is too
#: much and none too little, so lots are drawn: the wins are even over many games.
FAIR_STARTS: dict[str, dict[int, FairStart]] = {
    "it": {
        2: ((55, (0, 1)), (45, (0, 0))),
        3: ((58, (0, 0, 0)), (30, (0, 0, 1)), (12, (0, 1, 1))),
        4: ((38, (0, 0, 1, 1)), (35, (0, 0, 0, 0)), (19, (0, 1, 0, 1)), (8, (0, 0, 0, 1))),
        5: ((39, (0, 0, 0, 1, 0)), (27, (0, 1, 1, 2, 2)), (21, (0, 1, 1, 1, 2)), (13, (0, 0, 2, 1, 2))),
        6: ((47, (0, 0, 0, 1, 1, 1)), (22, (0, 0, 1, 1, 0, 2)), (21, (0, 0, 1, 0, 2, 0)), (10, (0, 0, 1, 0, 0, 2))),
    },
}


def scaled_start(start: FairStart, target: int) -> FairStart:
    """A fair start in proportion to the points to win (2.2), by lots where this gives no whole points.

    Nobody starts with as many points as win.

    >>> scaled_start(((1, (0, 1)),), 2)
    ((3, (0, 0)), (2, (0, 1)))
    """
    if target == MEASURED_TARGET:
        return start
    lots: list[tuple[int, tuple[int, ...]]] = []
    for weight, points in start:
        for part in range(MEASURED_TARGET):  # each part of a point rounds up as often as it is large
            given = tuple(min((own * target + part) // MEASURED_TARGET, target - 1) for own in points)
            known = [number for number, lot in enumerate(lots) if lot[1] == given]
            if known:
                lots[known[0]] = (lots[known[0]][0] + weight, given)
            else:
                lots.append((weight, given))
    return tuple(sorted(lots, key=lambda lot: -lot[0]))
