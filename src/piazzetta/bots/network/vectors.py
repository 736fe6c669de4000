"""The loop in which a network spends its time, for the vector units of processors and of WebAssembly.

LLVM makes vectors of a plain loop too, but it reads and writes every sum again for a few rows of weights, and widens
both factors of a product. Here sums stay in registers for all rows, and 16-bit numbers are multiplied into 32 bits by one
instruction. The interpreter runs the plain function, which finds the same numbers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core.datamodel import models

_numba: Any = numba  # has more names than type checkers can see
types, extending = _numba.types, _numba.extending
SUMS = 16  # sums come in multiples of this
FACTORS = 32  # and factors of this
_BYTE, _HALF, _WORD, _LONG = (ir.IntType(bits) for bits in (8, 16, 32, 64))


def add_rows(sums, network, row, stride, factors):
    """Add rows of weights, each times a factor of 16 bits; the first begins at ``row``. Most factors are 0."""
    for index in range(len(factors)):
        if factors[index] != 0:
            at = row + index * stride
            sums += np.int32(factors[index]) * network[at : at + len(sums)]


@extending.overload(add_rows)
def _add_rows(sums, network, row, stride, factors):
    add64, add32, add16 = _adder(64), _adder(32), _adder(16)

    def add(sums, network, row, stride, factors):
        at, width = 0, len(sums)
        while at + 64 <= width:
            add64(sums, network, row, stride, factors, at)
            at += 64
        if at + 32 <= width:
            add32(sums, network, row, stride, factors, at)
            at += 32
        if at < width:
            add16(sums, network, row, stride, factors, at)

    return add


class _Block(types.Type):
    """Some neighbouring sums, held in registers."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        super().__init__(name=f"Block({lanes})")


@extending.register_model(_Block)
class _BlockModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.VectorType(_WORD, kind.lanes))


def _part(context: Any, builder: Any, kind: Any, array: Any, at: Any, lanes: int) -> Any:
    """The address of so many numbers of an array, as one vector."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), ir.VectorType(data.type.pointee, lanes).as_pointer())


@cache
def _adder(lanes: int) -> Any:
    """``add_rows`` for one block of sums."""
    block_type = _Block(lanes)

    @extending.intrinsic
    def take(_typing, sums, at):
        def build(context, builder, signature, args):
            return builder.load(_part(context, builder, signature.args[0], *args, lanes), align=4)

        return block_type(sums, at), build

    @extending.intrinsic
    def give(_typing, sums, at, block):
        def build(context, builder, signature, args):
            builder.store(args[2], _part(context, builder, signature.args[0], *args[:2], lanes), align=4)

        return types.void(sums, at, block), build

    @extending.intrinsic
    def with_row(_typing, block, network, at, factor):
        def build(context, builder, signature, args):
            row = builder.load(_part(context, builder, signature.args[1], *args[1:3], lanes), align=2)
            alone = builder.insert_element(row.type(ir.Undefined), builder.trunc(args[3], _HALF), _WORD(0))
            factors = builder.shuffle_vector(alone, alone, ir.VectorType(_WORD, lanes)([0] * lanes))
            wide = args[0].type
            return builder.add(args[0], builder.mul(builder.sext(row, wide), builder.sext(factors, wide)))

        return block_type(block, network, at, factor), build

    def add_block(sums, network, row, stride, factors, at):
        block = take(sums, at)
        for first in range(0, len(factors), 64):
            left = np.uint64(0)
            for some in range(first, min(first + 64, len(factors)), FACTORS):
                left |= _nonzero(factors, some) << np.uint64(some - first)
            while left != np.uint64(0):
                index = first + _lowest(left)
                left &= left - np.uint64(1)
                block = with_row(block, network, row + index * stride + at, factors[np.uint64(index)])
        give(sums, at, block)

    return numba.njit(add_block, error_model="numpy", nogil=True)


@extending.intrinsic
def _nonzero(_typing, factors, at):
    """Which of eight factors are not 0: a bit for each."""

    def build(context, builder, signature, args):
        some = builder.load(_part(context, builder, signature.args[0], *args, FACTORS), align=4)
        bits = builder.icmp_signed("!=", some, some.type([0] * FACTORS))
        return builder.zext(builder.bitcast(bits, _WORD), _LONG)

    return types.uint64(factors, at), build


@extending.intrinsic
def _lowest(_typing, bits):
    """The place of the lowest bit that is set."""

    def build(_context, builder, _signature, args):
        return builder.cttz(args[0], ir.IntType(1)(1))

    return types.int64(bits), build
