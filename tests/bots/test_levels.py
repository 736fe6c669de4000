"""The bots' interface: names, seeds, budgets, what a search reports."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import piazzetta
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.bots.levels import Level, RootMove, temperament_of
from piazzetta.bots.searcher import Searcher
from piazzetta.errors import BadInput
from piazzetta.games.knowledge import SECONDS, Budget
from piazzetta.games.registry import NAMES, find_game
from piazzetta.kernel import INTERPRETED
from piazzetta.match.match import Match

BUDGETS = {name: find_game(name).bots.budgets for name in NAMES}  # the real ones: the tests of choices patch them
QUICK = [level for level in LEVELS if not INTERPRETED or level == "random"]


def some_match(name: str, moves: int = 12, **how: int) -> Match:
    match = piazzetta.game(name, **how).start(seed=3)  # type: ignore[arg-type]
    for number in range(moves):
        actions = match.legal_moves.actions
        match.play(actions[number % len(actions)])
    return match


def test_unknown_level_lists_the_names() -> None:
    with pytest.raises(BadInput, match="random, easy, medium, hard, expert, master"):
        bot("grandmaster")


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_choice(level: str, name: str) -> None:
    match = some_match(name)
    first = bot(level, 5).choose(Position.of(match))
    again = bot(level, 5)
    again.choose(Position.of(piazzetta.game(name, players=3).start(seed=8)))  # its past does not matter
    assert again.choose(Position.of(match, seed=9)) == first
    assert first in match.legal_moves


@pytest.mark.parametrize("name", NAMES)
def test_memory_is_used_again_without_a_trace(name: str) -> None:
    position = Position.of(some_match(name))
    searching = Level("", 4, budget=Budget(50, 600.0, turns=1))
    first = searching.look(position)
    searching.look(Position.of(some_match(name, 17)))
    assert searching.look(position) == first


@pytest.mark.parametrize("name", NAMES)
def test_slices_of_time_do_not_change_the_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.of(some_match(name))
    looks = []
    for seconds in (1e-9, 1.0):
        monkeypatch.setattr("piazzetta.bots.searcher._SLICE_SECONDS", seconds)
        monkeypatch.setattr("piazzetta.bots.searcher._FIRST_SLICE", 3)
        looks.append(Level("", 4, budget=Budget(60, 600.0)).look(position))
    assert looks[0] == looks[1]


def test_position_is_the_movers() -> None:
    match = piazzetta.game("viaggiatore").start(seed=3)
    with pytest.raises(BadInput, match="seat 0's move"):
        Position.of(match, 1)


def test_no_position_when_nobody_is_to_move() -> None:
    match = Match(piazzetta.game("viaggiatore"))
    with pytest.raises(BadInput, match="random draw"):
        Position.of(match)


def test_a_position_leaves_the_match_alone() -> None:
    match = some_match("viaggiatore")
    before = match.state().tobytes()
    position = Position.of(match)
    position.state["phase"] = 0
    assert match.state().tobytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_what_a_search_tells(name: str) -> None:
    match = some_match(name, players=3)
    position = Position.of(match)
    budget = Budget(40, 600.0)
    searching = Level("", budget=budget)
    moves = searching.look(position)
    assert {move.action for move in moves} == set(match.legal_moves.actions)
    assert sum(move.tried for move in moves) == searching.simulations == budget.simulations
    assert [move.tried for move in moves] == sorted((move.tried for move in moves), reverse=True)
    assert searching.choose(position) == moves[0].action
    for move in moves:
        if move.tried:
            assert sum(move.win) == pytest.approx(1.0)
            assert all(-1e-9 <= share <= 1 + 1e-9 for share in move.win)
        assert len(move.win) == len(move.points) == 3


def test_one_legal_move_is_played_at_once() -> None:
    match = piazzetta.game("viaggiatore").start(seed=1)
    while len(match.legal_moves) > 1:
        match.play(match.legal_moves.actions[len(match.log) % len(match.legal_moves)])
    assert not match.over
    searching = Level("", budget=Budget(10**9, 600.0))
    assert searching.choose(Position.of(match)) == match.legal_moves.actions[0]
    assert searching.simulations == 0


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", NAMES)
def test_threads_search_side_by_side(name: str) -> None:
    match = some_match(name)
    searching = Level("", threads=2, budget=Budget(8000, 600.0))  # enough to look beyond the next draw
    moves = searching.look(Position.of(match))
    assert searching.simulations == 16_000
    assert moves[0].action in match.legal_moves
    one, other = searching.searcher(match.setting.game).trees
    assert one.root_sum.tolist() != other.root_sum.tolist(), "threads draw their own chance"


def on_a_machine(monkeypatch: pytest.MonkeyPatch, searcher: Searcher, cost: float) -> None:
    """Simulate a machine on which every simulation takes exactly this long, however busy the real one is."""

    def clock() -> float:
        return cost * sum(int(tree.root_tried.sum()) for tree in searcher.trees)

    monkeypatch.setattr("piazzetta.bots.searcher.time", SimpleNamespace(perf_counter=clock))


@pytest.mark.compiled_only
@pytest.mark.parametrize("cost", [1e-3, 1e-4, 2e-5])
@pytest.mark.parametrize("name", NAMES)
def test_the_clock_is_kept(name: str, cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that would run for hours ends when its time is up, not before and hardly after."""
    searching = Level("", budget=Budget(10**9, 0.5))
    on_a_machine(monkeypatch, searching.searcher(find_game(name)), cost)
    searching.look(Position.of(some_match(name, players=4)))
    assert 0.5 <= cost * searching.simulations <= 0.5 + 2 * cost


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("name", "level"),
    [(name, level) for name in NAMES for level in LEVELS[1:] if BUDGETS[name][level].simulations >= 600],
)
def test_every_level_answers_in_time(name: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even on a machine too slow for all the simulations; the limit leaves room for work besides searching."""
    budget = BUDGETS[name][level]
    searching = Level(level, budget=budget)
    limit = SECONDS[level]
    slow = 1.5 * budget.seconds / budget.simulations
    on_a_machine(monkeypatch, searching.searcher(find_game(name)), slow)
    searching.look(Position.of(some_match(name, players=4)))
    assert searching.simulations < budget.simulations
    assert slow * searching.simulations < 0.9 * limit


@pytest.mark.parametrize("name", NAMES)
def test_a_bots_seed_gives_it_a_temperament_that_shows(name: str) -> None:
    game = find_game(name)
    temperaments = game.bots.temperaments
    assert len(temperaments) == 3
    assert [temperament_of(game, seed) for seed in range(6)] == 2 * list(temperaments)
    position = Position.of(some_match(name))
    words = [position.setting.text(action).split(" ")[0] for action in position.legal()]
    for temperament, favourites in temperaments.items():
        assert Level("easy", 0, temperament=temperament).favourites(game) == favourites
        assert {text.split(" ")[0] for text in position.setting.texts} >= set(favourites)
    moves = [RootMove(action, 1, (), (), 1.0) for action in position.legal()]
    own = next(one for one, liked in temperaments.items() if 0 < sum(word in liked for word in words) < len(words))
    drawn = 0
    for seed in range(300):
        level = Level("", seed, temperament=own, budget=Budget(1, 1.0, power=1.0))
        action = level._drawn(position, moves).action
        drawn += position.setting.text(action).split(" ")[0] in temperaments[own]
    count = sum(word in temperaments[own] for word in words)
    assert drawn / 300 == pytest.approx(3 * count / (3 * count + len(words) - count), abs=0.12)


def test_an_unknown_temperament_is_refused() -> None:
    position = Position.of(some_match("portobello"))
    with pytest.raises(BadInput, match="there is builder, marker, traveller"):
        bot("easy", temperament="gambler").choose(position)
