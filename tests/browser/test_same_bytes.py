"""Byte for byte: the rules and the search do the same as WebAssembly as they do compiled natively."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piazzetta
from piazzetta import Setting
from piazzetta.batch.playout import random_game
from piazzetta.bots.draws import draws_of
from piazzetta.bots.knowledge import new_evaluator
from piazzetta.bots.policy import DRAWS, FACTS, POWER
from piazzetta.bots.position import Position
from piazzetta.bots.search import outlook_of, search_of
from piazzetta.bots.tree import SearchOptions, Tree, new_tree
from piazzetta.browser.exports import exports_of, shared_names
from piazzetta.games.registry import NAMES, find_game, workbench
from piazzetta.kernel import CHANCE, random_stream, records
from piazzetta.match.steps import steps_of
from tests.browser.module import WasmKernels
from tests.played import network_games
from tests.settings import all_settings, label, some_settings
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only  # compares two ways of compiling

SETTINGS = list(all_settings())
GAMES = tier(5, 32)  # for each of 70 settings
SEED = 5
SEARCHES = (("portobello", 2, 3000), ("portobello", 4, 3000), ("viaggiatore", 2, 800), ("viaggiatore", 5, 800))
Array = np.ndarray[Any, Any]


def played(setting: Setting, number: int) -> tuple[Array, Array, Array]:
    """Game ``number`` of random play: who moved, which action, and every position."""
    moves = random_game(setting, SEED, number)
    seats, actions = (np.array(part, np.int32) for part in zip(*moves, strict=True))
    states = setting.states(len(actions) + 1)
    setting.game.kernels.setup(setting.params_record, states.view(np.recarray)[0])
    steps_of(setting.game).retrace(setting.params, states, actions)
    return seats, actions, states


def raw(states: Array) -> Array:
    """Every byte, including those between the fields."""
    return np.asarray(states).view(np.ndarray).view(np.uint8)


def twin(setting: Setting, state: Array) -> Array:
    """A copy of one position, byte by byte: ``copy`` leaves the padding between the fields undefined."""
    other = setting.states(1)
    raw(other)[:] = raw(state)
    return other


@pytest.mark.parametrize("name", NAMES)
def test_a_module_asks_for_nothing(name: str, wasm: dict[str, WasmKernels]) -> None:
    """Kernels touch no Python object: the module imports nothing of Numba's runtime."""
    assert list(wasm[name].module.imports) == []


def same_positions(setting: Setting, games: int, there: WasmKernels) -> None:
    """Random games, here and there."""
    for number in range(games):
        seats, actions, states = played(setting, number)
        room = len(actions)
        own_seats, own_actions = np.zeros(room, np.int32), np.zeros(room, np.int32)
        state, rng, choice = setting.states(1), random_stream(SEED, number), np.zeros(setting.game.most_legal, np.int32)
        assert there.call("random_game", setting.params, state, rng, choice, own_seats, own_actions) == room
        assert own_actions.tolist() == actions.tolist()
        assert own_seats.tolist() == seats.tolist()
        own_states = setting.states(room + 1)
        there.call("setup", setting.params, own_states[:1])
        there.call("retrace", setting.params, own_states, actions)
        assert np.array_equal(raw(own_states), raw(states))
        assert np.array_equal(raw(state), raw(states[room:]))
        first = twin(setting, states[:1])
        assert there.call("replay", setting.params, first, seats, actions) == room
        assert np.array_equal(raw(first), raw(states[room:]))


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
def test_random_games_pass_through_the_same_positions(setting: Setting, wasm: dict[str, WasmKernels]) -> None:
    same_positions(setting, GAMES, wasm[setting.game.name])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_generated_maps_and_decks_play_the_same(
    name: str, seed: int, data: st.DataObject, wasm: dict[str, WasmKernels]
) -> None:
    found = find_game(name)
    own: dict[str, Any] = {found.components_key: workbench(found.name).draw(seed, {})}
    players = data.draw(st.sampled_from(found.seats))
    same_positions(piazzetta.game(name, players=players, **own), 2, wasm[name])


