"""The switches of Il Commercio Viaggiatore, and its one printed rulebook as a named set of them."""

from __future__ import annotations

from piazzetta.games.base import Choice, Switch, Value
from piazzetta.games.viaggiatore.state import Bonus, Ending, Handicap, InCity

SWITCHES: dict[str, Switch] = {
    "handicap": Switch(
        "2.2",
        "Whether some players get points at the start, so that all win equally often",
        {
            "off": Choice(Handicap.OFF, "no"),
            "fair": Choice(Handicap.FAIR, "yes, as many as balance the turn order"),
        },
        before="off",
    ),
    "bonus": Switch(
        "4.4",
        "Who may ride along when the active player has played a ticket",
        {
            "each": Choice(Bonus.EACH, "each of the others, asked in seat order"),
            "first": Choice(Bonus.FIRST, "only the first of them who does"),
        },
    ),
    "in_city": Switch(
        "5.1",
        "Whether a player in the city may bluff in the auctions of others",
        {
            "may bluff": Choice(InCity.MAY_BLUFF, "as anybody may"),
            "must bid": Choice(InCity.MUST_BID, "only without a game card"),
        },
        before="may bluff",
    ),
    "target": Switch("7.1", "How many points win", range(1, 21)),
    "ending": Switch(
        "7.1",
        "When the game ends once somebody has enough points",
        {
            "at once": Choice(Ending.AT_ONCE, "at once"),
            "round": Choice(Ending.ROUND, "at the end of the round, so that everyone has had the same number of turns"),
        },
    ),
}

EDITIONS: dict[str, dict[str, Value]] = {
    "it": {"handicap": "off", "bonus": "each", "in_city": "may bluff", "target": 5, "ending": "at once"},
}

#: 2.2: the points for each player in turn order, by edition and number of players (how found: docs/balance.md).
FAIR_STARTS: dict[str, dict[int, tuple[int, ...]]] = {
    "it": {2: (0, 1), 3: (0, 0, 0), 4: (0, 0, 0, 0), 5: (0, 0, 0, 1, 1), 6: (0, 0, 1, 1, 1, 1)},
}
