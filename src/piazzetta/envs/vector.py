"""One seat in each of many games against bots, as a Gymnasium vector environment without Python in its loop.

>>> import gymnasium
>>> import piazzetta.envs
>>> envs = gymnasium.make_vec("piazzetta/Viaggiatore-v0", num_envs=8, opponents=["random"] * 3)
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((8, 972), (8, 485))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from piazzetta.bots import Bot, Position, bot
from piazzetta.envs.extras import need
from piazzetta.envs.gymnasium import ILLEGAL, Opponent, seated
from piazzetta.envs.kernels.memory import Shelf, new_room, new_rows
from piazzetta.envs.kernels.seats import BEGIN, BOT, LOSE, OWN, PLAY, RANDOM, WAIT, Options, Room, seats_of
from piazzetta.envs.one_game import REWARDS
from piazzetta.envs.rendering import Screen
from piazzetta.errors import BadInput, check_choice
from piazzetta.games.base import Array
from piazzetta.kernel import cores, random_stream
from piazzetta.match.setting import Setting

gymnasium: Any = need("gymnasium", "gymnasium")
VectorEnv: Any = gymnasium.vector.VectorEnv

_MODES = ("rgb_array", "ansi")


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games at once, one seat of each against bots; the options are those of ``SeatEnv``.

    Random opponents play inside the kernel, on all cores; bots that think play one after another. The next game follows
    a finished one in the same step: the last observation is in ``infos["final_obs"]``. ``copy=False`` returns the same
    arrays at every step, overwritten.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(_MODES),
        "render_fps": 2,
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Setting = "portobello",
        opponents: str | Sequence[Opponent] = "random",
        *,
        players: int | None = None,
        seat: int | None = 0,
        reward: str = "win",
        illegal: str = "lose",
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise BadInput(f"num_envs must be at least 1, not {num_envs!r}")
        setting, self._opponents = seated(game, opponents, players, seat, options)
        check_choice("reward", reward, REWARDS)
        check_choice("illegal", illegal, ILLEGAL)
        check_choice("render_mode", render_mode, _MODES, nothing=True)
        self.setting = setting
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._options = Options(by_points=int(reward == "points"), any_seat=int(seat is None))
        self._raise = illegal == "raise"
        self._copy = copy
        self._threads = max(1, min(threads or cores(), num_envs))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._kernels = seats_of(setting.game)
        self._plays = np.array([OWN, *(RANDOM if one == "random" else BOT for one in self._opponents)], np.int8)
        self._bots: list[Bot | None] = []
        self._key = 0
        self._begun = False
        self._rows = new_rows(setting, num_envs, seat or 0)
        self._shelf = Shelf(setting, num_envs)
        self._shown = self._shelf.take()
        self._screen = Screen(setting, "gymnasium")
        numbers = np.iinfo(np.int16)
        spaces = gymnasium.spaces
        self.single_observation_space = spaces.Box(numbers.min, numbers.max, (setting.observation_size,), np.int16)
        self.single_action_space = spaces.Discrete(setting.decision_count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def _each(self, work: Callable[[int, int, Room], int]) -> int:
        """Process all rows, split among the threads; returns the sum of their counts."""

        def part(number: int) -> int:
            low, high = (self.num_envs * edge // self._threads for edge in (number, number + 1))
            return work(low, high, new_room(self.setting))

        if self._pool is None:
            return part(0)
        return sum(self._pool.map(part, range(self._threads)))

    def _do(self, todo: Array, actions: Array) -> int:
        """Do what each row needs; returns how many refuse their action."""
        do, params, shown = self._kernels.do_rows, self.setting.params, self._shown
        given = (todo, actions, self._key, self._plays, self._options)
        return self._each(lambda low, high, room: do(params, self._rows, low, high, *given, room, shown))

    def _all(self, todo: int) -> Array:
        return np.full(self.num_envs, todo, np.int8)

    # --- the environment ---

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Restart all games."""
        super().reset(seed=seed)
        seeds = self.np_random.integers(2**31, size=len(self._opponents) + 1).tolist()
        self._key = int(random_stream(seeds[0])[0])
        self._bots = [
            None if opponent == "random" else bot(opponent, own) if isinstance(opponent, str) else opponent
            for opponent, own in zip(self._opponents, seeds[1:], strict=True)
        ]
        if self._copy:
            self._shown = self._shelf.take()
        self._do(self._all(BEGIN), np.zeros(self.num_envs, np.int32))
        self._bots_move()
        self._begun = True
        return self._shown.observations, self._infos()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        if not self._begun:
            raise gymnasium.error.ResetNeeded("call reset() first")
        numbers = self._numbers(actions)
        if self._raise:
            self._check(numbers)
        if self._copy:
            self._shown = self._shelf.take()
        self._begun = False  # until the step is done: a bot's exception leaves games halfway
        refused = self._do(self._all(PLAY), numbers)
        reasons = self._lose(numbers) if refused else {}
        self._bots_move()
        self._begun = True
        infos = self._infos()
        finished = self._rows.finished.copy()
        if finished.any():
            infos |= self._final_infos(finished, reasons)
        return self._shown.observations, self._rows.reward.copy(), finished, np.zeros(self.num_envs, np.bool_), infos

    def _numbers(self, actions: Any) -> Array:
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise gymnasium.error.InvalidAction(
                f"actions must be {self.num_envs} whole numbers, one an environment, not {numbers.dtype} of shape "
                f"{numbers.shape}"
            )
        decisions = self.setting.decision_count
        if numbers.min() < 0 or numbers.max() >= decisions:
            row = int(np.flatnonzero((numbers < 0) | (numbers >= decisions))[0])
            raise gymnasium.error.InvalidAction(
                f"environment {row}: actions are numbered from 0 to {decisions - 1}; there is no {numbers[row]}"
            )
        return numbers.astype(np.int32)

    # --- illegal actions ---

    def _check(self, actions: Array) -> None:
        check = self._kernels.check_rows
        if self._each(lambda low, high, _: check(self.setting.params, self._rows, low, high, actions)):
            row, sentence = next(iter(self._reasons(actions).items()))
            raise gymnasium.error.InvalidAction(f"environment {row}: {sentence}")

    def _reasons(self, actions: Array) -> dict[int, str]:
        """Why rows refuse their action, as sentences with the clause."""
        setting, rows = self.setting, self._rows
        records = rows.states.view(np.recarray)
        return {
            row: setting.game.refusal(
                setting.components, setting.params_record, records[row], int(actions[row]), int(rows.refused[row])
            ).sentence
            for row in np.flatnonzero(rows.refused).tolist()
        }

    def _lose(self, actions: Array) -> dict[int, str]:
        """Let the rows that refused their action lose their game; returns why they refused."""
        reasons = self._reasons(actions)
        self._do(np.where(self._rows.refused != 0, LOSE, WAIT).astype(np.int8), actions)
        self._rows.refused[:] = 0
        return reasons

    # --- bots outside the kernels ---

    def _bots_move(self) -> None:
        """Let the bots that think play, until the agent is asked in every row."""
        rows, players = self._rows, self.setting.players
        while BOT in self._plays:
            waiting = np.flatnonzero(rows.mover != rows.seat)
            if not len(waiting):
                return
            actions = np.zeros(self.num_envs, np.int32)
            todo = self._all(WAIT)
            for row in waiting.tolist():
                seat = int(rows.mover[row])
                player = self._bots[(seat - int(rows.seat[row])) % players - 1]
                assert player is not None
                chance = int(self.np_random.integers(2**31))
                position = Position.determinized(self.setting, seat, rows.states[row : row + 1], chance)
                actions[row], todo[row] = player.choose(position), PLAY
            if self._do(todo, actions):
                raise BadInput(f"a bot chose what is not allowed: {next(iter(self._reasons(actions).values()))}")

    # --- output ---

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._shown.masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_infos(self, finished: Array, reasons: dict[int, str]) -> dict[str, Any]:
        """The last observations and results of the games that ended in this step."""
        observations = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(finished).tolist():
            observations[row] = self._rows.final[row].copy()
        final: dict[str, Any] = {"points": self._rows.points.copy(), "_points": finished.copy()}
        if reasons:
            final["illegal"] = np.full(self.num_envs, None, dtype=object)
            for row, sentence in reasons.items():
                final["illegal"][row] = sentence
            final["_illegal"] = np.isin(np.arange(self.num_envs), list(reasons))
        return {
            "final_obs": observations,
            "_final_obs": finished.copy(),
            "final_info": final,
            "_final_info": finished.copy(),
        }

    def action_masks(self) -> Array:
        """The legal actions of all rows as booleans."""
        masks: Array = self._shown.masks.astype(bool)
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """Each table as the agent's seat sees it."""
        if self.render_mode is None:
            return None
        setting, records = self.setting, self._rows.states.view(np.recarray)
        views = (
            setting.game.view(setting.components, setting.params_record, records[row], int(self._rows.seat[row]))
            for row in range(self.num_envs)
        )
        return tuple(self._screen.show(self.render_mode, view, self.metadata["render_fps"]) for view in views)

    def close_extras(self, **kwargs: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()