@pytest.mark.parametrize("setting", some_settings(5), ids=label)
def test_positions_are_judged_alike(setting: Setting, wasm: dict[str, WasmKernels]) -> None:
    """What is legal, why not, what chance may bring, what is seen, known and scored, throughout a game."""
    there, here, table = wasm[setting.game.name], setting.game.kernels, setting.params_record
    seats, _, states = played(setting, GAMES)
    room = max(setting.game.most_legal, setting.game.most_outcomes)
    dice = np.random.default_rng(0)
    for at in range(0, len(states), len(states) // 24 + 1):
        one = states[at : at + 1]
        state = one.view(np.recarray)[0]
        two = [np.zeros(room, np.int32) for _ in range(4)]
        count = here.legal(table, state, two[0])
        assert there.call("legal", setting.params, one, two[1]) == count
        assert two[0][:count].tolist() == two[1][:count].tolist()
        count = here.chances(table, state, two[0], two[2])
        assert there.call("chances", setting.params, one, two[1], two[3]) == count
        assert two[0][:count].tolist() == two[1][:count].tolist()
        assert two[2][:count].tolist() == two[3][:count].tolist()
        assert there.call("mover", setting.params, one) == here.mover(table, state)
        points, own_points = np.zeros(2 * setting.players, np.int16), np.zeros(2 * setting.players, np.int16)
        here.payoff(table, state, points)
        there.call("payoff", setting.params, one, own_points)
        assert points.tolist() == own_points.tolist()
        for action in dice.integers(0, setting.action_count, 12).tolist():
            assert there.call("why_not", setting.params, one, action) == here.why_not(table, state, action)
            assert there.call("visible_to", setting.params, one, action) == here.visible_to(table, state, action)
        seat = at % setting.players
        seen, own_seen = (np.zeros(setting.observation_size, np.int16) for _ in range(2))
        here.observe(table, state, seat, seen)
        there.call("observe", setting.params, one, seat, own_seen)
        assert seen.tolist() == own_seen.tolist()
        if at < len(seats) and seats[at] == CHANCE:
            rng, own_rng = random_stream(at), random_stream(at)
            assert there.call("sample", setting.params, one, own_rng) == here.sample(table, state, rng)
            assert rng.tolist() == own_rng.tolist()
        else:
            determinized, own_determinized, rng = twin(setting, one), twin(setting, one), random_stream(at)
            here.determinize(table, determinized.view(np.recarray)[0], seat, random_stream(at))
            there.call("determinize", setting.params, own_determinized, seat, rng)
            assert np.array_equal(raw(determinized), raw(own_determinized))
            values, own_values = np.zeros(2 * setting.players), np.zeros(2 * setting.players)
            outlook_of(setting.game)(table, state, *new_evaluator(setting), values)
            there.call("outlook", setting.params, one, *new_evaluator(setting), own_values)
            assert values.tobytes() == own_values.tobytes()


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
def test_helpers_answer_alike(setting: Setting, wasm: dict[str, WasmKernels]) -> None:
    """What views, events and previews use besides the eleven functions."""
    there, table = wasm[setting.game.name], setting.params_record
    bounds = {"seat": setting.players, "vehicle": 4, "one": 4, "other": 4}
    if setting.game.name == "portobello":
        bounds |= {"alley": int(table.alleys), "here": int(table.districts), "there": int(table.districts)}
    helpers = [export for export in exports_of(setting.game) if export.signature.name not in shared_names()]
    assert len(helpers) >= 5
    _, _, states = played(setting, GAMES + 1)
    dice = np.random.default_rng(1)
    for at in range(8, len(states), len(states) // 12 + 1):
        before, after = states[at - 8 : at - 7], states[at : at + 1]
        for export in helpers:
            arrays: list[Any] = []
            records: list[Any] = []
            for parameter in export.signature.parameters:
                if parameter.kind == "record":
                    array = {"params": setting.params, "before": before}.get(parameter.name, after)
                    arrays.append(array)
                    records.append(array.view(np.recarray)[0])
                elif parameter.kind == "row":
                    arrays.append(np.zeros(128, np.int32))
                    records.append(np.zeros(128, np.int32))
                else:
                    number = int(dice.integers(bounds[parameter.name]))
                    arrays.append(number)
                    records.append(number)
            assert there.call(export.signature.name, *arrays) == export.kernel(*records), export.signature.name
            for array, record in zip(arrays, records, strict=True):
                if isinstance(record, np.ndarray):
                    assert np.array_equal(array, record)


@pytest.mark.parametrize(("name", "players"), [("portobello", 2), ("portobello", 4), ("viaggiatore", 3)])
def test_the_judge_plays_the_same_games(name: str, players: int, wasm: dict[str, WasmKernels]) -> None:
    """Results, what was noted, every choice, the points after each move, and the final positions, on a map or deck of
    its own."""
    found, there, games = find_game(name), wasm[name], 6
    own: dict[str, Any] = {found.components_key: workbench(name).draw(players, {})}
    setting = piazzetta.game(name, players=players, **own)
    played = network_games(setting, games, seed=7, logged=games)
    evaluator, states, facts = new_evaluator(setting), setting.states(games), records(FACTS, games)
    points, uses = np.zeros((games, 2 * players), np.int16), np.zeros(setting.action_count, np.int64)
    log = np.zeros((games, 2000, 1 + players), np.int16)
    rng, dice, choice = random_stream(0), random_stream(0), np.zeros(found.most_legal, np.int32)
    power, barred = np.full((1, players), POWER), np.zeros((1, players, setting.action_count), np.uint8)
    keys = np.array([7, 7 ^ DRAWS], np.int64)
    networks = (
        evaluator.network,
        *(np.zeros((players, len(one)), one.dtype) for one in (evaluator.seen, evaluator.lanes)),
    )
    playing = (rng, dice, keys, 0, choice, power, np.zeros((1, players)), barred)
    there.call("policy_games", setting.params, states, *networks, *playing, points, uses, facts, log)
    assert points.tolist() == np.hstack([played.points, played.won]).tolist()
    assert uses.tolist() == played.uses.tolist()
    assert facts.tobytes() == played.facts.tobytes()
    assert np.array_equal(raw(states), raw(played.states))
    for row, (actions, after) in enumerate(played.logs):
        assert log[row, : len(actions), 0].tolist() == actions.tolist()
        assert log[row, : len(actions), 1:].tolist() == after.tolist()


def searched(setting: Setting, position: Position, simulations: int, run: Any) -> tuple[Tree, Array]:
    """A search with the budget of ``hard``, but with the given number of simulations, in two parts."""
    budget = setting.game.bots.budgets["hard"]
    tree = new_tree(setting, simulations + 64)
    work = setting.states(1)
    turn = int(position.state["turn"][0])
    options = SearchOptions(position.seat, turn, turn + budget.turns, budget.curiosity, budget.root_curiosity, 2)
    rng, evaluator = random_stream(9, position.seat), new_evaluator(setting)
    choice, values = np.zeros(setting.game.most_legal, np.int32), np.zeros(2 * setting.players)
    for part in (simulations // 3, simulations - simulations // 3):
        run(setting.params, position.state, work, tree, *evaluator, rng, choice, values, options, part)
    return tree, rng


@pytest.mark.parametrize(
    ("name", "players", "simulations"),
    [(name, players, tier(simulations // 3, simulations)) for name, players, simulations in SEARCHES],
)
def test_a_search_thinks_the_same(name: str, players: int, simulations: int, wasm: dict[str, WasmKernels]) -> None:
    """With the same seed and simulations every sum is the same to the last bit, so bots choose and advise alike."""
    setting = piazzetta.game(name, players=players)
    there = wasm[name]
    kernel = search_of(setting.game)

    def natively(params: Array, root: Array, work: Array, *rest: Any) -> None:
        kernel(params, root, work, np.asarray(work).view(np.ndarray).view(np.uint32).reshape(1, -1), *rest)

    looked = 0
    for number in range(8):
        seats, _, states = played(setting, number)
        at = next(at for at in range(10 + 9 * number, len(seats)) if seats[at] != CHANCE)
        position = Position.determinized(setting, int(seats[at]), states[at : at + 1])
        if len(position.legal()) < 2:
            continue
        looked += 1
        tree, rng = searched(setting, position, simulations, natively)
        own_tree, own_rng = searched(setting, position, simulations, lambda *values: there.call("search", *values))
        assert tree.used.tolist() == own_tree.used.tolist()
        assert tree.root_tried.sum() == simulations
        assert tree.root_tried.tolist() == own_tree.root_tried.tolist()
        assert tree.root_sum.tobytes() == own_tree.root_sum.tobytes()
        assert rng.tolist() == own_rng.tolist()
    assert looked >= 4


@pytest.mark.parametrize("name", NAMES)
def test_luck_is_the_same(name: str, wasm: dict[str, WasmKernels]) -> None:
    """Outcomes, their weights and every chance after them; and the chances after sampled openings."""
    setting = piazzetta.game(name, players=3, rules={"clients": "house"} if name == "portobello" else {})
    weigh_draw, weigh_openings = draws_of(setting.game)
    seats, _, states = played(setting, 2)
    length = setting.game.opening_length(setting.params_record)
    drawn = [at for at in range(length, len(seats)) if seats[at] == CHANCE][:12]
    for at in (*drawn, len(seats)):
        found = []
        for run in (weigh_draw, lambda *values: wasm[name].call("weigh_draw", *values)):
            most = setting.game.most_outcomes
            made = np.zeros(most, np.int32), np.zeros(most, np.int32), *room(setting, most)
            given = setting.params, twin(setting, states[at : at + 1]), setting.states(2), *new_evaluator(setting)
            count = run(*given, random_stream(3, at), 4, *made)
            found.append((count, [part.tobytes() for part in (made[0], made[1], made[-1])]))
        assert found[0] == found[1]
    opened = []
    for run in (weigh_openings, lambda *values: wasm[name].call("weigh_openings", *values)):
        made = room(setting, 20)
        run(setting.params, setting.states(2), *new_evaluator(setting), random_stream(4), length, *made)
        opened.append(made[-1].tobytes())
    assert opened[0] == opened[1]


def room(setting: Setting, rows: int) -> tuple[Array, ...]:
    """What the kernels of luck fill: points, values and chances of a position, and the chances of ``rows``."""
    players = setting.players
    return np.zeros(2 * players, np.int16), np.zeros(2 * players), np.zeros(players), np.zeros((rows, players))
