"""Positions of Il Commercio Viaggiatore with one clearly best move.

Most are now or never: seat 0 needs one point, and a rival in the city with plenty to sell will win in the next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import piazzetta
from piazzetta.bots import Position
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES
from tests.viaggiatore.table import DECK, Lot, Table, find


def wares(count: int, vehicle: str, taken: Sequence[int] = ()) -> list[Lot]:
    """This many baggage cards full of objects, with carriers that all show one vehicle; without the cards ``taken``."""
    free = [number for number in range(len(DECK.cards)) if number not in taken]
    carriers = [n for n in free if DECK.cards[n].bid == 3 and VEHICLE_NAMES.index(vehicle) in DECK.cards[n].vehicles]
    return [(free[4 * k], carriers[k], vehicle) for k in range(count)]


def cards_of(lots: Sequence[Lot]) -> list[int]:
    return [card for baggage, carrier, _ in lots for card in (baggage, carrier)]


@dataclass(frozen=True)
class Puzzle:
    """Seat 0's cards and what it has on the table; the moves up to its decision; the move it must play."""

    about: str
    best: str
    hand: Sequence[int]
    vehicle: str = "train"
    lots: int = 4
    steps: int = 3
    moves: Sequence[str] = ()
    players: int = 2
    active: int = 0
    rival_cards: int = 5
    rival_hand: Sequence[int] = ()
    rival_waits: bool = True  # a rival is in the city with plenty to sell
    one_by: str = ""  # one more lot, with another vehicle
    rules: dict[str, Any] = field(default_factory=dict)

    def position(self) -> Position:
        setting = piazzetta.game("viaggiatore", players=self.players, starter=self.active, rules=self.rules)
        table = Table(self.players, self.active, **self.rules)
        mine = wares(self.lots, self.vehicle, [*self.hand, *self.rival_hand])
        if self.one_by:
            mine += wares(1, self.one_by, [*self.hand, *cards_of(mine)])
        used = [*self.hand, *self.rival_hand, *cards_of(mine)]
        # a rival's carriers show another vehicle than ours unless seat 0 should follow the rival
        theirs = wares(3, self.rival_vehicle(), used)
        used += cards_of(theirs)
        hands = [list(self.hand)]
        for _ in range(1, self.players):
            free = [card for card in range(95, 0, -1) if card not in used]
            hands.append([*self.rival_hand, *free[::2]][: self.rival_cards] if len(hands) == 1 else free[:5])
            used += hands[-1]
        steps = [self.steps, 7 if self.rival_waits else 0] + [0] * (self.players - 2)
        table.arrange(
            hands, {0: mine, 1: theirs}, steps=steps, points=[4] * 2 + [0] * (self.players - 2), active=self.active
        )
        table.play(*self.moves)
        assert table.mover == 0
        return Position.determinized(setting, 0, table.states)

    def rival_vehicle(self) -> str:
        return self.vehicle if self.active else "ship" if self.vehicle != "ship" else "bus"


TRAIN, PLANE, SHIP, BUS = "train", "plane", "ship", "bus"


def _travel(vehicle: str, players: int, **how: Any) -> Puzzle:
    ticket = find(2, vehicle)
    return Puzzle(
        f"travel by {vehicle}, {players} players",
        f"travel {ticket}",
        [ticket],
        vehicle,
        moves=["close"],
        players=players,
        **how,
    )


def _keep(vehicle: str, players: int) -> Puzzle:
    ticket = find(4, vehicle)
    return Puzzle(
        f"bluff: the only card is the ticket by {vehicle}, {players} players",
        "bluff",
        [ticket],
        vehicle,
        moves=["auction"],
        players=players,
    )


def _carry(vehicle: str, other: str, third: str) -> Puzzle:
    """Nobody else has cards, so the auction is won; the carrier must match the last card's ticket."""
    bid, ticket, carrier = find(1, third), find(2, vehicle, vehicle, other), find(3, third, vehicle, other)
    return Puzzle(
        f"carry: show the {vehicle} that the ticket is for",
        f"carry {carrier} {vehicle}",
        [bid, ticket, carrier],
        lots=0,
        moves=["auction", f"bid {bid}", "bluff"],
        rival_cards=0,
    )


def _ride(vehicle: str, bonus: str, players: int) -> Puzzle:
    """The rival travels; one's own carrier shows that vehicle too, and four steps are enough."""
    ticket, theirs = find(1, vehicle), find(4, vehicle)
    return Puzzle(
        f"ride along by {vehicle} into the city ({bonus})",
        f"ride {ticket}",
        [ticket],
        vehicle,
        lots=1,
        active=1,
        moves=["close", f"travel {theirs}"],
        players=players,
        rival_hand=[theirs],
        rival_waits=False,
        rules={"bonus": bonus},
    )


def _better_ticket(vehicle: str, worse: str) -> Puzzle:
    """Three baggage cards with one vehicle, one with another: only the ticket for the three goes far enough."""
    good, bad = find(2, vehicle), find(2, worse)
    return Puzzle(
        f"the ticket by {vehicle} goes further than the one by {worse}",
        f"travel {good}",
        [good, bad],
        vehicle,
        lots=3,
        one_by=worse,
        moves=["close"],
    )


def _alone(about: str, best: str, hand: Sequence[int], *moves: str) -> Puzzle:
    """In the city with nothing to sell, and no rival has a card to bid."""
    return Puzzle(about, best, hand, lots=0, steps=7, moves=moves, rival_cards=0)


RICH, POOR = find(1, TRAIN, TRAIN, PLANE), find(4, TRAIN, TRAIN, PLANE)

VIAGGIATORE = [
    *(_travel(vehicle, players) for vehicle, players in ((TRAIN, 2), (PLANE, 3), (SHIP, 4), (BUS, 6))),
    _travel(SHIP, 5, rules={"bonus": "first"}, steps=6),
    *(_keep(vehicle, players) for vehicle, players in ((TRAIN, 2), (PLANE, 2), (SHIP, 3), (BUS, 4))),
    _carry(PLANE, SHIP, BUS),
    _carry(BUS, TRAIN, PLANE),
    _carry(TRAIN, PLANE, SHIP),
    _carry(SHIP, BUS, TRAIN),
    *(_ride(vehicle, bonus, n) for vehicle, bonus, n in ((TRAIN, "each", 2), (SHIP, "first", 2), (BUS, "each", 3))),
    *(_better_ticket(vehicle, worse) for vehicle, worse in ((TRAIN, PLANE), (PLANE, BUS), (BUS, SHIP))),
    _alone("call an auction: nobody else can bid, and there is nothing to sell", "auction", [RICH, POOR]),
    _alone("bid the card with many objects: any bid wins", f"bid {RICH}", [RICH, POOR], "auction"),
]
