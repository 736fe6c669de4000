"""Where the rows of a search live: in this machine's memory, or in that of an NVIDIA GPU."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch
from torch import Tensor

from piazzetta.games.base import Array, Game
from piazzetta.kernel import INTERPRETED, records
from piazzetta.train.search.forest import Forest
from piazzetta.train.search.kernels import rows_of

_COLUMN_MAJOR = ("seen",)  # on a GPU neighbouring rows write side by side
_VIEWS = {"game_records": "games", "records": "words"}


def allocate(shapes: dict[str, tuple[tuple[int, ...], Any]], device: str) -> dict[str, Tensor]:
    """All arrays as tensors, 0 at first."""
    found = {}
    for name, (shape, kind) in shapes.items():
        dtype = getattr(torch, np.dtype(kind).name.replace("uint32", "int32"))
        turned = device != "cpu" and name in _COLUMN_MAJOR
        tensor = torch.zeros(shape[::-1] if turned else shape, dtype=dtype, device=device)
        found[name] = tensor.T if turned else tensor
    return found


class OnProcessor:
    """Rows in this machine's memory; each thread takes its share."""

    def __init__(self, game: Game, params: Array, tensors: dict[str, Tensor], threads: int) -> None:
        self.game, self._params, self.threads = game, params, threads
        arrays: dict[str, Any] = {name: tensor.numpy() for name, tensor in tensors.items()}
        for name, words in _VIEWS.items():
            arrays[words] = arrays[words].view(np.uint32)
            arrays[name] = arrays[words].view(game.state_dtype)
            if INTERPRETED:
                arrays[name] = arrays[name].view(np.recarray)
        self.forest = Forest(**arrays)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def work(self, what: int, rows: int, stream: Any = None) -> None:
        loop = rows_of(self.game)

        def share(number: int) -> None:
            low, high = (rows * one // self.threads for one in (number, number + 1))
            choice = np.zeros(self.game.most_legal, np.int32)
            near = records(self.game.state_dtype, 1)
            words = near.view(np.ndarray).view(np.uint32)
            loop(self._params, self.forest, low, high, what, near, words, choice)

        if self._pool is None:
            share(0)
        else:
            list(self._pool.map(share, range(self.threads)))
