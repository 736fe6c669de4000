"""Many games at once, of one setting or of several, on all cores or on a GPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from piazzetta.batch.memory import Options
from piazzetta.batch.playout import Playouts
from piazzetta.batch.rows import ALL, MOVER, NOTHING
from piazzetta.errors import BadInput, IllegalMove, check_choice
from piazzetta.games.base import Array
from piazzetta.games.encoding import Encoding
from piazzetta.kernel import random_stream
from piazzetta.match.setting import Setting

_WATCH = {"none": NOTHING, "mover": MOVER, "all": ALL}
MOST_ROWS = 2**28


class Batch:
    """Games side by side, one per row.

    Each row has its own counter-based generator for chance: the same seed and the same actions give the same games, on
    ``device="cpu"`` and ``"cuda"`` and for any number of threads, and row *i* is the same in a batch of any size.

    ``observe`` is ``"mover"``, ``"all"`` or ``"none"``; ``reward`` is ``"win"`` (at the end, adding up to 0: a sole
    winner gets 1) or ``"points"`` (the change at each step). ``illegal="raise"`` refuses a step that contains an
    illegal action and changes nothing; ``"count"`` skips and counts those rows. ``restart=True`` starts a new game in
    the step that ends one: ``finished``, ``reward`` and ``length`` then describe the old game, everything else the new
    one.

    Several settings of one game may share a batch: row *i* plays setting ``which[i]``; without ``which``, rows take the
    settings in rotation. Arrays are as wide as the widest setting needs; entries that a row's own setting lacks stay 0.
    With an ``encoding``, the observation is the encoding's, in 8 bits, and choices are its slots.

    The arrays are views of the batch's own memory: they change with every step.

    >>> import piazzetta
    >>> from piazzetta.batch import Batch
    >>> batch = Batch(piazzetta.game("portobello", players=3), size=4, seed=1)
    >>> batch.step(batch.random_actions())
    >>> batch.mover
    array([0, 0, 0, 0], dtype=int8)
    >>> batch.legal_mask.shape, batch.observation.shape
    ((4, 100), (4, 501))
    """

    def __init__(
        self,
        game: Setting | Sequence[Setting],
        size: int,
        *,
        which: Any = None,
        encoding: Encoding | None = None,
        device: str = "cpu",
        seed: int = 0,
        observe: str = "mover",
        reward: str = "win",
        illegal: str = "raise",
        restart: bool = False,
        threads: int | None = None,
    ) -> None:
        if not 1 <= size <= MOST_ROWS:
            raise BadInput(f"size must be from 1 to {MOST_ROWS}, not {size}")
        self.settings = (game,) if isinstance(game, Setting) else tuple(game)
        if len({setting.game.name for setting in self.settings}) != 1:
            raise BadInput("the settings of a batch must be of one game, and there must be at least one")
        self.game = self.settings[0]
        self.size = size
        self.which = _which(which, size, len(self.settings))
        self.encoding = encoding
        self.device = device
        self.seed = seed
        self._key = int(random_stream(seed)[0])
        self._raise = _one_of("illegal", illegal, {"raise": 1, "count": 0})
        watch = _one_of("observe", observe, _WATCH)
        by_points = _one_of("reward", reward, {"win": 0, "points": 1})
        watchers = {NOTHING: 0, MOVER: 1, ALL: max(setting.players for setting in self.settings)}[watch]
        options = Options(watch, watchers, by_points, int(restart), 1 - self._raise)
        self._watch = watch
        self._steps = 0
        if _one_of("device", device, {"cpu": 0, "cuda": 1}):
            from piazzetta.batch.gpu import Gpu

            self._rows: Any = Gpu(self.settings, self.which, options, encoding)
        else:
            from piazzetta.batch.cpu import Cpu

            self._rows = Cpu(self.settings, self.which, options, encoding, threads)
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Restart all games, with another seed if one is given."""
        if seed is not None:
            self.seed = seed
            self._key = int(random_stream(seed)[0])
        self._steps = 0
        self._rows.begin(self._key)

    def step(self, actions: Any) -> None:
        """Play an action in every row. Rows whose game is over, and not restarted, accept any action.

        Takes an array of integers: NumPy, or PyTorch, JAX or CuPy on the batch's own device.
        """
        if getattr(actions, "shape", None) is None:
            actions = np.asarray(actions)
        if tuple(actions.shape) != (self.size,):
            raise BadInput(f"actions must be {self.size} whole numbers, one a row, not of shape {tuple(actions.shape)}")
        if "int" not in str(actions.dtype):
            raise BadInput(f"actions must be whole numbers, not {actions.dtype}")
        actions = self._rows.actions(actions)
        if self._raise and self._rows.check(actions):
            self._refuse(actions)
        self._rows.step(actions)
        self._steps += 1

    def _refuse(self, actions: Any) -> None:
        reasons = self._rows.to_host(self._rows.memory.refused)
        rows = reasons.nonzero()[0]
        row = int(rows[0])
        action = int(self._rows.to_host(actions)[row])
        setting = self.settings[self.which[row]]
        state = self.state(row)
        if self.encoding is not None:
            action = int(self.encoding.action_of(setting.params_record, state, action))
        text = setting.texts[action] if 0 <= action < setting.action_count else str(action)
        found = setting.game.refusal(setting.components, setting.params_record, state, action, int(reasons[row]))
        more = f" ({len(rows)} rows refuse theirs)" if len(rows) > 1 else ""
        raise IllegalMove(f"row {row}: {found.sentence}{more}", found.clause, text)

    def random_actions(self) -> Any:
        """A random legal action for each row, on the batch's own device, determined by seed, row and step."""
        return self._rows.shown(self._rows.random(self._key ^ 0x5EED, self._steps))

    def rollout(self, games: int, policy: str = "random", seed: int | None = None, first: int = 0) -> Playouts:
        """Play whole games inside the kernel; returns points, winners and lengths of games ``first``, … of a seed."""
        _one_of("policy", policy, {"random": 0})
        if games < 1:
            raise BadInput(f"games must be at least 1, not {games}")
        if len(self.settings) > 1:
            raise BadInput(f"rollouts are of one setting, and this batch has {len(self.settings)}")
        return self._rows.rollout(games, self.seed if seed is None else seed, first)  # type: ignore[no-any-return]

    # --- the arrays ---

    @property
    def mover(self) -> Any:
        """Whose move it is in each row: a seat, or −2 where the game is over."""
        return self._rows.shown(self._rows.memory.mover)

    @property
    def legal_mask(self) -> Any:
        """(size, decision_count): which actions are legal for the mover."""
        return self._rows.shown(self._rows.memory.mask)

    @property
    def observation(self) -> Any:
        """(size, numbers) for the mover, or (size, players, numbers) for all seats; see ``docs/observations.md``."""
        observation = self._rows.shown(self._rows.memory.observation)
        if self._watch == ALL:
            players = max(setting.players for setting in self.settings)
            return observation.reshape(self.size, players, observation.shape[1] // players)
        return observation

    @property
    def reward(self) -> Any:
        """(size, players): each seat's reward for the last step."""
        return self._rows.shown(self._rows.memory.reward)

    @property
    def finished(self) -> Any:
        """Whether the last step ended the row's game."""
        return self._rows.shown(self._rows.memory.finished)

    @property
    def length(self) -> Any:
        """Decisions in the row's game so far; in the finished game if the last step ended it."""
        return self._rows.shown(self._rows.memory.length)

    @property
    def illegal(self) -> Any:
        """How many illegal actions each row was given (``illegal="count"``)."""
        return self._rows.shown(self._rows.memory.refused)

    @property
    def states(self) -> Any:
        """The positions themselves, an array of records."""
        return self._rows.memory.states

    def state(self, row: int) -> Any:
        """A copy of one row's position as a record on the host."""
        return self._rows.to_host(self._rows.memory.states[row : row + 1]).copy().view(np.recarray)[0]

    def snapshot(self) -> dict[str, Any]:
        """Everything that changes, as arrays on the host; after ``restore`` the games continue identically."""
        memory = self._rows.memory._asdict()
        arrays = {name: np.array(self._rows.to_host(array)) for name, array in memory.items() if name != "which"}
        arrays["states"] = arrays["states"].view(np.uint8)
        return {**arrays, "steps": self._steps, "key": self._key}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Continue from a ``snapshot`` of a batch with the same settings and size."""
        self._steps, self._key = int(kept["steps"]), int(kept["key"])
        for name, array in kept.items():
            if name == "states":
                array = np.ascontiguousarray(array).view(self.game.game.state_dtype)
            if name not in ("steps", "key"):
                self._rows.write(name, array)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        more = f" and {len(self.settings) - 1} other settings" if len(self.settings) > 1 else ""
        return f"<Batch of {self.size} × {self.game!r}{more} on {self.device}>"


def _which(which: Any, size: int, settings: int) -> Array:
    if which is None:
        return (np.arange(size) % settings).astype(np.int32)
    chosen = np.asarray(which)
    if chosen.shape != (size,) or chosen.dtype.kind not in "iu" or chosen.min() < 0 or chosen.max() >= settings:
        raise BadInput(f"which must be {size} whole numbers from 0 to {settings - 1}, one a row")
    return chosen.astype(np.int32)


def _one_of(name: str, value: str, choices: dict[str, int]) -> int:
    check_choice(name, value, choices)
    return choices[value]
