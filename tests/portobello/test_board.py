"""The map (clause 1.4): the default one, other maps, both formats."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import piazzetta.games.portobello.board as board_module
from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.board_drawing import check_drawing
from piazzetta.games.portobello.embedding import rim_of
from piazzetta.games.portobello.generate import GLUE, INSERT, Disc
from piazzetta.games.portobello.state import MOST_ALLEYS, MOST_DISTRICTS, MOST_SPACES, MOST_SQUARES, PARAMS
from tests.portobello.maps import LETTERS, drawn_kite, from_triangles, kite, valid_maps
from tests.tiers import tier

pytestmark = pytest.mark.interpreted_only
Map = dict[str, Any]
MAP_FILE = Path(board_module.__file__).parents[2] / "data" / "portobello-map.json"
relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=tier(15, 60))


def default_file() -> Map:
    loaded: Map = json.loads(MAP_FILE.read_text(encoding="utf-8"))
    return loaded


# The default map.


def test_1_4_the_default_map_has_the_printed_numbers() -> None:
    board = Board.default()
    assert board.name == "Notting Hill"
    assert (len(board.squares), len(board.alleys), len(board.districts), board.spaces) == (11, 22, 12, 82)
    sizes = Counter(len(alley.values) for alley in board.alleys)
    assert [sizes[size] for size in (2, 3, 4, 5, 6)] == [3, 8, 5, 4, 2]
    assert Counter(value for alley in board.alleys for value in alley.values) == {1: 44, 2: 28, 3: 10}
    assert sorted(Counter(end for alley in board.alleys for end in alley.ends).values()) == [3] * 4 + [4] * 4 + [
        5,
        5,
        6,
    ]
    assert len(board.rim_alleys) == 8
    assert [board.squares[square].key for square in rim_of(board)] == list("ABCGKJIH")


def test_the_default_map_keeps_the_order_and_words_of_its_file() -> None:
    board, file = Board.default(), default_file()
    assert board.to_file() == file
    assert list(board.to_file()["alleys"]) == list(file["alleys"])
    assert Board.read(file) == board
    assert Board.default() is board
    b_c = board.alleys[board.alley_index("B-C")]
    assert (b_c.name, b_c.ends, b_c.values) == ("Acklam Road", (1, 2), (1, 3, 3, 2, 1, 2))
    assert b_c.first == sum(len(alley.values) for alley in board.alleys[: board.alley_index("B-C")])


def test_indexes_and_their_refusals() -> None:
    board = Board.default()
    assert [board.square_index(square.key) for square in board.squares] == list(range(11))
    assert [board.alley_index(alley.key) for alley in board.alleys] == list(range(22))
    assert [board.district_index(district.key) for district in board.districts] == list(range(12))
    for find, word in (
        (board.square_index, "square"),
        (board.alley_index, "alley"),
        (board.district_index, "district"),
    ):
        with pytest.raises(BadInput, match=f"no {word} 'Nowhere'"):
            find("Nowhere")


def test_boards_are_values() -> None:
    board, again = Board.read(kite()), Board.read(kite())
    board.positions()
    assert board == again
    assert hash(board) == hash(again)
    assert pickle.loads(pickle.dumps(board)) == again
    assert board != Board.read(drawn_kite())
    names = vars(board_module)
    assert eval(repr(board), dict(names)) == board


# Both formats.


def test_the_two_forms_say_the_same() -> None:
    board, drawn = Board.read(kite()), Board.read(drawn_kite())
    assert board.to_json() == drawn.to_json() == kite()
    assert (board.squares[0].name, drawn.squares[0].name) == ("A", "A Square")
    assert not board.is_placed
    assert drawn.is_placed
    assert drawn.positions()[3] == (100, 50)
    assert drawn.centres()[0] == pytest.approx((100 / 3, 50))


def test_a_map_file_needs_no_names_or_places() -> None:
    file = drawn_kite()
    for part in ("squares", "alleys", "districts"):
        file[part] = {
            key: {k: v for k, v in entry.items() if k not in {"name", "x", "y"}} for key, entry in file[part].items()
        }
    assert Board.read(file) == Board.read(kite())


def test_size_space_and_radius_are_kept() -> None:
    file = drawn_kite() | {"name": "Kite", "size": [200, 100], "space": 12.5, "radius": 4}
    again = Board.read(file).to_file()
    assert {key: again[key] for key in ("name", "size", "space", "radius")} == {
        "name": "Kite",
        "size": [200, 100],
        "space": 12.5,
        "radius": 4,
    }


def test_reading_leaves_the_source_alone_and_keeps_nothing_of_it() -> None:
    source = kite()
    board = Board.read(source)
    assert source == kite()
    source["alleys"]["A-B"].append(3)
    assert board == Board.read(kite())


@pytest.mark.parametrize(("glued", "inserted", "squares", "districts"), [(1, 9, 13, 20), (10, 3, 16, 17)])
def test_1_4_the_largest_maps_are_accepted(glued: int, inserted: int, squares: int, districts: int) -> None:
    disc = Disc()
    for way in [GLUE] * glued + [INSERT] * inserted:
        disc.grow(way, where=0, least_squares=3)
    source = from_triangles(*("".join(LETTERS[corner] for corner in district) for district in disc.districts))
    source["alleys"] = {key: [1, 2, 3, 3] for key in source["alleys"]}
    board = Board.read(source)
    assert (len(board.squares), len(board.alleys), len(board.districts)) == (squares, 32, districts)
    assert board.spaces == 128
    check_drawing(board, board.positions())


# The tables.


@pytest.mark.parametrize("kind", ["void", "record"])
def test_fill_tables(kind: str) -> None:
    board = Board.default()
    whole = np.full(1, 99, dtype=np.uint8).repeat(PARAMS.itemsize).view(PARAMS)
    params = whole[0] if kind == "void" else whole.view(np.recarray)[0]
    board.fill_tables(params)
    assert (params["squares"], params["alleys"], params["districts"]) == (11, 22, 12)
    for index, alley in enumerate(board.alleys):
        assert tuple(params["ends"][index]) == alley.ends
        first, size = params["first"][index], params["spaces"][index]
        assert tuple(params["value"][first : first + size]) == alley.values
    for index, district in enumerate(board.districts):
        assert tuple(params["border"][index]) == district.alleys
        assert tuple(params["beyond"][index]) == district.neighbours
    assert not params["value"][82:].any()
    assert not params["ends"][22:].any()
    assert (params["beyond"][12:] == -1).all()
    assert whole["spaces"][0].sum() == 82, "written through to the array"


# Properties.


@relaxed
@given(valid_maps())
def test_valid_maps_are_accepted_and_come_back(source: Map) -> None:
    board = Board.read(source)
    assert board.to_json() == source
    assert json.dumps(board.to_json()) == json.dumps(source), "in the same order"
    assert len(board.squares) <= MOST_SQUARES
    assert len(board.alleys) <= MOST_ALLEYS
    assert len(board.districts) <= MOST_DISTRICTS
    assert board.spaces <= MOST_SPACES
    assert len(rim_of(board)) == len(board.rim_alleys) == 3 * len(board.squares) - 3 - len(board.alleys)


@relaxed
@given(valid_maps())
def test_neighbours_share_the_alley_between_them(source: Map) -> None:
    board = Board.read(source)
    for here, district in enumerate(board.districts):
        for side, (alley, there) in enumerate(zip(district.alleys, district.neighbours, strict=True)):
            assert set(board.alleys[alley].ends) == {district.squares[side], district.squares[(side + 1) % 3]}
            if there >= 0:
                other = board.districts[there]
                assert other.neighbours[other.alleys.index(alley)] == here
            else:
                assert alley in board.rim_alleys
    assert [alley.first for alley in board.alleys] == [
        sum(len(before.values) for before in board.alleys[:index]) for index in range(len(board.alleys))
    ]


@relaxed
@given(valid_maps())
def test_maps_without_places_are_drawn_without_crossings(source: Map) -> None:
    board = Board.read(source)
    check_drawing(board, board.positions())
    assert all(0 < x < 1500 and 0 < y < 1000 for x, y in board.positions())
    drawn = Board.read(json.loads(json.dumps(board.to_file())))
    assert drawn.to_json() == source
    assert drawn.positions() == board.positions()


@relaxed
@given(valid_maps(least_squares=11, most_squares=11))
def test_the_strategy_keeps_to_a_number_of_squares(source: Map) -> None:
    assert len(Board.read(source).squares) == 11
