"""Both games in OpenSpiel: its own tests and algorithms, unmodified, and this adapter's further promises."""

from __future__ import annotations

import json
import pickle
import random
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import piazzetta

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.compiled_only  # the rules are covered elsewhere; these play thousands of moves

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts, random_agent  # noqa: E402
from open_spiel.python.bots import uniform_random  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import piazzetta.envs.openspiel  # noqa: E402

GAMES = ("piazzetta_portobello(players=3,edition=it)", "piazzetta_viaggiatore(players=3)")
VIAGGIATORE = "piazzetta_viaggiatore(players=4)"


def played(name: str, moves: int, seed: int = 1) -> Any:
    """A state some random moves into a game."""
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal() and state.move_number() < moves:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


# --- OpenSpiel's own tests ---


@pytest.mark.parametrize(
    "name",
    [
        "piazzetta_portobello",
        "piazzetta_portobello(players=4,edition=fr-memo,clients=queue,starter=2)",
        "piazzetta_viaggiatore(ending=round,target=2)",
        "piazzetta_viaggiatore(players=4,bonus=first,target=1)",
    ],
)
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_api_test_on_a_partial_tree(name: str) -> None:
    case = type(
        "ApiTest", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": pyspiel.load_game(name)}
    )
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert not result.failures + result.errors, result.failures + result.errors


@pytest.mark.parametrize("name", GAMES)
def test_the_games_sim_test(name: str) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest().sim_game(pyspiel.load_game(name))


# --- its bots ---


@pytest.mark.parametrize("name", GAMES)
def test_random_bots(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [uniform_random.UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(game.num_players())]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    assert abs(sum(returns)) < 1e-9
    bots = [pyspiel.make_uniform_random_bot(seat, 3) for seat in range(game.num_players())]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 5)
    assert max(returns) > 0 > min(returns)


@pytest.mark.parametrize("name", GAMES)
def test_mcts(name: str) -> None:
    state = played(name, 40)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    game = state.get_game()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 12, evaluator, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()
    in_cpp = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 12, 10, False, 1, False)
    assert in_cpp.mcts_search(state).best_child().action in state.legal_actions()


@pytest.mark.parametrize("world_samples", [ismcts.UNLIMITED_NUM_WORLD_SAMPLES, 3])
def test_is_mcts(world_samples: int) -> None:
    state = played(VIAGGIATORE, 150, seed=4)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[-1])
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=1.0,
        max_simulations=12,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(1),
        max_world_samples=world_samples,
    )
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_reinforcement_learning_environment(name: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(name), chance_event_sampler=rl_environment.ChanceEventSampler(1))
    count = env.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(seat, count) for seat in range(env.num_players)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.current_player()].step(step).action])
    assert abs(sum(step.rewards)) < 1e-9


# --- what a player may know ---


@pytest.mark.parametrize("moves", [25, 60, 120, 250, 400, 600])
def test_a_resampled_state_looks_the_same_to_the_player(moves: int) -> None:
    state = played(VIAGGIATORE, moves, seed=moves)
    for player in range(4):
        world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.current_player() == state.current_player()
        assert world.move_number() == state.move_number()
        if state.current_player() == player:
            assert world.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("moves", [25, 60, 120])  # before the pile is turned over, while much is hidden
def test_a_resampled_state_is_another_one_to_the_others(moves: int) -> None:
    state = played(VIAGGIATORE, moves, seed=moves)
    for player in range(4):
        world = state.resample_from_infostate(player, lambda: 0.3)
        for other, seat in enumerate(state.view()["seats"]):
            secret = other != player and seat["held"] > len(seat["known"])
            assert (world.information_state_string(other) != state.information_state_string(other)) == secret


def test_resampling_does_not_depend_on_what_is_hidden() -> None:
    state = played(VIAGGIATORE, 120, 3)
    twin = state.resample_from_infostate(1, lambda: 0.25)
    worlds = [which.resample_from_infostate(1, lambda: 0.75) for which in (state, twin)]
    assert str(worlds[0]) == str(worlds[1])


def test_bids_are_hidden_until_the_last_is_in() -> None:
    state = pyspiel.load_game("piazzetta_viaggiatore(players=3)").new_initial_state()
    for card in range(15):
        state.apply_action(card)
    state.apply_action(state.string_to_action("auction"))
    state.apply_action(state.string_to_action("bid 2"))
    assert "0: bid 2" in state.information_state_string(0)
    for other in (1, 2):
        assert state.information_state_string(other).endswith("0: auction, 0: ?")
        assert "bid 2" not in state.information_state_string(other)
    assert state.current_player() == 1
    state.apply_action(state.string_to_action("bluff"))
    state.apply_action(state.string_to_action("bid 12"))
    for player in range(3):
        assert "0: bid 2" in state.information_state_string(player)
        assert "2: bid 12" in state.information_state_string(player)
        assert "1: bluff" in state.information_state_string(player)


def test_perfect_recall() -> None:
    """The information state contains everything the player was told: each one extends the previous one."""
    state = played(VIAGGIATORE, 400, 2)
    moves = state.history()
    replayed = pyspiel.load_game(VIAGGIATORE).new_initial_state()
    before = [replayed.information_state_string(player) for player in range(4)]
    for action in moves:
        replayed.apply_action(action)
        for player in range(4):
            now = replayed.information_state_string(player)
            assert now.startswith(before[player])
            assert len(now) > len(before[player])
            before[player] = now
    assert str(replayed) == str(state)


