"""What the browser's page needs from Il Commercio Viaggiatore."""

from __future__ import annotations

from piazzetta.games.page import Page

PAGE = Page(
    "data/viaggiatore-deck.json",
    "data/tours/viaggiatore.json",
    "data/lessons/viaggiatore.json",
    {
        "piazzetta.games.viaggiatore.rules.turn": (
            "next_seat(params, seat) -> int",
            "travel_steps(state, seat, vehicle) -> int",
            "ride_steps(state, seat) -> int",
        ),
        "piazzetta.games.viaggiatore.rules.allowed": (
            "may_travel(params, state, seat) -> int",
            "may_ride(params, state, seat) -> int",
        ),
    },
    workbench="piazzetta.games.viaggiatore.workbench",
    pieces="data/viaggiatore-icons.svg",
)
