"""Both games in PettingZoo: its own tests, unmodified, and these environments' further promises."""

from __future__ import annotations

import os
import pickle
import random
import time
import warnings
from typing import Any

import numpy as np
import pytest

import piazzetta

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
pytest.importorskip("pettingzoo")
pytestmark = [
    pytest.mark.compiled_only,
    # PettingZoo lists by name which of its own games may have masks
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
]

import pettingzoo  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests import its own games in a way it deprecates
    from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test, state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

from piazzetta.envs import aec_env, portobello_v0, viaggiatore_v0  # noqa: E402
from piazzetta.errors import IllegalMove  # noqa: E402
from tests.viaggiatore.decks import odd_deck  # noqa: E402

MODULES = [portobello_v0, viaggiatore_v0]


def play(env: Any, seed: int, moves: int = 10**6) -> dict[str, float]:
    """Random masked play to the end, or for some moves; return each agent's total reward."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(moves):
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        over = termination or truncation
        env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return total


# --- PettingZoo's own tests ---


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("reward", ["win", "points"])
def test_api_test(module: Any, reward: str) -> None:
    api_test(module.env(players=3, reward=reward), num_cycles=300)
    api_test(module.raw_env(reward=reward), num_cycles=100)


@pytest.mark.parametrize("module", MODULES)
def test_seed_test(module: Any) -> None:
    seed_test(lambda: module.env(players=3), num_cycles=100)


@pytest.mark.parametrize("module", MODULES)
def test_render_test(module: Any) -> None:
    render_test(module.env)


@pytest.mark.parametrize("module", MODULES)
def test_state_test(module: Any) -> None:
    env = module.env()
    state_test(env, turn_based_aec_to_parallel(module.env()))


@pytest.mark.parametrize("module", MODULES)
def test_the_conversion_for_turn_based_games(module: Any) -> None:
    parallel_api_test(turn_based_aec_to_parallel(module.env(players=3)), num_cycles=200)


def test_performance_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: 10 * clock())  # its five seconds take half a second here
    performance_benchmark(portobello_v0.env(players=3))
    assert "turns per second" in capsys.readouterr().out


# --- the games ---


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("portobello", {"players": 3, "edition": "de"}),
        ("portobello", {"players": 4, "edition": "es", "rules": {"clients": "house"}, "starter": 2}),
        ("viaggiatore", {"players": 5}),
        ("viaggiatore", {"players": 3, "deck": odd_deck(60)}),
    ],
)
def test_rewards_are_those_of_the_game(game: str, options: dict[str, Any]) -> None:
    setting = piazzetta.game(game, **options)
    by_win, by_points = aec_env(setting), aec_env(game, reward="points", **options)
    won, gained = play(by_win, 7), play(by_points, 7)
    points = by_points.unwrapped._table.points()
    start = int(setting.rules.get("start_score", 0))
    assert [gained[agent] + start for agent in by_points.possible_agents] == points
    assert abs(sum(won.values())) < 1e-9
    best = {agent for agent, at in zip(won, points, strict=True) if at == max(points)}
    assert {agent for agent, share in won.items() if share > 0} == best


@pytest.mark.parametrize("module", MODULES)
def test_masks_and_observations_are_the_engine_s(module: Any) -> None:
    env = module.env(players=3)
    env.reset(seed=3)
    rng = random.Random(3)
    for _ in range(60):
        agent = env.agent_selection
        seat = env.possible_agents.index(agent)
        record = env.unwrapped._table.record
        setting = env.unwrapped.setting
        out = np.zeros(setting.observation_size, np.int16)
        setting.game.kernels.observe(setting.params_record, record, seat, out)
        seen = env.observe(agent)
        assert seen["observation"].tolist() == out.tolist()
        allowed = [
            a
            for a in range(setting.decision_count)
            if not setting.game.kernels.why_not(setting.params_record, record, a)
        ]
        assert np.flatnonzero(seen["action_mask"]).tolist() == allowed
        others = [other for other in env.possible_agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        env.step(rng.choice(allowed))


def test_seeds() -> None:
    assert play(aec_env("viaggiatore"), 1) == play(aec_env("viaggiatore"), 1)
    env = aec_env("viaggiatore")
    hands = []
    for seed in (5, None, 5, None):
        env.reset(seed=seed)
        hands.append(env.unwrapped._table.view()["seats"][0]["hand"])
    assert hands[:2] == hands[2:]
    assert hands[0] != hands[1]


def test_made_by_name() -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("PettingZoo has a registry from 1.27 on")
    assert str(pettingzoo.make("aec", "piazzetta/portobello-v0", players=4)) == "portobello_v0"


def test_rendering() -> None:
    env = portobello_v0.env(render_mode="rgb_array")
    play(env, 2, 50)
    pixels = env.render()
    assert pixels.shape[1] == 960
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 200
    text = viaggiatore_v0.env(render_mode="ansi")
    text.reset(seed=1)
    assert "Il Commercio Viaggiatore" in text.render()
    silent = portobello_v0.env()
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


# --- bad input ---


def begun() -> Any:
    """A bare environment after two moves."""
    env = portobello_v0.raw_env(players=2)
    env.reset(seed=1)
    for move in ("bobby D7", "tile 3"):
        env.step(env.setting.action(move))
    return env


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = begun()
    before = env._table.states.tobytes()
    with pytest.raises(IllegalMove, match=r"clause 3\.3"):
        env.step(0)
    for action in (None, 5000, -1, "end", 1.5, [1]):
        with pytest.raises(ValueError, match="action"):
            env.step(action)
    assert env._table.states.tobytes() == before
    assert env.agent_selection == "player_0"
    env.step(np.int64(env.setting.action("build D-E@E")))


def test_in_the_wrapper_an_illegal_action_loses_the_game() -> None:
    env = portobello_v0.env(players=2)
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    with pytest.raises(AttributeError):
        _ = env.agents
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(5000)
    agent = env.agent_selection
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[agent] == -1
    assert "clause" in env.infos[agent]["illegal"]
    assert len([env.step(None) for _ in env.agent_iter()]) == 2
    env.step(0)  # after the end: a warning in the log
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]


def test_a_step_after_the_end_must_be_none() -> None:
    env = portobello_v0.raw_env()
    rng = random.Random(1)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    with pytest.raises(ValueError, match="dead"):
        env.step(0)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 9},
        {"edition": "xx"},
        {"reward": "money"},
        {"render_mode": "video"},
        {"colour": "red"},
        {"rules": {"lord": "perhaps"}},
        {"deck": []},
    ],
)
def test_wrong_options(options: dict[str, Any]) -> None:
    with pytest.raises(piazzetta.BadInput):
        aec_env("portobello", **options)


def test_a_wrong_game() -> None:
    with pytest.raises(piazzetta.BadInput, match="chess"):
        aec_env("chess")
    with pytest.raises(piazzetta.BadInput, match="edition"):
        aec_env(piazzetta.game("portobello"), edition="it")


def test_an_environment_can_be_pickled() -> None:
    env = portobello_v0.env(players=3)
    play(env, 1, 40)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.observe("player_1")["observation"].tolist() == env.observe("player_1")["observation"].tolist()
