"""The switches of Portobello Market, and the five printed rulebooks as named sets of them."""

from __future__ import annotations

from piazzetta.games.base import Choice, Switch, Value
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
    "start_score": Switch("2.1", "Where the score markers start", range(1000)),
    "bobby_set_by": Switch(
        "2.3",
        "Who puts the Bobby into a district before the first turn",
        {
            "right": Choice(BobbySetBy.RIGHT, "the player to the right of the starting player, the last in turn order"),
            "left": Choice(BobbySetBy.LEFT, "the player to the left of the starting player, the second in turn order"),
        },
    ),
    "handicap": Switch(
        "2.5",
        "Whether some players get points at the start, so that all win equally often",
        {
            "off": Choice(Handicap.OFF, "no"),
            "fair": Choice(Handicap.FAIR, "yes, as many as balance the turn order"),
        },
        before="off",
    ),
    "actions": Switch(
        "3.3",
        "Whether actions must be carried out",
        {
            "must": Choice(Actions.MUST, "as far as possible: the turn ends early only if no action is possible"),
            "may": Choice(Actions.MAY, "the player may stop early"),
        },
    ),
    "lord": Switch(
        "5.4",
        "How the lord comes to the last free square",
        {
            "free": Choice(LordComes.FREE, "at once, at no cost"),
            "action": Choice(LordComes.ACTION, "when a player spends an action on it"),
        },
    ),
    "shared_majority": Switch(
        "6.2c",
        "What the Bobby pays where the active player shares the majority",
        {
            "bank": Choice(SharedMajority.BANK, "1 point, to nobody"),
            "holders": Choice(SharedMajority.HOLDERS, "1 point to each of the others who share it"),
            "free": Choice(SharedMajority.FREE, "nothing"),
        },
    ),
    "credit": Switch(
        "6.3",
        "Whether the Bobby may cross an alley that costs more points than the player has",
        {
            "refused": Choice(Credit.REFUSED, "no: nobody goes below 0"),
            "granted": Choice(Credit.GRANTED, "yes: the score goes below 0"),
        },
        before="refused",
    ),
    "new_tile": Switch(
        "7.3",
        "How the new tile lies after a district is marked",
        {"up": Choice(NewTile.UP, "face up, ready for use"), "down": Choice(NewTile.DOWN, "face down")},
    ),
    "scoring": Switch(
        "8.1",
        "When an alley that has become complete is scored",
        {
            "at once": Choice(Scoring.AT_ONCE, "at once"),
            "end of turn": Choice(Scoring.END_OF_TURN, "when the active player ends the turn"),
        },
        before="at once",
    ),
    "clients": Switch(
        "10",
        "Where clients come from",
        {
            "bag": Choice(ClientsFrom.BAG, "drawn blind from the bag"),
            "queue": Choice(ClientsFrom.QUEUE, "taken from the front of an open row"),
            "house": Choice(ClientsFrom.HOUSE, "all on the squares from the start"),
        },
    ),
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
    "de": {2: (0, 8), 3: (0, 2, 3), 4: (0, 4, 2, 4)},
    "it": {2: (0, 7), 3: (0, 4, 11), 4: (0, 2, 7, 9)},
    "fr": {2: (0, 7), 3: (0, 2, 3), 4: (0, 5, 0, 3)},
    "es": {2: (0, 7), 3: (0, 1, 4), 4: (0, 5, 3, 5)},
    "fr-memo": {2: (0, 7), 3: (0, 3, 5), 4: (3, 9, 0, 7)},
}
