"""One seat of a game against bots, as a Gymnasium environment.

>>> import gymnasium
>>> import piazzetta.envs
>>> env = gymnasium.make("piazzetta/Portobello-v0", opponents=["random", "random"])
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((501,), 27)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from piazzetta.bots import Bot, Position, bot
from piazzetta.envs.extras import need
from piazzetta.envs.one_game import RENDER_MODES, REWARDS, OneGame, setting_of
from piazzetta.envs.rendering import Screen
from piazzetta.errors import BadInput, IllegalMove, check_choice
from piazzetta.games.base import OPEN, Array
from piazzetta.kernel import OVER
from piazzetta.match.setting import Setting

gymnasium: Any = need("gymnasium", "gymnasium")

ILLEGAL = ("lose", "raise")
Opponent = str | Bot  # a level, or anything that can take a seat


def seated(
    game: str | Setting,
    opponents: str | Sequence[Opponent],
    players: int | None,
    seat: int | None,
    options: dict[str, Any],
) -> tuple[Setting, list[Opponent]]:
    """The setting, and the bots on the other seats, clockwise from the agent's; ``BadInput`` if they do not fit.

    A single level takes all other seats.
    """
    if isinstance(opponents, str):
        setting = setting_of(game, players, options)
        opponents = [opponents] * (setting.players - 1)
    else:
        if players is None and not isinstance(game, Setting):
            players = len(opponents) + 1
        setting = setting_of(game, players, options)
    if len(opponents) != setting.players - 1:
        raise BadInput(f"{setting.players} players need {setting.players - 1} opponents, not {len(opponents)}")
    if seat is not None and seat not in range(setting.players):
        raise BadInput(f"seat must be from 0 to {setting.players - 1}, or None for any, not {seat!r}")
    for opponent in opponents:
        if isinstance(opponent, str):
            bot(opponent)  # refuses an unknown level
        elif not callable(getattr(opponent, "choose", None)):
            raise BadInput(f"an opponent is the name of a level or a bot, not {opponent!r}")
    return setting, list(opponents)


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat against bots. A step is one decision of the agent's seat and everything up to the next.

    ``opponents`` are levels or bots, clockwise from the agent's seat; their number determines the number of players.
    With ``seat`` None, the agent's seat changes from game to game. ``reward`` is ``"win"`` (at the end: 1 for winning
    alone, shared if several win, −1 / (players − 1) for losing) or ``"points"`` (the change of the agent's points).
    ``info["action_mask"]`` marks the legal actions, and ``action_masks()`` returns them for MaskablePPO.
    ``illegal="lose"``: an illegal action ends the game with −1, and ``info["illegal"]`` says why; ``"raise"``: it
    raises ``InvalidAction`` and changes nothing.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Setting = "portobello",
        opponents: str | Sequence[Opponent] = "random",
        *,
        players: int | None = None,
        seat: int | None = 0,
        reward: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        setting, self._opponents = seated(game, opponents, players, seat, options)
        check_choice("reward", reward, REWARDS)
        check_choice("illegal", illegal, ILLEGAL)
        check_choice("render_mode", render_mode, RENDER_MODES, nothing=True)
        self.setting = setting
        self.render_mode = render_mode
        self.seat = seat or 0
        self._any_seat = seat is None
        self._by_points = reward == "points"
        self._raise = illegal == "raise"
        self._table = OneGame(setting)
        self._bots: list[Bot] = []
        self._playing = False
        self._screen = Screen(setting, "gymnasium")
        numbers = np.iinfo(np.int16)
        self.observation_space = gymnasium.spaces.Box(numbers.min, numbers.max, (setting.observation_size,), np.int16)
        self.action_space = gymnasium.spaces.Discrete(setting.decision_count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a new game; ``options={"seat": 1}`` sets the agent's seat for it."""
        super().reset(seed=seed)
        wanted = (options or {}).get("seat")
        if wanted is not None and wanted not in range(self.setting.players):
            raise BadInput(f"seat must be from 0 to {self.setting.players - 1}, not {wanted!r}")
        if wanted is not None:
            self.seat = int(wanted)
        elif self._any_seat:
            self.seat = int(self.np_random.integers(self.setting.players))
        seeds = self.np_random.integers(2**31, size=len(self._opponents) + 1).tolist()
        self._table.begin(seeds[0])
        self._bots = [
            bot(opponent, own) if isinstance(opponent, str) else opponent
            for opponent, own in zip(self._opponents, seeds[1:], strict=True)
        ]
        self._points = self._table.points()[self.seat]
        self._playing = False
        self._others_move()
        self._playing = True
        return self._seen()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        if not self._playing:
            raise gymnasium.error.ResetNeeded("the game is over, or was never begun: call reset() first")
        table = self._table
        try:
            table.play(table.number(action))
        except IllegalMove as refusal:
            if self._raise:
                raise gymnasium.error.InvalidAction(str(refusal)) from None
            self._playing = False
            observation, info = self._seen()
            info["illegal"] = str(refusal)
            return observation, -1.0, True, False, info
        except BadInput as error:
            raise gymnasium.error.InvalidAction(str(error)) from None
        self._playing = False  # until the step is done: a bot's exception leaves the game halfway
        self._others_move()
        over = table.mover == OVER
        self._playing = not over
        reward = self._reward(over)
        if self.render_mode == "human":
            self.render()
        observation, info = self._seen()
        return observation, reward, over, False, info

    def _reward(self, over: bool) -> float:
        if self._by_points:
            points = self._table.points()[self.seat]
            gained = points - self._points
            self._points = points
            return float(gained)
        return self._table.shares()[self.seat] if over else 0.0

    def _others_move(self) -> None:
        """Let the bots play until it is the agent's decision, or the game is over."""
        table, players = self._table, self.setting.players
        while table.mover not in (OVER, self.seat):
            player = self._bots[(table.mover - self.seat) % players - 1]
            position = Position.determinized(
                self.setting, table.mover, table.states, int(self.np_random.integers(2**31))
            )
            table.play(table.number(player.choose(position)))

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        observation, mask = self._table.show(self.seat)
        info: dict[str, Any] = {"action_mask": mask}
        if self._table.mover == OVER:
            info["points"] = self._table.points()
        return observation, info

    def action_masks(self) -> Array:
        """The legal actions as booleans, for sb3-contrib's MaskablePPO."""
        return self._table.show(self.seat)[1].astype(bool)

    def render(self) -> Any:
        """The table as the agent's seat sees it, in full after the end, in the form of ``render_mode``."""
        view = self._table.view(OPEN if self._table.mover == OVER else self.seat)
        return self._screen.show(self.render_mode, view, self.metadata["render_fps"])

    def close(self) -> None:
        self._screen.close()
