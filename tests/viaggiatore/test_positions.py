"""Every reason why a position of Il Commercio Viaggiatore cannot be, by clause, with where it is and what is said."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import piazzetta
from piazzetta.games.viaggiatore.positions import check
from tests.viaggiatore.table import find

Json = dict[str, Any]
SHIP = find(1, "bus", "ship")  # a carrier that shows a ship
OTHER = find(2, "bus", "ship")
TICKET, SECOND = find(1, "ship", "bus"), find(2, "ship", "bus")
LOT: Json = {"seat": 0, "card": 60, "carrier": SHIP, "vehicle": "ship"}
THEIRS: Json = {"seat": 1, "card": 61, "carrier": OTHER, "vehicle": "ship"}
BARE: Json = {"seat": 0, "card": 62}


def hands(*cards: list[int], **more: list[Any]) -> list[Json]:
    """The seats with these hands, and other fields seat by seat."""
    rows = [{"hand": hand} for hand in cards]
    return [{**row, **{name: values[at] for name, values in more.items()}} for at, row in enumerate(rows)]


IN_CITY = hands([1], [2], [3], bid=[1, "bluff", None], steps=[0, 7, 0])
HANDS = hands([70, 71], [72, 73])
RIDE: Json = {"phase": "riding", "asked": 1, "ticket": "ship", "moved_this_round": True, "pile": [TICKET]}


def found(rules: Json | None = None, players: int = 2, **position: Any) -> list[tuple[str, str]]:
    """What is wrong with a position: clause and key of each problem, after a look at its sentence."""
    setting = piazzetta.game("viaggiatore", players=players, rules=rules or {})
    assert setting.game.positions is not None
    given = {"seats": HANDS, **position}
    problems = setting.game.positions.problems(setting.components, setting.params_record, given)
    speech = setting.game.english(setting.components)
    for one in problems:
        assert "{" not in speech.say("position", one.key, one.params)
    return [(one.clause, one.key) for one in problems]


ALL = list(range(96))
ODD: dict[str, tuple[str, str, Callable[[], Any]]] = {
    "1.2 twice": ("1.2", "card_twice", lambda: found(pile=[70])),
    "1.2 nowhere": (
        "1.2",
        "card_missing",
        lambda: found(deck=[card for card in ALL if card not in (5, 70, 71, 72, 73)]),
    ),
    "6.1 a hand of six": ("6.1", "hand", lambda: found(seats=hands([1, 2, 3, 4, 5, 6], []))),
    "6.2 known too early": ("6.2", "known", lambda: found(seats=hands([1], [2], known=[[1], []]))),
    "4.3 beyond the city": ("4.3", "steps", lambda: found(seats=hands([1], [2], steps=[8, 0]))),
    "3.8 another vehicle": (
        "3.8",
        "vehicle",
        lambda: found(lots=[{**LOT, "carrier": TICKET, "vehicle": hidden(TICKET)}]),
    ),
    "3.8 no new baggage": ("3.8", "no_new_baggage", lambda: found(phase="carrying", moved_this_round=True)),
    "3.9 two face down": ("3.9", "two_bare", lambda: found(seats=hands([], [1]), lots=[BARE, {"seat": 0, "card": 63}])),
    "3.9 not the latest": ("3.9", "bare_not_last", lambda: found(seats=hands([], [1]), lots=[BARE, LOT])),
    "3.9 with cards in hand": ("3.9", "bare", lambda: found(lots=[BARE])),
    "3.9 nothing to load": ("3.9", "no_load", lambda: found(phase="loading", moved_this_round=True)),
    "4.1 no carrier": ("4.1", "no_travel", lambda: found(phase="travelling")),
    "4.1 another ticket": ("4.1", "ticket", lambda: found(**{**RIDE, "pile": [0]}, lots=[LOT, THEIRS])),
    "4.4 no ticket": ("4.4", "no_ticket", lambda: found(**{**RIDE, "ticket": None}, lots=[LOT, THEIRS])),
    "4.4 cannot ride": ("4.4", "no_ride", lambda: found(**RIDE, lots=[LOT])),
    "5.1 not in the city": ("5.1", "no_sale", lambda: found(phase="shopping")),
    "5.1 not sold": ("5.1", "unsold", lambda: found(phase="drawing", seats=hands([1], [2], steps=[7, 0]))),
    "5.1 must take part": (
        "5.1",
        "must_bid",
        lambda: found({"in_city": "must bid"}, 3, phase="bidding", asked=2, seats=IN_CITY),
    ),
    "6.1 a full hand": ("6.1", "no_draw", lambda: found(phase="drawing", seats=hands([1, 2, 3, 4, 5], []))),
    "3.2 a bid missing": ("3.2", "bid_missing", lambda: found(phase="bidding", asked=1)),
    "3.2 a bid too early": ("3.2", "bid_early", lambda: found(phase="bidding", seats=hands([1], [2], bid=[None, 2]))),
    "3.2 a card that is not held": (
        "3.2",
        "bid_not_held",
        lambda: found(phase="bidding", asked=1, seats=hands([1], [2], bid=[3, None])),
    ),
    "7.1 more than a sale brings": ("7.1", "points", lambda: found(scores=[9, 0])),
    "7.1 enough to win": ("7.1", "over", lambda: found(scores=[5, 0])),
    "7.1 not over": ("7.1", "not_over", lambda: found(phase="finished")),
    "7.2 a card of this round": (
        "7.2",
        "moved",
        lambda: found(**{**RIDE, "moved_this_round": False}, lots=[LOT, THEIRS]),
    ),
    "7.2 none yet": (
        "7.2",
        "not_moved",
        lambda: found({"ending": "round"}, phase="finished", scores=[5, 0], round=2, moved_this_round=True),
    ),
    "7.2 too many idle rounds": ("7.2", "idle", lambda: found(idle_rounds=2, round=2)),
    "7.2 stalled": ("7.2", "stalled", lambda: found(idle_rounds=3, round=9)),
}


def hidden(card: int) -> str:
    """A vehicle that a card does not offer."""
    deck: Any = piazzetta.game("viaggiatore").components
    return next(name for name in ("train", "plane", "ship", "bus") if name not in deck.face(card)["vehicles"])


@pytest.mark.parametrize("why", ODD)
def test_what_cannot_be_names_its_clause(why: str) -> None:
    clause, key, look = ODD[why]
    assert look() == [(clause, key)]


def test_every_reason_has_a_case() -> None:
    known = set(re.findall(r'\bno\("([\d.]+)", "(\w+)"', inspect.getsource(check)))
    assert {(clause, key) for clause, key, _ in ODD.values()} == known


def test_what_can_be_is_not_refused() -> None:
    assert found() == []
    assert found(**RIDE, lots=[LOT, THEIRS]) == []
    assert found(phase="travelling", lots=[LOT]) == []
    assert found(phase="bidding", asked=1, seats=hands([1], [2], bid=["bluff", None])) == []
    assert found(phase="carrying", lots=[BARE], moved_this_round=True) == []
    assert found(phase="shopping", seats=hands([1], [2], steps=[7, 0])) == []
    assert found(phase="drawing") == []
    loading: Json = {"phase": "loading", "pending": 3, "moved_this_round": True}
    assert found(**loading, lots=[BARE], seats=hands([], [2])) == []
    assert found(phase="finished", scores=[5, 0]) == []
    assert found(phase="finished", idle_rounds=3, round=4) == []
    late: Json = {"scores": [6, 0], "active": 1, "round": 2}
    assert found({"ending": "round"}, **late) == [], "the round is played to its end"
    assert found({"in_city": "may bluff"}, 3, phase="bidding", asked=2, seats=IN_CITY) == []
    assert found(turned=True, seats=hands([1], [2], known=[[1], []])) == []
