"""What the browser's page needs from Portobello Market."""

from __future__ import annotations

from piazzetta.games.page import Page

PAGE = Page(
    "data/portobello-map.json",
    "data/tours/portobello.json",
    "data/lessons/portobello.json",
    {
        "piazzetta.games.portobello.rules.scoring": (
            "client_factor(one, other) -> int",
            "own_value(params, state, alley, seat) -> int",
            "alley_points(params, state, alley, seat) -> int",
            "complete(params, state, alley) -> int",
            "completed(params, before, after, out: int32[]!) -> int",
            "lord_scores(params, state, alley) -> int",
        ),
        "piazzetta.games.portobello.rules.allowed": (
            "majority(state, alley) -> int",
            "toll(params, state, alley, seat) -> int",
            "side_of(params, here, there) -> int",
            "free_squares(params, state) -> int",
            "lord_may_come(params, state) -> int",
        ),
    },
    workbench="piazzetta.games.portobello.workbench",
    pieces="data/portobello-pieces.svg",
)
