"""The rows of a search in the memory of an NVIDIA GPU: one thread per row."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import from_dtype
from torch import Tensor

from piazzetta.batch.gpu import cuda, settings, why_unavailable
from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game
from piazzetta.kernel import rebound
from piazzetta.train.search.forest import Forest, words_of
from piazzetta.train.search.kernels import work_of

THREADS = 64  # per block
REGISTERS = 128

#: A GPU is handed each array by itself, so the fields of the forest are the kernel's arguments.
_KERNEL = """def work_all(params, what, {fields}):
    f = Forest({fields})
    choice = cuda.local.array(CHOICES, np.int32)
    # two views of the memory that the threads of a block share: a position is read byte by byte
    thread = cuda.threadIdx.x
    near = cuda.shared.array(0, STATE)
    near_words = cuda.shared.array(0, WORD)[thread * WORDS : (thread + 1) * WORDS]
    work(params, f, cuda.grid(1), what, near[thread], near_words, choice)
"""


@lru_cache
def _kernel(game: Game) -> Any:
    exec(_KERNEL.format(fields=", ".join(Forest._fields)), scope := {**globals()})
    limits = {} if settings.ENABLE_CUDASIM else {"max_registers": REGISTERS}
    own = {"CHOICES": game.most_legal, "WORDS": words_of(game)}  # each game's kernel has its own sizes and record
    kinds = {"STATE": _local(game.state_dtype), "WORD": _local(np.dtype(np.uint32))}
    return cuda.jit(rebound(scope["work_all"], game.name, work=work_of(game), **own, **kinds), **limits)


def _local(kind: np.dtype[Any]) -> Any:
    """A type as arrays of a block want it."""
    return _record(kind) if settings.ENABLE_CUDASIM else from_dtype(kind)


def _record(kind: np.dtype[Any]) -> np.dtype[Any]:
    """A type whose fields are attributes in the simulator too, as they are on a GPU."""
    return np.dtype((np.record, kind)) if settings.ENABLE_CUDASIM and kind.fields else kind


class OnGpu:
    """Rows in a GPU's memory."""

    def __init__(self, game: Game, params: Array, tensors: dict[str, Tensor]) -> None:
        problem = why_unavailable()
        if problem:
            raise BadInput(f"device='cuda' needs an NVIDIA GPU with its driver ({problem}); device='cpu' works here")
        self.game = game
        self._params = cuda.to_device(params)
        arrays: dict[str, Any] = {name: _array(tensor) for name, tensor in tensors.items()}
        kind = _record(game.state_dtype)
        for name, words in (("game_records", "games"), ("records", "words")):
            arrays[words] = arrays[words].view(np.uint32)
            arrays[name] = arrays[words].view(kind)
        self.forest = Forest(**arrays)

    def work(self, what: int, rows: int, stream: Any = None) -> None:
        blocks = (rows + THREADS - 1) // THREADS
        _kernel(self.game)[blocks, THREADS, stream or 0, THREADS * self.game.state_dtype.itemsize](
            self._params, what, *self.forest
        )


def external(stream: int) -> Any:
    """PyTorch's stream, for our kernels."""
    return cuda.external_stream(stream)


def _array(tensor: Tensor) -> Any:
    if settings.ENABLE_CUDASIM:
        from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray

        return FakeCUDAArray(tensor.numpy())
    return cuda.as_cuda_array(tensor)
