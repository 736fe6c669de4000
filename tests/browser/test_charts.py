"""The page's workshop draws the same random maps as Python, and finds the same faults."""

from __future__ import annotations

import json
from typing import Any

from piazzetta.errors import Fault
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.workbench.drawn import drawn
from piazzetta.games.viaggiatore.workbench.drawn import drawn as deck
from tests.browser.engine import Host
from tests.portobello.test_board_refused import REFUSALS


def _play(file: dict[str, Any]) -> Any:
    """What matters to play: coordinates come from cosines, whose last digits depend on the machine."""
    return Board.read(file).to_json()


def test_random_maps_are_the_same(host: Host) -> None:
    frames = [(seed, None if seed % 2 else 5 + seed % 12, 2 + seed % 3) for seed in range(0, 40, 3)] + [(2**40, 9, 3)]
    steps: list[list[Any]] = [["drawn", "portobello", *frame] for frame in frames]
    for frame, given in zip(frames, host.ask(host.new_table(), steps), strict=True):
        wanted = drawn(*frame)
        assert _play(given) == wanted.to_json()
        assert given["name"] == wanted.name


def test_faults_name_the_same_places(host: Host) -> None:
    seen = set()
    for rule, (source, _) in REFUSALS.items():
        if rule in ("value 1.0", "value huge"):  # JSON knows neither
            continue
        try:
            Board.read(source)
        except Fault as fault:
            (given,) = host.ask(host.new_table(), [["checked", "portobello", source]])
            assert given["fault"] == {"key": fault.key, "params": fault.params, "sentence": str(fault)}
            seen.add(fault.key)
        except ValueError:
            pass
    assert len(seen) > 15


def test_a_valid_map_comes_back_as_its_file(host: Host) -> None:
    board = Board.default()
    (given,) = host.ask(host.new_table(), [["checked", "portobello", board.to_file()]])
    assert json.loads(given.pop("plays")) == board.to_json()
    assert given == {"file": board.to_file(), "differences": []}


def test_random_decks_are_the_same(host: Host) -> None:
    frames: list[Any] = [
        [],
        [60],
        [96, [24, 24, 24, 24], None, None, [96, 0, 0, 0]],
        [40, [10, 20, 5, 5], [40, 0, 0, 0], None, [10, 10, 20, 30]],
    ]
    steps = [["drawn", "viaggiatore", 3 + number, *frame] for number, frame in enumerate(frames)]
    for number, given in enumerate(host.ask(host.new_table(), steps)):
        assert given == deck(3 + number, *frames[number]).to_file()
