"""A game's networks as functions of many positions: policy and winning chances, without a search.

The small one is what the bots think with; it needs NumPy alone. The large one, from which the small one was distilled,
needs PyTorch and its file.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from piazzetta.batch import Batch
from piazzetta.batch.memory import all_params
from piazzetta.bots.knowledge import new_evaluator
from piazzetta.bots.network.kernels import foresee, prefer, share
from piazzetta.bots.policy import check_network
from piazzetta.bots.position import Position
from piazzetta.bots.search.run import network_kernels
from piazzetta.errors import BadInput, check_choice
from piazzetta.extras import install_command
from piazzetta.games.base import Array, Game, legal, mover
from piazzetta.games.encoding import Encoding
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.games.listing import load
from piazzetta.games.registry import find_game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting

SIZES = ("small", "large")
#: What reads a large network: "module:NAME". It needs PyTorch, and is loaded when it is first asked for.
_LARGE = "piazzetta.train.champion:LargeChampion"
_MODULE = "piazzetta.train.champion:module_of"


class Judged(NamedTuple):
    """What a network says about positions, one per row; 0 where the game is over."""

    policy: Array  # (rows, choices): the probability of each choice that is legal, numbered as a batch's ``step`` does
    value: Array  # (rows, seats): each seat's chance of winning, as the mover sees it


class Champion:
    """The small network of a game. What it says of a position depends only on what the mover may know."""

    def __init__(self, game: Game) -> None:
        check_network(game)
        self.game = game.name
        self.encoding: Encoding = encoding_of(game.name)

    def judge(self, positions: Batch | Match | Position) -> Judged:
        """Judge the rows of a batch on the processor, or a single position.

        >>> from piazzetta.bots import champion
        >>> import piazzetta
        >>> match = piazzetta.game("portobello", players=3).start(seed=1)
        >>> found = champion("portobello").judge(match)
        >>> found.policy.shape, float(round(found.value.sum(), 6))
        ((1, 100), 1.0)
        """
        if isinstance(positions, Batch):
            if positions.device != "cpu":
                raise BadInput("judge takes batches on the processor; on a GPU call module() on their observations")
            return self._judged(positions.settings, positions.which, positions.states, positions.encoding is not None)
        if isinstance(positions, Match):
            positions = Position.of(positions)
        return self.judge_states(positions.setting, positions.state)

    def judge_states(self, setting: Setting, states: Array) -> Judged:
        """Judge positions of one setting, an array of its records; choices are its action numbers."""
        return self._judged((setting,), np.zeros(len(states), np.int32), states, False)

    def module(self) -> Any:
        """The network as a PyTorch module over a batch's observations with its ``encoding``, (rows, numbers) in 8 bits.

        It returns scores of all slots, (rows, slots), of which softmax over the legal ones is the policy, and the
        chances of winning, (rows, seats), counted from the mover.
        """
        return _of_torch(_MODULE, self.game)(self.game)

    def to_onnx(self, file: Path | str) -> None:
        """Write ``module()`` as an ONNX file: input ``seen``; outputs ``scores`` and ``chances``."""
        for package in ("onnx", "onnxscript"):
            if find_spec(package) is None:
                raise BadInput(f"ONNX files need {package}, which is not installed: {install_command('onnx')}")
        _of_torch("piazzetta.train.champion:write_onnx", self.game)(self.module(), Path(file))

    def _judged(self, settings: tuple[Setting, ...], which: Array, states: Array, by_slot: bool) -> Judged:
        self._check(settings)
        widest = max(settings, key=lambda setting: setting.players)
        choices = self.encoding.slots if by_slot else max(setting.decision_count for setting in settings)
        seats, rows = widest.players, len(states)
        found = Judged(np.zeros((rows, choices)), np.zeros((rows, seats)))
        values, choice = np.zeros(2 * seats), np.zeros(widest.game.most_legal, np.int32)
        evaluator = new_evaluator(widest)
        working = evaluator.network, evaluator.seen, self.encoding.size, evaluator.lanes, choice, values, int(by_slot)
        rows_of(widest.game)(all_params(settings), np.asarray(which, np.int32), states, *working, *found)
        return found

    def _check(self, settings: tuple[Setting, ...]) -> None:
        if settings[0].game.name != self.game:
            raise BadInput(f"this network plays {self.game}, not {settings[0].game.name}")


def champion(game: str, size: str = "small", file: Path | str | None = None) -> Champion:
    """The best network of a game: the ``"small"`` one of the bots, or the ``"large"`` one, from its file.

    >>> from piazzetta.bots import champion
    >>> champion("viaggiatore").game
    'viaggiatore'
    """
    check_choice("size", size, SIZES)
    known = find_game(game)
    if size == "small":
        if file is not None:
            raise BadInput('a file names a large network: champion(game, "large", file)')
        return Champion(known)
    made: Champion = _of_torch(_LARGE, game)(known.name, _large_file(known.name, file))
    return made


def _large_file(game: str, file: Path | str | None) -> Path:
    if file is None:
        file = Path(__file__).parents[3] / "models" / f"{game}.pt"  # beside the sources
        if not file.is_file():
            raise BadInput(
                f"the large network of {game} does not come with the package: get models/{game}.pt from the project's "
                f'repository and name it: champion("{game}", "large", "{game}.pt")'
            )
    return Path(file)


def _of_torch(place: str, game: str) -> Any:
    if find_spec("torch") is None:
        raise BadInput(f"networks of {game} in PyTorch need it, and it is not installed: {install_command('train')}")
    return load(place)


def slot_of(params: Any, state: Any, action: int) -> int:
    raise NotImplementedError


def judge_rows(params, which, states, network, seen, size, lanes, choice, values, by_slot, policy, value):
    """Judge position after position, each as its mover sees it."""
    for row in range(len(states)):
        table, state = params[which[row]], states[row]
        who = mover(table, state)
        if who < 0:
            continue
        players = int(table.players)
        for number in range(size):  # the row before may be of a setting with more
            seen[number] = 0
        foresee(table, state, who, network, seen, lanes, values)
        for seat in range(players):
            value[row, seat] = values[seat]
        count = legal(table, state, choice)
        best, whole = prefer(table, state, who, network, seen, lanes, choice, count)
        for index in range(count):
            action = int(choice[index])
            place = int(slot_of(table, state, action)) if by_slot else action
            policy[row, place] = share(lanes, index, best, whole)


@lru_cache
def rows_of(game: Game) -> Any:
    """``judge_rows`` compiled for a game that has a network."""
    return game.bind(judge_rows, **network_kernels(game))
