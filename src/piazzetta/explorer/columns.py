"""A setting's counts as compressed columns of numbers, as they stand in the explorer's file."""

from __future__ import annotations

import zlib

import numpy as np

from piazzetta.errors import BadInput
from piazzetta.explorer.count import Counts

#: The columns in their order: those of positions, then those of moves.
_POSITIONS = {"key": "<i8", "ways": "<u4", "moves": "<u2"}
_MOVES = {"kind": "<u2", "could": "<u4", "played": "<u4", "won": "<u4", "points": "<i4"}


def packed(counts: Counts) -> bytes:
    """The columns, compressed."""
    columns = {**_POSITIONS, **_MOVES}
    data = b"".join(np.asarray(getattr(counts, name)).astype(kind).tobytes() for name, kind in columns.items())
    return zlib.compress(data, 9)


def unpacked(data: bytes, positions: int, moves: int) -> Counts:
    """Return the columns of this many positions and moves; ``BadInput`` if they are damaged."""
    try:
        plain = zlib.decompress(data)
        found, at = {}, 0
        for columns, size in ((_POSITIONS, positions), (_MOVES, moves)):
            for name, kind in columns.items():
                found[name] = np.frombuffer(plain, kind, size, at)
                at += found[name].nbytes
    except (zlib.error, ValueError, TypeError):
        raise BadInput("the explorer's file is damaged: build it again") from None
    return Counts(**found)
