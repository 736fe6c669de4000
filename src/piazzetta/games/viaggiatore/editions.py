"""The switches of Il Commercio Viaggiatore, and its one printed rulebook as a named set of them."""

from __future__ import annotations

from piazzetta.games.base import Choice, Switch, Value
from piazzetta.games.viaggiatore.state import Bonus, Ending, InCity

SWITCHES: dict[str, Switch] = {
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
    "it": {"bonus": "each", "in_city": "may bluff", "target": 5, "ending": "at once"},
}
