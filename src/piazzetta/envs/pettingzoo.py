"""Both games as PettingZoo AEC environments.

>>> from piazzetta.envs import aec_env
>>> env = aec_env(game="portobello", players=3, edition="de")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('player_2', (501,), 12)
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

import numpy as np

from piazzetta.envs.extras import need
from piazzetta.envs.one_game import RENDER_MODES, REWARDS, OneGame, setting_of
from piazzetta.envs.rendering import Screen
from piazzetta.errors import BadInput, IllegalMove, check_choice
from piazzetta.games.registry import NAMES, names
from piazzetta.kernel import OVER
from piazzetta.match.setting import Setting

pettingzoo: Any = need("pettingzoo", "pettingzoo")
wrappers: Any = need("pettingzoo.utils.wrappers", "pettingzoo")
EnvLogger: Any = need("pettingzoo.utils.env_logger", "pettingzoo").EnvLogger
spaces: Any = need("gymnasium.spaces", "pettingzoo")

VERSION = "v0"


class MarketEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """A game as a bare AEC environment: an illegal action raises and changes nothing.

    ``reward`` is ``"win"`` (at the end, adding up to 0: a sole winner gets 1) or ``"points"`` (the change of points).
    """

    def __init__(
        self,
        game: str | Setting = "portobello",
        players: int | None = None,
        *,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        setting = self.setting = setting_of(game, players, options)
        check_choice("reward", reward, REWARDS)
        check_choice("render_mode", render_mode, RENDER_MODES, nothing=True)
        self.metadata: dict[str, Any] = {
            "render_modes": list(RENDER_MODES),
            "name": f"{setting.game.name}_{VERSION}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self._by_points = reward == "points"
        self._table = OneGame(setting)
        self._screen = Screen(setting, "pettingzoo")
        self._seeds: np.random.Generator | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(setting.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = setting.observation_size, setting.decision_count
        numbers = np.iinfo(np.int16)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(numbers.min, numbers.max, (size,), np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(numbers.min, numbers.max, (setting.players * size,), np.int16)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Without a seed, games continue the sequence of the last seed given."""
        if seed is not None or self._seeds is None:
            self._seeds = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._table.begin(int(self._seeds.integers(2**32)))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._points = self._table.points() if self._by_points else []
        self._idle = True  # nobody has a reward
        self.agent_selection = self.possible_agents[self._table.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        observation, mask = self._table.show(self._seat[agent])
        return {"observation": observation, "action_mask": mask}

    def state(self) -> Any:
        """What every seat knows, seat after seat."""
        return np.concatenate([self._table.show(seat)[0] for seat in range(self.setting.players)])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        table.play(table.number(action))
        self._cumulative_rewards[agent] = 0.0
        if self._by_points or not self._idle or table.mover == OVER:
            self._give_rewards()
        if table.mover == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[table.mover]
        if self.render_mode == "human":
            self.render()

    def _give_rewards(self) -> None:
        table = self._table
        if self._by_points:
            points = table.points()
            gained = [float(now - before) for now, before in zip(points, self._points, strict=True)]
            self._points = points
        else:
            gained = table.shares() if table.mover == OVER else [0.0] * self.setting.players
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self._idle = not any(gained)
        self._accumulate_rewards()

    def lose(self, reason: str) -> None:
        """End the game because of the agent's illegal action, like PettingZoo's ``TerminateIllegalWrapper``."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: -1.0}
        self.infos[agent]["illegal"] = reason
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The whole table, including hidden things, in the form of ``render_mode``."""
        return self._screen.show(self.render_mode, self._table.view(), self.metadata["render_fps"])

    def close(self) -> None:
        self._screen.close()


class GuardedEnv(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's three usual wrappers in one, since each of them takes more time than the game.

    Calls before ``reset`` and actions outside the space raise an ``AssertionError``. An illegal action ends the game,
    and the agent that made it loses (−1); the reason is in the agent's info as ``"illegal"``, and in PettingZoo's log.
    """

    def _reset_env(self) -> MarketEnv:
        if not self._has_reset:
            raise AttributeError("reset() needs to be called first")
        env: MarketEnv = self.env
        return env

    # The wrapper's own __getattr__ would find these as well, but ten times slower.
    agents = property(lambda self: self._reset_env().agents)
    agent_selection = property(lambda self: self._reset_env().agent_selection)
    rewards = property(lambda self: self._reset_env().rewards)
    terminations = property(lambda self: self._reset_env().terminations)
    truncations = property(lambda self: self._reset_env().truncations)
    infos = property(lambda self: self._reset_env().infos)

    def last(self, observe: bool = True) -> Any:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def step(self, action: Any) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        env: MarketEnv = self.env
        self._has_updated = True
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            env.step(action)
        except IllegalMove as refusal:
            env.lose(str(refusal))
            EnvLogger.warn_on_illegal_move()
            EnvLogger._generic_warning(f"[WARNING]: {refusal}")
        except BadInput as error:
            raise AssertionError(f"action is not in action space: {error}") from None

    def __str__(self) -> str:
        return str(self.env)


def aec_env(game: str | Setting = "portobello", players: int | None = None, **options: Any) -> Any:
    """A game as an AEC environment that behaves as if in PettingZoo's usual wrappers.

    ``options`` are those of ``piazzetta.game`` (``edition``, ``rules``, ``starter``, ``board``, ``deck``), and
    ``reward="win"`` or ``"points"``, ``render_mode="human"``, ``"rgb_array"`` or ``"ansi"``.
    """
    return GuardedEnv(MarketEnv(game, players, **options))


def register() -> None:
    """Register every game with ``pettingzoo.make``, if it has a registry (from 1.27)."""
    for name in names() if hasattr(pettingzoo, "register") else ():
        if f"piazzetta/{name}-{VERSION}" not in pettingzoo.aec_registry:
            own = f"piazzetta.envs.{name}_{VERSION}:env" if name in NAMES else partial(aec_env, name)
            pettingzoo.register("aec", f"piazzetta/{name}-{VERSION}", own)


register()
