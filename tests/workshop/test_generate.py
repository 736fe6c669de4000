"""Maps and decks for designers: valid, good to draw, within their frame, and playable in every layer."""

from __future__ import annotations

import json
from math import dist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piazzetta
from piazzetta import BadInput, Record, Setting
from piazzetta.batch import Batch
from piazzetta.envs import aec_env
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.board_drawing import check_drawing
from piazzetta.games.registry import workbench
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.kernel import INTERPRETED
from piazzetta.tables.sources import point_sources

MAPS, DECKS = (workbench(name) for name in ("portobello", "viaggiatore"))
SEEDS = st.integers(0, 10**6)


@st.composite
def frames(draw: st.DrawFn) -> dict[str, object]:
    """The totals of a deck that can be."""
    cards = draw(st.integers(12, 96))
    cuts = sorted(draw(st.lists(st.integers(0, cards), min_size=3, max_size=3)))
    bids = tuple(int(many) for many in np.diff([0, *cuts, cards]))
    brought = sum((4 - place) * many for place, many in enumerate(bids))
    share = sorted(draw(st.lists(st.integers(0, brought), min_size=3, max_size=3)))
    objects = tuple(int(many) for many in np.diff([0, *share, brought]))
    shops = (cards, *draw(st.tuples(*[st.integers(0, cards)] * 3)))
    return {"cards": cards, "bids": bids, "objects": objects, "shops": shops}


@settings(max_examples=8 if INTERPRETED else 16)
@given(SEEDS, st.integers(5, 16), st.integers(2, 4))
def test_drawn_maps_are_valid_and_good_to_look_at(seed: int, squares: int, players: int) -> None:
    board: Board = MAPS.draw(seed, {"squares": squares, "players": players})
    assert len(board.squares) == squares
    assert board.is_placed
    again = Board.read(json.loads(json.dumps(board.to_file())))
    assert again.to_file() == board.to_file()
    check_drawing(board, board.positions())
    assert all(0 <= x <= board.sheet.width and 0 <= y <= board.sheet.height for x, y in board.positions())
    apart = [dist(a, b) for n, a in enumerate(board.positions()) for b in board.positions()[:n]]
    assert min(apart) > 60  # squares do not lie on each other
    assert board.spaces >= min(66, 6 * len(board.alleys))
    assert max(len(alley.values) for alley in board.alleys) <= 6


@settings(max_examples=8 if INTERPRETED else 40)
@given(SEEDS, frames())
def test_drawn_decks_have_the_totals_of_their_frame(seed: int, frame: dict[str, object]) -> None:
    deck: Deck = DECKS.draw(seed, frame)
    assert Deck.read(json.loads(json.dumps(deck.to_json()))) == deck == DECKS.draw(seed, frame)
    totals = DECKS.totals(deck)
    assert totals["size"]["cards"] == frame["cards"]
    assert tuple(totals["cards by bid"].values()) == frame["bids"]
    assert tuple(totals["objects by kind"].values()) == frame["objects"]
    assert tuple(totals["shops that ask for a kind"].values()) == frame["shops"]
    assert max(totals["cards by ticket"].values()) - min(totals["cards by ticket"].values()) <= 1


def test_the_same_seed_draws_the_same_map() -> None:
    assert MAPS.draw(3, {}) == MAPS.draw(3, {})
    assert MAPS.draw(3, {}).to_json() != MAPS.draw(4, {}).to_json()


@pytest.mark.parametrize(
    ("bench", "frame", "why"),
    [
        (MAPS, {"squares": 4}, "5 to 16 squares, not 4"),
        (MAPS, {"players": 5}, "2 to 4 players, not 5"),
        (MAPS, {"cards": 60}, "drawn by squares and players, not by cards"),
        (DECKS, {"cards": 9}, "10 to 96 cards, not 9"),
        (DECKS, {"bids": (1, 1, 1, 1)}, "add up to 96"),
        (DECKS, {"objects": (60, 60, 60)}, "add up to 240"),
        (DECKS, {"shops": (10, 10, 10, 10)}, "every shop asks for something"),
        (DECKS, {"squares": 8}, "not by squares"),
    ],
)
def test_impossible_frames_are_refused(bench: object, frame: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        bench.draw(0, frame)  # type: ignore[attr-defined]


def play_everywhere(setting: Setting, seed: int) -> None:
    """A game in each layer, by its own random moves."""
    match = setting.start(seed=seed)
    dice = np.random.default_rng(seed)
    while not match.over:
        match.play(int(dice.choice(match.legal_moves.actions)))
    Record.loads(Record.of(match).dumps()).verify()
    sums = [sum(of_seat.values()) for of_seat in point_sources(match)]  # as the arena counts them
    assert sums == match.scores
    batch = Batch(setting, 2, seed=seed, threads=1)
    while (batch.mover >= 0).any():
        batch.step(batch.random_actions())
    env = aec_env(setting)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
        assert agent in env.possible_agents


@pytest.mark.compiled_only
@settings(max_examples=12)
@given(SEEDS, st.integers(5, 16), st.integers(2, 4))
def test_drawn_maps_play_in_every_layer(seed: int, squares: int, players: int) -> None:
    board = MAPS.draw(seed, {"squares": squares, "players": players})
    play_everywhere(piazzetta.game("portobello", players=players, board=board), seed)


@pytest.mark.compiled_only
@settings(max_examples=12)
@given(SEEDS, frames(), st.data())
def test_drawn_decks_play_in_every_layer(seed: int, frame: dict[str, int], data: st.DataObject) -> None:
    players = data.draw(st.integers(2, min(6, frame["cards"] // 5)))
    play_everywhere(piazzetta.game("viaggiatore", players=players, deck=DECKS.draw(seed, frame)), seed)
