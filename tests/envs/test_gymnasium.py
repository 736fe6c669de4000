"""Both games in Gymnasium: its own checks, unmodified, and these environments' further promises."""

from __future__ import annotations

import os
import random
from typing import Any

import numpy as np
import pytest

import piazzetta

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
gymnasium = pytest.importorskip("gymnasium")
pytestmark = pytest.mark.compiled_only

from gymnasium.utils.env_checker import check_env  # noqa: E402

import piazzetta.envs  # noqa: E402
from piazzetta.bots import Position  # noqa: E402
from tests.viaggiatore.decks import odd_deck  # noqa: E402

IDS = ("piazzetta/Portobello-v0", "piazzetta/Viaggiatore-v0")
QUIET = [
    pytest.mark.filterwarnings("ignore:.*render_modes.*"),
    pytest.mark.filterwarnings("ignore:.*WARN.*"),
]


class First:
    """A bot that always plays the first legal action."""

    name = "first"

    def choose(self, position: Position) -> int:
        return position.legal()[0]


class Wrong(First):
    def choose(self, position: Position) -> int:
        return 10**6


def play(env: Any, seed: int, steps: int = 10**6) -> list[tuple[Any, ...]]:
    rng = random.Random(seed)
    _, info = env.reset(seed=seed)
    told = []
    for _ in range(steps):
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, terminated, _, info = env.step(action)
        told.append((action, observation.tolist(), reward, terminated))
        if terminated:
            break
    return told


