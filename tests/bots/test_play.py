"""Bots play legal moves to the end: every edition, variant, map and number of players, in hundreds of games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import piazzetta
from piazzetta import Setting
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.bots.knowledge import new_evaluator
from piazzetta.bots.levels import Level
from piazzetta.bots.search import search_of
from piazzetta.bots.tree import SearchOptions, clear, new_tree
from piazzetta.games.knowledge import Budget
from piazzetta.kernel import CHANCE, OVER, random_stream
from tests.portobello.maps import valid_maps
from tests.settings import label, some_settings
from tests.tiers import tier

#: The first moves of a small search from a seed.
TURNS = {
    "portobello": ["bobby D5", "tile 4", "build C-F@F", "bobby D4"],
    "viaggiatore": ["auction", "bid 91", "bluff", "bid 88"],
}


def play(setting: Setting, simulations: int, turns: int) -> None:
    """Play a game with a small search in every seat; its moves must be legal.

    The loop is plain Python: compiled into one kernel with the search it would take longer to compile than to run.
    """
    rules, search = setting.game.kernels, search_of(setting.game)
    params, state, work = setting.params, setting.states(1), setting.states(1)
    words = np.asarray(work).view(np.ndarray).view(np.uint32).reshape(1, -1)
    tree, evaluator, rng = new_tree(setting, simulations + 8), new_evaluator(setting), random_stream(turns)
    choice, values = np.zeros(setting.game.most_legal, np.int32), np.zeros(2 * setting.players)
    rules.setup(params[0], state[0])
    while (who := rules.mover(params[0], state[0])) != OVER:
        if who == CHANCE:
            rules.apply(params[0], state[0], rules.sample(params[0], state[0], rng))
            continue
        clear(tree)
        now = int(state["turn"][0])
        options = SearchOptions(who, now, now + turns, 0.1, 0.2, 0)
        search(params, state, work, words, tree, *evaluator, rng, choice, values, options, simulations)
        best = int(tree.root_tried.argmax())
        assert tree.root_tried[best] > 0
        assert rules.why_not(params[0], state[0], best) == 0
        rules.apply(params[0], state[0], best)


@pytest.mark.compiled_only
@pytest.mark.parametrize("setting", some_settings(1), ids=label)
def test_every_edition_variant_and_number_of_players(setting: Setting) -> None:
    for turns in (0, 1, 1000):
        play(setting, 6, turns)


@pytest.mark.compiled_only
@settings(max_examples=tier(12, 40))
@given(valid_maps())
def test_every_map(board: dict[str, Any]) -> None:
    for players in (2, 3, 4):
        play(piazzetta.game("portobello", players=players, board=board), 6, 1000)


@pytest.mark.compiled_only
def test_a_tree_that_is_full_still_answers() -> None:
    for name in ("portobello", "viaggiatore"):
        setting = piazzetta.game(name, players=3)
        match = setting.start(seed=2)
        level = Level("", budget=Budget(3000, 60.0))
        searcher = level.searcher(setting.game)
        searcher.setting = setting
        searcher.trees = [new_tree(setting, 5)]
        moves = level.look(Position.of(match))
        assert sum(move.tried for move in moves) == 3000


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_all_levels_at_one_table(name: str) -> None:
    """One whole game in which the quick levels rotate through all seats, and the slow ones move occasionally."""
    setting = piazzetta.game(name, players=4)
    match = setting.start(seed=6)
    seats = [bot(level, 1) for level in LEVELS]
    number = 0
    while not match.over:
        level = 4 if number % 40 == 39 else number % 4
        match.play(seats[level].choose(Position.of(match)))
        number += 1
    assert match.winners


@pytest.mark.parametrize(("name", "moves"), TURNS.items())
def test_interpreted_and_compiled_search_choose_the_same(name: str, moves: list[str]) -> None:
    """The same source runs as plain Python: a few moves of a small search, which both runs of the tests compare."""
    match = piazzetta.game(name, players=3).start(seed=6)
    opening = len(match.log)
    for _ in range(4):
        match.play(Level("", budget=Budget(12, 60.0, turns=1)).choose(Position.of(match)))
    assert [match.setting.text(action) for seat, action in match.log[opening:] if seat >= 0] == moves
