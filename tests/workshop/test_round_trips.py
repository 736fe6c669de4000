"""A map or deck that is drawn, written, checked and drawn again is the same, and it can be played.

``web/tests/workshop/round-trips.test.ts`` does the same in the page: its model, its files, its links, its spreadsheets.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piazzetta
from piazzetta import Record
from piazzetta.games.portobello import board_check as check
from piazzetta.games.portobello.board import Board
from piazzetta.games.registry import workbench
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.kernel import INTERPRETED
from piazzetta.workshop import files
from tests.tiers import tier

MAPS, DECKS = (workbench(name) for name in ("portobello", "viaggiatore"))
SEEDS = st.integers(0, 10**6)
EXAMPLES = 5 if INTERPRETED else tier(20, 60)
#: Letters of every script, signs and emoji; a space within.
SIGNS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=check.LONGEST_NAME // 2 - 1)
LABELS = st.builds("{} {}".format, SIGNS, SIGNS)


@st.composite
def maps(draw: st.DrawFn) -> dict[str, Any]:
    """The file of a map as a designer might leave it: drawn at random, then named, bent and scaled anew."""
    squares, players = draw(st.integers(5, 16)), draw(st.integers(2, 4))
    file: dict[str, Any] = MAPS.draw(draw(SEEDS), {"squares": squares, "players": players}).to_file()
    file["name"] = draw(LABELS)
    for kind in ("squares", "alleys", "districts"):
        for key in draw(st.sets(st.sampled_from(sorted(file[kind])), max_size=3)):
            file[kind][key]["name"] = draw(LABELS)
    for key in draw(st.sets(st.sampled_from(sorted(file["alleys"])), max_size=4)):
        bend = draw(st.integers(-300, 300)) / 1000
        if bend:
            file["alleys"][key]["bend"] = bend
    for key in draw(st.sets(st.sampled_from(sorted(file["alleys"])), max_size=4)):
        values = file["alleys"][key]["values"]
        values[draw(st.integers(0, len(values) - 1))] = draw(st.integers(1, check.MOST_VALUE))
    scale = draw(st.sampled_from((1, 0.5, 2)))
    file["size"] = [round(scale * length) for length in file["size"]]
    for kind in ("squares", "districts"):
        for place in file[kind].values():
            place["x"], place["y"] = round(scale * place["x"], 2), round(scale * place["y"], 2)
    for field in ("space", "radius"):
        if draw(st.booleans()):
            file[field] = draw(st.integers(20, 60))
    return file


@settings(max_examples=EXAMPLES)
@given(maps())
def test_a_map_comes_back_from_its_file_as_it_was(file: dict[str, Any]) -> None:
    board = Board.read(json.loads(json.dumps(file)))
    assert board.to_file() == file
    assert Board.read(board.to_file()) == board
    # a record keeps what matters to play, and no more
    assert Board.read(board.to_json()).to_json() == board.to_json()


@pytest.mark.compiled_only
@settings(max_examples=tier(6, 20))
@given(maps(), SEEDS, st.integers(2, 4))
def test_a_map_is_found_by_its_file_and_plays(
    tmp_path_factory: pytest.TempPathFactory, file: dict[str, Any], seed: int, players: int
) -> None:
    path = tmp_path_factory.mktemp("maps") / "map.json"
    files.save(Board.read(file), path)
    assert json.loads(path.read_text(encoding="utf-8")) == file
    found = files.find(str(path))
    assert (found.name, found.components.to_file()) == (file["name"], file)
    _play(path, piazzetta.game("portobello", players=players, board=found.components), seed)


@pytest.mark.compiled_only
@settings(max_examples=tier(6, 20))
@given(SEEDS, st.integers(10, 96), SEEDS)
def test_a_deck_comes_back_from_its_file_and_plays(
    tmp_path_factory: pytest.TempPathFactory, drawn: int, cards: int, seed: int
) -> None:
    deck: Deck = DECKS.draw(drawn, {"cards": cards})
    path = tmp_path_factory.mktemp("decks") / "deck.json"
    files.save(deck, path)
    found = files.find(str(path))
    assert found.components == deck
    assert found.components.to_file() == deck.to_file() == json.loads(path.read_text(encoding="utf-8"))
    _play(path, piazzetta.game("viaggiatore", players=2, deck=deck), seed)


def _play(path: Path, setting: piazzetta.Setting, seed: int) -> None:
    """A game to its end, whose record knows the map or deck that was played."""
    match = setting.start(seed=seed)
    dice = np.random.default_rng(seed)
    while not match.over:
        match.play(int(dice.choice(match.legal_moves.actions)))
    path.write_text(Record.of(match).dumps(), encoding="utf-8")
    record = Record.loads(path.read_text(encoding="utf-8"))
    record.verify()
    assert record.replay().scores == match.scores