@pytest.mark.parametrize("name", GAMES)
def test_tensors_have_the_documented_parts(name: str) -> None:
    state = played(name, 60)
    game = state.get_game()
    setting = game.rules.setting
    parts = setting.game.observation_parts(setting.components, setting.players)
    observation = make_observation(game)
    assert [(part, len(values)) for part, values in observation.dict.items()] == [(part, n) for part, n, _ in parts]
    observation.set_from(state, 1)
    out = np.zeros(setting.observation_size, np.int16)
    setting.game.kernels.observe(setting.params_record, state._at.states.view(np.recarray)[0], 1, out)
    assert observation.tensor.tolist() == out.tolist() == list(state.observation_tensor(1))
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(state, 1)
    assert recall.tensor.tolist() == state.information_state_tensor(1)
    assert recall.dict["history"].shape == (game.rules.remembered, 2)
    assert (recall.dict["history"][:, 0] > 0).sum() >= state.move_number()


def test_public_and_private_observations() -> None:
    state = played(VIAGGIATORE, 200)
    game = state.get_game()
    kinds = pyspiel.PrivateInfoType
    public = make_observation(game, pyspiel.IIGObservationType(True, False, kinds.NONE))
    assert not {"hand", "bid"} & set(public.dict)
    public.set_from(state, 2)
    assert "'hand': None" in public.string_from(state, 2)
    private = make_observation(game, pyspiel.IIGObservationType(False, False, kinds.SINGLE_PLAYER))
    assert list(private.dict) == ["hand", "bid"]
    private.set_from(state, 2)
    hand = state.view(2)["seats"][2]["hand"]
    assert private.dict["hand"].nonzero()[0].tolist() == sorted(hand)
    assert private.string_from(state, 2) == f"2: hand {hand}, bid None"
    everybody = make_observation(game, pyspiel.IIGObservationType(True, False, kinds.ALL_PLAYERS))
    everybody.set_from(state, 2)
    for chair in range(4):
        part = everybody.dict[f"hand of {chair}" if chair else "hand"]
        assert part.nonzero()[0].tolist() == sorted(state.view()["seats"][(2 + chair) % 4]["hand"])
    nothing = make_observation(
        pyspiel.load_game("piazzetta_portobello"), pyspiel.IIGObservationType(False, False, kinds.SINGLE_PLAYER)
    )
    assert nothing.dict == {}


# --- results, copies, parameters ---


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_those_of_a_match(name: str) -> None:
    state = played(name, 10_000, 5)
    setting = state.get_game().rules.setting
    match = piazzetta.Match(setting)
    for item in state.full_history():
        match.play(item.action + (setting.decision_count if item.player == -1 else 0), item.player)
    assert match.over
    assert state.scores() == match.scores
    players = setting.players
    share = 1 / len(match.winners)
    expected = [(players * share * (seat in match.winners) - 1) / (players - 1) for seat in range(players)]
    assert state.returns() == pytest.approx(expected)
    assert state.rewards() == state.returns()


def test_copies_and_pickles_go_their_own_way() -> None:
    state = played(VIAGGIATORE, 100)
    text = str(state)
    game, thawed = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for twin in (state.clone(), pickle.loads(pickle.dumps(state)), thawed):
        assert str(twin) == text
        assert twin.information_state_string(1) == state.information_state_string(1)
        while not twin.is_terminal():
            twin.apply_action(twin.legal_actions()[0])
        assert str(state) == text
    assert game.num_players() == 4


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    board = json.loads((Path(piazzetta.__file__).parent / "data" / "portobello-map.json").read_text("utf-8"))
    file.write_text(json.dumps(board), encoding="utf-8")
    game = pyspiel.load_game("piazzetta_portobello", {"map": str(file), "players": 4})
    assert game.num_distinct_actions() == 100
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("piazzetta_portobello(players=7)", "2 to 4 players"),
        ("piazzetta_portobello(edition=xx)", "no edition 'xx'"),
        ("piazzetta_portobello(lord=perhaps)", "clause 5.4"),
        ("piazzetta_viaggiatore(target=99)", "clause 7.1"),
        ("piazzetta_viaggiatore(history=99999)", "history must be"),
        ("piazzetta_viaggiatore(deck=/nowhere.json)", "cannot be read"),
        ("piazzetta_portobello(colour=red)", "Unknown parameter"),
        ("piazzetta_portobello(players=two)", "Wrong type"),
    ],
)
def test_wrong_parameters(name: str, sentence: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=sentence):
        pyspiel.load_game(name)


def test_what_is_not_allowed_says_why_and_changes_nothing() -> None:
    state = pyspiel.load_game("piazzetta_portobello").new_initial_state()
    for move in ("bobby D7", "tile 3"):
        state.apply_action(state.string_to_action(move))
    text, history = str(state), state.history()
    with pytest.raises(pyspiel.SpielError, match=r"clause 3\.3"):
        state.apply_action(0)  # end
    for action in (10**6, 102):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(action)
    with pytest.raises((TypeError, pyspiel.SpielError)):
        state.apply_action("end")
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(-1)
    with pytest.raises(pyspiel.SpielError, match="no player"):
        state.legal_actions(9)
    with pytest.raises(pyspiel.SpielError, match="not a chance node"):
        state.chance_outcomes()
    assert (str(state), state.history()) == (text, history)
    over = played("piazzetta_portobello", 10_000)
    with pytest.raises(pyspiel.SpielError, match="over"):
        over.apply_action(0)
    assert over.is_terminal()
