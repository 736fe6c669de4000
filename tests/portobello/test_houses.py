"""The houses of the map in pictures and on the page: where they stand, and their roofs."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.colours import ROOFS
from piazzetta.games.portobello.drawing.course import Course, pulled
from piazzetta.games.portobello.drawing.houses import FAMILIES, TONES, Block, Chance, families

CSS = Path(__file__).parents[2] / "web" / "src" / "games" / "portobello" / "portobello.css"
CORNERS = [(0.0, 0.0), (300.0, 0.0), (150.0, 260.0)]


def block(corners: list[tuple[float, float]] = CORNERS, bows: list[Course] | None = None) -> Block:
    return Block(corners, bows or [], 30, 50, 1, 3)


def test_houses_stand_between_the_alleys_clear_of_the_squares() -> None:
    found = block()
    assert len(found.walls) > 12
    assert sum(map(len, found.lit)) == sum(map(len, found.dark)) == len(found.ridges) == len(found.walls)
    for x, y in (place for wall in found.walls for place in wall):
        assert min(math.dist((x, y), corner) for corner in CORNERS) > 50
        assert y > 29


def test_the_same_district_looks_the_same_whichever_way_round() -> None:
    turned = block([CORNERS[0], CORNERS[2], CORNERS[1]])
    for one, other in zip(turned.walls, block().walls, strict=True):
        assert one == [pytest.approx(place) for place in other]


def test_no_house_stands_on_a_bent_alley() -> None:
    bow = Course(CORNERS[0], CORNERS[1], pulled(CORNERS[0], CORNERS[1], 0.2))
    bent = block(bows=[bow])
    assert 0 < len(bent.walls) < len(block().walls)
    for place in (place for wall in bent.walls[:-3] for place in wall):
        assert min(math.dist(place, at) for at in bow.points) > 28


@pytest.mark.parametrize("height", [0.0, 1.0, 60.0])
def test_a_narrow_district_has_no_houses(height: float) -> None:
    flat = block([(0.0, 0.0), (300.0, 0.0), (150.0, height)])
    assert not flat.yard
    assert not flat.green
    assert not flat.walls


def test_neighbours_have_different_roofs() -> None:
    districts = Board.default().districts
    found = families([district.alleys for district in districts])
    assert set(found) == set(range(FAMILIES))
    for number, district in enumerate(districts):
        assert all(found[number] != found[other] for other in district.neighbours if other >= 0)


def test_chance_is_the_same_everywhere() -> None:
    chance = Chance(0)
    assert [chance.below(100) for _ in range(8)] == [chance.below(100) for chance in [Chance(0)] for _ in range(8)]
    assert {Chance(number).below(1000) for number in range(12)} != {0}


def test_roofs_have_the_colours_of_the_page_by_day() -> None:
    day = CSS.read_text("utf-8").split("}")[0]
    page = dict(re.findall(r"--roof-(\d-\d): (#\w+);", day))
    assert page == {f"{family}-{tone}": ROOFS[family][tone] for family in range(FAMILIES) for tone in range(TONES)}
