"""A built module in wasmtime, called with the same arrays as the kernels in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
from wasmtime import Instance, Module, Store

from piazzetta.bots.tree import SearchOptions, Tree
from piazzetta.browser.exports import exports_of
from piazzetta.browser.signature import Parameter
from piazzetta.games.registry import find_game

PAGE = 65536


class WasmKernels:
    """The kernels of one game. Arrays are copied into the module's memory, and back after the call, changed or not."""

    def __init__(self, name: str, file: Path) -> None:
        self.store = Store()
        self.module = Module.from_file(self.store.engine, str(file))
        self.inside = cast(Any, Instance(self.store, self.module, []).exports(self.store))
        self.base = (int(self.inside["__heap_base"].value(self.store)) + 15) & ~15
        self.signatures = {export.signature.name: export.signature for export in exports_of(find_game(name))}

    def call(self, name: str, *values: Any) -> int | None:
        """Call a kernel with its Python arguments: every record as an array of one."""
        signature = self.signatures[name]
        arrays: list[np.ndarray[Any, Any]] = []
        plain: list[Any] = []
        places: dict[str, int] = {}
        at = self.base
        seen = iter(values)
        for parameter in signature.parameters:
            if parameter.kind == "words":
                plain.append(places[parameter.of])
                continue
            value = next(seen)
            if not isinstance(value, np.ndarray | Tree):
                plain += value if isinstance(value, SearchOptions) else [_wrapped(value)]
                continue
            places[parameter.name] = at
            for array in value if isinstance(value, Tree) else [value]:
                arrays.append(array)
                plain += [at, *_lengths(parameter, array)]
                at += (array.nbytes + 15) & ~15
        self._reach(at)
        memory = self._memory()
        at = self.base
        for array in arrays:
            memory[at : at + array.nbytes] = array.view(np.ndarray).reshape(-1).view(np.uint8)
            at += (array.nbytes + 15) & ~15
        answer = self.inside[name](self.store, *plain)
        at = self.base
        for array in arrays:
            if array.flags.writeable:  # weights are not
                array.view(np.ndarray).reshape(-1).view(np.uint8)[:] = memory[at : at + array.nbytes]
            at += (array.nbytes + 15) & ~15
        return answer if answer is None else int(answer)

    def close(self) -> None:
        """Close it before Python exits: wasmtime's own cleanup comes too late."""
        engine = self.store.engine
        for part in (self.store, self.module, engine):
            part.close()

    def _reach(self, end: int) -> None:
        memory = self.inside["memory"]
        missing = end - memory.data_len(self.store)
        if missing > 0:
            memory.grow(self.store, -(-missing // PAGE))

    def _memory(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        memory = self.inside["memory"]
        return np.ctypeslib.as_array(memory.data_ptr(self.store), (memory.data_len(self.store),))


def _wrapped(value: float) -> float:
    """An integer as the module takes it: unsigned ones wrap around."""
    return value - 2**32 if isinstance(value, int) and value >= 2**31 else value


def _lengths(parameter: Parameter, array: np.ndarray[Any, Any]) -> list[int]:
    return [] if parameter.kind in ("record", "held") else list(array.shape)