@pytest.mark.parametrize("identity", IDS)
@pytest.mark.parametrize("options", [{}, {"opponents": ["random", "random"], "seat": None, "reward": "points"}])
def test_check_env(identity: str, options: dict[str, Any]) -> None:
    check_env(gymnasium.make(identity, **options).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("identity", IDS)
def test_check_env_renders(identity: str) -> None:
    for mode in ("rgb_array", "ansi"):
        env = gymnasium.make(identity, render_mode=mode)
        env.reset(seed=1)
        shown = env.render()
        assert isinstance(shown, np.ndarray if mode == "rgb_array" else str)
        env.close()
    env = gymnasium.make(identity, render_mode="human")
    play(env, 1, 2)
    assert env.render() is None
    env.close()


@pytest.mark.parametrize("identity", IDS)
def test_a_game_against_bots(identity: str) -> None:
    env = gymnasium.make(identity, opponents=["random", First(), "random"], seat=2)
    told = play(env, 5)
    assert told[-1][3]
    assert told == play(env, 5)
    assert env.unwrapped.setting.players == 4
    assert told[-1][2] in (1.0, pytest.approx(-1 / 3), pytest.approx(1 / 3), 0.0)
    assert all(reward == 0 for _, _, reward, over in told if not over)
    table = env.unwrapped._table
    assert told[-1][2] == table.shares()[2]


def test_medium_bots() -> None:
    env = gymnasium.make(IDS[0], opponents=["medium", "medium"])
    assert len(play(env, 1, 6)) == 6


def test_points_add_up() -> None:
    env = gymnasium.make(IDS[1], opponents="random", players=3, seat=1, reward="points")
    total = sum(reward for _, _, reward, _ in play(env, 3))
    assert total == env.unwrapped._table.points()[1]


def test_the_own_seat_is_asked_and_sees_its_own() -> None:
    env = gymnasium.make(IDS[1], opponents="random", players=4, seat=None)
    seats = set()
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        table, seat = env.unwrapped._table, env.unwrapped.seat
        seats.add(seat)
        assert table.mover == seat
        assert observation.tolist() == table.show(seat)[0].tolist()
        assert env.unwrapped.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
    assert seats == {0, 1, 2, 3}
    env.reset(seed=1, options={"seat": 2})
    assert env.unwrapped.seat == 2


# --- many games at once ---


@pytest.mark.parametrize(
    ("identity", "options"),
    [
        *((identity, {}) for identity in IDS),
        *((identity, {"reward": "points", "seat": None, "threads": 2}) for identity in IDS),
        (IDS[1], {"deck": odd_deck(60)}),
    ],
)
def test_a_vector_of_games(identity: str, options: dict[str, Any]) -> None:
    envs = gymnasium.make_vec(identity, num_envs=5, opponents=["random", "random"], **options)
    assert envs.observation_space.shape == (5, envs.single_observation_space.shape[0])
    observations, infos = envs.reset(seed=2)
    assert observations in envs.observation_space
    rng = random.Random(2)
    ended = 0
    total = np.zeros(5)
    for _ in range(400):
        actions = [rng.choice(np.flatnonzero(mask).tolist()) for mask in infos["action_mask"]]
        rows = envs.unwrapped._rows
        assert (rows.mover == rows.seat).all()
        before = observations.copy()
        kept = observations
        observations, rewards, terminations, truncations, infos = envs.step(np.array(actions))
        assert (kept == before).all()  # returned arrays do not change
        assert not truncations.any()
        total += rewards
        for row in np.flatnonzero(terminations):
            ended += 1
            final = infos["final_info"]["points"][row]
            assert infos["final_obs"][row].shape == observations[row].shape
            if "reward" in options:
                assert total[row] + envs.unwrapped.setting.rules.get("start_score", 0) in final
            else:
                assert (rewards[row] > 0) == (final[0] == final.max() > final.min())  # shared by all it is worth 0
            total[row] = 0
        if "reward" not in options:
            assert not rewards[~terminations].any()
    assert ended > 0
    envs.close()


def test_a_vector_plays_by_the_rules() -> None:
    """Each row is a position the engine could have reached, and its mask is the engine's."""
    envs = gymnasium.make_vec(IDS[1], num_envs=3, opponents="random", players=3)
    _, infos = envs.reset(seed=1)
    setting = envs.unwrapped.setting
    for _ in range(100):
        actions = np.array([np.flatnonzero(mask)[-1] for mask in infos["action_mask"]])
        observations, _, _, _, infos = envs.step(actions)
        for row in range(3):
            record = envs.unwrapped._rows.states.view(np.recarray)[row]
            out = np.zeros(setting.observation_size, np.int16)
            setting.game.kernels.observe(setting.params_record, record, 0, out)
            assert out.tolist() == observations[row].tolist()
            for action in np.flatnonzero(infos["action_mask"][row]):
                assert setting.game.kernels.why_not(setting.params_record, record, int(action)) == 0


def test_a_vector_is_the_same_for_any_number_of_threads_and_rows() -> None:
    def some(num_envs: int, **options: Any) -> list[Any]:
        envs = gymnasium.make_vec(IDS[0], num_envs=num_envs, opponents="random", players=3, **options)
        _, infos = envs.reset(seed=9)
        told = []
        for _ in range(40):
            actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
            observations, rewards, _, _, infos = envs.step(actions)
            told.append((observations[:2].tolist(), rewards[:2].tolist()))
        envs.close()
        return told

    assert some(4, threads=1) == some(4, threads=3) == some(2, copy=False)


def test_a_vector_with_bots_that_think() -> None:
    envs = gymnasium.make_vec(IDS[0], num_envs=2, opponents=[First(), "random"], seat=1)
    _, infos = envs.reset(seed=1)
    for _ in range(60):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        _, _, _, _, infos = envs.step(actions)
        assert (envs.unwrapped._rows.mover == 1).all()


def test_a_vector_can_be_rendered() -> None:
    envs = gymnasium.make_vec(IDS[0], num_envs=2, render_mode="ansi")
    envs.reset(seed=1)
    assert ["Portobello Market" in text for text in envs.render()] == [True, True]


# --- bad input ---


def test_an_illegal_action_loses_the_game() -> None:
    env = gymnasium.make(IDS[0], opponents="random", players=2, disable_env_checker=True)
    _, info = env.reset(seed=1)
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated) == (-1.0, True)
    assert "clause" in info["illegal"]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_or_it_raises_and_changes_nothing() -> None:
    env = gymnasium.make(IDS[0], illegal="raise", disable_env_checker=True)
    _, info = env.reset(seed=1)
    before = env.unwrapped._table.states.tobytes()
    with pytest.raises(gymnasium.error.InvalidAction, match="clause"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    for action in (-1, 10**6, "end", None, 0.5, [1, 2]):
        with pytest.raises(gymnasium.error.InvalidAction, match="action"):
            env.step(action)
    assert env.unwrapped._table.states.tobytes() == before
    env.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_illegal_actions_in_a_vector() -> None:
    envs = gymnasium.make_vec(IDS[0], num_envs=3, opponents="random")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(3, int))
    _, infos = envs.reset(seed=1)
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminations.tolist() == [False, True, False]
    assert "clause" in infos["final_info"]["illegal"][1]
    strict = gymnasium.make_vec(IDS[0], num_envs=3, opponents="random", illegal="raise")
    _, infos = strict.reset(seed=1)
    before = strict.unwrapped._rows.states.tobytes()
    with pytest.raises(gymnasium.error.InvalidAction, match=r"environment 1: .*clause"):
        strict.step(actions)
    for wrong in (np.zeros(2, int), np.zeros(3), [0, 0, 5000], np.array([0, -1, 0]), "abc", None):
        with pytest.raises(gymnasium.error.InvalidAction):
            strict.step(wrong)
    assert strict.unwrapped._rows.states.tobytes() == before


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponents": ["genius"]}, "unknown bot level 'genius'"),
        ({"opponents": [7]}, "name of a level"),
        ({"opponents": ["random"], "players": 3}, "need 2 opponents"),
        ({"opponents": ["random"] * 8}, "clause 1.1"),
        ({"seat": 5}, "seat must be"),
        ({"reward": "money"}, "reward must be"),
        ({"illegal": "perhaps"}, "illegal must be"),
        ({"edition": "xx"}, "no edition"),
        ({"colour": "red"}, "no option"),
    ],
)
def test_wrong_options(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(piazzetta.BadInput, match=sentence):
        gymnasium.make(IDS[0], **options)
    with pytest.raises(piazzetta.BadInput, match=sentence):
        gymnasium.make_vec(IDS[0], num_envs=2, **options)


def test_a_bot_that_breaks_the_rules_is_refused() -> None:
    env = gymnasium.make(IDS[0], opponents=[Wrong()], seat=0)
    with pytest.raises(piazzetta.BadInput):
        play(env, 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
