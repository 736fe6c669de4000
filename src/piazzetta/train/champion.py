"""Networks as PyTorch modules over whole encodings, the large ones among a game's champions, and ONNX files of both."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from piazzetta.batch.memory import all_params
from piazzetta.bots.champion import Champion, Judged
from piazzetta.bots.knowledge import network_of
from piazzetta.games.base import Array, Game, legal, mover
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.games.registry import find_game
from piazzetta.match.setting import Setting
from piazzetta.train.engines import seats_of_chairs
from piazzetta.train.network import NEVER, Network
from piazzetta.train.plan import load_network
from piazzetta.train.sight import Sight
from piazzetta.train.student.network import Student

_ROWS = 4096  # at a time


class Whole(nn.Module):
    """A network over all that an encoding has room for, whatever a map or deck lacks of it."""

    def __init__(self, network: Network | Student) -> None:
        super().__init__()
        self.network = network
        self.sight = Sight(encoding_of(network.game))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of all slots, and chances of winning."""
        scores, chairs = self.network(seen, self.sight)
        return scores.float(), torch.softmax(chairs.float(), 1)


def module_of(game: str) -> Whole:
    """The small network of a game as a module."""
    return Whole(Student.from_integers(game, network_of(find_game(game)))).eval()


def write_onnx(module: Whole, file: Path) -> None:
    """Write a module as an ONNX file that takes any number of rows."""
    seen = torch.zeros(2, module.sight.encoding.size, dtype=torch.uint8)
    torch.onnx.export(
        module,
        (seen,),
        str(file),
        input_names=["seen"],
        output_names=["scores", "chances"],
        dynamic_shapes={"seen": {0: torch.export.Dim("rows")}},
        dynamo=True,
        external_data=False,
        verbose=False,
    )


class LargeChampion(Champion):
    """A large network from its file. Values and policies are PyTorch's, as NumPy arrays."""

    def __init__(self, game: str, file: Path) -> None:
        self.game = game
        self.encoding = encoding_of(game)
        self._whole = Whole(load_network(file, game)).eval()

    def module(self) -> Whole:
        return self._whole

    def _judged(self, settings: tuple[Setting, ...], which: Array, states: Array, by_slot: bool) -> Judged:
        self._check(settings)
        game, rows = settings[0].game, len(states)
        choices = self.encoding.slots if by_slot else max(setting.decision_count for setting in settings)
        seats = max(setting.players for setting in settings)
        seen, who = np.zeros((rows, self.encoding.size), np.uint8), np.zeros(rows, np.int64)
        slots, choice = np.full((rows, choices), -1, np.int32), np.zeros(game.most_legal, np.int32)
        tables = all_params(settings)
        rows_seen(game)(tables, np.asarray(which, np.int32), states, choice, int(by_slot), seen, who, slots)
        policy, value = np.zeros((rows, choices)), np.zeros((rows, seats))
        players = torch.tensor([setting.players for setting in settings])[torch.as_tensor(np.asarray(which, np.int64))]
        for first in range(0, rows, _ROWS):
            part = slice(first, first + _ROWS)
            place, there = torch.from_numpy(slots[part]).long(), torch.from_numpy(who[part] >= 0)
            with torch.inference_mode():
                scores, chances = self._whole(torch.from_numpy(seen[part]))
            own = scores.double().gather(1, place.clamp_min(0)).masked_fill(place < 0, NEVER)
            policy[part] = (torch.softmax(own, 1) * there[:, None]).numpy()
            by_seat = torch.zeros(len(place), seats, dtype=torch.float64)
            chairs = seats_of_chairs(torch.from_numpy(who[part]).clamp_min(0), players[part], seats)
            by_seat.scatter_(1, chairs, chances[:, :seats].double())
            value[part] = (by_seat * there[:, None]).numpy()
        return Judged(policy, value)


def encode(params: Any, state: Any, seat: int, out: Any) -> None:
    raise NotImplementedError


def slot_of(params: Any, state: Any, action: int) -> int:
    raise NotImplementedError


def see_rows(params, which, states, choice, by_slot, seen, who, slots):
    """Encode position after position as its mover sees it, with the slots of its legal choices."""
    for row in range(len(states)):
        table, state = params[which[row]], states[row]
        who[row] = mover(table, state)
        if who[row] < 0:
            continue
        encode(table, state, who[row], seen[row])
        count = legal(table, state, choice)
        for index in range(count):
            action = int(choice[index])
            slot = int(slot_of(table, state, action))
            slots[row, slot if by_slot else action] = slot


@lru_cache
def rows_seen(game: Game) -> Any:
    """``see_rows`` compiled for a game."""
    encoding = encoding_of(game.name)
    return game.bind(see_rows, encode=encoding.encode, slot_of=encoding.slot_of)
