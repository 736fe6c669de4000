"""Limits of ours are named as ours: a refusal cites a clause only where it says so; docs list them."""

from __future__ import annotations

from pathlib import Path

import pytest

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.viaggiatore.deck import Deck
from tests.portobello.maps import from_triangles, kite

OURS = r"\(a limit of the program\)$"


def test_numbers_that_no_clause_forbids() -> None:
    for values in ([1] * 10, [8]):
        with pytest.raises(BadInput, match=OURS):
            Board.read({**kite(), "alleys": {**kite()["alleys"], "A-B": values}})
    with pytest.raises(BadInput, match=OURS):
        Board.read({"squares": [f"S{number}" for number in range(30)], "alleys": {}, "districts": {}})


def test_shapes_that_no_clause_forbids() -> None:
    for source in (from_triangles("ABC", loose=("AD",)), from_triangles("ABC", "ABD", "BCE", "CAF", "DEF")):
        with pytest.raises(BadInput, match=OURS):
            Board.read(source)


def test_a_shop_of_four_dashes_but_not_a_deck_of_them() -> None:
    cards = Deck.default().to_json()
    cards[0]["shop"] = [None] * 4
    assert Deck.read(cards).cards[0].shop == (None,) * 4
    for card in cards:
        card["shop"] = [None] * 4
    with pytest.raises(BadInput, match=OURS):
        Deck.read(cards)


def test_they_are_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "engine.md").read_text("utf-8")
    limits = text.partition("## Limits of the program")[2]
    for one in (
        "16 squares",
        "32 alleys",
        "20 districts",
        "128 spaces",
        "1 to 9 spaces",
        "1 to 7",
        "0 to 9 objects",
        "255",
    ):
        assert one in limits
